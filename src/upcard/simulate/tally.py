"""What so many rounds came to, in whole numbers: tallies add up to the same one however the rounds were divided.

>>> key = key_of("friday")
>>> hands(key, 7, 2) == hands(key, 7, 2), hands(key, 7, 2) == hands(key, 8, 2)
(True, False)
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import TypeVar

import msgspec

from upcard.cards import Card
from upcard.document import displayed
from upcard.simulate import kernels as layout
from upcard.simulate.kernels import FRACTION, WORD

# ---- Counter-based chance ----------------------------------------------------------------------------------
# round i of a seed has its cards whoever deals it, when, and in which order.
#
# A seed becomes a key of 64 bits. Word w of round i is the key plus `16 i + w` steps, well mixed (SplitMix64), so
# that any round can be dealt without those before it. A word gives a hand: its upper 57 bits are a fraction that is
# multiplied by the cards left, and whole part after whole part draws five cards. The fraction is finer than the
# orders of five cards by four hundred million, and by no more than that one part is any of them dealt too often or
# too seldom.
#
# This is the plain telling of what the kernels do fast; the check of a simulation deals its rounds from here.


MOST_ROUNDS = 2**58
"""Of a seed: the counter has 64 bits and a round takes sixteen of its steps."""

ORDER = tuple(Card(number) for number in range(52))
"""How the deck lies before every round."""

HAND = 5
_ALL = (1 << WORD) - 1


def key_of(seed: str) -> int:
    """The key of a seed, which may be any text."""
    return int.from_bytes(sha256(seed.encode()).digest()[:8], "big")


def word(key: int, round: int, place: int) -> int:
    """One word of a round."""
    mixed = key + (round * layout.WORDS + place) * layout.STEP & _ALL
    for shift, factor in layout.MIXERS:
        mixed = (mixed ^ mixed >> shift) * factor & _ALL
    return mixed ^ mixed >> layout.LAST_SHIFT


def cards(key: int, round: int, many: int) -> tuple[Card, ...]:
    """The first cards of a round, in the order in which they lie."""
    deck = list(ORDER)
    for place in range(many):
        if place % HAND == 0:
            fraction = word(key, round, place // HAND) >> WORD - FRACTION
        fraction *= len(deck) - place
        drawn = place + (fraction >> FRACTION)
        fraction &= (1 << FRACTION) - 1
        deck[place], deck[drawn] = deck[drawn], deck[place]
    return tuple(deck[:many])


def hands(key: int, round: int, many: int) -> tuple[tuple[Card, ...], ...]:
    """Hands of five; at a table the last one is the dealer's, whose last card lies face up."""
    dealt = cards(key, round, HAND * many)
    return tuple(dealt[HAND * hand : HAND * (hand + 1)] for hand in range(many))


def threshold(numerator: int, denominator: int) -> int:
    """The highest word at which something of that probability happens: one too many in 2^64 at the most."""
    assert 0 < numerator <= denominator
    return max((numerator << WORD) // denominator, 1) - 1


def below(drawn: int, many: int) -> int:
    """A whole number below `many` from a word."""
    return (drawn >> WORD - FRACTION) * many >> FRACTION


def draws(key: int, round: int, chances: dict[str, tuple[int, int]], positions: int) -> tuple[Card | None, int | None]:
    """The magic card and the place of the lucky hand, where they are drawn: places count from 0, the dealer's last."""
    magic, lucky = None, None
    if "magic_card" in chances and word(key, round, layout.MAGIC_CARD) <= threshold(*chances["magic_card"]):
        magic = Card(below(word(key, round, layout.MAGIC_WHICH), len(ORDER)))
    if "lucky" in chances and word(key, round, layout.LUCKY) <= threshold(*chances["lucky"]):
        lucky = below(word(key, round, layout.LUCKY_WHERE), positions)
    return magic, lucky


# ---- tally -------------------------------------------------------------------------------------------------


K = TypeVar("K")

MOST_LOGGED = 64


class Logged(msgspec.Struct, frozen=True, order=True):
    """A round in which a meter was hit, with the meters as its settlement found them, in millionths of a cent."""

    round: int
    amounts: tuple[int, ...]
    reserves: tuple[int, ...]


class Line(msgspec.Struct, frozen=True):
    """One line of all rounds: what its rounds came to in cents, and the sum of their squares."""

    sum: int = 0
    squares: int = 0

    def __add__(self, other: Line) -> Line:
        return Line(self.sum + other.sum, self.squares + other.squares)


class MeterTally(msgspec.Struct, frozen=True, kw_only=True):
    """One meter over all rounds; amounts in millionths of a cent but for `drawn`, which is in cents."""

    shown: int = 0
    """The sum of what it stood at when rounds were settled."""
    awards: int = 0
    resets: int = 0
    drawn: int = 0
    added: int = 0
    reserved: int = 0
    revenue: int = 0
    started: int = 0
    """What it stood at when its blocks began, reserve and all, and when they ended."""
    ended: int = 0

    def __add__(self, other: MeterTally) -> MeterTally:
        fields = self.__struct_fields__
        return MeterTally(**{field: getattr(self, field) + getattr(other, field) for field in fields})


@displayed
class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """Counts and sums of rounds."""

    rounds: int = 0
    blocks: int = 0
    lines: dict[str, Line] = {}
    outcomes: dict[str, int] = {}
    """Hands of players by how they ended."""
    best: dict[str, int] = {}
    """Rounds by the highest hand at the table."""
    seats: tuple[int, ...] = ()
    """What each seat won or had come back, less its ante, bet and tip; stakes on side wagers are not taken off."""
    meters: dict[str, MeterTally] = {}
    besides: dict[str, int] = {}
    """Cents of envy, magic cards and lucky positions, which are in the lines too."""
    log: tuple[Logged, ...] = ()

    def _line(self) -> str:
        return f"{self.rounds:,} rounds in {self.blocks:,} blocks"

    def __add__(self, other: Tally) -> Tally:
        if not self.rounds:
            return other
        if not other.rounds:
            return self
        return Tally(
            rounds=self.rounds + other.rounds,
            blocks=self.blocks + other.blocks,
            lines={name: self.lines[name] + other.lines[name] for name in self.lines},
            outcomes=_added(self.outcomes, other.outcomes),
            best=_added(self.best, other.best),
            seats=tuple(a + b for a, b in zip(self.seats, other.seats, strict=True)),
            meters={level: self.meters[level] + other.meters[level] for level in self.meters},
            besides=_added(self.besides, other.besides),
            log=tuple(sorted((*self.log, *other.log))[:MOST_LOGGED]),
        )


def _added(one: Mapping[K, int], other: Mapping[K, int]) -> dict[K, int]:
    return {name: one[name] + other[name] for name in one}
