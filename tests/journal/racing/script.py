"""What people asked of a house and what each was told, to be asked again in other ways."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from tests.house_texts import house_text
from upcard.bots import Pit, virtual
from upcard.bots.table_bot import next_signature
from upcard.errors import Refused
from upcard.journal.command import AnyCommand, Command, Reply
from upcard.journal.floor import Floor, opening
from upcard.money import commands as mc
from upcard.rules.house import House, read_house
from upcard.store.store import Entry, Store
from upcard.tables import Actor
from upcard.tables import commands as c
from upcard.tables.commands import DocumentAward
from upcard.tables.state import Table

EXAMPLES = ("deadwood", "deadwood-2011", "massachusetts", "bonus-6")
AT = "2026-03-01T20:00:00.000000Z"
SUPERVISOR = Actor("pit supervisor", "supervisor")
OFTEN = Fraction(1, 2)


def example_house(name: str) -> House:
    """An example house, as bots play it."""
    house = read_house(house_text(name))
    return replace(house, tables=tuple(virtual(t) for t in house.tables))


def said(reply: Reply) -> tuple[object, ...]:
    """A reply as its sender sees it."""
    error = reply.error
    if isinstance(error, Refused):
        return reply.entries, error.rule, error.because, error.clause
    return reply.entries, type(error), str(error)


class Script(NamedTuple):
    """Every command in its order with its first reply, and the journal that they made, all at one time."""

    house: House
    steps: tuple[tuple[Command, Reply], ...]
    entries: tuple[Entry, ...]
    balances: dict[str, int]

    def floor(self, store: Store) -> Floor:
        return Floor(self.house, store, clock=lambda: AT)


class Recorder:
    """A floor whose every command is written down."""

    def __init__(self, house: House, store: Store, name: str) -> None:
        self.floor = Floor(house, store, clock=lambda: AT)
        self.steps: list[tuple[Command, Reply]] = []
        self._name = name

    def do(self, by: Actor, ask: AnyCommand, table: str = "", version: int | None = None) -> Reply:
        return self.send(Command(f"{self._name}/{len(self.steps)}", by, ask, table, version))

    def send(self, command: Command) -> Reply:
        (reply,) = self.floor.process([command])
        self.steps.append((command, reply))
        return reply

    def open_house(self) -> None:
        for command in opening(self.floor):
            assert self.send(command).error is None

    def table(self, name: str) -> Table:
        return self.floor.casino.tables.get(name, Table())

    def script(self) -> Script:
        store, house = self.floor.store, self.floor.casino.house
        return Script(house, tuple(self.steps), tuple(store.entries()), store.balances())


def next_act(floor: Floor, name: str, pit: Pit) -> tuple[Actor, AnyCommand, str]:
    """What bots do at a table; an award that waits is validated first."""
    for link in floor.casino.books.links.values():
        for hit in link.open.values():
            if hit.table == name and hit.state == "pending":
                return SUPERVISOR, mc.ValidateHit(link.name, hit.number), ""
    doing = pit.next(floor.casino.tables.get(name, Table()))
    assert doing is not None
    by, ask = doing
    if isinstance(ask, DocumentAward):
        slips, number = floor.casino.books.slips.values(), floor.casino.tables[name].number
        t = floor.casino.rules_of(name)
        if (signed := next_signature(t, slips, number, "DocumentAward", ask.seat)) is not None:
            return *signed, ""
    return by, ask, name


def evening(house: House, store: Store, rounds: int) -> Script:
    """Bots at every table; now and then somebody ends a round that is not over, or shows which state was meant."""
    recorder = Recorder(house, store, "evening")
    recorder.open_house()
    pits = {t.name: Pit(t, "retries", 2, irregular=OFTEN) for t in house.tables}
    while any(recorder.table(name).number <= rounds for name in pits):
        for name, pit in pits.items():
            round = recorder.table(name).round
            if len(recorder.steps) % 9 == 0 and round is not None and round.phase != "settled":
                early = recorder.do(Actor(f"{name} dealer", "dealer"), c.Reconcile(), name)
                assert isinstance(early.error, Refused)
            act = next_act(recorder.floor, name, pit)
            seen = recorder.floor.casino.versions.get(f"table/{name}", 0)
            reply = recorder.do(*act, version=seen if act[2] and len(recorder.steps) % 3 == 0 else None)
            assert reply.error is None, (act, reply.error)
    return recorder.script()


def record(house: House, store: Store, name: str, play: Callable[[Recorder], None]) -> Script:
    recorder = Recorder(house, store, name)
    play(recorder)
    return recorder.script()
