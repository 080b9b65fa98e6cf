"""What it is worth to see more of the dealer's hand than the up-card: Caribbean stud, exactly.

Two ways of seeing more, both played as well as can be, and a third that is estimated (`shared_hands`):

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
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from upcard.cards import RANKS, Card, Category, ace_king_or_better, rank_five
from upcard.compiled import load
from upcard.exact.caribbean_stud import (
    BY_RANKS,
    MOST_ODDS,
    PAYS,
    AceKings,
    Solution,
    checked,
    priced,
    solve,
)
from upcard.exact.side_wagers import plain_value, rank_lists
from upcard.exact.stud_terms import Odds, Pays, by_category
from upcard.number_format import root

Ints = NDArray[np.int64]
Codes = NDArray[np.int32]

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
    table = load("exact.kernels.exposure").count(suits, present, tuple(hands()), tuple(part(known, sorted_ranks)))
    category, least = np.nonzero(table.any(axis=2))
    never = least == table.shape[1] - 1
    return Counts(int(table.sum()), category, np.where(never, MOST_ODDS + 1, least), table[category, least])


@cache
def counted(known: int, sorted_ranks: int) -> Counts:
    """The counts of the full deck."""
    counts = count(known, sorted_ranks)
    assert counts.deals == comb(52, 5) * comb(47, known) * comb(47 - known, 5 - known)
    return counts


def price(counts: Counts, pays: Sequence[Odds] = PAYS) -> Solution:
    """The deals of those counts, played as well as can be and paid by those nine odds."""
    pays = checked(pays)
    chosen = counts.least <= np.array(by_category(pays), np.int64)[counts.category]
    bets = np.zeros((len(Category), 4), np.int64)
    np.add.at(bets, counts.category[chosen], counts.found[chosen])
    return priced(counts.deals, pays, "optimal", bets)


def known_cards(known: int, pays: Sequence[Odds] = PAYS) -> Solution:
    """The best play of one who knows so many of the dealer's five cards, the up-card among them."""
    return price(counted(known, 0), pays)


def edge_sorted(ranks: str = "AK", pays: Sequence[Odds] = PAYS) -> Solution:
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


# ---- players who share what they see -----------------------------------------------------------------------------
# There are too many deals to count, so random ones are taken, and in each the worth of betting is exact: over every
# holding that the cards not seen leave to the dealer. What is averaged is only the gain over rules of thumb that need
# no sharing. Those are priced exactly, so the estimate has their exact figure in it and a small error of its own. The
# same seed deals the same cards, and more deals begin with those of fewer.

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
    pays: Pays
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


def shared_hands(players: int, deals: int, seed: int, burn_seen: bool = False, pays: Sequence[Odds] = PAYS) -> Shared:
    """Deal so many times to so many players; each knows all hands, the up-card and, if seen, one burned card."""
    schedule = checked(pays)
    if not 1 <= players <= MOST_PLAYERS:
        raise ValueError(f"one to seven players can share their hands, not {players}.")
    if deals < FEWEST_DEALS:
        raise ValueError(f"an estimate needs two deals or more, not {deals}.")
    if seed < 0:
        raise ValueError(f"a seed is a whole number from 0 up, not {seed}.")
    total = squares = 0
    for cards in dealt(5 * players + 1 + burn_seen, deals, seed):
        gains = gain(cards, players, schedule).sum(axis=1).tolist()
        total += sum(gains)
        squares += sum(each * each for each in gains)
    unit = players * comb(51 - 5 * players - burn_seen, 4)
    spread = Fraction(deals * squares - total * total, deals * (deals - 1))
    plain = solve(schedule, PLAIN_STRATEGY)
    return Shared(
        players=players,
        deals=deals,
        seed=seed,
        burn_seen=burn_seen,
        pays=schedule,
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
    found: Ints = load("exact.kernels.exposure").face(cards, values, tuple(hands()), tuple(part(1)))
    return values, found


def gain(cards: Ints, players: int, pays: Sequence[Odds]) -> Ints:
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


# ---- hands as ranks alone ----------------------------------------------------------------------------------------
# A dealer's five cards are parted into some that are known and some that are not. Ranks decide a hand but for a flush,
# so the hands of one kind are listed once and weighed by the cards that are left. A code is the worth of a dealer's
# hand: 0 for no hand, below ace-king, else the value that `rank_five` gives.

ONE = 5 * len(RANKS)
"""Where the kernels keep a weight of one, behind five weights (of no card to four) for each rank."""


def suited_value(ranks: Sequence[int]) -> int:
    """The value of five different ranks of one suit."""
    return rank_five([Card(rank << 2) for rank in ranks])


def code(value: int) -> int:
    return value if ace_king_or_better(value) else 0


def bits_of(ranks: Sequence[int]) -> int:
    """Different ranks as the bits of a number; -1 where one stands twice."""
    return sum(1 << rank for rank in ranks) if len(set(ranks)) == len(ranks) else -1


class Hands(NamedTuple):
    """Every hand of five by its ranks, as the kernels take it."""

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


@cache
def hands() -> Hands:
    lists = rank_lists(5)
    values = [(plain_value(ranks), suited_value(ranks) if bits_of(ranks) >= 0 else 0) for ranks in lists]
    plain, suited = np.zeros((2, 1 << len(RANKS)), np.int32)
    for ranks, (value, flush) in zip(lists, values, strict=True):
        if flush:
            plain[bits_of(ranks)], suited[bits_of(ranks)] = code(value), code(flush)
    return Hands(np.array(lists, np.int64), _places(lists, 5), np.array(values, np.int64), plain, suited)


class Parts(NamedTuple):
    """The dealer's five cards as so many known ones and the rest, and the code of each known with each rest.

    It is what the kernels take. Rests are in groups, by how many of their cards are of sorted ranks; so are `flushes`,
    the rests of different ranks.
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
        known_sets=np.array([bits_of(ranks) for ranks in firsts], np.int64),
        places=_places(rests, 4),
        bounds=np.searchsorted([group(ranks) for ranks in rests], groups),
        flushes=np.array([bits_of(ranks) for ranks in flushes], np.int64),
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
