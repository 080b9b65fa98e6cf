"""Stores with a fault, for the tests of the tests."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Mapping, Sequence

from upcard.store.entry import Answer, Entry
from upcard.store.sqlite import SqliteStore, SqliteTurn
from upcard.store.store import StoreError


class HastyStore(SqliteStore):
    """Commits when the next turn begins, or when it is closed: whoever is answered meanwhile is told too much."""

    def _commit(self) -> None:
        pass

    def _begin(self, after: int, commands: Collection[str]) -> SqliteTurn:
        self._commit_late()
        return super()._begin(after, commands)

    def _commit_late(self) -> None:
        if self._writer is not None and self._writer.in_transaction:
            self._writer.execute("COMMIT").close()

    def close(self) -> None:
        self._commit_late()
        super().close()


class DeafStore(SqliteStore):
    """Does not hear that a commit has failed."""

    def _commit(self) -> None:
        with contextlib.suppress(StoreError):
            super()._commit()
        self._failed = ""


class HalvingStore(SqliteStore):
    """Commits the answers by themselves, after the entries that they speak of."""

    def write(
        self, turn: SqliteTurn, entries: Sequence[Entry], balances: Mapping[str, int], answers: Sequence[Answer]
    ) -> None:
        super().write(turn, entries, balances, ())
        self._commit()
        assert self._writer is not None
        self._writer.execute("BEGIN IMMEDIATE").close()
        super().write(turn, (), {}, answers)
