"""Disks that fail and disks that are full: the floor locks, and the journal is before the command or after it."""

from __future__ import annotations

import contextlib
from collections import Counter
from functools import cache
from itertools import count
from random import Random
from typing import NamedTuple

import apsw
import pytest

from tests.faults.disk import Disk, Image, Platter
from tests.faults.faulty import DeafStore, HalvingStore
from tests.faults.recorded import opened, seen, state_of, writer
from tests.faults.scale import LONG
from tests.faults.script import CAGE, HOUSE, TABLE, Scene, clock, floor_on, scenes
from tests.faults.vfs import DiskVfs
from upcard.journal.command import Command
from upcard.journal.floor import Floor
from upcard.money import commands as c
from upcard.store.sqlite import SqliteStore
from upcard.store.store import StoreError

BROKEN = {
    "read": apsw.SQLITE_IOERR_READ,
    "write": apsw.SQLITE_IOERR_WRITE,
    "sync": apsw.SQLITE_IOERR_FSYNC,
    "truncate": apsw.SQLITE_IOERR_TRUNCATE,
    "delete": apsw.SQLITE_IOERR_DELETE,
    "size": apsw.SQLITE_IOERR_FSTAT,
    "open": apsw.SQLITE_IOERR_ACCESS,
}
SCARCE_PAGES = 10
"""A cache so small that commands read from the disk, and write to it before their commit."""

NEXT = Command("afterwards", CAGE, c.FillTray(TABLE, 100))


class Fault(NamedTuple):
    """What goes wrong: a disk that is broken or full, once or from then on."""

    full: bool
    lasts: bool


FAULTS = tuple(Fault(full, lasts) for full in (False, True) for lasts in (False, True))


class Failing:
    """Fails at one call, and where the fault lasts at every later one; a full disk fails writes alone."""

    def __init__(self, fault: Fault, at: int) -> None:
        self._fault = fault
        self._left = at
        self.hit = ""
        """The kind of the call that failed first."""

    def __call__(self, kind: str) -> None:
        if self._fault.full and kind != "write":
            return
        self._left -= 1
        if self._left == 0 or (self._left < 0 and self._fault.lasts):
            self.hit = self.hit or kind
            raise apsw.exception_for(apsw.SQLITE_FULL if self._fault.full else BROKEN[kind])


@cache
def evening() -> list[Scene]:
    return scenes()


def cut(disk: Disk, chance: Random) -> Image:
    """What a power cut right after it leaves."""
    platter = Platter(disk.begun)
    for deed in disk.deeds:
        platter.do(deed)
    return platter.cut(chance)


def fails(
    scene: Scene,
    fault: Fault,
    at: int,
    checkpoint_pages: int,
    hits: Counter[str],
    kind: type[SqliteStore] = SqliteStore,
) -> bool:
    """One failure in one scene; whether there was a call to fail."""
    vfs = DiskVfs(Disk(scene.image))
    store = opened(vfs, kind)
    floor = floor_on(store, scene.casino)
    connection = writer(store)
    connection.pragma("wal_autocheckpoint", checkpoint_pages)
    connection.pragma("cache_size", SCARCE_PAGES)
    connection.release_memory()
    vfs.before = failing = Failing(fault, at)
    acknowledged = False
    try:
        floor.process(scene.commands)
        acknowledged = True
    except StoreError:
        for _ in range(2):
            with pytest.raises(StoreError, match="locked"):
                floor.process([NEXT])
    image = vfs.disk.image()
    without_power = cut(vfs.disk, Random(at))
    vfs.before = lambda kind: None
    with contextlib.suppress(StoreError):
        store.close()
    if not failing.hit:
        assert acknowledged
        return False
    hits[failing.hit] += 1
    outcomes = [scene.after] if acknowledged else [scene.before, scene.after]
    assert seen(vfs, without_power) in outcomes, f"{scene.name}: {failing.hit} {at}"
    vfs.disk = Disk(image)
    store = opened(vfs)
    assert state_of(store) in outcomes, f"{scene.name}: {failing.hit} {at}"
    # Whoever did not hear sends the same once more: it has one effect.
    floor_on(store, scene.casino).process(scene.commands)
    assert state_of(store) == scene.after, f"{scene.name}: {failing.hit} {at}"
    store.close()
    return True


@pytest.mark.parametrize("checkpoint_pages", [1, 1000] if LONG else [1])
@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_each_call_of_each_kind_of_command_may_fail(fault: Fault, checkpoint_pages: int) -> None:
    """With a checkpoint after each commit, so that its calls fail too."""
    hits: Counter[str] = Counter()
    for scene in evening():
        at = 1
        while fails(scene, fault, at, checkpoint_pages, hits):
            at += 1
    print(hits)
    assert set(hits) >= ({"write"} if fault.full else {"read", "write", "sync"})
    assert hits["write"] > 5 * len(evening())


def every_failure(scene: Scene, kind: type[SqliteStore]) -> None:
    at = 1
    while fails(scene, FAULTS[0], at, 1, Counter(), kind):
        at += 1


@pytest.mark.parametrize("kind", [DeafStore, HalvingStore])
def test_a_store_that_takes_a_failure_lightly_would_be_found_out(kind: type[SqliteStore]) -> None:
    scene = next(scene for scene in evening() if scene.name == "Play Settle progressive")
    with pytest.raises(AssertionError, match=scene.name):
        every_failure(scene, kind)


@pytest.mark.parametrize("new", [True, False], ids=["new", "in use"])
@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_each_call_of_an_opening_may_fail(fault: Fault, new: bool) -> None:
    """Opening a journal for the first time, and one that has to be recovered: refused, or opened as it was."""
    scene = evening()[0 if new else len(evening()) // 2]
    image: Image = {} if new else scene.image
    for at in count(1):
        vfs = DiskVfs(Disk(image))
        vfs.before = failing = Failing(fault, at)
        refused = opens(vfs) != len(scene.before.entries)
        vfs.before = lambda kind: None
        if not failing.hit:
            assert not refused
            break
        assert seen(vfs, vfs.disk.image()) == scene.before
        assert seen(vfs, cut(vfs.disk, Random(at))) == scene.before


def opens(vfs: DiskVfs) -> int | None:
    """How many entries a floor has read from a journal; None where it is refused."""
    try:
        store = opened(vfs)
    except StoreError:
        return None
    try:
        return Floor(HOUSE, store, clock).casino.seq
    except StoreError:
        return None
    finally:
        with contextlib.suppress(StoreError):
            store.close()
