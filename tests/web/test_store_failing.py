"""A store that fails under a served casino: what is not on disk is neither shown nor signed, and play goes on."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.web.served import Casino, Person, casino
from upcard.errors import HouseError
from upcard.journal.journal import file_of, opened
from upcard.journal.proof import Bad, Vouched, verify_sqlite
from upcard.journal.proof.heads import signed_heads
from upcard.store.store import StoreError
from upcard.web.router import NOBODY
from upcard.web.routes.live import _told

if sys.platform != "win32":
    import resource

SMALL = 4096
"""Bytes to which files may grow: less than any commit takes."""
PATIENCE = 20.0


@contextmanager
def full_disk() -> Iterator[None]:
    """No file grows beyond a few kilobytes, as far as this process is concerned."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def until(found: Callable[[], Any]) -> None:
    end = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < end, "nothing came of it"
        await asyncio.sleep(0.02)


def served(folder: Path, scene: Callable[[Casino, Person], Awaitable[None]]) -> None:
    async def run() -> None:
        async with casino(folder) as here:
            dana = await here.somebody("dealer")
            await dana.do("stud-1", {"act": "OpenTable"})
            await scene(here, dana)

    asyncio.run(run())


CALL = {"act": "CallSupervisor"}


def test_what_could_not_be_written_is_neither_shown_nor_signed_and_play_goes_on(tmp_path: Path) -> None:
    async def scene(here: Casino, dana: Person) -> None:
        site, before = here.site, await dana.view("stud-1", "dealer")
        seq = site.floor.store.head()
        with full_disk():
            answer = await dana.act("stud-1", CALL)
            assert answer.status_code == 503
            assert "casino.db" not in answer.text, "where files are is not for everybody"
            await until(lambda: site.moment.locked)
            assert site.moment.seq == seq.seq
            shown = await dana.view("stud-1", "dealer")
            assert shown.pop("locked")
            before.pop("locked")
            assert shown == before
            await asyncio.sleep(1.5)  # a beat signs what is due, and tries to go on
            assert site.moment.locked, "a disk that is full takes no writes"
            assert (await dana.act("stud-1", CALL)).status_code == 503
        await until(lambda: not site.moment.locked)
        assert site.moment.seq == seq.seq
        await dana.do("stud-1", CALL)
        assert site.moment.tables["Stud 1"].called

    served(tmp_path, scene)
    opens_and_verifies(tmp_path)


def opens_and_verifies(folder: Path) -> None:
    database = folder / "casino.db"
    with opened(f"sqlite:{database}") as journal:
        end = journal.store.head()
    heads = database.with_name("casino.db.heads")
    assert [line.head for line in signed_heads(heads)][-1].seq <= end.seq
    found = verify_sqlite(database, Vouched(heads), processes=1)
    assert not isinstance(found, Bad), found


def test_a_failure_in_the_middle_of_a_commit_is_known_from_the_disk_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commit came to the disk, and only its answer was lost: the act is shown once the disk was read again."""

    async def scene(here: Casino, dana: Person) -> None:
        store: Any = here.site.floor.store
        commit = store._commit

        def lost(writer: Any) -> None:
            commit(writer)
            monkeypatch.setattr(store, "_commit", commit)
            raise store._fail(OSError("the answer was lost"))

        monkeypatch.setattr(store, "_commit", lost)
        sent = {"id": "once", "act": CALL}
        assert (await dana.post("/api/tables/stud-1/acts", sent)).status_code == 503
        await until(lambda: not here.site.moment.locked and here.site.moment.tables["Stud 1"].called)
        again = await dana.post("/api/tables/stud-1/acts", sent)
        assert (again.status_code, again.json()["again"]) == (200, True)

    served(tmp_path, scene)
    opens_and_verifies(tmp_path)


def test_heads_that_cannot_be_written_stop_play_until_they_can(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(here: Casino, dana: Person) -> None:
        heads: Any = here.site.journal.heads
        append = heads._append

        def fails(line: bytes) -> None:
            raise StoreError("heads cannot be written: No space left on device")

        monkeypatch.setattr(heads, "_append", fails)
        await dana.do("stud-1", CALL)  # on disk, so it is answered
        await until(lambda: here.site.moment.locked)
        assert (await dana.act("stud-1", CALL)).status_code == 503
        monkeypatch.setattr(heads, "_append", append)
        await until(lambda: not here.site.moment.locked)
        assert heads.last.seq == here.site.floor.head.seq

    served(tmp_path, scene)
    opens_and_verifies(tmp_path)


def test_a_store_that_does_not_answer_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It hangs rather than fails: every screen says so, and all is well when it answers."""

    async def scene(here: Casino, dana: Person) -> None:
        floor, hanging = here.site.floor, True
        follow = floor.follow

        def slow() -> None:
            while hanging:
                time.sleep(0.02)
            follow()

        monkeypatch.setattr(floor, "follow", slow)
        await until(lambda: here.site.moment.locked)
        assert "does not answer" in (await dana.view("stud-1", "dealer"))["locked"]
        hanging = False
        await until(lambda: not here.site.moment.locked)
        await dana.do("stud-1", CALL)

    served(tmp_path, scene)


def test_streams_are_told_that_play_has_stopped_and_that_it_goes_on(tmp_path: Path) -> None:
    """No entry was written in between, so that only the words change."""

    async def scene(here: Casino, dana: Person) -> None:
        told: asyncio.Queue[bytes] = asyncio.Queue()

        async def listen() -> None:
            async def alive() -> bool:
                return True

            async for part in _told(here.site, NOBODY, "lobby", -1, alive):
                if part.startswith(b"id:"):
                    told.put_nowait(part)

        listening = asyncio.create_task(listen())
        assert b'"locked":""' in await asyncio.wait_for(told.get(), PATIENCE)
        with full_disk():
            await dana.act("stud-1", CALL)
            stopped = await asyncio.wait_for(told.get(), PATIENCE)
            assert b"cannot be written" in stopped
            assert stopped.startswith(b"id: locked\n"), "whoever comes back is shown how things stand"
        assert b'"locked":""' in await asyncio.wait_for(told.get(), PATIENCE)
        listening.cancel()

    served(tmp_path, scene)


def test_a_state_that_cannot_be_kept_stops_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It saves time at a start, and no entry hangs on it: whoever runs the house is told, and play goes on."""
    monkeypatch.setattr("upcard.journal.journal.BETWEEN_STATES", 1)

    async def scene(here: Casino, dana: Person) -> None:
        heads = here.site.journal.heads
        assert heads is not None
        file_of(heads).with_suffix(".state-new").mkdir()  # nothing can be written there
        lee = await here.somebody("licensee")
        for _ in range(3):
            await lee.do("", {"act": "FillTray", "table": "Stud 1", "amount": "1.00"})
        assert not here.site.moment.locked
        log = here.site.monitor.log
        await until(lambda: log.count["state-unkept"])
        assert not log.count["floor-locked"]

    served(tmp_path, scene)


@pytest.mark.parametrize(
    "error", [HouseError("table 'Stud 1'", "another process has opened it otherwise"), KeyError("x")]
)
def test_play_goes_on_after_whatever_stopped_it(tmp_path: Path, error: Exception) -> None:
    """Not only the store fails: another process may open a table by another house file, for as long as it is open."""

    async def scene(here: Casino, dana: Person) -> None:
        floor, follow, recover, left = here.site.floor, here.site.floor.follow, here.site.floor.recover, [2]

        def failing() -> None:
            if left[0]:
                left[0] -= 1
                floor.lock(error)
                raise error
            recover() if floor.locked else follow()

        floor.follow = floor.recover = failing  # type: ignore[method-assign]
        await until(lambda: here.site.moment.locked)
        answer = await dana.act("stud-1", CALL)
        assert (answer.status_code, "Play has stopped" in answer.text) == (503, True)
        await until(lambda: not here.site.moment.locked)
        assert not left[0]
        await dana.do("stud-1", CALL)

    served(tmp_path, scene)
