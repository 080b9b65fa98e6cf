"""What is left to chance: lots drawn from the seed, the table, the round and the purpose, and from nothing else.

The same question has the same answer however often it is asked and whoever asks it. That is what lets a pit be left in
the middle of anything: no place in a stream has to be remembered.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from upcard.cards import below, byte_stream

VARIANTS = 8
"""How many sets of wagers a seat has; the first is the fullest."""

SITS_OUT = Fraction(1, 12)
WHIM = Fraction(1, 40)


class Fate(NamedTuple):
    """What chance has in store for one round."""

    number: int
    playing: tuple[int, ...]
    """The seats that play; the others sit it out."""
    variants: dict[int, int]
    """The set of wagers of each seat."""
    whims: frozenset[int]
    """The seats that bet or fold against their judgement."""
    late_whims: frozenset[int]
    """The seats that buy a card although they win."""
    mishap: int | None
    """Which of the table's mishaps happens."""
    where: int
    """The seat that a mishap happens to."""


def lots(seed: str, table: str, number: int, purpose: str) -> Iterator[int]:
    """The bytes for one purpose in one round of one table."""
    return byte_stream("\0".join((seed, table, str(number), purpose)).encode())


def happens(chance: Fraction, stream: Iterator[int]) -> bool:
    """Whether something of that chance comes about; what cannot and what must cost no bytes."""
    return below(chance.denominator, stream) < chance.numerator


def plain(number: int, seats: tuple[int, ...]) -> Fate:
    """A round without surprises: all play, with the fullest wagers and by their judgement."""
    return Fate(number, seats, dict.fromkeys(seats, 0), frozenset(), frozenset(), None, seats[0])


def fate(
    stream: Iterator[int],
    number: int,
    seats: tuple[int, ...],
    irregular: Fraction,
    mishaps: int,
    sits_out: Fraction = SITS_OUT,
) -> Fate:
    """The fate of a round; one seat, a different one each time, never sits out, so that there is a round at all."""
    host = seats[number % len(seats)]
    playing = tuple(seat for seat in seats if not happens(sits_out, stream) or seat == host)
    variants = {seat: below(VARIANTS, stream) for seat in playing}
    whims = frozenset(seat for seat in playing if happens(WHIM, stream))
    late = frozenset(seat for seat in playing if happens(WHIM, stream))
    wrong = mishaps > 0 and happens(irregular, stream)
    mishap = below(mishaps, stream) if wrong else None
    return Fate(number, playing, variants, whims, late, mishap, playing[below(len(playing), stream)])
