"""People in a schema beside the journal's on PostgreSQL, shared by any number of processes.

A schema of its own, since the journal's is guarded against anything that is none of the journal's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from threading import RLock

import psycopg
from psycopg import sql

from upcard.people import database as tables
from upcard.people.database import Rows, Run
from upcard.store.postgres import MIGRATING, TABLE, Connection, check_server, connect, has
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


@contextmanager
def _reaching(schema: str) -> Iterator[None]:
    """A failure of the server, in a sentence."""
    try:
        yield
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
            with _reaching(self._schema), self._connected() as connection:
                check_server(connection)
                _make(connection, schema)
        except BaseException:
            self.close()
            raise

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
        with _reaching(self._schema), self._one:
            try:
                with self._connected() as connection:
                    return _run(connection, query, values)
            except psycopg.OperationalError:
                self._alive()
                with self._connected() as connection:
                    return _run(connection, query, values)

    @contextmanager
    def write(self) -> Iterator[Run]:
        with _reaching(self._schema), self._one:
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
        if not has(connection, TABLE, f"{schema}.schema_number"):
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


class PostgresPlace:
    """Where the people of a journal on PostgreSQL are, whether or not they are there yet."""

    def __init__(self, address: str, journal: str) -> None:
        self._address = address
        self._schema = beside(journal)
        self.name = f"the schema {self._schema}"

    def open(self) -> PostgresPeople:
        return PostgresPeople(self._address, self._schema)

    def has_people(self) -> bool:
        """Whether anybody is there; no store is made by looking."""
        with self._looking() as connection:
            made = has(connection, TABLE, f"{self._schema}.person")
            return made and bool(_run(connection, "SELECT 1 FROM person LIMIT 1", ()))

    def copy(self, to: Path) -> None:
        """The people of one moment in a new file."""
        from upcard.people.sqlite import SqlitePeople, copy_rows

        # While nobody else writes: all tables are of one moment.
        with closing(self.open()) as people, closing(SqlitePeople(to)) as made, people.write():
            copy_rows(people, made, made)

    def bring(self, file: Path) -> None:
        """The people in such a file, in the store."""
        from upcard.people.sqlite import SqlitePeople, copy_rows

        with closing(SqlitePeople(file)) as kept, closing(self.open()) as people:
            copy_rows(kept, people, kept)

    def discard(self) -> None:
        """The whole schema, which was made a moment ago."""
        with self._looking(read_only=False) as connection:
            connection.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(self._schema)))

    def approvals(self, query: str) -> Rows | str:
        """The rows of the log of approvals, or why there are none."""
        with self._looking() as connection:
            if not has(connection, TABLE, f"{self._schema}.approval"):
                return f"{self._schema} has no approvals"
            return _run(connection, query, ())

    @contextmanager
    def _looking(self, *, read_only: bool = True) -> Iterator[Connection]:
        with _reaching(self._schema), connect(self._address, self._schema, read_only=read_only) as connection:
            yield connection
