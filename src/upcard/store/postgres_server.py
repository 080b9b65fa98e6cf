"""A PostgreSQL server made ready for a journal: one that keeps what it acknowledges, or refused in one sentence."""

from __future__ import annotations

from typing import Any, TypeAlias

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from upcard.store.sql_store import migrations, pending, unreadable
from upcard.store.store import StoreError, one_line

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
