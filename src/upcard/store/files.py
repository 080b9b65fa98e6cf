"""Files of a store: a new one that is whole or not there, and one that a single process writes.

A new file is never written over another. It is written under another name, and takes its own only when it is whole
and on disk. From its first byte it is readable by its owner alone, whatever the umask: copies of a journal hold secrets
of shuffles, and hashes of passwords.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from upcard.store.store import StoreError

OWNER_ONLY = 0o600


class NotMade(StoreError):
    """A file that could not be made; nothing is left of it."""


@contextmanager
def new_file(to: str) -> Iterator[str]:
    """The name of an empty file to write; on leaving, it takes the name that was asked for, in one step."""
    part = f"{to}.part"
    try:
        create_private(to)
    except FileExistsError as error:
        raise NotMade(f"{to} is there already, and is not written over: name a new file") from error
    except OSError as error:
        raise NotMade(f"{to} cannot be made: {error.strerror}") from error
    try:
        remove(part)
        create_private(part)
        yield part
        if os.path.exists(f"{part}-wal"):
            raise NotMade(f"{to} cannot be made: a part of it stayed in its log")
        _sync(part)
        os.replace(part, to)
        _sync(os.path.dirname(os.path.abspath(to)))
    except BaseException as error:
        remove(to)
        if isinstance(error, OSError):
            raise NotMade(f"{to} cannot be made: {error.strerror}") from error
        raise
    finally:
        remove(part)


def create_private(path: str) -> None:
    """An empty file that nobody else can read; one that is there already is an error."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))


def remove(path: str) -> None:
    """The file, with what SQLite lays beside it."""
    for name in (path, f"{path}-wal", f"{path}-shm", f"{path}-journal", f"{path}-lock"):
        with suppress(FileNotFoundError):
            os.unlink(name)


def _sync(path: str) -> None:
    if os.name == "nt" and os.path.isdir(path):
        return
    handle = os.open(path, os.O_RDONLY if os.name != "nt" else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# ---- the right of one process to write a file: a lock that the kernel lets go when its holder dies ---------------


class Held(StoreError):
    """Another process has the lock."""


class WriterLock:
    """A lock on a file beside the one that is written, held until it is released.

    The file itself stays: to delete it would let a third process lock a file that nobody else sees.
    """

    def __init__(self, database: str) -> None:
        try:
            self._file = os.open(f"{database}-lock", os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o644)
        except OSError as error:
            raise StoreError(f"{database} cannot be locked for writing: {error.strerror}") from error
        try:
            _lock(self._file)
        except OSError as error:
            os.close(self._file)
            what = "stop it first, or name another store with --db"
            raise Held(f"another process is writing {database}, and SQLite takes one writer only: {what}") from error

    def release(self) -> None:
        """Let another process write."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
