"""People in a schema beside the journal's on PostgreSQL, shared by any number of processes.

A schema of its own, since the journal's is guarded against anything that is none of the journal's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import RLock

import psycopg
from psycopg import sql

from upcard.people import schema as tables
from upcard.people.database import Rows, Run
from upcard.store.postgres_server import MIGRATING, Connection, check_server, connect
from upcard.store.store import StoreError, one_line

LONGEST_NAME = 63
"""Letters of a name on PostgreSQL; it would cut a longer one without a word."""


def beside(journal: str) -> str:
    """The schema of the people of a journal.

    >>> beside("upcard")
    'upcard_people'
    """
    name = f"{journal}_people"
    if len(name) > LONGEST_NAME:
        raise StoreError(f"the schema {journal} has too long a name for {name} to stand beside it")
    return name


def has_people(address: str, schema: str) -> bool:
    """Whether anybody is there; no store is made by looking."""
    with _looking(address, schema) as connection:
        made = connection.execute("SELECT to_regclass(%s)", (f"{schema}.person",)).fetchone()
        return made is not None and made[0] is not None and bool(_run(connection, "SELECT 1 FROM person LIMIT 1", ()))


def drop_people(address: str, schema: str) -> None:
    """Takes the whole schema away: for one that was made a moment ago."""
    with _looking(address, schema, read_only=False) as connection:
        connection.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(schema)))


@contextmanager
def _looking(address: str, schema: str, *, read_only: bool = True) -> Iterator[Connection]:
    try:
        with connect(address, schema, read_only=read_only) as connection:
            yield connection
    except psycopg.Error as error:
        raise StoreError(f"the people in {schema} cannot be reached: {one_line(error)}") from error


class PostgresPeople:
    """One connection, used by one thread at a time and made anew when the server was away."""

    def __init__(self, address: str, schema: str) -> None:
        self._address = address
        self._schema = schema
        self._one = RLock()
        self._connection: Connection | None = None
        try:
            with self._failing(), self._connected() as connection:
                check_server(connection)
                _make(connection, schema)
        except BaseException:
            self.close()
            raise

    @contextmanager
    def _failing(self) -> Iterator[None]:
        try:
            yield
        except psycopg.Error as error:
            raise StoreError(f"the people in {self._schema} cannot be reached: {one_line(error)}") from error

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        with self._one:
            if self._connection is None or self._connection.closed:
                self._connection = connect(self._address, self._schema, read_only=False)
            yield self._connection

    def _alive(self) -> None:
        """A connection that the server dropped meanwhile is found out before anything is asked of it."""
        with self._connected() as connection:
            try:
                connection.execute("SELECT 1")
            except psycopg.OperationalError:
                connection.close()

    def read(self, query: str, values: Sequence[object] = ()) -> Rows:
        with self._failing(), self._one:
            try:
                with self._connected() as connection:
                    return _run(connection, query, values)
            except psycopg.OperationalError:
                self._alive()
                with self._connected() as connection:
                    return _run(connection, query, values)

    @contextmanager
    def write(self) -> Iterator[Run]:
        with self._failing(), self._one:
            self._alive()
            with self._connected() as connection, connection.transaction():
                connection.execute("SELECT pg_advisory_xact_lock('attempt'::regclass::oid::bigint)")
                yield lambda query, values: _run(connection, query, values)

    def close(self) -> None:
        with self._one:
            if self._connection is not None:
                self._connection.close()


def _run(connection: Connection, query: str, values: Sequence[object]) -> Rows:
    cursor = connection.execute(query.replace("?", "%s").encode(), values)
    return cursor.fetchall() if cursor.description else []


def _make(connection: Connection, schema: str) -> None:
    """The schema, all of it or nothing; of processes that start at once, one makes it."""
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
        connection.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(schema)))
        found = connection.execute("SELECT to_regclass(%s)", (f"{schema}.schema_number",)).fetchone()
        if found is None or found[0] is None:
            connection.execute(tables.POSTGRES.encode(), prepare=False)
            connection.execute("CREATE TABLE schema_number (number bigint NOT NULL)")
            connection.execute("INSERT INTO schema_number VALUES (%s)", (tables.NUMBER,))
        while (step := tables.POSTGRES_FROM.get(_number(connection))) is not None:
            connection.execute(step.encode(), prepare=False)
            connection.execute("UPDATE schema_number SET number = number + 1")
    if _number(connection) != tables.NUMBER:
        raise StoreError(f"the people in {schema} were made by another version of this program")


def _number(connection: Connection) -> int:
    """The number of the schema, or 0 where it is not one number."""
    found = connection.execute("SELECT number FROM schema_number").fetchall()
    return int(found[0][0]) if len(found) == 1 else 0
