"""Caribbean stud dealt out card by card: no symmetry, no table, one hand compared with every holding of the dealer.

Slow and plain: the third witness. A hand is four sets of ranks, those held at least once, twice, three and four times,
in one number under the category; such numbers compare as poker hands do.

Bounds: a holding is counted once, so no count passes C(51,4) = 249,900.
"""

from __future__ import annotations

import numpy as np

from upcard.compiled import lean
from upcard.exact.kernels import Array, Int

ACE_KING = 0b1100000000000


@lean
def _worth(one: Int, two: Int, three: Int, four: Int, flush: bool) -> Int:
    """The sets of ranks held at least so many times, and whether the five cards are of one suit."""
    category = 0
    if four:
        category = 7
    elif three:
        category = 6 if two != three else 3
    elif two:
        category = 2 if two & (two - 1) else 1
    else:
        lowest = one & -one
        if one == lowest * 31:
            category = 4
        elif one == 0b1000000001111:
            category, one = 4, 0b1111
        if flush:
            category = 5 if category == 0 else (9 if one == 0b1111100000000 else 8)
    return (((category << 13 | four) << 13 | three) << 13 | two) << 13 | one


@lean
def _hand(cards: Array) -> Int:
    one = two = three = four = 0
    flush = True
    for card in cards:
        bit = 1 << (card >> 2)
        four |= three & bit
        three |= two & bit
        two |= one & bit
        one |= bit
        flush &= card & 3 == cards[0] & 3
    return _worth(one, two, three, four, flush)


@lean
def face(player: Array, up: Int, rest: Array, found: Array) -> None:
    """Add up the holdings of four cards from the rest: no hand, player wins, push, dealer wins."""
    own = _hand(player)
    size = len(rest)
    first, suit = 1 << (up >> 2), up & 3
    for a in range(size - 3):
        bit = 1 << (rest[a] >> 2)
        two_a = first & bit
        one_a = first | bit
        suit_a = rest[a] & 3 == suit
        for b in range(a + 1, size - 2):
            bit = 1 << (rest[b] >> 2)
            three_b = two_a & bit
            two_b = two_a | one_a & bit
            one_b = one_a | bit
            suit_b = suit_a and rest[b] & 3 == suit
            for c in range(b + 1, size - 1):
                bit = 1 << (rest[c] >> 2)
                four_c = three_b & bit
                three_c = three_b | two_b & bit
                two_c = two_b | one_b & bit
                one_c = one_b | bit
                suit_c = suit_b and rest[c] & 3 == suit
                for d in range(c + 1, size):
                    bit = 1 << (rest[d] >> 2)
                    worth = _worth(
                        one_c | bit,
                        two_c | one_c & bit,
                        three_c | two_c & bit,
                        four_c | three_c & bit,
                        suit_c and rest[d] & 3 == suit,
                    )
                    if worth < ACE_KING:
                        found[0] += 1
                    elif worth == own:
                        found[2] += 1
                    elif worth < own:
                        found[1] += 1
                    else:
                        found[3] += 1


def holdings(player: tuple[int, ...], up: int, deck: tuple[int, ...]) -> tuple[int, int, int, int]:
    """What the dealer's holdings from that deck come to: no hand, player wins, push, dealer wins."""
    rest = np.array([card for card in deck if card != up and card not in player], np.int64)
    found = np.zeros(4, np.int64)
    face(np.array(player, np.int64), up, rest, found)
    no_hand, wins, push, dealer = found.tolist()
    return no_hand, wins, push, dealer
