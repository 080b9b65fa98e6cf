"""Backups, taken while the store is in use, and journals made from them."""

from __future__ import annotations

import os
from contextlib import closing
from itertools import count
from pathlib import Path
from threading import Event, Thread

import apsw
import pytest

from tests.store.scribe import Scribe, answer, write
from upcard.store import Answer, Head, Reading, Store, StoreError, open_store, restore
from upcard.store.open import verified

_numbers = count(1)


def _everything(reading: Reading) -> tuple[object, ...]:
    return reading.head(), list(reading.entries()), reading.balances(), list(reading.answers())


def _fill(store: Store, scribe: Scribe, length: int) -> None:
    entries = scribe.some(length, "table/One", "table/Ä", "cage")
    with store.turn(entries[0].seq - 1) as turn:
        refused = Answer(f"refused {scribe.seq}", bytes(32), scribe.seq, scribe.seq - 1, '{"rule":"ante"}')
        turn.append(entries, {"tray": scribe.seq, "cage": -(2**63)}, [*map(answer, entries), refused])


@pytest.fixture(params=["sqlite", "postgres"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a journal is restored to."""
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'restored.db'}"
    server: str = request.getfixturevalue("postgres_server")
    return f"{server}{'&' if '?' in server else '?'}schema=restored_{next(_numbers)}"


@pytest.mark.parametrize("length", [0, 1, 2500])
def test_a_journal_comes_back_from_its_backup(url: str, target: str, tmp_path: Path, length: int) -> None:
    copy = tmp_path / "copy.db"
    scribe = Scribe()
    with closing(open_store(url)) as store:
        if length:
            _fill(store, scribe, length)
        before = _everything(store)
        store.backup(str(copy))
        assert _everything(store) == before
    assert restore(f"sqlite:{copy}", target) == Head(scribe.seq, scribe.hash)
    with closing(open_store(target)) as restored:
        assert _everything(restored) == before
        write(restored, scribe.some(1))


def test_a_backup_leaves_one_file(url: str, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    with closing(open_store(url)) as store:
        _fill(store, Scribe(), 10)
        store.backup(str(folder / "copy.db"))
    with closing(open_store(f"sqlite:{folder / 'copy.db'}", read_only=True)) as copy:
        assert copy.head().seq == 10
    assert os.listdir(folder) == ["copy.db"]


def test_a_backup_is_never_written_over_anything(url: str, tmp_path: Path) -> None:
    there = tmp_path / "there.db"
    there.write_bytes(b"precious")
    with closing(open_store(url)) as store:
        with pytest.raises(StoreError, match="is there already"):
            store.backup(str(there))
        with pytest.raises(StoreError, match="cannot be made"):
            store.backup(str(tmp_path / "no folder" / "copy.db"))
    assert there.read_bytes() == b"precious"


def test_a_backup_taken_while_others_append_is_whole(url: str, tmp_path: Path) -> None:
    scribe, stop = Scribe(), Event()
    with closing(open_store(url)) as store:
        _fill(store, scribe, 500)

        def append() -> None:
            while not stop.is_set():
                _fill(store, scribe, 20)

        writer = Thread(target=append)
        writer.start()
        try:
            for number in range(3):
                least = store.head().seq
                store.backup(str(tmp_path / f"copy{number}.db"))
                with closing(open_store(f"sqlite:{tmp_path / f'copy{number}.db'}", read_only=True)) as copy:
                    assert len(list(verified(copy))) == copy.head().seq >= least
                    assert copy.balances()["tray"] == copy.head().seq
        finally:
            stop.set()
            writer.join()


def test_a_journal_is_not_restored_over_another(url: str, tmp_path: Path) -> None:
    with closing(open_store(f"sqlite:{tmp_path / 'source.db'}")) as source:
        _fill(source, Scribe(), 3)
        source.backup(str(tmp_path / "copy.db"))
    with closing(open_store(url)) as store:
        _fill(store, Scribe(), 5)
        before = _everything(store)
    with pytest.raises(StoreError, match=r"is there already|holds a journal"):
        restore(f"sqlite:{tmp_path / 'copy.db'}", url)
    with closing(open_store(url)) as store:
        assert _everything(store) == before


@pytest.mark.parametrize("change", ["event = '{}'", "by = 'dealer eve'", "hash = zeroblob(32)"])
def test_a_backup_that_was_changed_is_not_restored(target: str, tmp_path: Path, change: str) -> None:
    source, copy = tmp_path / "source.db", tmp_path / "copy.db"
    with closing(open_store(f"sqlite:{source}")) as store:
        _fill(store, Scribe(), 30)
        store.backup(str(copy))
    with closing(apsw.Connection(str(copy))) as file:
        file.execute("DROP TRIGGER entry_is_not_changed")
        file.execute(f"UPDATE entry SET {change} WHERE seq = 17")
    with pytest.raises(StoreError, match="broken at entry 17"):
        restore(f"sqlite:{copy}", target)
    if target.startswith("sqlite"):
        assert {name for name in os.listdir(tmp_path) if "restored" in name} == set()
    else:
        with closing(open_store(target, read_only=True)) as restored:
            assert restored.head().seq == 0


def test_what_is_not_a_backup_is_not_restored(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    for name in ("empty.db", "nothing.db"):
        with pytest.raises(StoreError, match=r"not a journal|no journal"):
            restore(f"sqlite:{tmp_path / name}", f"sqlite:{tmp_path / 'restored.db'}")
    assert os.listdir(tmp_path) == ["empty.db"]
