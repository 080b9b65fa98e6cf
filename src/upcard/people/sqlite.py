"""People in an SQLite file beside the journal's, readable by its owner alone."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import copyfileobj
from threading import RLock
from typing import Any, cast

import apsw

from upcard.people import database as schema
from upcard.people.database import Database, Rows, Run
from upcard.store.files import new_file, remove
from upcard.store.sqlite_file import SqliteReader, check_library, settle
from upcard.store.store import StoreError

OURS = 0x55706370
"""The mark in the header of a file of people."""
BUSY_MS = 5000


def beside(journal: str) -> Path:
    """Where the people of a journal are kept.

    >>> beside("floor/upcard.db").as_posix()
    'floor/upcard.people.db'
    """
    path = Path(journal)
    return path.with_name(f"{path.stem}.people{path.suffix or '.db'}")


class SqlitePeople:
    """One connection, used by one thread at a time; other processes wait for their turn to write."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._one = RLock()
        check_library()
        try:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600))
        except OSError as error:
            raise StoreError(f"{path} cannot be opened: {error.strerror}") from error
        try:
            self._connection = apsw.Connection(str(path))
        except apsw.Error as error:
            raise StoreError(f"{path} cannot be opened: {error}") from error
        try:
            self._settle()
        except apsw.Error as error:
            self._connection.close(True)
            raise StoreError(f"{path} is not a file of people of this program: {error}") from error
        except BaseException:
            self._connection.close(True)
            raise

    def _settle(self) -> None:
        connection = self._connection
        connection.set_busy_timeout(BUSY_MS)
        mark = connection.pragma("application_id")
        empty = not connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()
        if mark != OURS and not (mark == 0 and empty):
            raise StoreError(f"{self._path} is not a file of people of this program")
        settle(connection, str(self._path))
        with self.write():
            if connection.pragma("user_version") == 0:
                connection.execute(schema.SQLITE).close()
                connection.pragma("application_id", OURS)
                connection.pragma("user_version", schema.NUMBER)
            while (step := schema.SQLITE_FROM.get(connection.pragma("user_version"))) is not None:
                connection.execute(step).close()
                connection.pragma("user_version", connection.pragma("user_version") + 1)
        if connection.pragma("user_version") != schema.NUMBER:
            raise StoreError(f"{self._path} was made by another version of this program")

    def read(self, query: str, values: Sequence[object] = ()) -> Rows:
        with self._one:
            try:
                return self._run(query, values)
            except apsw.Error as error:
                raise self._failure(error) from error

    @contextmanager
    def write(self) -> Iterator[Run]:
        with self._one:
            try:
                self._run("BEGIN IMMEDIATE", ())
                try:
                    yield self._run
                except BaseException:
                    self._run("ROLLBACK", ())
                    raise
                self._commit()
            except apsw.Error as error:
                raise self._failure(error) from error

    def _commit(self) -> None:
        try:
            self._run("COMMIT", ())
        except apsw.Error:
            if self._connection.in_transaction:
                self._run("ROLLBACK", ())
            raise

    def _run(self, query: str, values: Sequence[object]) -> Rows:
        return self._connection.execute(query, cast("Any", tuple(values))).fetchall()

    def _failure(self, error: BaseException) -> StoreError:
        return StoreError(f"{self._path} fails: {error}")

    def close(self) -> None:
        with self._one:
            self._connection.close(True)


class SqlitePlace:
    """Where the people of an SQLite journal are, whether or not they are there yet."""

    def __init__(self, journal: str) -> None:
        self._path = beside(journal)
        self.name = str(self._path)

    def open(self) -> SqlitePeople:
        return SqlitePeople(self._path)

    def has_people(self) -> bool:
        return self._path.exists()

    def copy(self, to: Path) -> None:
        """The people of one moment in a new file."""
        SqliteReader(self.name).copy(str(to))

    def bring(self, file: Path) -> None:
        """Such a file becomes the store, brought up to date where an older version has made it."""
        with new_file(self.name) as part, open(file, "rb") as source, open(part, "wb") as target:
            copyfileobj(source, target)
        self.open().close()

    def discard(self) -> None:
        remove(self.name)

    def approvals(self, query: str) -> Rows | str:
        """The rows of the log of approvals, or why there are none."""
        if not self._path.exists():
            return f"there is no {self._path}"
        with closing(SqliteReader(self.name)) as reader:
            if reader.rows("PRAGMA user_version")[0][0] < schema.WITH_APPROVALS:
                return f"{self._path} is from before there were approvals in it"
            return reader.rows(query)


TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
NOT_COPIED = frozenset({"session", "api_token"})


def copy_rows(source: Database, target: Database, names: SqlitePeople) -> None:
    """Every table but sessions and API tokens, by the names of its columns, in one transaction."""
    with target.write() as run:
        if run("SELECT 1 FROM person LIMIT 1", ()):
            raise StoreError("the store of people holds people already: a backup is restored where nobody is yet")
        for table in [name for (name,) in names.read(TABLES) if name not in NOT_COPIED]:
            columns = [row[0] for row in names.read("SELECT name FROM pragma_table_info(?) ORDER BY cid", (table,))]
            listed, marks = ", ".join(columns), ", ".join("?" * len(columns))
            for row in source.read(f"SELECT {listed} FROM {table} ORDER BY {columns[0]}"):
                run(f"INSERT INTO {table} ({listed}) VALUES ({marks})", row)


def remove_sessions(path: Path) -> None:
    """One plain file, in which no session and no API token is left, not even in pages that are free."""
    connection = apsw.Connection(str(path))
    try:
        connection.pragma("journal_mode", "delete")
        connection.execute("DELETE FROM session")
        if connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'api_token'").fetchall():
            connection.execute("DELETE FROM api_token")
        connection.execute("VACUUM")
    except apsw.Error as error:
        raise StoreError(f"the people cannot be copied: {error}") from error
    finally:
        connection.close(True)
