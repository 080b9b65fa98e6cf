"""A connection that only reads an SQLite journal, and leaves no trace beside it.

While a journal is in use, a log lies beside it, and readers take part in its locks. Where there is no log nobody
writes; SQLite would make one even to read, so the file is then read as one that does not change. That this was so is
looked at after each query: if a writer has come meanwhile, the query is asked again through the log.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any, NamedTuple
from urllib.parse import quote

import apsw

from upcard.store.store import StoreError


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

    @contextmanager
    def lent(self) -> Iterator[apsw.Connection]:
        """The connection itself, for what is not a query, and closed after it."""
        try:
            yield self._open()
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
