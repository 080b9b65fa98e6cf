"""Wagers on five cards: the hands counted, and tables of odds priced."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.cards import DECK, RANKS, Card, Category, category, pair_rank, rank_five
from upcard.exact.priced_wager import moments
from upcard.exact.side_wagers import all_hands, bonus_wager, by_category, hands_from, side_wager
from upcard.number_format import root
from upcard.rules.caribbean_stud import caribbean_stud
from upcard.rules.house_warnings import DEALS, HANDS
from upcard.units import For, To


def test_all_hands_of_a_deck() -> None:
    assert all_hands().counts == HANDS
    assert all_hands().deals == DEALS == 2_598_960
    assert set(all_hands().pairs.values()) == {84_480}


@pytest.mark.parametrize("pair", range(13))
def test_pairs_from_a_rank_upwards(pair: int) -> None:
    assert all_hands().of(Category.PAIR, pair) == 84_480 * (13 - pair)


@given(st.sets(st.sampled_from(DECK), min_size=5, max_size=16))
def test_hands_of_some_cards_are_those_dealt_one_by_one(cards: set[Card]) -> None:
    counts = dict.fromkeys(Category, 0)
    pairs: dict[int, int] = {}
    for five in combinations(sorted(cards), 5):
        value = rank_five(five)
        counts[category(value)] += 1
        if category(value) is Category.PAIR:
            pairs[pair_rank(value)] = pairs.get(pair_rank(value), 0) + 1
    found = hands_from(cards)
    assert found.counts == counts
    assert found.pairs == pairs


@pytest.mark.rule("bonus_tables")
@pytest.mark.parametrize(
    ("table", "edge"), [("A", Fraction(1347, 43316)), ("B", Fraction(11311, 216580)), ("C", Fraction(171, 2380))]
)
def test_the_bonus_tables(table: str, edge: Fraction) -> None:
    bonus = caribbean_stud("ma", {"bonus": table}).bonus
    assert bonus is not None
    found = bonus_wager(bonus)
    assert found.house_edge == edge
    assert found.return_ == 1 - edge
    assert found.hit_frequency == Fraction(10343, 43316)
    assert sum(found.counts.values()) == found.deals == DEALS
    assert found.counts["pair"] == 5 * 84_480


def test_the_bonus_tables_by_hand() -> None:
    """Table A once more, from the plain sum of its wins and its losses."""
    won = 4 * 1000 + 36 * 200 + 624 * 100 + 3744 * 50 + 5108 * 40 + 10_200 * 25 + 54_912 * 7 + 123_552 * 3 + 422_400
    lost = 2_598_960 - 620_580
    assert Fraction(lost - won, 2_598_960) == Fraction(1347, 43316)


def test_to_hands_the_stake_back_and_for_keeps_it() -> None:
    to, for_ = side_wager({Category.PAIR: To(2)}), side_wager({Category.PAIR: For(3)})
    assert to.return_ == for_.return_ == Fraction(3 * 1_098_240, DEALS)
    assert to.variance == for_.variance


def test_the_lowest_pair_is_paid_and_the_one_below_is_not() -> None:
    at = {rank: side_wager({Category.PAIR: To(1)}, RANKS.index(rank)).counts["pair"] for rank in "9TJ"}
    assert at == {"9": 506_880, "T": 422_400, "J": 337_920}


def test_a_fair_wager_of_even_money() -> None:
    found = by_category({Category.PAIR: 1}, 2, {Category.PAIR: To(1)})
    assert (found.house_edge, found.variance) == (Fraction(0), Fraction(1))
    assert found.standard_deviation == "1.000000"


@given(st.fractions(min_value=0, max_value=10**9), st.integers(1, 8))
def test_a_root_is_the_nearest_decimal(square: Fraction, decimals: int) -> None:
    found, half = Fraction(root(square, decimals)), Fraction(1, 2 * 10**decimals)
    assert max(found - half, Fraction(0)) ** 2 <= square < (found + half) ** 2


def test_moments_of_a_sure_thing() -> None:
    found = moments([(7, Fraction(3, 4))])
    assert (found.mean, found.variance) == (Fraction(3, 4), Fraction(0))
    assert root(found.variance) == "0.000000"
