"""The one task that writes: whoever sends a command waits until it is on disk, and those who wait share a commit.

While one batch is on its way to the disk the next gathers, so the busier the floor the larger the batches. The work
itself happens in a thread of its own, so that a slow disk holds up nobody who only looks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")

LARGEST_BATCH = 256


class Writer(Generic[T, R]):
    """`process` takes commands together and returns their replies once these are on disk; a floor's, for example."""

    def __init__(self, process: Callable[[Sequence[T]], list[R]]) -> None:
        self._process = process
        self._waiting: list[tuple[T, asyncio.Future[R]]] = []
        self._wake = asyncio.Event()
        self._thread = ThreadPoolExecutor(1, "upcard-writer")
        self._task = asyncio.get_running_loop().create_task(self._run())
        self._closed = False

    async def send(self, command: T) -> R:
        """The reply to a command, when it is on disk; the failure of the store where it failed."""
        if self._closed:
            raise RuntimeError("the writer is closed")
        reply: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self._waiting.append((command, reply))
        self._wake.set()
        return await reply

    async def close(self) -> None:
        """Everything that was sent is answered first."""
        self._closed = True
        self._wake.set()
        await self._task
        self._thread.shutdown()

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting or not self._closed:
            await self._wake.wait()
            batch, self._waiting = self._waiting[:LARGEST_BATCH], self._waiting[LARGEST_BATCH:]
            if not self._waiting and not self._closed:
                self._wake.clear()
            if not batch:
                continue
            try:
                replies = await loop.run_in_executor(self._thread, self._process, [command for command, _ in batch])
            except Exception as error:
                for _, reply in batch:
                    if not reply.done():
                        reply.set_exception(error)
                continue
            for (_, waiting), answer in zip(batch, replies, strict=True):
                if not waiting.done():
                    waiting.set_result(answer)
