"""Sets of cards that differ by a change of suits only, the sets one card larger, and what five and six cards make.

A set is four masks of thirteen ranks, one for each suit, the greatest first, packed into one int of 52 bits: sets with
one key are played alike. The deck has four suits of the ranks in `present`; small ones are there for proof.

Bounds: a key is below 2^52, the number of sets behind a key at most 24, a place at most the number of keys, and a count
at most the 47 cards that are left. What `spread` adds up is at most all deals of six cards in their order of streets,
22,100 · 49 · 48 · 47 = 2,443,022,400.
"""

from __future__ import annotations

import numpy as np

from upcard.compiled import compiled
from upcard.exact.kernels import Array, ordered

RANKS = 13
KINDS = 22
"""No pair, a pair of each rank from the twos, then two pair to royal flush."""

NO_PAIR, FIRST_PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT = 0, 1, 14, 15, 16
FLUSH, FULL_HOUSE, FOUR_OF_A_KIND, STRAIGHT_FLUSH, ROYAL_FLUSH = 17, 18, 19, 20, 21

ONE_SUIT = (1 << RANKS) - 1
BROADWAY = 0b11111 << 8
_WHEEL = 1 << 12 | 0b1111

BITS = np.array([bin(mask).count("1") for mask in range(1 << RANKS)], np.int64)
STRAIGHTS = np.array(
    [mask & _WHEEL == _WHEEL or any(mask >> low & 31 == 31 for low in range(9)) for mask in range(1 << RANKS)], np.bool_
)
HIGHEST = np.array([max(mask.bit_length() - 1, 0) for mask in range(1 << RANKS)], np.int64)


@compiled
def packed(a: int, b: int, c: int, d: int) -> int:
    """The key of four masks."""
    a, b, c, d = ordered(a, b, c, d)
    return a << 39 | b << 26 | c << 13 | d


@compiled
def kind(a: int, b: int, c: int, d: int) -> int:
    """What the best five of five or six cards make."""
    flush = 0
    for mask in (a, b, c, d):
        if BITS[mask] >= 5:
            flush = mask
    if flush and STRAIGHTS[flush]:
        return ROYAL_FLUSH if flush & BROADWAY == BROADWAY else STRAIGHT_FLUSH
    if a & b & c & d:
        return FOUR_OF_A_KIND
    twice = (a & b) | (a & c) | (a & d) | (b & c) | (b & d) | (c & d)
    thrice = (a & b & c) | (a & b & d) | (a & c & d) | (b & c & d)
    if thrice and BITS[twice] > 1:
        return FULL_HOUSE
    if flush:
        return FLUSH
    if STRAIGHTS[a | b | c | d]:
        return STRAIGHT
    if thrice:
        return THREE_OF_A_KIND
    if twice:
        return TWO_PAIR if BITS[twice] > 1 else FIRST_PAIR + HIGHEST[twice]
    return NO_PAIR


@compiled
def orbits(keys: Array) -> Array:
    """How many sets of cards each key stands for."""
    found = np.empty(keys.size, np.int64)
    for place in range(keys.size):
        key = keys[place]
        masks = (key >> 39, key >> 26 & ONE_SUIT, key >> 13 & ONE_SUIT, key & ONE_SUIT)
        ways, run = 24, 1
        for suit in range(1, 4):
            run = run + 1 if masks[suit] == masks[suit - 1] else 1
            ways //= run
        found[place] = ways
    return found


@compiled
def grown(keys: Array, cards: int, present: int) -> tuple[Array, Array]:
    """The keys with one card more, and for each key the places of those that its further cards lead to."""
    left = 4 * BITS[present] - cards
    places = np.empty((keys.size, left), np.int64)
    found = np.empty(keys.size * left, np.int64)
    slots = 16
    while slots < 3 * found.size // 2:
        slots *= 2
    table = np.full(slots, -1, np.int64)
    shift = 64
    while slots > 1 << (64 - shift):
        shift -= 1
    many = 0
    masks = np.empty(4, np.int64)
    for place in range(keys.size):
        key = keys[place]
        for suit in range(4):
            masks[suit] = key >> (39 - 13 * suit) & ONE_SUIT
        column = 0
        for suit in range(4):
            before = masks[suit]
            for rank in range(RANKS):
                card = 1 << rank
                if not present & card or before & card:
                    continue
                masks[suit] = before | card
                child = packed(masks[0], masks[1], masks[2], masks[3])
                slot = np.int64(np.uint64(child) * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(shift))
                while table[slot] >= 0 and found[table[slot]] != child:
                    slot = (slot + 1) % slots
                if table[slot] < 0:
                    table[slot] = many
                    found[many] = child
                    many += 1
                places[place, column] = table[slot]
                column += 1
            masks[suit] = before
    return found[:many].copy(), places


@compiled
def kinds(keys: Array) -> Array:
    """What each set of five cards makes."""
    found = np.empty(keys.size, np.int64)
    for place in range(keys.size):
        key = keys[place]
        found[place] = kind(key >> 39, key >> 26 & ONE_SUIT, key >> 13 & ONE_SUIT, key & ONE_SUIT)
    return found


@compiled
def sixths(keys: Array, present: int) -> Array:
    """For each set of five cards, in how many ways a sixth makes each kind.

    Unless four are of one suit a sixth makes no flush, and of each rank one card stands for all that are left.
    """
    found = np.zeros((keys.size, KINDS), np.int64)
    masks = np.empty(4, np.int64)
    for place in range(keys.size):
        key = keys[place]
        most = 0
        for suit in range(4):
            masks[suit] = key >> (39 - 13 * suit) & ONE_SUIT
            most = max(most, BITS[masks[suit]])
        for rank in range(RANKS):
            card = 1 << rank
            if not present & card:
                continue
            made, left = 0, 0
            for suit in range(4):
                before = masks[suit]
                if before & card:
                    continue
                if most >= 4 or left == 0:
                    masks[suit] = before | card
                    made = kind(masks[0], masks[1], masks[2], masks[3])
                    masks[suit] = before
                if most >= 4:
                    found[place, made] += 1
                else:
                    left += 1
            found[place, made] += left
    return found


@compiled
def spread(reached: Array, places: Array, size: int) -> Array:
    """How often each larger set is reached, every further card being dealt once."""
    found = np.zeros(size, np.int64)
    for place in range(reached.size):
        if reached[place]:
            for child in places[place]:
                found[child] += reached[place]
    return found
