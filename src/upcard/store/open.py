"""The addresses of stores, and what opens a store by its address.

An address is `sqlite:PATH` or `postgresql://…`, each with its options behind a question mark. A database's driver is
imported only when its kind is asked for.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import islice, takewhile
from typing import NamedTuple, TypeVar
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from upcard.store.files import new_file
from upcard.store.sql_store import SqlReading
from upcard.store.store import GENESIS, Answer, Entry, Head, Reading, Seal, SealedReading, Store, StoreError, intact

DEFAULT = "sqlite:upcard.db"

SQLITE_OPTIONS = {
    "synchronous": ("off", "normal", "full", "extra"),
    "locking_mode": ("normal", "exclusive"),
    "vfs": (),
}
"""The options of an SQLite address with what each may be; none are named where it may be anything."""

SCHEMA = re.compile(r"[a-z_][a-z0-9_]{0,62}")


class SqliteUrl(NamedTuple):
    """Where an SQLite journal is, and how to open it."""

    path: str
    options: dict[str, str]


class PostgresUrl(NamedTuple):
    """What the driver connects to, and the schema in which the journal is."""

    address: str
    schema: str


def parse(url: str) -> SqliteUrl | PostgresUrl:
    """What an address says.

    >>> parse("sqlite:upcard.db?synchronous=extra")
    SqliteUrl(path='upcard.db', options={'synchronous': 'extra'})
    >>> parse("postgresql://floor@db/casino?schema=pit_2")
    PostgresUrl(address='postgresql://floor@db/casino', schema='pit_2')
    """
    kind, _, rest = url.partition(":")
    match kind:
        case "sqlite":
            return _sqlite(rest)
        case "postgresql" | "postgres" if rest.startswith("//"):
            return _postgres(url)
        case _:
            meant = f"; did you mean sqlite:{url}?" if kind and kind == url else ""
            raise StoreError(f"a store is sqlite:PATH or postgresql://…, not {without_password(url)!r}{meant}")


def _sqlite(rest: str) -> SqliteUrl:
    path, _, query = rest.partition("?")
    if not path:
        raise StoreError("sqlite: is followed by the path of a file")
    options = {name: value.lower() if name != "vfs" else value for name, value in parse_qsl(query, True)}
    for name, value in options.items():
        if name not in SQLITE_OPTIONS:
            raise StoreError(f"an SQLite store has no option {name}: {', '.join(sorted(SQLITE_OPTIONS))}")
        if SQLITE_OPTIONS[name] and value not in SQLITE_OPTIONS[name]:
            raise StoreError(f"{name} is one of {', '.join(SQLITE_OPTIONS[name])}, not {value!r}")
    return SqliteUrl(path, options)


def _postgres(url: str) -> PostgresUrl:
    parts = urlsplit(url)
    options = parse_qsl(parts.query, True)
    schema = dict(options).get("schema", "upcard")
    if not SCHEMA.fullmatch(schema):
        raise StoreError(f"a schema is named in small letters, digits and underscores, not {schema!r}")
    query = urlencode([(name, value) for name, value in options if name != "schema"], quote_via=quote)
    return PostgresUrl(urlunsplit(parts._replace(query=query)), schema)


def without_password(url: str) -> str:
    """The address as it may stand in a message.

    >>> without_password("postgresql://floor:secret@db/casino")
    'postgresql://floor:…@db/casino'
    """
    return re.sub(r"(//[^/@:]*:)[^/@]*@", r"\1…@", url)


def open_store(url: str = DEFAULT, *, read_only: bool = False) -> Store:
    """The store at an address; a journal is made there if there is none, unless it is only to be read."""
    match parse(url):
        case SqliteUrl(path, options):
            try:
                from upcard.store.sqlite import SqliteStore
            except ImportError as error:
                raise StoreError("an SQLite store needs the package apsw") from error
            return SqliteStore(path, read_only=read_only, **options)
        case PostgresUrl(address, schema):
            try:
                from upcard.store.postgres import PostgresStore
            except ImportError as error:
                raise StoreError("a PostgreSQL store needs the package psycopg") from error
            return PostgresStore(address, schema=schema, read_only=read_only)


# ---- A journal made anew from a backup, or read up to an entry as if it ended there ------------------------
# A backup is an SQLite journal, whichever database it was taken of, and it is replayed into an empty store of either
# kind: all of it in one turn, each entry checked against the chain, so that there is a whole journal or none.


SOME = 1000

T = TypeVar("T")


def restore(backup: str, to: str, upto: int | None = None) -> Head:
    """Makes the store at the address `to` from the backup at the address `backup`, and says where it ends.

    With `upto` it ends at that entry, for a house that goes on without what somebody else wrote after it.
    """
    source = parse(backup)
    if not isinstance(source, SqliteUrl):
        raise StoreError("a backup is an SQLite file")
    with opened_backup(source.path) as whole:
        reading = whole if upto is None else cut(whole, upto)
        match parse(to):
            case SqliteUrl(path, options) if not options:
                return write_sqlite(reading, path)
            case SqliteUrl():
                raise StoreError("a restored file is given without options")
            case _:
                with closing(open_store(to)) as target:
                    return _replay(reading, target)


@contextmanager
def opened_backup(path: str) -> Iterator[SqlReading]:
    """A backup at one moment; also one of an older schema, which is none that a house could go on with."""
    from upcard.store.sqlite_file import SqliteReader, check_ours, check_schema

    if not os.path.exists(path):
        raise StoreError(f"there is no journal at {path}")
    with closing(SqliteReader(os.path.realpath(path), one_moment=True)) as reader:
        check_ours(path, reader.rows)
        check_schema(path, reader.rows)
        yield SqlReading(reader.rows)


def cut(reading: SealedReading, upto: int) -> SealedReading:
    """The journal up to an entry with which a command and a turn end."""
    if not 0 < upto <= reading.head().seq:
        raise StoreError(f"the copy has no entry {upto}")
    end = between_seals(reading, between_commands(reading, upto))
    if end != upto:
        raise StoreError(f"entry {upto} is in the middle of what was done at once: say {end}")
    return Until(reading, upto)


def between_seals(reading: SealedReading, seq: int) -> int:
    """That entry, or the last one before it with which a turn ends: half of what was sealed cannot be checked."""
    covering = next(reading.seals(seq), None)
    return covering[0].first - 1 if covering is not None and covering[0].first <= seq else seq


def between_commands(reading: Reading, seq: int) -> int:
    """That entry, or the last one before it with which a command ends: half of an answer cannot be checked."""
    following = next(iter(reading.entries(seq, upto=seq + 1)), None)
    while following is not None and seq:
        (entry,) = reading.entries(seq - 1, upto=seq)
        if entry.command != following.command:
            break
        seq -= 1
    return seq


class Until:
    """A journal up to an entry: what may be given away while something after it is still hidden."""

    def __init__(self, reading: SealedReading, seq: int) -> None:
        self._reading = reading
        self._seq = seq

    def head(self) -> Head:
        last = next(iter(self._reading.entries(self._seq - 1, upto=self._seq)), None) if self._seq else None
        return Head(last.seq, last.hash) if last is not None else Head(0, GENESIS)

    def entries(self, after: int = 0, *, stream: str | None = None, upto: int | None = None) -> Iterator[Entry]:
        end = self._seq if upto is None else min(upto, self._seq)
        return self._reading.entries(after, stream=stream, upto=end)

    def balances(self) -> dict[str, int]:
        """Added up anew: what is stored is the balances of now."""
        found: dict[str, int] = {}
        for entry in self.entries():
            for account, micros in entry.moved.items():
                found[account] = found.get(account, 0) + micros
        return found

    def answer(self, command: str) -> Answer | None:
        found = self._reading.answer(command)
        return found if found is not None and found.last <= self._seq else None

    def answers(self) -> Iterator[Answer]:
        return (answer for answer in self._reading.answers() if answer.last <= self._seq)

    def seals(self, after: int = 0) -> Iterator[tuple[Seal, bytes | None]]:
        return takewhile(lambda found: found[0].last <= self._seq, self._reading.seals(after))

    def last_seal(self, upto: int | None = None) -> Seal | None:
        return self._reading.last_seal(self._seq if upto is None else min(upto, self._seq))


def write_sqlite(reading: SealedReading, to: str) -> Head:
    """A journal replayed into a new SQLite file, which takes its name when it was read through again."""
    from upcard.store.sqlite import SqliteStore  # apsw only where a file is written

    with new_file(to) as part, closing(SqliteStore(part)) as target:
        return _replay(reading, target)


def _replay(reading: SealedReading, target: Store) -> Head:
    end = reading.head()
    if target.head().seq or next(target.answers(), None) is not None:
        raise StoreError("a backup is restored into an empty store, and this one holds a journal")
    with target.turn(0) as turn:
        if turn.missed:
            raise StoreError("a backup is restored into an empty store, and this one was written meanwhile")
        for entries in _by_some(verified(reading)):
            turn.append(entries, {}, ())
        turn.append((), reading.balances(), ())
        for answers in _by_some(reading.answers()):
            turn.append((), {}, answers)
        for seals in _by_some(seal for seal, _ in reading.seals()):
            turn.carry(seals)
    for _ in verified(target):
        pass
    if target.head() != end:
        raise StoreError("the restored journal does not end where the backup does")
    return end


def verified(reading: Reading) -> Iterator[Entry]:
    """The journal in order, each entry once its place and its hash have been found to follow on the one before."""
    before, seq = GENESIS, 0
    for entry in reading.entries():
        seq += 1
        if entry.seq != seq or not intact(before, entry):
            raise StoreError(f"the chain of the journal is broken at entry {seq}")
        before = entry.hash
        yield entry
    if reading.head() != Head(seq, before):
        raise StoreError(f"the chain of the journal ends at entry {seq}, before its last entry")


def _by_some(things: Iterable[T]) -> Iterator[list[T]]:
    rest = iter(things)
    while some := list(islice(rest, SOME)):
        yield some
