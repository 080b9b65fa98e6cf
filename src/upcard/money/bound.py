"""How much any account may ever hold or owe: far more than a casino has, and well within what every store can keep."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from upcard.errors import Refused
from upcard.money.link import Link, Tier
from upcard.units import micros, show_cents

MOST = 10**12
"""Cents: ten thousand million dollars. In micros it is a ninth of the largest number of 64 bits, so that no account and
no difference between two is beyond a database or a file of the state."""


COUNTERS = tuple(field.name for field in msgspec.structs.fields(Tier) if field.type is int)
"""What a level of a jackpot counts."""


def refuse_beyond(name: str, before: int, after: int) -> None:
    """Refuses what takes an account further beyond the bound; one that is beyond it already may come back."""
    if abs(after) > micros(MOST) and abs(after) > abs(before):
        raise Refused(None, f"{name} would pass ${show_cents(MOST)}, more than any account may hold or owe")


def refuse_counters_beyond(before: Mapping[str, Link], after: Mapping[str, Link]) -> None:
    """The same for what a jackpot counts beside its accounts: wagers, awards, what its limit has turned away."""
    for name, link in after.items():
        if link is before.get(name):
            continue
        for level, tier in link.tiers.items():
            was = before[name].tiers.get(level) if name in before else None
            for field in COUNTERS if tier is not was else ():
                if (now := getattr(tier, field)) > micros(MOST):
                    refuse_beyond(f"{field} of {name}/{level}", getattr(was, field, 0), now)
