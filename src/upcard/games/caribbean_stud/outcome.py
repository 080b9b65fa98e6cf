"""What one step of a settlement does, and the meters that it may draw on."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from upcard.games.meter import Draw, Meter
from upcard.games.payment import Payment
from upcard.rules.caribbean_stud import CaribbeanStudRules

Meters = Mapping[str, Meter]


class Outcome(msgspec.Struct, frozen=True):
    """What one step pays, what it takes from the meters, and awards worked out for seats still to come."""

    payments: tuple[Payment, ...]
    draws: tuple[Draw, ...] = ()
    shared: dict[str, int] = {}


def meter_of(rules: CaribbeanStudRules, meters: Meters, level: str) -> Meter:
    if level not in meters:
        raise rules.refuse(None, f"meters.{level}: an award is due from this meter and its reading is missing")
    return meters[level]
