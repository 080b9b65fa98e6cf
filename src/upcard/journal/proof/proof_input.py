"""A journal at one moment, by its address: the books, the guards and a replay all look at the same entries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from upcard.journal.proof.raw_reader import ReadingSnapshot, Snapshot, sqlite_snapshot
from upcard.journal.proof.trigger_check import postgres_guards, sqlite_guards
from upcard.store.open import PostgresUrl, SqliteUrl, open_store, parse


class ProofInput(NamedTuple):
    """What is there to be proven."""

    snapshot: Snapshot
    unguarded: Callable[[], str]
    """Which trigger is not as it should be; empty where all are."""
    path: Path | None
    """The file, where there is one that a second process can read, too."""


@contextmanager
def at_one_moment(url: str) -> Iterator[ProofInput]:
    """The journal as it is now, whatever is appended meanwhile; a file at rest is not touched."""
    match parse(url):
        case SqliteUrl(name, _):
            path = Path(name)
            if not path.exists():
                open_store(url, read_only=True)  # says what is missing
            with sqlite_snapshot(path) as snapshot:
                yield ProofInput(snapshot, lambda: sqlite_guards(snapshot.triggers(), snapshot.ran()), path)
        case PostgresUrl(address, schema):
            store = open_store(url, read_only=True)
            try:
                with store.snapshot() as reading:
                    yield ProofInput(ReadingSnapshot(reading), lambda: postgres_guards(address, schema), None)
            finally:
                store.close()
