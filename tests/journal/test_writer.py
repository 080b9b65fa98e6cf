"""The one task that writes: shared commits, no answer before them, and none at all where the store has failed."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from tests.journal.racing.dying import DEATHS, Died, DyingStore, When
from tests.journal.racing.linked import Flavour, house_of
from upcard.journal.command import Command, Reply
from upcard.journal.floor import LARGEST_BATCH, Floor, Writer
from upcard.money import commands as mc
from upcard.store.sqlite import SqliteStore
from upcard.store.store import Store, StoreError, Turn
from upcard.tables import Actor

PATIENCE = 20
"""Seconds after which a test that hangs gives up."""

HOUSE = house_of(Flavour("sd-2015", 1, feeders=0))
CAGE = Actor("cage", "cage")
TRAY = "tray/W1"


def fill(number: int) -> Command:
    """Chips to the tray: as many cents as nobody else brings."""
    return Command(f"fill/{number}", CAGE, mc.FillTray("W1", 2**number))


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, PATIENCE))


async def settled() -> None:
    """Everybody who could go on has gone on."""
    for _ in range(20):
        await asyncio.sleep(0)


class Gate:
    """A process that stands still until it is let go, and remembers its batches."""

    def __init__(self) -> None:
        self.arrived, self.open = Event(), Event()
        self.batches: list[list[int]] = []

    def process(self, batch: Sequence[int]) -> list[int]:
        self.batches.append(list(batch))
        self.arrived.set()
        assert self.open.wait(PATIENCE)
        return [-command for command in batch]


class HeldStore(DyingStore):
    """A store whose commit takes as long as somebody wants."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, 10**9, "after the commit")
        self.reached, self.release = Event(), Event()

    @contextmanager
    def turn(self, after: int, commands: Collection[str] = ()) -> Iterator[Turn]:
        with super().turn(after, commands) as turn:
            yield turn
            self.reached.set()
            assert self.release.wait(PATIENCE)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(str(tmp_path / "journal"))
    yield store
    store.close()


async def reached(event: Event) -> None:
    await asyncio.get_running_loop().run_in_executor(None, event.wait, PATIENCE)


# ---- batches -------------------------------------------------------------------------------------------------------


def test_those_who_wait_share_a_batch_and_each_has_the_own_reply() -> None:
    gate = Gate()

    async def work() -> None:
        writer = Writer(gate.process)
        first = asyncio.create_task(writer.send(1))
        await reached(gate.arrived)
        others = [asyncio.create_task(writer.send(number)) for number in range(2, 12)]
        await settled()
        assert gate.batches == [[1]]
        gate.open.set()
        assert await asyncio.gather(first, *others) == [-number for number in range(1, 12)]
        await writer.close()

    run(work())
    assert gate.batches == [[1], list(range(2, 12))]


def test_a_crowd_is_served_in_its_order_and_in_batches_that_do_not_grow_for_ever() -> None:
    gate = Gate()
    crowd = 2 * LARGEST_BATCH + 5

    async def work() -> None:
        writer = Writer(gate.process)
        first = asyncio.create_task(writer.send(1))
        await reached(gate.arrived)
        others = [asyncio.create_task(writer.send(number)) for number in range(2, 2 + crowd)]
        await settled()
        gate.open.set()
        await asyncio.gather(first, *others)
        await writer.close()

    run(work())
    assert [len(batch) for batch in gate.batches] == [1, LARGEST_BATCH, LARGEST_BATCH, 5]
    assert [number for batch in gate.batches for number in batch] == list(range(1, 2 + crowd))


def test_a_busy_floor_commits_many_commands_together(store: SqliteStore) -> None:
    floor = Floor(HOUSE, store)
    sizes: list[int] = []

    def process(batch: Sequence[Command]) -> list[Reply]:
        sizes.append(len(batch))
        return floor.process(batch)

    async def work() -> None:
        writer = Writer(process)
        replies = await asyncio.gather(*(writer.send(fill(number)) for number in range(30)))
        assert [reply.entries[0].command for reply in replies] == [fill(number).id for number in range(30)]
        await writer.close()

    run(work())
    assert sum(sizes) == 30
    assert len(sizes) <= 2


# ---- commits -------------------------------------------------------------------------------------------------------


def test_nobody_is_answered_before_the_commit(store: SqliteStore) -> None:
    held = HeldStore(store)
    floor = Floor(HOUSE, held)
    watched: list[int] = []
    floor.watch = lambda entries: watched.extend(entry.seq for entry in entries)

    async def work() -> None:
        writer = Writer(floor.process)
        sent = [asyncio.create_task(writer.send(fill(number))) for number in range(5)]
        await reached(held.reached)
        await settled()
        assert not any(task.done() for task in sent)
        assert store.head().seq == 0
        assert not watched
        held.release.set()
        for reply in await asyncio.gather(*sent):
            assert reply.error is None
            assert tuple(store.entries(reply.entries[0].seq - 1, upto=reply.entries[-1].seq)) == reply.entries
        await writer.close()

    run(work())
    assert watched == [1, 2, 3, 4, 5]
    assert store.balances()[TRAY] == (2**5 - 1) * 1_000_000


@pytest.mark.parametrize("when", DEATHS)
def test_a_store_that_fails_is_everybody_s_failure(when: When, store: SqliteStore) -> None:
    """Those of the batch and those behind it: no acknowledgement, whether or not it was committed."""
    dying = DyingStore(store, 2, when)
    floor = Floor(HOUSE, dying)

    async def work() -> None:
        writer = Writer(floor.process)
        assert (await writer.send(fill(0))).error is None
        waiting = [asyncio.create_task(writer.send(fill(number))) for number in range(1, 6)]
        late = [asyncio.create_task(_later(writer, fill(number))) for number in range(6, 9)]
        results = await asyncio.gather(*waiting, *late, return_exceptions=True)
        assert all(isinstance(result, Died | StoreError) for result in results), results
        assert isinstance(results[0], Died)
        with pytest.raises(StoreError, match="locked"):
            await writer.send(fill(0))
        await writer.close()

    run(work())
    assert store.head().seq == (1 if when == "before the commit" else 6)


async def _later(writer: Writer[Command, Reply], command: Command) -> Reply:
    await settled()
    return await writer.send(command)


# ---- the end, and those who do not wait for it -----------------------------------------------------------------------


def test_closing_answers_everything_that_was_sent() -> None:
    gate = Gate()

    async def work() -> None:
        writer = Writer(gate.process)
        sent = [asyncio.create_task(writer.send(1))]
        await reached(gate.arrived)
        sent += [asyncio.create_task(writer.send(number)) for number in range(2, LARGEST_BATCH + 10)]
        await settled()
        closing = asyncio.create_task(writer.close())
        await settled()
        assert not closing.done()
        with pytest.raises(RuntimeError):
            await writer.send(0)
        gate.open.set()
        await closing
        assert [await task for task in sent] == [-number for number in range(1, LARGEST_BATCH + 10)]
        await writer.close()

    run(work())


def test_a_writer_that_was_never_used_closes() -> None:
    async def work() -> None:
        await Writer(Gate().process).close()

    run(work())


@pytest.mark.parametrize("moment", ["on its way", "waiting"])
def test_a_sender_who_leaves_loses_and_doubles_nothing(moment: str, store: SqliteStore) -> None:
    held = HeldStore(store)
    floor = Floor(HOUSE, held)

    async def work() -> None:
        writer = Writer(floor.process)
        sent = [asyncio.create_task(writer.send(fill(number))) for number in range(3)]
        await reached(held.reached)
        sent += [asyncio.create_task(writer.send(fill(number))) for number in range(3, 6)]
        await settled()
        gone = sent.pop(1 if moment == "on its way" else 4)
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
        held.release.set()
        replies = await asyncio.gather(*sent)
        assert all(reply.error is None and not reply.again for reply in replies)
        again = await writer.send(fill(1 if moment == "on its way" else 4))
        assert again.error is None
        assert again.again
        await writer.close()

    run(work())
    assert sorted(entry.command for entry in store.entries()) == [fill(number).id for number in range(6)]
    assert store.balances()[TRAY] == (2**6 - 1) * 1_000_000


def test_all_senders_may_leave() -> None:
    gate = Gate()

    async def work() -> None:
        writer = Writer(gate.process)
        sent = [asyncio.create_task(writer.send(number)) for number in range(3)]
        await reached(gate.arrived)
        for task in sent:
            task.cancel()
        gate.open.set()
        await settled()
        assert await writer.send(9) == -9
        await writer.close()

    run(work())
    assert gate.batches == [[0, 1, 2], [9]]


def test_a_process_that_fails_once_does_not_end_the_writer() -> None:
    failures = iter([True, False])

    def process(batch: Sequence[int]) -> list[int]:
        if next(failures):
            raise OSError("no space")
        return list(batch)

    async def work() -> None:
        writer = Writer[int, int](process)
        with pytest.raises(OSError, match="no space"):
            await writer.send(1)
        assert await writer.send(2) == 2
        await writer.close()

    run(work())
