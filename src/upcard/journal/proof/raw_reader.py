"""A journal as a proof reads it: one moment of it, straight from the tables, and without leaving a trace."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

from upcard.journal.proof.chain_check import Range, Row
from upcard.journal.proof.trigger_check import TRIGGERS, postgres_guards, sqlite_guards
from upcard.store.entry import GENESIS
from upcard.store.open import PostgresUrl, SqliteUrl, open_store, parse
from upcard.store.seal import Seal
from upcard.store.sql_store import END, SEALS, SqlReading
from upcard.store.store import Head, Reading, SealedReading, StoreError


class Snapshot(Protocol):
    """The tables of a journal at one moment."""

    @property
    def unreadable(self) -> tuple[type[Exception], ...]:
        """What is raised where the database is broken."""

    def extent(self) -> tuple[int, int]:
        """How many entries there are, and the place of the last."""

    def at(self, seq: int) -> Head:
        """The stored hash of an entry."""

    def rows(self, after: int, upto: int) -> Iterable[Row]:
        """The entries in order."""

    def ranges(self, after: int, upto: int | None) -> Iterator[Range]:
        """The commands that were answered with any of these entries, in the order of the entries."""

    def contradictory(self) -> Range | None:
        """The first command that was refused and answered with entries all the same."""

    def answered(self) -> Iterator[tuple[str, bytes, int, int]]:
        """The answers that hold entries, in the order of the entries: id, digest, first and last."""

    def by_two(self, after: int) -> Iterable[tuple[int, str, str]]:
        """The place, the command and the people of every entry that may be by two, in order."""

    def seals(self) -> Iterator[tuple[Seal, bytes | None]]:
        """The seals in order, each with the stored hash of the entry that it ends at; none where there is no table."""

    def balances(self) -> Iterable[tuple[str, int]]:
        """Each account with its micros."""

    @property
    def reading(self) -> Reading:
        """The same moment, for those who play it again."""


class SqliteSnapshot:
    """Rows straight from the file."""

    def __init__(self, path: Path) -> None:
        import apsw  # PostgreSQL does without it

        # A database that is in use has shared memory beside it, and its locks are respected. Without it the file lies
        # still, and is read without making any: evidence is not to be touched, not even its folder.
        lies_still = os.name == "posix" and not path.with_name(f"{path.name}-shm").exists()
        self.unreadable: tuple[type[Exception], ...] = (apsw.Error, UnicodeDecodeError)
        try:
            self._connection = apsw.Connection(
                str(path), flags=apsw.SQLITE_OPEN_READONLY, vfs="unix-none" if lies_still else None
            )
            if lies_still:
                self._connection.execute("PRAGMA locking_mode = exclusive").fetchall()
            self._connection.set_busy_timeout(10_000)
            self._connection.execute("BEGIN")
            self._connection.execute("SELECT 1 FROM entry, balance, command LIMIT 1").fetchall()
        except apsw.Error as error:
            raise StoreError(f"{path} cannot be read as a journal: {error}") from error

    def extent(self) -> tuple[int, int]:
        count, last = self._connection.execute("SELECT count(*), max(seq) FROM entry").fetchall()[0]
        if not isinstance(last, int | None):
            # Somebody has made the table anew, and a place in it that is no number.
            last = self._connection.execute("SELECT max(seq) FROM entry WHERE typeof(seq) = 'integer'").fetchall()[0][0]
        return cast("int", count), cast("int | None", last) or 0

    def at(self, seq: int) -> Head:
        found = self._connection.execute("SELECT hash FROM entry WHERE seq = ?", (seq,)).fetchall()
        return Head(seq, cast("bytes", found[0][0])) if found else Head(seq, b"" if seq else GENESIS)

    def rows(self, after: int, upto: int) -> Iterable[Row]:
        columns = 'seq, stream, version, command, "at", "by", event, postings, hash'
        query = f"SELECT {columns} FROM entry WHERE seq > ? AND seq <= ? ORDER BY seq"
        return cast("Iterable[Row]", self._connection.execute(query, (after, upto)))

    def ranges(self, after: int, upto: int | None) -> Iterator[Range]:
        query = """SELECT id, "first", "last" FROM command WHERE refusal = '' AND "last" <> "first" - 1
                   AND "last" > ? AND "first" <= ? ORDER BY "first" """
        return cast("Iterator[Range]", self._connection.execute(query, (after, 2**63 - 1 if upto is None else upto)))

    def contradictory(self) -> Range | None:
        query = """SELECT id, "first", "last" FROM command WHERE "last" < "first" - 1
                   OR "last" >= "first" AND ("first" < 1 OR refusal <> '') ORDER BY "first" LIMIT 1"""
        found = self._connection.execute(query).fetchall()
        return cast("Range", found[0]) if found else None

    def answered(self) -> Iterator[tuple[str, bytes, int, int]]:
        query = """SELECT id, digest, "first", "last" FROM command WHERE refusal = '' AND "last" >= "first"
                   ORDER BY "first" """
        return cast("Iterator[tuple[str, bytes, int, int]]", self._connection.execute(query))

    def by_two(self, after: int) -> Iterable[tuple[int, str, str]]:
        query = """SELECT seq, command, "by" FROM entry WHERE seq > ? AND "by" LIKE '% with %' ORDER BY seq"""
        return cast("Iterable[tuple[int, str, str]]", self._connection.execute(query, (after,)))

    def seals(self) -> Iterator[tuple[Seal, bytes | None]]:
        if not self._connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'seal'").fetchall():
            return iter(())
        rows = cast("Iterator[Any]", self._connection.execute(SEALS, (0, END)))
        return ((Seal._make(row[:7]), row[7]) for row in rows)

    def ran(self) -> int:
        """The number of the last migration that the database says it has run."""
        found = self._connection.execute("SELECT max(number) FROM migration").fetchall()
        return cast("int", found[0][0])

    def balances(self) -> Iterable[tuple[str, int]]:
        return cast("Iterable[tuple[str, int]]", self._connection.execute("SELECT account, micros FROM balance"))

    def triggers(self) -> dict[str, str]:
        """The triggers of the database, each with its text."""
        return {str(name): str(text) for name, text in self._connection.execute(TRIGGERS).fetchall()}

    @property
    def reading(self) -> Reading:
        return SqlReading(self._asked)

    def _asked(self, query: str, values: tuple[Any, ...]) -> list[Any]:
        try:
            return self._connection.execute(query, values).fetchall()
        except self.unreadable as error:
            raise StoreError(f"the journal cannot be read: {error}") from error

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()


class ReadingSnapshot:
    """What any store gives to read."""

    def __init__(self, reading: SealedReading) -> None:
        self._reading = reading
        self.unreadable: tuple[type[Exception], ...] = (StoreError, UnicodeDecodeError)

    def extent(self) -> tuple[int, int]:
        last = self._reading.head().seq
        return last, last

    def at(self, seq: int) -> Head:
        found = next(iter(self._reading.entries(seq - 1, upto=seq)), None) if seq else None
        return Head(seq, found.hash if found else b"" if seq else GENESIS)

    def rows(self, after: int, upto: int) -> Iterable[Row]:
        return self._reading.entries(after, upto=upto)

    def ranges(self, after: int, upto: int | None) -> Iterator[Range]:
        found = [
            (answer.id, answer.first, answer.last)
            for answer in self._reading.answers()
            if not answer.refusal and answer.last != answer.first - 1
        ]
        found.sort(key=itemgetter(1))
        return (span for span in found if span[2] > after and (upto is None or span[1] <= upto))

    def contradictory(self) -> Range | None:
        wrong = (
            (answer.id, answer.first, answer.last)
            for answer in self._reading.answers()
            if answer.last < answer.first - 1 or (answer.last >= answer.first and (answer.first < 1 or answer.refusal))
        )
        return min(wrong, key=itemgetter(1), default=None)

    def answered(self) -> Iterator[tuple[str, bytes, int, int]]:
        found = [answer[:4] for answer in self._reading.answers() if not answer.refusal and answer.last >= answer.first]
        found.sort(key=itemgetter(2))
        return iter(found)

    def by_two(self, after: int) -> Iterable[tuple[int, str, str]]:
        entries = self._reading.entries(after)
        return ((entry.seq, entry.command, entry.by) for entry in entries if " with " in entry.by)

    def seals(self) -> Iterator[tuple[Seal, bytes | None]]:
        return self._reading.seals()

    def balances(self) -> Iterable[tuple[str, int]]:
        return self._reading.balances().items()

    @property
    def reading(self) -> Reading:
        return self._reading


@contextmanager
def sqlite_snapshot(path: Path) -> Iterator[SqliteSnapshot]:
    """The moment at which an SQLite journal is opened."""
    with closing(SqliteSnapshot(path)) as snapshot:
        yield snapshot


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
            with closing(open_store(url, read_only=True)) as store, store.snapshot() as reading:
                yield ProofInput(ReadingSnapshot(reading), lambda: postgres_guards(address, schema), None)
