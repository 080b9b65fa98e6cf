"""What a fold gives up where it forfeits the cover all wager: the best of the other hands, when one is folded.

By the best play of the base game a player folds what is below ace-king and some of the ace-king hands, nothing with a
pair. So no folded hand is ever the one that cover all pays for, the player's own or another's, and it is enough to know
how often each hand is the best of the others at a table where this player folds.

Whether a hand is folded is told by its cards and the up-card, which is one of the dealer's. The others are alike, so in
how many deals the dealer has the up-card and all are below some category is a share of those where anybody has it: of
all deals of the cards that the player leaves, less the deals of those without the up-card. Both are the count of
`cover_all` with some cards gone, added up over what is folded: by ranks, with the suits counted together, for all hands
of these ranks; and with the suit of the up-card (or of a flush, which is not folded) told apart where suits matter.

The counts for two to nine hands are kept with the package; `recount` makes them anew. It takes half an hour of one
processor, and eight gigabytes.

>>> folded(2).deals, folded(2).counts["royal_flush"]
(9523005974460, 14966628)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, prod
from typing import NamedTuple

import msgspec

from upcard.cards import Category
from upcard.exact.cover_all import (
    CATEGORIES,
    FEWEST,
    HAND,
    MODULI,
    MOST,
    RANKS,
    SUITS,
    CoverAll,
    Marks,
    Word,
    Words,
    cover_all_wager,
    deals,
    hands_in,
    kept,
    marks,
    without,
)  # fmt: skip
from upcard.exact.priced_wager import NONE
from upcard.rules.caribbean_stud import CaribbeanStudRules

DEALS = comb(52, 5) * 47 * comb(46, 4)
FOLDS = 9_523_005_974_460
"""Of those deals of a player's hand, the up-card and the dealer's other cards, how many the best play folds."""

ACE, KING, QUEEN = 12, 11, 10
STRAIGHTS = tuple({(low + step) % 13 for step in range(5)} for low in (12, *range(9)))
"""The ranks of each straight."""

APART, OTHER = 1, 2
"""Letters for a card that is gone, of the suit that is told apart and of another; where none is, `OTHER` is any."""


class GivenUp(msgspec.Struct, frozen=True, kw_only=True):
    """What folds cost the cover all wager, for each unit of it."""

    stands: Fraction
    """What comes back where a fold leaves the wager alone."""
    forfeited: Fraction
    """What comes back where a fold gives it up, with the best play of the base game."""
    by_a_fold: Fraction
    """What the wager is worth, in the mean, at the moment of a fold."""


# ---- the cards that are gone -----------------------------------------------------------------------------------------


class Gone(NamedTuple):
    """Sets of cards that are gone, each as often as it is counted: of any suits, and with one suit told apart."""

    together: Counter[Word]
    apart: Counter[Word]


def _ace_kings() -> set[tuple[frozenset[int], int, frozenset[int]]]:
    """The ace-king hands that the best play folds: ranks, the up-card's rank, and the ranks held in its suit."""
    from upcard.exact.caribbean_stud import PAYS, counted  # noqa: PLC0415 - it counts for seconds

    counts = counted()
    found = set()
    for hand, up, held, margin in zip(
        counts.hand.tolist(), counts.up.tolist(), counts.held.tolist(), counts.margin(PAYS).tolist(),
        strict=True,
    ):  # fmt: skip
        if margin <= 0:
            ranks = frozenset(hand >> at & 15 for at in range(0, 20, 4))
            found.add((ranks, up, frozenset(rank for rank in range(13) if held >> rank & 1)))
    return found


def _word(cards: Iterable[tuple[int, int]]) -> Word:
    """The letters of some ranks, the ace first and the deuce last."""
    letters = [0] * RANKS
    for rank, letter in cards:
        letters[ACE - rank] += letter
    return tuple(letters)


def _suits(ranks: frozenset[int], up: int) -> list[frozenset[int]]:
    """What a hand of those ranks may hold in the up-card's suit, if it is no flush."""
    may = [rank for rank in ranks if rank != up]
    return [frozenset(held) for many in range(HAND) for held in combinations(may, many)]


@cache
def folds() -> tuple[Gone, Gone, Gone]:
    """The hands below ace-king, all folded; those with it, once for each up-card they are folded to; and beside it.

    In the second the player's cards are gone, in the third the up-card too.
    """
    below, alone, beside = (Gone(Counter(), Counter()) for _ in range(3))
    to: dict[tuple[frozenset[int], int], set[frozenset[int]]] = {}
    for ranks, up, held in _ace_kings():
        to.setdefault((ranks, up), set()).add(held)
    for ranks in map(frozenset, combinations(range(RANKS), HAND)):
        any_suits, flush = ([(rank, letter) for rank in ranks] for letter in (OTHER, APART))
        if ranks in STRAIGHTS:
            continue
        if not {ACE, KING} <= ranks:
            below.together[_word(any_suits)] += 1
            below.apart[_word(flush)] -= 1
            continue
        for up in range(RANKS):
            every, folded_with = _suits(ranks, up), to.get((ranks, up), set())
            # All suits are counted if most are folded, and none otherwise; what that has wrong is put right.
            mostly = int(2 * len(folded_with) > len(every))
            alone.together[_word(any_suits)] += mostly * (SUITS - (up in ranks))
            beside.together[_word([*any_suits, (up, OTHER)])] += mostly
            for held in every:
                own = [(rank, APART if rank in held else OTHER) for rank in ranks]
                wrong = (held in folded_with) - mostly
                alone.apart[_word(own)] += wrong
                beside.apart[_word([*own, (up, APART)])] += wrong
            # Of those were flushes: with the up-card in another suit, and in theirs.
            elsewhere, theirs = int(frozenset() in folded_with), mostly * (up not in ranks)
            alone.apart[_word(flush)] -= (SUITS - 1) * elsewhere + theirs
            beside.apart[_word([*flush, (up, OTHER)])] -= elsewhere
            beside.apart[_word([*flush, (up, APART)])] -= theirs
    return below, alone, beside


# ---- made anew -------------------------------------------------------------------------------------------------------


def _parts(words: Words) -> list[Words]:
    """Words that have more in common: those of one are counted at once, which takes memory for all of them."""
    found: dict[tuple[bool, bool], dict[Word, int]] = {}
    for word, value in words.items():
        kind = sum(letter // OTHER for letter in word) < 2, word[ACE - QUEEN] > 0
        found.setdefault(kind, {})[word] = value
    return list(found.values())


def marks_beside(lowest: Category, others: int, gone: Gone) -> Marks:
    """Signed sets of at most so many disjoint hands of a category or better, beside the cards that are gone."""
    found: Counter[tuple[int, int, int]] = Counter()
    for words, apart, times in ((gone.together, False, 1), (gone.apart, True, SUITS)):
        for part in _parts({word: value for word, value in words.items() if value}):
            for sizes, count in marks(lowest, others, words=part, apart=apart).items():
                found[sizes] += times * count
    return found


def recount(most: int = MOST, *, progress: Callable[[], None] = lambda: None) -> dict[int, dict[str, int]]:
    """The deals of two hands up to so many where one is folded, by the best of the others, counted anew."""
    gone = folds()
    below: dict[int, list[int]] = {hands: [] for hands in range(FEWEST, most + 1)}
    for lowest in CATEGORIES:
        found = [marks_beside(lowest, most - 1, each) for each in gone]
        for hands, each in below.items():
            each.append(_all_below(found, hands - 1))
        progress()
    counts = {}
    for hands, each in below.items():
        above = [FOLDS * deals(hands - 2, 52 - 2 * HAND), *each]
        by_hand = {hand.key: above[at] - above[at + 1] for at, hand in enumerate(CATEGORIES)}
        counts[hands] = {**by_hand, NONE: above[-1]}
    return counts


def _all_below(found: list[Marks], others: int) -> int:
    """In how many deals none of the others is marked, from the marks beside each of `folds`."""
    left = 52 - HAND
    below, alone, beside = (
        without(each, others, cards) for each, cards in zip(found, (left, left, left - 1), strict=True)
    )
    dealt = (alone - beside) % prod(MODULI)  # the up-card, to any of the others
    assert dealt % others == 0
    return HAND * below + dealt // others


# ---- kept, and priced ------------------------------------------------------------------------------------------------


def folded(hands: int) -> CoverAll:
    """The best of the other hands at a table of so many, the dealer's among them, where one player folds."""
    if hands not in kept("cover_all_folded"):
        raise ValueError(f"folds are counted among {FEWEST} to {MOST} hands, not {hands}")
    counts = kept("cover_all_folded")[hands]
    return CoverAll(hands=hands, deals=sum(counts.values()), counts=counts)


def given_up(rules: CaribbeanStudRules, column: int) -> GivenUp:
    """What folds cost a cover all wager in a column, where they give it up and where they do not."""
    stands = cover_all_wager(rules, column).return_
    assert rules.cover_all is not None
    found, lines = folded(hands_in(rules, column)), rules.cover_all[column]
    worth = Fraction(sum(found.counts[hand.key] * (1 + odds.ratio) for hand, odds in lines.items()), found.deals)
    return GivenUp(stands=stands, forfeited=stands - Fraction(FOLDS, DEALS) * worth, by_a_fold=worth)
