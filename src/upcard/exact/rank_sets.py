"""Hands as ranks alone: a dealer's five cards parted into some that are known and some that are not.

Ranks decide a hand but for a flush, so the hands of one kind are listed once and weighed by the cards that are left.

    >>> parts = part(2)
    >>> parts.codes.shape  # 91 choices of two ranks, 455 of three
    (91, 455)

A *code* is the worth of a dealer's hand: 0 for no hand, below ace-king, else the value that `rank_five` gives.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from upcard.cards import RANKS, Card, ace_king_or_better, rank_five

Ints = NDArray[np.int64]
Codes = NDArray[np.int32]

ONE = 5 * len(RANKS)
"""Where the kernels keep a weight of one, behind five weights (of no card to four) for each rank."""


def plain_value(ranks: Sequence[int]) -> int:
    """The value of five ranks that are not of one suit.

    >>> plain_value([12, 11, 10, 9, 8]) < plain_value([0, 0, 0, 0, 1])
    True
    """
    # The n-th card of a rank is of the n-th suit; the last card steps aside by one, which parts five ranks.
    suits = [ranks[:at].count(rank) + (at == 4 and rank not in ranks[:4]) for at, rank in enumerate(ranks)]
    return rank_five([Card(rank << 2 | suit) for rank, suit in zip(ranks, suits, strict=True)])


def suited_value(ranks: Sequence[int]) -> int:
    """The value of five different ranks of one suit."""
    return rank_five([Card(rank << 2) for rank in ranks])


def code(value: int) -> int:
    return value if ace_king_or_better(value) else 0


def rank_lists(size: int) -> list[tuple[int, ...]]:
    """Every choice of so many ranks, each at most four times."""
    lists = combinations_with_replacement(range(len(RANKS)), size)
    return [ranks for ranks in lists if max(map(ranks.count, ranks), default=0) <= 4]


def rank_set(ranks: Sequence[int]) -> int:
    """Different ranks as the bits of a number; -1 where one stands twice."""
    return sum(1 << rank for rank in ranks) if len(set(ranks)) == len(ranks) else -1


@dataclass(frozen=True, slots=True)
class Hands:
    """Every hand of five by its ranks."""

    ranks: Ints
    """A row of five for each hand."""
    places: Ints
    """As in `Parts`."""
    values: Ints
    """For each hand its value, and its value as a flush (0 where a rank stands twice)."""
    plain: Codes
    """For each set of five ranks, the code of the hand in several suits."""
    suited: Codes
    """And of the flush."""

    @property
    def arrays(self) -> tuple[Ints, Ints, Ints, Codes, Codes]:
        """As the kernels take them."""
        return self.ranks, self.places, self.values, self.plain, self.suited


@cache
def hands() -> Hands:
    lists = rank_lists(5)
    values = [(plain_value(ranks), suited_value(ranks) if rank_set(ranks) >= 0 else 0) for ranks in lists]
    plain, suited = np.zeros((2, 1 << len(RANKS)), np.int32)
    for ranks, (value, flush) in zip(lists, values, strict=True):
        if flush:
            plain[rank_set(ranks)], suited[rank_set(ranks)] = code(value), code(flush)
    return Hands(np.array(lists, np.int64), _places(lists, 5), np.array(values, np.int64), plain, suited)


@dataclass(frozen=True, slots=True)
class Parts:
    """The dealer's five cards as so many known ones and the rest, and the code of each known with each rest.

    Rests are in groups, by how many of their cards are of sorted ranks; so are `flushes`, the rests of different ranks.
    """

    known: Ints
    """A row of ranks for each choice of known cards."""
    known_places: Ints
    """Five rows: for each rank and how often it stands there, a place among a kernel's weights, or `ONE`."""
    known_sets: Ints
    """And its ranks as a set; -1 where one stands twice."""
    places: Ints
    """The same of the rests, in four rows."""
    bounds: Ints
    """Where the groups of rests begin and end."""
    flushes: Ints
    """Sets of ranks."""
    flush_bounds: Ints
    codes: Codes

    @property
    def arrays(self) -> tuple[Ints, Ints, Ints, Ints, Ints, Ints, Ints, Codes]:
        """As the kernels take them."""
        known = self.known, self.known_places, self.known_sets
        return *known, self.places, self.bounds, self.flushes, self.flush_bounds, self.codes


@cache
def part(known: int, sorted_ranks: int = 0) -> Parts:
    """Part five cards, so many of them known, and of the others how many are in that set of ranks."""

    def group(ranks: Sequence[int]) -> int:
        return sum(sorted_ranks >> rank & 1 for rank in ranks)

    firsts = rank_lists(known)
    rests = sorted(rank_lists(5 - known), key=group)
    flushes = sorted(combinations(range(len(RANKS)), 5 - known), key=group)
    groups = range(7 - known)
    return Parts(
        known=np.array(firsts, np.int64),
        known_places=_places(firsts, 5),
        known_sets=np.array([rank_set(ranks) for ranks in firsts], np.int64),
        places=_places(rests, 4),
        bounds=np.searchsorted([group(ranks) for ranks in rests], groups),
        flushes=np.array([rank_set(ranks) for ranks in flushes], np.int64),
        flush_bounds=np.searchsorted([group(ranks) for ranks in flushes], groups),
        codes=_codes(firsts, rests),
    )


def _places(lists: Sequence[Sequence[int]], rows: int) -> Ints:
    places = np.full((rows, len(lists)), ONE, np.int64)
    for at, ranks in enumerate(lists):
        for row, rank in enumerate(sorted(set(ranks))):
            places[row, at] = 5 * rank + ranks.count(rank)
    return places


def _codes(firsts: Sequence[Sequence[int]], rests: Sequence[Sequence[int]]) -> Codes:
    """Of five cards of one rank, which no deck has, the code is 0."""
    at = _found(_names(np.array(firsts, np.int64))[:, None] + _names(np.array(rests, np.int64)))
    values = np.array([code(value) for value in hands().values[:, 0].tolist()], np.int32)
    return np.where(at >= 0, values[at], np.int32(0))


def values_of(cards: Ints) -> Ints:
    """The value of each hand, five cards along the last axis.

    >>> values_of(np.array([[51, 47, 43, 39, 35]])).tolist() == [suited_value([12, 11, 10, 9, 8])]
    True
    """
    flush = ((cards & 3) == (cards[..., :1] & 3)).all(axis=-1)
    values: Ints = hands().values[_found(_names(cards >> 2)), flush.astype(np.int64)]
    return values


def _names(ranks: Ints) -> Ints:
    """Powers of five name the ranks along the last axis, in any order."""
    names: Ints = (5**ranks).sum(axis=-1)
    return names


@cache
def _by_name() -> tuple[Ints, Ints]:
    names = _names(hands().ranks)
    order = np.argsort(names)
    return names[order], order


def _found(names: Ints) -> Ints:
    """The places of those hands in the list of all; -1 for what is none."""
    known, order = _by_name()
    at = np.minimum(np.searchsorted(known, names), len(known) - 1)
    return np.where(known[at] == names, order[at], -1)
