"""A journal made anew from a backup.

A backup is an SQLite journal, whichever database it was taken of, and it is replayed into an empty store of either
kind: all of it in one turn, each entry checked against the chain, so that there is a whole journal or none.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, TypeVar, cast

from upcard.floor.store.entry import GENESIS, Entry, intact
from upcard.floor.store.migrate import migrations, pending
from upcard.floor.store.new_file import new_file
from upcard.floor.store.open import open_store
from upcard.floor.store.reading import SqlReading
from upcard.floor.store.store import Head, Reading, StoreError
from upcard.floor.store.url import SqliteUrl, parse

if TYPE_CHECKING:
    from upcard.floor.store.postgres import PostgresStore
    from upcard.floor.store.sqlite import SqliteStore

SOME = 1000

T = TypeVar("T")


def restore(backup: str, to: str) -> Head:
    """Makes the store at the address `to` from the backup at the address `backup`, and says where it ends."""
    source = parse(backup)
    if not isinstance(source, SqliteUrl):
        raise StoreError("a backup is an SQLite file")
    with opened_backup(source.path) as reading:
        match parse(to):
            case SqliteUrl(path, options) if not options:
                return write_sqlite(reading, path)
            case SqliteUrl():
                raise StoreError("a restored file is given without options")
            case _:
                target = cast("PostgresStore", open_store(to))
                try:
                    return _replay(reading, target)
                finally:
                    target.close()


@contextmanager
def opened_backup(path: str) -> Iterator[SqlReading]:
    """A backup at one moment; also one of an older schema, which is none that a house could go on with."""
    from upcard.floor.store.sqlite_file import check_ours
    from upcard.floor.store.sqlite_reader import SqliteReader

    if not os.path.exists(path):
        raise StoreError(f"there is no journal at {path}")
    reader = SqliteReader(os.path.realpath(path), one_moment=True)
    try:
        check_ours(path, reader.rows)
        pending(migrations("sqlite"), dict(reader.rows("SELECT number, sha256 FROM migration")))
        yield SqlReading(reader.rows)
    finally:
        reader.close()


def write_sqlite(reading: SqlReading, to: str) -> Head:
    """A journal replayed into a new SQLite file, which takes its name when it was read through again."""
    from upcard.floor.store.sqlite import SqliteStore  # apsw only where a file is written

    with new_file(to) as part:
        target = SqliteStore(part)
        try:
            return _replay(reading, target)
        finally:
            target.close()


def _replay(reading: SqlReading, target: SqliteStore | PostgresStore) -> Head:
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
        for table, first in later_tables(reading.schema_number()):
            for rows in _by_some(reading.table(table, first)):
                turn.insert(table, rows)
    for _ in verified(target):
        pass
    if target.head() != end:
        raise StoreError("the restored journal does not end where the backup does")
    return end


def later_tables(number: int) -> list[tuple[str, str]]:
    """The tables that the second to that migration have added, each with the column that it is in the order of.

    Both databases have them with the same columns in the same order, so that rows can be carried as they are.
    """
    text = "\n".join(step.text for step in migrations("sqlite")[1:number])
    return re.findall(r'CREATE TABLE (\w+) \(\s*"?(\w+)', text)


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
