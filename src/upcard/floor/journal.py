"""A store with its signed heads, opened together: the journal, and what vouches for it outside the database."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from upcard.floor.casino import Casino
from upcard.floor.fair.source import Source
from upcard.floor.floor import Floor
from upcard.floor.kept import keep, kept
from upcard.floor.proof.heads import Heads, heads_beside
from upcard.floor.store.open import open_store
from upcard.floor.store.store import Store
from upcard.floor.store.url import SqliteUrl, parse
from upcard.rules.house import House

BETWEEN_HEADS = 1.0
"""Seconds from one signed head to the next while the journal grows."""

BETWEEN_STATES = 10_000
"""Entries from one state that is kept to the next: as many as a start plays again in less than a second."""


class Journal:
    """A store and its heads; without heads, as on PostgreSQL where no file was named, nothing is signed."""

    def __init__(self, store: Store, heads: Heads | None) -> None:
        self.store = store
        self.heads = heads
        self.unvouched = store.head().seq if heads is not None and heads.last is None else 0
        """How many entries were there before the first head: nobody vouches for them but the chain."""
        self._due = 0.0
        self._kept = 0
        """The entry after which the state was last kept."""

    def floor(self, house: House, source: Source | None = None) -> Floor:
        """A house on this journal, from the state that was kept last where there is one, else from the first entry.

        With a `source` the floor draws the cards of its virtual tables.
        """
        return Floor(house, self.store, load=lambda: self._load(house), source=source)

    def _load(self, house: House) -> Casino | None:
        found = kept(self.heads, self.store, house) if self.heads is not None else None
        self._kept = found.seq if found is not None else 0
        return found

    def checkpoint(self, floor: Floor, *, now: bool = True) -> None:
        """Sign the end of the journal and keep the state; if not `now`, then each only when it is due."""
        self.sign(floor, now=now)
        self.keep(floor, now=now)

    def keep(self, floor: Floor, *, now: bool = True) -> None:
        """Write down how the casino stands, so that the next start need not play everything again.

        If not `now`, then only when enough was recorded since the last time. A floor that has failed is not kept: what
        it holds in memory may not be on disk.
        """
        if floor.locked or self.heads is None:
            return
        if now or floor.head.seq - self._kept >= BETWEEN_STATES:
            self._kept = floor.head.seq
            keep(self.heads, floor.casino)

    def sign(self, floor: Floor, *, now: bool = True) -> None:
        """Sign the end of the journal on disk; if not `now`, then only when the last signature is old enough."""
        if self.heads is None or (not now and time.monotonic() < self._due):
            return
        self.heads.sign(floor.head, floor.clock())
        self._due = time.monotonic() + BETWEEN_HEADS


@contextmanager
def opened(url: str, heads: Path | None = None) -> Iterator[Journal]:
    """A journal to write; every head that was ever signed must be in it."""
    store = open_store(url)
    try:
        signed = _heads(url, heads)
        try:
            if signed is not None:
                signed.check(store)
            yield Journal(store, signed)
        finally:
            if signed is not None:
                signed.close()
    finally:
        store.close()


def heads_of(url: str, heads: Path | None = None) -> Path | None:
    """Where the heads of a store are: where somebody says, else beside the file of an SQLite store."""
    if heads is not None:
        return heads
    found = parse(url)
    return heads_beside(Path(found.path)) if isinstance(found, SqliteUrl) else None


def _heads(url: str, path: Path | None) -> Heads | None:
    found = heads_of(url, path)
    return Heads(found, sync=True) if found is not None else None
