"""The store on PostgreSQL: any number of processes append, one turn after the other.

A turn is two round trips. The first takes the lock and then looks at what is new; the statements that look come after
the one that locks, so that they see all that was committed before. The second carries everything that was appended,
tells the listeners and commits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any, TypeAlias, get_type_hints

import psycopg
from msgspec.json import encode
from psycopg import ClientCursor, sql
from psycopg.conninfo import conninfo_to_dict

from upcard.store.sql_store import (
    ANSWER,
    FROM_ENTRY,
    LAST_SEAL,
    PROBE,
    SqlReading,
    SqlStore,
    SqlTurn,
    migrations,
    pending,
    unreadable,
)
from upcard.store.store import Answer, Entry, Seal, StoreError, one_line

# ---- A PostgreSQL server made ready for a journal ----------------------------------------------------------
# one that keeps what it acknowledges, or refused in one sentence.


Connection: TypeAlias = psycopg.Connection[tuple[Any, ...]]

OLDEST = 14

MIGRATING = 0x5570636164
"""The advisory lock under which one process at a time changes a schema."""

SETTINGS = (
    ("idle_in_transaction_session_timeout", "60s"),
    ("tcp_keepalives_idle", "10"),
    ("tcp_keepalives_interval", "5"),
    ("tcp_keepalives_count", "3"),
    ("enable_seqscan", "off"),
    ("enable_bitmapscan", "off"),
    ("enable_sort", "off"),
    ("jit", "off"),
)
"""Nobody waits for ever for a turn whose holder hangs, or whose machine is gone. And a plan made while the journal
was short, which reads all of it, is not one to keep when it has grown: every query here has an index in its order.
Plans that are forbidden look costly, and what looks costly would be compiled, which takes longer than it runs."""


PATIENCE: dict[str, Any] = {
    "connect_timeout": 5, "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}  # fmt: skip
"""How long a server may be silent before it is gone; an address may say otherwise."""


def connect(address: str, schema: str, *, read_only: bool) -> Connection:
    """A connection with its settings.

    The driver prepares nothing of its own accord: on a rollback it would forget the statements of a turn as well.
    """
    try:
        settings = PATIENCE | conninfo_to_dict(address) | {"application_name": "upcard"}
        connection = psycopg.connect(**settings, autocommit=True, prepare_threshold=None)
    except (psycopg.Error, UnicodeError) as error:
        raise StoreError(f"the PostgreSQL server cannot be reached: {one_line(error)}") from error
    try:
        connection.execute("SET client_encoding TO 'UTF8'")
        connection.execute(sql.SQL("SET search_path TO {}").format(sql.Identifier(schema)))
        connection.execute("SET default_transaction_read_only TO " + ("on" if read_only else "off"))
        for name, value in SETTINGS:
            connection.execute("SELECT set_config(%s, %s, false)", (name, value))
    except psycopg.Error as error:
        connection.close()
        raise StoreError(f"the PostgreSQL server refuses a setting: {one_line(error)}") from error
    return connection


def check_server(connection: Connection) -> None:
    """Refuses a server that could lose what it acknowledged, or that would change the bytes it is given."""
    version = connection.info.server_version // 10000
    if version < OLDEST:
        raise StoreError(f"PostgreSQL {version} is too old: {OLDEST} or later is needed")
    for name in ("fsync", "full_page_writes"):
        if _setting(connection, name) != "on":
            raise StoreError(f"{name} is off on the PostgreSQL server, which could lose acknowledged entries")
    synchronous = _setting(connection, "synchronous_commit")
    if synchronous == "off":
        raise StoreError("synchronous_commit is off on the PostgreSQL server, which could lose acknowledged entries")
    # Said again for this session: a later change of the server's settings then does not reach it.
    connection.execute("SELECT set_config('synchronous_commit', %s, false)", (synchronous,))
    if _setting(connection, "server_encoding") != "UTF8":
        raise StoreError("the PostgreSQL database is not in UTF8, which a journal needs")


def _setting(connection: Connection, name: str) -> str:
    found = connection.execute("SELECT current_setting(%s)", (name,)).fetchone()
    assert found is not None
    return str(found[0])


def migrate(connection: Connection, schema: str) -> None:
    """Makes the schema or brings it up to date, all of it or nothing."""
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
        if not has(connection, "SELECT to_regnamespace(%s)", schema):
            connection.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(schema)))
        if not has(connection, TABLE, f"{schema}.migration"):
            if has(connection, "SELECT max(relname) FROM pg_class WHERE relnamespace = %s::regnamespace", schema):
                raise StoreError(f"the schema {schema} holds something that is not a journal of this program")
            connection.execute("CREATE TABLE migration (number int PRIMARY KEY, sha256 bytea NOT NULL)")
        for step in pending(migrations("postgres"), _ran(connection)):
            connection.execute(step.text.encode(), prepare=False)
            connection.execute("INSERT INTO migration VALUES (%s, %s)", (step.number, step.digest))


def check_schema(connection: Connection, schema: str) -> None:
    """Refuses to read what is not a journal of this program's schema."""
    if not has(connection, TABLE, f"{schema}.migration"):
        raise StoreError(f"there is no journal in the schema {schema}")
    if unreadable(migrations("postgres"), _ran(connection)):
        raise StoreError(f"the journal in {schema} has an older schema: open it for writing once")


TABLE = "SELECT to_regclass(%s)"


def has(connection: Connection, query: str, name: str) -> bool:
    """Whether there is anything of that name."""
    found = connection.execute(query.encode(), (name,)).fetchone()
    return found is not None and found[0] is not None


def _ran(connection: Connection) -> dict[int, bytes]:
    return dict(connection.execute("SELECT number, sha256 FROM migration").fetchall())


# ---- postgres ----------------------------------------------------------------------------------------------


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
            check_server(connection)
            if self.read_only:
                check_schema(connection, self.schema)
                self._reader = connection
            else:
                migrate(connection, self.schema)
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
        return connect(self._address, self.schema, read_only=self.read_only if read_only is None else read_only)

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
        from upcard.store.open import write_sqlite  # needs apsw, which nothing else here does

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
