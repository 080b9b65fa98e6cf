"""Durable events in a second: the store alone, many processes on one meter, the whole floor, verification and replay.

Beside them, on the same disk in the same run, what no store can beat and what a plain one does: raw fdatasync, and a
commit for every event.
"""

from __future__ import annotations

import gc
import shutil
import tempfile
from pathlib import Path

from bench.floor import casino, disk, processes, proof, recording
from bench.measure import Figure, Goal, Report, figure

REPETITIONS = 3
LONG = 300_000
"""Entries of the journal that is verified."""

EIGHT, HUNDRED = "store alone, 8 tables", "store alone, 100 tables"
LATENCY = "store alone, 8 tables, p99"
MANY = "PostgreSQL, 8 processes on one meter"
WHOLE, WHOLE_HUNDRED = "whole floor with bots, 8 tables", "whole floor with bots, 100 tables"
VERIFY, REPLAY = "verify", "replay"

AT_LEAST = {EIGHT: 5_000, HUNDRED: 15_000, MANY: 2_000, WHOLE: 3_000, VERIFY: 200_000, REPLAY: 20_000}
AT_MOST = {LATENCY: 10}


def measure() -> Report:
    """Everything in turn, a few times over, each on files of its own."""
    samples: dict[str, list[float]] = {}

    def add(name: str, value: float) -> None:
        samples.setdefault(name, []).append(value)

    notes: list[str] = []
    folder = Path(tempfile.mkdtemp(prefix="upcard-bench-", dir="."))
    try:
        recording.long_journal(folder / "long.db", LONG)
        for repetition in range(REPETITIONS):
            place = folder / str(repetition)
            place.mkdir()
            gc.collect()
            add("raw fdatasync", disk.syncs(place / "raw"))
            add("one commit for each event", recording.one_by_one(place / "single.db"))
            speed, wait = recording.together(place / "eight.db", tables=8)
            add(EIGHT, speed)
            add(LATENCY, wait)
            add(HUNDRED, recording.together(place / "hundred.db", tables=100)[0])
            add(WHOLE, casino.played(place / "floor.db", tables=8))
            add(WHOLE_HUNDRED, casino.played(place / "large.db", tables=100))
            add(VERIFY, proof.verified(folder / "long.db"))
            add(REPLAY, proof.replayed(place / "floor.db"))
        for speed in processes.on_one_meter(folder / "postgres", REPETITIONS):
            add(MANY, speed)
    except processes.NoServer as error:
        notes.append(f"No PostgreSQL server starts here, so it was not measured: {error}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    found = tuple(figure(name, _unit(name), values) for name, values in samples.items())
    return Report("floor", found, tuple(_goals(found)), tuple(notes))


def _unit(name: str) -> str:
    return "ms" if name in AT_MOST else "syncs/s" if name == "raw fdatasync" else "events/s"


def _goals(found: tuple[Figure, ...]) -> list[Goal]:
    goals = []
    medians = {one.name: one.median for one in found}
    for name, value in medians.items():
        if name in AT_LEAST:
            goals.append(Goal(name, f"at least {AT_LEAST[name]:,} events/s", value, value >= AT_LEAST[name]))
        if name in AT_MOST:
            goals.append(Goal(name, f"at most {AT_MOST[name]} ms", value, value <= AT_MOST[name]))
    return goals
