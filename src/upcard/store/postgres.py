"""The store on PostgreSQL: any number of processes append, one turn after the other.

A turn is two round trips. The first takes the lock and then looks at what is new; the statements that look come after
the one that locks, so that they see all that was committed before. The second carries everything that was appended,
tells the listeners and commits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any, get_type_hints

import psycopg
from msgspec.json import encode
from psycopg import ClientCursor, sql

from upcard.store import postgres_server as server
from upcard.store.entry import Answer, Entry
from upcard.store.postgres_server import Connection
from upcard.store.seal import Seal
from upcard.store.sql_store import ANSWER, FROM_ENTRY, LAST_SEAL, PROBE, SqlReading, SqlStore, SqlTurn
from upcard.store.store import StoreError, one_line

_TYPES = {int: "bigint", str: "text", bytes: "text"}


def _appending(table: str, row: type[Entry | Answer | Seal]) -> str:
    """A statement for rows that come as objects of JSON, with bytes in hexadecimal."""
    kinds = get_type_hints(row)
    values = (f"decode({name}, 'hex')" if kinds[name] is bytes else name for name in row._fields)
    typed = (f"{name} {_TYPES[kinds[name]]}" for name in row._fields)
    read = f"SELECT {', '.join(values)} FROM json_to_recordset($1) AS added ({', '.join(typed)})"
    return f"PREPARE append_{table} (json) AS INSERT INTO {table} {read}"


PREPARED = (
    f"PREPARE new_entries (bigint) AS {FROM_ENTRY.replace('?', '$1')}",
    f"PREPARE last_seal AS {LAST_SEAL.replace('WHERE last <= ? ', '')}",
    f"PREPARE known_answers (text[]) AS {ANSWER.replace('= ?', '= ANY ($1)')}",
    "PREPARE set_balances (json) AS INSERT INTO balance SELECT key, value::bigint FROM json_each_text($1)"
    " ON CONFLICT (account) DO UPDATE SET micros = excluded.micros",
    _appending("entry", Entry),
    _appending("command", Answer),
    _appending("seal", Seal),
)
"""The statements of a turn, planned once for each connection."""

TAKE = (
    "BEGIN ISOLATION LEVEL READ COMMITTED; SELECT pg_advisory_xact_lock(%s);"
    " EXECUTE new_entries (%s); EXECUTE known_answers (%s); EXECUTE last_seal"
)


class PostgresStore(SqlStore[Connection]):
    """A journal in one schema of a database."""

    errors = (psycopg.Error, OverflowError, UnicodeError)
    most_waiting = 5000

    def __init__(self, address: str, *, schema: str = "upcard", read_only: bool = False) -> None:
        """Opens the journal, and makes it if there is none."""
        super().__init__(f"the journal in {schema}", self._asked, read_only=read_only)
        self._address = address
        self.schema = schema
        self._reading = Lock()
        self._reader: Connection | None = None
        self._closed = False
        self._key = 0
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
            raise StoreError(f"{self._name} cannot be opened: {one_line(error)}") from error
        except BaseException:
            connection.close()
            raise

    def reopen(self) -> None:
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

    def _take(self, after: int, commands: Collection[str]) -> tuple[list[Any], list[Any], list[Any]]:
        results = ClientCursor(self._writable())
        results.execute(TAKE, (self._key, after, list(commands)))
        results.nextset()
        found = []
        while results.nextset():
            found.append(results.fetchall())
        entries, known, seals = found
        return entries, known, seals

    def _write(self, turn: SqlTurn, *, commit: bool) -> None:
        """The steps that hold nothing are left out."""
        steps, values = "", list[str]()
        if turn.entries:
            steps += "EXECUTE append_entry (%s); SELECT pg_notify(%s, %s);"
            values += [_json(turn.entries), self.schema, str(turn.entries[-1].seq)]
        if turn.balances:
            steps += "EXECUTE set_balances (%s);"
            values += [encode(turn.balances).decode()]
        if turn.answers:
            steps += "EXECUTE append_command (%s);"
            values += [_json(turn.answers)]
        if turn.seals:
            steps += "EXECUTE append_seal (%s);"
            values += [_json(turn.seals)]
        ClientCursor(self._writable()).execute((steps + ("COMMIT" if commit else "")).encode(), values)

    def _roll_back(self) -> None:
        writer = self._writer
        if writer is None or writer.closed or writer.info.transaction_status == psycopg.pq.TransactionStatus.IDLE:
            return
        writer.execute("ROLLBACK")

    # ---- reading and the rest ------------------------------------------------------------------------------

    def _asked(self, query: str, values: tuple[Any, ...]) -> list[Any]:
        """On a connection beside the one that writes; a connection that is lost is made again by the next query."""
        with self._reading:
            if self._closed:
                raise StoreError(f"{self._name} was closed")
            if self._reader is None or self._reader.closed:
                self._reader = self._connect(read_only=True)
            return _ask(self._reader, query, values)

    @contextmanager
    def snapshot(self) -> Iterator[SqlReading]:
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
            raise StoreError(f"{self._name} cannot be listened to: {one_line(error)}") from error
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
            raise StoreError(f"{self._name} cannot be listened to: {one_line(error)}") from error
        finally:
            connection.close()

    def backup(self, to: str) -> None:
        """The journal of one moment in a new SQLite file, from which `restore` makes one of either kind."""
        from upcard.store.restore import write_sqlite  # needs apsw, which nothing else here does

        with self.snapshot() as reading:
            write_sqlite(reading, to)

    def close(self) -> None:
        self._closed = True
        self._let_go()


def _json(rows: Sequence[Entry | Answer | Seal]) -> str:
    """Rows as the database takes them apart again: objects, with bytes in hexadecimal."""
    names = rows[0]._fields
    plain = ([value.hex() if isinstance(value, bytes) else value for value in row] for row in rows)
    return encode([dict(zip(names, row, strict=True)) for row in plain]).decode()


def _ask(connection: Connection, query: str, values: tuple[Any, ...]) -> list[Any]:
    try:
        return connection.execute(query.replace("?", "%s").encode(), values, binary=True).fetchall()
    except (psycopg.Error, OverflowError, UnicodeError) as error:
        raise StoreError(f"the journal cannot be read: {one_line(error)}") from error
