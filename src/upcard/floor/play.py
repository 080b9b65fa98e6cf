"""A floor that plays itself: one act at each table in turn, all of them committed together.

Every act follows from the tables and the books as they stand: a floor that was killed goes on where its journal ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count

from upcard.floor.bots import Pit
from upcard.floor.command import Command, Reply
from upcard.floor.floor import Floor
from upcard.floor.opening import open_house
from upcard.money import commands as c
from upcard.tables.person import Person
from upcard.tables.state import Table

SUPERVISOR = Person("pit supervisor", "supervisor")


class Playing:
    """Bots at the tables of a floor. `run` is a name that no other run of the same house has had: ids begin with it."""

    def __init__(self, floor: Floor, pits: Mapping[str, Pit], run: str) -> None:
        self.floor = floor
        self.pits = pits
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
        for name, pit in self.pits.items():
            if name in waiting:
                yield Command(next(self._ids), SUPERVISOR, waiting[name])
                continue
            doing = pit.next(casino.tables.get(name, Table()))
            if doing is not None:
                by, command = doing
                yield Command(next(self._ids), by, command, name)

    def step(self) -> tuple[list[Command], list[Reply]]:
        """One act at every table, committed together."""
        commands = list(self.acts())
        return commands, self.floor.process(commands)
