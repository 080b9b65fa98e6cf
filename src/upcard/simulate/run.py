"""A simulation as work that can be divided: so many rounds of one table and seed, in blocks, on cores or a cluster.

The blocks are part of the question, not of the machine that answers it: block b is rounds `b · block` onwards, and
where there are meters each block is a table of its own whose meters start from their seeds. So any number of cores or
machines gives the same tally, bit for bit.

Here threads run the kernels side by side. Blocks are begun in order, and what was begun is finished: an interrupted run
is the same as one that was asked for fewer blocks. To the workers of a cluster, which have Upcard installed, only the
work itself, which is small, and functions of this package are sent; each makes its own prices and compiles its own
kernels.

>>> from upcard.rules import caribbean_stud
>>> from upcard.simulate.table import stud_table
>>> asked = work(stud_table(caribbean_stud("sd-2015"), [{"ante": 1000}]), "friday", 1000, block=300)
>>> asked.blocks, sum((played(asked, block) for block in range(4)), Tally()).rounds
(4, 1000)
"""

from __future__ import annotations

import os
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from importlib import import_module
from types import FrameType
from typing import Any

import msgspec

from upcard.document import Rows, displayed
from upcard.errors import Refused
from upcard.number_format import words
from upcard.simulate import bonus_six, caribbean_stud
from upcard.simulate.table import SixTable, StudTable, Table
from upcard.simulate.tally import MOST_ROUNDS, Tally

METERED_BLOCK = 2**20
"""Rounds between one start of the meters and the next: at a full table about eleven royal flushes."""
FREE_BLOCK = 2**18
"""Rounds of a block without meters, where blocks only divide the work."""
BASE_BLOCK = 192 * 2**15
"""The same for the base game alone, in whole groups of its kernel."""


class Work(msgspec.Struct, frozen=True):
    """What is to be played."""

    table: Table
    seed: str
    rounds: int
    block: int

    @property
    def blocks(self) -> int:
        return -(-self.rounds // self.block)

    def length(self, block: int) -> int:
        """How many rounds a block has; the last may be short."""
        return min(self.block, self.rounds - block * self.block)


def work(table: Table, seed: str, rounds: int, *, block: int | None = None) -> Work:
    """So many rounds of a table, in blocks of the common length or the one given."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise Refused(None, f"rounds: {rounds} is not a number of rounds from 1 to {MOST_ROUNDS:,}")
    common = (
        METERED_BLOCK if table.metered else FREE_BLOCK if caribbean_stud.base_threshold(table) is None else BASE_BLOCK
    )
    length = common if block is None else block
    if not 1 <= length <= caribbean_stud.MOST_BLOCK:
        raise Refused(None, f"block: {length} is not a number of rounds from 1 to {caribbean_stud.MOST_BLOCK:,}")
    return Work(table, seed, rounds, min(length, rounds))


def played(asked: Work, block: int) -> Tally:
    """One block, played."""
    assert 0 <= block < asked.blocks
    play = PLAY[asked.table.game]
    return play(asked.table, asked.seed, block * asked.block, asked.length(block), asked.block)


PLAY: dict[str, Callable[[Any, str, int, int, int], Tally]] = {
    StudTable.game: caribbean_stud.play_block,
    SixTable.game: bonus_six.play_block,
}


def stretch(asked: Work, start: int, stop: int) -> Tally:
    """Several blocks, one after the other: what a machine of a cluster is asked for at a time."""
    return sum((played(asked, block) for block in range(start, stop)), Tally())


def ready(asked: Work) -> None:
    """Make prices and compile what the work needs, so that what follows can be timed."""
    played(msgspec.structs.replace(asked, rounds=1), 0)


# ---- done here ------------------------------------------------------------------------------------------------

Advance = Callable[[int], None]
"""Told how many rounds more have been played."""

MOST_CORES = 1024
PATIENCE = 0.2
"""Seconds after which it is asked again whether to stop."""


@displayed
class Run(msgspec.Struct, frozen=True):
    """What was played and how long it took."""

    tally: Tally
    seconds: float
    interrupted: bool = False

    def _line(self) -> str:
        return f"{self.tally.rounds:,} rounds in {self.seconds:.1f} s" + (", interrupted" if self.interrupted else "")

    def _rows(self) -> Rows:
        return ("outcome", "hands"), [(words(end), f"{hands:,}") for end, hands in self.tally.outcomes.items()]


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


# ---- on a cluster --------------------------------------------------------------------------------------------

STRETCHES_EACH = 32
"""Into how many stretches the work of one worker's thread is divided, so that none waits long for the last."""
LONGEST, LONGEST_BASE = 2**22, 2**27
"""Rounds of a stretch, and of one of the fast base game, so that a cluster too is heard from every few seconds."""
AHEAD = 4
"""How many stretches each thread has before it."""
CONNECT_SECONDS = 10
_ADDRESS = re.compile(r"(tcp|tls)://[^\s/]+:[0-9]{1,5}")


@contextmanager
def _client(address: str) -> Iterator[tuple[Any, Any]]:
    if _ADDRESS.fullmatch(address) is None:
        raise Refused(None, f"cluster: {address!r} is not an address such as tcp://127.0.0.1:8786")
    try:
        distributed: Any = import_module("distributed")  # only who has a cluster needs it installed
    except ImportError as error:
        raise Refused(None, "cluster: Dask is not installed; pip install 'upcard[cluster]' brings it") from error
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise Refused(None, f"cluster: nobody answers at {address!r}") from error
    try:
        yield distributed, client
    finally:
        client.close()


def run_on_cluster(asked: Work, address: str, *, advance: Advance = lambda _: None) -> Run:
    """Play all of it on the workers of a scheduler; Ctrl-C ends it with the stretches that are done."""
    with _client(address) as (distributed, client), stopping() as stopped:
        threads = sum(client.nthreads().values())
        if not threads:
            raise Refused(None, f"cluster: the scheduler at {address!r} has no workers")
        longest = LONGEST if caribbean_stud.base_threshold(asked.table) is None else LONGEST_BASE
        length = max(min(asked.blocks // (threads * STRETCHES_EACH), longest // asked.block), 1)
        starts = iter(range(0, asked.blocks, length))
        begun = time.perf_counter()
        tally = Tally()

        def begin() -> Any:
            start = next(starts, None)
            if start is None:
                return None
            return client.submit(stretch, asked, start, min(start + length, asked.blocks), pure=False)

        first = [future for _ in range(AHEAD * threads) if (future := begin()) is not None]
        coming = distributed.as_completed(first, loop=client.loop)
        for future in coming:
            found = future.result()
            tally += found
            advance(found.rounds)
            if stopped.is_set():
                break
            if (more := begin()) is not None:
                coming.add(more)
        return Run(tally, time.perf_counter() - begun, tally.rounds < asked.rounds)
