"""The chance of a simulation: the same cards in Python and in the kernels, and fair ones."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from upcard.cards import Card, distinct
from upcard.compiled import load
from upcard.simulate.kernels import WORD
from upcard.simulate.price_arrays import tables
from upcard.simulate.tally import MOST_ROUNDS, below, cards, draws, hands, key_of, threshold, word

KEY = key_of("a fair deal")


def test_words_are_those_of_splitmix64() -> None:
    # The first outputs of the public reference generator for the state 1234567, which steps before it mixes.
    known = (6457827717110365317, 3203168211198807973, 9817491932198370423)
    assert [word(1234567, 0, step) for step in (1, 2, 3)] == list(known)


@pytest.mark.parametrize("round", [0, 1, 123_456_789, MOST_ROUNDS - 1])
def test_the_kernel_deals_the_same_cards(round: int) -> None:
    kernel = load("simulate.kernels.cards")
    deck = tables().deck.copy()
    for place in range(8):
        drawn = kernel.word(np.uint64(KEY), np.uint64(16 * round + place))
        assert int(drawn) == word(KEY, round, place)
        kernel.hand(deck, 5 * place, kernel.fraction(np.uint64(drawn)))
    assert tuple(int(card) >> 52 for card in deck[:40]) == cards(KEY, round, 40)


def test_a_round_is_cards_of_one_deck_and_rounds_differ() -> None:
    dealt = [cards(KEY, round, 40) for round in range(300)]
    assert all(distinct(each) and all(0 <= card < 52 for card in each) for each in dealt)
    assert len(set(dealt)) == 300
    assert hands(KEY, 5, 8)[3] == dealt[5][15:20]


@pytest.mark.parametrize("place", [0, 4, 5, 39])
def test_every_card_comes_to_every_place_alike(place: int) -> None:
    many = 10_400
    found = Counter(cards(KEY, round, place + 1)[place] for round in range(many))
    expected = many / 52
    squared = sum((found[Card(card)] - expected) ** 2 for card in range(52)) / expected
    assert 20 < squared < 100, "51 degrees of freedom: far outside by chance once in a hundred thousand"


def test_pairs_of_places_are_not_bound_to_one_another() -> None:
    many = 20_800
    shift = Counter((b - a) % 52 for a, b in (cards(KEY, round, 6)[4:6] for round in range(many)))
    assert shift[0] == 0
    expected = many / 51
    assert 15 < sum((shift[by] - expected) ** 2 for by in range(1, 52)) / expected < 105


def test_a_threshold_is_the_probability() -> None:
    assert threshold(1, 1) == 2**WORD - 1
    assert threshold(1, 4) == 2**62 - 1
    assert threshold(1, 10**9) == 2**64 // 10**9 - 1


def test_below_reaches_every_number_and_no_other() -> None:
    assert below(0, 52) == 0
    assert below(2**WORD - 1, 52) == 51
    assert below(2**63, 8) == 4


def test_draws_happen_as_often_as_elected_and_fall_anywhere() -> None:
    found = [draws(KEY, round, {"magic_card": (1, 4), "lucky": (1, 2)}, 3) for round in range(4000)]
    magic = Counter(card for card, _ in found if card is not None)
    lucky = Counter(where for _, where in found if where is not None)
    assert abs(sum(magic.values()) - 1000) < 4.5 * (4000 * 3 / 16) ** 0.5
    assert abs(sum(lucky.values()) - 2000) < 4.5 * 4000**0.5 / 2
    assert set(magic) == set(range(52))
    assert set(lucky) == {0, 1, 2}
    assert draws(KEY, 1, {}, 3) == (None, None)
    assert draws(KEY, 1, {"magic_card": (1, 1)}, 3)[0] is not None


def test_a_seed_is_any_text() -> None:
    assert len({key_of(text) for text in ("", "1", "01", "königlich", "1 ")}) == 5
    assert Fraction(key_of("1"), 2**64) < 1
