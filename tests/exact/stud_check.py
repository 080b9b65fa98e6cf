"""Caribbean stud counted a second way, by listing: the check on `stud`, with which it shares no table and no formula.

Every player hand is dealt card by card and noted by its ranks, the ranks it holds in the up-card's suit, and whether it
is a flush. Against each set of ranks and each up-card every pattern of four more dealer ranks is listed, compared, and
taken as often as the cards left allow. Then, for each class of player hands, every set of four ranks left in the
up-card's suit is listed and moved from what it was as ranks to what it is as a flush.

In place of classes the outcome is two tables that any price can be read from: what comes of betting by player ranks,
flush and up-card; and by category for each odds from 0 to `most`, from which odds on a class is bet. Another dealer's
lowest hand and other prices of the ends of a round may be given; then a third table says what comes of the best play.

Bounds: as for `stud`, 163,185 for a class and the number of deals for a sum.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb

import numpy as np

from upcard.compiled import lean
from upcard.exact.kernels import Array, Int

PATTERNS = tuple(combinations_with_replacement(range(13), 4))
HANDS = tuple(combinations_with_replacement(range(13), 5))
"""Player ranks in ascending order: the rows of the first table, by index."""

assert comb(52, 5) * 47 * comb(46, 4) < 2**63


@lean
def _value(ranks: Array, flush: bool) -> Int:
    """The worth of five ranks in ascending order, in base 13: category, then the ranks that decide."""
    a, b, c, d, e = ranks[0], ranks[1], ranks[2], ranks[3], ranks[4]
    # How many of the ten pairs of cards are equal tells every pattern from the others.
    equal = 0
    for high in range(1, 5):
        for low in range(high):
            equal += 1 if ranks[high] == ranks[low] else 0
    if equal == 0:
        wheel = e == 12 and d == 3
        straight = wheel or e - a == 4
        if straight:
            highest = 3 if wheel else e
            if flush:
                return ((9 if highest == 12 else 8) * 13 + highest) * 13**4
            return (4 * 13 + highest) * 13**4
        return (((((5 if flush else 0) * 13 + e) * 13 + d) * 13 + c) * 13 + b) * 13 + a
    if equal == 1:
        if a == b:
            return ((((13 + a) * 13 + e) * 13 + d) * 13 + c) * 13
        if b == c:
            return ((((13 + b) * 13 + e) * 13 + d) * 13 + a) * 13
        if c == d:
            return ((((13 + c) * 13 + e) * 13 + b) * 13 + a) * 13
        return ((((13 + d) * 13 + c) * 13 + b) * 13 + a) * 13
    if equal == 2:
        odd = a if a != b else (c if c not in (b, d) else e)
        return (((26 + d) * 13 + b) * 13 + odd) * 13**2
    # In all that is left the middle card is of the most numerous rank.
    if equal == 3:
        return (39 + c) * 13**4
    if equal == 4:
        return ((6 * 13 + c) * 13 + (e if c == a else a)) * 13**3
    return (7 * 13 + c) * 13**4


@lean
def _outcome(player: Int, dealer: Int, lowest: Int) -> Int:
    """0 no hand, 1 player wins, 2 push, 3 dealer wins."""
    if dealer < lowest:
        return 0
    if dealer == player:
        return 2
    return 1 if player > dealer else 3


@lean
def _deal_players(suits: Int, present: Int, index: Array, dealt: Array) -> None:
    """How many player hands have these ranks (by index), flush or not, and those ranks in the first suit.

    The ranks held are bits by place among the five ranks in ascending order, the first place of each rank.
    """
    cards = 13 * suits
    for a in range(cards):
        for b in range(a + 1, cards):
            for c in range(b + 1, cards):
                for d in range(c + 1, cards):
                    for e in range(d + 1, cards):
                        hand = (a, b, c, d, e)
                        number, held, ranks, flush = 0, 0, 0, True
                        for place in range(5):
                            rank = hand[place] // suits
                            number = number * 13 + rank
                            ranks |= 1 << rank
                            flush &= hand[place] % suits == a % suits
                            if hand[place] % suits == 0:
                                first = place
                                while first > 0 and hand[first - 1] // suits == rank:
                                    first -= 1
                                held |= 1 << first
                        if ranks & ~present == 0:
                            dealt[index[number], 1 if flush else 0, held] += 1


@lean
def _face_dealers(
    suits: Int,
    present: Int,
    hands: Array,
    patterns: Array,
    dealt: Array,
    values: Array,
    sets: Array,
    flushes: Array,
    totals: Array,
    odds: Array,
    ranks: Array,
    left: Array,
    plain: Array,
    found: Array,
    lowest: Int,
    prices: Array,
    best: Array,
) -> None:
    most = odds.shape[1] - 2
    # The worth of each pattern with each up-card, as ranks and as a flush, and the ranks where a flush is possible.
    for up in range(13):
        possible = 0
        for pattern in range(len(patterns)):
            place, distinct, ranked = 0, True, 1 << up
            taken = False
            for four in range(5):
                if not taken and (four == 4 or patterns[pattern, four] >= up):
                    ranks[place] = up
                    place += 1
                    taken = True
                if four < 4:
                    rank = patterns[pattern, four]
                    distinct &= ranked >> rank & 1 == 0
                    ranked |= 1 << rank
                    ranks[place] = rank
                    place += 1
            values[up, pattern, 0] = _value(ranks, False)
            values[up, pattern, 1] = _value(ranks, True) if distinct else 0
            sets[up, pattern] = ranked & ~(1 << up)
            if distinct:
                flushes[up, possible] = pattern
                possible += 1
    for number in range(len(hands)):
        if dealt[number].sum() == 0:
            continue
        for up in range(13):
            for rank in range(13):
                left[rank] = suits * (present >> rank & 1)
            for card in range(5):
                left[hands[number, card]] -= 1
            left[up] -= 1
            if left[up] < 0:
                continue
            for flush in range(2):
                player = _value(hands[number], flush == 1)
                if dealt[number, flush].sum() == 0:
                    continue
                plain[:] = 0
                for pattern in range(len(patterns)):
                    ways, again = 1, 0
                    for four in range(4):
                        rank = patterns[pattern, four]
                        if four == 0 or patterns[pattern, four - 1] != rank:
                            again = 0
                            ways *= left[rank]
                        else:
                            # The next card of a rank: one fewer to choose from, and the order does not count.
                            again += 1
                            ways = ways * max(left[rank] - again, 0) // (again + 1)
                    if ways:
                        plain[_outcome(player, values[up, pattern, 0], lowest)] += ways
                category = player // 13**5
                for held in range(32):
                    weight = dealt[number, flush, held] * suits
                    if weight == 0:
                        continue
                    suited = 0
                    for place in range(5):
                        if held >> place & 1:
                            suited |= 1 << hands[number, place]
                    if suited >> up & 1:
                        continue
                    for outcome in range(4):
                        found[outcome] = plain[outcome]
                    free = present & ~suited
                    for pattern in flushes[up]:
                        if sets[up, pattern] & ~free == 0:
                            found[_outcome(player, values[up, pattern, 0], lowest)] -= 1
                            found[_outcome(player, values[up, pattern, 1], lowest)] += 1
                    from_odds = 0
                    short = 2 * found[3] - 2 * found[0] - 2 * found[1] - found[2]
                    if short >= 0:
                        from_odds = most + 1
                        if found[1] > 0:
                            from_odds = min(from_odds, short // (2 * found[1]) + 1)
                    better = 0
                    for outcome in range(4):
                        better += prices[category, outcome] * found[outcome]
                    for outcome in range(4):
                        best[category, outcome] += weight * found[outcome] * (better > 0)
                        totals[number, flush, up, outcome] += weight * found[outcome]
                        odds[category, from_odds, outcome] += weight * found[outcome]


ACE_KING = 12 * 13**4 + 11 * 13**3


def count(suits: int, present: int, most: int) -> tuple[Array, Array]:
    """Deals by (ranks as in `HANDS`, flush, up-card's rank, outcome) and by (category, odds, outcome).

    The outcomes are no hand, player wins, push, dealer wins. The second table says at odds x, up to `most`, what comes
    of betting those classes that are bet at x to 1; its last row, beyond most, what comes of betting them all.
    """
    totals, odds, _ = priced(suits, present, most, ACE_KING, np.zeros((10, 4), np.int64))
    return totals, odds


def priced(suits: int, present: int, most: int, lowest: int, prices: Array) -> tuple[Array, Array, Array]:
    """Those tables where the dealer's lowest hand has that worth; and by category what comes of betting, at its best.

    `prices` say by category by how much each outcome of a bet is better than a fold.
    """
    hands, patterns = np.array(HANDS, np.int64), np.array(PATTERNS, np.int64)
    index = np.full(13**5, -1, np.int64)
    index[hands @ 13 ** np.arange(4, -1, -1)] = np.arange(len(hands))

    def zeros(*shape: int) -> Array:
        return np.zeros(shape, np.int64)

    dealt = zeros(len(hands), 2, 32)
    _deal_players(suits, present, index, dealt)
    totals, odds, best = zeros(len(hands), 2, 13, 4), zeros(10, most + 2, 4), zeros(10, 4)
    values, sets = zeros(13, len(patterns), 2), zeros(13, len(patterns))
    flushes = zeros(13, comb(12, 4))
    lines = (zeros(5), zeros(13), zeros(4), zeros(4))
    _face_dealers(
        suits, present, hands, patterns, dealt, values, sets, flushes, totals, odds, *lines, lowest, prices, best
    )
    return totals, np.cumsum(odds, axis=1), best
