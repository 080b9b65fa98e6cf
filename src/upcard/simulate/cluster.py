"""Work done by a Dask cluster, whose scheduler and workers have Upcard installed.

Only the work itself, which is small, and functions of this package are sent; every worker makes its own prices and
compiles its own kernels. The tally is that of a run on one core, bit for bit.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from upcard.errors import Refused
from upcard.simulate.base_game import threshold
from upcard.simulate.job import Work, stretch
from upcard.simulate.local_run import Advance, Run, stopping
from upcard.simulate.tally import Tally

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
        longest = LONGEST if threshold(asked.table) is None else LONGEST_BASE
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
