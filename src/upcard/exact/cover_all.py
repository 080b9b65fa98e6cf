"""The cover all wager: the best of all the hands that are dealt from one deck, counted exactly.

A deal is so many hands of five cards, each hand somebody's. How many deals have no hand of some category or better is a
sum over the sets of disjoint hands that do (inclusion and exclusion): a kernel counts the sets of cards that mark such
hands, each with its sign, and what else the marked hands and the others hold is dealt from the cards that are left. The
counts for two to nine hands are kept with the package; `recount` makes them anew, in about half a minute for all. Some
cards can be gone beforehand, which `cover_all_folded` needs.

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
from itertools import permutations
from math import comb, factorial, prod
from typing import Any

import msgspec

from upcard.cards import DECK, Category
from upcard.compiled import load
from upcard.document import Rows, displayed
from upcard.exact.priced_wager import NONE, PricedWager
from upcard.exact.side_wagers import by_category
from upcard.number_format import percent, words
from upcard.rules.caribbean_stud import CaribbeanStudRules

HAND, SUITS, RANKS = 5, 4, 13
FEWEST, MOST = 2, 9
"""A player and the dealer; eight players and the dealer."""

LOWEST = Category.THREE_OF_A_KIND
CATEGORIES = tuple(hand for hand in sorted(Category, reverse=True) if hand >= LOWEST)

Marks = dict[tuple[int, int, int], int]
"""Sets of marks of three, four and five cards, by how many of each there are; each set counted with its sign."""

Word = tuple[int, ...]
"""Cards that are gone before hands are marked, a letter for each rank, the ace first and the others downwards. One more
in a letter is a card of the suit that is told apart, two more a card of another; where no suit is told apart, two more
are a card of any. It stands for all cards that can be meant: those of other suits one after another, of any that is
left."""
Words = Mapping[Word, int]
"""How often each is counted; all have as many cards."""

MODULI = (1 << 64, (1 << 45) - 55, (1 << 45) - 69)
"""Of the remainders that the kernel keeps; their product is about 2^154, and no deal of nine hands needs so much."""
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


@displayed
class CoverAll(msgspec.Struct, frozen=True, kw_only=True):
    """The best hand among so many, in deals."""

    hands: int
    deals: int
    counts: dict[str, int]
    """Deals by their best hand, `none` below three of a kind."""

    def _line(self) -> str:
        return f"the best of {self.hands} hands, {self.deals:,} deals"

    def _rows(self) -> Rows:
        rows = [
            (words(hand), f"{deals:,}", percent(Fraction(deals, self.deals))) for hand, deals in self.counts.items()
        ]
        return ("best hand", "deals", "chance"), rows

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


def _diagram(words: Words) -> tuple[list[tuple[int, list[tuple[int, int, int]]]], list[int]]:
    """Words told letter by letter: after each how many nodes there are, and its arcs (to, from, letter); then values.

    Beginnings that can be ended in the same ways, to the same values, meet in one node.
    """
    levels, node_of = [], dict[Word, int]({(): 0})
    length = len(next(iter(words)))
    values: list[int] = []
    for many in range(1, length + 1):
        ends: dict[Word, dict[Word, int]] = {}
        for word, value in words.items():
            ends.setdefault(word[:many], {})[word[many:]] = value
        nodes: dict[frozenset[tuple[Word, int]], int] = {}
        after = {begun: nodes.setdefault(frozenset(rest.items()), len(nodes)) for begun, rest in ends.items()}
        arcs = {(after[begun], node_of[begun[:-1]], begun[-1]) for begun in after}
        levels.append((len(nodes), sorted(arcs)))
        node_of = after
        values = [next(iter(rest))[1] for rest in nodes]
    return levels, values


def _remainders(
    weights: tuple[int, ...], most: int, ranks: int, suits: int, modulus: int, words: Words, *, apart: bool
) -> list[tuple[int, int, int]]:
    """What is open when all ranks have been passed: suits, ranks, and a remainder of the sets that lead there."""
    import numpy as np  # noqa: PLC0415 - only whoever counts anew waits for it

    kernel: Any = load("exact.kernels.cover_all")
    by = np.array(weights, np.int64)
    wraps = modulus == MODULI[0]
    none = [kernel.ABSENT] * (4 - suits) + [0] * suits
    if apart:
        none = [0, *none[:-1]]
    open_suits = np.array([sum(each << (4 + 7 * (3 - at)) for at, each in enumerate(none))], np.int64)
    open_ranks = np.zeros(1, np.int64)
    upto = np.ones(most + 1, np.int64)
    counts = np.ones(1, np.int64)
    at = kernel.offsets(open_suits, upto, most)
    levels, values = _diagram(words)
    for rank, (nodes, arcs) in enumerate(levels):
        letters = sorted({0, *(letter for _, _, letter in arcs)})
        known, steps = np.zeros(0, np.int64), []
        for gone in letters:
            known, found = kernel.suits_steps(open_suits, known, rank, ranks, by, most, apart, gone)
            steps.append(found)
        places = {len(starts) for starts, _ in steps}
        assert places == {len(known) + 1}, "cards that are gone lead nowhere else"
        open_suits = known
        open_ranks, upto_after, by_ranks = kernel.ranks_steps(open_ranks, rank, ranks, suits, by, most)
        into = [sum(kernel.reach(steps[letters.index(arc[2])]) for arc in arcs if arc[0] == to) for to in range(nodes)]
        assert wraps or modulus * max(into) * int(kernel.reach(by_ranks)) < WIDEST, "64 bits hold it"
        after = kernel.offsets(open_suits, upto_after, most)
        begins = np.cumsum([0, *(len(entries) for _, entries in steps[:-1])])
        by_suits = (
            np.stack([starts + begin for (starts, _), begin in zip(steps, begins, strict=True)]),
            np.concatenate([entries for _, entries in steps]),
        )
        by_letter = np.array([(to, origin, letters.index(letter)) for to, origin, letter in arcs], np.int64)
        counts = kernel.passed(
            counts, at, upto, open_suits, by_suits, by_letter, nodes, by_ranks, upto_after, after, most,
            0 if wraps else modulus,
        )  # fmt: skip
        at, upto = after, upto_after
    totals = counts.reshape(-1, len(values))
    return [
        (
            int(open_suits[place]),
            int(open_ranks[beside]),
            sum(value * int(count) for value, count in zip(values, totals[start + beside], strict=True)) % modulus,
        )
        for place, start in enumerate(at[:-1])
        for beside in range(int(at[place + 1] - start))
    ]


def _whole(remainders: tuple[int, ...]) -> int:
    """The number below the product of the moduli that leaves these remainders."""
    product = prod(MODULI)
    others = [product // modulus for modulus in MODULI]
    parts = zip(remainders, MODULI, others, strict=True)
    return sum(each * other * pow(other, -1, modulus) for each, modulus, other in parts) % product


def _royals(words: Words, most: int, suits: int, *, apart: bool) -> Marks:
    """Signed sets of royal flushes: of the suits that have lost no card of the five highest ranks."""
    found: Marks = {}
    for word, value in words.items():
        left = {frozenset(range(suits)): value}
        for rank, gone in enumerate(word):
            after: dict[frozenset[int], int] = {}
            for whole, ways in left.items():
                for others in permutations(range(int(apart), suits), gone >> 1):
                    hit = {*others, *range(gone & 1)} if rank < HAND else set()
                    after[whole - hit] = after.get(whole - hit, 0) + ways
            left = after
        for whole, ways in left.items():
            for royals in range(min(most, len(whole)) + 1):
                at = (0, 0, royals)
                found[at] = found.get(at, 0) + (-1) ** royals * comb(len(whole), royals) * ways
    return found


def marks(
    lowest: Category,
    most: int,
    *,
    ranks: int = RANKS,
    suits: int = SUITS,
    words: Words | None = None,
    apart: bool = False,
) -> Marks:
    """Signed sets of at most so many disjoint hands of a category or better, up to a multiple of the moduli's product.

    A deck of fewer suits and ranks is for proof; its ace ends the lowest sequence and the highest, as on a whole deck.
    """
    words = {(0,) * ranks: 1} if words is None else words
    if lowest is Category.ROYAL_FLUSH:
        return _royals(words, most, suits, apart=apart)
    weights = WEIGHTS[lowest]
    kernel: Any = load("exact.kernels.cover_all")
    full, suited = weights[kernel.FULL_HOUSE], weights[kernel.SUITED]
    found: Marks = {}
    runs = [_remainders(weights, most, ranks, suits, modulus, words, apart=apart) for modulus in MODULI]
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
def kept(name: str) -> dict[int, dict[str, int]]:
    """The counts that lie with the package under that name."""
    text = (files("upcard.exact") / "data" / f"{name}.json").read_text(encoding="utf-8")
    listed: dict[str, dict[str, str]] = json.loads(text)
    return {int(hands): {hand: int(count) for hand, count in counts.items()} for hands, counts in listed.items()}


def written(found: Mapping[int, Mapping[str, int]]) -> str:
    """Counts as they are kept: decimal strings, by hands."""
    listed = {str(hands): {hand: str(count) for hand, count in counts.items()} for hands, counts in found.items()}
    return json.dumps(listed, indent=1) + "\n"


def cover_all(hands: int) -> CoverAll:
    """The best of so many hands, the dealer's among them."""
    if hands not in kept("cover_all"):
        raise ValueError(f"the best hand is counted among {FEWEST} to {MOST} hands, not {hands}")
    return CoverAll(hands=hands, deals=deals(hands), counts=kept("cover_all")[hands])


def hands_in(rules: CaribbeanStudRules, column: int) -> int:
    """How many hands a column stands for: it counts them, or only those of the players."""
    return column if rules.cover_all_counts == "hands" else column + 1


def cover_all_wager(rules: CaribbeanStudRules, column: int) -> PricedWager:
    """The price of a column, when every hand is played."""
    if rules.cover_all is None or column not in rules.cover_all:
        raise ValueError(f"{rules.edition.id}: no cover all wager is offered in a column for {column}")
    found = cover_all(hands_in(rules, column))
    lines = rules.cover_all[column]
    counts = {hand: found.counts[hand.key] for hand in lines}
    return by_category(counts, found.deals, lines, rule="cover_all_columns")
