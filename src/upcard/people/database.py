"""What the people ask of a database: to read, and to write alone. Queries have `?` where a value goes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeAlias

Rows: TypeAlias = list[tuple[Any, ...]]
Run: TypeAlias = Callable[[str, Sequence[object]], Rows]


class Database(Protocol):
    """One of the two; a failure is a `StoreError`, and then nothing of the transaction has happened."""

    def read(self, query: str, values: Sequence[object] = ()) -> Rows:
        """The rows of one query."""

    def write(self) -> AbstractContextManager[Run]:
        """A transaction that no other writer is in; on leaving it is on disk."""

    def close(self) -> None:
        """Let go of it."""
