"""A late void: an act that makes a hand or the round void once cards are out, whatever the act is called.

So is a dealer's hand that lacks a card and has been settled by: what it won or lost for others does not stand.
"""

from __future__ import annotations

from collections.abc import Iterable

from upcard.errors import Refused
from upcard.games.game import game_of_round
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.actor import Actor
from upcard.tables.decide import decide
from upcard.tables.state import Table

THE_DEAL = ("DealCards", "DealUnseen")
"""What tells how the cards were dealt: a wrong count at the deal is found there, and is not late."""


def cards_out(table: Table) -> bool:
    """Whether cards of the round have left the deck."""
    return table.drawn or (table.round is not None and table.round.phase not in ("betting", "closed"))


def voids_late(t: TableRules, table: Table, by: Actor, command: c.Command) -> bool:
    """Whether the act, done now, is a late void; one that is refused is none."""
    try:
        recorded = decide(t, table, c.Act(by, "", command))
    except Refused:
        return False
    return is_late(table, command, [entry.event for entry in recorded])


def is_late(table: Table, command: c.Command, events: Iterable[e.Event]) -> bool:
    """Whether what an act leads to is a late void."""
    name = type(command.command if isinstance(command, c.Play) else command).__name__
    told = list(events)
    out = cards_out(table) or any(isinstance(event, e.CardsLeftDeck) for event in told)
    if not out or name in THE_DEAL:
        return False
    voids = game_of_round(table.round).voids
    return any(isinstance(event, e.Played) and voids(table.round, event.event) for event in told)
