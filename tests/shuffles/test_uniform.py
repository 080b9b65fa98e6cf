"""Every arrangement equally likely: statistics at 99% over thousands of shuffles, and shuffles that they find out.

The secrets are the same on every run, so nothing here is left to chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from tests.effort import effort
from tests.shuffles import statistics as s
from tests.shuffles.nights import Fixed
from upcard.cards import DECK, shuffle
from upcard.shuffles.events import Contribution
from upcard.shuffles.key_derivation import FOR_CARDS, draws_of, key_of, key_stream, order_of

DECKS = effort(6000, 200_000)
OF_THE_BAD = 6000
SIZE = 52


def keys(count: int) -> Iterator[bytes]:
    """As a table comes to them: one number after the other, with a word that stays."""
    source = Fixed("uniform, the sample after the criterion")
    for number in range(1, count + 1):
        yield key_of(source.secret().hex(), "Stud 1", number, (Contribution(2, "pat", "the same word"),))


@cache
def ours() -> tuple[tuple[int, ...], ...]:
    return tuple(order_of(key) for key in keys(DECKS))


PARTS = 20
STATISTICS = (s.places, s.neighbours, s.serial, s.runs)


@pytest.mark.parametrize("statistic", STATISTICS)
def test_chance_is_not_rejected(statistic: Callable[[s.Orders], float]) -> None:
    """In twenty parts three rejections at 99% happen once in a thousand times, and for the whole 99.99% is asked."""
    size = DECKS // PARTS
    scores = [statistic(ours()[at : at + size]) for at in range(0, DECKS, size)]
    assert sum(abs(score) > s.AT_99 for score in scores) < 3
    assert abs(statistic(ours())) < s.AT_99_99


def test_cards_come_to_the_top_at_random() -> None:
    """Of 52 cards four are rejected at 99% once in five hundred times."""
    scores = [s.gaps(ours(), card) for card in range(SIZE)]
    assert sum(abs(score) > s.AT_99 for score in scores) < 4


@pytest.mark.parametrize("size", [3, 4, 5])
def test_every_order_of_a_small_deck(size: int) -> None:
    small = [shuffle(DECK[:size], key_stream(key, FOR_CARDS)) for key in keys(6000)]
    cards = sorted(DECK[:size])
    assert abs(s.permutations([tuple(map(cards.index, order)) for order in small])) < s.AT_99


def test_draws_come_as_often_as_the_house_says() -> None:
    found = [draws_of(key, {"lucky": "1/4", "magic_card": "1/2"}, (1, 2, 3)) for key in keys(6000)]
    magic = [draw.magic_card for draw in found if draw.magic_card is not None]
    lucky = [draw.lucky for draw in found if draw.lucky is not None]
    assert abs(len(magic) - 3000) < s.AT_99 * (6000 / 4) ** 0.5
    assert abs(len(lucky) - 1500) < s.AT_99 * (6000 * 3 / 16) ** 0.5
    assert abs(s.normal(s.chi_square((magic.count(card) for card in DECK), len(magic) / SIZE), SIZE - 1)) < s.AT_99
    places = ("1", "2", "3", "dealer")
    assert abs(s.normal(s.chi_square(map(lucky.count, places), len(lucky) / 4), 3)) < s.AT_99


# ---- and each statistic is able to reject ----------------------------------------------------------------------------


def swap(order: list[int], one: int, other: int) -> None:
    order[one], order[other] = order[other], order[one]


def by_modulo(stream: Iterator[int]) -> tuple[int, ...]:
    """The remainder of a byte, whatever it is."""
    order = list(range(SIZE))
    for place in range(SIZE - 1, 0, -1):
        swap(order, place, next(stream) % (place + 1))
    return tuple(order)


def one_too_few(stream: Iterator[int]) -> tuple[int, ...]:
    """No card may stay where it is."""
    order = list(range(SIZE))
    for place in range(SIZE - 1, 0, -1):
        swap(order, place, next(stream) * place // 256)
    return tuple(order)


def any_two(stream: Iterator[int]) -> tuple[int, ...]:
    """Every place swaps with any place."""
    order = list(range(SIZE))
    for place in range(SIZE):
        swap(order, place, next(stream) * SIZE // 256)
    return tuple(order)


def riffled(stream: Iterator[int]) -> tuple[int, ...]:
    """Three riffles by hand, which are four too few."""
    order = list(range(SIZE))
    for _ in range(3):
        half = sum(next(stream) & 1 for _ in range(SIZE))
        left, right, order = order[:half], order[half:], []
        while left or right:
            order.append((left if next(stream) % (len(left) + len(right)) < len(left) else right).pop(0))
    return tuple(order)


@cache
def worse(way: Callable[[Iterator[int]], tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    return tuple(way(key_stream(key, FOR_CARDS)) for key in keys(OF_THE_BAD))


@pytest.mark.parametrize(
    ("statistic", "way"),
    [
        (s.places, by_modulo),
        (s.places, one_too_few),
        (s.places, any_two),
        (s.neighbours, riffled),
        (s.serial, riffled),
        (s.runs, riffled),
        (s.gaps, riffled),
    ],
)
def test_a_bad_shuffle_is_rejected(
    statistic: Callable[[s.Orders], float], way: Callable[[Iterator[int]], tuple[int, ...]]
) -> None:
    assert abs(statistic(worse(way))) > 2 * s.AT_99


def test_a_bad_shuffle_of_few_cards_is_rejected() -> None:
    orders = []
    for key in keys(6000):
        stream, order = key_stream(key, FOR_CARDS), [0, 1, 2]
        for place in range(3):
            swap(order, place, next(stream) * 3 // 256)
        orders.append(tuple(order))
    assert s.permutations(orders) > 2 * s.AT_99
