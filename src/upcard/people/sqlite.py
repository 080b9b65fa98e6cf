"""People in an SQLite file beside the journal's, readable by its owner alone."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any, cast

import apsw

from upcard.people import schema
from upcard.people.database import Rows, Run
from upcard.store.sqlite_file import check_library
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
        if connection.pragma("journal_mode", "wal") != "wal":
            raise StoreError(f"{self._path} cannot keep a write-ahead log")
        connection.pragma("synchronous", "full")
        connection.pragma("fullfsync", True)
        connection.pragma("foreign_keys", True)
        connection.pragma("trusted_schema", False)
        connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
        with self.write() as run:
            if connection.pragma("user_version") == 0:
                connection.execute(schema.SQLITE).close()
                connection.pragma("application_id", OURS)
                connection.pragma("user_version", schema.NUMBER)
            while (step := schema.SQLITE_FROM.get(connection.pragma("user_version"))) is not None:
                connection.execute(step).close()
                connection.pragma("user_version", connection.pragma("user_version") + 1)
            del run
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
