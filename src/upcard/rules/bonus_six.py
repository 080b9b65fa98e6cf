"""The rules of one Bonus 6 table: the law and the elections of its house, resolved and frozen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from upcard.cards import RANKS, Category, category, pair_rank
from upcard.errors import HouseError, LawError, Refused
from upcard.law import Edition, edition
from upcard.law.bonus_six import BonusSixLaw
from upcard.law.types import PayTableText
from upcard.rules.bounds import liability_limit, posted_maxima
from upcard.rules.election import Elections
from upcard.rules.ranking import check_ranking
from upcard.units import To

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


class BonusSixRules(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a round of Bonus 6 is played by."""

    edition: Edition
    law: BonusSixLaw
    elections: dict[str, Any]
    """What the house elected for the game, as it was written."""
    schedule: PaySchedule
    minimum: int
    maximum: int | None
    further_tips: bool
    tip_maximum: int | None = None
    """The most that the house takes as a tip bet, in cents, where it has posted that."""
    liability_limit: int | None = None
    """The most that the wagers of a round may come to cost the tray, in cents."""

    def times(self, wager: str) -> int:
        """How many times its amount a wager may come to cost in a hand that is played to its end."""
        match wager:
            case "ante":
                return 1 + self.law.first_bet_multiple + self.law.second_bet_multiple
            case "insurance":
                return 1 + self.law.insurance_divisor * self.law.bonus_card_multiple
            case "tip":
                return 3 if self.further_tips else 1
            case _:
                return 1

    def clause(self, rule: str) -> str | None:
        citation = self.edition.citations.get(rule)
        return citation.clause if citation else None

    def refuse(self, rule: str | None, because: str) -> Refused:
        return Refused(rule, because, clause=self.clause(rule) if rule else None)


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


def resolve_bonus_six(house: Elections, edition: Edition) -> BonusSixRules:
    """The rules of a table whose game elections are read from `house`."""
    law = edition.law
    assert isinstance(law, BonusSixLaw)
    check_ranking(law)
    elections = house.elected(GAME_FIELDS)
    schedule = _pay_table(house, law)
    minimum, maximum = house.cents("minimum"), house.cents("maximum")
    least = max(minimum or 1, 1)
    if maximum is not None and least > maximum:
        raise house.error("maximum", "the maximum is below the minimum", "ante_range")
    return BonusSixRules(
        edition=edition,
        law=law,
        elections=elections,
        schedule=schedule,
        minimum=least,
        maximum=maximum,
        tip_maximum=posted_maxima(house, {"tip": True}).get("tip"),
        liability_limit=liability_limit(house),
        further_tips=house.flag("further_tips", default=law.further_tips, no="refused", rule="further_tips"),
    )


def bonus_six(house: Mapping[str, Any], id: str = "sd-bonus6") -> BonusSixRules:
    """The rules of Bonus 6 with the elections given.

    >>> bonus_six({"pay_table": "black-hawk"}).schedule.lines[Category.FULL_HOUSE]
    To(odds=20)
    """
    found = edition(id)
    if not isinstance(found.law, BonusSixLaw):
        raise LawError(f"{id} is no edition of Bonus 6 but of {found.game}")
    elections = Elections(found, house)
    rules = resolve_bonus_six(elections, found)
    elections.done()
    return rules
