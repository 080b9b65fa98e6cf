"""A round to train with: the table, what is to happen there, and who is asked about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from upcard.cards import Card
from upcard.games.meter import Meter
from upcard.rules.table import TableRules

DOLLAR = 100


class Place(NamedTuple):
    """A table to train at, and what its meters start from, in cents."""

    t: TableRules
    seeds: dict[str, int]


class Plan(NamedTuple):
    """What is to happen in the round: how many play, their wagers, the cards in the order of the deal, decisions."""

    seats: int
    wagers: tuple[Any, ...]
    order: tuple[Card, ...]
    decisions: Mapping[int, tuple[str, ...]] = {}
    """By seat, the decisions in their order, as their commands are named; the players' own judgement where none is."""
    instead: Any = None
    """A command that is given in the place of the usual one of its kind."""
    rounds: int = 0
    """How many rounds are played before it."""


class Situation(NamedTuple):
    """A planned round, the seat that is asked about, and its meters."""

    plan: Plan
    seat: int
    other: int
    meters: dict[str, Meter]
