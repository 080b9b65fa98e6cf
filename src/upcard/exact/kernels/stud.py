"""Caribbean stud counted in ranks: every player hand against every up-card, without dealing a card.

What decides a round is the ranks of both hands and whether one of them is a flush. The dealer shows a card, so the
dealer's flush can only be in that card's suit, and of the player's suits nothing matters but the ranks `held` in the
suit of the up-card. Dealer hands are then weighed, not dealt: of each rank so many cards are left, and the hands of a
kind are sums of products of those weights (elementary symmetric sums, where the ranks differ). A dealer's flush is a
hand of five different ranks in a deck where each rank left in the suit weighs one.

A class is a player's ranks, the rank of the up-card, the ranks held in its suit, and whether the hand is a flush. Its
four counts are dealer holdings: no hand, player wins, push, dealer wins. With odds of x to 1 on the bet of two antes
the bet beats the fold when 2n + (2 + 2x)w + p > 2d, which cannot become less true as x grows. A class is

- sure to be bet when that holds at the least odds to be priced, and sure to be folded when it does not and w = 0: these
  are added up by category;
- kept as a row of its own when x decides; every ace-king hand is kept, because strategies differ in nothing else.

Bounds on the full deck: a count is at most C(46,4) = 163,185, a weight times it or a sum of them at most the
19,933,230,517,200 deals, a product on the way at most 256 times that: below 2^53.

The deck has `suits` suits (at most four) of the ranks in the set `present`; small ones are there to be dealt out in
full by way of proof.
"""

from __future__ import annotations

from math import comb

import numpy as np

from upcard.compiled import lean
from upcard.exact.kernels import Array, Int
from upcard.exact.kernels import stud_dealers as dealers
from upcard.exact.kernels.stud_dealers import ACE, ACE_KING, ALL, BITS, CHOOSE, KING, NONE, ONE, STRAIGHTS, TWO, ZERO

Deck = tuple[Int, Int, Int]
"""Suits, ranks present, and the least odds to be priced."""
Scratch = tuple[Array, Array, Array, Array, Array]
Tables = tuple[Array, Array, Array, Array]

COLUMNS = ("hand", "up", "held", "category", "weight", "no_hand", "player_wins", "push", "dealer_wins")
"""Of a kept row: five ranks of four bits, the highest first; the up-card's rank; a set of ranks; and the counts."""

assert 4**4 * comb(52, 5) * 47 * comb(46, 4) < 2**53

HIGH_CARD, PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT = np.arange(5)
FLUSH, FULL_HOUSE, FOUR_OF_A_KIND, STRAIGHT_FLUSH, ROYAL_FLUSH = np.arange(5, 10)
POWERS = np.array([[suits**cards for cards in range(6)] for suits in range(5)], np.int64)


@lean
def _settle(
    deck: Deck,
    tables: Tables,
    place: Int,
    key: tuple[Int, Int, Int, Int],
    weight: Int,
    counts: tuple[Int, Int, Int, Int],
) -> Int:
    """Add a class to the sure bets or the sure folds, or keep it; where the next row goes."""
    bets, folds, kept, _ = tables
    hand, up, held, category = key
    no_hand, wins, push, dealer = counts
    ace_king = category == HIGH_CARD and hand >> 12 == ACE << 4 | KING
    bet = 2 * no_hand + (2 + 2 * deck[2]) * wins + push > 2 * dealer
    if not ace_king and (bet or wins == 0):
        table = bets if bet else folds
        table[category, 0] += weight * no_hand
        table[category, 1] += weight * wins
        table[category, 2] += weight * push
        table[category, 3] += weight * dealer
        return place
    if place < kept.shape[1]:
        kept[0, place] = hand
        kept[1, place] = up
        kept[2, place] = held
        kept[3, place] = category
        kept[4, place] = weight
        kept[5, place] = no_hand
        kept[6, place] = wins
        kept[7, place] = push
        kept[8, place] = dealer
    return place + 1


@lean
def _paired(
    deck: Deck,
    hand: Int,
    category: Int,
    groups: Array,
    counts: Array,
    scratch: Scratch,
    tables: Tables,
    place: Int,
) -> Int:
    """Every class of a hand with two cards of one rank: a pair to four of a kind."""
    suits, present, least = deck
    weights, sums, moments, side, unused = scratch
    first, second, third = groups[0], groups[1], groups[2]
    every, hands = ZERO, ONE
    for rank in range(len(counts)):
        weights[rank] = suits * (present >> rank & 1) - counts[rank]
        hands *= CHOOSE[suits, counts[rank]]
        if counts[rank]:
            every |= 1 << rank
    dealers.fill(weights, NONE, sums, moments)
    if category == PAIR:
        dealers.fill(weights, first, side, unused)
    holdings = CHOOSE[sums[13, 1] - 1, 4]
    for up in range(len(weights)):
        left = weights[up] - 1
        if left < 0:
            continue
        all_sets, straights, ace_kings, no_hand = dealers.unpaired(weights, up, sums)
        wins, push = ace_kings + dealers.pairs(left, up, all_sets, moments, first if category == PAIR else ALL), ZERO
        if category == PAIR:
            # The same pair, and the side cards decide.
            ways = left if up == first else CHOOSE[weights[first], 2]
            if ways:
                lower, level = dealers.lower_sets(weights, NONE if up == first else up, side, groups[1:4], ZERO)
                wins += ways * lower
                push = ways * level
        elif category == TWO_PAIR:
            wins += dealers.two_pairs(left, up, all_sets, weights, moments, first, second)
            if up in (first, second):
                ways = left * CHOOSE[weights[first + second - up], 2]
                wins += ways * (sums[third, 1] - (weights[first] if first < third else 0))
                wins -= ways * (weights[second] if second < third else 0)
                push = ways * weights[third]
            else:
                ways = CHOOSE[weights[first], 2] * CHOOSE[weights[second], 2]
                if up < third:
                    wins += ways
                elif up == third:
                    push = ways
        else:
            wins += dealers.two_pairs(left, up, all_sets, weights, moments, ALL, ZERO)
            wins += dealers.threes(left, up, all_sets, moments, first if category == THREE_OF_A_KIND else ALL)
            if category > THREE_OF_A_KIND:
                wins += straights + dealers.full_houses(left, up, moments, first if category == FULL_HOUSE else ALL)
            if category == FOUR_OF_A_KIND:
                wins += dealers.fours(left, up, all_sets, moments, first)
        dealer = holdings - no_hand - wins - push
        free = present & ~(1 << up)
        if 2 * no_hand + (2 + 2 * least) * wins + push - 2 * dealer > (4 + 2 * least) * CHOOSE[BITS[free], 4]:
            # A sure bet however many flushes the dealer may hold, so the player's suits need not be told apart: over
            # all of them together, one in suits^4 of the dealer's hands of five ranks is a flush.
            weight = hands * weights[up]
            bets, flushes = tables[0], tables[3]
            bets[category, 0] += weight * no_hand
            bets[category, 1] += weight * wins
            bets[category, 2] += weight * push
            bets[category, 3] += weight * dealer
            flushes[category, 0] += weight * no_hand
            flushes[category, 1] += weight * (ace_kings if category < FLUSH else straights - no_hand)
            continue
        held = within = every & ~(1 << up)
        while True:
            weight = suits
            for kind in range(len(groups)):
                rank = groups[kind]
                if rank >= 0:
                    weight *= CHOOSE[suits - 1, counts[rank] - (held >> rank & 1)]
            lost = dealers.suited_no_hands(free & ~held, up)
            if category < FLUSH:
                lost_wins = dealers.suited_ace_kings(free & ~held, up)
            else:
                lost_wins = BITS[dealers.runs(free & ~held, up)] - lost
            found = (no_hand - lost, wins - lost_wins, push, dealer + lost + lost_wins)
            if weight:
                place = _settle(deck, tables, place, (hand, up, held, category), weight, found)
            if held == 0:
                break
            held = (held - 1) & within
    return place


@lean
def _different(deck: Deck, hand: Int, ranks: Array, scratch: Scratch, tables: Tables, place: Int) -> Int:
    """Every class of a hand of five ranks: high card, straight, flush, straight flush and royal."""
    suits, present, _ = deck
    weights, sums, moments, _, _ = scratch
    every = ZERO
    for card in range(len(ranks)):
        every |= 1 << ranks[card]
    top, lower_runs = NONE, ZERO
    for rank in range(len(weights)):
        weights[rank] = suits * (present >> rank & 1) - (every >> rank & 1)
        if STRAIGHTS[rank] == every:
            top = rank
        if STRAIGHTS[rank] < every:
            lower_runs |= 1 << rank
    dealers.fill(weights, NONE, sums, moments)
    holdings = CHOOSE[sums[13, 1] - 1, 4]
    ace_king = top < 0 and every & ACE_KING == ACE_KING
    for up in range(len(weights)):
        left = weights[up] - 1
        if left < 0:
            continue
        all_sets, _, ace_kings, no_hand = dealers.unpaired(weights, up, sums)
        above = dealers.full_houses(left, up, moments, ALL) + dealers.fours(left, up, all_sets, moments, ALL)
        # A flush: in another suit, or in the up-card's own when the up-card is none of the player's ranks.
        suited = suited_no_hand = 0
        for own in range(2 - (every >> up & 1)):
            held = every * own
            weight = suits if own else suits * (suits - 1)
            free = present & ~(1 << up) & ~held
            less = no_hand - dealers.suited_no_hands(free, up)
            runs = dealers.runs(free, up)
            if top < 0:
                category = FLUSH
                lower, push = dealers.suited_lower(free, up, ranks, ZERO)
                dealer = above + CHOOSE[BITS[free], 4] - push - lower + BITS[runs & lower_runs]
            else:
                category = ROYAL_FLUSH if top == ACE else STRAIGHT_FLUSH
                push = runs >> top & 1
                dealer = BITS[runs >> top] - push
            found = (less, holdings - less - push - dealer, push, dealer)
            if weight:
                place = _settle(deck, tables, place, (hand, up, held, category), weight, found)
            suited += weight
            suited_no_hand += weight * less
        if top < 0 and not ace_king and 2 * no_hand <= holdings:
            # A sure fold in any suits, so they need not be told apart: all of them, less the flushes.
            weight = POWERS[suits, 5] * weights[up]
            folds, flushes = tables[1], tables[3]
            folds[HIGH_CARD, 0] += weight * no_hand - suited_no_hand
            folds[HIGH_CARD, 3] += weight * (holdings - no_hand) - suited * holdings + suited_no_hand
            flushes[HIGH_CARD, 0] += weight * no_hand
            continue
        wins = push = ZERO
        if ace_king:
            wins, push = dealers.lower_sets(weights, up, sums, ranks, TWO)
        elif top >= 0:
            wins, push = dealers.straights(weights, up, top)
            wins += ace_kings + dealers.pairs(left, up, all_sets, moments, ALL)
            wins += dealers.two_pairs(left, up, all_sets, weights, moments, ALL, ZERO)
            wins += dealers.threes(left, up, all_sets, moments, ALL)
        held = within = every & ~(1 << up)
        while True:
            weight = suits * POWERS[suits - 1, 5 - BITS[held]]
            if held == 0:
                weight -= suits * (suits - 1)
            free = present & ~(1 << up) & ~held
            less, fewer, level = no_hand - dealers.suited_no_hands(free, up), wins, push
            if top >= 0:
                runs = dealers.runs(free, up)
                fewer -= dealers.suited_ace_kings(free, up) + BITS[runs & ((1 << top) - 1)]
                level -= runs >> top & 1
            elif ace_king and ACE_KING & ~free & ~(1 << up) == 0:
                lost, lost_push = dealers.suited_lower(free, up, ranks, TWO)
                fewer -= lost
                level -= lost_push
            found = (less, fewer, level, holdings - less - fewer - level)
            if held != every and weight:
                category = STRAIGHT if top >= 0 else HIGH_CARD
                place = _settle(deck, tables, place, (hand, up, held, category), weight, found)
            if held == 0:
                break
            held = (held - 1) & within
    return place


@lean
def _count(deck: Deck, scratch: Scratch, tables: Tables, ranks: Array, groups: Array, counts: Array) -> Int:
    suits, present, _ = deck
    place = ZERO
    for a in range(13):
        for b in range(a + 1):
            for c in range(b + 1):
                for d in range(c + 1):
                    for e in range(d + 1):
                        ranks[0], ranks[1], ranks[2], ranks[3], ranks[4] = a, b, c, d, e
                        counts[:] = 0
                        hand, possible = ZERO, True
                        for rank in ranks:
                            hand = hand << 4 | rank
                            counts[rank] += 1
                            possible &= counts[rank] <= suits * (present >> rank & 1)
                        if not possible:
                            continue
                        # The most numerous rank first, then the highest.
                        kinds = 0
                        groups[:] = -1
                        for many in range(4, 0, -1):
                            for card in range(len(ranks)):
                                rank = ranks[card]
                                if counts[rank] == many and (card == 0 or ranks[card - 1] != rank):
                                    groups[kinds] = rank
                                    kinds += 1
                        if kinds == 5:
                            place = _different(deck, hand, ranks, scratch, tables, place)
                        else:
                            category: Int = PAIR
                            if kinds == 3:
                                category = THREE_OF_A_KIND if counts[groups[0]] == 3 else TWO_PAIR
                            elif kinds == 2:
                                category = FOUR_OF_A_KIND if counts[groups[0]] == 4 else FULL_HOUSE
                            place = _paired(deck, hand, category, groups, counts, scratch, tables, place)
    bets, folds, _, flushes = tables
    for category in range(10):
        table = folds if category == HIGH_CARD else bets
        lost, lost_wins = flushes[category, 0] // suits**4, flushes[category, 1] // suits**4
        table[category, 0] -= lost
        table[category, 1] -= lost_wins
        table[category, 3] += lost + lost_wins
    return place


def count(suits: int, present: int, least: int, rows: int) -> tuple[Array, Array, Array]:
    """The kept classes (a row for each of `COLUMNS`), the sure bets and the sure folds (category by count).

    Odds of `least` to 1 and more can be priced. Room is made for so many rows, and for more should they not suffice.
    """
    assert 1 <= suits <= 4
    assert 0 <= present < 1 << 13

    def zeros(*shape: int) -> Array:
        return np.zeros(shape, np.int64)

    tables = (zeros(10, 4), zeros(10, 4), np.empty((len(COLUMNS), rows), np.int64), zeros(10, 2))
    scratch = (zeros(13), zeros(14, 5), zeros(14, 7), zeros(14, 5), zeros(14, 7))
    scratch[1][:, 0] = scratch[3][:, 0] = 1
    needed = _count((suits, present, least), scratch, tables, zeros(5), zeros(5), zeros(13))
    if needed > rows:
        return count(suits, present, least, needed)
    bets, folds, kept, _ = tables
    return kept[:, :needed], bets, folds
