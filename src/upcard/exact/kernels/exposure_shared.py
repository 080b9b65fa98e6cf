"""Caribbean stud with the hands of a whole table known: what the dealer's other four cards come to for each player.

The dealer's holdings are listed once for a deal, by ranks, each weighed by the cards that are left of them; a flush
takes one from the weight of its ranks and is a holding of its own. Then each player's hand is compared with the list.

Bounds: a weight is at most 4^4, a count at most C(46,4) = 163,185.
"""

from __future__ import annotations

from math import comb

import numpy as np

from upcard.compiled import lean
from upcard.exact.kernels import Array, Int
from upcard.exact.kernels.exposure import CHOOSE, DEALER, NO_HAND, ONE, PUSH, WINS, Codes, Hands, Parts

Scratch = tuple[Array, Array, Array, Array]

assert 4**4 * comb(46, 4) < 2**63


@lean
def _left(cards: Array, suit: Int, left: Array, weights: Array) -> Int:
    """Take those cards out of the deck; the ranks that are left of the suit."""
    free = (1 << 13) - 1
    for rank in range(13):
        left[rank] = 4
    for at in range(len(cards)):
        left[cards[at] >> 2] -= 1
        if cards[at] & 3 == suit:
            free &= ~(1 << (cards[at] >> 2))
    for rank in range(13):
        for many in range(5):
            weights[5 * rank + many] = CHOOSE[left[rank], many]
    return free


@lean
def _list(codes: Codes, hands: Hands, parts: Parts, up: Int, free: Int, scratch: Scratch) -> Int:
    """List the dealer's holdings beside an up-card of that rank: codes and weights; how many."""
    _, _, _, plain, suited = hands
    _, _, _, places, _, flushes, _, _ = parts
    _, weights, listed, ways_of = scratch
    size = 0
    for at in range(len(codes)):
        ways = weights[places[0, at]] * weights[places[1, at]] * weights[places[2, at]] * weights[places[3, at]]
        if ways:
            listed[size], ways_of[size] = codes[at], ways
            size += 1
    for at in range(len(flushes)):
        if flushes[at] & ~free == 0:
            ranks = flushes[at] | 1 << up
            listed[size], ways_of[size] = plain[ranks], -1
            listed[size + 1], ways_of[size + 1] = suited[ranks], 1
            size += 2
    return size


@lean
def _face(cards: Array, values: Array, hands: Hands, parts: Parts, scratch: Scratch, found: Array) -> None:
    left, weights, listed, ways_of = scratch
    players = values.shape[1]
    for deal in range(len(cards)):
        up = cards[deal, 5 * players]
        free = _left(cards[deal], up & 3, left, weights)
        size = _list(parts[7][up >> 2], hands, parts, up >> 2, free, scratch)
        every = no_hand = np.int64(0)
        for at in range(size):
            every += ways_of[at]
            no_hand += ways_of[at] if listed[at] == 0 else 0
        for player in range(players):
            own = values[deal, player]
            below = level = np.int64(0)
            for at in range(size):
                below += ways_of[at] if listed[at] < own else 0
                level += ways_of[at] if listed[at] == own else 0
            counts = found[deal, player]
            counts[NO_HAND] = no_hand
            counts[WINS] = below - no_hand
            counts[PUSH] = level
            counts[DEALER] = every - below - level


def face(cards: Array, values: Array, hands: Hands, parts: Parts) -> Array:
    """For each deal and player the dealer's holdings: no hand, player wins, push, dealer wins.

    A deal is a row of cards: five for each player, the up-card, and whatever else is seen. `values` are of the hands.
    """
    known, _, _, places, _, flushes, _, _ = parts
    assert known.shape == (13, 1)
    assert values.shape[0] == cards.shape[0]
    assert cards.shape[1] > 5 * values.shape[1]
    most = places.shape[1] + 2 * len(flushes)

    def zeros(*shape: int) -> Array:
        return np.zeros(shape, np.int64)

    found = zeros(*values.shape, 4)
    _face(cards, values, hands, parts, (zeros(13), np.ones(ONE + 1, np.int64), zeros(most), zeros(most)), found)
    return found
