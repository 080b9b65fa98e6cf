"""A copy of an SQLite journal into a new file, taken while the journal is in use.

The copy is made under another name and takes its own only when it is whole and on disk; a name in use is refused.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import apsw

from upcard.floor.store.store import StoreError


@contextmanager
def new_file(to: str) -> Iterator[str]:
    """A name to write under; on leaving, the file takes the name that was asked for, in one step."""
    part = f"{to}.part"
    try:
        os.close(os.open(to, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644))
    except FileExistsError as error:
        raise StoreError(f"{to} is there already, and is not written over") from error
    except OSError as error:
        raise StoreError(f"{to} cannot be made: {error.strerror}") from error
    try:
        _remove(part)
        yield part
        if os.path.exists(f"{part}-wal"):
            raise StoreError(f"{to} cannot be made: a part of it stayed in its log")
        _sync(part)
        os.replace(part, to)
        _sync(os.path.dirname(os.path.abspath(to)))
    except BaseException as error:
        _remove(to)
        if isinstance(error, OSError):
            raise StoreError(f"{to} cannot be made: {error.strerror}") from error
        raise
    finally:
        _remove(part)


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


def _remove(path: str) -> None:
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
