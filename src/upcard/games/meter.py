"""A progressive meter: what it shows, what it falls back to, and how an award leaves it.

>>> meter = Meter(amount=micros(5_012_345) + 500_000, seed=micros(1_000_000), reserve=micros(12_000))
>>> full = draw(meter, "main", Share(100, "main"), ways=2)
>>> full.each, show_meter(drawn(meter, full).amount)
(2506172, '10120.015')
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from upcard.units import FULL_PERCENT, MICROS_PER_CENT, Cents, Share, micros, show_meter, whole_cents

__all__ = ["Draw", "Meter", "contribute", "draw", "drawn", "micros", "show_meter", "take", "written_meters"]

PER_UNIT = 1_000_000
"""Rates are whole millionths of a wager, so that a contribution is a whole number of micros."""


class Meter(msgspec.Struct, frozen=True):
    """A meter in millionths of a cent."""

    amount: int
    seed: int
    reserve: int = 0

    @property
    def displayed(self) -> Cents:
        return whole_cents(self.amount)


class Draw(msgspec.Struct, frozen=True):
    """What one award takes from a meter: so many equal parts, and whether the meter starts again."""

    level: str
    each: int
    ways: int
    resets: bool

    @property
    def cents(self) -> int:
        return self.each * self.ways


def draw(meter: Meter, level: str, share: Share, ways: int = 1) -> Draw:
    """A percentage award in equal parts, each rounded down to the cent."""
    whole = meter.amount * share.percent // (FULL_PERCENT * MICROS_PER_CENT)
    return Draw(level, whole // ways, ways, share.percent == FULL_PERCENT)


def take(meter: Meter, level: str, cents: int, floor: int = 0) -> Draw:
    """As much of a fixed sum as the meter stands above a floor, in its own unit."""
    return Draw(level, min(cents, whole_cents(max(meter.amount - floor, 0))), 1, resets=False)


def drawn(meter: Meter, award: Draw) -> Meter:
    """The meter after an award; a full one leaves seed, reserve and what could not be paid out in cents."""
    left = meter.amount - micros(award.cents)
    assert left >= 0, "an award is larger than its meter"
    if not award.resets:
        return Meter(left, meter.seed, meter.reserve)
    return Meter(meter.seed + meter.reserve + left, meter.seed, 0)


def contribute(meter: Meter, wager: int, rate: int, reserve_rate: int = 0) -> Meter:
    """The meter after a wager in cents, at rates in millionths."""
    return Meter(meter.amount + wager * rate, meter.seed, meter.reserve + wager * reserve_rate)


def written_meters(meters: Mapping[str, Meter]) -> dict[str, dict[str, str]]:
    """Meters as they are displayed, with what they fall back to."""
    return {
        level: {
            "amount": show_meter(meter.amount),
            "seed": show_meter(meter.seed),
            "reserve": show_meter(meter.reserve),
        }
        for level, meter in meters.items()
    }
