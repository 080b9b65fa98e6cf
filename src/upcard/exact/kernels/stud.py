"""Caribbean stud counted in ranks: every player hand against every up-card, without dealing a card.

What decides a round is the ranks of both hands and whether one of them is a flush. The dealer shows a card, so the
dealer's flush can only be in that card's suit, and of the player's suits nothing matters but the ranks `held` in the
suit of the up-card. Dealer hands are then weighed, not dealt: of each rank so many cards are left, and the hands of a
kind are sums of products of those weights (elementary symmetric sums, where the ranks differ). A dealer's flush is a
hand of five different ranks in a deck where each rank left in the suit weighs one.

A class is a player's ranks, the rank of the up-card, the ranks held in its suit, and whether the hand is a flush. Its
four counts are dealer holdings: no hand, player wins, push, dealer wins. `prices` say by category by how much each of
them makes a bet better than a fold (worse, where it is below zero), at the least odds to be priced and at the most. A
class is

- sure to be bet when the sum is above zero at the least odds, and sure to be folded when it is not even so at the most:
  these are added up by category;
- kept as a row of its own when the odds decide; every ace-king hand is kept, because strategies differ in nothing else.

What is bet at the least odds is noted by ranks and up-card too, a bit for each set of ranks held in its suit.

Bounds on the full deck: a count is at most C(46,4) = 163,185, a weight times it or a sum of them at most the
19,933,230,517,200 deals, a product on the way at most 256 times that: below 2^53. A price is at most `MOST_PRICE`, so
that four counts times prices stay below 2^63.

The deck has `suits` suits (at most four) of the ranks in the set `present`; small ones are there to be dealt out in
full by way of proof.
"""

from __future__ import annotations

from math import comb

import numpy as np

from upcard.compiled import lean
from upcard.exact.kernels import Array, Int
from upcard.exact.kernels import stud_dealers as dealers
from upcard.exact.kernels.stud_dealers import ACE, ALL, BITS, CHOOSE, FIVE, KING, NONE, ONE, STRAIGHTS, THREE, ZERO

Deck = tuple[Int, Int, Array, Array]
"""Suits, ranks present, the dealer's lowest hand that qualifies, and the prices."""
Scratch = tuple[Array, Array, Array, Array, Array]
Tables = tuple[Array, Array, Array, Array, Array]
Counts = tuple[Int, Int, Int, Int]

COLUMNS = ("hand", "up", "held", "category", "weight", "no_hand", "player_wins", "push", "dealer_wins")
"""Of a kept row: five ranks of four bits, the highest first; the up-card's rank; a set of ranks; and the counts."""

HANDS = comb(17, 5)
"""Sets of five ranks, any of them several times."""

MOST_PRICE = 10**13
assert 4**4 * comb(52, 5) * 47 * comb(46, 4) < 2**53
assert 2 * MOST_PRICE * (comb(46, 4) + comb(12, 4)) < 2**63

HIGH_CARD, PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT = np.arange(5)
FLUSH, FULL_HOUSE, FOUR_OF_A_KIND, STRAIGHT_FLUSH, ROYAL_FLUSH = np.arange(5, 10)
LEAST, MOST, SPAN = np.arange(3)
BET, FOLDED = np.arange(2)
ANY_SUITS = (1 << 32) - 1
FLUSHES = 32
"""The bit of a flush in another suit than the up-card's; the next is that of a flush in its suit."""
POWERS = np.array([[suits**cards for cards in range(6)] for suits in range(5)], np.int64)


@lean
def _sum(prices: Array, odds: Int, category: Int, counts: Counts) -> Int:
    """By how much betting a class beats folding it."""
    no_hand, wins, push, dealer = counts
    each = prices[odds, category]
    return each[0] * no_hand + each[1] * wins + each[2] * push + each[3] * dealer


@lean
def _surely(deck: Deck, up: Int, category: Int, counts: Counts) -> Int:
    """0 for a class that is a sure bet however many flushes the dealer may hold, 1 for a sure fold, 2 for neither.

    A hand below a flush only loses by them, since no end is worse than that the dealer wins.
    """
    _, present, _, prices = deck
    flushes = CHOOSE[BITS[present & ~(1 << up)], 4]
    if _sum(prices, LEAST, category, counts) > prices[LEAST, category, 4] * flushes:
        return BET
    gained = prices[MOST, category, 4] * flushes if category > FLUSH else 0
    return FOLDED if _sum(prices, MOST, category, counts) + gained <= 0 else 2


@lean
def _add(table: Array, category: Int, weight: Int, counts: Counts) -> None:
    no_hand, wins, push, dealer = counts
    table[category, 0] += weight * no_hand
    table[category, 1] += weight * wins
    table[category, 2] += weight * push
    table[category, 3] += weight * dealer


@lean
def _settle(
    deck: Deck,
    tables: Tables,
    place: Int,
    key: tuple[Int, Int, Int, Int],
    noted: tuple[Int, Int],
    weight: Int,
    counts: Counts,
) -> Int:
    """Add a class to the sure bets or the sure folds, or keep it; where the next row goes."""
    bets, folds, kept, _, chosen = tables
    hand, up, held, category = key
    number, bit = noted
    bet = _sum(deck[3], LEAST, category, counts) > 0
    chosen[number, up, BET if bet else FOLDED] |= ONE << bit
    ace_king = category == HIGH_CARD and hand >> 12 == ACE << 4 | KING
    if not ace_king and (bet or _sum(deck[3], MOST, category, counts) <= 0):
        _add(bets if bet else folds, category, weight, counts)
        return place
    no_hand, wins, push, dealer = counts
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
def _qualifies(floor: Array, category: Int, ranks: Int) -> Int:
    """Whether a hand of the dealer's would be one: a high card by its five ranks, a pair by that of the pair."""
    return category > floor[0] or (category == floor[0] and (category > PAIR or ranks >= floor[1]))


@lean
def _paired(
    deck: Deck,
    number: Int,
    hand: Int,
    category: Int,
    groups: Array,
    counts: Array,
    scratch: Scratch,
    tables: Tables,
    place: Int,
) -> Int:
    """Every class of a hand with two cards of one rank: a pair to four of a kind."""
    suits, present, floor, _ = deck
    weights, sums, moments, side, unused = scratch
    bets, folds, _, flushes, chosen = tables
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
    plays = _qualifies(floor, category, first)
    for up in range(len(weights)):
        left = weights[up] - 1
        if left < 0:
            continue
        all_sets, runs, royals, plain = dealers.unpaired(weights, up, sums)
        no_hand = dealers.no_hands(weights, left, up, runs, plain, all_sets, sums, moments, floor)
        wins = push = ZERO
        if plays:
            wins = plain + dealers.pairs(left, up, all_sets, moments, first if category == PAIR else ALL) - no_hand
            if category == PAIR:
                # The same pair, and the side cards decide.
                ways = left if up == first else CHOOSE[weights[first], 2]
                if ways:
                    lower, level = dealers.lower_sets(weights, NONE if up == first else up, side, groups[1:4], THREE)
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
                    below = first if category == FULL_HOUSE else ALL
                    wins += runs + royals + dealers.full_houses(left, up, moments, below)
                if category == FOUR_OF_A_KIND:
                    wins += dealers.fours(left, up, all_sets, moments, first)
        found = (no_hand, wins, push, holdings - no_hand - wins - push)
        free = present & ~(1 << up)
        surely = _surely(deck, up, category, found)
        if surely < 2:
            # Sure in any suits, so the player's need not be told apart: over all of them together, one in suits^4 of
            # the dealer's hands of five ranks is a flush.
            weight = hands * weights[up]
            _add(bets if surely == BET else folds, category, weight, found)
            without = plain if floor[0] > HIGH_CARD else no_hand
            flushes[surely, category, 0] += weight * without
            if plays:
                flushes[surely, category, 1] += weight * ((plain if category < FLUSH else runs + royals) - without)
            chosen[number, up, surely] = ANY_SUITS
            continue
        held = within = every & ~(1 << up)
        bit = _within(every, up)
        among = bit
        while True:
            weight = suits
            for kind in range(len(groups)):
                rank = groups[kind]
                if rank >= 0:
                    weight *= CHOOSE[suits - 1, counts[rank] - (held >> rank & 1)]
            lost = dealers.suited_no_hands(free & ~held, up, floor)
            lost_wins = ZERO
            if plays:
                lost_wins = BITS[dealers.runs(free & ~held, up)] - lost
                if category < FLUSH:
                    lost_wins = CHOOSE[BITS[free & ~held], 4] - lost - lost - lost_wins
            counted = (no_hand - lost, wins - lost_wins, push, found[3] + lost + lost_wins)
            if weight:
                key = (hand, up, held, category)
                place = _settle(deck, tables, place, key, (number, bit), weight, counted)
            if held == 0:
                break
            held = (held - 1) & within
            bit = (bit - 1) & among
    return place


@lean
def _within(every: Int, up: Int) -> Int:
    """The places among those ranks, the lowest first, of all but the up-card's."""
    places = (1 << BITS[every]) - 1
    return places & ~(1 << BITS[every & ((1 << up) - 1)]) if every >> up & 1 else places


@lean
def _suited(deck: Deck, up: Int, held: Int, ranks: Array, top: Int, plays: Int, counts: Counts) -> Counts:
    """The counts against five ranks that are no flush, once the dealer's flushes are told apart."""
    _, present, floor, _ = deck
    no_hand, wins, push, dealer = counts
    free = present & ~(1 << up) & ~held
    lost = dealers.suited_no_hands(free, up, floor)
    lower = level = ZERO
    if plays:
        if top >= 0:
            runs = dealers.runs(free, up)
            lower = CHOOSE[BITS[free], 4] - BITS[runs] + BITS[runs & ((1 << top) - 1)] - lost
            level = runs >> top & 1
        else:
            lower, level = dealers.suited_high_cards(free, up, ranks, FIVE)
            lower -= lost
    return no_hand - lost, wins - lower, push - level, dealer + lost + lower + level


@lean
def _different(deck: Deck, number: Int, hand: Int, ranks: Array, scratch: Scratch, tables: Tables, place: Int) -> Int:
    """Every class of a hand of five ranks: high card, straight, flush, straight flush and royal."""
    suits, present, floor, _ = deck
    weights, sums, moments, _, _ = scratch
    bets, folds, _, flushes, chosen = tables
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
    straight: Int = STRAIGHT if top >= 0 else HIGH_CARD
    plays = _qualifies(floor, straight, hand)
    ace_king = top < 0 and hand >> 12 == ACE << 4 | KING
    for up in range(len(weights)):
        left = weights[up] - 1
        if left < 0:
            continue
        all_sets, lower_straights, _, plain = dealers.unpaired(weights, up, sums)
        no_hand = dealers.no_hands(weights, left, up, lower_straights, plain, all_sets, sums, moments, floor)
        above = dealers.full_houses(left, up, moments, ALL) + dealers.fours(left, up, all_sets, moments, ALL)
        # A flush: in another suit, or in the up-card's own when the up-card is none of the player's ranks.
        own_suits = 2 - (every >> up & 1)
        for own in range(own_suits):
            held = every * own
            weight = suits if own else suits * (suits - 1)
            free = present & ~(1 << up) & ~held
            less = no_hand - dealers.suited_no_hands(free, up, floor)
            runs = dealers.runs(free, up)
            if top < 0:
                category = FLUSH
                lower, push = dealers.suited_lower(free, up, ranks, FIVE)
                dealer = above + CHOOSE[BITS[free], 4] - push - lower + BITS[runs & lower_runs]
            else:
                category = ROYAL_FLUSH if top == ACE else STRAIGHT_FLUSH
                push = runs >> top & 1
                dealer = BITS[runs >> top] - push
            counts = (less, holdings - less - push - dealer, push, dealer)
            if weight:
                key = (hand, up, held, category)
                place = _settle(deck, tables, place, key, (number, FLUSHES + own), weight, counts)
        wins = push = ZERO
        if plays:
            if top >= 0:
                lower, push = dealers.straights(weights, up, top)
                wins = plain + lower + dealers.pairs(left, up, all_sets, moments, ALL) - no_hand
                wins += dealers.two_pairs(left, up, all_sets, weights, moments, ALL, ZERO)
                wins += dealers.threes(left, up, all_sets, moments, ALL)
            else:
                wins, push = dealers.high_cards(weights, up, sums, ranks, FIVE, lower_straights)
                wins -= no_hand
        found = (no_hand, wins, push, holdings - no_hand - wins - push)
        surely: Int = 2 if top >= 0 or ace_king else _surely(deck, up, HIGH_CARD, found)
        if surely < 2:
            # Sure in any suits, so they need not be told apart: all of them, less the player's flushes.
            table = bets if surely == BET else folds
            weight = POWERS[suits, 5] * weights[up]
            _add(table, HIGH_CARD, weight, found)
            flushes[surely, HIGH_CARD, 0] += weight * (plain if floor[0] > HIGH_CARD else no_hand)
            flushes[surely, HIGH_CARD, 1] += weight * wins
            flushes[surely, HIGH_CARD, 2] += weight * push
            for own in range(own_suits):
                less = suits if own else suits * (suits - 1)
                _add(table, HIGH_CARD, -less, _suited(deck, up, every * own, ranks, top, plays, found))
            chosen[number, up, surely] |= ANY_SUITS
            continue
        held = within = every & ~(1 << up)
        bit = _within(every, up)
        among = bit
        while True:
            weight = suits * POWERS[suits - 1, 5 - BITS[held]]
            if held == 0:
                weight -= suits * (suits - 1)
            if held != every and weight:
                counts = _suited(deck, up, held, ranks, top, plays, found)
                key = (hand, up, held, straight)
                place = _settle(deck, tables, place, key, (number, bit), weight, counts)
            if held == 0:
                break
            held = (held - 1) & within
            bit = (bit - 1) & among
    return place


@lean
def _count(
    deck: Deck, scratch: Scratch, tables: Tables, hands: Array, ranks: Array, groups: Array, counts: Array
) -> Int:
    suits, present, _, _ = deck
    place = number = ZERO
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
                        hands[number] = hand
                        number += 1
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
                            place = _different(deck, number - 1, hand, ranks, scratch, tables, place)
                        else:
                            category: Int = PAIR
                            if kinds == 3:
                                category = THREE_OF_A_KIND if counts[groups[0]] == 3 else TWO_PAIR
                            elif kinds == 2:
                                category = FOUR_OF_A_KIND if counts[groups[0]] == 4 else FULL_HOUSE
                            place = _paired(deck, number - 1, hand, category, groups, counts, scratch, tables, place)
    bets, folds, _, flushes, _ = tables
    for side in range(2):
        table = folds if side else bets
        for category in range(10):
            for kind in range(3):
                lost = flushes[side, category, kind] // suits**4
                table[category, kind] -= lost
                table[category, 3] += lost
    return place


def count(suits: int, present: int, floor: Array, prices: Array, rows: int) -> tuple[Array, Array, Array, Array, Array]:
    """The kept classes (a row for each of `COLUMNS`), the sure bets and folds (category by count), and what is bet.

    `floor` is what `stud_dealers` says; `prices`, at the least odds and at the most, what each category makes of no
    hand, player wins, push and dealer wins, and last the widest gap between two of these. Room is made for so many
    rows, and for more should they not suffice. What is bet comes by the ranks of the hands in the last array.
    """
    assert 1 <= suits <= 4
    assert 0 <= present < 1 << 13
    assert abs(prices).max() <= 2 * MOST_PRICE

    def zeros(*shape: int) -> Array:
        return np.zeros(shape, np.int64)

    chosen, hands = zeros(HANDS, 13, 2), zeros(HANDS)
    tables = (zeros(10, 4), zeros(10, 4), np.empty((len(COLUMNS), rows), np.int64), zeros(2, 10, 3), chosen)
    scratch = (zeros(13), zeros(14, 5), zeros(14, 7), zeros(14, 5), zeros(14, 7))
    scratch[1][:, 0] = scratch[3][:, 0] = 1
    needed = _count((suits, present, floor, prices), scratch, tables, hands, zeros(5), zeros(5), zeros(13))
    if needed > rows:
        return count(suits, present, floor, prices, needed)
    bets, folds, kept, _, _ = tables
    return kept[:, :needed], bets, folds, chosen, hands
