"""Hands in arrays: ranks for thousands of millions of them.

    >>> import numpy as np
    >>> from upcard.cards import describe, parse_cards
    >>> hands = np.array([parse_cards("As Ks Qs Js Ts"), parse_cards("7c 5d 4h 3s 2c")], np.uint8)
    >>> rank_hands(hands)
    array([7462,    1], dtype=uint16)
    >>> category_of(rank_hands(hands)), describe(value_of(7462))
    (array([9, 0], dtype=uint8), 'royal flush')

A rank is from 1 to 7462; higher beats lower and equal ties, as with the values of `rank_five`. Arrays of uint8 whose
hands lie one after the other are ranked where they lie, and so are those whose first cards lie together, then the
second ones, and so on (`array.T` of an array of five rows). Others are copied first. One core does the work while other
Python threads run, so whoever has several cores gives each thread a part of the array and of `out`.

Cards out of range and a card that stands twice in a hand are found on the way and are a ValueError.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from upcard.cards.card import Card
from upcard.cards.hand import Category, rank_five
from upcard.compiled import load

Worth: TypeAlias = tuple[tuple[int, ...], int]

MOST = 7462
"""The rank of a royal flush."""

LOWEST: dict[Category, int] = dict(
    zip(Category, (1, 1278, 4138, 4996, 5854, 5864, 7141, 7297, 7453, 7462), strict=True)
)
"""The rank of the lowest hand of each category."""


def rank_hands(hands: ArrayLike, out: NDArray[np.uint16] | None = None) -> NDArray[np.uint16]:
    """The ranks of hands of five cards: integers from 0 to 51, five on the last axis.

    With `out` the ranks are written there. After an error it holds anything.

    >>> rank_hands([[0, 1, 2, 3, 4], [0, 1, 2, 3, 3]])
    Traceback (most recent call last):
    ValueError: hands: the hand at (1,) has the card 3 twice.
    """
    return _rank(hands, 5, out)


def best_of_six(hands: ArrayLike, out: NDArray[np.uint16] | None = None) -> NDArray[np.uint16]:
    """The ranks of the best five of six cards: integers from 0 to 51, six on the last axis.

    >>> int(best_of_six([51, 47, 43, 39, 35, 0]))
    7462
    """
    return _rank(hands, 6, out)


def category_of(ranks: ArrayLike) -> NDArray[np.uint8]:
    """The categories of those ranks, as the numbers of `Category`."""
    given = _integers(ranks, "ranks")
    if given.size and not (given.min() >= 1 and given.max() <= MOST):
        raise ValueError(f"ranks: a rank is from 1 to {MOST}, and there are {given.min()} to {given.max()}.")
    found: NDArray[np.uint8] = _categories()[given]
    return found


def value_of(rank: int) -> int:
    """The value that `rank_five` gives to the hands of that rank.

    >>> from upcard.cards import describe
    >>> describe(value_of(1))
    'seven-five high'
    """
    if not 1 <= rank <= MOST:
        raise ValueError(f"rank: a rank is from 1 to {MOST}, not {rank}.")
    return _values()[rank - 1]


def rank_of_value(value: int) -> int:
    """The rank of the hands that `rank_five` gives that value.

    >>> from upcard.cards import parse_cards, rank_five
    >>> rank_of_value(rank_five(parse_cards("As Kd 4h 3c 2s")))
    1114
    """
    rank = _ranks().get(value)
    if rank is None:
        raise ValueError(f"value: {value} is the value of no hand.")
    return rank


# ---- arrays ------------------------------------------------------------------------------------------------


def _rank(hands: ArrayLike, size: int, out: NDArray[np.uint16] | None) -> NDArray[np.uint16]:
    given = _integers(hands, "hands")
    if given.ndim == 0 or given.shape[-1] != size:
        raise ValueError(f"hands: the last axis is for {size} cards, but the shape is {given.shape}.")
    shape = given.shape[:-1]
    if out is not None and (out.dtype != np.uint16 or out.shape != shape or not out.flags.writeable):
        raise ValueError(f"out: {shape} of uint16, to be written to, is wanted, not {out.shape} of {out.dtype}.")
    ranks = out if out is not None and out.flags.carray else np.empty(shape, np.uint16)
    if _fill(_bytes(given), size, ranks.reshape(-1)):
        raise ValueError(_fault(given))
    if out is None:
        return ranks
    if ranks is not out:
        out[...] = ranks
    return out


def _fill(cards: NDArray[np.uint8], size: int, ranks: NDArray[np.uint16]) -> bool:
    """Write the ranks; whether the kernels found any that is no hand."""
    kernels = load("cards.kernels.ranks")
    count, block = len(ranks), kernels.BLOCK
    whole = count // block * block
    if size == 5 and cards.ndim == 2 and cards.flags.f_contiguous:
        wrong = kernels.five_in_columns(cards.T.reshape(-1), whole // block, table_of_five(), ranks)
    else:
        cards = np.ascontiguousarray(cards).reshape(-1, size)
        wrong = _fill_blocks(cards, whole // block, ranks)
    if whole < count:
        # The kernels rank whole blocks: the last hands stand in one of their own, filled up with the very last.
        rest, their_ranks = np.empty((block, size), np.uint8), np.empty(block, np.uint16)
        rest[:] = cards[-1]
        rest[: count - whole] = cards[whole:]
        wrong |= _fill_blocks(rest, 1, their_ranks)
        ranks[whole:] = their_ranks[: count - whole]
    return bool(wrong)


def _fill_blocks(hands: NDArray[np.uint8], blocks: int, ranks: NDArray[np.uint16]) -> bool:
    kernels = load("cards.kernels.ranks")
    if hands.shape[1] == 5:
        return bool(kernels.five(hands.reshape(-1), blocks, table_of_five(), ranks))
    return bool(kernels.six(hands.reshape(-1), blocks, table_of_six(), ranks, _flushes()))


def _integers(array: ArrayLike, field: str) -> NDArray[Any]:
    given = np.asarray(array)
    if given.dtype.kind not in "iu":
        raise ValueError(f"{field}: integers are wanted, not {given.dtype}.")
    return given


def _bytes(given: NDArray[Any]) -> NDArray[np.uint8]:
    """The cards in 8 bits; what is no card stays none."""
    if given.dtype == np.uint8:
        return given
    # Seen as unsigned, what is below 0 is far above 51.
    unsigned = given.view(given.dtype.str.replace("i", "u"))
    cards = np.empty(given.shape, np.uint8)
    np.minimum(unsigned, 52, out=cards, casting="unsafe")
    return cards


def _fault(given: NDArray[Any]) -> str:
    """The first thing that is wrong, in words."""
    wild = np.argwhere((given < 0) | (given > 51))
    if len(wild):
        *hand, card = wild[0].tolist()
        return f"hands: a card is from 0 to 51, and the hand at {tuple(hand)} has {given[(*hand, card)]}."
    ordered = np.sort(given, axis=-1)
    *hand, card = np.argwhere(ordered[..., 1:] == ordered[..., :-1])[0].tolist()
    return f"hands: the hand at {tuple(hand)} has the card {ordered[(*hand, card)]} twice."


# ---- tables ------------------------------------------------------------------------------------------------


@cache
def _worths() -> tuple[list[Worth], list[Worth]]:
    """The value of every choice of ranks, highest first: of several suits, then of one suit."""
    several: list[Worth] = []
    one: list[Worth] = []
    for ranks in combinations_with_replacement(range(12, -1, -1), 5):
        if ranks[0] == ranks[4]:
            continue
        # No card stands twice, and the suits differ.
        suits = [ranks[:at].count(rank) for at, rank in enumerate(ranks)]
        if not any(suits):
            suits[0] = 1
            one.append((ranks, rank_five([Card(rank << 2) for rank in ranks])))
        several.append((ranks, rank_five([Card(rank << 2 | suit) for rank, suit in zip(ranks, suits, strict=True)])))
    return several, one


@cache
def _values() -> list[int]:
    values = sorted({value for kind in _worths() for _, value in kind})
    assert len(values) == MOST
    return values


@cache
def _ranks() -> dict[int, int]:
    return {value: rank for rank, value in enumerate(_values(), 1)}


@cache
def _categories() -> NDArray[np.uint8]:
    return np.searchsorted([*LOWEST.values()], np.arange(MOST + 1), side="right").astype(np.uint8) - np.uint8(1)


@cache
def table_of_five() -> NDArray[np.uint32]:
    """By place, the rank of a hand of several suits and, 16 bits higher, of one suit."""
    kernels = load("cards.kernels.ranks")
    several, one = _worths()
    table = np.zeros(kernels.PLACES, np.uint32)
    for ranks, value in several:
        assert not table[kernels.place(ranks)]
        table[kernels.place(ranks)] = _ranks()[value]
    for ranks, value in one:
        table[kernels.place(ranks)] |= _ranks()[value] << 16
    return table


@cache
def table_of_six() -> NDArray[np.uint32]:
    """By place, the rank of the best five of six cards without a flush."""
    kernels = load("cards.kernels.ranks")
    held = np.array(list(combinations_with_replacement(range(12, -1, -1), 6)), np.int64)
    held = held[(held[:, 0] != held[:, 4]) & (held[:, 1] != held[:, 5])]
    fives = table_of_five() & 0xFFFF
    best = np.zeros(len(held), np.uint32)
    for leave in range(6):
        np.maximum(best, fives[kernels.place(np.delete(held, leave, axis=1).T)], out=best)
    high, factor = kernels.sixth(held[:, 0])
    places = (high * factor >> 16) + kernels.place(held.T)
    assert len(np.unique(places)) == len(held)
    table = np.zeros(kernels.PLACES_OF_SIX, np.uint32)
    table[places] = best
    return table


@cache
def _flushes() -> NDArray[np.uint16]:
    """By the set of five or six ranks of one suit, the rank of the best flush among them."""
    table = np.zeros(1 << 13, np.uint16)
    for ranks, value in _worths()[1]:
        table[sum(1 << rank for rank in ranks)] = _ranks()[value]
    for six in combinations([1 << rank for rank in range(13)], 6):
        every = sum(six)
        table[every] = max(table[every - left] for left in six)
    return table
