"""A run of a real floor on a disk of ours, and what its journal held after each commit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tests.faults.disk import Deed, Disk, Image
from tests.faults.house import house, pits
from tests.faults.vfs import DiskVfs
from upcard.bots.table_bot import Playing
from upcard.journal.floor import Floor
from upcard.store.sql_store import SqlReading
from upcard.store.sqlite import SqliteStore

JOURNAL = "journal.db"
CHECKPOINT_PAGES = 30
"""So few that the log begins anew every few commits: a cut may come at any moment of it."""

NOT_OPEN = -1
"""What is known before the journal was opened for the first time."""


class State(NamedTuple):
    """All that a journal holds."""

    entries: list[Any]
    balances: dict[str, int]
    answers: list[Any]


class Recorded(NamedTuple):
    """Everything that was done to a disk, with notes of the commits acknowledged so far; and each state."""

    deeds: list[Deed]
    states: list[State]
    """The journal before the first commit, and after each."""


def state_of(store: SqlReading) -> State:
    return State([*store.entries()], store.balances(), [*store.answers()])


def opened(vfs: DiskVfs, kind: type[SqliteStore] = SqliteStore) -> SqliteStore:
    """The journal on a disk, recovered if it has to be."""
    store = kind(JOURNAL, vfs=vfs.name, locking_mode="exclusive")
    writer(store).pragma("wal_autocheckpoint", CHECKPOINT_PAGES)
    return store


def writer(store: SqliteStore) -> Any:
    """The connection behind a store, for what a store refuses."""
    return store._writer


def record(
    steps: int, *, kind: type[SqliteStore] = SqliteStore, spoil: Callable[[SqliteStore], None] = lambda store: None
) -> Recorded:
    """The opening of a house and so many steps of its tables; `spoil` is done to the store once it is open."""
    disk = Disk()
    store = opened(DiskVfs(disk), kind)
    spoil(store)
    disk.note(0)
    states = [state_of(store)]

    class Noting(Floor):
        def process(self, commands: Any) -> Any:
            replies = super().process(commands)
            disk.note(len(states))
            states.append(state_of(store))
            return replies

    floor = Noting(house(3, six=False), store)
    playing = Playing(floor, pits(floor.casino.house, "seed"), "run")
    for _ in range(steps):
        playing.step()
    assert floor.casino.books.slips, "an award was among it"
    deeds = disk.deeds[:]
    store.close()
    return Recorded(deeds, states)


def seen(vfs: DiskVfs, image: Image) -> State:
    """What a journal holds when it is opened on what a power cut left."""
    vfs.disk = Disk(image)
    store = opened(vfs)
    try:
        return state_of(store)
    finally:
        store.close()
