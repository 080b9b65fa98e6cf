"""A round's words, and five cards drawn from one of them: what `upcard.simulate.tally` tells in plain Python."""

from __future__ import annotations

import numpy as np

from upcard.compiled import lean
from upcard.exact.kernels import Array, Int
from upcard.simulate import kernels as layout
from upcard.simulate.kernels import FRACTION, LAST_SHIFT, MIXERS, STEP, WORD

ADD = np.uint64(STEP)
FIRST_SHIFT, FIRST_FACTOR = np.uint64(MIXERS[0][0]), np.uint64(MIXERS[0][1])
SECOND_SHIFT, SECOND_FACTOR = np.uint64(MIXERS[1][0]), np.uint64(MIXERS[1][1])
THIRD_SHIFT = np.uint64(LAST_SHIFT)
SPARE = np.uint64(WORD - FRACTION)
WITHIN = (1 << FRACTION) - 1
EMPTY = np.int64(layout.EMPTY)
CARDS = 52


@lean
def word(key: Int, counter: Int) -> Int:
    """The word of a key at a count, both of 64 bits without a sign."""
    mixed = key + counter * ADD
    mixed = (mixed ^ (mixed >> FIRST_SHIFT)) * FIRST_FACTOR
    mixed = (mixed ^ (mixed >> SECOND_SHIFT)) * SECOND_FACTOR
    return mixed ^ (mixed >> THIRD_SHIFT)


@lean
def fraction(drawn: Int) -> Int:
    """The upper bits of a word, as a fraction of 2^57."""
    return np.int64(drawn >> SPARE)


@lean
def hand(deck: Array, place: Int, part: Int) -> Int:
    """Draw five cards to that place of the deck; what they come to.

    Bound: a part is below 2^57 and at most 52 cards are left, so that a product is below 2^63.
    """
    total = EMPTY
    for card in range(5):
        part *= CARDS - place - card
        at = place + card
        drawn = at + (part >> FRACTION)
        part &= WITHIN
        found = deck[drawn]
        deck[drawn] = deck[at]
        deck[at] = found
        total += found
    return total
