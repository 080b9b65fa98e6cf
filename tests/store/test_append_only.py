"""The database itself refuses to change the journal, to whoever has its tools."""

from __future__ import annotations

from contextlib import closing

import apsw
import psycopg
import pytest

from tests.store.scribe import Scribe, database, write
from upcard.store import Entry, open_store

ANY = (apsw.Error, psycopg.Error)

LATER = "3, 'table/One', 1, 'c', 'at', 'by', '{}', '{}'"

STATEMENTS = (
    "UPDATE entry SET event = '{}'",
    "UPDATE entry SET seq = seq + 10",
    "UPDATE entry SET hash = hash WHERE seq = 1",
    "DELETE FROM entry",
    "DELETE FROM entry WHERE seq = 2",
    "UPDATE command SET refusal = 'no' WHERE id = 'c1'",
    "DELETE FROM command WHERE id = 'c1'",
)

SQLITE = (
    f"INSERT OR REPLACE INTO entry VALUES ({LATER}, zeroblob(32))",
    f"REPLACE INTO entry VALUES (1{LATER[1:]}, zeroblob(32))",
    f"INSERT OR REPLACE INTO entry VALUES (NULL{LATER[1:]}, zeroblob(32))",
    "REPLACE INTO command VALUES ('c1', zeroblob(32), 1, 1, 'changed')",
    "INSERT INTO command SELECT * FROM command WHERE true ON CONFLICT (id) DO UPDATE SET refusal = 'changed'",
    "UPDATE OR IGNORE entry SET event = '{}'",
)

POSTGRES = (
    "TRUNCATE entry",
    "TRUNCATE command",
    "TRUNCATE balance, entry CASCADE",
    f"INSERT INTO entry VALUES (1{LATER[1:]}, decode(repeat('00', 32), 'hex'))"
    " ON CONFLICT (seq) DO UPDATE SET event = 'changed'",
    "INSERT INTO command SELECT * FROM command ON CONFLICT (id) DO UPDATE SET refusal = 'changed'",
    "SET session_replication_role = replica; DELETE FROM entry",
    "SET session_replication_role = replica; TRUNCATE command",
)


def _refused(url: str, statements: tuple[str, ...]) -> None:
    entries: list[Entry] = Scribe().some(2)
    with closing(open_store(url)) as store:
        write(store, entries)
        answers = list(store.answers())
    for statement in statements:
        with database(url) as execute, pytest.raises(ANY):
            execute(statement)
    with closing(open_store(url, read_only=True)) as store:
        assert list(store.entries()) == entries
        assert list(store.answers()) == answers


@pytest.mark.parametrize("statement", STATEMENTS)
def test_a_change_is_refused(url: str, statement: str) -> None:
    _refused(url, (statement,))


def test_a_change_in_disguise_is_refused_by_sqlite(tmp_path_factory: pytest.TempPathFactory) -> None:
    _refused(f"sqlite:{tmp_path_factory.mktemp('journal') / 'journal.db'}", SQLITE)


def test_a_change_in_disguise_is_refused_by_postgresql(postgres_url: str) -> None:
    _refused(postgres_url, POSTGRES)


def test_an_insert_past_the_store_has_to_follow_too(url: str) -> None:
    with closing(open_store(url)) as store:
        write(store, Scribe().some(1))
    third = Scribe().some(3)[2]
    holes = ", ".join("?" * len(third))
    with database(url) as execute, pytest.raises(ANY):
        execute(f"INSERT INTO entry VALUES ({holes})", *third)
