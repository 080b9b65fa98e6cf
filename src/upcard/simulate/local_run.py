"""Work done here, on as many cores as wanted: threads that the kernels let run side by side.

Blocks are begun in order, and what was begun is finished: an interrupted run is the same as one that was asked for
fewer blocks.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from types import FrameType

import msgspec

from upcard.errors import Refused
from upcard.simulate.job import Work, played, ready
from upcard.simulate.tally import Tally

Advance = Callable[[int], None]
"""Told how many rounds more have been played."""

MOST_CORES = 1024
PATIENCE = 0.2
"""Seconds after which it is asked again whether to stop."""


class Run(msgspec.Struct, frozen=True):
    """What was played and how long it took."""

    tally: Tally
    seconds: float
    interrupted: bool = False


def cores_here() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(asked: Work, *, cores: int | None = None, advance: Advance = lambda _: None) -> Run:
    """Play all of it; Ctrl-C ends it with the blocks that were begun, and a second one at once."""
    workers = cores_here() if cores is None else cores
    if not 1 <= workers <= MOST_CORES:
        raise Refused(None, f"cores: {workers} is not a number of cores from 1 to {MOST_CORES}")
    ready(asked)
    begun = time.perf_counter()
    tally, block = Tally(), 0
    waiting: set[Future[Tally]] = set()
    with stopping() as stopped, ThreadPoolExecutor(min(workers, asked.blocks)) as pool:
        while waiting or (block < asked.blocks and not stopped.is_set()):
            while block < asked.blocks and len(waiting) < 2 * workers and not stopped.is_set():
                waiting.add(pool.submit(played, asked, block))
                block += 1
            if stopped.is_set():
                waiting = {future for future in waiting if not future.cancel()}
            done, waiting = wait(waiting, timeout=PATIENCE, return_when=FIRST_COMPLETED)
            for future in done:
                tally += future.result()
                advance(future.result().rounds)
    return Run(tally, time.perf_counter() - begun, tally.rounds < asked.rounds)


@contextmanager
def stopping() -> Iterator[threading.Event]:
    """Set by the first Ctrl-C; a second one interrupts as ever. Only the main thread can listen for it."""
    stopped = threading.Event()
    before = signal.getsignal(signal.SIGINT)
    deaf = before in (None, signal.SIG_IGN)  # who asked for the signal to be ignored is not overruled
    if deaf or threading.current_thread() is not threading.main_thread():
        yield stopped
        return

    def stop(number: int, frame: FrameType | None) -> None:
        stopped.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, stop)
    try:
        yield stopped
    finally:
        signal.signal(signal.SIGINT, before)
