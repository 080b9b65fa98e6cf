"""What one key may record: a step, and those behind it that a dealer's hands do in one go.

They ask for nothing, pay nothing and are nobody else's, and no other person's act lies between them. At tables with
real cards only: which steps follow is found by doing each on the table as it would stand then, and what lies face down
there is known to nobody.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from upcard.cards import DECK
from upcard.errors import Refused
from upcard.games.game import game_of
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables.commands import Actor
from upcard.tables.decide import decide
from upcard.tables.next_step import Next, following
from upcard.tables.state import Table, evolve

BY_HAND = {"DealCards", "RackStub", "ShuffleDeck", "CollectForfeits", "LeaveExposed", "RackCards"}
"""Steps that are done by hand and say nothing that only a person knows."""

SETTLEMENT = {"Settle", "SettleSeat"}
"""Steps that belong to a run only where no wager is decided by them: what is paid or collected is looked at first."""


class Following(NamedTuple):
    """A step of a run, and the table as it stands before it."""

    step: Next
    table: Table


def run(t: TableRules, table: Table, by: Actor, command: c.Command | None, readings: dict[str, Any]) -> list[Following]:
    """The steps that may be recorded with a command; `readings` are the meters that it would be paid from."""
    return list(_run(t, table, by, command, readings)) if t.mode == "keyed" and command is not None else []


def _run(
    t: TableRules, table: Table, by: Actor, command: c.Command | None, readings: dict[str, Any]
) -> Iterator[Following]:
    now = None if command is None else _after(t, table, by, command, readings)
    while now is not None and (step := following(t, now)) is not None:
        if step.act not in BY_HAND | SETTLEMENT or step.command is None or by.role not in step.roles:
            return
        later = _after(t, now, by, step.command, readings)
        if later is None or (step.act in SETTLEMENT and _paid(later) != _paid(now)):
            return
        yield Following(step, now)
        now = later


def _paid(table: Table) -> Any:
    return getattr(table.round, "payments", None)


def told(t: TableRules, step: Next) -> c.Command | None:
    """The step's command, also where the right number of cards is yet to be confirmed; which card is no matter here."""
    if step.act != "DealUnseen":
        return step.command
    up = {"up_card": DECK[0]} if "up_card" in step.asks else {}
    return c.Play(game_of(t).core.DealUnseen(**step.suggests, **up))


def _after(t: TableRules, table: Table, by: Actor, command: c.Command, readings: dict[str, Any]) -> Table | None:
    """The table after a command, or None where it would be refused."""
    if isinstance(command, c.Play) and hasattr(command.command, "meters"):
        command = replace(command, command=replace(command.command, meters=readings))
    try:
        for entry in decide(t, table, c.Act(by, "", command)):
            table = evolve(table, entry.event)
    except Refused:
        return None
    return table
