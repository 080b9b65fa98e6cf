"""One process that serves: the journal opened, the one writer, the news to every screen, and a clean end.

Everything that writes happens in the writer's thread. It is also told when another process has written, where the store
is one that several share. When the store fails, every screen is told, and the writer tries again until it recovers.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TypeAlias

from upcard.errors import Conflict, HouseError
from upcard.journal.command import Command, Reply
from upcard.journal.floor import Floor, Writer
from upcard.journal.journal import Journal
from upcard.store.postgres import PostgresStore
from upcard.store.store import StoreError
from upcard.web.hub import Hub
from upcard.web.operator_log import OperatorLog
from upcard.web.projection import Projection, StateSnapshot
from upcard.web.site import Site

CATCH_UP = None
"""In the place of a command: take what others have written, sign the head when it is time, recover after a failure."""

BETWEEN_BEATS = 1.0
SOONEST, LATEST = 0.25, 2.0
"""Seconds between two tries to recover: the first, and at the most."""
SILENT = 2.0
"""Seconds after which a store that does not answer is told of as one that fails."""
NO_ANSWER = "the store does not answer"

Item: TypeAlias = Command | None

_log = logging.getLogger("upcard.web")


class BatchProcessor:
    """What the writer's thread does with a batch."""

    def __init__(self, floor: Floor, journal: Journal, changed: Callable[[], None], log: OperatorLog) -> None:
        """`changed` is called when the floor has locked, or goes on."""
        self._log = log
        self._floor = floor
        self._journal = journal
        self._changed = changed
        self._wait = SOONEST
        self._again = 0.0
        self._since = 0.0

    def process(self, batch: Sequence[Item]) -> list[Reply]:
        """The replies, with everything on disk; a failure of the store is told to every screen."""
        floor, was = self._floor, self._floor.locked
        try:
            if any(item is CATCH_UP for item in batch):
                self._recover() if floor.locked else floor.follow()
                floor.keep_terms()
            commands = [item for item in batch if item is not CATCH_UP]
            answered = iter(floor.process(commands) if commands else ())
            self._checkpoint()
        except StoreError:
            raise
        except Exception as error:
            if not isinstance(error, HouseError):  # another process has opened a table otherwise, as the lock says
                _log.exception("What was asked for could not be done")
            raise StoreError(floor.why or type(error).__name__) from error
        finally:
            if was or floor.locked:
                self._tell(was)
        return [Reply((), Conflict("nothing was asked")) if item is CATCH_UP else next(answered) for item in batch]

    def _checkpoint(self) -> None:
        """What was answered is on disk already: where it cannot be vouched for, nothing more is done until it can.

        A state that cannot be kept holds up nobody: only the next start takes longer.
        """
        try:
            self._journal.sign(self._floor, now=False)
        except StoreError as error:
            self._floor.lock(error)
            return
        try:
            self._journal.keep(self._floor, now=False)
        except StoreError as error:
            self._log.report("state-unkept", because=str(error))

    def _recover(self) -> None:
        """Try to go on, less and less often as long as it fails."""
        now = time.monotonic()
        if now < self._again:
            raise StoreError(self._floor.why)
        try:
            self._journal.sign(self._floor)  # what was acknowledged is vouched for before anything else happens
            self._floor.recover()
        except Exception as error:
            self._floor.lock(error)
            raise
        finally:
            self._again = time.monotonic() + self._wait
            self._wait = min(2 * self._wait, LATEST)

    def _tell(self, was: str) -> None:
        floor, now = self._floor, time.monotonic()
        if not was and now - self._since > 10 * LATEST:  # it had worked for a while: this is a new failure
            self._wait, self._again = SOONEST, 0.0
        if floor.locked and floor.locked != was:
            self._log.report("floor-locked", because=floor.why)
        elif not floor.locked:
            self._log.report("floor-unlocked", seconds=now - self._since, entry=floor.head.seq)
        if bool(was) is not bool(floor.locked):
            self._since = now
        self._changed()


@asynccontextmanager
async def running(site: Site, following: Projection) -> AsyncIterator[None]:
    """The writer, and whatever listens, for as long as the site is served."""
    loop = asyncio.get_running_loop()

    def tell(moment: StateSnapshot) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(site.hub.tell, moment)

    following.tell = tell
    keeping = BatchProcessor(site.floor, site.journal, following.changed, site.monitor.log)
    writer: Writer[Item, Reply] = Writer(keeping.process)
    site.writer = writer
    beats = loop.create_task(_beat(writer, following, site.hub, site.monitor.log))
    looks = loop.create_task(site.monitor.keep())
    stop = threading.Event()
    ears = _listen(site.floor.store, writer, loop, stop) if isinstance(site.floor.store, PostgresStore) else None
    try:
        yield
    finally:
        stop.set()
        beats.cancel()
        looks.cancel()
        await writer.close()
        if ears is not None:
            await loop.run_in_executor(None, ears.join, 2)
        site.close()


async def _beat(writer: Writer[Item, Reply], following: Projection, hub: Hub, log: OperatorLog) -> None:
    """Now and then, whether or not anybody acts; more often while the floor is locked."""
    while True:
        await asyncio.sleep(SOONEST if hub.moment.locked else BETWEEN_BEATS)
        beat = asyncio.ensure_future(writer.send(CATCH_UP))
        answered, _ = await asyncio.wait([beat], timeout=SILENT)
        if not answered:
            log.report("store-silent", seconds=SILENT)
            hub.tell(hub.moment._replace(locked=NO_ANSWER))
            await asyncio.wait([beat])
            log.report("store-answers")
        with contextlib.suppress(Exception):  # it was told of, and the next beat tries again
            beat.result()
        if not answered:
            hub.tell(following.last)


def _listen(
    store: PostgresStore, writer: Writer[Item, Reply], loop: asyncio.AbstractEventLoop, stop: threading.Event
) -> threading.Thread:
    """Hears of every commit of every process, and of a lost connection, in a thread of its own."""

    def heard() -> None:
        task = loop.create_task(writer.send(CATCH_UP))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    def run() -> None:
        while not stop.is_set():
            try:
                for _ in store.listen(timeout=0.5):
                    if stop.is_set():
                        return
                    loop.call_soon_threadsafe(heard)
            except (StoreError, RuntimeError):
                with contextlib.suppress(RuntimeError):  # the loop has ended
                    loop.call_soon_threadsafe(heard)
                stop.wait(SOONEST)

    thread = threading.Thread(target=run, name="upcard-listener", daemon=True)
    thread.start()
    return thread


def first_moment(floor: Floor) -> tuple[Projection, Hub]:
    """What is shown before anything happens."""
    following = Projection(floor)
    return following, Hub(following.last)
