"""What is particular to SQLite: its file, its one writer, its settings, and readers that leave no trace."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import apsw
import pytest

from tests.store.scribe import Scribe, write
from upcard.store import StoreError, open_store
from upcard.store.sqlite import MemoryStore, SqliteStore
from upcard.store.sqlite_file import copy


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


# ---- what is refused ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["off", "normal"])
@pytest.mark.parametrize("read_only", [False, True])
def test_less_than_full_synchronous_is_refused(path: Path, level: str, read_only: bool) -> None:
    with pytest.raises(StoreError, match=f"synchronous={level} could lose acknowledged entries"):
        open_store(f"sqlite:{path}?synchronous={level}", read_only=read_only)
    assert not path.exists()


@pytest.mark.parametrize(("level", "number"), [("full", 2), ("extra", 3)])
def test_the_settings_are_those_under_which_a_commit_is_on_disk(path: Path, level: str, number: int) -> None:
    with closing(SqliteStore(str(path), synchronous=level)) as store:
        writer = store._writer
        assert writer is not None
        assert writer.pragma("journal_mode") == "wal"
        assert writer.pragma("synchronous") == number
        assert writer.pragma("foreign_keys") == 1


def test_a_file_without_a_write_ahead_log_is_refused() -> None:
    with pytest.raises(StoreError, match="cannot keep a write-ahead log"):
        open_store("sqlite:/journal?vfs=memdb")


def test_a_journal_in_memory_is_its_own_and_append_only() -> None:
    one, two = MemoryStore(), MemoryStore()
    entries = Scribe().some(2)
    write(one, entries)
    with suppress(ZeroDivisionError), one.turn(2) as turn:
        turn.append(Scribe().some(3)[2:], {}, [])
        raise ZeroDivisionError
    assert (list(one.entries()), list(two.entries())) == (entries, [])
    assert one._writer is not None
    with pytest.raises(apsw.ConstraintError):
        one._writer.execute("DELETE FROM entry").close()


@pytest.mark.parametrize(("version", "refused"), [("3.51.2", True), ("3.51.3", False), ("3.9.0", True)])
def test_an_old_library_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch, version: str, refused: bool) -> None:
    monkeypatch.setattr(apsw, "sqlite_lib_version", lambda: version)
    if refused:
        with pytest.raises(StoreError, match=f"SQLite {version} can corrupt a journal"):
            open_store(f"sqlite:{path}")
        assert not path.exists()
    else:
        open_store(f"sqlite:{path}").close()


@pytest.mark.parametrize("read_only", [False, True])
def test_a_file_of_something_else_is_refused_and_left_alone(path: Path, read_only: bool) -> None:
    with closing(apsw.Connection(str(path))) as file:
        file.execute("CREATE TABLE entry (x)")
    for content in (path.read_bytes(), b"a letter\n" * 1000):
        path.write_bytes(content)
        with pytest.raises(StoreError, match="is not a journal of this program"):
            open_store(f"sqlite:{path}", read_only=read_only)
        assert path.read_bytes() == content


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be locked"):
        open_store(f"sqlite:{tmp_path / 'no folder' / 'journal.db'}")


# ---- one writer --------------------------------------------------------------------------------------------

HOLD = (
    "import sys; from upcard.store import open_store; s = open_store('sqlite:' + sys.argv[1]);"
    " print('open', flush=True); sys.stdin.read()"
)


def test_a_second_writer_is_refused_until_the_first_is_gone(path: Path) -> None:
    other = path.with_name("other name.db")
    other.symlink_to(path)
    first = open_store(f"sqlite:{path}")
    for name in (path, other):
        with pytest.raises(StoreError, match="another process is writing"):
            open_store(f"sqlite:{name}")
    first.close()
    open_store(f"sqlite:{other}").close()


def test_a_writer_that_is_killed_leaves_no_lock(path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"open\n"
        with pytest.raises(StoreError, match="another process is writing"):
            open_store(f"sqlite:{path}")
        with closing(open_store(f"sqlite:{path}", read_only=True)) as reader:
            assert reader.head().seq == 0
        holder.send_signal(signal.SIGKILL)
        holder.wait()
    with closing(open_store(f"sqlite:{path}")) as store:
        write(store, Scribe().some(1))


# ---- readers -----------------------------------------------------------------------------------------------


def test_a_reader_makes_nothing_and_changes_nothing(path: Path) -> None:
    with pytest.raises(StoreError, match="there is no journal"):
        open_store(f"sqlite:{path}", read_only=True)
    with closing(open_store(f"sqlite:{path}")) as store:
        write(store, Scribe().some(5))
    Path(f"{path}-lock").unlink()
    before = path.read_bytes()
    with closing(open_store(f"sqlite:{path}", read_only=True)) as reader:
        assert len(list(reader.entries())) == 5
        with reader.snapshot() as snapshot:
            assert snapshot.head().seq == 5
        assert os.listdir(path.parent) == [path.name]
    assert os.listdir(path.parent) == [path.name]
    assert path.read_bytes() == before


def test_a_reader_sees_what_a_writer_commits_who_came_later(path: Path) -> None:
    scribe = Scribe()
    with closing(open_store(f"sqlite:{path}")) as store:
        write(store, scribe.some(5))
    with closing(open_store(f"sqlite:{path}", read_only=True)) as reader:
        assert reader.head().seq == 5
        for end in (6, 7):
            with closing(open_store(f"sqlite:{path}")) as store:
                write(store, scribe.some(1))
                assert reader.head().seq == end
            assert reader.head().seq == end


def test_a_snapshot_of_a_file_at_rest_says_when_it_was_disturbed(path: Path) -> None:
    scribe = Scribe()
    with closing(open_store(f"sqlite:{path}")) as store:
        write(store, scribe.some(5))
    with closing(open_store(f"sqlite:{path}", read_only=True)) as reader, reader.snapshot() as snapshot:
        assert snapshot.head().seq == 5
        with closing(open_store(f"sqlite:{path}")) as store:
            write(store, scribe.some(1))
        with pytest.raises(StoreError, match="read it again"):
            snapshot.head()


def test_a_backup_of_a_file_at_rest_that_was_disturbed_is_not_kept(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scribe, to = Scribe(), path.with_name("copy.db")
    with closing(open_store(f"sqlite:{path}")) as store:
        write(store, scribe.some(5))

    def disturbed(source: apsw.Connection, to: str, check: Callable[[], None]) -> None:
        with closing(open_store(f"sqlite:{path}")) as store:
            write(store, scribe.some(1))
        copy(source, to, check)

    monkeypatch.setattr("upcard.store.sqlite_file.copy", disturbed)
    with closing(open_store(f"sqlite:{path}", read_only=True)) as reader:
        with pytest.raises(StoreError, match="read it again"):
            reader.backup(str(to))
        assert not to.exists()


def test_what_a_killed_writer_had_committed_is_read_from_the_log(path: Path) -> None:
    with closing(open_store(f"sqlite:{path}")) as store:
        write(store, Scribe().some(5))
        crashed = path.with_name("crashed.db")
        for end in ("", "-wal"):
            Path(f"{crashed}{end}").write_bytes(Path(f"{path}{end}").read_bytes())
    with closing(open_store(f"sqlite:{crashed}", read_only=True)) as reader:
        assert reader.head().seq == 5


# ---- failures ----------------------------------------------------------------------------------------------


class FailingFile(apsw.VFSFile):
    """A file whose disk fails to sync when it is told to."""

    def xSync(self, flags: int) -> None:
        if FailingDisk.broken:
            raise apsw.IOError
        super().xSync(flags)


class FailingDisk(apsw.VFS):
    """The machine's own files, on a disk that can be broken."""

    broken = False

    def __init__(self) -> None:
        super().__init__("failing", "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:
        return FailingFile("", name, flags)


@pytest.mark.parametrize("locking_mode", ["normal", "exclusive"])
def test_a_disk_that_fails_acknowledges_nothing_and_stops_the_store(path: Path, locking_mode: str) -> None:
    disk, scribe = FailingDisk(), Scribe()
    url = f"sqlite:{path}?vfs=failing&locking_mode={locking_mode}"
    store = open_store(url)
    write(store, scribe.some(3))
    assert len(list(store.entries())) == 3
    FailingDisk.broken = True
    try:
        with pytest.raises(StoreError, match="failed"):
            write(store, scribe.some(1))
    finally:
        FailingDisk.broken = False
    with pytest.raises(StoreError, match="must be opened again"):
        write(store, scribe.some(1))
    store.close()
    with closing(open_store(url)) as again:
        assert again.head().seq in (3, 4)
    disk.unregister()


def test_a_store_alone_with_its_file_does_all_the_rest(path: Path) -> None:
    scribe = Scribe()
    with closing(open_store(f"sqlite:{path}?locking_mode=exclusive")) as store:
        write(store, scribe.some(3))
        assert not Path(f"{path}-shm").exists()
        with store.snapshot() as snapshot:
            assert snapshot.head().seq == 3
        store.backup(f"{path}-copy")
    with closing(open_store(f"sqlite:{path}-copy")) as copy:
        assert copy.head().seq == 3
