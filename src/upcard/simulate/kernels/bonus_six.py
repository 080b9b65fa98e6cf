"""Rounds of Bonus 6, seat by seat, played by a table of decisions over all that a player can see.

A set of cards has the key of `upcard.exact.kernels.bonus_six`; its place among the keys of its size is found by
hashing. What is done with it comes in as arrays, and so does the price of every end of a hand.

The cards lie as they are dealt to seats that stay to the end: two to each, the community card, a third, a fourth and a
bonus card to each; cards of a seat that has folded stay unseen. A hand ends in one of `ENDS`: folds, a discard, a bonus
card that did not help, or a kind of hand that stands or was made by the bonus card.

Bounds: a line of one round is below 2^32 in cents (asserted with its prices), so its square is below 2^64 and right as
a word without a sign; it is added up in two halves of 32 bits, of at most 2^24 rounds, so that either sum is below
2^56.
"""

from __future__ import annotations

import numpy as np

from upcard.compiled import compiled, lean
from upcard.exact.kernels import Array, Int
from upcard.exact.kernels.bonus_six import KINDS, kind, packed
from upcard.simulate.kernels import NUMBER_AT, WORDS
from upcard.simulate.kernels.cards import fraction, hand, word

LINES = ("game", "tip", "table")
FOLD_FIRST, FOLD_SECOND, DISCARD, CARD_LOST, STAND = range(5)
CARD = STAND + KINDS
ENDS = CARD + KINDS

HALF = (1 << 32) - 1
STEPS, ONE = np.uint64(WORDS), np.uint64(1)
SPREAD = np.uint64(0x9E3779B97F4A7C15)


@lean
def _slot(key: Int, bits: Int) -> Int:
    return np.int64(np.uint64(key) * SPREAD >> np.uint64(64 - bits))


@compiled
def index(keys: Array, bits: int) -> Array:
    """A table of 2^bits rows, key and place, in which every key can be found; empty rows have the key -1."""
    table = np.full((1 << bits, 2), -1, np.int64)
    for place in range(keys.size):
        slot = _slot(keys[place], bits)
        while table[slot, 0] >= 0:
            slot = (slot + 1) & ((1 << bits) - 1)
        table[slot, 0] = keys[place]
        table[slot, 1] = place
    return table


@lean
def _place(table: Array, bits: Int, masks: Array) -> Int:
    key = packed(masks[0], masks[1], masks[2], masks[3])
    slot = _slot(key, bits)
    while table[slot, 0] != key:
        slot = (slot + 1) & ((1 << bits) - 1)
    return table[slot, 1]


@lean
def _take(deck: Array, place: Int, masks: Array) -> None:
    card = deck[place] >> NUMBER_AT
    masks[card & 3] |= 1 << (card >> 2)


@lean
def _end(deck: Array, seat: Int, seats: Int, finders: tuple[Array, Array, Array], bits: Array,
         acts: tuple[Array, Array, Array], wins: Array, masks: Array) -> Int:  # fmt: skip
    """How the hand of a seat ends."""
    masks[:] = 0
    _take(deck, 2 * seat, masks)
    _take(deck, 2 * seat + 1, masks)
    _take(deck, 2 * seats, masks)
    if not acts[0][_place(finders[0], bits[0], masks)]:
        return FOLD_FIRST
    _take(deck, 2 * seats + 1 + seat, masks)
    if not acts[1][_place(finders[1], bits[1], masks)]:
        return FOLD_SECOND
    _take(deck, 3 * seats + 1 + seat, masks)
    made = kind(masks[0], masks[1], masks[2], masks[3])
    if wins[made]:
        return STAND + made
    if not acts[2][_place(finders[2], bits[2], masks)]:
        return DISCARD
    _take(deck, 4 * seats + 1 + seat, masks)
    made = kind(masks[0], masks[1], masks[2], masks[3])
    return CARD + made if wins[made] else CARD_LOST


@lean
def play(
    key: Int,
    first: Int,
    rounds: Int,
    fresh: Array,
    finders: tuple[Array, Array, Array],
    bits: Array,
    acts: tuple[Array, Array, Array],
    wins: Array,
    prices: Array,
    out: tuple[Array, Array, Array],
    scratch: tuple[Array, Array],
) -> None:
    """Deal and settle `rounds` rounds from the round `first` on; `prices` are net, lines by seats by ends."""
    sums, ends, by_seat = out
    deck, masks = scratch
    seats = prices.shape[1]
    for at in range(rounds):
        counter = np.uint64(first + at) * STEPS
        for card in range(52):
            deck[card] = fresh[card]
        for five in range(seats + 1):
            hand(deck, 5 * five, fraction(word(key, counter)))
            counter += ONE
        game = tip = own = 0
        for seat in range(seats):
            end = _end(deck, seat, seats, finders, bits, acts, wins, masks)
            ends[end] += 1
            game += prices[0, seat, end]
            tip += prices[1, seat, end]
            own += prices[2, seat, end]
            by_seat[seat] += prices[2, seat, end]
        for line, amount in enumerate((game, tip, own)):
            square = amount * amount
            sums[0, line] += amount
            sums[1, line] += square & HALF
            sums[2, line] += square >> 32 & HALF
