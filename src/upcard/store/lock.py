"""The right of one process to write a file: a lock that the kernel lets go when its holder dies."""

from __future__ import annotations

import os
import sys

from upcard.store.store import StoreError


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
