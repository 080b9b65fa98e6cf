"""What it is worth to see more of the dealer's hand than the up-card: Caribbean stud, exactly.

Two ways of seeing more, both played as well as can be:

    >>> known_cards(2).net, known_cards(2).deals  # the up-card and one of the others
    (-245591705472, 39866461034400)
    >>> edge_sorted("AK").net  # the up-card, and from their backs which of the others are aces or kings
    1415303665828

The figures are those of `caribbean_stud.solve`, over all deals of a player's hand, the dealer's known cards and the
dealer's other cards. With the up-card alone they are the ordinary game's:

    >>> known_cards(1).net
    -1041372912372
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from upcard.cards import RANKS, Category
from upcard.compiled import load
from upcard.exact.caribbean_stud import MOST_ODDS, PAYS, Solution, by_category, checked, priced
from upcard.exact.rank_sets import hands, part

EVERY_RANK = (1 << len(RANKS)) - 1


@dataclass(frozen=True, slots=True)
class Counts:
    """What every schedule is priced from: deals by the player's category and the least odds at which they are bet."""

    deals: int
    category: NDArray[np.int64]
    least: NDArray[np.int64]
    """More than `MOST_ODDS` where no odds make a bet worth while."""
    found: NDArray[np.int64]
    """A row for each, with its deals: no hand, player wins, push, dealer wins."""


def count(known: int, sorted_ranks: int = 0, suits: int = 4, present: int = EVERY_RANK) -> Counts:
    """Count the deals anew; smaller decks are for proof.

    So many of the dealer's five cards are known, and of the others how many are in the set of sorted ranks.
    """
    if not 1 <= known <= 5:
        raise ValueError(f"of the dealer's cards one to five can be known, not {known}.")
    table = load("exact.kernels.exposure").count(
        suits,
        present,
        hands().arrays,
        part(known, sorted_ranks).arrays,
    )
    category, least = np.nonzero(table.any(axis=2))
    never = least == table.shape[1] - 1
    return Counts(int(table.sum()), category, np.where(never, MOST_ODDS + 1, least), table[category, least])


@cache
def counted(known: int, sorted_ranks: int) -> Counts:
    """The counts of the full deck."""
    counts = count(known, sorted_ranks)
    assert counts.deals == comb(52, 5) * comb(47, known) * comb(47 - known, 5 - known)
    return counts


def price(counts: Counts, pays: Sequence[int] = PAYS) -> Solution:
    """The deals of those counts, played as well as can be and paid by those nine odds."""
    pays = checked(pays)
    chosen = counts.least <= np.array(by_category(pays), np.int64)[counts.category]
    bets = np.zeros((len(Category), 4), np.int64)
    np.add.at(bets, counts.category[chosen], counts.found[chosen])
    return priced(counts.deals, pays, "optimal", bets)


def known_cards(known: int, pays: Sequence[int] = PAYS) -> Solution:
    """The best play of one who knows so many of the dealer's five cards, the up-card among them."""
    return price(counted(known, 0), pays)


def edge_sorted(ranks: str = "AK", pays: Sequence[int] = PAYS) -> Solution:
    """The best play of one who knows the up-card, and how many of the dealer's other cards are of those ranks."""
    return price(counted(1, rank_set(ranks)), pays)


def rank_set(ranks: str) -> int:
    """Ranks that are told apart by their backs, as a set of bits."""
    chosen = 0
    for rank in ranks:
        if rank not in RANKS:
            raise ValueError(f"{rank!r} is not a rank: sorted ranks are some of {RANKS}.")
        if chosen >> RANKS.index(rank) & 1:
            raise ValueError(f"the rank {rank} stands twice among the sorted ranks {ranks!r}.")
        chosen |= 1 << RANKS.index(rank)
    return chosen
