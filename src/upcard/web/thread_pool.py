"""Threads for slow work that only reads, with a queue that has an end: for all together, and for each who asks."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from threading import Lock
from typing import TypeVar

from starlette.exceptions import HTTPException

T = TypeVar("T")

asking: ContextVar[str] = ContextVar("asking", default="")
"""Whose request is being answered: the id of a person, or the address of nobody."""

WAIT = {"Retry-After": "2"}


class Readers:
    """`threads` of them; at most `most` tasks are under way or wait, and `each` of one who asks."""

    def __init__(self, name: str, threads: int, most: int, each: int) -> None:
        self._threads = ThreadPoolExecutor(threads, name)
        self._most = most
        self._each = each
        self._counting = Lock()
        self._of: Counter[str] = Counter()

    async def do(self, work: Callable[[], T]) -> T:
        """What comes of it; where too much waits already, an answer that says so, at once."""
        whose = asking.get()
        self._enter(whose)
        try:
            coming = self._threads.submit(work)
        except BaseException:
            self._leave(whose)
            raise
        # Also where the one who asked has gone away: the place is free when the work is done or was never begun.
        coming.add_done_callback(lambda _: self._leave(whose))
        return await asyncio.wrap_future(coming)

    def _enter(self, whose: str) -> None:
        with self._counting:
            if self._of[whose] >= self._each:
                raise HTTPException(503, "You have asked for too much at once. Try again in a moment.", WAIT)
            if self._of.total() >= self._most:
                raise HTTPException(503, "Too much is being looked up at this moment. Try again in a moment.", WAIT)
            self._of[whose] += 1

    def _leave(self, whose: str) -> None:
        with self._counting:
            self._of[whose] -= 1
            if not self._of[whose]:
                del self._of[whose]

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
