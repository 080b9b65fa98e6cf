"""The base game of Caribbean stud dealt by chance, 64 rounds at a time: one player, a bet of two antes or a fold.

    >>> from upcard.compiled import load
    >>> game = load("simulate.kernels.base_game")
    >>> key = game.key_of("friday")
    >>> ends = dict(zip(game.OUTCOMES, game.play(key, 0, 1_000_000, game.AKJ83).tolist(), strict=True))
    >>> ends["full_house"], ends["fold"]
    (833, 476428)
    >>> game.cards_of(key, 7)
    ((21, 8, 48, 32, 7), (6, 4, 13, 30, 25))

`play` deals so many rounds from the first one on and counts how they end, in the order of `OUTCOMES`; the player bets
on hands of at least the given rank (a rank of `upcard.cards.arrays`) and folds others. It leaves other threads to run.
`cards_of` deals one round in plain Python.

**The stream.** The cards of round i hang on the key and on i alone. ChaCha of eight rounds under the key is the source:
block b of stream 0 is 32 words of 16 bits. Rounds go by 192: round 192 s + 64 p + b, with p from 0 to 2, has the words
10 p to 10 p + 9 of block 64 s + b, one for each card. With n cards left, word w draws card number (w n) >> 16 of them,
in the order of their numbers, unless (w n) mod 2^16 is below 2^16 mod n: then the draw is made again with a word of the
round's own, in order those of block i of stream 1, then of stream 2, and so on. So each card left is drawn by equally
many words: as fair as the words are. The first five cards are the player's, the next five the dealer's, whose last one
is turned up.

Bounds: rounds are numbered below 2^60, so every count, block and round fits 64 bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from upcard.cards import Card
from upcard.cards.arrays import LOWEST, MOST, table_of_five
from upcard.cards.hand import Category
from upcard.cards.kernels.ranks import BLOCK, one_suit, ranked
from upcard.cards.kernels.simd import Builder, Lanes, Value, emitted, flags, number, splat, spread, taken
from upcard.compiled import lean
from upcard.exact.caribbean_stud import LINES

Words: TypeAlias = NDArray[np.uint32]
Bytes: TypeAlias = NDArray[np.uint8]
Counts: TypeAlias = NDArray[np.int64]
Int: TypeAlias = Any

OUTCOMES = (*LINES, "no_hand", "push", "fold", "dealer_wins")
"""How a round ends: the bet wins, on that line; the dealer has no hand; both tie; the player folds; the bet loses."""

ACE_KING = 1114
"""The rank of ace, king, four, three and two, the least with which the dealer plays."""
AKJ83 = 1214
"""The rank of ace, king, jack, eight and three."""

WORDS = 16
"""Words of 32 bits in a block of the stream."""
GROUP = 16
"""Blocks that are made at once."""
PARTS = 3
"""Rounds that share a block."""
ROUNDS = PARTS * BLOCK
"""Rounds that share a group of 64 blocks."""
MOST_ROUNDS = 1 << 60
assert MOST_ROUNDS + ROUNDS < 1 << 63

LEFT = tuple(range(52, 42, -1))
"""Cards left at each draw."""
UNFAIR = tuple((1 << 16) % left for left in LEFT)
"""How many of the 2^16 words are refused at each draw, so that the others are a multiple of the cards left."""

CONSTANTS = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)
QUARTERS = (
    *((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)),
    *((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)),
)
"""The words that ChaCha stirs together: by columns, then by diagonals."""
DOUBLE_ROUNDS = 4

FLOORS = tuple(LOWEST[kind] for kind in reversed(Category) if kind >= Category.TWO_PAIR)
"""The least rank of each line but the last."""


# ---- in plain Python ---------------------------------------------------------------------------------------


def key_of(seed: str) -> Words:
    """The key of a seed, which may be any text: eight words, read from its SHA-256 with the lowest byte first."""
    return np.frombuffer(sha256(seed.encode()).digest(), "<u4").astype(np.uint32)


def chacha(key: Sequence[int], block: int, stream: int, double_rounds: int = DOUBLE_ROUNDS) -> list[int]:
    """The sixteen words of 32 bits of a block, whose number and stream have 64 bits each."""
    full = 0xFFFFFFFF
    start = [*CONSTANTS, *map(int, key), block & full, block >> 32, stream & full, stream >> 32]
    words = list(start)
    for _ in range(double_rounds):
        for a, b, c, d in QUARTERS:
            for one, other, third, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                words[one] = words[one] + words[other] & full
                mixed = words[third] ^ words[one]
                words[third] = (mixed << turn | mixed >> 32 - turn) & full
    return [word + before & full for word, before in zip(words, start, strict=True)]


def draws_of(key: Sequence[int], round: int) -> list[int]:
    """The ten draws of a round, each below the number of cards left."""
    group, within = divmod(round, ROUNDS)
    part, lane = divmod(within, BLOCK)
    words = _halves(chacha(key, BLOCK * group + lane, 0))[10 * part : 10 * part + 10]
    again: list[int] = []
    stream = 0
    draws = []
    for word, left, unfair in zip(words, LEFT, UNFAIR, strict=True):
        while word * left & 0xFFFF < unfair:
            if not again:
                stream += 1
                again = _halves(chacha(key, round, stream))
            word = again.pop(0)  # noqa: PLW2901 - the word is drawn again
        draws.append(word * left >> 16)
    return draws


def cards_of(key: Sequence[int], round: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The player's five cards and the dealer's, in the order in which they are dealt."""
    deck = [Card(card) for card in range(52)]
    dealt = [deck.pop(draw) for draw in draws_of(key, round)]
    return tuple(dealt[:5]), tuple(dealt[5:])


def _halves(words: list[int]) -> list[int]:
    return [half for word in words for half in (word & 0xFFFF, word >> 16)]


# ---- instructions ------------------------------------------------------------------------------------------


@emitted
def _stir(builder: Builder, key: Value, block: Value, stream: Value, words: Value, at: Value, step: Value) -> Value:
    """Sixteen blocks of the stream from that one on: word w of the next block stands at `at + step w`, and so on.

    The first number must be a multiple of sixteen; else only the first block is right.
    """
    start = [splat(builder, 32, GROUP, constant) for constant in CONSTANTS]
    for word in range(8):
        address = builder.gep(key, [number(word)])
        start.append(spread(builder, builder.load(address), GROUP))
    for wide in (block, stream):
        both = spread(builder, wide, GROUP)
        start += [both.narrowed(32), (both >> 32).narrowed(32)]
    start[12] = start[12] + range(GROUP)
    state = list(start)
    for _ in range(DOUBLE_ROUNDS):
        for a, b, c, d in QUARTERS:
            for one, other, third, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                state[one] = state[one] + state[other]
                state[third] = (state[third] ^ state[one]).rotated(turn)
    for word, (stirred, before) in enumerate(zip(state, start, strict=True)):
        (stirred + before).put(words, builder.add(at, builder.mul(step, number(word))))
    return number(0)


@emitted
def _draw(builder: Builder, words: Value, part: Value, draws: Value) -> Value:
    """The ten draws of 64 rounds; as bits, the rounds of which one must be made again."""
    first = builder.mul(part, number(5 * BLOCK))
    unfair = splat(builder, 16, 2 * BLOCK, 0)
    for pair in range(5):
        # Side by side in a lane of 32 bits: two words, for this draw and for the next.
        two = taken(builder, words, builder.add(first, number(pair * BLOCK)), 32, BLOCK).seen_as(16)
        left = LEFT[2 * pair : 2 * pair + 2] * BLOCK
        spared = splat(builder, 16, 2 * BLOCK, 0) + UNFAIR[2 * pair : 2 * pair + 2] * BLOCK
        unfair = unfair | spared.minus(two * left)
        drawn = two.times_high(left).seen_as(8)
        for side in range(2):
            drawn.picked(range(2 * side, 4 * BLOCK, 4)).put(draws, number((2 * pair + side) * BLOCK))
    return unfair.seen_as(32).equals(0).inverted().as_number()


def _dealt(draws: Sequence[Lanes]) -> list[Lanes]:
    """Five different cards, lowest first: each draw counts the cards that were not drawn before."""
    dealt: list[Lanes] = []
    for draw in draws:
        card = _skipping(draw, dealt)
        for place, held in enumerate(dealt):
            dealt[place], card = held.min(card), held.max(card)
        dealt.append(card)
    return dealt


def _skipping(draw: Lanes, gone: Sequence[Lanes]) -> Lanes:
    """The card that is number `draw` of those not gone, which are sorted: below the n-th gone there are n fewer."""
    card = draw
    for before, one in enumerate(gone):
        card = card + draw.below(one - before).inverted().widened(8)
    return card


@emitted
def _settle(builder: Builder, draws: Value, live: Value, threshold: Value, table: Value, counts: Value) -> Value:
    """Count how the live ones of 64 rounds end."""
    columns = [taken(builder, draws, number(draw * BLOCK), 8, BLOCK) for draw in range(10)]
    player = _dealt(columns[:5])
    dealer = [_skipping(card, player) for card in _dealt(columns[5:])]
    own, theirs = (ranked(hand[::-1], one_suit(hand), table) for hand in (player, dealer))
    low = own.below(spread(builder, builder.trunc(threshold, own.value.type.element), BLOCK))
    dealt = flags(builder, live)
    bet = dealt & low.inverted()
    none = theirs.below(ACE_KING)
    shown = bet & none.inverted()
    wins = shown & theirs.below(own)
    ends = [wins & own.below(floor).inverted() for floor in FLOORS]
    ends += [wins, bet & none, shown & own.equals(theirs), dealt & low, shown & own.below(theirs)]
    for place, ended in enumerate(ends):
        address = builder.gep(counts, [number(place)])
        builder.store(builder.add(builder.load(address), ended.set_bits()), address)
    return number(0)


# ---- the kernel --------------------------------------------------------------------------------------------


@lean
def _again(key: Words, words: Words, part: Int, round: Int, lane: Int, draws: Bytes, spare: Words) -> None:
    """Draw a round's cards anew, one by one."""
    used = 2 * WORDS
    stream = 0
    for draw in range(10):
        left = 52 - draw
        half = 10 * part + draw
        word = words[(half >> 1) * BLOCK + lane] >> 16 * (half & 1) & 0xFFFF
        while word * left & 0xFFFF < 65536 % left:
            if used == 2 * WORDS:
                stream += 1
                _stir(key, round, stream, spare, 0, GROUP)
                used = 0
            word = spare[(used >> 1) * GROUP] >> 16 * (used & 1) & 0xFFFF
            used += 1
        draws[draw * BLOCK + lane] = word * left >> 16


@lean
def _draw_fairly(key: Words, words: Words, round: Int, part: Int, draws: Bytes, spare: Words) -> None:
    """The draws of 64 rounds from that one on."""
    unfair = _draw(words, part, draws)
    lane = 0
    while unfair:
        if unfair & 1:
            _again(key, words, part, round + lane, lane, draws, spare)
        lane += 1
        unfair = unfair >> 1 & 0x7FFFFFFFFFFFFFFF


@lean
def _play(
    key: Words,
    first: Int,
    rounds: Int,
    threshold: Int,
    table: Words,
    scratch: tuple[Words, Words, Bytes],
    counts: Counts,
) -> None:
    words, spare, draws = scratch
    end = first + rounds
    for group in range(first // ROUNDS, (end + ROUNDS - 1) // ROUNDS):
        for at in range(0, BLOCK, GROUP):
            _stir(key, group * BLOCK + at, 0, words, at, BLOCK)
        for part in range(PARTS):
            begins = group * ROUNDS + part * BLOCK
            live = -1
            if begins < first:
                live = live << first - begins if first - begins < BLOCK else 0
            if begins + BLOCK > end:
                live &= (1 << end - begins) - 1 if end > begins else 0
            if live:
                _draw_fairly(key, words, begins, part, draws, spare)
                _settle(draws, live, threshold, table, counts)


@lean
def _list(key: Words, first: Int, scratch: tuple[Words, Words, Bytes], listed: Bytes) -> None:
    """The draws of whole groups of rounds, a row for each round."""
    words, spare, draws = scratch
    for group in range(len(listed) // ROUNDS):
        for at in range(0, BLOCK, GROUP):
            _stir(key, (first + group) * BLOCK + at, 0, words, at, BLOCK)
        for part in range(PARTS):
            begins = group * ROUNDS + part * BLOCK
            _draw_fairly(key, words, first * ROUNDS + begins, part, draws, spare)
            for lane in range(BLOCK):
                for draw in range(10):
                    listed[begins + lane, draw] = draws[draw * BLOCK + lane]


def _scratch() -> tuple[Words, Words, Bytes]:
    return np.empty(WORDS * BLOCK, np.uint32), np.empty(WORDS * GROUP, np.uint32), np.empty(10 * BLOCK, np.uint8)


def play(key: Words, first_round: int, rounds: int, threshold: int = AKJ83) -> Counts:
    """How so many rounds end, from the first one on, betting on hands of at least that rank."""
    _check(key, first_round, rounds)
    if not 1 <= threshold <= MOST + 1:
        raise ValueError(f"threshold: a rank is from 1 to {MOST}, or {MOST + 1} to fold all, not {threshold}.")
    counts = np.zeros(len(OUTCOMES), np.int64)
    _play(key, first_round, rounds, threshold, table_of_five(), _scratch(), counts)
    # The kernel counts a win on each line that it is good for.
    counts[1 : len(LINES)] -= counts[: len(LINES) - 1].copy()
    return counts


def draws(key: Words, first_round: int, rounds: int) -> Bytes:
    """The draws of so many rounds, a row of ten for each, as the kernel makes them."""
    _check(key, first_round, rounds)
    first, end = first_round // ROUNDS, -(-(first_round + rounds) // ROUNDS)
    listed = np.empty(((end - first) * ROUNDS, 10), np.uint8)
    _list(key, first, _scratch(), listed)
    return listed[first_round - first * ROUNDS :][:rounds]


def _check(key: Words, first_round: int, rounds: int) -> None:
    if key.dtype != np.uint32 or key.shape != (8,):
        raise ValueError("key: eight words of 32 bits are wanted.")
    if not (first_round >= 0 and rounds >= 0 and first_round + rounds <= MOST_ROUNDS):
        raise ValueError(f"rounds: rounds are numbered from 0 to {MOST_ROUNDS - 1:,}.")
