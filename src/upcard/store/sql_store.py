"""A journal in plain SQL that both databases understand: read, appended to in turns, and its schema brought up to date.

Long answers come in pages: between two of them no lock and no transaction is held, so that whoever reads never keeps
the writers waiting. The journal only grows, so the pages fit together.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib.resources import files
from threading import Lock
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from upcard.store.store import GENESIS, Answer, Entry, Head, Seal, Sealer, Sealing, StoreError, one_line

C = TypeVar("C")
"""The connection of a database's driver."""

Rows: TypeAlias = Callable[[str, tuple[Any, ...]], list[Any]]
"""Runs a query, with a question mark for each value, and brings every row."""

PAGE = 1000
END = 2**63 - 1

_ENTRY, _ANSWER, _SEAL = (", ".join(row._fields) for row in (Entry, Answer, Seal))
LAST = "SELECT seq, hash FROM entry ORDER BY seq DESC LIMIT 1"
FROM_ENTRY = f"SELECT {_ENTRY} FROM entry WHERE seq >= ? ORDER BY seq"
ENTRIES = f"SELECT {_ENTRY} FROM entry WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?"
# The sign before seq keeps the planner to the index of the streams, in which few entries lie before the answer.
STREAM_UPTO = "SELECT version FROM entry WHERE stream = ? AND +seq <= ? ORDER BY version DESC LIMIT 1"
STREAM = f"SELECT {_ENTRY} FROM entry WHERE stream = ? AND version > ? AND +seq <= ? ORDER BY version LIMIT ?"
BALANCES = "SELECT account, micros FROM balance ORDER BY account"
ANSWER = f"SELECT {_ANSWER} FROM command WHERE id = ?"
ANSWERS = f"SELECT {_ANSWER} FROM command WHERE id > ? ORDER BY id LIMIT ?"
SEALS = (
    f"SELECT {', '.join(f'seal.{field}' for field in Seal._fields)}, entry.hash"
    " FROM seal LEFT JOIN entry ON entry.seq = seal.last WHERE seal.last > ? ORDER BY seal.last LIMIT ?"
)
LAST_SEAL = f"SELECT {_SEAL} FROM seal WHERE last <= ? ORDER BY last DESC LIMIT 1"
SEALED_SCHEMA = "SELECT number FROM migration WHERE number = 2"
"""Journals of the first schema have no seals."""


class SqlReading:
    """A `SealedReading` of a journal, through a function that runs a query."""

    sealer: Sealer | None = None
    _proven: Seal | None = None
    """The last seal that was checked or made here: it need not be checked again before every turn."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    def head(self) -> Head:
        last = self._rows(LAST, ())
        return Head(*last[0]) if last else Head(0, GENESIS)

    def entries(self, after: int = 0, *, stream: str | None = None, upto: int | None = None) -> Iterator[Entry]:
        end = END if upto is None else upto
        if stream is not None:
            return self._stream(stream, after, end)
        return map(Entry._make, self._pages(lambda seq: (ENTRIES, (seq, end, PAGE)), after, 0))

    def _stream(self, stream: str, after: int, end: int) -> Iterator[Entry]:
        before = self._rows(STREAM_UPTO, (stream, after)) if after else []
        version = before[0][0] if before else 0
        yield from map(Entry._make, self._pages(lambda since: (STREAM, (stream, since, end, PAGE)), version, 2))

    def _pages(self, query: Callable[[Any], tuple[str, tuple[Any, ...]]], after: Any, column: int) -> Iterator[Any]:
        """Every row of a long answer; the query is told how far it came, by a column of the last row."""
        while page := self._rows(*query(after)):
            yield from page
            if len(page) < PAGE:
                return
            after = page[-1][column]

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
        return dict(self._rows(BALANCES, ()))

    def answer(self, command: str) -> Answer | None:
        found = self._rows(ANSWER, (command,))
        return Answer(*found[0]) if found else None

    def answers(self) -> Iterator[Answer]:
        return map(Answer._make, self._pages(lambda id: (ANSWERS, (id, PAGE)), "", 0))

    def seals(self, after: int = 0) -> Iterator[tuple[Seal, bytes | None]]:
        if self._rows(SEALED_SCHEMA, ()):
            for row in self._pages(lambda last: (SEALS, (last, PAGE)), after, 1):
                yield Seal._make(row[:7]), row[7]

    def last_seal(self, upto: int | None = None) -> Seal | None:
        found = self._rows(LAST_SEAL, (END if upto is None else upto,)) if self._rows(SEALED_SCHEMA, ()) else []
        return Seal._make(found[0]) if found else None

    def prove(self, end: Head) -> None:
        if self.sealer is not None:
            self._check(end, self.last_seal(end.seq))

    def _check(self, end: Head, last: Seal | None) -> None:
        if self.sealer is None or (last is not None and last == self._proven and last[1:3] == end):
            return
        self.sealer.check(end, last)
        self._proven = last


class SqlTurn:
    """The `Turn` of a store; what is appended waits to be sent."""

    def __init__(
        self, store: SqlStore[Any], missed: Sequence[Entry], known: Mapping[str, Answer], sealing: Sealing
    ) -> None:
        self._store = store
        self.missed = missed
        self.known = known
        self.sealing = sealing
        self.forget()

    def forget(self) -> None:
        """What waited was sent."""
        self.entries: list[Entry] = []
        self.balances: dict[str, int] = {}
        self.answers: list[Answer] = []
        self.seals: list[Seal] = []

    def append(self, entries: Sequence[Entry], balances: Mapping[str, int], answers: Sequence[Answer]) -> None:
        self._store.check_turn(self)
        self.entries += entries
        self.balances.update(balances)
        self.answers += answers
        self.sealing.add(entries, answers)
        self._send_many()

    def carry(self, seals: Sequence[Seal]) -> None:
        self._store.check_turn(self)
        self.seals += seals
        self._send_many()

    def _send_many(self) -> None:
        if len(self.entries) + len(self.answers) + len(self.seals) > self._store.most_waiting:
            self._store.send(self)


class SqlStore(SqlReading, ABC, Generic[C]):
    """A `Store`, appended to in turns; what only its database knows is asked of a subclass."""

    errors: tuple[type[Exception], ...]
    """What the driver raises when it fails, or is given what no journal takes."""
    most_waiting: int
    """How many rows a turn keeps before it sends them ahead of its end."""

    def __init__(self, name: str, rows: Rows, *, read_only: bool) -> None:
        """`name` is what messages call the journal."""
        super().__init__(rows)
        self._name = name
        self.read_only = read_only
        self._turning = Lock()
        self._turn: SqlTurn | None = None
        self._failed = ""
        self._writer: C | None = None

    @contextmanager
    def turn(self, after: int, commands: Collection[str] = ()) -> Iterator[SqlTurn]:
        with self._turning:
            try:
                self._turn = turn = self._begin(after, commands)
                yield turn
                if (seal := turn.sealing.seal()) is not None:
                    turn.seals.append(seal)
                    self._proven = seal
                self.send(turn, commit=True)
            except BaseException:
                try:
                    self._roll_back()
                except self.errors as error:
                    self._fail(error)
                raise
            finally:
                self._turn = None

    def _begin(self, after: int, commands: Collection[str]) -> SqlTurn:
        try:
            rows, known, seals = self._take(after, commands)
        except self.errors as error:
            raise self._fail(error) from error
        found = [Entry._make(row) for row in rows]
        if after and not found:
            raise StoreError(f"{self._name} ends before entry {after}: it is not the journal that was read")
        last = Seal._make(seals[0]) if seals else None
        if found:
            self._check(Head(found[-1].seq, found[-1].hash), last)
        if after:
            del found[0]
        return SqlTurn(self, found, {row[0]: Answer._make(row) for row in known}, Sealing(self.sealer, last))

    @abstractmethod
    def _take(self, after: int, commands: Collection[str]) -> tuple[list[Any], list[Any], list[Any]]:
        """Begin a transaction alone: the entries from `after` on, the answers to the commands, and the last seal."""

    def send(self, turn: SqlTurn, *, commit: bool = False) -> None:
        """What a turn has appended, and its end."""
        try:
            self._write(turn, commit=commit)
        except self.errors as error:
            raise self._fail(error) from error
        turn.forget()

    @abstractmethod
    def _write(self, turn: SqlTurn, *, commit: bool) -> None:
        """What waits in a turn, and its end."""

    @abstractmethod
    def _roll_back(self) -> None:
        """End a transaction, if there is one, as if it had not been."""

    def check_turn(self, turn: SqlTurn) -> None:
        """Refuses a turn that is over."""
        self._writable()
        if turn is not self._turn:
            raise StoreError("the turn is over")

    def _writable(self) -> C:
        if self._failed:
            raise StoreError(f"{self._name} failed and must be opened again: {self._failed}")
        if self.read_only:
            raise StoreError(f"{self._name} was opened to be read only")
        if self._writer is None:
            raise StoreError(f"{self._name} is closed")
        return self._writer

    def _fail(self, error: Exception) -> StoreError:
        """After a failure nobody knows what is on disk until the journal is opened, and recovered, anew."""
        self._failed = self._failed or one_line(error)
        return StoreError(f"{self._name} failed: {one_line(error)}")


# ---- the numbered migrations of a database, and which of them are still to run ------------------------------------
# A database remembers the number and the SHA-256 of each migration that it has seen. One whose text has changed since,
# or one that this program does not know, means that the program and the database are not made for each other.

Database = Literal["sqlite", "postgres"]

PROBE = "UPDATE migration SET number = number WHERE number = 1"
"""A write that changes nothing, to see whether a database takes any."""


class Migration(NamedTuple):
    """One step of a schema, in the database's own words."""

    number: int
    text: str

    @property
    def digest(self) -> bytes:
        """The hash by which a database remembers it."""
        return sha256(self.text.encode()).digest()


@cache
def migrations(database: Database) -> tuple[Migration, ...]:
    """Every migration in the package, in order."""
    folder = files("upcard.store") / "migrations" / database
    found = sorted(file.name for file in folder.iterdir() if file.name.endswith(".sql"))
    texts = [(folder / name).read_bytes().replace(b"\r\n", b"\n").decode() for name in found]
    steps = tuple(Migration(int(name[:3]), text) for name, text in zip(found, texts, strict=True))
    assert [step.number for step in steps] == list(range(1, len(steps) + 1)), found
    return steps


def pending(steps: Sequence[Migration], ran: Mapping[int, bytes]) -> tuple[Migration, ...]:
    """What a database that has run some of the migrations has still to run."""
    if set(ran) - {step.number for step in steps}:
        raise StoreError(f"the journal's schema is number {max(ran)}, and this program knows {len(steps)}: it is older")
    for step in steps:
        if ran.get(step.number, step.digest) != step.digest:
            raise StoreError(f"migration {step.number} of the journal's schema is not the one that was run")
    if set(ran) != set(range(1, len(ran) + 1)):
        raise StoreError(f"the journal's schema lacks a migration before number {max(ran)}")
    return tuple(steps[len(ran) :])


def unreadable(steps: Sequence[Migration], ran: Mapping[int, bytes]) -> bool:
    """Whether a database is too old to be read: later migrations than the first only add to what it made."""
    return any(step.number == 1 for step in pending(steps, ran))
