"""The triggers that guard a journal: that they are missed, and that one which was changed is noticed."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from tests.journal.proof.synthetic import journal
from upcard.journal.proof import at_one_moment
from upcard.store import open_store


def unguarded(url: str) -> str:
    with at_one_moment(url) as moment:
        return moment.unguarded()


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ("", ""),
        ("DROP TRIGGER entry_is_not_changed", "the trigger entry_is_not_changed is missing"),
        ("DROP TRIGGER answer_is_not_deleted", "the trigger answer_is_not_deleted is missing"),
        (
            "DROP TRIGGER entry_is_not_deleted;"
            " CREATE TRIGGER entry_is_not_deleted BEFORE DELETE ON entry WHEN OLD.seq > 9 BEGIN"
            " SELECT RAISE (ABORT, 'the journal is never shortened'); END",
            "the trigger entry_is_not_deleted is not the one that guards the journal",
        ),
        (
            "CREATE TRIGGER quiet AFTER INSERT ON command BEGIN DELETE FROM balance; END",
            "the trigger quiet is none of the journal's",
        ),
    ],
)
def test_an_sqlite_journal_without_a_guard(tmp_path: Path, change: str, what: str) -> None:
    path, _ = journal(tmp_path, 10)
    connection = apsw.Connection(str(path))
    connection.execute(change).fetchall()
    connection.close()
    found = unguarded(f"sqlite:{path}")
    assert found.startswith(what)
    assert bool(found) == bool(what)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ("SELECT 1", ""),
        ("DROP TRIGGER entry_is_not_changed ON entry", "the trigger entry_is_not_changed is missing"),
        ("ALTER TABLE command DISABLE TRIGGER ALL", "the trigger answer_is_not_changed, which guards the journal, is"),
        ("ALTER TABLE entry ENABLE TRIGGER entry_follows_the_last", "the trigger entry_follows_the_last, which guards"),
        (
            "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
            "the trigger entry_is_not_changed is not the one",
        ),
        (
            "DROP TRIGGER answer_is_not_changed ON command;"
            " CREATE TRIGGER answer_is_not_changed BEFORE UPDATE ON command"
            " FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();"
            " ALTER TABLE command ENABLE ALWAYS TRIGGER answer_is_not_changed",
            "the trigger answer_is_not_changed is not the one",
        ),
        (
            "CREATE TRIGGER quiet AFTER INSERT ON command FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()",
            "the trigger quiet is none of the journal's",
        ),
    ],
)
def test_a_journal_on_postgresql_without_a_guard(postgres_url: str, change: str, what: str) -> None:
    import psycopg

    open_store(postgres_url).close()
    address, _, schema = postgres_url.rpartition("schema=")
    with psycopg.connect(address.rstrip("?&"), autocommit=True) as administrator:
        administrator.execute(f"SET search_path = {schema}".encode())
        administrator.execute(change.encode())
    found = unguarded(postgres_url)
    assert found.startswith(what)
    assert bool(found) == bool(what)
