"""What a wager adds to a meter and to its reserve, and what its limit turns away.

>>> level = Level(seed=100, rate=500_000, limit=120)
>>> fed(level, micros(100), 100)
Contribution(meter=20000000, reserve=30000000, revenue=0)
"""

from __future__ import annotations

from typing import NamedTuple

from upcard.rules.jackpot import Level
from upcard.units import micros

__all__ = ["Contribution", "Level", "fed", "micros"]


class Contribution(NamedTuple):
    """Where the micros of one wager went: the meter, its reserve, and what the house kept above the limit."""

    meter: int
    reserve: int
    revenue: int


def fed(level: Level, amount: int, cents: int) -> Contribution:
    """The contribution of a wager in cents to a meter that stands at `amount` micros.

    Rates are whole millionths of a wager and a cent has a million micros, so nothing is ever rounded. A meter that is
    above its limit already, because a reserve was poured into it, stays and takes no more.
    """
    full, held = cents * level.rate, cents * level.reserve_rate
    if level.limit is None:
        return Contribution(full, held, 0)
    room = max(0, micros(level.limit) - amount)
    taken = min(full, room)
    over = full - taken
    if level.overflow == "reserve":
        return Contribution(taken, held + over, 0)
    return Contribution(taken, held, over)
