"""An SQLite file made ready for writing: ours, safe on disk, of this program's schema, or refused in one sentence."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import apsw

from upcard.store.migrate import PROBE, migrations, pending, unreadable
from upcard.store.new_file import create_private
from upcard.store.sql_reader import Rows
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


def settle(connection: apsw.Connection, path: str, *, synchronous: str, lasting: bool = True) -> None:
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
