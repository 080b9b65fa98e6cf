"""The store on SQLite: one process writes, through one connection; any number read.

A commit is one sync of the write-ahead log, so entries are best appended many to a turn.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from threading import Lock
from typing import Any

import apsw

from upcard.store import sqlite_file as file
from upcard.store.entry import Answer, Entry
from upcard.store.lock import WriterLock
from upcard.store.seal import Seal, Sealing
from upcard.store.sql_reader import ANSWER, END, FROM_ENTRY, LAST_SEAL, SqlReading
from upcard.store.sqlite_copy import copy
from upcard.store.sqlite_reader import SqliteReader
from upcard.store.store import Head, StoreError

BUSY_MS = 5000

APPEND = "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
BALANCE = "INSERT INTO balance VALUES (?, ?) ON CONFLICT (account) DO UPDATE SET micros = excluded.micros"
ANSWERED = "INSERT INTO command VALUES (?, ?, ?, ?, ?)"
SEALED = "INSERT INTO seal VALUES (?, ?, ?, ?, ?, ?, ?)"


class SqliteTurn:
    """The sole right to append to an SQLite journal."""

    def __init__(
        self, store: SqliteStore, missed: Sequence[Entry], known: Mapping[str, Answer], sealing: Sealing
    ) -> None:
        self._store = store
        self.missed = missed
        self.known = known
        self.sealing = sealing

    def append(self, entries: Sequence[Entry], balances: Mapping[str, int], answers: Sequence[Answer]) -> None:
        """Entries with their hashes, the balances in micros of every account that they changed, and answers."""
        self._store.write(self, entries, balances, answers)
        self.sealing.add(entries, answers)

    def carry(self, seals: Sequence[Seal]) -> None:
        """Seals that were made elsewhere, for a copy of a journal."""
        self._store.write_seals(self, seals)


class SqliteStore(SqlReading):
    """A journal in one file, with its log and its lock beside it."""

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
        self.read_only = read_only
        self._turning = Lock()
        self._turn: SqliteTurn | None = None
        self._failed = ""
        self._lock: WriterLock | None = None
        self._writer: apsw.Connection | None = None
        self._reader = SqliteReader(self.path, busy_ms=BUSY_MS)
        self._alone = vfs is not None or locking_mode == "exclusive"
        self._vfs, self._synchronous, self._locking_mode = vfs, synchronous, locking_mode
        super().__init__(self._reader.rows)
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
            super().__init__(self._rows_of_writer)

    def _open_to_read(self) -> None:
        if not os.path.exists(self.path):
            raise StoreError(f"there is no journal at {self.path}")
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
        """Open the journal anew after a failure; it raises as long as the store takes no writes."""
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

    @contextmanager
    def turn(self, after: int, commands: Collection[str] = ()) -> Iterator[SqliteTurn]:
        """The right to append; on leaving, everything appended is on disk. Any failure is a `StoreError`."""
        with self._turning:
            try:
                turn = self._begin(after, commands)
                yield turn
                if (seal := turn.sealing.seal()) is not None:
                    self.write_seals(turn, (seal,))
                    self._proven = seal
                self._commit()
            except BaseException:
                self._roll_back()
                raise
            finally:
                self._turn = None

    def _begin(self, after: int, commands: Collection[str]) -> SqliteTurn:
        writer = self._writable()
        try:
            writer.execute("BEGIN IMMEDIATE").close()
            found = [Entry._make(row) for row in writer.execute(FROM_ENTRY, (after,))]
            asked = [(command,) for command in commands]
            known: list[Any] = writer.executemany(ANSWER, asked).fetchall() if asked else []
            seals: list[Any] = writer.execute(LAST_SEAL, (END,)).fetchall() if self.sealer else []
        except (apsw.Error, UnicodeError) as error:
            raise self._fail(error) from error
        if after and not found:
            raise StoreError(f"{self.path} ends before entry {after}: it is not the journal that was read")
        last = Seal._make(seals[0]) if seals else None
        if found:
            self._check(Head(found[-1].seq, found[-1].hash), last)
        if after:
            del found[0]
        sealing = Sealing(self.sealer, last)
        self._turn = SqliteTurn(self, found, {row[0]: Answer._make(row) for row in known}, sealing)
        return self._turn

    def write(
        self, turn: SqliteTurn, entries: Sequence[Entry], balances: Mapping[str, int], answers: Sequence[Answer]
    ) -> None:
        """What a turn appends; only for the turn that is under way."""
        writer = self._writable()
        if turn is not self._turn:
            raise StoreError("the turn is over")
        try:
            if entries:
                writer.executemany(APPEND, entries).close()
            if balances:
                writer.executemany(BALANCE, list(balances.items())).close()
            if answers:
                writer.executemany(ANSWERED, answers).close()
        except (apsw.Error, OverflowError, UnicodeError) as error:
            raise self._fail(error) from error

    def write_seals(self, turn: SqliteTurn, seals: Sequence[Seal]) -> None:
        """The seal of a turn, or those of a journal that is copied."""
        writer = self._writable()
        if turn is not self._turn:
            raise StoreError("the turn is over")
        try:
            writer.executemany(SEALED, seals).close()
        except apsw.Error as error:
            raise self._fail(error) from error

    def _commit(self) -> None:
        writer = self._writable()
        try:
            writer.execute("COMMIT").close()
        except apsw.Error as error:
            raise self._fail(error) from error

    def _roll_back(self) -> None:
        if self._writer is None or not self._writer.in_transaction:
            return
        try:
            self._writer.execute("ROLLBACK").close()
        except apsw.Error as error:
            self._fail(error)

    def _writable(self) -> apsw.Connection:
        if self._failed:
            raise StoreError(f"{self.path} failed and must be opened again: {self._failed}")
        if self.read_only:
            raise StoreError(f"{self.path} was opened to be read only")
        if self._writer is None:
            raise StoreError(f"{self.path} is closed")
        return self._writer

    def _fail(self, error: Exception) -> StoreError:
        """After a failure nobody knows what is on disk until the journal is opened, and recovered, anew."""
        because = str(error) or type(error).__name__
        self._failed = self._failed or because
        return StoreError(f"{self.path} failed: {because}")

    # ---- reading and the rest ------------------------------------------------------------------------------

    def _rows_of_writer(self, query: str, values: tuple[Any, ...]) -> list[Any]:
        try:
            return self._writable().execute(query, values).fetchall()
        except apsw.Error as error:
            raise StoreError(f"{self.path} cannot be read: {error}") from error

    @contextmanager
    def snapshot(self) -> Iterator[SqlReading]:
        """The journal, the balances and the answers of one moment, whatever is appended meanwhile."""
        if self._alone:
            with self._turning:
                yield self
            return
        reader = SqliteReader(self.path, busy_ms=BUSY_MS, one_moment=True)
        try:
            reading = SqlReading(reader.rows)
            reading.head()
            yield reading
        finally:
            reader.close()

    def backup(self, to: str) -> None:
        """A copy in a new file, whole and on disk, taken while the store is in use."""
        if self._alone:
            with self._turning:
                copy(self._writable(), to)
            return
        reader = SqliteReader(self.path, busy_ms=BUSY_MS)
        with reader.lent() as connection:
            copy(connection, to, reader.check_one_moment)

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
