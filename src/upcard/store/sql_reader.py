"""The reading of a journal in plain SQL that both databases understand.

Long answers come in pages: between two of them no lock and no transaction is held, so that whoever reads never keeps
the writers waiting. The journal only grows, so the pages fit together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from upcard.store.entry import GENESIS, Answer, Entry
from upcard.store.seal import Seal, Sealer
from upcard.store.store import Head

Rows: TypeAlias = Callable[[str, tuple[Any, ...]], list[Any]]
"""Runs a query, with a question mark for each value, and brings every row."""

PAGE = 1000
END = 2**63 - 1

LAST = "SELECT seq, hash FROM entry ORDER BY seq DESC LIMIT 1"
FROM_ENTRY = (
    "SELECT seq, stream, version, command, at, by, event, postings, hash FROM entry WHERE seq >= ? ORDER BY seq"
)
ENTRIES = (
    "SELECT seq, stream, version, command, at, by, event, postings, hash FROM entry"
    " WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?"
)
# The sign before seq keeps the planner to the index of the streams, in which few entries lie before the answer.
STREAM_UPTO = "SELECT version FROM entry WHERE stream = ? AND +seq <= ? ORDER BY version DESC LIMIT 1"
STREAM = (
    "SELECT seq, stream, version, command, at, by, event, postings, hash FROM entry"
    " WHERE stream = ? AND version > ? AND +seq <= ? ORDER BY version LIMIT ?"
)
BALANCES = "SELECT account, micros FROM balance ORDER BY account"
ANSWER = "SELECT id, digest, first, last, refusal FROM command WHERE id = ?"
ANSWERS = "SELECT id, digest, first, last, refusal FROM command WHERE id > ? ORDER BY id LIMIT ?"
SEALS = (
    "SELECT seal.first, seal.last, seal.hash, seal.answers, seal.before, seal.signer, seal.signature, entry.hash"
    " FROM seal LEFT JOIN entry ON entry.seq = seal.last WHERE seal.last > ? ORDER BY seal.last LIMIT ?"
)
LAST_SEAL = (
    "SELECT first, last, hash, answers, before, signer, signature FROM seal WHERE last <= ? ORDER BY last DESC LIMIT 1"
)
SEALED_SCHEMA = "SELECT number FROM migration WHERE number = 2"
"""Journals of the first schema have no seals."""


class SqlReading:
    """A journal read through a function that runs a query."""

    sealer: Sealer | None = None
    _proven: Seal | None = None
    """The last seal that was checked or made here: it need not be checked again before every turn."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    def head(self) -> Head:
        """The last entry's place and hash; 0 and the genesis where there is none."""
        last = self._rows(LAST, ())
        return Head(*last[0]) if last else Head(0, GENESIS)

    def entries(self, after: int = 0, *, stream: str | None = None, upto: int | None = None) -> Iterator[Entry]:
        """The journal in order, or one stream of it; `after` and `upto` are places in the whole journal."""
        end = END if upto is None else upto
        if stream is not None:
            return self._stream(stream, after, end)
        return self._journal(after, end)

    def _journal(self, after: int, end: int) -> Iterator[Entry]:
        while page := self._rows(ENTRIES, (after, end, PAGE)):
            yield from map(Entry._make, page)
            if len(page) < PAGE:
                return
            after = page[-1][0]

    def _stream(self, stream: str, after: int, end: int) -> Iterator[Entry]:
        before = self._rows(STREAM_UPTO, (stream, after)) if after else []
        version = before[0][0] if before else 0
        while page := self._rows(STREAM, (stream, version, end, PAGE)):
            yield from map(Entry._make, page)
            if len(page) < PAGE:
                return
            version = page[-1][2]

    def carried_names(self, table: str) -> list[str]:
        """The files that a backup on SQLite carries in a table of its own; none where there is no such table."""
        if not self._rows("SELECT 1 FROM sqlite_schema WHERE name = ?", (table,)):
            return []
        return [name for (name,) in self._rows(f"SELECT DISTINCT name FROM {table}", ())]

    def carried_parts(self, table: str, name: str) -> Iterator[tuple[int, bytes]]:
        """The parts of one of them in order, one at a time: together they may be longer than the memory."""
        number = 0
        while page := self._rows(f"SELECT part, content FROM {table} WHERE name = ? AND part = ?", (name, number)):
            yield page[0]
            number += 1

    def balances(self) -> dict[str, int]:
        """Every account that ever held anything, in micros."""
        return dict(self._rows(BALANCES, ()))

    def answer(self, command: str) -> Answer | None:
        """What a command was answered."""
        found = self._rows(ANSWER, (command,))
        return Answer(*found[0]) if found else None

    def answers(self) -> Iterator[Answer]:
        """Every answer, in the order of the ids."""
        after = ""
        while page := self._rows(ANSWERS, (after, PAGE)):
            yield from map(Answer._make, page)
            if len(page) < PAGE:
                return
            after = page[-1][0]

    def seals(self, after: int = 0) -> Iterator[tuple[Seal, bytes | None]]:
        """The seals that end after an entry, in order, each with the stored hash of the entry that it ends at."""
        while self._rows(SEALED_SCHEMA, ()) and (page := self._rows(SEALS, (after, PAGE))):
            yield from ((Seal._make(row[:7]), row[7]) for row in page)
            if len(page) < PAGE:
                return
            after = page[-1][1]

    def last_seal(self, upto: int | None = None) -> Seal | None:
        """The last seal, or the last that ends at an entry or before it."""
        found = self._rows(LAST_SEAL, (END if upto is None else upto,)) if self._rows(SEALED_SCHEMA, ()) else []
        return Seal._make(found[0]) if found else None

    def prove(self, end: Head) -> None:
        """Refuse entries that were read up to `end` and are not sealed: a `ForeignEntry`. Without a key none is."""
        if self.sealer is not None:
            self._check(end, self.last_seal(end.seq))

    def _check(self, end: Head, last: Seal | None) -> None:
        if self.sealer is None or (last is not None and last == self._proven and last[1:3] == end):
            return
        self.sealer.check(end, last)
        self._proven = last
