"""A new file that is whole or not there, and is never written over another.

It is written under another name, and takes its own only when it is whole and on disk. From its first byte it is
readable by its owner alone, whatever the umask: copies of a journal hold secrets of shuffles, and hashes of passwords.
"""

from __future__ import annotations

import os
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
