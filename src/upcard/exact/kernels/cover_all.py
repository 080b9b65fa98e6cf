"""Sets of disjoint qualifying hands, counted rank by rank.

A hand that qualifies is told by the cards that make it so, its *mark*; what else it holds is any card at all:

    three cards of one rank          (once for each such three, so that a hand with four of a rank has four marks)
    four cards of one rank           (by which three of those can be taken away again)
    three of one rank and two of another
    five ranks in sequence           (suited ones among them)
    five cards of one suit           (in sequence or not)
    five in sequence and of one suit (by which what was counted twice can be taken away again)

Each mark has a weight, and the weights make up the hands that are wanted. The ranks are passed once, the ace first and
the others downwards.
What is open between two ranks falls into two parts, which meet only in how many cards of a rank one leaves the other:

- *suits*: for each suit the cards given to its flushes, which share a pool until all is dealt; how many cards its
  suited sequence still needs; whether it has laid an ace aside for the sequence that ends there; and how many suited
  sequences have begun. The suits are kept in order: what differs by a change of suits is one;
- *ranks*: how many sequences need one, two, three or four cards more, how many have laid an ace aside, and how many
  marks there are of each sort.

So a count is kept for each suits and each ranks that together make at most so many hands, those of one suits in a row,
and passing a rank is two small tables: from suits to suits with the cards that it takes, and for each number of cards
that are left from ranks to ranks.

Cards may be gone before any hand is marked. Which ones, over all ranks, is told by a diagram of nodes: a count is kept
for each node too, and the cards that are gone from a rank are an arc from one node to another. One suit can be kept
apart from the others, so that its cards can be gone and not theirs.

Counts are kept as remainders: by 2^64, where int64 wraps round, and by primes below 2^45. There a step adds up
remainders times ways; `reach` of the two tables is the largest sum of ways that enter one place, and whoever calls
asserts that 2^45 times both is below 2^63. Whole arrays are copied by loops, which compile ten times faster.
"""

from __future__ import annotations

import numpy as np

from upcard.compiled import compiled
from upcard.exact.kernels import Array, ordered

THREE, FOUR, FULL_HOUSE, SEQUENCE, SUITED, SUITED_SEQUENCE = range(6)
"""Marks, as places in the array of weights."""

# Suits in 32 bits: four of seven bits and the suited sequences begun. One suit is its pool (0 to 10), 11 times the
# cards that its sequence needs, and 55 for an ace laid aside.
SUIT, BEGUN = 127, 15
ABSENT = 127
POOLS, LAID = 11, 55

# Ranks in 31 bits: sequences that need 4, 3, 2, 1 cards, aces laid aside, threes, twos, fours, fives.
SEQUENCES, ASIDE, THREES, TWOS, FOURS, FIVES = 19, 16, 12, 8, 4, 0
DIGIT, NIBBLE = 7, 15

CHOOSE = np.array([[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]], np.int64)
IN_ORDER = np.array([[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 2, 0, 0], [1, 3, 6, 6, 0], [1, 4, 12, 24, 24]], np.int64)
PAIRS = np.array([0, 0, 0, 0, 3], np.int64)

Steps = tuple[Array, Array]
"""For each place a step leads to, where its entries begin; and the entries: from where, cards, ways."""


# ---- names found again -------------------------------------------------------------------------------------


@compiled
def _slot(table: Array, names: Array, name: int) -> int:
    """Where a name is in a table of places, or where it would be put."""
    mixed = np.uint64(name) * np.uint64(0x9E3779B97F4A7C15)
    slot = int(mixed >> np.uint64(32)) & (table.size - 1)
    while table[slot] >= 0 and names[table[slot]] != name:
        slot = (slot + 1) & (table.size - 1)
    return slot


@compiled
def _put(table: Array, names: Array, name: int, places: int) -> int:
    """The place of a name: the next one, where it is new."""
    slot = _slot(table, names, name)
    if table[slot] < 0:
        table[slot] = places
        names[places] = name
    return int(table[slot])


@compiled
def _roomier(table: Array, names: Array, many: int) -> tuple[Array, Array]:
    """The same names with twice the room."""
    larger = np.empty(2 * names.size, np.int64)
    slots = np.full(2 * table.size, -1, np.int64)
    for place in range(many):
        larger[place] = names[place]
        slots[_slot(slots, larger, larger[place])] = place
    return slots, larger


@compiled
def _longer(entries: Array) -> Array:
    found = np.empty((2 * entries.shape[0], 4), np.int64)
    for entry in range(entries.shape[0]):
        for column in range(4):
            found[entry, column] = entries[entry, column]
    return found


@compiled
def _gathered(entries: Array, many: int, places: int) -> Steps:
    """Entries (to, from, cards, ways) as steps, those into one place together."""
    starts = np.zeros(places + 1, np.int64)
    for entry in range(many):
        starts[entries[entry, 0] + 1] += 1
    for place in range(places):
        starts[place + 1] += starts[place]
    filled = np.zeros(places, np.int64)
    found = np.empty((many, 3), np.int64)
    for entry in range(many):
        to = entries[entry, 0]
        at = starts[to] + filled[to]
        filled[to] += 1
        for column in range(3):
            found[at, column] = entries[entry, column + 1]
    return starts, found


# ---- a rank serves the suits -------------------------------------------------------------------------------


@compiled
def _ordered(a: int, b: int, c: int, d: int) -> int:
    """Four suits in descending order."""
    a, b, c, d = ordered(a, b, c, d)
    return a << 21 | b << 14 | c << 7 | d


@compiled
def _three_ordered(a: int, b: int, c: int, d: int) -> int:
    """Four suits, all but the first in descending order."""
    _, b, c, d = ordered(1 << 7, b, c, d)  # above every suit
    return a << 21 | b << 14 | c << 7 | d


@compiled
def _suit_acts(suit: int, gone: bool, rank: int, ranks: int, weights: Array, after: Array) -> int:
    """What the card of one suit may do: in `after` the suit, whether it is used, and whether a sequence begins.

    A card that is gone before any hand is marked does nothing, and is not there for a suit that needs it.
    """
    pool, needs, laid = suit % POOLS, suit // POOLS % 5, suit // LAID
    joins = laid > 0 and rank == ranks - 4
    after[0, 0], after[0, 1], after[0, 2] = suit, 0, 0
    many = 1
    if suit == ABSENT:
        return 0 if gone else many
    if (joins and needs) or (gone and (joins or needs)):
        return 0
    if gone:
        after[0, 1] = 1
    elif joins:
        after[0, 0], after[0, 1] = 3 * POOLS + pool, 1
    elif needs:
        after[0, 0], after[0, 1] = suit - POOLS, 1
    else:
        if weights[SUITED] and pool < 10:
            after[many, 0], after[many, 1], after[many, 2] = suit + 1, 1, 0
            many += 1
        if weights[SUITED_SEQUENCE] and rank <= ranks - 5:
            after[many, 0], after[many, 1], after[many, 2] = suit + 4 * POOLS, 1, 1
            many += 1
        if weights[SUITED_SEQUENCE] and rank == 0:
            after[many, 0], after[many, 1], after[many, 2] = suit + LAID, 1, 1
            many += 1
    kept = 0
    for place in range(many):  # only what the ranks to come can finish
        then = after[place, 0]
        if (5 - then % POOLS % 5) % 5 + then // POOLS % 5 + 4 * (then // LAID) < ranks - rank:
            for column in range(3):
                after[kept, column] = after[place, column]
            kept += 1
    return kept


@compiled
def suited_hands(suits: int) -> int:
    """How many hands suits have begun: flushes in their pools, and suited sequences."""
    begun = suits & BEGUN
    for suit in range(4):
        each = suits >> (4 + 7 * suit) & SUIT
        if each != ABSENT:
            begun += (each % POOLS + 4) // 5
    return begun


@compiled
def _ways_gone(gone: int, apart: bool, at: int) -> int:
    """In how many ways the cards at those places are the ones that are gone from a rank (see `suits_steps`)."""
    places = (at & 1) + (at >> 1 & 1) + (at >> 2 & 1) + (at >> 3)
    first = gone & 1
    if apart and (at & 1) != first:
        return 0
    if places != first + (gone >> 1):
        return 0
    return (1, 1, 2, 6, 24)[gone >> 1]


@compiled
def suits_steps(
    before: Array, known: Array, rank: int, ranks: int, weights: Array, most: int, apart: bool, gone: int
) -> tuple[Array, Steps]:
    """The suits after a rank, those known first, and the steps to each of them.

    Cards that are `gone` from the rank beforehand count as used: its last bit for one of the first suit, which is then
    kept apart from the others, and the rest for how many others, one after another and of any suits.
    """
    names, table = np.empty(1 << 10, np.int64), np.full(1 << 11, -1, np.int64)
    entries = np.empty((1 << 12, 4), np.int64)
    acts = np.empty((4, 4, 3), np.int64)
    sizes = np.empty(4, np.int64)
    many = places = 0
    for place in range(known.size):
        if places + 1 > names.size:
            table, names = _roomier(table, names, places)
        places = _put(table, names, known[place], places) + 1
    for source in range(before.size):
        first = many
        for at_gone in range(16):
            gone_ways = _ways_gone(gone, apart, at_gone)
            if not gone_ways:
                continue
            for suit in range(4):
                state = before[source] >> (4 + 7 * (3 - suit)) & SUIT
                sizes[suit] = _suit_acts(state, at_gone >> suit & 1 > 0, rank, ranks, weights, acts[suit])
            if places + 256 > names.size:
                table, names = _roomier(table, names, places)
            if many + 256 > entries.shape[0]:
                entries = _longer(entries)
            for a in range(sizes[0]):
                for b in range(sizes[1]):
                    for c in range(sizes[2]):
                        for d in range(sizes[3]):
                            begun = acts[0, a, 2] + acts[1, b, 2] + acts[2, c, 2] + acts[3, d, 2]
                            each = acts[0, a, 0], acts[1, b, 0], acts[2, c, 0], acts[3, d, 0]
                            suits = _three_ordered(*each) if apart else _ordered(*each)
                            name = suits << 4 | ((before[source] & BEGUN) + begun)
                            if suited_hands(name) > most:
                                continue
                            to = _put(table, names, name, places)
                            places = max(places, to + 1)
                            used = acts[0, a, 1] + acts[1, b, 1] + acts[2, c, 1] + acts[3, d, 1]
                            at = first
                            while at < many and (entries[at, 0] != to or entries[at, 2] != used):
                                at += 1
                            if at == many:
                                entries[at, 0], entries[at, 1] = to, source
                                entries[at, 2], entries[at, 3] = used, 0
                                many += 1
                            entries[at, 3] += gone_ways * weights[SUITED_SEQUENCE] ** begun
    found = np.empty(places, np.int64)
    for place in range(places):
        found[place] = names[place]
    return found, _gathered(entries, many, places)


# ---- and what is left of it the ranks ----------------------------------------------------------------------


@compiled
def ranked_hands(ranks: int) -> int:
    """How many hands the marks of ranks belong to."""
    pairs = max(ranks >> THREES & NIBBLE, ranks >> TWOS & NIBBLE)
    return pairs + (ranks >> FOURS & NIBBLE) + (ranks >> FIVES & NIBBLE)


@compiled
def ranks_steps(
    before: Array, rank: int, ranks: int, suits: int, weights: Array, most: int
) -> tuple[Array, Array, Steps]:
    """The ranks after a rank, by how many hands they make; how many make at most so many; and the steps to each."""
    names, table = np.empty(1 << 10, np.int64), np.full(1 << 11, -1, np.int64)
    entries = np.empty((1 << 12, 4), np.int64)
    # What nothing, three, four, one pair and two pairs add, and their weights; that of a full house comes at the end.
    adds = np.array([0, 1 << THREES, 1 << FOURS, 1 << TWOS, 2 << TWOS], np.int64)
    full = 1 if weights[FULL_HOUSE] else 0
    by = np.array([1, full if full else weights[THREE], weights[FOUR], full, full], np.int64)
    joins, left = rank == ranks - 4, ranks - rank - 1
    many = places = 0
    for source in range(before.size):
        passing, aside = before[source] >> SEQUENCES, before[source] >> ASIDE & DIGIT
        takers = (passing >> 9) + (passing >> 6 & DIGIT) + (passing >> 3 & DIGIT) + (passing & DIGIT) + aside * joins
        then = before[source] & (1 << SEQUENCES) - 1
        passing >>= 3
        if joins:
            passing += aside << 6
            then &= ~(DIGIT << ASIDE)
        for used in range(suits + 1):
            free = suits - used - takers
            if free < 0:
                continue
            if places + 128 > names.size:
                table, names = _roomier(table, names, places)
            if many + 128 > entries.shape[0]:
                entries = _longer(entries)
            for begin in range(free + 1 if weights[SEQUENCE] and rank <= ranks - 5 else 1):
                for lay in range(free - begin + 1 if weights[SEQUENCE] and rank == 0 else 1):
                    ways = IN_ORDER[suits - used, takers] * CHOOSE[free, begin] * CHOOSE[free - begin, lay]
                    ways *= weights[SEQUENCE] ** (begin + lay)
                    rest = free - begin - lay
                    base = then + ((passing | begin << 9) << SEQUENCES) + (lay << ASIDE) + (begin + lay << FIVES)
                    each = (1, CHOOSE[rest, 3], CHOOSE[rest, 4], CHOOSE[rest, 2], PAIRS[rest])
                    for sort in range(5):
                        name = base + adds[sort]
                        threes, twos = name >> THREES & NIBBLE, name >> TWOS & NIBBLE
                        if each[sort] * by[sort] == 0 or ranked_hands(name) > most:
                            continue
                        if full and (threes - twos > 2 * left or twos - threes > left):
                            continue
                        to = _put(table, names, name, places)
                        places = max(places, to + 1)
                        entries[many, 0], entries[many, 1] = to, source
                        entries[many, 2], entries[many, 3] = used, ways * each[sort] * by[sort]
                        many += 1
    # Those of fewer hands first, so that what fits beside some suits is always the front of the row.
    upto = np.zeros(most + 1, np.int64)
    found, where = np.empty(places, np.int64), np.empty(places, np.int64)
    put = 0
    for hands in range(most + 1):
        for place in range(places):
            if ranked_hands(names[place]) == hands:
                found[put], where[place] = names[place], put
                put += 1
        upto[hands] = put
    for entry in range(many):
        entries[entry, 0] = where[entries[entry, 0]]
    return found, upto, _gathered(entries, many, places)


# ---- counts ------------------------------------------------------------------------------------------------


@compiled
def offsets(suits: Array, upto: Array, most: int) -> Array:
    """Where the row of each suits begins, as long as there are ranks beside it; and at the end the length of all."""
    found = np.zeros(suits.size + 1, np.int64)
    for place in range(suits.size):
        found[place + 1] = found[place] + upto[most - suited_hands(suits[place])]
    return found


@compiled
def passed(
    counts: Array, at: Array, upto: Array, suits: Array, by_suits: Steps, arcs: Array, nodes: int, by_ranks: Steps,
    upto_after: Array, at_after: Array, most: int, modulus: int,
) -> Array:  # fmt: skip
    """The counts after a rank; a modulus of 0 is 2^64.

    Counts lie in rows, one for each suits and ranks, with a place for each node. `by_suits` has a row of starts for
    each sort of cards that are gone, `arcs` the node that each leads to, the node it comes from, and the sort.
    """
    starts, entries = by_suits
    rank_starts, rank_entries = by_ranks
    sorts, before = starts.shape[0], counts.size // at[-1]
    found = np.zeros(at_after[-1] * nodes, np.int64)
    taken = np.empty((sorts, 5, upto[most] * before), np.int64)
    left = np.empty((5, upto[most] * nodes), np.int64)
    inverse = 1 / modulus if modulus else 0.0
    some, any_left = np.empty((sorts, 5), np.bool_), np.empty(5, np.bool_)
    for place in range(suits.size):
        room = most - suited_hands(suits[place])
        length = upto[room]
        some[:] = False
        any_left[:] = False
        for sort in range(sorts):
            for entry in range(starts[sort, place], starts[sort, place + 1]):
                first, used, ways = at[entries[entry, 0]] * before, entries[entry, 1], entries[entry, 2]
                source, into = counts[first : first + length * before], taken[sort, used]
                if some[sort, used]:
                    for cell in range(length * before):
                        into[cell] += ways * source[cell]
                else:
                    for cell in range(length * before):
                        into[cell] = ways * source[cell]
                    some[sort, used] = True
        for arc in range(arcs.shape[0]):
            to, origin, sort = arcs[arc, 0], arcs[arc, 1], arcs[arc, 2]
            for used in range(5):
                if not some[sort, used]:
                    continue
                source, into = taken[sort, used], left[used]
                if not any_left[used]:
                    for cell in range(length * nodes):
                        into[cell] = 0
                    any_left[used] = True
                for rank in range(length):
                    into[rank * nodes + to] += source[rank * before + origin]
        for rank in range(upto_after[room]):
            first = (at_after[place] + rank) * nodes
            row = found[first : first + nodes]
            for entry in range(rank_starts[rank], rank_starts[rank + 1]):
                if not any_left[rank_entries[entry, 1]]:
                    continue
                ways, begin = rank_entries[entry, 2], rank_entries[entry, 0] * nodes
                source = left[rank_entries[entry, 1], begin : begin + nodes]
                for node in range(nodes):
                    row[node] += ways * source[node]
            if modulus:
                for node in range(nodes):  # a quotient below 2^20 is at most one off
                    rest = row[node] - np.int64(row[node] * inverse) * modulus
                    rest += modulus if rest < 0 else 0
                    row[node] = rest - (modulus if rest >= modulus else 0)
    return found


@compiled
def reach(steps: Steps) -> int:
    """The largest sum of ways, all taken as positive, that lead into one place."""
    starts, entries = steps
    most = 0
    for place in range(starts.size - 1):
        ways = 0
        for entry in range(starts[place], starts[place + 1]):
            ways += abs(entries[entry, 2])
        most = max(most, ways)
    return most
