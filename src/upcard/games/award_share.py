"""One seat's share of an award off a meter."""

from __future__ import annotations

from typing import NamedTuple

from upcard.cards import Card
from upcard.units import Award


class AwardShare(NamedTuple):
    """On which hand, by which line, how much."""

    seat: int
    wager: str
    staked: int
    whose: str
    cards: tuple[Card, ...]
    value: int
    award: Award
    rule: str
    cents: int
