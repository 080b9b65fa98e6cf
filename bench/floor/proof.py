"""How fast a journal is proven whole, and how fast it is played again."""

from __future__ import annotations

import time
from pathlib import Path

from bench.floor import casino
from upcard.journal.casino import Casino
from upcard.journal.proof import Verified, verify_sqlite
from upcard.store.open import open_store


def verified(path: Path) -> float:
    """Entries proven in a second: chain, postings, balances, answers."""
    begun = time.perf_counter()
    found = verify_sqlite(path)
    took = time.perf_counter() - begun
    assert isinstance(found, Verified), found
    return found.events / took


def replayed(path: Path) -> float:
    """Entries played again in a second, each compared with the journal."""
    store = open_store(f"sqlite:{path}", read_only=True)
    again = Casino(casino.house(8))
    begun = time.perf_counter()
    for entry in store.entries():
        again.apply(entry)
    took = time.perf_counter() - begun
    store.close()
    return again.seq / took
