"""The rules of one Bonus 6 table: the law and the elections of its house, resolved and frozen, and what it posts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from upcard.cards import RANKS, Category, category, pair_rank
from upcard.document import doc
from upcard.errors import HouseError
from upcard.law import Edition
from upcard.law.bonus_six import BonusSixLaw
from upcard.law.clause import PayTableText
from upcard.law.edition import default
from upcard.rules.election import (
    MOST_ODDS,
    Caution,
    Elected,
    Elections,
    GameRules,
    ante_range,
    check_least,
    check_ranking,
    game_rules,
    least_of,
    liability_limit,
    posted_maxima,
)
from upcard.units import To

if TYPE_CHECKING:
    from upcard.rules.table import DealingMethod, Setup, TableRules

GAME = "bonus-six"
GAME_FIELDS = ("pay_table", "minimum", "maximum", "further_tips", "tip_maximum", "liability_limit")
"""The elections that a round depends on."""


class PaySchedule(msgspec.Struct, frozen=True):
    """Which hands win, and at what odds."""

    name: str
    lines: dict[Category, To]
    lowest_pair: int

    def odds(self, value: int) -> To | None:
        """What a hand of that value is paid, if it wins."""
        hand = category(value)
        if hand is Category.PAIR and pair_rank(value) < self.lowest_pair:
            return None
        return self.lines.get(hand)


class BonusSixRules(GameRules, frozen=True, kw_only=True):
    """Everything that a round of Bonus 6 is played by."""

    law: BonusSixLaw
    schedule: PaySchedule
    further_tips: bool

    def times(self, wager: str) -> int:
        match wager:
            case "ante":
                return 1 + self.law.first_bet_multiple + self.law.second_bet_multiple
            case "insurance":
                return 1 + self.law.insurance_divisor * self.law.bonus_card_multiple
            case "tip":
                return 3 if self.further_tips else 1
            case _:
                return 1

    def least_paid(self, wager: str) -> str:
        """
        >>> rules = bonus_six({"pay_table": "black-hawk"})
        >>> rules.least_paid("bet_1"), rules.least_paid("insurance")
        ('a pair of sixes', '')
        """
        on_hand = wager in ("ante", "bet_1", "bet_2")
        return least_of(self.schedule.lines, self.schedule.lowest_pair) if on_hand else ""


def _schedule(house: Elections, name: str, text: PayTableText) -> PaySchedule:
    """A schedule whose better hands never pay less, and in which nothing above a winning hand loses."""

    def wrong(because: str) -> HouseError:
        return house.error("pay_table", because, "pay_tables")

    lines: dict[Category, To] = {}
    below: int | None = None
    for hand in sorted(Category)[1:]:  # a high card never wins
        odds: int | None = getattr(text, hand.key)
        if odds is None:
            if below is not None:
                raise wrong(f"{hand.key} pays nothing although a lower hand wins")
            continue
        if odds < 1:
            raise wrong(f"{hand.key} pays {odds} to 1; odds are whole numbers from 1 upwards")
        if odds > MOST_ODDS:
            raise house.error("pay_table", f"{hand.key} pays {odds} to 1; odds are no more than {MOST_ODDS} to 1")
        if below is not None and odds < below:
            raise wrong(f"{hand.key} pays {odds} to 1, less than a lower hand")
        lines[hand] = To(odds)
        below = odds
    if not lines:
        raise wrong("no hand wins")
    if text.lowest_pair is not None and Category.PAIR not in lines:
        raise wrong("a lowest_pair stands without odds for a pair")
    return PaySchedule(name, lines, RANKS.index(text.lowest_pair or "2"))


def _unreadable(elected: Mapping[str, Any], error: Exception) -> str:
    """What is wrong with a table of odds, in a sentence."""
    for name, value in elected.items():
        if name == "lowest_pair":
            if not (isinstance(value, str) and len(value) == 1 and value in RANKS):
                return f"lowest_pair: {value!r} is not a rank of {RANKS}"
        elif name not in {hand.key for hand in sorted(Category)[1:]}:
            return f"{name}: there is no such hand"
        elif type(value) is not int:
            return f"{name}: {value!r} is not whole odds to 1"
    return str(error)


def _pay_table(house: Elections, law: BonusSixLaw) -> PaySchedule:
    elected = house.take("pay_table")
    if elected is None:
        raise house.error("pay_table", "a pay table must be elected", "pay_schedule_posted")
    if isinstance(elected, Mapping):
        try:
            text = msgspec.convert(elected, PayTableText)
        except msgspec.ValidationError as error:
            raise house.error("pay_table", _unreadable(elected, error), "pay_tables") from error
        return _schedule(house, "own", text)
    if not isinstance(elected, str) or elected not in law.pay_tables:
        known = ", ".join(law.pay_tables)
        raise house.error("pay_table", f"{elected!r} is no known table ({known}) nor one of odds", "pay_tables")
    return _schedule(house, elected, law.pay_tables[elected])


def resolve(house: Elections, edition: Edition) -> BonusSixRules:
    """The rules of a round whose elections are read from `house`."""
    law: BonusSixLaw = edition.law
    check_ranking(law)
    elections = house.elected(GAME_FIELDS)
    schedule = _pay_table(house, law)
    least, maximum = ante_range(house, "ante_range")
    return BonusSixRules(
        edition=edition,
        law=law,
        elections=elections,
        schedule=schedule,
        minimum=least,
        maximum=maximum,
        maxima=posted_maxima(house, {"tip": True}),
        liability_limit=liability_limit(house),
        further_tips=house.flag("further_tips", default=law.further_tips, no="refused", rule="further_tips"),
    )


def bonus_six(house: Mapping[str, Any], id: str = "") -> BonusSixRules:
    """The rules of Bonus 6 with the elections given.

    >>> bonus_six({"pay_table": "black-hawk"}).schedule.lines[Category.FULL_HOUSE]
    To(odds=20)
    """
    rules = game_rules(id or default(GAME), house, GAME)
    assert isinstance(rules, BonusSixRules)
    return rules


# ---- what a house file is asked about it ---------------------------------------------------------------------

JACKPOTS = None


class SixElected(Elected):
    """What a table of Bonus 6 is run by."""

    game: Annotated[Literal["bonus-six"], doc("Its game.")]
    pay_table: Annotated[str, doc("Its pay table.")]
    pays: Annotated[dict[str, str], doc("By hand, what it pays.")]
    lowest_pair: Annotated[str | None, doc("The lowest pair that is paid.")]
    further_tips: Annotated[bool, doc("Whether tips may be added with bets.")]


ELECTED = SixElected


def equip(house: Elections, t: TableRules, setup: Setup) -> TableRules:
    """The table with its rules; the range of antes and the pay schedule are posted."""
    if setup.edition.law.pay_schedule_posted and "pay schedule" not in setup.signs:
        raise house.error("signs", "the pay schedule stands on a sign or the layout", "pay_schedule_posted")
    rules = resolve(house, setup.edition)
    if rules.maximum is None:
        because = "an ante lies within the range that the house has posted: its upper end is named"
        raise house.error("maximum", because, "ante_range")
    if rules.minimum > 1 and "limits" not in setup.signs:
        raise house.error("signs", "a minimum wager is posted at the table", "ante_range")
    wagers = rules.minimum * rules.times("ante")
    check_least(house, max(odds.pays(wagers) for odds in rules.schedule.lines.values()), rules.liability_limit)
    return msgspec.structs.replace(t, rules=rules)


def sample(edition: Edition) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """A table for each pay table that the edition names; a licensee's own where it names none."""
    tables: Mapping[str, Any] = edition.law.pay_tables or {"own": {"royal_flush": 100, "pair": 1}}
    common = {"designated": True, "signs": ["pay schedule", "limits"], "minimum": "5.00", "maximum": "100.00"}
    listed = [
        {"name": str(place), **common, "pay_table": name if name in edition.law.pay_tables else table}
        for place, (name, table) in enumerate(tables.items(), 1)
    ]
    return listed, []


def summary(t: TableRules) -> dict[str, Any]:
    """Its pay table."""
    schedule: PaySchedule = t.rules.schedule
    return {
        "pay_table": schedule.name,
        "pays": {hand.key: str(odds) for hand, odds in sorted(schedule.lines.items(), reverse=True)},
        "lowest_pair": RANKS[schedule.lowest_pair] if Category.PAIR in schedule.lines else None,
        "further_tips": t.rules.further_tips,
    }


def lines(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The summary in words."""
    pays = ", ".join(f"{hand.replace('_', ' ')} {odds}" for hand, odds in facts["pays"].items())
    lowest = f"; lowest winning pair {facts['lowest_pair']}" if facts["lowest_pair"] else ""
    tips = "with the ante and with each bet" if facts["further_tips"] else "with the ante only"
    return [(f"pay table {facts['pay_table']}", pays + lowest), ("tips", tips)]


def touches(rules: BonusSixRules, rule: str) -> bool:
    """Every rule does."""
    del rules, rule
    return True


def warnings(t: TableRules) -> Iterator[Caution]:
    """None of its own."""
    del t
    return iter(())


def dealing_methods(law: BonusSixLaw) -> dict[str, DealingMethod]:
    """There is one way, and nothing to elect."""
    del law
    return {}
