"""The cover all wager: the best of all the hands that are dealt from one deck, counted exactly.

A deal is so many hands of five cards, each hand somebody's. How many deals have no hand of some category or better is a
sum over the sets of disjoint hands that do (inclusion and exclusion): a kernel counts the sets of cards that mark such
hands, each with its sign, and what else the marked hands and the others hold is dealt from the cards that are left. The
counts for two to nine hands are kept with the package; `recount` makes them anew, in about half a minute for all.

Every hand is taken as played: one that is folded is not the highest hand at the table and makes the wager worth less.

>>> two = cover_all(2)
>>> two.deals, two.counts["royal_flush"]
(3986646103440, 12271500)
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import comb, factorial, prod
from typing import Any

import msgspec

from upcard.cards import DECK, Category
from upcard.compiled import load
from upcard.exact.side_wagers import NONE, SideWager, by_category
from upcard.rules.caribbean_stud import CaribbeanStudRules

HAND, SUITS, RANKS = 5, 4, 13
FEWEST, MOST = 2, 9
"""A player and the dealer; eight players and the dealer."""

LOWEST = Category.THREE_OF_A_KIND
CATEGORIES = tuple(hand for hand in sorted(Category, reverse=True) if hand >= LOWEST)

Marks = dict[tuple[int, int, int], int]
"""Sets of marks of three, four and five cards, by how many of each there are; each set counted with its sign."""

MODULI = (1 << 64, 2147483647, 2147483629, 2147483587)
"""Of the remainders that the kernel keeps; their product is above 2^156, and no deal of nine hands needs so much."""
WIDEST = 1 << 63
TWO_OF_TEN = 126
"""In how many ways ten cards of one suit are two flushes."""

# In the order of the kernel: three, four, full house, sequence, suited, suited sequence. Each hand of the category or
# better comes to one, and with it the sign of one hand excluded; a hand with four of a rank has four marks of three.
WEIGHTS: dict[Category, tuple[int, int, int, int, int, int]] = {
    Category.STRAIGHT_FLUSH: (0, 0, 0, 0, 0, -1),
    Category.FOUR_OF_A_KIND: (0, -1, 0, 0, 0, -1),
    Category.FULL_HOUSE: (0, -1, -1, 0, 0, -1),
    Category.FLUSH: (0, -1, -1, 0, -1, 0),
    Category.STRAIGHT: (0, -1, -1, -1, -1, 1),
    Category.THREE_OF_A_KIND: (-1, 3, 0, -1, -1, 1),
}


class CoverAll(msgspec.Struct, frozen=True, kw_only=True):
    """The best hand among so many, in deals."""

    hands: int
    deals: int
    counts: dict[str, int]
    """Deals by their best hand, `none` below three of a kind."""

    @property
    def distribution(self) -> dict[str, Fraction]:
        return {hand: Fraction(count, self.deals) for hand, count in self.counts.items()}


def deals(hands: int, cards: int = len(DECK)) -> int:
    """In how many ways so many hands are dealt.

    >>> deals(1), deals(2) == 2598960 * 1533939
    (2598960, True)
    """
    return factorial(cards) // (int(factorial(HAND) ** hands) * factorial(cards - HAND * hands))


# -------------------------------------------------------------------------------------------------- recounted


def _remainders(
    weights: tuple[int, ...], most: int, ranks: int, suits: int, modulus: int
) -> list[tuple[int, int, int]]:
    """What is open when all ranks have been passed: suits, ranks, and a remainder of the sets that lead there."""
    import numpy as np  # noqa: PLC0415 - only whoever counts anew waits for it

    kernel: Any = load("exact.kernels.cover_all")
    by = np.array(weights, np.int64)
    wraps = modulus == MODULI[0]
    none = [kernel.ABSENT] * (4 - suits) + [0] * suits
    open_suits = np.array([sum(each << (4 + 7 * (3 - at)) for at, each in enumerate(none))], np.int64)
    open_ranks = np.zeros(1, np.int64)
    upto = np.ones(most + 1, np.int64)
    counts = np.ones(1, np.int64)
    at = kernel.offsets(open_suits, upto, most)
    for rank in range(ranks):
        open_suits, by_suits = kernel.suits_steps(open_suits, rank, ranks, by, most)
        open_ranks, upto_after, by_ranks = kernel.ranks_steps(open_ranks, rank, ranks, suits, by, most)
        assert wraps or modulus * int(kernel.reach(by_suits)) * int(kernel.reach(by_ranks)) < WIDEST, "64 bits hold it"
        after = kernel.offsets(open_suits, upto_after, most)
        steps = (by_suits, by_ranks, upto_after, after, most, 0 if wraps else modulus)
        counts = kernel.passed(counts, at, upto, open_suits, *steps)
        at, upto = after, upto_after
    return [
        (int(open_suits[place]), int(open_ranks[beside]), int(counts[start + beside]) % modulus)
        for place, start in enumerate(at[:-1])
        for beside in range(int(at[place + 1] - start))
    ]


def _whole(remainders: tuple[int, ...]) -> int:
    """The number below the product of the moduli that leaves these remainders."""
    product = prod(MODULI)
    others = [product // modulus for modulus in MODULI]
    parts = zip(remainders, MODULI, others, strict=True)
    return sum(each * other * pow(other, -1, modulus) for each, modulus, other in parts) % product


def marks(lowest: Category, most: int, *, ranks: int = RANKS, suits: int = SUITS) -> Marks:
    """Signed sets of at most so many disjoint hands of a category or better, up to a multiple of the moduli's product.

    A deck of fewer suits and ranks is for proof; its ace ends the lowest sequence and the highest, as on a whole deck.
    """
    if lowest is Category.ROYAL_FLUSH:
        return {(0, 0, royals): (-1) ** royals * comb(suits, royals) for royals in range(most + 1)}
    weights = WEIGHTS[lowest]
    kernel: Any = load("exact.kernels.cover_all")
    full, suited = weights[kernel.FULL_HOUSE], weights[kernel.SUITED]
    found: Marks = {}
    runs = [_remainders(weights, most, ranks, suits, modulus) for modulus in MODULI]
    for ends in zip(*runs, strict=True):
        suits_end, ranks_end, _ = ends[0]
        count = _whole(tuple(remainder for _, _, remainder in ends))
        pools = [suits_end >> (4 + 7 * suit) & kernel.SUIT for suit in range(4)]
        pools = [pool for pool in pools if pool != kernel.ABSENT]
        assert ranks_end >> kernel.ASIDE == 0, "no sequence is left open"
        assert set(pools) <= {0, HAND, 2 * HAND}, "no flush is left open"
        flushes = sum(pools) // HAND
        threes, twos, fours, fives = (
            ranks_end >> at & kernel.NIBBLE for at in (kernel.THREES, kernel.TWOS, kernel.FOURS, kernel.FIVES)
        )
        fives += (suits_end & kernel.BEGUN) + flushes
        count *= suited**flushes * TWO_OF_TEN ** pools.count(2 * HAND)
        if full:  # any of the threes goes with any of the twos
            if threes != twos:
                continue
            count *= full**threes * factorial(threes)
            threes, fives = 0, fives + threes
        found[threes, fours, fives] = found.get((threes, fours, fives), 0) + count
    return found


def without(found: Marks, hands: int, cards: int = len(DECK)) -> int:
    """In how many deals no hand is marked."""
    total = 0
    for (threes, fours, fives), count in found.items():
        marked = threes + fours + fives
        if marked > hands:
            continue
        left = cards - 3 * threes - 4 * fours - 5 * fives
        whose = factorial(hands) // factorial(hands - marked)
        parts = factorial(2) ** threes * factorial(HAND) ** (hands - marked) * factorial(cards - HAND * hands)
        total += count * whose * (factorial(left) // parts)
    return total % prod(MODULI)


def recount(
    most: int = MOST, *, ranks: int = RANKS, suits: int = SUITS, progress: Callable[[], None] = lambda: None
) -> dict[int, dict[str, int]]:
    """The deals of two hands up to so many, by their best hand, counted anew; `progress` is told of each category."""
    assert deals(most, ranks * suits) < prod(MODULI)
    by_lowest = {}
    for lowest in CATEGORIES:
        by_lowest[lowest] = marks(lowest, most, ranks=ranks, suits=suits)
        progress()
    found = {}
    for hands in range(FEWEST, most + 1):
        above = deals(hands, ranks * suits)
        counts = {}
        for hand in CATEGORIES:
            below = without(by_lowest[hand], hands, ranks * suits)
            counts[hand.key] = above - below
            above = below
        found[hands] = {**counts, NONE: above}
    return found


# ------------------------------------------------------------------------------------------ kept, and priced


@cache
def _kept() -> dict[int, dict[str, int]]:
    text = (files("upcard.exact") / "data" / "cover_all.json").read_text(encoding="utf-8")
    listed: dict[str, dict[str, str]] = json.loads(text)
    return {int(hands): {hand: int(count) for hand, count in counts.items()} for hands, counts in listed.items()}


def written(found: Mapping[int, Mapping[str, int]]) -> str:
    """Counts as they are kept: decimal strings, by hands."""
    listed = {str(hands): {hand: str(count) for hand, count in counts.items()} for hands, counts in found.items()}
    return json.dumps(listed, indent=1) + "\n"


def cover_all(hands: int) -> CoverAll:
    """The best of so many hands, the dealer's among them."""
    if hands not in _kept():
        raise ValueError(f"the best hand is counted among {FEWEST} to {MOST} hands, not {hands}")
    return CoverAll(hands=hands, deals=deals(hands), counts=_kept()[hands])


def hands_in(rules: CaribbeanStudRules, column: int) -> int:
    """How many hands a column stands for: it counts them, or only those of the players."""
    return column if rules.cover_all_counts == "hands" else column + 1


def cover_all_wager(rules: CaribbeanStudRules, column: int) -> SideWager:
    """The price of a column, when every hand is played."""
    if rules.cover_all is None or column not in rules.cover_all:
        raise ValueError(f"{rules.edition.id}: no cover all wager is offered in a column for {column}")
    found = cover_all(hands_in(rules, column))
    lines = rules.cover_all[column]
    return by_category({hand: found.counts[hand.key] for hand in lines}, found.deals, lines)
