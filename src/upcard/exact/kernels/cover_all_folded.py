"""Random deals in which a player's hand is folded by the best play: the best of the others' hands.

The player's five cards and the dealer's up-card are drawn until they are ones that are folded; then the dealer's other
cards and the other players' hands are dealt from what is left. Counts are of deals, below 2^63.
"""

from __future__ import annotations

import numpy as np

from upcard.compiled import lean
from upcard.exact.kernels.types import Array, Int

ACE, KING = 12, 11
NONE, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL = range(8)
WHEEL = 1 << ACE | 15

MIX, FIRST, SECOND = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


@lean
def _random(state: Array) -> Int:
    """32 bits of the stream (splitmix64)."""
    state[0] += MIX
    mixed = state[0]
    mixed = (mixed ^ mixed >> np.uint64(30)) * FIRST
    mixed = (mixed ^ mixed >> np.uint64(27)) * SECOND
    return np.int64((mixed ^ mixed >> np.uint64(31)) >> np.uint64(32))


@lean
def _draw(deck: Array, first: Int, last: Int, state: Array) -> None:
    """Bring random cards of those not yet drawn to the places from `first` to before `last`."""
    for place in range(first, last):
        other = place + (_random(state) * (52 - place) >> 32)
        deck[place], deck[other] = deck[other], deck[place]


@lean
def kind(deck: Array, at: Int) -> Int:
    """What the five cards from a place on are, as far as a cover all wager pays for it."""
    ranks, suits, counts = np.int64(0), np.int64(0), np.int64(0)
    for place in range(at, at + 5):
        rank = deck[place] >> 2
        ranks |= 1 << rank
        suits |= 1 << (deck[place] & 3)
        counts += np.int64(1) << 4 * rank
    different, most = np.int64(0), np.int64(0)
    for rank in range(13):
        held = counts >> 4 * rank & 15
        different += held > 0
        most = max(most, held)
    if different == 5:
        straight = ranks == WHEEL or ranks // (ranks & -ranks) == 31
        flush = suits & (suits - 1) == 0
        if straight and flush:
            return ROYAL if ranks == 31 << 8 else STRAIGHT_FLUSH
        return FLUSH if flush else STRAIGHT if straight else NONE
    if most == 4:
        return FOUR
    if most == 3:
        return FULL_HOUSE if different == 2 else THREE
    return NONE


@lean
def folds(deck: Array, ace_kings: Array) -> bool:
    """Whether the first five cards are folded against the sixth.

    `ace_kings`, by the ranks behind ace and king, the up-card's rank, and which of the five, the highest first, are of
    its suit, says which hands with ace and king are folded; a lower one always is, and a pair or better never.
    """
    ranks = np.int64(0)
    for place in range(5):
        ranks |= 1 << (deck[place] >> 2)
    different = np.int64(0)
    for rank in range(13):
        different += ranks >> rank & 1
    if different < 5 or kind(deck, 0) != NONE:
        return False
    if ranks >> KING != 3:
        return True
    held = np.int64(0)
    for place in range(5):
        if deck[place] & 3 == deck[5] & 3:
            higher = np.int64(0)
            for rank in range((deck[place] >> 2) + 1, 13):
                higher += ranks >> rank & 1
            held |= 16 >> higher
    return bool(ace_kings[ranks & 2047, deck[5] >> 2, held])


@lean
def estimate(hands: Int, deals: Int, state: Array, ace_kings: Array, deck: Array, counts: Array) -> None:
    """Count that many deals of so many hands, the folded one and the dealer's among them, by the best of the others."""
    for _ in range(deals):
        _draw(deck, 0, 6, state)
        while not folds(deck, ace_kings):
            _draw(deck, 0, 6, state)
        _draw(deck, 6, 5 * hands, state)
        best = np.int64(0)
        for hand in range(1, hands):
            best = max(best, kind(deck, 5 * hand))
        counts[best] += 1
