"""An SQLite file: made ready for writing, or refused in one sentence; read without a trace; and copied.

While a journal is in use, a log lies beside it, and readers take part in its locks. Where there is no log nobody
writes; SQLite would make one even to read, so the file is then read as one that does not change. That this was so is
looked at after each query: if a writer has come meanwhile, the query is asked again through the log.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Any, NamedTuple
from urllib.parse import quote

import apsw

from upcard.store.files import create_private, new_file
from upcard.store.sql_store import PROBE, Rows, migrations, pending, unreadable
from upcard.store.store import StoreError

OURS = 0x55706364
"""The mark in the header of a file that is a journal of this program."""

OLDEST = (3, 51, 3)
"""Before it, SQLite could corrupt a database by resetting its log while another connection wrote."""

CARRIED = "carried"
"""The table that a backup has and a journal in use has not: files that belong to the journal."""

SAFE = {"full": 2, "extra": 3}
"""What SQLite may be told of syncing: anything less loses what was acknowledged when the power fails."""

CHECKPOINT_PAGES = 4000
CACHE_KIB = 64 * 1024


def check_library() -> None:
    """Refuses an SQLite library with the fault."""
    version = apsw.sqlite_lib_version()
    if tuple(int(part) for part in version.split(".")) < OLDEST:
        oldest = ".".join(str(part) for part in OLDEST)
        raise StoreError(f"SQLite {version} can corrupt a journal: {oldest} or later is needed")


def check_synchronous(asked: str) -> None:
    """Refuses to write without waiting for the disk."""
    if asked not in SAFE:
        raise StoreError(f"synchronous={asked} could lose acknowledged entries: it must be full or extra")


def connect(path: str, *, vfs: str | None, busy_ms: int, locking_mode: str) -> apsw.Connection:
    """A connection that may write, to a file that is ours or new; nothing is written yet."""
    try:
        if vfs is None:  # SQLite would ask the umask who may read it, and gives its log the same rights
            with suppress(FileExistsError):
                create_private(path)
        connection = apsw.Connection(path, vfs=vfs)
    except OSError as error:
        raise StoreError(f"{path} cannot be opened: {error.strerror}") from error
    except apsw.Error as error:
        raise StoreError(f"{path} cannot be opened: {error}") from error
    connection.set_busy_timeout(busy_ms)
    if locking_mode == "exclusive":  # before anything is read, so that no memory is ever shared
        connection.pragma("locking_mode", "exclusive")
    try:
        check_ours(path, lambda query, values: connection.execute(query, values).fetchall(), new=True)
    except BaseException:
        connection.close(True)
        raise
    return connection


def check_ours(path: str, rows: Rows, *, new: bool = False) -> None:
    """Refuses a file of something else; an empty one is in order only where a `new` journal may begin."""
    strange = StoreError(f"{path} is not a journal of this program")
    try:
        mark = rows("PRAGMA application_id", ())[0][0]
        empty = not rows("SELECT 1 FROM sqlite_schema LIMIT 1", ())
    except apsw.NotADBError as error:
        raise strange from error
    except StoreError as error:
        raise strange if isinstance(error.__cause__, apsw.NotADBError) else error from error.__cause__
    except apsw.Error as error:
        raise StoreError(f"{path} cannot be read: {error}") from error
    if mark != OURS and not (new and empty and mark == 0):
        raise strange
    if new and rows("SELECT 1 FROM sqlite_schema WHERE name = ?", (CARRIED,)):
        raise StoreError(f"{path} is a backup: make a store of it with `upcard floor restore`")


def settle(connection: apsw.Connection, path: str, *, synchronous: str = "full", lasting: bool = True) -> None:
    """The settings under which a commit is on disk, read back where SQLite would be silent about ignoring them."""
    mode = connection.pragma("journal_mode", "wal")
    if mode != ("wal" if lasting else "memory"):
        raise StoreError(f"{path} cannot keep a write-ahead log (its journal_mode is {mode})")
    connection.pragma("synchronous", synchronous)
    if connection.pragma("synchronous") != SAFE[synchronous]:
        raise StoreError(f"{path} does not keep synchronous={synchronous}")
    # Where a sync only reaches the cache of the drive unless it is asked for more, as on macOS.
    connection.pragma("fullfsync", True)
    connection.pragma("checkpoint_fullfsync", True)
    connection.pragma("foreign_keys", True)
    connection.pragma("trusted_schema", False)
    connection.pragma("cache_size", -CACHE_KIB)
    connection.pragma("wal_autocheckpoint", CHECKPOINT_PAGES)
    # Without it a `PRAGMA writable_schema` on this connection could take the triggers away unseen.
    connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)


def migrate(connection: apsw.Connection) -> None:
    """Runs what is to be run, all of it or nothing."""
    connection.execute("BEGIN IMMEDIATE").close()
    try:
        connection.execute(
            "CREATE TABLE IF NOT EXISTS migration (number INTEGER PRIMARY KEY, sha256 BLOB NOT NULL) STRICT"
        ).close()
        found: list[Any] = connection.execute("SELECT number, sha256 FROM migration").fetchall()
        for step in pending(migrations("sqlite"), dict(found)):
            connection.execute(step.text).close()
            connection.execute("INSERT INTO migration VALUES (?, ?)", (step.number, step.digest)).close()
        if connection.pragma("application_id") != OURS:
            connection.pragma("application_id", OURS)
    except BaseException:
        connection.execute("ROLLBACK").close()
        raise
    connection.execute("COMMIT").close()


def sync(connection: apsw.Connection) -> None:
    """Everything that can be read is on disk: a process that was killed may have left a commit that was not."""
    connection.wal_checkpoint(None, apsw.SQLITE_CHECKPOINT_PASSIVE)


def probe(connection: apsw.Connection | None, path: str) -> None:
    """One commit that changes nothing: whether the disk takes writes."""
    assert connection is not None
    try:
        connection.execute(PROBE).close()
    except apsw.Error as error:
        raise StoreError(f"{path} takes no writes: {error}") from error


def check_schema(path: str, rows: Rows) -> None:
    """Refuses to read a journal of another schema than this program's."""
    if unreadable(migrations("sqlite"), dict(rows("SELECT number, sha256 FROM migration", ()))):
        raise StoreError(f"{path} has an older schema: open it for writing once")


# ---- read without a trace ------------------------------------------------------------------------------------


class _Quiet(NamedTuple):
    """What a file looks like that nobody writes; another look means that somebody did."""

    inode: int
    size: int
    changed: int


class SqliteReader:
    """Queries on a connection of its own; `rows` may be called from any thread."""

    def __init__(self, path: str, *, busy_ms: int = 5000, one_moment: bool = False) -> None:
        self._path = path
        self._busy_ms = busy_ms
        self._one_moment = one_moment
        self._lock = Lock()
        self._quiet: _Quiet | None = None
        self._connection: apsw.Connection | None = None
        self._closed = False

    def rows(self, query: str, values: tuple[Any, ...] = ()) -> list[Any]:
        """Every row of the answer."""
        with self._lock:
            if self._closed:
                raise StoreError(f"{self._path} was closed")
            try:
                found = self._ask(query, values)
                while self._disturbed():
                    if self._one_moment:
                        self.check_one_moment()
                    self._let_go()
                    found = self._ask(query, values)
            except (apsw.Error, OSError) as error:
                self._let_go()
                raise StoreError(f"{self._path} cannot be read: {error}") from error
        return found

    def copy(self, to: str) -> None:
        """All of the file in a new one, refused if it was written meanwhile; the connection is closed after it."""
        try:
            copy(self._open(), to, self.check_one_moment)
        except (apsw.Error, OSError) as error:
            raise StoreError(f"{self._path} cannot be read: {error}") from error
        finally:
            self.close()

    def check_one_moment(self) -> None:
        """Refuses what was read as a whole from a file at rest, if the file was written meanwhile."""
        if self._disturbed():
            raise StoreError(f"{self._path} was written while it was read as a whole: read it again")

    def _ask(self, query: str, values: tuple[Any, ...]) -> list[Any]:
        if self._connection is None:
            connection = self._open()
            if self._one_moment:
                connection.execute("BEGIN").close()
        return self._open().execute(query, values).fetchall()

    def _disturbed(self) -> bool:
        return self._quiet is not None and self._quiet != _look(self._path)

    def _open(self) -> apsw.Connection:
        if self._connection is not None:
            return self._connection
        self._quiet = _look(self._path)
        still = "&immutable=1" if self._quiet is not None else ""
        flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        connection = apsw.Connection(f"file:{quote(self._path)}?mode=ro{still}", flags=flags)
        connection.set_busy_timeout(self._busy_ms)
        connection.pragma("query_only", True)
        self._connection = connection
        return connection

    def _let_go(self) -> None:
        if self._connection is not None:
            self._connection.close(True)
            self._connection = None

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._closed = True
            self._let_go()


def _look(path: str) -> _Quiet | None:
    """The look of a journal that nobody has open; None where there is a log beside it."""
    if os.path.exists(f"{path}-wal"):
        return None
    seen = os.stat(path)
    return _Quiet(seen.st_ino, seen.st_size, seen.st_mtime_ns)


def copy(source: apsw.Connection, to: str, check: Callable[[], None] = lambda: None) -> None:
    """The journal as it is at one moment, in a new file; `check` may still refuse the copy when it is made."""
    with new_file(to) as part:
        try:
            target = apsw.Connection(part)
            try:
                # All in one step: between two, a commit of the writer would make the copy begin again.
                with target.backup("main", source, "main") as backup:
                    backup.step(-1)
            finally:
                target.close(True)
        except apsw.Error as error:
            raise StoreError(f"the journal cannot be copied to {to}: {error}") from error
        check()
