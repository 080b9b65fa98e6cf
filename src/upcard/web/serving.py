"""One process that serves: the journal opened, the one writer, the news to every screen, and a clean end.

Everything that writes happens in the writer's thread. It is also told when another process has written, where the store
is one that several share.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TypeAlias

from upcard.errors import Conflict
from upcard.floor.command import Command, Reply
from upcard.floor.floor import Floor
from upcard.floor.journal import Journal
from upcard.floor.store.postgres import PostgresStore
from upcard.floor.store.store import StoreError
from upcard.floor.writer import Writer
from upcard.web.following import Following
from upcard.web.hub import Hub
from upcard.web.moment import Moment
from upcard.web.site import Site

CATCH_UP = None
"""In the place of a command: take what others have written, and sign the head when it is time."""

BETWEEN_BEATS = 1.0
AGAIN = 1.0
"""Seconds before a lost connection to the database is tried again."""

Item: TypeAlias = Command | None


class Keeping:
    """What the writer's thread does with a batch."""

    def __init__(self, floor: Floor, journal: Journal, failed: Callable[[], None]) -> None:
        self._floor = floor
        self._journal = journal
        self._failed = failed

    def process(self, batch: Sequence[Item]) -> list[Reply]:
        """The replies, with everything on disk; a failure of the store is told to every screen."""
        floor = self._floor
        try:
            if any(item is CATCH_UP for item in batch):
                floor.follow()
            commands = [item for item in batch if item is not CATCH_UP]
            answered = iter(floor.process(commands) if commands else ())
            self._journal.sign(floor, now=False)
        except Exception:
            self._failed()
            raise
        return [Reply((), Conflict("nothing was asked")) if item is CATCH_UP else next(answered) for item in batch]


@asynccontextmanager
async def running(site: Site, following: Following) -> AsyncIterator[None]:
    """The writer, and whatever listens, for as long as the site is served."""
    loop = asyncio.get_running_loop()

    def tell(moment: Moment) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(site.hub.tell, moment)

    following.tell = tell
    keeping = Keeping(site.floor, site.journal, lambda: tell(following.moment()))
    writer: Writer[Item, Reply] = Writer(keeping.process)
    site.writer = writer
    beats = loop.create_task(_beat(writer))
    stop = threading.Event()
    ears = _listen(site.floor.store, writer, loop, stop) if isinstance(site.floor.store, PostgresStore) else None
    try:
        yield
    finally:
        stop.set()
        beats.cancel()
        await writer.close()
        if ears is not None:
            await loop.run_in_executor(None, ears.join, 2)
        site.close()


async def _beat(writer: Writer[Item, Reply]) -> None:
    """Now and then, whether or not anybody acts."""
    while True:
        await asyncio.sleep(BETWEEN_BEATS)
        with contextlib.suppress(StoreError, RuntimeError):
            await writer.send(CATCH_UP)


def _listen(
    store: PostgresStore, writer: Writer[Item, Reply], loop: asyncio.AbstractEventLoop, stop: threading.Event
) -> threading.Thread:
    """Hears of every commit of every process, in a thread of its own."""

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
                stop.wait(AGAIN)

    thread = threading.Thread(target=run, name="upcard-listener", daemon=True)
    thread.start()
    return thread


def first_moment(floor: Floor) -> tuple[Following, Hub]:
    """What is shown before anything happens."""
    following = Following(floor)
    return following, Hub(following.moment())
