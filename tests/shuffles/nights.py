"""Floors that draw their own cards, with secrets that are the same on every run."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from hashlib import sha256
from itertools import count
from unittest.mock import patch

from msgspec.structs import replace

from tests.audit.journals import Memory, every_second, house
from upcard.bots import Pit
from upcard.bots.table_bot import Playing
from upcard.errors import Conflict, Refused
from upcard.games.caribbean_stud import Report
from upcard.journal.casino import Casino
from upcard.journal.command import AnyCommand, Command, Reply
from upcard.journal.floor import Floor, open_house
from upcard.rules.table import TableRules
from upcard.shuffles import service
from upcard.shuffles.events import Contribute, FairEvent
from upcard.shuffles.key_derivation import Source
from upcard.shuffles.redraw_check import Redrawn
from upcard.shuffles.state import Fair
from upcard.store.store import Store
from upcard.tables import Table
from upcard.tables import commands as c
from upcard.tables.commands import Actor
from upcard.tables.events import Event, TableOpened

WORDS = ("seven", "sieben", "sept", "sette")


class Fixed(Source):
    """Secrets and salts from a name and a counter."""

    def __init__(self, name: str = "fixed") -> None:
        self._name = name
        self._numbers, self._salts = count(1), count(1)

    def secret(self) -> bytes:
        return sha256(f"{self._name} {next(self._numbers)}".encode()).digest()

    def salt(self) -> bytes:
        return sha256(f"{self._name} salt {next(self._salts)}".encode()).digest()[:16]


class Blind(Redrawn):
    """A house that does not hold itself to its own shuffles: what others would find must be there to be found."""

    def shuffle(self, fair: Fair, table: Table, event: FairEvent) -> None:
        pass

    def at_table(self, name: str, opened: TableOpened | None, fair: Fair, table: Table, event: Event) -> None:
        pass


class Night:
    """A house that bots play on a floor which draws the cards."""

    def __init__(
        self,
        name: str,
        *,
        irregular: Fraction = Fraction(0),
        store: Store | None = None,
        source: str = "fixed",
        seats: int = 9,
        crooked: bool = False,
    ) -> None:
        found = house(name)
        self.house = replace(found, tables=tuple(often(t) for t in found.tables))
        self.memory = Memory()
        self.store: Store = store or self.memory
        self.floor = Floor(self.house, self.store, every_second(), source=Fixed(source))
        if crooked:
            self.casino.redrawn = Blind()
        self.pits = {
            t.name: Pit(t, "fair", min(seats, t.seats), irregular=irregular, sourced=True) for t in self.house.tables
        }
        self.playing = Playing(self.floor, self.pits, f"night {self.floor.casino.seq}")
        self._ids = (f"by hand {self.floor.casino.seq}/{number}" for number in count(1))

    @property
    def casino(self) -> Casino:
        return self.floor.casino

    def table(self, name: str) -> Table:
        return self.casino.tables[name]

    def fair(self, name: str) -> Fair:
        return self.casino.fair[name]

    def play(self, steps: int, *, words: bool = False) -> Night:
        """So many acts at every table; with `words` players contribute now and then."""
        for step in range(steps):
            for reply in self.playing.step()[1]:
                if reply.error is not None:
                    raise reply.error
            if words and step % 7 == 3:
                self._contribute(step)
        return self

    def play_until(self, name: str, wanted: Callable[[Table], bool], most: int = 500) -> Night:
        """Until a table stands as it is wanted."""
        for _ in range(most):
            if wanted(self.casino.tables.get(name, Table())):
                return self
            self.play(1)
        raise AssertionError(f"{name} never came to that")

    def _contribute(self, step: int) -> None:
        for name, table in self.casino.tables.items():
            for seat, player in table.players.items():
                if (seat + step) % 3 == 0:
                    word = f"{WORDS[step % len(WORDS)]} {step}"
                    self.do(Actor(player, "player"), Contribute(word), name)

    def do(self, by: Actor, ask: AnyCommand, table: str = "", id: str = "") -> Reply:
        """One act by hand; a refusal is an error."""
        (reply,) = self.floor.process([Command(id or next(self._ids), by, ask, table)])
        if reply.error is not None:
            raise reply.error
        return reply

    def void(self, table: str) -> None:
        """A jam of the system's own shoe, as older journals have it: nobody can say that any more."""
        with patch.object(service, "IMPOSSIBLE", frozenset[str]()):
            self.do(dealer(table), c.Play(Report("shoe-jam")), table)

    def refusal(self, by: Actor, ask: AnyCommand, table: str = "") -> str:
        """Why an act by hand is refused."""
        seq = self.casino.seq
        try:
            self.do(by, ask, table)
        except (Refused, Conflict) as error:
            assert self.casino.seq == seq, "nothing has changed"
            return str(error)
        raise AssertionError(f"{ask} was not refused")

    def opened_again(self, source: str = "other") -> Floor:
        """Another process on the same journal, with a source of its own."""
        floor = Floor(self.house, self.store, every_second(), source=Fixed(source))
        open_house(floor)
        return floor


def often(t: TableRules) -> TableRules:
    """The same table, at which the house draws in every second round where it draws at all."""
    return replace(t, draws=dict.fromkeys(t.draws, Fraction(1, 2)))


def dealer(name: str) -> Actor:
    return Actor(f"{name} dealer", "dealer")


@cache
def night(name: str) -> Night:
    """A night on which much goes wrong and players contribute; kept, since many look at it."""
    return Night(name, irregular=Fraction(1, 2)).play(400, words=True)
