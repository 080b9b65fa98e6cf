"""Ranks of hands in arrays, against the plain ranking of one hand at a time."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, combinations_with_replacement
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from upcard.cards import DECK, Card, Category, category, describe, parse_cards, rank_five
from upcard.cards import best_of_six as best_of_six_plainly
from upcard.cards.arrays import LOWEST, MOST, best_of_six, category_of, rank_hands, rank_of_value, value_of

Bytes = NDArray[np.uint8]
Rank = Callable[..., NDArray[np.uint16]]


@pytest.fixture(scope="module")
def every_hand() -> Bytes:
    flat = np.fromiter((card for hand in combinations(range(52), 5) for card in hand), np.uint8, 5 * comb(52, 5))
    return flat.reshape(-1, 5)


@pytest.fixture(scope="module")
def every_rank(every_hand: Bytes) -> NDArray[np.uint16]:
    return rank_hands(every_hand)


@pytest.fixture(scope="module")
def some_sixes() -> Bytes:
    return np.random.default_rng(6).permuted(np.tile(np.arange(52, dtype=np.uint8), (100_000, 1)), axis=1)[:, :6]


def _best_of_its_fives(sixes: Bytes) -> NDArray[np.uint16]:
    fives = [rank_hands(np.delete(sixes, left, axis=1)) for left in range(6)]
    best: NDArray[np.uint16] = np.max(fives, axis=0)
    return best


# ---- five cards --------------------------------------------------------------------------------------------


def test_every_hand_has_the_place_of_its_value(every_rank: NDArray[np.uint16]) -> None:
    plainly = np.fromiter(map(rank_five, combinations(sorted(DECK), 5)), np.int64, comb(52, 5))
    values = np.array([value_of(rank) for rank in range(1, MOST + 1)])
    assert (np.diff(values) > 0).all()
    assert (values[every_rank - 1] == plainly).all()
    assert len(np.unique(every_rank)) == MOST == 7462
    assert (category_of(every_rank) == plainly >> 20).all()


@pytest.mark.parametrize("in_columns", [False, True])
def test_the_order_of_the_cards_changes_nothing(
    every_hand: Bytes, every_rank: NDArray[np.uint16], in_columns: bool
) -> None:
    mixed = np.random.default_rng(in_columns).permuted(every_hand, axis=1)
    assert (mixed != every_hand).any()
    assert (rank_hands(np.asfortranarray(mixed) if in_columns else mixed) == every_rank).all()


# ---- the best five of six ----------------------------------------------------------------------------------


def test_the_best_of_six_is_the_best_of_its_fives(some_sixes: Bytes) -> None:
    assert (best_of_six(some_sixes) == _best_of_its_fives(some_sixes)).all()


def test_the_best_of_six_agrees_with_plain_python(some_sixes: Bytes) -> None:
    plainly = [best_of_six_plainly([Card(card) for card in hand]) for hand in some_sixes[:20_000].tolist()]
    assert [value_of(rank) for rank in best_of_six(some_sixes[:20_000]).tolist()] == plainly


def test_every_choice_of_six_ranks() -> None:
    ranks = [held for held in combinations_with_replacement(range(13), 6) if max(map(held.count, held)) <= 4]
    # Suits by turns, and the third and fourth card of a rank in what suits are left: never five of one.
    hands = []
    for held in ranks:
        hand: list[int] = []
        for at, rank in enumerate(held):
            hand.append(next(card for turn in range(4) if (card := rank << 2 | (at + turn) & 3) not in hand))
        hands.append(hand)
    sixes = np.array(hands, np.uint8)
    assert len(sixes) == comb(18, 6) - 13 - 13 * 12
    suits = np.sort(sixes & 3, axis=1)
    assert (suits[:, :2] != suits[:, 4:]).all()
    assert (best_of_six(sixes) == _best_of_its_fives(sixes)).all()


def test_every_flush_among_six() -> None:
    order = np.random.default_rng(9)
    for suit in range(4):
        own = [rank << 2 | suit for rank in range(13)]
        fives = [(*five, other) for five in combinations(own, 5) for other in range(52) if other & 3 != suit]
        sixes = np.array([*fives, *combinations(own, 6)], np.uint8)
        assert len(sixes) == 1287 * 39 + 1716
        assert (best_of_six(order.permuted(sixes, axis=1)) == _best_of_its_fives(sixes)).all()


# ---- shapes and kinds of arrays ----------------------------------------------------------------------------

BOTH = pytest.mark.parametrize(("rank", "size"), [(rank_hands, 5), (best_of_six, 6)])


@BOTH
def test_any_number_of_hands(rank: Rank, size: int, some_sixes: Bytes) -> None:
    hands = some_sixes[:, :size]
    ranks = rank(hands)
    for many in (0, 1, 2, 63, 64, 65, 127, 128, 129, 4095, 4096, 4097, 8191, 8193):
        assert (rank(hands[:many]) == ranks[:many]).all()
        assert (rank(np.asfortranarray(hands[:many])) == ranks[:many]).all()
        assert (rank(np.ascontiguousarray(hands[:many])) == ranks[:many]).all()


@BOTH
@pytest.mark.parametrize("kind", ["i1", "i2", "i4", "i8", "u2", "u4", "u8", ">i4", ">u2", "<i8"])
def test_any_kind_of_integer(rank: Rank, size: int, kind: str, some_sixes: Bytes) -> None:
    hands = some_sixes[:1000, :size]
    found = rank(hands.astype(kind))
    assert found.dtype == np.uint16
    assert (found == rank(hands)).all()


@BOTH
def test_any_shape_and_any_strides(rank: Rank, size: int, some_sixes: Bytes) -> None:
    hands = np.ascontiguousarray(some_sixes[:600, :size])
    ranks = rank(hands)
    assert rank(hands[0]).shape == ()
    assert rank(hands[0]) == ranks[0]
    assert (rank(hands.reshape(5, 4, 30, size)) == ranks.reshape(5, 4, 30)).all()
    assert (rank(hands.reshape(20, 30, size).transpose(1, 0, 2)) == ranks.reshape(20, 30).T).all()
    assert (rank(hands[::3]) == ranks[::3]).all()
    assert (rank(hands[::-1]) == ranks[::-1]).all()
    assert (rank(hands[:, ::-1]) == ranks).all()
    assert (rank(np.broadcast_to(hands[7], (300, size))) == ranks[7]).all()
    assert (rank(hands[:9].tolist()) == ranks[:9]).all()
    assert rank(np.empty((3, 0, size), np.uint8)).shape == (3, 0)
    hands.flags.writeable = False
    assert (rank(hands) == ranks).all()


@BOTH
def test_ranks_go_where_they_are_wanted(rank: Rank, size: int, some_sixes: Bytes) -> None:
    hands = some_sixes[:1000, :size]
    ranks = rank(hands)
    wide = np.zeros((1000, 3), np.uint16)
    assert rank(hands, out=wide[:, 1]).base is wide
    assert (wide[:, 1] == ranks).all()
    assert not wide[:, ::2].any()
    tidy = np.zeros(1002, np.uint16)
    found = rank(hands, out=tidy[1:-1])
    assert found.base is tidy
    assert (tidy[1:-1] == ranks).all()
    assert tidy[0] == tidy[-1] == 0


def test_threads_share_the_work(some_sixes: Bytes) -> None:
    ranks = np.zeros(len(some_sixes), np.uint16)
    parts = [slice(at, at + 12_345) for at in range(0, len(ranks), 12_345)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda part: best_of_six(some_sixes[part], out=ranks[part]), parts))
    assert (ranks == best_of_six(some_sixes)).all()


# ---- what is refused ---------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("place", [0, 70, 127, 128, 140])
@pytest.mark.parametrize("order", ["C", "F"])
def test_what_is_no_card_is_refused_by_its_place(
    rank: Rank, size: int, place: int, order: Any, some_sixes: Bytes
) -> None:
    for kind, wrong in (
        ("u1", 52),
        ("u1", 255),
        ("i1", -1),
        ("i8", 256),
        ("i8", -(2**63)),
        ("u8", 2**63),
        ("i4", 2**8),
    ):
        hands = np.array(some_sixes[:141, :size], kind, order=order)
        hands[place, size - 2] = wrong
        with pytest.raises(
            ValueError, match=rf"^hands: a card is from 0 to 51, and the hand at \({place},\) has {wrong}\.$"
        ):
            rank(hands)


@BOTH
@pytest.mark.parametrize("place", [0, 70, 127, 128, 140])
@pytest.mark.parametrize("order", ["C", "F"])
def test_a_card_that_stands_twice_is_refused(rank: Rank, size: int, place: int, order: Any, some_sixes: Bytes) -> None:
    for one, other in combinations(range(size), 2):
        hands = np.array(some_sixes[:141, :size], order=order)
        hands[place, one] = hands[place, other]
        card = hands[place, one]
        with pytest.raises(ValueError, match=rf"^hands: the hand at \({place},\) has the card {card} twice\.$"):
            rank(hands)


@BOTH
def test_what_is_no_array_of_hands_is_refused(rank: Rank, size: int) -> None:
    for shape in ((), (0,), (size - 1,), (size + 1,), (size, 3), (2, size + 1)):
        with pytest.raises(ValueError, match=f"^hands: the last axis is for {size} cards, but the shape is"):
            rank(np.zeros(shape, np.uint8))
    for kind in ("f8", "?", "S1", "O"):
        with pytest.raises(ValueError, match=r"^hands: integers are wanted, not "):
            rank(np.zeros((3, size), kind))


@BOTH
def test_a_wrong_place_for_the_ranks_is_refused(rank: Rank, size: int, some_sixes: Bytes) -> None:
    hands = some_sixes[:100, :size]
    shut = np.zeros(100, np.uint16)
    shut.flags.writeable = False
    for out in (np.zeros(99, np.uint16), np.zeros(100, np.int16), np.zeros((100, 1), np.uint16), shut):
        with pytest.raises(ValueError, match=r"^out: \(100,\) of uint16"):
            rank(hands, out=out)


# ---- ranks, values and categories --------------------------------------------------------------------------


def test_each_category_begins_where_it_should() -> None:
    for kind, lowest in LOWEST.items():
        assert category(value_of(lowest)) is kind
        assert category_of([lowest]) == kind
        if kind:
            assert category_of(lowest - 1) == kind - 1
    assert list(LOWEST) == list(Category)
    assert LOWEST[Category.ROYAL_FLUSH] == MOST


def test_a_value_and_its_rank_lead_to_each_other() -> None:
    for rank in range(1, MOST + 1):
        assert rank_of_value(value_of(rank)) == rank
    hand = parse_cards("Kc Kd Kh 2s 2c")
    assert describe(value_of(int(rank_hands(hand)))) == "full house, kings over twos"
    assert value_of(int(rank_hands(hand))) == rank_five(hand)


@pytest.mark.parametrize("wrong", [0, -1, 7463])
def test_what_is_no_rank_is_refused(wrong: int) -> None:
    with pytest.raises(ValueError, match=f"^rank: a rank is from 1 to 7462, not {wrong}\\.$"):
        value_of(wrong)
    with pytest.raises(ValueError, match=f"^ranks: a rank is from 1 to 7462, and there are .*{wrong}"):
        category_of([5, wrong])
    with pytest.raises(ValueError, match=f"^value: {wrong} is the value of no hand\\.$"):
        rank_of_value(wrong)


def test_categories_keep_their_shape() -> None:
    assert category_of(np.ones((2, 3), np.uint16)).shape == (2, 3)
    assert category_of(np.ones(0, np.uint16)).shape == (0,)
    with pytest.raises(ValueError, match=r"^ranks: integers are wanted"):
        category_of([1.5])


# ---- machines ----------------------------------------------------------------------------------------------

PLAIN_MACHINE = """
import numpy as np
from upcard.cards.arrays import best_of_six, rank_hands
hands = np.random.default_rng(6).permuted(np.tile(np.arange(52, dtype=np.uint8), (5000, 1)), axis=1)[:, :6]
hands = np.asfortranarray(hands)
fives = hands[:, :5].copy()
for ranks in (rank_hands(fives), rank_hands(hands[:, :5]), best_of_six(hands)):
    print(ranks.tolist())
"""


def test_a_processor_without_wide_vectors_gives_the_same(tmp_path: Path) -> None:
    plain = {**os.environ, "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "UPCARD_CACHE": str(tmp_path)}
    told = [
        subprocess.run(
            [sys.executable, "-c", PLAIN_MACHINE], check=True, capture_output=True, text=True, env=env
        ).stdout
        for env in (plain, dict(os.environ))
    ]
    assert told[0] == told[1]
    assert len(told[0].splitlines()) == 3


def test_the_module_alone_loads_no_compiler() -> None:
    program = "import sys, upcard.cards.arrays; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "False"
