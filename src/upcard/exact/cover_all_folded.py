"""What a fold gives up where it forfeits the cover all wager: the best of the other hands, when one is folded.

By the best play of the base game a player folds what is below ace-king and some of the ace-king hands, nothing with a
pair. So no folded hand is ever the one that cover all pays for, the player's own or another's, and it is enough to know
how often each hand is the best of the others at a table where this player folds. With the dealer alone that is counted
exactly, deal by deal; with others it is estimated from random deals, and a standard error stands beside it. Both are
kept with the package; `count_alone` and `estimate` make them anew.

>>> folded(2).exact, folded(8).exact
(True, False)
"""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import combinations
from math import comb, prod
from typing import Any

import msgspec

from upcard.cards import Category
from upcard.compiled import load
from upcard.exact.cover_all import CATEGORIES, cover_all_wager, hands_in
from upcard.exact.root import root
from upcard.exact.side_wagers import NONE
from upcard.rules.caribbean_stud import CaribbeanStudRules

DEALS = comb(52, 5) * 47 * comb(46, 4)
FOLDS = 9_523_005_974_460
"""Of those deals of a player's hand, the up-card and the dealer's other cards, how many the best play folds."""

ACE, KING = 12, 11
STRAIGHTS = tuple({(low + step) % 13 for step in range(5)} for low in (12, *range(9)))
"""The ranks of each straight; the last one of one suit is a royal flush."""

SEED, SAMPLE = 1, 40_000_000


class Folded(msgspec.Struct, frozen=True, kw_only=True):
    """The best of the others' hands where a player folds, in deals."""

    hands: int
    deals: int
    counts: dict[str, int]
    exact: bool
    """Whether these are all deals, and not some that were drawn at random."""


class GivenUp(msgspec.Struct, frozen=True, kw_only=True):
    """What folds cost the cover all wager, for each unit of it."""

    stands: Fraction
    """What comes back where a fold leaves the wager alone."""
    forfeited: Fraction
    """What comes back where a fold gives it up, with the best play of the base game."""
    by_a_fold: Fraction
    """What the wager is worth, in the mean, at the moment of a fold."""
    exact: bool
    error: str
    """The standard error of `by_a_fold`, as a decimal, more than twice that of `forfeited`; none where it is exact."""


# ---- made anew -------------------------------------------------------------------------------------------------------


def _ace_kings() -> set[tuple[frozenset[int], int, frozenset[int]]]:
    """The ace-king hands that the best play folds: ranks, the up-card's rank, and the ranks held in its suit."""
    from upcard.exact.caribbean_stud import PAYS, by_category, counted  # noqa: PLC0415 - it counts for seconds

    counts = counted()
    found = set()
    for hand, up, held, margin in zip(
        counts.hand.tolist(), counts.up.tolist(), counts.held.tolist(), counts.margin(by_category(PAYS)).tolist(),
        strict=True,
    ):  # fmt: skip
        if margin <= 0:
            ranks = frozenset(hand >> at & 15 for at in range(0, 20, 4))
            found.add((ranks, up, frozenset(rank for rank in range(13) if held >> rank & 1)))
    return found


def _dealer(ranks: frozenset[int], up: int, held: frozenset[int]) -> dict[Category, int]:
    """The dealer's hands beside an up-card, where those ranks, and of them those in its suit, are the player's."""
    left = [4 - (rank in ranks) - (rank == up) for rank in range(13)]
    others = [rank for rank in range(13) if rank != up]
    suited = [rank for rank in others if rank not in held]
    twos, threes = (sum(comb(left[rank], many) for rank in others) for many in (2, 3))
    all_others = sum(left[rank] for rank in others)
    singles = (all_others**2 - sum(left[rank] ** 2 for rank in others)) // 2
    flushes = [run - {up} <= set(suited) for run in STRAIGHTS if up in run]
    royal = int(up in STRAIGHTS[-1] and STRAIGHTS[-1] - {up} <= set(suited))
    straights = sum(prod(left[rank] for rank in run - {up}) for run in STRAIGHTS if up in run)
    return {
        Category.ROYAL_FLUSH: royal,
        Category.STRAIGHT_FLUSH: sum(flushes) - royal,
        Category.FOUR_OF_A_KIND: comb(left[up], 3) * all_others + sum(comb(left[rank], 4) for rank in others),
        Category.FULL_HOUSE: comb(left[up], 2) * twos + left[up] * threes,
        Category.FLUSH: comb(len(suited), 4) - sum(flushes),
        Category.STRAIGHT: straights - sum(flushes),
        Category.THREE_OF_A_KIND: comb(left[up], 2) * singles
        + sum(comb(left[rank], 3) * (all_others - left[rank]) for rank in others),
    }


def count_alone() -> Folded:
    """Every deal of a lone player who folds: the dealer's hands by category, in about a minute."""
    ace_kings = _ace_kings()
    totals = dict.fromkeys(CATEGORIES, 0)
    deals = 0
    for five in combinations(range(13), 5):
        ranks = frozenset(five)
        if ranks in STRAIGHTS:
            continue
        for up in range(13):
            may = [rank for rank in five if rank != up]
            for many in range(min(len(may), 4) + 1):
                for some in combinations(may, many):
                    held = frozenset(some)
                    if {ACE, KING} <= ranks and (ranks, up, held) not in ace_kings:
                        continue
                    weight = 4 * (3 ** (5 - many) - 3 * (not many))  # no flush, in the up-card's suit or another
                    deals += weight * comb(46, 4)
                    for hand, count in _dealer(ranks, up, held).items():
                        totals[hand] += weight * count
    counts = {hand.key: totals[hand] for hand in CATEGORIES}
    return Folded(hands=2, deals=deals, counts={**counts, NONE: deals - sum(counts.values())}, exact=True)


def estimate(hands: int, deals: int = SAMPLE, seed: int = SEED) -> Folded:
    """So many random deals of so many hands, one of them folded."""
    import numpy as np  # noqa: PLC0415 - only whoever counts anew waits for it

    table = np.zeros((2048, 13, 32), np.int8)
    for ranks, up, held in _ace_kings():
        highest = sorted(ranks, reverse=True)
        behind = sum(1 << rank for rank in highest[2:])
        table[behind, up, sum(16 >> highest.index(rank) for rank in held)] = 1
    counts, deck = np.zeros(8, np.int64), np.arange(52, dtype=np.int64)
    state = np.array([seed * 1_000 + hands], np.uint64)
    kernel: Any = load("exact.kernels.cover_all_folded")
    kernel.estimate(hands, deals, state, table, deck, counts)
    by_hand = {hand.key: int(counts[at]) for hand, at in zip(CATEGORIES, range(7, 0, -1), strict=True)}
    return Folded(hands=hands, deals=deals, counts={**by_hand, NONE: int(counts[0])}, exact=False)


# ---- kept, and priced ------------------------------------------------------------------------------------------------


@cache
def _kept() -> dict[int, Folded]:
    text = (files("upcard.exact") / "data" / "cover_all_folded.json").read_text(encoding="utf-8")
    listed: dict[str, dict[str, str]] = json.loads(text)
    found = {}
    for hands, counts in listed.items():
        numbers = {hand: int(count) for hand, count in counts.items()}
        deals = sum(numbers.values())
        found[int(hands)] = Folded(hands=int(hands), deals=deals, counts=numbers, exact=deals == FOLDS)
    return found


def folded(hands: int) -> Folded:
    """The best of the other hands at a table of so many, the dealer's among them, where one player folds."""
    if hands not in _kept():
        raise ValueError(f"folds are counted among {min(_kept())} to {max(_kept())} hands, not {hands}")
    return _kept()[hands]


def given_up(rules: CaribbeanStudRules, column: int) -> GivenUp:
    """What folds cost a cover all wager in a column, where they give it up and where they do not."""
    stands = cover_all_wager(rules, column).return_
    assert rules.cover_all is not None
    found, lines = folded(hands_in(rules, column)), rules.cover_all[column]
    back = {hand: 1 + odds.odds for hand, odds in lines.items()}
    worth = Fraction(sum(found.counts[hand.key] * each for hand, each in back.items()), found.deals)
    square = Fraction(sum(found.counts[hand.key] * each * each for hand, each in back.items()), found.deals)
    often = Fraction(FOLDS, DEALS)
    error = "0" if found.exact else root((square - worth * worth) / found.deals)
    return GivenUp(
        stands=stands, forfeited=stands - often * worth, by_a_fold=worth, exact=found.exact, error=error
    )  # fmt: skip
