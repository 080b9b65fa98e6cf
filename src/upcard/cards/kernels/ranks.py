"""Ranks of hands, 64 hands at a time: cards of 8 bits in, ranks of 16 bits out.

The cards of each hand are sorted, highest first, by a network of minima and maxima. The sorted ranks a, b, c, d, e then
name a place in a table, a sum of one term for each: any greater a is worth more than all the rest can add, and so on
down, so that no two hands share a place. The table gives the rank, in its lower half for a hand of several suits and in
its upper half for a flush. Of six cards the sixth, the highest, adds one more term; the table then knows no flush, and
hands that hold one, one in a hundred, are marked with 0 and looked up by the ranks of their suit.

The kernels check what the sorting shows: the highest card, and the least step between neighbours, which is 0 when a
card stands twice. Whatever the cards, no place lies outside a table.

Bounds: a term's product is at most 144 x 182 and a place below `PLACES` (of five) and `PLACES_OF_SIX`, all under 2^16.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from upcard.cards.kernels.simd import INT64, Builder, Lanes, Value, cgutils, emitted, number, splat, taken
from upcard.compiled import lean

Bytes: TypeAlias = NDArray[np.uint8]
Ranks: TypeAlias = NDArray[np.uint16]
Table: TypeAlias = NDArray[np.uint32]
Int: TypeAlias = Any

BLOCK = 64
"""Hands in a vector of 512 bits."""
CHUNK = 64
"""Blocks that are ranked before their flushes are looked up: the ranks are still in the first cache."""

PLACES, PLACES_OF_SIX = 1 << 13, 1 << 15

NETWORKS: dict[int, tuple[tuple[int, int], ...]] = {
    5: ((0, 3), (1, 4), (0, 2), (1, 3), (0, 1), (2, 4), (1, 2), (3, 4), (2, 3)),
    6: ((0, 5), (1, 3), (2, 4), (1, 2), (3, 4), (0, 3), (2, 5), (0, 1), (2, 3), (4, 5), (1, 2), (3, 4)),
}
"""Which two to compare, and in which order, to sort so many."""


def place(ranks: Sequence[Any]) -> Any:
    """Where the table has the hand of these five or six ranks, highest first: ints, arrays or lanes."""
    a, b, c, d, e = ranks[-5:]
    aa, bb = a * a, b * b
    return (aa * (aa + 13) >> 2) + (bb * (bb + 38) >> 4) + (c * c * (c + 10) >> 3) + (d * (d + 1) >> 1) + e


def sixth(highest: Any) -> tuple[Any, Any]:
    """Two numbers; the upper 16 bits of their product are what the highest of six ranks adds to a place."""
    square = highest * highest
    return square * (square + 33), (square + 48) * 256


TOP = (12,) * 6
assert place(TOP) < PLACES
assert (sixth(12)[0] * sixth(12)[1] >> 16) + place(TOP) < PLACES_OF_SIX
assert max(144 * (144 + 38), *sixth(12)) < 1 << 16


# ---- instructions ------------------------------------------------------------------------------------------


def one_suit(cards: Sequence[Lanes]) -> Lanes:
    """Whether all cards of a hand are of one suit."""
    differing = cards[0] ^ cards[1]
    for card in cards[2:]:
        differing = differing | (cards[0] ^ card)
    return (differing & 3).equals(0)


def ranked(cards: Sequence[Lanes], flush: Lanes, table: Value) -> Lanes:
    """The ranks of hands of five cards, sorted highest first."""
    places = place([(card >> 2).widened(16) for card in cards]) & PLACES - 1
    entry = places.looked_up(table)
    return flush.choose(entry >> 16, entry).narrowed(16)


def _ranked_six(cards: Sequence[Lanes], flush: Lanes, table: Value) -> Lanes:
    """The ranks of the best five of six sorted cards, and 0 where five of them are of one suit."""
    ranks = [(card >> 2).widened(16) for card in cards]
    high, factor = sixth(ranks[0])
    places = (high.times_high(factor) + place(ranks)) & PLACES_OF_SIX - 1
    found = places.looked_up(table).narrowed(16)
    return flush.choose(splat(found.builder, 16, found.count, 0), found)


def _five_of_one_suit(cards: Sequence[Lanes]) -> Lanes:
    """Whether five of six are of one suit: then the first or the second is, and four others with it."""
    found = None
    for one in cards[:2]:
        same = splat(one.builder, 8, one.count, 0)
        for card in cards:
            same = same + ((card ^ one) & 3).equals(0).widened(8)
        enough = splat(one.builder, 8, one.count, 4).below(same)
        found = enough if found is None else found | enough
    assert found is not None
    return found


def _blocks(
    size: int,
    suited: Callable[[Sequence[Lanes]], Lanes],
    rank: Callable[[Sequence[Lanes], Lanes, Value], Lanes],
    columns: bool = False,
) -> Callable[..., Any]:
    """A function that ranks blocks of hands, from the `first` hand on, and says whether any is no hand.

    The cards of a hand lie side by side or, in `columns`, `step` apart.
    """

    def write(
        builder: Builder, hands: Value, first: Value, step: Value, blocks: Value, table: Value, ranks: Value
    ) -> Value:
        highest = cgutils.alloca_once_value(builder, splat(builder, 8, BLOCK, 0).value)
        nearest = cgutils.alloca_once_value(builder, splat(builder, 8, BLOCK, 255).value)
        with cgutils.for_range(builder, blocks) as loop:
            at = builder.add(first, builder.mul(loop.index, number(BLOCK)))
            if columns:
                cards = [
                    taken(builder, hands, builder.add(at, builder.mul(step, number(card))), 8, BLOCK)
                    for card in range(size)
                ]
            else:
                together = taken(builder, hands, builder.mul(at, number(size)), 8, size * BLOCK)
                cards = [together.picked(range(card, size * BLOCK, size)) for card in range(size)]
            flush = suited(cards)
            for one, other in NETWORKS[size]:
                cards[one], cards[other] = cards[one].max(cards[other]), cards[one].min(cards[other])
            rank(cards, flush, table).put(ranks, at)
            builder.store(cards[0].max(Lanes(builder, builder.load(highest))).value, highest)
            least = Lanes(builder, builder.load(nearest))
            for higher, lower in pairwise(cards):
                least = least.min(higher - lower)
            builder.store(least.value, nearest)
        wild = builder.icmp_unsigned(">", Lanes(builder, builder.load(highest)).highest(), number(51))
        twice = builder.icmp_unsigned("==", Lanes(builder, builder.load(nearest)).lowest(), number(0))
        return builder.zext(builder.or_(wild, twice), INT64)

    return emitted(write)


_fives = _blocks(5, one_suit, ranked)
_fives_in_columns = _blocks(5, one_suit, ranked, columns=True)
_sixes = _blocks(6, _five_of_one_suit, _ranked_six)


# ---- kernels -----------------------------------------------------------------------------------------------


@lean
def five(hands: Bytes, blocks: Int, table: Table, ranks: Ranks) -> Int:
    """Rank blocks of hands whose cards lie side by side; whether any is no hand."""
    return _fives(hands, 0, 0, blocks, table, ranks)


@lean
def five_in_columns(hands: Bytes, blocks: Int, table: Table, ranks: Ranks) -> Int:
    """Rank blocks of hands, given as all first cards, then all second cards, and so on; whether any is no hand."""
    return _fives_in_columns(hands, 0, len(hands) // 5, blocks, table, ranks)


@lean
def six(hands: Bytes, blocks: Int, table: Table, ranks: Ranks, flushes: Ranks) -> Int:
    """Rank the best five of six cards that lie side by side, in blocks; whether any is no hand."""
    wrong = done = 0
    while done < blocks:
        some = min(CHUNK, blocks - done)
        wrong |= _sixes(hands, done * BLOCK, 0, some, table, ranks)
        for hand in range(done * BLOCK, (done + some) * BLOCK):
            if ranks[hand] == 0:
                ranks[hand] = _flush(hands, 6 * hand, flushes)
        done += some
    return wrong


@lean
def _flush(hands: Bytes, at: Int, flushes: Ranks) -> Int:
    """The rank of a flush among six cards, by the ranks of its suit."""
    suit = hands[at] & 3
    others = 0
    for card in range(at, at + 6):
        others += hands[card] & 3 != suit
    if others > 1:
        suit = hands[at + 1] & 3
    held = 0
    for card in range(at, at + 6):
        if hands[card] & 3 == suit:
            held |= 1 << (hands[card] >> 2 & 15)
    return flushes[held & len(flushes) - 1]
