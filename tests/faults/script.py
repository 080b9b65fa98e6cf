"""An evening in which everything happens once: each kind of command that a floor takes, with the disk before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy, deepcopy
from functools import cache
from typing import NamedTuple

from tests.faults.disk import Disk, Image
from tests.faults.house import house, pits
from tests.faults.recorded import State, opened, state_of
from tests.faults.vfs import DiskVfs
from tests.money.pit import FAULT
from upcard.bots.table_bot import Playing
from upcard.journal.act_table import HOUSE as ITSELF
from upcard.journal.casino import Casino
from upcard.journal.command import AnyCommand, Command
from upcard.journal.floor import Floor, opening
from upcard.money import commands as c
from upcard.store.sqlite import SqliteStore
from upcard.tables.commands import Actor

HOUSE = house(2, six=False)
TABLE, OTHER = (t.name for t in HOUSE.tables)
GOLD_RUSH = "Gold Rush"

CAGE = Actor("cashier", "cage")
DEALER = Actor(f"{TABLE} dealer", "dealer")
FLOORPERSON = Actor("floor", "floorperson")
CHIEF = Actor("chief", "supervisor")


def clock() -> str:
    """Time stands still, so that an act that is tried again leaves the same bytes."""
    return "2026-01-01T00:00:00.000000Z"


class Scene(NamedTuple):
    """Commands that are sent together, the disk that they find, and the journal before and after them."""

    name: str
    commands: tuple[Command, ...]
    image: Image
    before: State
    after: State
    casino: Casino
    """Before them."""


@cache
def _nowhere() -> Floor:
    store = opened(DiskVfs(Disk()))
    floor = Floor(HOUSE, store, clock)
    store.close()
    return floor


def floor_on(store: SqliteStore, casino: Casino) -> Floor:
    """A floor that need not read the journal again, since a casino that has done so is there."""
    floor = copy(_nowhere())
    floor.store, floor.casino = store, copied(casino)
    return floor


def copied(casino: Casino) -> Casino:
    """Another casino that stands alike; what never changes is not copied."""
    return deepcopy(casino, {id(fixed): fixed for fixed in (casino.house, casino.rules)})


def kind(command: Command) -> str:
    """What a command is called; one step of the settlement is not like another."""
    ask: object = command.ask
    inner = getattr(ask, "command", None)
    words = [type(ask).__name__, type(inner).__name__ if inner is not None else "", getattr(inner, "kind", "")]
    return " ".join(word for word in words if word)


def scenes() -> list[Scene]:
    """The first command of each kind, and some that are sent together."""
    vfs = DiskVfs(Disk())
    store = opened(vfs)
    floor = Floor(HOUSE, store, clock)
    found: dict[str, Scene] = {}

    def send(*commands: Command, name: str = "") -> None:
        image, before, casino = vfs.disk.image(), state_of(store), copied(floor.casino)
        replies = floor.process(commands)
        assert all((reply.error is None) == (name != "a refusal") for reply in replies), replies
        name = name or kind(commands[0])
        if name not in found:
            found[name] = Scene(name, commands, image, before, state_of(store), casino)

    for act in (_open, _round, _desks, _together):
        act(floor, send)
    store.close()
    return [*found.values()]


Send = Callable[..., None]


def _open(floor: Floor, send: Send) -> None:
    while (command := next(opening(floor), None)) is not None:
        send(command)
    send(Command("open jackpot Gold Rush", ITSELF, c.OpenJackpot(GOLD_RUSH)), name="a retry")


def _acts(floor: Floor, run: str) -> Iterator[list[Command]]:
    playing = Playing(floor, pits(HOUSE, "seed"), run)
    while True:
        yield [*playing.acts()]


def _round(floor: Floor, send: Send) -> None:
    """A round at one table, won by a royal flush, from the opening of its decks to its last count."""
    for commands in _acts(floor, "alone"):
        if floor.casino.tables.get(TABLE) is not None and floor.casino.tables[TABLE].number > 1:
            return
        send(commands[0])


def _together(floor: Floor, send: Send) -> None:
    """Both tables, one act at each at a time."""
    for number, commands in enumerate(_acts(floor, "together")):
        if number == 40:
            return
        send(*commands, name=f"together {number}" if number in (0, 20, 39) else "together 0")


def _desks(floor: Floor, send: Send) -> None:
    """The cage, the slips and the link itself."""
    slip = next(iter(floor.casino.books.slips))
    asked: tuple[tuple[Actor, AnyCommand], ...] = (
        (CAGE, c.FillTray(TABLE, 500_000)),
        (DEALER, c.BuyChips(TABLE, 1, 10_000)),
        (CAGE, c.CreditTray(TABLE, 100_000)),
        (CAGE, c.CountDrop(TABLE, 10_000)),
        (DEALER, c.SignSlip(slip)),
        (CHIEF, c.VoidSlip(slip, "smudged")),
        (CHIEF, c.ReadSign(GOLD_RUSH, "over the pit", {"main": 1_000_000})),
        (CHIEF, c.SuspendLink(GOLD_RUSH, "a sign is dark", *FAULT)),
        (CHIEF, c.CorrectMeter(GOLD_RUSH, "main", 1_000_000, "a coin sensor counted none", FLOORPERSON.id)),
        (CHIEF, c.ResumeLink(GOLD_RUSH, FLOORPERSON.id)),
        (CHIEF, c.CloseShift("2026-01-01", "night", last=True, reason="play goes on", second=FLOORPERSON.id)),
        (CHIEF, c.AcknowledgeAlert("a sign is dark")),
    )
    for number, (by, ask) in enumerate(asked):
        send(Command(f"desk {number}", by, ask))
    send(Command("not hers", DEALER, c.FillTray(TABLE, 1)), name="a refusal")
