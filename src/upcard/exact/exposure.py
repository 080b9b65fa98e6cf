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

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from upcard.cards import RANKS, Category
from upcard.compiled import load
from upcard.exact.caribbean_stud import (
    BY_RANKS,
    MOST_ODDS,
    PAYS,
    AceKings,
    Solution,
    by_category,
    checked,
    priced,
    solve,
)
from upcard.exact.rank_sets import hands, part, values_of
from upcard.number_format import root

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


Ints = NDArray[np.int64]

MOST_PLAYERS = 7
FEWEST_DEALS = 2
PLAIN_STRATEGY = "rules-of-thumb"
AT_ONCE = 4096
"""Deals in the memory at a time."""

# What the players of a deal gain is in half antes, over all holdings, and added up for the deal.
assert max(players * comb(51 - 5 * players, 4) for players in range(1, 8)) * (2 + 2 * MOST_ODDS) < 2**63


@dataclass(frozen=True, slots=True)
class Shared:
    """The edge of players who share their hands, estimated from random deals."""

    players: int
    deals: int
    seed: int
    burn_seen: bool
    pays: tuple[int, ...]
    edge: Fraction
    """What a player wins of an ante on average."""
    variance: Fraction
    """Of the estimate; the players of a deal are dependent, and deals are not."""

    @property
    def house_edge(self) -> Fraction:
        return -self.edge

    @property
    def standard_error(self) -> str:
        """Of the estimate, to twelve places."""
        return root(self.variance, 12)


def shared_hands(players: int, deals: int, seed: int, burn_seen: bool = False, pays: Sequence[int] = PAYS) -> Shared:
    """Deal so many times to so many players; each knows all hands, the up-card and, if seen, one burned card."""
    pays = checked(pays)
    if not 1 <= players <= MOST_PLAYERS:
        raise ValueError(f"one to seven players can share their hands, not {players}.")
    if deals < FEWEST_DEALS:
        raise ValueError(f"an estimate needs two deals or more, not {deals}.")
    if seed < 0:
        raise ValueError(f"a seed is a whole number from 0 up, not {seed}.")
    total = squares = 0
    for cards in dealt(5 * players + 1 + burn_seen, deals, seed):
        gains = gain(cards, players, pays).sum(axis=1).tolist()
        total += sum(gains)
        squares += sum(each * each for each in gains)
    unit = players * comb(51 - 5 * players - burn_seen, 4)
    spread = Fraction(deals * squares - total * total, deals * (deals - 1))
    plain = solve(pays, PLAIN_STRATEGY)
    return Shared(
        players=players,
        deals=deals,
        seed=seed,
        burn_seen=burn_seen,
        pays=pays,
        edge=Fraction(plain.net, plain.deals) + Fraction(total, deals * unit),
        variance=spread / (deals * unit * unit),
    )


def dealt(cards: int, deals: int, seed: int) -> Iterator[Ints]:
    """Deals of so many cards, some thousands at a time.

    Each card of a deck gets a random number and the lowest are dealt. The card itself stands in the last six bits, so
    no two numbers are the same; the stream of numbers is one that numpy promises to keep.
    """
    numbers = np.random.Philox(seed)
    deck = np.arange(52, dtype=np.uint64)
    for start in range(0, deals, AT_ONCE):
        rows = min(AT_ONCE, deals - start)
        drawn = numbers.random_raw(rows * 52).reshape(rows, 52)
        order = np.sort(drawn >> np.uint64(6) << np.uint64(6) | deck, axis=1)
        yield (order[:, :cards] & np.uint64(63)).astype(np.int64)


def outcomes(cards: Ints, players: int) -> tuple[Ints, Ints]:
    """For each deal and player the hand's value; and the dealer's holdings: no hand, player wins, push, dealer wins.

    A deal is a row of cards: five for each player, the up-card, and whatever else is seen.
    """
    values = values_of(cards[:, : 5 * players].reshape(-1, players, 5))
    found: Ints = load("exact.kernels.exposure_shared").face(
        cards,
        values,
        hands().arrays,
        part(1).arrays,
    )
    return values, found


def gain(cards: Ints, players: int, pays: Sequence[int]) -> Ints:
    """By how many half antes, over all holdings, each player does better than by the rules of thumb."""
    values, found = outcomes(cards, players)
    no_hand, wins, push, dealer = np.moveaxis(found, -1, 0)
    odds = np.array(by_category(pays), np.int64)[values >> 20]
    margin = 2 * (no_hand + wins - dealer) + push + 2 * odds * wins
    better: Ints = np.maximum(np.where(plainly_bet(cards, values), -margin, margin), 0)
    return better


def plainly_bet(cards: Ints, values: Ints) -> NDArray[np.bool_]:
    """Whether each player bets by the rules of thumb: any pair or better, and ace-king as they say."""
    up = np.broadcast_to(cards[:, 5 * values.shape[1], None] >> 2, values.shape)
    ace_king = values >> 12 == 0xCB
    bet: NDArray[np.bool_] = (values >> 20 > 0) | ace_king & BY_RANKS[PLAIN_STRATEGY](AceKings.of(values, up))
    return bet
