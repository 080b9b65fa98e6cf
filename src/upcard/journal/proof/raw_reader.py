"""A journal as a proof reads it: one moment of it, straight from the tables, and without leaving a trace; and the
triggers that keep everybody from changing or shortening it: that they are there, as the package has them.

Whoever may write the database can take them away, change an entry at leisure, and hash the chain anew. The signed heads
show what was changed; that the guards are gone shows that somebody meant to.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from upcard.store.open import PostgresUrl, SqliteUrl, open_store, parse
from upcard.store.sql_store import END, SEALS, SqlReading, migrations
from upcard.store.store import GENESIS, Entry, Head, Seal, SealedReading, StoreError, one_line

Row = tuple[int, str, int, str, str, str, str, str, bytes]
"""The fields of an entry, as a database gives them: nothing says that their types are right."""

Range = tuple[str, int, int]
"""A command that was answered with entries, and the places of the first and the last of them."""


class Snapshot:
    """The tables of a journal at one moment, as any store gives them to read."""

    unreadable: tuple[type[Exception], ...] = (StoreError, UnicodeDecodeError)
    """What is raised where the database is broken."""

    def __init__(self, reading: SealedReading) -> None:
        self.reading = reading

    def extent(self) -> tuple[int, int]:
        """How many entries there are, and the place of the last."""
        last = self.reading.head().seq
        return last, last

    def at(self, seq: int) -> Head:
        """The stored hash of an entry."""
        found = next(iter(self.reading.entries(seq - 1, upto=seq)), None) if seq else None
        return Head(seq, found.hash if found else b"" if seq else GENESIS)

    def rows(self, after: int, upto: int) -> Iterable[Row]:
        """The entries in order."""
        return self.reading.entries(after, upto=upto)

    def ranges(self, after: int, upto: int | None) -> Iterator[Range]:
        """The commands that were answered with any of these entries, in the order of the entries."""
        found = [
            (answer.id, answer.first, answer.last)
            for answer in self.reading.answers()
            if not answer.refusal and answer.last != answer.first - 1
        ]
        found.sort(key=itemgetter(1))
        return (span for span in found if span[2] > after and (upto is None or span[1] <= upto))

    def contradictory(self) -> Range | None:
        """The first command that was refused and answered with entries all the same."""
        wrong = (
            (answer.id, answer.first, answer.last)
            for answer in self.reading.answers()
            if answer.last < answer.first - 1 or (answer.last >= answer.first and (answer.first < 1 or answer.refusal))
        )
        return min(wrong, key=itemgetter(1), default=None)

    def answered(self) -> Iterator[tuple[str, bytes, int, int]]:
        """The answers that hold entries, in the order of the entries: id, digest, first and last."""
        found = [answer[:4] for answer in self.reading.answers() if not answer.refusal and answer.last >= answer.first]
        found.sort(key=itemgetter(2))
        return iter(found)

    def by_two(self, after: int) -> Iterable[tuple[int, str, str]]:
        """The place, the command and the people of every entry that may be by two, in order."""
        entries = self.reading.entries(after)
        return ((entry.seq, entry.command, entry.by) for entry in entries if " with " in entry.by)

    def seals(self) -> Iterator[tuple[Seal, bytes | None]]:
        """The seals in order, each with the stored hash of the entry that it ends at; none where there is no table."""
        return self.reading.seals()

    def balances(self) -> Iterable[tuple[str, int]]:
        """Each account with its micros."""
        return self.reading.balances().items()


class SqliteSnapshot(Snapshot):
    """Rows straight from the file, where nothing says that a table is as it was made."""

    def __init__(self, path: Path) -> None:
        import apsw  # PostgreSQL does without it

        super().__init__(SqlReading(self._asked))
        # A database that is in use has shared memory beside it, and its locks are respected. Without it the file lies
        # still, and is read without making any: evidence is not to be touched, not even its folder.
        lies_still = os.name == "posix" and not path.with_name(f"{path.name}-shm").exists()
        self.unreadable = (apsw.Error, StoreError, UnicodeDecodeError)
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

    def _asked(self, query: str, values: tuple[Any, ...]) -> list[Any]:
        try:
            return self._connection.execute(query, values).fetchall()
        except self.unreadable as error:
            raise StoreError(f"the journal cannot be read: {error}") from error

    def _select(self, query: str, *values: int) -> Any:
        return self._connection.execute(query, values)

    def extent(self) -> tuple[int, int]:
        count, last = self._select("SELECT count(*), max(seq) FROM entry").fetchall()[0]
        if not isinstance(last, int | None):
            # Somebody has made the table anew, and a place in it that is no number.
            last = self._select("SELECT max(seq) FROM entry WHERE typeof(seq) = 'integer'").fetchall()[0][0]
        return count, last or 0

    def rows(self, after: int, upto: int) -> Iterable[Row]:
        query = f"SELECT {', '.join(Entry._fields)} FROM entry WHERE seq > ? AND seq <= ? ORDER BY seq"
        rows: Iterable[Row] = self._select(query, after, upto)
        return rows

    def ranges(self, after: int, upto: int | None) -> Iterator[Range]:
        query = """SELECT id, "first", "last" FROM command WHERE refusal = '' AND "last" <> "first" - 1
                   AND "last" > ? AND "first" <= ? ORDER BY "first" """
        found: Iterator[Range] = self._select(query, after, END if upto is None else upto)
        return found

    def contradictory(self) -> Range | None:
        query = """SELECT id, "first", "last" FROM command WHERE "last" < "first" - 1
                   OR "last" >= "first" AND ("first" < 1 OR refusal <> '') ORDER BY "first" LIMIT 1"""
        return next(iter(self._select(query).fetchall()), None)

    def answered(self) -> Iterator[tuple[str, bytes, int, int]]:
        query = """SELECT id, digest, "first", "last" FROM command WHERE refusal = '' AND "last" >= "first"
                   ORDER BY "first" """
        found: Iterator[tuple[str, bytes, int, int]] = self._select(query)
        return found

    def by_two(self, after: int) -> Iterable[tuple[int, str, str]]:
        query = """SELECT seq, command, "by" FROM entry WHERE seq > ? AND "by" LIKE '% with %' ORDER BY seq"""
        found: Iterable[tuple[int, str, str]] = self._select(query, after)
        return found

    def seals(self) -> Iterator[tuple[Seal, bytes | None]]:
        if not self._select("SELECT 1 FROM sqlite_schema WHERE name = 'seal'").fetchall():
            return iter(())
        return ((Seal._make(row[:7]), row[7]) for row in self._select(SEALS, 0, END))

    def balances(self) -> Iterable[tuple[str, int]]:
        found: Iterable[tuple[str, int]] = self._select("SELECT account, micros FROM balance")
        return found

    def ran(self) -> int:
        """The number of the last migration that the database says it has run."""
        number: int = self._select("SELECT max(number) FROM migration").fetchall()[0][0]
        return number

    def triggers(self) -> dict[str, str]:
        """The triggers of the database, each with its text."""
        return {str(name): str(text) for name, text in self._select(TRIGGERS).fetchall()}

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()


@contextmanager
def sqlite_snapshot(path: Path) -> Iterator[SqliteSnapshot]:
    """The moment at which an SQLite journal is opened."""
    with closing(SqliteSnapshot(path)) as snapshot:
        yield snapshot


# ---- the guards ------------------------------------------------------------------------------------------------

TRIGGERS = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"


def sqlite_guards(found: Mapping[str, str], ran: int) -> str:
    """What is wrong with the triggers of an SQLite journal, by their names and texts; empty where nothing is.

    `ran` is the last migration of the database: one from before there were seals has no triggers for them.
    """
    return _wrong(found, _sqlite(ran))


def _wrong(found: Mapping[str, object], ours: Mapping[str, object]) -> str:
    """What is wrong with the triggers that were found, beside those that should be there."""
    for name, guard in ours.items():
        if name not in found:
            return f"the trigger {name} is missing, which guards the journal"
        if getattr(found[name], "enabled", ALWAYS) != ALWAYS:
            return f"the trigger {name}, which guards the journal, is not enabled for everybody"
        if found[name] != guard:
            return f"the trigger {name} is not the one that guards the journal: somebody has changed it"
    strange = sorted(set(found) - set(ours))
    return f"the trigger {strange[0]} is none of the journal's" if strange else ""


@cache
def _sqlite(ran: int) -> dict[str, str]:
    """What a new journal has: the migrations themselves say it, run on nothing."""
    import apsw  # PostgreSQL does without it

    database = apsw.Connection(":memory:")
    for step in migrations("sqlite")[:ran]:
        database.execute(step.text).fetchall()
    found = {str(name): str(text) for name, text in database.execute(TRIGGERS).fetchall()}
    database.close()
    return found


# ---- PostgreSQL ------------------------------------------------------------------------------------------------------

INSTALLED = """
    SELECT trigger.tgname, class.relname, trigger.tgtype, trigger.tgenabled, trigger.tgqual IS NULL,
           function.proname, function.prosrc
    FROM pg_trigger AS trigger
    JOIN pg_class AS class ON class.oid = trigger.tgrelid
    JOIN pg_proc AS function ON function.oid = trigger.tgfoid
    WHERE class.relnamespace = %s::regnamespace AND NOT trigger.tgisinternal
"""
TYPES = {"ROW": 1, "BEFORE": 2, "INSERT": 4, "DELETE": 8, "UPDATE": 16, "TRUNCATE": 32}
"""The bits in which PostgreSQL keeps when a trigger fires."""

TRIGGER = re.compile(r"CREATE TRIGGER (\w+) ([A-Z ]+) ON (\w+)\s[^;]*FOR EACH (\w+) EXECUTE FUNCTION (\w+)\(\);")
FUNCTION = re.compile(r"CREATE FUNCTION (\w+)\(\) RETURNS trigger .*?AS \$\$(.*?)\$\$;", re.DOTALL)
ALWAYS = "A"


class _Installed(NamedTuple):
    """A trigger as the catalogue knows it."""

    name: str
    table: str
    fires: int
    enabled: str
    unconditional: bool
    function: str
    text: str


def postgres_guards(address: str, schema: str) -> str:
    """What is wrong with the triggers of a journal on PostgreSQL; empty where nothing is."""
    import psycopg  # SQLite does without it

    from upcard.store.postgres import connect

    try:
        with connect(address, schema, read_only=True) as connection:
            rows = connection.execute(INSTALLED, (schema,)).fetchall()
            ran = connection.execute("SELECT count(*) FROM migration").fetchall()[0][0]
    except psycopg.Error as error:
        raise StoreError(f"the triggers in {schema} cannot be read: {one_line(error)}") from error
    return _wrong({row[0]: _Installed(*row) for row in rows}, _postgres(ran))


@cache
def _postgres(ran: int) -> dict[str, _Installed]:
    """As the migrations make them; each of these is enabled always."""
    text = "\n".join(step.text for step in migrations("postgres")[:ran])
    functions = dict(FUNCTION.findall(text))
    return {
        name: _Installed(name, table, _fires(when, each), ALWAYS, True, function, functions[function])
        for name, when, table, each, function in TRIGGER.findall(text)
    }


def _fires(when: str, each: str) -> int:
    """
    >>> _fires("BEFORE UPDATE OR DELETE OR TRUNCATE", "STATEMENT")
    58
    """
    return sum(TYPES.get(word, 0) for word in (*when.split(), each))


# ---- by the address of a journal: the books, the guards and a replay all look at the same entries -------------------


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
                yield ProofInput(Snapshot(reading), lambda: postgres_guards(address, schema), None)
