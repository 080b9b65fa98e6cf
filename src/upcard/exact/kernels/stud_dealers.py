"""The dealer's hands in Caribbean stud, weighed and not dealt: those that hold the up-card, by kind and by rank.

Of each rank so many cards are left, its weight. Hands of five different ranks are sums of products of weights, and
hands with a pair or more are those sums again with some ranks taken twice or oftener. `up` is the up-card's rank and
`left` the cards left of that rank. In the suit of the up-card each rank is free or not, and a flush is a set of them.
"""

from __future__ import annotations

from math import comb

import numpy as np

from upcard.compiled import lean
from upcard.exact.kernels import Array, Int

Sets = tuple[Int, Int, Int, Int]

# Numbers handed from one compiled function to another have the array's type: a function is compiled anew for each
# plain constant that it is given.
NONE, ZERO, ONE, THREE, FIVE, ALL = np.array([-1, 0, 1, 3, 5, 13])
ACE, KING = np.array([12, 11])
PAIRS, PAIRS_1, PAIRS_2, SQUARES, THREES, THREES_1, FOURS = np.arange(7)

BITS = np.array([number.bit_count() for number in range(1 << 13)], np.int8)
CHOOSE = np.array([[comb(n, k) for k in range(6)] for n in range(52)], np.int64)
# Straights by their highest rank, five (3) to ace, as sets of ranks.
STRAIGHTS = np.array([0] * 3 + [1 << ACE | 0b1111] + [0b11111 << low for low in range(9)], np.int64)


# ---- the dealer's ranks: hands that hold the up-card -------------------------------------------------------
#
# Sums are taken once for a player's ranks; the up-card's own rank is taken out of them where it must be.


@lean
def fill(weights: Array, skip: Int, sums: Array, moments: Array) -> None:
    """Sums over the ranks below each rank r, leaving out skip.

    In sums[r, j] the products of the weights of every set of j ranks; in moments[r] the weights as pairs, pairs times
    weight, pairs times weight squared, pairs squared, threes, threes times weight, and fours.
    """
    for rank in range(len(weights)):
        weight = weights[rank] if rank != skip else 0
        for size in range(1, 5):
            sums[rank + 1, size] = sums[rank, size] + weight * sums[rank, size - 1]
        pairs, threes = CHOOSE[weight, 2], CHOOSE[weight, 3]
        moments[rank + 1, PAIRS] = moments[rank, PAIRS] + pairs
        moments[rank + 1, PAIRS_1] = moments[rank, PAIRS_1] + pairs * weight
        moments[rank + 1, PAIRS_2] = moments[rank, PAIRS_2] + pairs * weight * weight
        moments[rank + 1, SQUARES] = moments[rank, SQUARES] + pairs * pairs
        moments[rank + 1, THREES] = moments[rank, THREES] + threes
        moments[rank + 1, THREES_1] = moments[rank, THREES_1] + threes * weight
        moments[rank + 1, FOURS] = moments[rank, FOURS] + CHOOSE[weight, 4]


@lean
def moment(moments: Array, below: Int, kind: Int, up: Int) -> Int:
    """A moment of the ranks below that, but for the up-card's."""
    if up < below:
        return moments[below, kind] - moments[up + 1, kind] + moments[up, kind]
    return moments[below, kind]


@lean
def sets(sums: Array, below: Int, size: Int, up: Int) -> Int:
    """Sets of that many ranks below that, but for the up-card's (or for none, if that is -1)."""
    if up < 0 or up >= below:
        return sums[below, size]
    weight = sums[up + 1, 1] - sums[up, 1]
    found = 1
    for smaller in range(1, size + 1):
        found = sums[below, smaller] - weight * found
    return found


@lean
def all_sets(sums: Array, weight: Int) -> Sets:
    """Sets of one, two, three and four ranks, but for the up-card's, which has that weight."""
    one = sums[13, 1] - weight
    two = sums[13, 2] - weight * one
    three = sums[13, 3] - weight * two
    return one, two, three, sums[13, 4] - weight * three


@lean
def lower_sets(weights: Array, up: Int, sums: Array, ranks: Array, places: Int) -> tuple[Int, Int]:
    """Sets of ranks that hold up and rank below those in the first places; and those that agree with them there.

    An up of -1 stands for none.
    """
    lower, agreeing, missing = 0, 1, up >= 0
    for place in range(places):
        rank = ranks[place]
        if up < rank or not missing:
            lower += agreeing * sets(sums, rank, len(ranks) - place - missing, up)
        if rank == up:
            missing = False
        elif missing and up > rank:
            return lower, 0
        else:
            agreeing *= weights[rank]
    return lower, 0 if missing else agreeing


@lean
def straights(weights: Array, up: Int, top: Int) -> tuple[Int, Int]:
    """Straights lower than one up to `top`, and straights up to it."""
    lower = level = 0
    others, weights[up] = weights[up], 1
    for highest in range(3 if up == ACE else max(up, 3), min(up + 5, top + 1)):
        if STRAIGHTS[highest] >> up & 1:
            foot = weights[highest - 4] if highest > 3 else weights[ACE]
            level = weights[highest] * weights[highest - 1] * weights[highest - 2] * weights[highest - 3] * foot
            if highest < top:
                lower += level
                level = 0
    weights[up] = others
    return lower, level


@lean
def unpaired(weights: Array, up: Int, sums: Array) -> tuple[Sets, Int, Int, Int]:
    """Hands of five ranks: the sets of the other cards, straights up to a king, up to an ace, hands of a high card."""
    others = all_sets(sums, weights[up])
    lower, level = straights(weights, up, ACE)
    return others, lower, level, others[3] - lower - level


@lean
def high_cards(weights: Array, up: Int, sums: Array, ranks: Array, places: Int, runs: Int) -> tuple[Int, Int]:
    """Hands of a high card that rank below those ranks in the first places, and those that rank with them.

    `runs` are the straights that are not up to an ace.
    """
    lower, level = lower_sets(weights, up, sums, ranks, places)
    if ranks[0] < ACE:
        runs, _ = straights(weights, up, ranks[0])
    if (ranks[0] < ACE or places == 1) and STRAIGHTS[3] >> up & 1:  # the lowest straight has the ace, and is no lower
        others, weights[up] = weights[up], 1
        runs -= weights[ACE] * weights[3] * weights[2] * weights[1] * weights[0]
        weights[up] = others
    return lower - runs, level


@lean
def pairs(left: Int, up: Int, all_sets: Sets, moments: Array, below: Int) -> Int:
    """Hands of one pair of a rank below that; `left` are the cards left of the up-card's rank."""
    one, two, three, _ = all_sets
    total = two * moment(moments, below, PAIRS, up) - one * moment(moments, below, PAIRS_1, up)
    total += moment(moments, below, PAIRS_2, up)
    return total + left * three if up < below else total


@lean
def two_pairs(left: Int, up: Int, all_sets: Sets, weights: Array, moments: Array, high: Int, low: Int) -> Int:
    """Hands of two pair lower than that of high and low, whatever the fifth card; all when high is 13."""
    one = all_sets[0]
    both = moment(moments, high, PAIRS, up)
    total = (both * both - moment(moments, high, SQUARES, up)) >> 1
    if up < high:
        total += left * (one * both - moment(moments, high, PAIRS_1, up))
    if high < ALL:
        under = moment(moments, low, PAIRS, up)
        if up == high:
            total += left * (one * under - moment(moments, low, PAIRS_1, up))
        else:
            ways = CHOOSE[weights[high], 2]
            total += ways * under
            if up < low:
                total += left * ways * (one - weights[high])
    return total


@lean
def threes(left: Int, up: Int, all_sets: Sets, moments: Array, below: Int) -> Int:
    total = all_sets[0] * moment(moments, below, THREES, up) - moment(moments, below, THREES_1, up)
    return total + CHOOSE[left, 2] * all_sets[1] if up < below else total


@lean
def full_houses(left: Int, up: Int, moments: Array, below: Int) -> Int:
    """Full houses whose three are of a rank below that."""
    total = left * moment(moments, below, THREES, up)
    return total + CHOOSE[left, 2] * moment(moments, ALL, PAIRS, up) if up < below else total


@lean
def fours(left: Int, up: Int, all_sets: Sets, moments: Array, below: Int) -> Int:
    total = moment(moments, below, FOURS, up)
    return total + CHOOSE[left, 3] * all_sets[0] if up < below else total


# ---- the up-card's suit: sets of ranks free in it that make a flush ----------------------------------------


@lean
def runs(free: Int, up: Int) -> Int:
    """Straight flushes as a set of their highest ranks."""
    runs = 0
    for ranks, sign in ((free | 1 << up, 1), (free, -1)):
        line = ranks << 1 | ranks >> ACE
        line &= line >> 1
        line &= line >> 2
        runs += sign * (line & line >> 1)
    return runs << 3


@lean
def suited_lower(free: Int, up: Int, ranks: Array, places: Int) -> tuple[Int, Int]:
    """Like `lower_sets`, of five ranks of the suit."""
    lower, missing = 0, True
    for place in range(places):
        rank = ranks[place]
        if up < rank or not missing:
            lower += CHOOSE[BITS[free & ((1 << rank) - 1)], len(ranks) - place - missing]
        if rank == up:
            missing = False
        elif (missing and up > rank) or not free >> rank & 1:
            return lower, 0
    return lower, 0 if missing else 1


@lean
def suited_high_cards(free: Int, up: Int, ranks: Array, places: Int) -> tuple[Int, Int]:
    """Like `high_cards`: flushes, but no straight flushes, that without their suit would rank so."""
    lower, level = suited_lower(free, up, ranks, places)
    below = (1 << ranks[0]) - 1
    if ranks[0] < ACE or places == 1:
        below &= ~8
    return lower - BITS[runs(free, up) & below], level


# ---- the dealer's hands that do not qualify -----------------------------------------------------------------
#
# `floor` is the lowest hand that does: its category (at most a straight); for a pair its rank, for a high card the five
# ranks of the lowest such hand, of four bits each; how many of these ranks matter; and they themselves one by one.


@lean
def no_hands(weights: Array, left: Int, up: Int, runs: Int, plain: Int, others: Sets, sums: Array, moments: Array,
             floor: Array) -> Int:  # fmt: skip
    """Hands below the lowest that qualifies, a flush taken for the ranks that it has."""
    kind = floor[0]
    if kind == 0:
        below, _ = high_cards(weights, up, sums, floor[3:8], floor[2], runs)
        return below
    total = plain + pairs(left, up, others, moments, floor[1] if kind == 1 else ALL)
    if kind > 2:
        total += two_pairs(left, up, others, weights, moments, ALL, ZERO)
    if kind > 3:
        total += threes(left, up, others, moments, ALL)
    return total


@lean
def suited_no_hands(free: Int, up: Int, floor: Array) -> Int:
    """Flushes, but no straight flushes, that without their suit would not qualify."""
    if floor[0] == 0:
        below, _ = suited_high_cards(free, up, floor[3:8], floor[2])
        return below
    return CHOOSE[BITS[free], 4] - BITS[runs(free, up)]
