"""Caribbean stud with some of the dealer's cards known, counted in ranks.

A *view* is all that the player goes by: the own hand, the known cards, and how many of the others are of sorted ranks.
What the others can be is weighed and not dealt, each list of ranks by the cards that are left of them. Suits matter for
flushes alone:

- known cards of several suits: the dealer has no flush;
- known cards of one suit: the dealer's flush is a set of ranks, none of them `held` by the player in that suit. So the
  views that differ in what is held are told apart. Flushes are added up by which of the player's ranks they need; the
  flushes that a player does not stop are sums over subsets.

A view's four counts are of what the others can be: no hand, player wins, push, dealer wins. At odds of x to 1 the bet
beats the fold when 2n + (2 + 2x)w + p > 2d. The least whole x for which it does is all that a price needs to know of a
view, so the deals are added up by the category of the player's hand and by that x: one count serves every schedule.

Bounds on the full deck: deals are C(52,5)·C(47,5)·C(5,k) at most, and no sum is larger.

The deck has `suits` suits (at most four) of the ranks in the set `present`; small ones are there to be dealt out in
full by way of proof.
"""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from upcard.compiled import lean
from upcard.exact.kernels import Array, Int

assert 10 * comb(52, 5) * comb(47, 5) < 2**63

CHOOSE = np.array([[comb(n, k) for k in range(5)] for n in range(5)], np.int64)
ONE = 65
NO_HAND, WINS, PUSH, DEALER = range(4)
# Of the array's type, as a function is compiled anew for each plain constant that it is given.
MINUS, PLUS, FOUR = np.array([-1, 1, 4])

# Four counts in one number, of fifteen bits each and above or below zero: at most C(12,4) = 495 flushes change them.
LANE, MASK, HALF = 15, (1 << 15) - 1, 1 << 14
UNIT = np.array([1 << LANE * kind for kind in range(4)], np.int64)
EVEN = HALF * int(UNIT.sum())
assert comb(12, 4) < HALF

Codes = NDArray[np.int32]
Hands = tuple[Array, Array, Array, Codes, Codes]
Parts = tuple[Array, Array, Array, Array, Array, Array, Array, Codes]
Scratch = tuple[Array, Array, Array, Array, Array, Array, Array, Array]


@lean
def weigh(codes: Codes, places: Array, first: Int, last: Int, weights: Array, own: Int, found: Array) -> None:
    """What the dealer's cards from first to last come to against a hand of that value."""
    no_hand = below = level = every = np.int64(0)
    for at in range(first, last):
        ways = weights[places[0, at]] * weights[places[1, at]] * weights[places[2, at]] * weights[places[3, at]]
        every += ways
        no_hand += ways if codes[at] == 0 else 0
        below += ways if codes[at] < own else 0
        level += ways if codes[at] == own else 0
    found[NO_HAND] = no_hand
    found[WINS] = below - no_hand
    found[PUSH] = level
    found[DEALER] = every - below - level


@lean
def outcome(code: Int, own: Int) -> Int:
    if code == 0:
        return NO_HAND
    if code < own:
        return WINS
    return PUSH if code == own else DEALER


@lean
def _least_odds(found: Array, most: Int) -> Int:
    """The least odds at which the bet beats the fold, or `most` where none are enough."""
    wins = found[WINS]
    needed = 2 * found[DEALER] - found[PUSH] - 2 * found[NO_HAND] - 2 * wins
    if needed < 0:
        return 0
    if wins == 0:
        return most
    return needed // (2 * wins) + 1


@lean
def _settle(table: Array, found: Array, weight: Int) -> None:
    if weight == 0:
        return
    least = _least_odds(found, len(table) - 1)
    for kind in range(4):
        table[least, kind] += weight * found[kind]


@lean
def _flushes(
    sets: Array,
    first: Int,
    last: Int,
    known: Int,
    present: Int,
    own: Int,
    hands: Hands,
    meets: Array,
    size: Int,
    changes: Array,
) -> None:
    """For each set of the player's ranks, how the counts change by the flushes that need none outside that set."""
    _, _, _, plain, suited = hands
    for subset in range(size):
        changes[subset] = 0
    for at in range(first, last):
        if sets[at] & known == 0 and sets[at] & present == sets[at]:
            ranks = sets[at] | known
            changes[meets[at]] += UNIT[outcome(suited[ranks], own)] - UNIT[outcome(plain[ranks], own)]
    step = 1
    while step < size:
        for subset in range(size):
            if subset & step:
                changes[subset] += changes[subset ^ step]
        step *= 2


@lean
def _settle_changed(table: Array, found: Array, change: Int, view: Array, weight: Int) -> None:
    for kind in range(4):
        view[kind] = found[kind] + (change + EVEN >> LANE * kind & MASK) - HALF
    _settle(table, view, weight)


@lean
def _squeezed(ranks: Int, own: Array, kinds: Int) -> Int:
    """Which of the player's ranks are in the set."""
    bits = 0
    for kind in range(kinds):
        bits |= (ranks >> own[kind] & 1) << kind
    return bits


@lean
def _ways(places: Array, at: Int, weights: Array) -> Int:
    """In how many ways the cards that stand there can be drawn."""
    ways = 1
    for row in range(len(places)):
        ways *= weights[places[row, at]]
    return ways


@lean
def _move(ranks: Array, cards: Int, left: Array, weights: Array, most: Int) -> None:
    """Put a card of each of those ranks into the deck, or take it out; weigh up to so many of a rank."""
    for card in range(len(ranks)):
        left[ranks[card]] += cards
    for card in range(len(ranks)):
        rank = ranks[card]
        for many in range(1, most + 1):
            weights[5 * rank + many] = CHOOSE[left[rank], many]


@lean
def _holds(suits: Int, ranks: Array, own: Array, held: Array) -> Int:
    """The different ranks of a hand; how many.

    In `held`, how many pairs of such a hand and a suit hold each set of them in that suit: no flush, and a flush.
    """
    kinds = 0
    for card in range(5):
        rank = ranks[card]
        if card == 0 or rank != ranks[card - 1]:
            own[kinds] = rank
            kinds += 1
    for subset in range(1 << kinds):
        held[0, subset] = suits
        held[1, subset] = 0
    for kind in range(kinds):
        cards = 0
        for card in range(5):
            cards += ranks[card] == own[kind]
        for subset in range(1 << kinds):
            held[0, subset] *= CHOOSE[suits - 1, cards - (subset >> kind & 1)]
    if kinds == 5:
        held[0, 31], held[1, 31] = 0, suits
        held[0, 0] -= suits * (suits - 1)
        held[1, 0] = suits * (suits - 1)
    return kinds


@lean
def _count(suits: Int, present: Int, hands: Hands, parts: Parts, scratch: Scratch, tables: Array) -> None:
    ranks, hand_places, values, _, _ = hands
    known, known_places, known_sets, places, bounds, flushes, flush_bounds, codes = parts
    left, weights, own, held, meets, found, view, changes = scratch
    most = 5 - known.shape[1]
    for hand in range(len(ranks)):
        ways = _ways(hand_places, hand, weights)
        if ways:
            kinds = _holds(suits, ranks[hand], own, held)
            _move(ranks[hand], MINUS, left, weights, FOUR)
            size = 1 << kinds
            for at in range(len(flushes)):
                meets[at] = _squeezed(flushes[at], own, kinds)
            for seen in range(len(known)):
                seen_ways = _ways(known_places, seen, weights)
                if seen_ways == 0:
                    continue
                if most:
                    _move(known[seen], MINUS, left, weights, most)
                one_suit = known_sets[seen] >= 0
                stopped = _squeezed(known_sets[seen], own, kinds)
                for flush in range(1 + (kinds == 5)):
                    value = values[hand, flush]
                    table = tables[value >> 20]
                    hand_ways = suits if flush else ways - (suits if kinds == 5 else 0)
                    for group in range(len(bounds) - 1):
                        if bounds[group] == bounds[group + 1]:
                            continue
                        weigh(codes[seen], places, bounds[group], bounds[group + 1], weights, value, found)
                        several = hand_ways * seen_ways
                        if one_suit:
                            first, last = flush_bounds[group], flush_bounds[group + 1]
                            _flushes(
                                flushes, first, last, known_sets[seen], present, value, hands, meets, size, changes
                            )
                            weight, change = 0, changes[0]
                            for subset in range(size):
                                if subset & stopped == 0:
                                    if changes[size - 1 - subset] != change:
                                        _settle_changed(table, found, change, view, weight)
                                        weight, change = 0, changes[size - 1 - subset]
                                    weight += held[flush, subset]
                                    several -= held[flush, subset]
                            _settle_changed(table, found, change, view, weight)
                        if several:
                            _settle(table, found, several)
                if most:
                    _move(known[seen], PLUS, left, weights, most)
            _move(ranks[hand], PLUS, left, weights, FOUR)


def count(suits: int, present: int, hands: Hands, parts: Parts) -> Array:
    """Deals by the category of the player's hand, the least odds at which they are bet, and the outcome.

    The last of the odds are those that would be more than any: the views that are never bet.
    """
    assert 1 <= suits <= 4
    assert 0 <= present < 1 << 13
    known, _, _, _, _, flushes, _, _ = parts
    cards, unknown = suits * present.bit_count(), 5 - known.shape[1]

    def zeros(*shape: int) -> Array:
        return np.zeros(shape, np.int64)

    left = np.array([suits * (present >> rank & 1) for rank in range(13)], np.int64)
    weights = np.ones(ONE + 1, np.int64)
    weights[:ONE] = CHOOSE[left].ravel()
    scratch = (left, weights, zeros(5), zeros(2, 32), zeros(len(flushes)), zeros(4), zeros(4), zeros(32))
    # Where the player wins in w ways and the dealer in d, odds of d to w and more are enough.
    tables = zeros(10, comb(max(cards - 5 - known.shape[1], 0), unknown) + 2, 4)
    _count(suits, present, hands, parts, scratch, tables)
    return tables


# ---- the hands of a whole table known: what the dealer's other four cards come to for each player --------------------
#
# The dealer's holdings are listed once for a deal, by ranks, each weighed by the cards that are left of them; a flush
# takes one from the weight of its ranks and is a holding of its own. Then each player's hand is compared with the list.
#
# Bounds: a weight is at most 4^4, a count at most C(46,4) = 163,185.

FaceScratch = tuple[Array, Array, Array, Array]

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
def _list(codes: Codes, hands: Hands, parts: Parts, up: Int, free: Int, scratch: FaceScratch) -> Int:
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
def _face(cards: Array, values: Array, hands: Hands, parts: Parts, scratch: FaceScratch, found: Array) -> None:
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
