"""A whole casino: linked tables played by bots through rules, procedure, books and store."""

from __future__ import annotations

import time
from pathlib import Path

from msgspec.structs import replace

from upcard.bots import Pit, virtual
from upcard.bots.table_bot import Playing
from upcard.journal.floor import Floor
from upcard.rules.house import House, read_house
from upcard.store.open import open_store
from upcard.store.store import Store

SECONDS = 5.0

JACKPOT = """
name = "Bench"
[[jackpot]]
name = "Link"
schedule = "PMG-01"
levels.main = { seed = "10000.00", rate = "25%", reserve_rate = "3%" }
"""

TABLE = """
[[table]]
name = "Stud NUMBER"
edition = "sd-2015"
designated = true
devices = ["progressive system", "signage", "coin sensor"]
signs = ["bet schedule", "progressive schedule"]
dealing = "singly"
jackpot = "Link"
minimum = "5.00"
maximum = "30.00"
"""


def house(tables: int) -> House:
    """So many tables of seven seats on one jackpot."""
    found = read_house(JACKPOT + "".join(TABLE.replace("NUMBER", str(n)) for n in range(1, tables + 1)))
    return replace(found, tables=tuple(virtual(t) for t in found.tables))


def playing(store: Store, tables: int, run: str) -> Playing:
    found = house(tables)
    return Playing(Floor(found, store), {t.name: Pit(t, "bench", t.seats) for t in found.tables}, run)


def played(path: Path, *, tables: int, seconds: float = SECONDS) -> float:
    """Events in a second, each on disk before the next act of its table."""
    store = open_store(f"sqlite:{path}")
    try:
        floor = playing(store, tables, "bench")
        floor.step()
        first, begun = floor.floor.casino.seq, time.perf_counter()
        while (took := time.perf_counter() - begun) < seconds:
            _, replies = floor.step()
            assert not any(reply.error for reply in replies)
        return (floor.floor.casino.seq - first) / took
    finally:
        store.close()
