"""The store alone: events that were made beforehand, sent by as many tables as wait for their acknowledgement."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from bench.floor import casino
from upcard.journal.floor import Writer
from upcard.store.open import open_store
from upcard.store.store import GENESIS, Answer, Entry, Store, chained

SECONDS = 4.0
DIGEST = bytes(32)
LARGE_BATCH = 2_000
AT = "2026-01-01T00:00:00.000000Z"


class Made(NamedTuple):
    """An event of a real round, to be recorded again at some table."""

    stream: str
    id: str
    event: str
    postings: str


@cache
def events() -> tuple[tuple[str, str], ...]:
    """What one table records over some rounds: events and postings as they stand in a journal."""
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(f"sqlite:{folder}/made.db")
        floor = casino.playing(store, 1, "made")
        for _ in range(600):
            floor.step()
        found = tuple((e.event, e.postings) for e in store.entries() if e.stream.startswith("table/"))
        store.close()
    return found


class Recorder:
    """Takes events together as a floor does, after what other processes have recorded, but decides nothing."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._balances: dict[str, int] = {}
        self._versions: dict[str, int] = {}
        self._seq, self._hash = 0, GENESIS

    def process(self, batch: Sequence[Made]) -> list[int]:
        entries, answers, changed = [], [], set[str]()
        with self._store.turn(self._seq, [made.id for made in batch]) as turn:
            for missed in turn.missed:
                self._seq, self._hash = missed.seq, missed.hash
                self._move(missed.postings)
            for made in batch:
                version = self._versions[made.stream] = self._versions.get(made.stream, 0) + 1
                self._seq += 1
                facts = (self._seq, made.stream, version, made.id, AT, "dealer bench", made.event, made.postings)
                entry = chained(self._hash, Entry(*facts))
                self._hash = entry.hash
                changed |= self._move(made.postings)
                entries.append(entry)
                answers.append(Answer(made.id, DIGEST, self._seq, self._seq))
            turn.append(entries, {account: self._balances[account] for account in changed}, answers)
        return [entry.seq for entry in entries]

    def _move(self, text: str) -> set[str]:
        moved = msgspec.json.decode(text, type=dict[str, int])
        for account, micros in moved.items():
            self._balances[account] = self._balances.get(account, 0) + micros
        return set(moved)


def long_journal(path: Path, entries: int) -> None:
    """A journal of so many entries, recorded in large batches at ten tables."""
    store = open_store(f"sqlite:{path}")
    recorder, made = Recorder(store), events()
    for first in range(0, entries, LARGE_BATCH):
        recorder.process(
            [
                Made(f"table/{number % 10}", str(number), *made[number // 10 % len(made)])
                for number in range(first, min(first + LARGE_BATCH, entries))
            ]
        )
    store.close()


def one_by_one(path: Path) -> float:
    """Events in a second when each has a commit of its own."""
    store = open_store(f"sqlite:{path}")
    recorder, made = Recorder(store), events()
    begun, number = time.perf_counter(), 0
    while (took := time.perf_counter() - begun) < SECONDS / 2:
        recorder.process([Made("table/1", str(number), *made[number % len(made)])])
        number += 1
    store.close()
    return number / took


def together(path: Path, *, tables: int) -> tuple[float, float]:
    """Events in a second, and the 99th percentile of the milliseconds until one was on disk."""
    store = open_store(f"sqlite:{path}")
    try:
        return asyncio.run(_send(store, tables))
    finally:
        store.close()


async def _send(store: Store, tables: int) -> tuple[float, float]:
    made = events()
    writer = Writer(Recorder(store).process)
    waits: list[float] = []
    begun = time.perf_counter()
    end = begun + SECONDS

    async def table(name: int) -> None:
        number = 0
        while (sent := time.perf_counter()) < end:
            await writer.send(Made(f"table/{name}", f"{name}/{number}", *made[number % len(made)]))
            waits.append(time.perf_counter() - sent)
            number += 1

    await asyncio.gather(*(table(name) for name in range(tables)))
    took = time.perf_counter() - begun
    await writer.close()
    waits.sort()
    return len(waits) / took, waits[len(waits) * 99 // 100] * 1000
