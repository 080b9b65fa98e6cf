"""A floor that plays itself: one act at each table in turn, all of them committed together.

Every act follows from the tables and the books as they stand: a floor that was killed goes on where its journal ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count

from upcard.bots import Pit
from upcard.bots.signing import next_signature
from upcard.journal.command import AnyCommand, Command, Reply
from upcard.journal.floor import Floor, open_house
from upcard.money import commands as c
from upcard.tables.actor import Actor
from upcard.tables.commands import CloseTable
from upcard.tables.state import Table

SUPERVISOR = Actor("pit supervisor", "supervisor")
SECOND = Actor("pit surveillance", "licensee")
"""The second person of whatever a supervisor does, where the floor asks for two."""


class Playing:
    """Bots at the tables of a floor. `run` is a name that no other run of the same house has had: ids begin with it."""

    def __init__(self, floor: Floor, pits: Mapping[str, Pit], run: str) -> None:
        self.floor = floor
        self.pits = dict(pits)
        self.closing = False
        """Whether the rounds in play are the last, and the tables close after them."""
        self._ids = (f"{run}/{number}" for number in count(1))
        open_house(floor)

    def acts(self) -> Iterator[Command]:
        """The next act at each table; an award that waits is validated before anything else happens there."""
        casino = self.floor.casino
        waiting = {
            hit.table: c.ValidateHit(link.name, hit.number)
            for link in casino.books.links.values()
            for hit in link.open.values()
            if hit.state == "pending"
        }
        for name in self.pits:
            if name in waiting:
                yield self._command(SUPERVISOR, waiting[name])
                continue
            table = casino.tables.get(name, Table())
            outdated = casino.outdated(name)
            if (self.closing or outdated) and table.without_wagers:
                if table.is_open:
                    yield self._command(SUPERVISOR, CloseTable(), name)
                continue
            self.pits[name] = self.pits[name].under(casino.rules_of(name))
            doing = self.pits[name].next(table)
            if doing is None:
                continue
            by, ask = doing
            if (signature := self._signature(name, table, ask)) is not None:
                yield self._command(*signature)
            else:
                yield self._command(by, ask, name)

    def _signature(self, name: str, table: Table, ask: AnyCommand) -> tuple[Actor, c.SignSlip] | None:
        """The documents of an award are complete once its slips are signed."""
        casino = self.floor.casino
        act, seat = type(ask).__name__, getattr(ask, "seat", 0)
        return next_signature(casino.rules_of(name), casino.books.slips.values(), table.number, act, seat)

    def _command(self, by: Actor, ask: AnyCommand, table: str = "") -> Command:
        signed = by.role == "supervisor" and self.floor.casino.source is not None
        return Command(next(self._ids), by, ask, table, second=SECOND if signed else None)

    @property
    def closed(self) -> bool:
        """Whether every table is."""
        return not any(table.is_open for table in self.floor.casino.tables.values())

    def step(self) -> tuple[list[Command], list[Reply]]:
        """One act at every table, committed together."""
        commands = list(self.acts())
        return commands, self.floor.process(commands)
