"""The rules of one Caribbean stud table: the law of its edition and the elections of its house, resolved and frozen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from upcard.cards import RANKS, Category
from upcard.cards.lowest_hand import lowest_value
from upcard.law import Edition
from upcard.law.caribbean_stud import CaribbeanStudLaw
from upcard.rules.caribbean_stud.progressive import Schedule, schedules
from upcard.rules.election import (
    Elections,
    GameRules,
    ante_range,
    check_ranking,
    game_rules,
    least_of,
    liability_limit,
    posted_maxima,
)
from upcard.units import Award, For, To, parse_award, parse_dollars

SIDE_WAGERS = ("progressive", "bonus", "five_card_player", "five_card_dealer", "cover_all", "tip")
FIVE_CARD_WAGERS = ("five_card_player", "five_card_dealer")
FIVE_CARD_METER = "five_card"
BOUNDED = ("bonus", "five_card", "cover_all", "tip")
"""The wagers for which a house may post a maximum of its own, as for the ante."""


GAME_FIELDS: tuple[str, ...] = (
    "progressive", "progressive_wager", "bonus", "five_card", "five_card_wager", "cover_all", "minimum", "maximum",
    "limit", "limit_applies_to", "same_round_jackpots", "awards_from", "cover_all_after_fold", "cover_all_counts",
    "exposed_hole_card", "misdeal_envy", *(f"{wager}_maximum" for wager in BOUNDED), "liability_limit",
)  # fmt: skip
"""The elections that a round depends on; the rest of a house is about the table around it."""


class BonusTable(msgspec.Struct, frozen=True):
    """A bonus pay table and the lowest pair that it pays."""

    name: str
    lines: dict[Category, To]
    lowest_pair: int


class CaribbeanStudRules(GameRules, frozen=True, kw_only=True):
    """Everything that a round of Caribbean stud is played by."""

    law: CaribbeanStudLaw
    # Elections
    limit: int | None
    limit_applies_to: str
    same_round_jackpots: str
    awards_from: str
    cover_all_after_fold: str
    cover_all_counts: str
    exposed_hole_card: str
    misdeal_envy: str
    magic_card: For | None
    lucky: For | None
    # Pay tables
    bet: dict[Category, tuple[To, str]]
    ante: To
    qualifies_from: int
    """The value of the lowest hand with which the dealer qualifies."""
    no_hand_ante: To
    no_hand_bet: To | None
    """None where it goes back."""
    tip: To | None
    match_play: To | None
    progressive: Schedule | None
    progressive_coupon: int | None
    bonus: BonusTable | None
    five_card: dict[Category, Award] | None
    five_card_wagers: tuple[int, ...] = ()
    """The amounts that a five card hand bonus wager is taken at, least first; none is a round that elects none."""
    five_card_instead: dict[Category, For] = msgspec.field(default_factory=dict)
    """Under easier terms, what a hand is paid in place of the meter where that is more."""
    cover_all: dict[int, dict[Category, To]] | None
    lowest_cover_all: Category | None
    wagers: tuple[str, ...]
    """The side wagers that this table takes."""

    @property
    def limited_antes(self) -> int:
        """How many antes the limit is held against: ante and bet together, or the larger of the two."""
        bet = self.law.bet_multiple
        return bet + 1 if self.limit_applies_to == "total" else max(1, bet)

    def times(self, wager: str) -> int:
        return 1 + self.law.bet_multiple if wager == "ante" else 1

    def least_paid(self, wager: str) -> str:
        """
        >>> rules = caribbean_stud("ma", {"progressive": "D", "bonus": "B"})
        >>> [rules.least_paid(wager) for wager in ("progressive", "bonus", "ante", "five_card_player")]
        ['three of a kind', 'a pair of tens', '', '']
        """
        if wager == "progressive" and self.progressive is not None:
            return least_of(self.progressive.lines)
        if wager == "bonus" and self.bonus is not None:
            return least_of(self.bonus.lines, self.bonus.lowest_pair)
        return least_of(self.five_card) if wager in FIVE_CARD_WAGERS and self.five_card is not None else ""

    def most_won(self, ante: int, hand: Category) -> int:
        """The most that an ante with its bet can win on a hand, whatever the dealer has."""
        bet = self.law.bet_multiple * ante
        better = self.ante.pays(ante) + self.bet[hand][0].pays(bet)
        if not self.qualifies_from:
            return better
        return max(better, self.no_hand_ante.pays(ante) + (self.no_hand_bet.pays(bet) if self.no_hand_bet else 0))

    @property
    def limit_takes_progressive(self) -> bool:
        """Whether the progressive wager is within the limit together with the other wagers."""
        return self.limit_applies_to == "total" or self.law.limit_combines == "progressive"

    @property
    def five_card_least(self) -> int:
        """The least five card hand bonus wager, in cents: of those elected, else what the law is read to mean."""
        assert self.law.five_card_wager is not None
        return min(self.five_card_wagers, default=parse_dollars(self.law.five_card_wager))

    @property
    def levels(self) -> tuple[str, ...]:
        """The meters that this table draws on."""
        main = self.progressive.levels if self.progressive else ()
        return (*main, FIVE_CARD_METER) if self.five_card is not None else main


def _wagers(law: CaribbeanStudLaw, offered: Mapping[str, bool]) -> tuple[str, ...]:
    """The side wagers on offer, a five card hand bonus only on the hands that the law names."""
    hands = law.five_card_hands or ()
    taken = {
        **offered,
        "five_card_player": offered["five_card"] and "player" in hands,
        "five_card_dealer": offered["five_card"] and "dealer" in hands,
    }
    return tuple(wager for wager in SIDE_WAGERS if taken[wager])


def _table(texts: Mapping[str, str]) -> dict[Category, Award]:
    return {hand: parse_award(texts[hand.key]) for hand in sorted(Category, reverse=True) if hand.key in texts}


def _table_to(texts: Mapping[str, str]) -> dict[Category, To]:
    return {hand: award for hand, award in _table(texts).items() if isinstance(award, To)}


def _bet(law: CaribbeanStudLaw) -> dict[Category, tuple[To, str]]:
    texts = {
        Category.ROYAL_FLUSH: (law.bet_royal_flush, "bet_royal_flush"),
        Category.STRAIGHT_FLUSH: (law.bet_straight_flush, "bet_straight_flush"),
        Category.FOUR_OF_A_KIND: (law.bet_four_of_a_kind, "bet_four_of_a_kind"),
        Category.FULL_HOUSE: (law.bet_full_house, "bet_full_house"),
        Category.FLUSH: (law.bet_flush, "bet_flush"),
        Category.STRAIGHT: (law.bet_straight, "bet_straight"),
        Category.THREE_OF_A_KIND: (law.bet_three_of_a_kind, "bet_three_of_a_kind"),
        Category.TWO_PAIR: (law.bet_two_pair, "bet_two_pair"),
        Category.PAIR: (law.bet_pair_or_less, "bet_pair_or_less"),
        Category.HIGH_CARD: (law.bet_pair_or_less, "bet_pair_or_less"),
    }
    return {hand: (_to(text), rule) for hand, (text, rule) in texts.items()}


def _to(text: str) -> To:
    odds = parse_award(text)
    assert isinstance(odds, To)
    return odds


def _for(text: str | None) -> For | None:
    odds = parse_award(text) if text else None
    assert odds is None or isinstance(odds, For)
    return odds


def _bonus_tables(law: CaribbeanStudLaw) -> dict[str, BonusTable] | None:
    if law.bonus_tables is None:
        return None
    lowest = RANKS.index(law.bonus_tables.lowest_pair)
    return {name: BonusTable(name, _table_to(lines), lowest) for name, lines in law.bonus_tables.tables.items()}


def _cover_all(law: CaribbeanStudLaw) -> dict[int, dict[Category, To]] | None:
    if law.cover_all_columns is None:
        return None
    columns = {int(hands): _table_to(lines) for hands, lines in law.cover_all_columns.items()}
    assert law.cover_all_eight is None or columns[8] == _table_to(law.cover_all_eight), "the columns for eight differ"
    return columns


def _limit(house: Elections, law: CaribbeanStudLaw) -> int | None:
    elected = house.cents("limit")
    if law.limit is None:
        if elected is not None:
            raise house.error("limit", "this edition has no limit to lower; a house's own range is minimum and maximum")
        return None
    highest = parse_dollars(law.limit)
    if elected is None:
        return highest
    if not 0 < elected <= highest:
        raise house.error("limit", f"a limit is above zero and at most {law.limit}", "limit")
    return elected


def _five_card_wagers(house: Elections, law: CaribbeanStudLaw, offered: bool) -> tuple[int, ...]:
    """The amounts elected for a five card hand bonus wager, whose percentages are the same for each of them."""
    amounts = house.amounts("five_card_wager", rule="five_card_wager", known=law.five_card_wager is not None)
    if amounts and not offered:
        raise house.error("five_card_wager", "the five card hand bonus is not offered", "five_card_wager")
    return amounts


def _progressive(house: Elections, law: CaribbeanStudLaw) -> Schedule | None:
    """The schedule elected, for the wager that it lists or for the one elected where the law lets it change."""
    named = house.named("progressive", schedules(law), rule="progressive_tables", what="progressive schedule")
    wager = house.cents("progressive_wager")
    if wager is None:
        return named[1] if named else None
    if named is None:
        raise house.error("progressive_wager", "no progressive is offered", "elected_wager_tables")
    name, schedule = named
    if name not in (law.elected_wager_tables or ()):
        raise house.error("progressive_wager", f"the wager of {name} is fixed by the law", schedule.wager_rule)
    if wager <= 0:
        raise house.error("progressive_wager", "a wager is more than nothing", "elected_wager_tables")
    try:
        return schedule.taking(wager)
    except ValueError as error:
        raise house.error("progressive_wager", str(error), "elected_wager_tables") from error


def _awards_from(house: Elections, law: CaribbeanStudLaw, progressive: Schedule | None) -> str:
    """Where fixed awards come from; of several meters there is none that they could come off."""
    elected = house.one_of("awards_from", law.awards_from, rule="awards_from", default="tray")
    if elected == "meter" and progressive is not None and len(progressive.levels) > 1:
        because = f"{progressive.name} has several levels: its fixed awards come from the tray"
        raise house.error("awards_from", because, "awards_from")
    return elected


def resolve_at_table(house: Elections, edition: Edition) -> CaribbeanStudRules:
    """The rules of a table whose game elections are read from `house`."""
    law = edition.law
    assert isinstance(law, CaribbeanStudLaw)
    check_ranking(law)
    elections = house.elected(GAME_FIELDS)
    progressive = _progressive(house, law)
    bonus = house.named("bonus", _bonus_tables(law), rule="bonus_tables", what="bonus table")
    five_card = house.offered("five_card", law.five_card_table is not None, "five card hand bonus")
    cover_all = house.offered("cover_all", law.cover_all_columns is not None, "cover all wager")
    least, maximum = ante_range(house)
    offers = {
        "progressive": progressive is not None,
        "bonus": bonus is not None,
        "five_card": five_card,
        "cover_all": cover_all,
        "tip": law.tip_area == "ante",
    }
    most = posted_maxima(house, {wager: offers[wager] for wager in BOUNDED})
    five_card_wagers = _five_card_wagers(house, law, five_card)
    highest = most.pop("five_card", None)
    if highest is not None:
        most |= dict.fromkeys(FIVE_CARD_WAGERS, highest)
    if highest is not None and five_card_wagers and highest < max(five_card_wagers):
        raise house.error("five_card_maximum", "it is below an amount that five_card_wager elects", "five_card_wager")
    return CaribbeanStudRules(
        edition=edition,
        law=law,
        elections=elections,
        limit=_limit(house, law),
        limit_applies_to=house.one_of(
            "limit_applies_to", law.limit_applies_to, rule="limit_applies_to", default="total"
        ),
        minimum=least,
        maximum=maximum,
        same_round_jackpots=house.one_of(
            "same_round_jackpots", law.same_round_jackpots, rule="same_round_jackpots", default="in-turn"
        ),
        awards_from=_awards_from(house, law, progressive),
        cover_all_after_fold=house.one_of(
            "cover_all_after_fold", law.cover_all_after_fold, rule="cover_all_after_fold", default="forfeited"
        ),
        cover_all_counts=house.one_of(
            "cover_all_counts", law.cover_all_counts, rule="cover_all_counts", default="hands"
        ),
        exposed_hole_card=house.one_of(
            "exposed_hole_card", law.exposed_hole_card, rule="exposed_hole_card", default="void"
        ),
        misdeal_envy=house.one_of("misdeal_envy", law.misdeal_envy, rule="misdeal_envy", default="played-hands"),
        maxima=most,
        liability_limit=liability_limit(house),
        magic_card=_for(law.magic_card),
        lucky=_for(law.lucky),
        bet=_bet(law),
        ante=_to(law.ante_odds),
        qualifies_from=lowest_value(law.dealer_qualifies_with),
        no_hand_ante=_to(law.no_hand_ante or "0 to 1"),
        no_hand_bet=None if law.no_hand_bet in (None, "returned") else _to(law.no_hand_bet),
        tip=_to(law.tip_follows_ante) if law.tip_follows_ante else None,
        match_play=_to(law.match_play) if law.match_play else None,
        progressive=progressive,
        progressive_coupon=parse_dollars(law.progressive_coupon) if law.progressive_coupon else None,
        bonus=bonus[1] if bonus else None,
        five_card=_table(law.five_card_table) if five_card and law.five_card_table else None,
        five_card_wagers=five_card_wagers,
        cover_all=_cover_all(law) if cover_all else None,
        lowest_cover_all=Category[law.cover_all_lowest.upper()] if law.cover_all_lowest else None,
        wagers=_wagers(law, offers),
    )


DRAWS: tuple[Literal["magic_card", "lucky"], ...] = ("magic_card", "lucky")


def resolve(house: Elections, edition: Edition) -> CaribbeanStudRules:
    """The rules of a round; how often a card is drawn is the table's affair, that none is drawn is the round's too."""
    refused: dict[str, None] = {}
    for draw in DRAWS:
        if house.has(draw):
            if getattr(edition.law, draw) is None:
                raise house.error(draw, f"{edition.id} knows no such draw")
            if house.take(draw) is None:
                refused[draw] = None
    return msgspec.structs.replace(resolve_at_table(house, edition), **refused)


def caribbean_stud(id: str, house: Mapping[str, Any] | None = None) -> CaribbeanStudRules:
    """The rules of an edition with the elections given; what is not given is not offered.

    >>> rules = caribbean_stud("ma", {"progressive": "D", "bonus": "B"})
    >>> rules.wagers
    ('progressive', 'bonus')
    """
    rules = game_rules(id, house or {}, "caribbean-stud")
    assert isinstance(rules, CaribbeanStudRules)
    return rules
