"""Bonus 6 at best play: against a plain player on a small deck, against single hands dealt out, and its figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import pytest
from msgspec.structs import replace

from upcard.cards import DECK, RANKS, Card, Category, best_of_six, parse_cards, rank_five, rank_of
from upcard.compiled import load
from upcard.exact import bonus_six as room
from upcard.exact.bonus_six import BonusSix, bonus_six, decision, fair_card_fee
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.bonus_six import bonus_six as rules_of
from upcard.units import To

BLACK_HAWK = rules_of({"pay_table": "black-hawk"})
STEEP = rules_of({"pay_table": {"royal_flush": 5000, "straight_flush": 300, "four_of_a_kind": 60, "full_house": 15,
                                "flush": 9, "straight": 7, "three_of_a_kind": 4}})  # fmt: skip
PAIRS = rules_of(
    {"pay_table": {hand.key: 1 for hand in Category if hand is not Category.HIGH_CARD}
     | {"royal_flush": 3, "lowest_pair": "J"}}
)  # fmt: skip
TABLES = (BLACK_HAWK, STEEP, PAIRS)


# ----------------------------------------------------------------------------------- a plain player, card by card


class Plain:
    """A player who deals out every card that may come. Nothing is shared with the room but the ranking of hands."""

    def __init__(self, rules: BonusSixRules, ranks: str, *, insured: bool) -> None:
        self.deck = tuple(card for card in DECK if RANKS[rank_of(card)] in ranks)
        self.odds = rules.schedule.odds
        self.insured = insured
        self.last: Callable[[tuple[Card, ...]], Fraction] = cache(self._last)
        self.second: Callable[[tuple[Card, ...]], Fraction] = cache(self._second)

    def _mean(self, cards: tuple[Card, ...], value: Callable[[tuple[Card, ...]], Fraction | int]) -> Fraction:
        held = set(cards)
        every = [value(tuple(sorted((*cards, card)))) for card in self.deck if card not in held]
        return Fraction(sum(every)) / len(every)

    def _with_card(self, cards: tuple[Card, ...]) -> int:
        odds = self.odds(best_of_six(cards))
        return 3 * odds.odds - 1 if odds else -4

    def _last(self, cards: tuple[Card, ...]) -> Fraction:
        odds = self.odds(rank_five(cards))
        if odds:
            return Fraction(3 * odds.odds)
        return max(Fraction(-3), self._mean(cards, self._with_card)) if self.insured else Fraction(-3)

    def _second(self, cards: tuple[Card, ...]) -> Fraction:
        return max(Fraction(-2), self._mean(cards, self.last))

    def first(self, cards: tuple[Card, ...]) -> Fraction:
        return max(Fraction(-1), self._mean(cards, self.second))

    def value(self) -> Fraction:
        every = [self.first(cards) for cards in combinations(self.deck, 3)]
        return sum(every, Fraction(0)) / len(every) - (Fraction(1, 2) if self.insured else 0)


def present(ranks: str) -> int:
    return sum(1 << RANKS.index(rank) for rank in ranks)


@pytest.mark.parametrize(("rules", "ranks"), [(BLACK_HAWK, "2345A"), (STEEP, "TJQKA"), (PAIRS, "9TJQA")])
@pytest.mark.parametrize("insured", [False, True])
def test_a_plain_player_on_a_small_deck(rules: BonusSixRules, ranks: str, insured: bool) -> None:
    found = bonus_six(rules, insured=insured, present=present(ranks))
    assert -found.house_edge == Plain(rules, ranks, insured=insured).value()
    assert found.deals == comb(20, 3) * 17 * 16 * 15


# ------------------------------------------------------------------------------------------- one hand dealt out


@pytest.mark.parametrize("text", ["6c 6d Ah", "2c 3d 9h", "Kc Qc 4c"])
@pytest.mark.parametrize("insured", [False, True])
def test_three_cards_dealt_out_to_the_end(text: str, insured: bool) -> None:
    cards = tuple(sorted(parse_cards(text)))
    plain = Plain(BLACK_HAWK, RANKS, insured=insured)
    fee = Fraction(1, 2) if insured else Fraction(0)
    found = decision(BLACK_HAWK, cards, insured=insured)
    going_on = plain._mean(cards, plain.second) - fee
    assert found.values == {"bet": going_on, "fold": -1 - fee}
    assert found.best == ("bet" if going_on > -1 - fee else "fold")


def test_five_cards() -> None:
    pair, busted = parse_cards("6c 6d Ah 2c 9s"), parse_cards("2c 4d 7h 9s Kc")
    assert decision(BLACK_HAWK, pair).values == {"stand": Fraction(3)}
    assert decision(BLACK_HAWK, busted).values == {"discard": Fraction(-3)}
    found = decision(BLACK_HAWK, busted, insured=True)
    # A seven, a nine or a king pairs for even money: nine cards in 47; a pair of twos or fours does not win.
    half = Fraction(1, 2)
    assert found.values == {"discard": -3 - half, "card": -3 - half - 1 + Fraction(9 * 6, 47)}
    assert found.best == "card"


def test_the_lowest_winning_pair_and_the_one_below() -> None:
    assert decision(BLACK_HAWK, parse_cards("5c 5d Ah 2c 9s")).best == "discard"
    assert decision(BLACK_HAWK, parse_cards("6c 6d Ah 2c 9s")).best == "stand"
    assert decision(BLACK_HAWK, parse_cards("5c 5d Ah 2c 9s"), insured=True).best == "card"


@pytest.mark.parametrize("text", ["6c 6d", "6c 6d 6c", "2c 3c 4c 5c 6c 7c"])
def test_no_decision(text: str) -> None:
    with pytest.raises(ValueError, match="three, four or five different cards"):
        decision(BLACK_HAWK, parse_cards(text))


def test_suits_do_not_matter() -> None:
    a, b = parse_cards("6c 7c 8d Th"), parse_cards("Td 6s 8h 7s")
    assert decision(BLACK_HAWK, a) == decision(BLACK_HAWK, b)


# --------------------------------------------------------------------------------------------------- the figures


@cache
def game(at: int, insured: bool) -> BonusSix:
    return bonus_six(TABLES[at], insured=insured)


@pytest.mark.rule("pay_tables", "insurance_divisor", "bonus_card_multiple")
def test_black_hawk() -> None:
    found = game(0, False)
    assert found.deals == 2_443_022_400
    assert found.house_edge == Fraction(225_731, 2_165_800)
    assert found.element_of_risk == Fraction(225_731, 4_174_152)
    assert found.average_wager == Fraction(521_769, 270_725)
    assert found.average_fees == 0
    assert found.standard_deviation == "5.790083"


@pytest.mark.rule("insurance_divisor")
def test_never_buy_insurance_at_black_hawk() -> None:
    found = game(0, True)
    assert found.insurance_value == Fraction(-529_349, 20_358_520)
    assert found.insurance_value == game(0, False).house_edge - found.house_edge < 0
    assert found.house_edge == Fraction(6_628_051, 50_896_300)
    assert found.insurance_worth == found.insurance_value + Fraction(1, 2)


def test_a_card_fee_at_which_insurance_is_fair() -> None:
    fee = fair_card_fee(BLACK_HAWK)
    assert fee == Fraction(102_605_077, 107_989_127)
    stakes = room.Stakes(1, 2, 3, fee)
    play = room.best_play(room.streets(), room.pays(BLACK_HAWK.schedule), stakes)
    assert play.value - Fraction(1, 2) == room.play_of(BLACK_HAWK).value


def test_no_card_fee_makes_up_for_insurance_on_a_table_that_hardly_pays() -> None:
    assert fair_card_fee(rules_of({"pay_table": {"royal_flush": 10}})) is None


@pytest.mark.parametrize("insured", [False, True])
@pytest.mark.parametrize("at", range(len(TABLES)))
def test_the_figures_hang_together(at: int, insured: bool) -> None:
    found = game(at, insured)
    counts = found.counts
    won = sum(counts.stand.values()) + sum(counts.card.values())
    lost = counts.fold_first + counts.fold_second + counts.discard + counts.card_lost
    assert won + lost == found.deals
    assert found.hit_frequency == Fraction(won, found.deals)
    assert found.house_edge == 1 - found.return_
    assert found.element_of_risk * found.average_wager == found.house_edge
    bought = sum(counts.card.values()) + counts.card_lost
    assert found.average_fees == (Fraction(1, 2) + Fraction(bought, found.deals) if insured else 0)
    assert (bought > 0) == insured == (found.card_worth is not None)
    assert found.card_worth is None or found.card_worth > 1
    assert 0 <= found.first_bets <= comb(52, 3)
    assert 0 <= found.second_bets <= comb(52, 4)


def test_odds_beyond_64_bits() -> None:
    """Python's own whole numbers take over, and lead to the same play."""
    some = rules_of({"pay_table": {"royal_flush": 2, "straight_flush": 1}})
    lines = {hand: To(10**14 * line.odds) for hand, line in some.schedule.lines.items()}
    huge = replace(some, schedule=replace(some.schedule, lines=lines))  # no house could post them
    found = bonus_six(huge, insured=True, present=present("9TJQKA"))
    assert found.house_edge == 1 - found.return_
    assert found.counts.stand["royal_flush"] > 0


@pytest.mark.parametrize("at", range(len(TABLES)))
def test_the_wide_way_is_the_narrow_way(at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    stakes = room.Stakes(1, 2, 3, Fraction(3, 7))
    on, odds = room.streets(present("9TJQKA")), room.pays(TABLES[at].schedule)
    narrow = room.best_play(on, odds, stakes)
    monkeypatch.setattr(room, "WIDEST", 0)
    wide = room.best_play(on, odds, stakes)
    assert wide.going_on[0].dtype == object != narrow.going_on[0].dtype
    assert wide.value == narrow.value
    assert room.ends(wide) == room.ends(narrow)


# ---------------------------------------------------------------------------------------------------- the kernel


def test_classes_of_the_whole_deck() -> None:
    on, kernel = room.streets(), load("exact.kernels.bonus_six")
    assert [keys.size for keys in on.keys] == [1755, 16_432, 134_459]
    assert [int(kernel.orbits(keys).sum()) for keys in on.keys] == [comb(52, n) for n in (3, 4, 5)]
    assert set(on.sixths.sum(axis=1)) == {47}


def test_the_kinds_of_five_and_six_cards_are_those_of_the_ranking() -> None:
    kernel = load("exact.kernels.bonus_six")
    kinds = {(hand, rank): kind for kind, (hand, rank) in enumerate(room.KINDS)}

    def kind_of(value: int) -> int:
        hand = Category(value >> 20)
        return kinds[hand, value >> 16 & 15 if hand is Category.PAIR else 0]

    on = room.streets()
    for place in range(0, on.keys[2].size, 997):
        key = int(on.keys[2][place])
        masks = [key >> 13 * (3 - suit) & 0x1FFF for suit in range(4)]
        cards = tuple(Card(rank << 2 | suit) for suit in range(4) for rank in range(13) if masks[suit] >> rank & 1)
        assert room.key_of(cards) == key
        assert kind_of(rank_five(cards)) == on.kinds[place] == kernel.kind(*masks)
        sixths = Counter(kind_of(best_of_six((*cards, card))) for card in DECK if card not in cards)
        assert {kind: n for kind, n in enumerate(on.sixths[place].tolist()) if n} == sixths
