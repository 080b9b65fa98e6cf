"""What goes wrong at a table now and then, and what is lawfully said or done when it does.

Each mishap leaves its mark on the table: a void hand, a void round, a card in the rack, a stub that is racked. A mishap
that happened is therefore not told again, although nobody remembers it; those that leave no mark are not among them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from upcard.bots.seeded_random import Fate
from upcard.games.game import core_of_round, game_of
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables.actor import Role
from upcard.tables.due import says
from upcard.tables.procedure import counts_shuffles
from upcard.tables.state import Table

WRONG_CHIPS, WRONG_STUB, MISDEALT = "wrong chips", "wrong stub", "wrong stub, misdealt"
CHIPS_STRUCK, CHIPS_VOID = "wrong chips, a wager struck", "wrong chips, round void"
JAM, WRONG_COUNT = "shuffler jam", "wrong shuffler count"
"""Mishaps of the table's own steps; whoever does the step does it wrongly first."""

CHIPS = (WRONG_CHIPS, CHIPS_STRUCK, CHIPS_VOID)
"""A count of the progressive chips that is wrong, by what is done about it; of the first there is another count."""

MISCOUNTS = (*CHIPS, WRONG_STUB, MISDEALT, WRONG_COUNT)
"""What cannot happen where the system itself holds cards and chips."""


class Mishap(NamedTuple):
    """Something that goes wrong: a report in one phase of the round, or a step of the table done wrongly."""

    kind: str
    phase: str = ""
    role: Role = "dealer"
    at_seat: bool = False


def mishaps(t: TableRules) -> tuple[Mishap, ...]:
    """All that can go wrong at a table under its edition, with its elections and devices."""
    return (*(Mishap(*each) for each in game_of(t).mishaps(t)), *_steps(t))


def _steps(t: TableRules) -> list[Mishap]:
    found = []
    if says(t, "progressive_chips_counted"):
        found += [Mishap(kind) for kind in CHIPS]
    if says(t, "full_count_racked") is not None:
        found.append(Mishap(WRONG_STUB))
        if "stub count" in (says(t, "misdeal_found_at") or ()):
            found.append(Mishap(MISDEALT))
    if t.shuffler is not None and says(t, "shuffler_jam") is not None:
        found.append(Mishap(JAM))
    if counts_shuffles(t, t.dealing, t.shuffle):
        found.append(Mishap(WRONG_COUNT))
    return found


def reported(mishap: Mishap, table: Table, fate: Fate) -> tuple[Role, c.Command] | None:
    """What is said of the mishap at the table as it stands, or None where it is not its time."""
    round: Any = table.round
    if round.phase != mishap.phase:
        return None
    core = core_of_round(round)
    if mishap.at_seat:
        seat = round.seats.get(fate.where)
        if seat is None or seat.void is not None or fate.where in (*table.racked, *getattr(round, "settled", ())):
            return None
        if not getattr(seat, "in_play", True):
            return None
        return mishap.role, c.Play(core.Report(mishap.kind, fate.where))
    if mishap.kind == "face-up-card" and table.discarded:
        return None
    return mishap.role, c.Play(core.Report(mishap.kind))
