"""The store on SQLite: one process writes, through one connection; any number read.

A commit is one sync of the write-ahead log, so entries are best appended many to a turn.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager, suppress
from typing import Any

import apsw

from upcard.store import sqlite_file as file
from upcard.store.files import WriterLock
from upcard.store.sql_store import ANSWER, END, FROM_ENTRY, LAST_SEAL, SqlReading, SqlStore, SqlTurn
from upcard.store.sqlite_file import SqliteReader, copy
from upcard.store.store import StoreError

BUSY_MS = 5000

INSERTS = (
    "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "INSERT INTO balance VALUES (?, ?) ON CONFLICT (account) DO UPDATE SET micros = excluded.micros",
    "INSERT INTO command VALUES (?, ?, ?, ?, ?)",
    "INSERT INTO seal VALUES (?, ?, ?, ?, ?, ?, ?)",
)
"""What a turn appends: entries, balances, answers, seals."""


class SqliteStore(SqlStore[apsw.Connection]):
    """A journal in one file, with its log and its lock beside it."""

    errors = (apsw.Error, OverflowError, UnicodeError)
    most_waiting = 0
    lasting = True
    """Whether what was acknowledged is still there when the process has ended."""

    def __init__(
        self,
        path: str,
        *,
        read_only: bool = False,
        synchronous: str = "full",
        locking_mode: str = "normal",
        vfs: str | None = None,
    ) -> None:
        """Opens the journal, and makes it if there is none.

        With a `vfs` the path is the VFS's own matter, and so is its locking; with `locking_mode="exclusive"` no memory
        is shared, and reading goes through the connection that writes.
        """
        if read_only and vfs:
            raise StoreError("a journal on a VFS of its own is opened for writing")
        file.check_library()
        file.check_synchronous(synchronous)
        self.path = path if vfs else os.path.realpath(path)
        self._lock: WriterLock | None = None
        self._reader = SqliteReader(self.path, busy_ms=BUSY_MS)
        self._alone = vfs is not None or locking_mode == "exclusive"
        self._vfs, self._synchronous, self._locking_mode = vfs, synchronous, locking_mode
        super().__init__(self.path, self._reader.rows, read_only=read_only)
        if read_only:
            self._open_to_read()
            return
        if vfs is None:
            self._lock = WriterLock(self.path)
        try:
            self._open_to_write()
        except BaseException:
            self.close()
            raise
        if self._alone:
            self._rows = self._rows_of_writer

    def _open_to_read(self) -> None:
        if not os.path.exists(self.path):
            raise StoreError(f"there is no journal at {self.path}; --db names another")
        file.check_ours(self.path, self._reader.rows)
        file.check_schema(self.path, self._reader.rows)

    def _open_to_write(self) -> None:
        try:
            self._writer = file.connect(self.path, vfs=self._vfs, busy_ms=BUSY_MS, locking_mode=self._locking_mode)
            file.settle(self._writer, self.path, synchronous=self._synchronous, lasting=self.lasting)
            file.migrate(self._writer)
            file.sync(self._writer)
        except apsw.Error as error:
            raise StoreError(f"{self.path} cannot be opened: {error}") from error

    def reopen(self) -> None:
        with self._turning:
            self._let_go()
            try:
                self._open_to_write()
                file.probe(self._writer, self.path)
            except BaseException:
                self._let_go()
                raise
            self._failed = ""

    def _let_go(self) -> None:
        """Of a connection that has failed, or that is not yet safe to write with."""
        if self._writer is not None:
            with suppress(apsw.Error):
                self._writer.close(True)
        self._writer = None

    # ---- turns ---------------------------------------------------------------------------------------------

    def _take(self, after: int, commands: Collection[str]) -> tuple[list[Any], list[Any], list[Any]]:
        writer = self._writable()
        writer.execute("BEGIN IMMEDIATE").close()
        entries = writer.execute(FROM_ENTRY, (after,)).fetchall()
        asked = [(command,) for command in commands]
        known = writer.executemany(ANSWER, asked).fetchall() if asked else []
        return entries, known, writer.execute(LAST_SEAL, (END,)).fetchall() if self.sealer else []

    def _write(self, turn: SqlTurn, *, commit: bool) -> None:
        writer = self._writable()
        waiting: list[Any] = [turn.entries, list(turn.balances.items()), turn.answers, turn.seals]
        for statement, rows in zip(INSERTS, waiting, strict=True):
            if rows:
                writer.executemany(statement, rows).close()
        if commit:
            self._commit(writer)

    def _commit(self, writer: apsw.Connection) -> None:
        writer.execute("COMMIT").close()

    def _roll_back(self) -> None:
        if self._writer is not None and self._writer.in_transaction:
            self._writer.execute("ROLLBACK").close()

    # ---- reading and the rest ------------------------------------------------------------------------------

    def _rows_of_writer(self, query: str, values: tuple[Any, ...]) -> list[Any]:
        try:
            return self._writable().execute(query, values).fetchall()
        except apsw.Error as error:
            raise StoreError(f"{self.path} cannot be read: {error}") from error

    @contextmanager
    def snapshot(self) -> Iterator[SqlReading]:
        if self._alone:
            with self._turning:
                yield self
            return
        with closing(SqliteReader(self.path, busy_ms=BUSY_MS, one_moment=True)) as reader:
            reading = SqlReading(reader.rows)
            reading.head()
            yield reading

    def backup(self, to: str) -> None:
        """A copy in a new file, whole and on disk, taken while the store is in use."""
        if self._alone:
            with self._turning:
                copy(self._writable(), to)
            return
        SqliteReader(self.path, busy_ms=BUSY_MS).copy(to)

    def close(self) -> None:
        """Let go of the database; the log goes into the file."""
        self._reader.close()
        try:
            if self._writer is not None:
                self._writer.close(True)
        except apsw.Error as error:
            raise StoreError(f"{self.path} did not close well: {error}") from error
        finally:
            self._writer = None
            if self._lock is not None:
                self._lock.release()


class MemoryStore(SqliteStore):
    """A journal that ends with its process, under the same schema and triggers as one in a file."""

    lasting = False

    def __init__(self) -> None:
        super().__init__("journal", vfs="memdb")
