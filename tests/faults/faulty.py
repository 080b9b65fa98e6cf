"""Stores with a fault, for the tests of the tests."""

from __future__ import annotations

import contextlib
from collections.abc import Collection

import apsw

from upcard.store.sql_store import SqlTurn
from upcard.store.sqlite import SqliteStore


class HastyStore(SqliteStore):
    """Commits when the next turn begins, or when it is closed: whoever is answered meanwhile is told too much."""

    def _commit(self, writer: apsw.Connection) -> None:
        pass

    def _begin(self, after: int, commands: Collection[str]) -> SqlTurn:
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

    def _commit(self, writer: apsw.Connection) -> None:
        with contextlib.suppress(apsw.Error):
            super()._commit(writer)


class HalvingStore(SqliteStore):
    """Commits the answers by themselves, after the entries that they speak of."""

    def _write(self, turn: SqlTurn, *, commit: bool) -> None:
        if turn.answers:
            answers, turn.answers = turn.answers, []
            super()._write(turn, commit=True)
            self._writable().execute("BEGIN IMMEDIATE").close()
            turn.forget()
            turn.answers = answers
        super()._write(turn, commit=commit)
