"""The store on PostgreSQL: any number of processes append, one turn after the other.

A turn is two round trips. The first takes the lock and then looks at what is new; the statements that look come after
the one that locks, so that they see all that was committed before. The second carries everything that was appended,
tells the listeners and commits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any

import psycopg
from msgspec.json import encode
from psycopg import ClientCursor, sql

from upcard.store import postgres_server as server
from upcard.store.entry import Answer, Entry
from upcard.store.migrate import PROBE
from upcard.store.postgres_server import Connection, one_line
from upcard.store.seal import Seal, Sealing
from upcard.store.sql_reader import FROM_ENTRY, LAST_SEAL, SqlReading
from upcard.store.store import Head, StoreError

PREPARED = (
    f"PREPARE new_entries (bigint) AS {FROM_ENTRY.replace('?', '$1')}",
    f"PREPARE last_seal AS {LAST_SEAL.replace('WHERE last <= ? ', '')}",
    "PREPARE known_answers (text[]) AS SELECT id, digest, first, last, refusal FROM command WHERE id = ANY ($1)",
    "PREPARE append_entries (json) AS INSERT INTO entry"
    " SELECT seq, stream, version, command, at, by, event, postings, decode(hash, 'hex') FROM json_to_recordset($1)"
    " AS added (seq bigint, stream text, version bigint, command text, at text, by text, event text, postings text,"
    " hash text)",
    "PREPARE set_balances (json) AS INSERT INTO balance SELECT key, value::bigint FROM json_each_text($1)"
    " ON CONFLICT (account) DO UPDATE SET micros = excluded.micros",
    "PREPARE append_answers (json) AS INSERT INTO command"
    " SELECT id, decode(digest, 'hex'), first, last, refusal FROM json_to_recordset($1)"
    " AS added (id text, digest text, first bigint, last bigint, refusal text)",
    "PREPARE append_seals (json) AS INSERT INTO seal"
    " SELECT first, last, decode(hash, 'hex'), decode(answers, 'hex'), decode(before, 'hex'), decode(signer, 'hex'),"
    " decode(signature, 'hex') FROM json_to_recordset($1)"
    " AS added (first bigint, last bigint, hash text, answers text, before text, signer text, signature text)",
)
"""The statements of a turn, planned once for each connection."""

TAKE = (
    "BEGIN ISOLATION LEVEL READ COMMITTED; SELECT pg_advisory_xact_lock(%s);"
    " EXECUTE new_entries (%s); EXECUTE known_answers (%s); EXECUTE last_seal"
)
APPEND = "EXECUTE append_entries (%s); SELECT pg_notify(%s, %s);"
BALANCE = "EXECUTE set_balances (%s);"
ANSWERED = "EXECUTE append_answers (%s);"
SEALED = "EXECUTE append_seals (%s);"

MOST_WAITING = 5000
"""How many entries and answers a turn keeps before it sends them ahead of its end."""


class PostgresTurn:
    """The sole right to append to the journal of one schema; what is appended is sent when the turn ends."""

    def __init__(
        self, store: PostgresStore, missed: Sequence[Entry], known: Mapping[str, Answer], sealing: Sealing
    ) -> None:
        self._store = store
        self.missed = missed
        self.known = known
        self.sealing = sealing
        self.seals: list[Seal] = []
        self.entries: list[Entry] = []
        self.balances: dict[str, int] = {}
        self.answers: list[Answer] = []

    def append(self, entries: Sequence[Entry], balances: Mapping[str, int], answers: Sequence[Answer]) -> None:
        """Entries with their hashes, the balances in micros of every account that they changed, and answers."""
        self._store.check_turn(self)
        self.entries += entries
        self.balances.update(balances)
        self.answers += answers
        self.sealing.add(entries, answers)
        if len(self.entries) + len(self.answers) > MOST_WAITING:
            self._store.send(self)

    def carry(self, seals: Sequence[Seal]) -> None:
        """Seals that were made elsewhere, for a copy of a journal."""
        self._store.check_turn(self)
        self.seals += seals


class PostgresStore(SqlReading):
    """A journal in one schema of a database."""

    def __init__(self, address: str, *, schema: str = "upcard", read_only: bool = False) -> None:
        """Opens the journal, and makes it if there is none."""
        self._address = address
        self.schema = schema
        self.read_only = read_only
        self._turning = Lock()
        self._reading = Lock()
        self._turn: PostgresTurn | None = None
        self._failed = ""
        self._reader: Connection | None = None
        self._writer: Connection | None = None
        self._closed = False
        self._key = 0
        super().__init__(self._rows)
        self._open()

    def _open(self) -> None:
        connection = self._connect()
        try:
            server.check_server(connection)
            if self.read_only:
                server.check_schema(connection, self.schema)
                self._reader = connection
            else:
                server.migrate(connection, self.schema)
                for statement in PREPARED:
                    connection.execute(statement.encode(), prepare=False)
                connection.execute(PROBE)
                self._writer = connection
            found = connection.execute("SELECT 'entry'::regclass::oid::bigint").fetchone()
            assert found is not None
            self._key = found[0]
        except psycopg.Error as error:
            connection.close()
            raise StoreError(f"the journal in {self.schema} cannot be opened: {one_line(error)}") from error
        except BaseException:
            connection.close()
            raise

    def reopen(self) -> None:
        """Open the journal anew after a failure; it raises as long as the store takes no writes."""
        with self._turning, self._reading:
            self._let_go()
            self._open()
            self._failed = ""

    def _let_go(self) -> None:
        for connection in (self._writer, self._reader):
            if connection is not None:
                connection.close()
        self._writer = self._reader = None

    def _connect(self, *, read_only: bool | None = None) -> Connection:
        return server.connect(self._address, self.schema, read_only=self.read_only if read_only is None else read_only)

    # ---- turns ---------------------------------------------------------------------------------------------

    @contextmanager
    def turn(self, after: int, commands: Collection[str] = ()) -> Iterator[PostgresTurn]:
        """The right to append; on leaving, everything appended is on disk. Any failure is a `StoreError`."""
        with self._turning:
            try:
                turn = self._begin(after, commands)
                yield turn
                self.send(turn, commit=True)
            except BaseException:
                self._roll_back()
                raise
            finally:
                self._turn = None

    def _begin(self, after: int, commands: Collection[str]) -> PostgresTurn:
        writer = self._writable()
        try:
            results = ClientCursor(writer)
            results.execute(TAKE, (self._key, after, list(commands)))
            results.nextset()
            results.nextset()
            found = [Entry._make(row) for row in results.fetchall()]
            results.nextset()
            known = results.fetchall()
            results.nextset()
            seals = results.fetchall()
        except (psycopg.Error, UnicodeError) as error:
            raise self._fail(error) from error
        if after and not found:
            raise StoreError(f"the journal in {self.schema} ends before entry {after}: it is not the one that was read")
        last = Seal._make(seals[0]) if seals else None
        if found:
            self._check(Head(found[-1].seq, found[-1].hash), last)
        if after:
            del found[0]
        sealing = Sealing(self.sealer, last)
        self._turn = PostgresTurn(self, found, {row[0]: Answer._make(row) for row in known}, sealing)
        return self._turn

    def check_turn(self, turn: PostgresTurn) -> None:
        """Refuses a turn that is over."""
        self._writable()
        if turn is not self._turn:
            raise StoreError("the turn is over")

    def send(self, turn: PostgresTurn, *, commit: bool = False) -> None:
        """What a turn has appended, and its end."""
        writer = self._writable()
        if commit and (seal := turn.sealing.seal()) is not None:
            turn.seals.append(seal)
            self._proven = seal
        try:
            steps, values = _steps(turn, self.schema)
            ClientCursor(writer).execute((steps + ("COMMIT" if commit else "")).encode(), values)
        except (psycopg.Error, OverflowError, UnicodeError) as error:
            raise self._fail(error) from error
        turn.entries, turn.balances, turn.answers, turn.seals = [], {}, [], []

    def _roll_back(self) -> None:
        writer = self._writer
        if writer is None or writer.closed or writer.info.transaction_status == psycopg.pq.TransactionStatus.IDLE:
            return
        try:
            writer.execute("ROLLBACK")
        except psycopg.Error as error:
            self._fail(error)

    def _writable(self) -> Connection:
        if self._failed:
            raise StoreError(f"the journal in {self.schema} failed and must be opened again: {self._failed}")
        if self.read_only:
            raise StoreError(f"the journal in {self.schema} was opened to be read only")
        if self._writer is None:
            raise StoreError(f"the journal in {self.schema} is closed")
        return self._writer

    def _fail(self, error: Exception) -> StoreError:
        """After a failure nobody knows what was committed until the journal is opened anew."""
        self._failed = self._failed or one_line(error)
        return StoreError(f"the journal in {self.schema} failed: {one_line(error)}")

    # ---- reading and the rest ------------------------------------------------------------------------------

    def _rows(self, query: str, values: tuple[Any, ...]) -> list[Any]:
        """On a connection beside the one that writes; a connection that is lost is made again by the next query."""
        with self._reading:
            if self._closed:
                raise StoreError(f"the journal in {self.schema} was closed")
            if self._reader is None or self._reader.closed:
                self._reader = self._connect(read_only=True)
            return _ask(self._reader, query, values)

    @contextmanager
    def snapshot(self) -> Iterator[SqlReading]:
        """The journal, the balances and the answers of one moment, whatever is appended meanwhile."""
        with self._connect(read_only=True) as connection:
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            reading = SqlReading(lambda query, values: _ask(connection, query, values))
            reading.head()
            yield reading

    def listen(self, timeout: float | None = None) -> Iterator[int]:
        """The place of the last entry: as it is now, and then after each turn of anybody, as soon as it is committed.

        It goes on for ever, or until nothing was heard for `timeout` seconds.
        """
        connection = self._connect(read_only=True)
        try:
            connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(self.schema)))
        except psycopg.Error as error:
            connection.close()
            raise StoreError(f"the journal in {self.schema} cannot be listened to: {one_line(error)}") from error
        return self._heard(connection, timeout)

    def _heard(self, connection: Connection, timeout: float | None) -> Iterator[int]:
        try:
            yield self.head().seq
            heard = True
            while heard or timeout is None:
                heard = False
                for notice in connection.notifies(timeout=timeout, stop_after=1):
                    heard = True
                    yield int(notice.payload)
        except psycopg.Error as error:
            raise StoreError(f"the journal in {self.schema} cannot be listened to: {one_line(error)}") from error
        finally:
            connection.close()

    def backup(self, to: str) -> None:
        """The journal of one moment in a new SQLite file, from which `restore` makes one of either kind."""
        from upcard.store.restore import write_sqlite  # needs apsw, which nothing else here does

        with self.snapshot() as reading:
            write_sqlite(reading, to)

    def close(self) -> None:
        """Let go of the database."""
        self._closed = True
        self._let_go()


def _steps(turn: PostgresTurn, channel: str) -> tuple[str, list[str]]:
    """The statements for what a turn appends, and their values; the steps that hold nothing are left out."""
    steps, values = "", list[str]()
    if turn.entries:
        steps += APPEND
        values += [_json(Entry._fields, turn.entries), channel, str(turn.entries[-1].seq)]
    if turn.balances:
        steps += BALANCE
        values += [encode(turn.balances).decode()]
    if turn.answers:
        steps += ANSWERED
        values += [_json(Answer._fields, turn.answers)]
    if turn.seals:
        steps += SEALED
        values += [_json(Seal._fields, turn.seals)]
    return steps, values


def _json(names: tuple[str, ...], rows: Sequence[Entry | Answer | Seal]) -> str:
    """Rows as the database takes them apart again: objects, with bytes in hexadecimal."""
    plain = ([value.hex() if isinstance(value, bytes) else value for value in row] for row in rows)
    return encode([dict(zip(names, row, strict=True)) for row in plain]).decode()


def _ask(connection: Connection, query: str, values: tuple[Any, ...]) -> list[Any]:
    try:
        return connection.execute(query.replace("?", "%s").encode(), values, binary=True).fetchall()
    except (psycopg.Error, OverflowError, UnicodeError) as error:
        raise StoreError(f"the journal cannot be read: {one_line(error)}") from error
