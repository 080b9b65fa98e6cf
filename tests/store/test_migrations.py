"""The schema's steps are run once each, in order, and only by a program that knows them."""

from __future__ import annotations

from contextlib import closing

import apsw
import psycopg
import pytest

from tests.store.scribe import Scribe, database, write
from upcard.store import StoreError, open_store
from upcard.store import sql_store as steps
from upcard.store.sql_store import Database, Migration, migrations, pending

ONE, TWO, THREE = (Migration(number, f"CREATE TABLE t{number} (x int)") for number in (1, 2, 3))


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_the_package_carries_its_migrations(kind: Database) -> None:
    first = migrations(kind)[0]
    assert first.number == 1
    assert "CREATE TABLE entry" in first.text


def test_what_is_pending_is_what_did_not_run() -> None:
    assert pending((ONE, TWO), {}) == (ONE, TWO)
    assert pending((ONE, TWO), {1: ONE.digest}) == (TWO,)
    assert pending((ONE, TWO), {1: ONE.digest, 2: TWO.digest}) == ()


def test_a_changed_a_missing_or_a_later_migration_is_refused() -> None:
    with pytest.raises(StoreError, match="not the one that was run"):
        pending((ONE, TWO), {1: TWO.digest})
    with pytest.raises(StoreError, match="lacks a migration before number 3"):
        pending((ONE, TWO, THREE), {1: ONE.digest, 3: THREE.digest})
    with pytest.raises(StoreError, match="schema is number 3, and this program knows 2"):
        pending((ONE, TWO), {1: ONE.digest, 2: TWO.digest, 3: THREE.digest})


def _with(monkeypatch: pytest.MonkeyPatch, url: str, *more: Migration) -> None:
    kind: Database = "sqlite" if url.startswith("sqlite") else "postgres"
    known = (*migrations(kind), *more)
    module = "sqlite_file" if kind == "sqlite" else "postgres"
    monkeypatch.setattr(f"upcard.store.{module}.migrations", lambda _: known)


def test_a_later_migration_is_run_on_opening_and_remembered(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = Scribe().some(2)
    with closing(open_store(url)) as store:
        write(store, entries)
    with monkeypatch.context() as patch:
        _with(patch, url, THREE)
        with closing(open_store(url, read_only=True)) as store:
            assert list(store.entries()) == entries, "what a later step adds is not needed to read"
        for _ in range(2):
            with closing(open_store(url)) as store:
                assert list(store.entries()) == entries
    with database(url) as execute:
        assert execute("SELECT number FROM migration ORDER BY number") == [(1,), (2,), (3,)]
        assert execute("SELECT count(*) FROM t3") == [(0,)]
    for read_only in (False, True):
        with pytest.raises(StoreError, match="this program knows 2"):
            open_store(url, read_only=read_only)


def test_a_migration_that_fails_leaves_nothing_behind(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        _with(patch, url, THREE, Migration(4, "CREATE TABLE t4 (x int); SELECT nothing FROM nowhere"))
        with pytest.raises(StoreError, match="cannot be opened"):
            open_store(url)
    open_store(url).close()
    with database(url) as execute:
        assert execute("SELECT number FROM migration ORDER BY number") == [(1,), (2,)]
        with pytest.raises((apsw.Error, psycopg.Error)):
            execute("SELECT * FROM t3")


def test_a_migration_that_was_edited_is_refused(url: str) -> None:
    open_store(url).close()
    with database(url) as execute:
        execute("UPDATE migration SET sha256 = ? WHERE number = 1", bytes(32))
    for read_only in (False, True):
        with pytest.raises(StoreError, match="migration 1 of the journal's schema is not the one that was run"):
            open_store(url, read_only=read_only)


def test_line_ends_do_not_make_another_migration() -> None:
    assert all("\r" not in step.text for kind in ("sqlite", "postgres") for step in steps.migrations(kind))
