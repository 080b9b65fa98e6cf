"""A disk that ends, through SQLite's own system calls: files may grow to a limit, and no further."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import NoReturn

import pytest

from tests.faults.audit import Auditor
from tests.faults.crash import Say, TalkingFloor, fork, warm
from tests.faults.house import house, pits
from tests.faults.scale import LONG
from upcard.bots.table_bot import Playing
from upcard.journal.command import Command
from upcard.money.commands import FillTray
from upcard.store.sqlite import SqliteStore
from upcard.store.store import StoreError
from upcard.tables.commands import Actor

resource = pytest.importorskip("resource", reason="this system sets no limits to files")

HOUSE = house(2)
AFTERWARDS = Command("afterwards", Actor("cashier", "cage"), FillTray("Stud 1", 100))
KIB = 1024
LIMITS = range(40 * KIB, 600 * KIB, (5 if LONG else 45) * KIB)
"""From less than an empty journal takes to more than a few rounds do."""


def play(path: str, limit: int, say: Say) -> NoReturn:
    """Until the disk is full; then the floor is asked once more, and says what it says."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    floor = TalkingFloor(HOUSE, SqliteStore(path), say)
    try:
        playing = Playing(floor, pits(HOUSE, "seed"), "run")
        while True:
            playing.step()
    except StoreError:
        floor.process([AFTERWARDS])
    raise AssertionError("a full disk stops nobody")


@pytest.mark.parametrize("limit", LIMITS)
def test_a_floor_whose_disk_is_full_locks_and_has_lost_nothing(limit: int, tmp_path: Path) -> None:
    path = tmp_path / "full.db"
    with warm():
        said = fork(lambda say: play(str(path), limit, say)).listen_to_the_end()
    assert said.complaint.startswith("StoreError")
    if said.told:
        assert "locked" in said.complaint
    with closing(SqliteStore(str(path))) as store:
        Auditor(HOUSE).look(store, None, said)
