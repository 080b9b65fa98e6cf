"""A store whose process dies at one of its turns: before the commit, or after it and before anybody is answered."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Literal

from upcard.store.store import Answer, Entry, Head, Seal, SealedReading, Store, Turn

When = Literal["before the commit", "after the commit"]
DEATHS: tuple[When, ...] = ("before the commit", "after the commit")


class Died(Exception):
    """The process is gone; nobody was told anything."""


class DyingStore:
    """Passes everything on to a store, until its time has come."""

    def __init__(self, store: Store, turns: int, when: When) -> None:
        self.store = store
        self.sealer = store.sealer
        self._left = turns
        self._when = when

    @contextmanager
    def turn(self, after: int, commands: Collection[str] = ()) -> Iterator[Turn]:
        self._left -= 1
        with self.store.turn(after, commands) as turn:
            yield turn
            if self._left <= 0 and self._when == "before the commit":
                raise Died
        if self._left <= 0:
            raise Died

    def head(self) -> Head:
        return self.store.head()

    def entries(self, after: int = 0, *, stream: str | None = None, upto: int | None = None) -> Iterator[Entry]:
        return self.store.entries(after, stream=stream, upto=upto)

    def balances(self) -> dict[str, int]:
        return self.store.balances()

    def answer(self, command: str) -> Answer | None:
        return self.store.answer(command)

    def answers(self) -> Iterator[Answer]:
        return self.store.answers()

    def seals(self, after: int = 0) -> Iterator[tuple[Seal, bytes | None]]:
        return self.store.seals(after)

    def last_seal(self, upto: int | None = None) -> Seal | None:
        return self.store.last_seal(upto)

    def prove(self, end: Head) -> None:
        self.store.prove(end)

    def snapshot(self) -> AbstractContextManager[SealedReading]:
        return self.store.snapshot()

    def backup(self, to: str) -> None:
        self.store.backup(to)

    def reopen(self) -> None:
        self.store.reopen()

    def close(self) -> None:
        self.store.close()


def left_behind(path: Path, to: Path) -> Path:
    """What a process that was killed leaves of an SQLite journal: the file and its log, which nobody has closed."""
    shutil.copyfile(path, to)
    log = path.with_name(path.name + "-wal")
    if log.exists():
        shutil.copyfile(log, to.with_name(to.name + "-wal"))
    return to
