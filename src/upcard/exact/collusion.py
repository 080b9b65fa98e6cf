"""Players who share what they see: Caribbean stud with every hand of the table known, played by a computer.

There are too many deals to count, so random ones are taken, and in each the worth of betting is exact: over every
holding that the cards not seen leave to the dealer. What is averaged is only the *gain* over rules of thumb that need
no sharing. Those are priced exactly, so the estimate has their exact figure in it and a small error of its own:

    >>> seven = shared_hands(7, deals=2000, seed=1)
    >>> seven.edge > Fraction(-1, 25), float(seven.standard_error) < 0.005
    (True, True)

The same seed deals the same cards, and more deals begin with those of fewer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from upcard.compiled import load
from upcard.exact.caribbean_stud import MOST_ODDS, PAYS, by_category, checked, solve
from upcard.exact.rank_sets import hands, part, values_of
from upcard.exact.strategy import BY_RANKS, AceKings
from upcard.number_format import root

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
