"""What is particular to PostgreSQL: many writers, its settings, listeners, and connections that are lost."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Thread
from time import sleep

import psycopg
import pytest

from tests.store.scribe import Scribe, answer, database, write
from upcard.store import StoreError, open_store
from upcard.store.open import PostgresUrl, parse, verified
from upcard.store.postgres import PostgresStore

# ---- many writers ------------------------------------------------------------------------------------------


def _append_alone(url: str, name: str, turns: int) -> None:
    """Appends as a process would that shares the journal: follows what it missed, then writes its own."""
    scribe = Scribe()
    with closing(open_store(url)) as store:
        for _ in range(turns):
            with store.turn(scribe.seq) as turn:
                scribe.follow(list(turn.missed))
                entries = scribe.some(3, "jackpot/House", f"table/{name}")
                turn.append(entries, {"meter": scribe.seq}, [answer(entry) for entry in entries])


PROCESS = "import sys; from tests.store.test_postgres import _append_alone as go; go(*sys.argv[1:3], 25)"


def test_four_processes_append_to_one_chain(postgres_url: str) -> None:
    open_store(postgres_url).close()
    root = Path(__file__).resolve().parents[2]
    running = [subprocess.Popen([sys.executable, "-c", PROCESS, postgres_url, name], cwd=root) for name in "abcd"]
    assert [process.wait() for process in running] == [0] * 4
    _is_whole(postgres_url, 4 * 25 * 3)


def test_four_threads_that_open_a_new_store_at_once(postgres_url: str) -> None:
    failures: list[BaseException] = []

    def go(name: str) -> None:
        try:
            _append_alone(postgres_url, name, 10)
        except BaseException as error:
            failures.append(error)

    threads = [Thread(target=go, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    _is_whole(postgres_url, 4 * 10 * 3)


def _is_whole(url: str, count: int) -> None:
    with closing(open_store(url, read_only=True)) as store:
        entries = list(verified(store))
        assert [entry.seq for entry in entries] == list(range(1, count + 1))
        for stream in {entry.stream for entry in entries}:
            versions = [entry.version for entry in entries if entry.stream == stream]
            assert versions == list(range(1, len(versions) + 1))
        assert store.balances() == {"meter": count}
        assert len(list(store.answers())) == count


def test_a_second_store_is_told_what_the_first_wrote(postgres_url: str) -> None:
    scribe = Scribe()
    with closing(open_store(postgres_url)) as first, closing(open_store(postgres_url)) as second:
        theirs = scribe.some(3)
        write(first, theirs)
        with second.turn(1, ["c2", "c9"]) as turn:
            assert list(turn.missed) == theirs[1:]
            assert turn.known == {"c2": answer(theirs[1])}
            turn.append(scribe.some(1), {}, [])
        assert first.head().seq == second.head().seq == 4


def test_a_turn_sees_what_was_committed_while_it_waited(postgres_url: str) -> None:
    scribe = Scribe()
    with closing(open_store(postgres_url)) as first, closing(open_store(postgres_url)) as second:
        missed: list[int] = []

        def wait() -> None:
            with second.turn(0, ["c1"]) as turn:
                missed.extend(entry.seq for entry in turn.missed)
                missed.extend(given.first for given in turn.known.values())

        waiting = Thread(target=wait)
        with database(postgres_url) as execute:
            with first.turn(0) as turn:
                waiting.start()
                while not execute("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"):
                    sleep(0.01)
                entry = scribe.next()
                turn.append([entry], {}, [answer(entry)])
            waiting.join()
        assert missed == [1, 1]


# ---- listeners ---------------------------------------------------------------------------------------------


def test_a_listener_hears_of_each_turn(postgres_url: str) -> None:
    scribe = Scribe()
    with closing(open_store(postgres_url)) as store:
        assert isinstance(store, PostgresStore)
        write(store, scribe.some(2))
        heads = store.listen(timeout=10)
        write(store, scribe.some(3))
        write(store, scribe.some(1))
        assert next(heads) == 6, "as it is when the first is asked for"
        assert [next(heads), next(heads)] == [5, 6]
        quiet = store.listen(timeout=0.1)
        assert next(quiet) == 6
        with store.turn(6):
            pass
        assert list(quiet) == []


# ---- connections that are lost -----------------------------------------------------------------------------


def _cut(url: str) -> None:
    """Ends every other connection of the store, as a server does that goes down."""
    with database(url) as execute:
        execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'upcard'")


def test_a_connection_lost_between_turns_stops_the_store(postgres_url: str) -> None:
    scribe = Scribe()
    with closing(open_store(postgres_url)) as store:
        write(store, scribe.some(2))
        _cut(postgres_url)
        for _ in range(2):
            with pytest.raises(StoreError, match="failed"):
                write(store, scribe.some(1))
    with closing(open_store(postgres_url)) as again:
        assert again.head().seq == 2


def test_a_connection_lost_in_a_turn_leaves_nothing(postgres_url: str) -> None:
    scribe = Scribe()
    with closing(open_store(postgres_url)) as store:

        def cut_off() -> None:
            with store.turn(0) as turn:
                turn.append(scribe.some(2), {}, [])
                _cut(postgres_url)

        with pytest.raises(StoreError, match="failed"):
            cut_off()
        with pytest.raises(StoreError, match="must be opened again"):
            write(store, scribe.some(1))
    with closing(open_store(postgres_url)) as again:
        assert again.head().seq == 0
        write(again, Scribe().some(1))


def test_a_reader_whose_connection_was_lost_makes_another(postgres_url: str) -> None:
    with closing(open_store(postgres_url)) as store:
        write(store, Scribe().some(2))
    with closing(open_store(postgres_url, read_only=True)) as reader:
        assert reader.head().seq == 2
        _cut(postgres_url)
        with pytest.raises(StoreError, match="cannot be read"):
            reader.head()
        assert reader.head().seq == 2


# ---- what is refused ---------------------------------------------------------------------------------------


@contextmanager
def _off(url: str, name: str) -> Iterator[None]:
    with database(url) as execute:
        execute(f"ALTER SYSTEM SET {name} = off")
        try:
            _reloaded(url, name, "off")
            yield
        finally:
            execute(f"ALTER SYSTEM RESET {name}")
            _reloaded(url, name, "on")


def _reloaded(url: str, name: str, value: str) -> None:
    with database(url) as execute:
        execute("SELECT pg_reload_conf()")
    while True:
        with database(url) as execute:
            if execute(f"SHOW {name}") == [(value,)]:
                return
        sleep(0.01)


@pytest.mark.parametrize("name", ["fsync", "full_page_writes", "synchronous_commit"])
def test_a_server_that_could_lose_what_it_acknowledged_is_refused(postgres_url: str, name: str) -> None:
    for read_only in (False, True):
        with _off(postgres_url, name), pytest.raises(StoreError, match=f"{name} is off on the PostgreSQL server"):
            open_store(postgres_url, read_only=read_only)
    open_store(postgres_url).close()


def test_a_store_keeps_the_commit_that_it_was_opened_with(postgres_url: str) -> None:
    with closing(open_store(postgres_url)) as store, _off(postgres_url, "synchronous_commit"):
        assert isinstance(store, PostgresStore)
        assert store._writer is not None
        assert store._writer.execute("SHOW synchronous_commit").fetchone() == ("on",)


@pytest.mark.parametrize(
    ("level", "refused"), [("off", True), ("local", False), ("remote_write", False), ("on", False)]
)
def test_every_commit_waits_for_the_disk(postgres_url: str, level: str, refused: bool) -> None:
    url = f"{postgres_url}&options=-c%20synchronous_commit%3D{level}"
    if refused:
        with pytest.raises(StoreError, match="synchronous_commit is off"):
            open_store(url)
    else:
        open_store(url).close()


@pytest.mark.parametrize(("server", "refused"), [(139999, True), (140000, False)])
def test_an_old_server_is_refused(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, server: int, refused: bool
) -> None:
    monkeypatch.setattr(psycopg.ConnectionInfo, "server_version", server)
    if refused:
        with pytest.raises(StoreError, match="PostgreSQL 13 is too old: 14 or later is needed"):
            open_store(postgres_url)
    else:
        open_store(postgres_url).close()


def test_a_database_that_is_not_in_utf8_is_refused(postgres_url: str) -> None:
    with database(postgres_url) as execute:
        execute("CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0 LOCALE 'C'")
    with pytest.raises(StoreError, match="not in UTF8"):
        open_store(postgres_url.replace("/postgres?", "/ascii?"))


def test_a_server_that_is_not_there_is_refused_in_one_line() -> None:
    with pytest.raises(StoreError, match="cannot be reached") as refused:
        open_store("postgresql://floor:secret@127.0.0.1:1/casino?connect_timeout=2")
    assert "\n" not in str(refused.value)
    assert "secret" not in str(refused.value)


def test_a_schema_of_something_else_is_refused(postgres_url: str) -> None:
    parsed = parse(postgres_url)
    assert isinstance(parsed, PostgresUrl)
    with pytest.raises(StoreError, match="there is no journal in the schema"):
        open_store(postgres_url, read_only=True)
    with database(postgres_url) as execute:
        assert execute("SELECT to_regnamespace(?)", parsed.schema) == [(None,)], "to read makes nothing"
        execute(f"CREATE SCHEMA {parsed.schema}")
        execute(f"CREATE TABLE {parsed.schema}.wine (x int)")
    with pytest.raises(StoreError, match="not a journal of this program"):
        open_store(postgres_url)
