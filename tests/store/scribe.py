"""Writes entries that follow on each other, as the floor would, and looks at a database past the store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from typing import Any, Protocol

import apsw
import psycopg

from upcard.store import GENESIS, Answer, Entry, Store, chained
from upcard.store.open import PostgresUrl, SqliteUrl, parse


class Scribe:
    """Knows where the journal ends, and what comes next."""

    def __init__(self) -> None:
        self.seq = 0
        self.hash = GENESIS
        self.versions: dict[str, int] = {}

    def next(self, stream: str = "table/One", event: str = '{"type":"Opened"}', postings: str = "{}") -> Entry:
        """An entry that follows on the last one."""
        self.seq += 1
        self.versions[stream] = version = self.versions.get(stream, 0) + 1
        command, at, by = f"c{self.seq}", "2026-01-01T00:00:00Z", "dealer ada"
        entry = chained(self.hash, Entry(self.seq, stream, version, command, at, by, event, postings))
        self.hash = entry.hash
        return entry

    def some(self, count: int, *streams: str) -> list[Entry]:
        """Entries of one stream, or of several in turn."""
        return [self.next(streams[at % len(streams)] if streams else "table/One") for at in range(count)]

    def follow(self, entries: list[Entry]) -> None:
        """Others wrote these."""
        for entry in entries:
            self.seq, self.hash = entry.seq, entry.hash
            self.versions[entry.stream] = entry.version


def answer(entry: Entry, refusal: str = "") -> Answer:
    """The answer to the command that an entry follows from."""
    return Answer(entry.command, sha256(entry.command.encode()).digest(), entry.seq, entry.seq, refusal)


def write(store: Store, entries: list[Entry]) -> None:
    """Entries and their answers in one turn."""
    with store.turn(entries[0].seq - 1) as turn:
        turn.append(entries, {"tray": entries[-1].seq}, [answer(entry) for entry in entries])


class Database(Protocol):
    """A database as anybody sees it who has its tools."""

    def __call__(self, statement: str, *values: object) -> list[Any]:
        """What a statement brings, and at once on disk."""


@contextmanager
def database(url: str) -> Iterator[Database]:
    """The database behind a store's address, without the store."""
    match parse(url):
        case SqliteUrl(path, _):
            with closing(apsw.Connection(path)) as file:
                yield lambda statement, *values: file.execute(statement, values).fetchall()
        case PostgresUrl(address, schema):
            with psycopg.connect(address, autocommit=True, options=f"-c search_path={schema}") as server:

                def execute(statement: str, *values: object) -> list[Any]:
                    cursor = server.execute(statement.replace("?", "%s").encode(), values)
                    return cursor.fetchall() if cursor.description else []

                yield execute
