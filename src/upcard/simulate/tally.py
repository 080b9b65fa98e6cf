"""What so many rounds came to, in whole numbers: tallies add up to the same one however the rounds were divided."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from upcard.display import displayed

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
