"""A house in one file, and made of it again: journal, people, heads and public key; nothing that others can read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from tests.audit.journals import house
from tests.web.served import CHEAP
from upcard.bots import Pit
from upcard.bots.table_bot import Playing
from upcard.cli import main
from upcard.journal.backup import backup, restore
from upcard.journal.floor import Floor
from upcard.journal.journal import opened
from upcard.journal.proof import Bad, Verified, Vouched, verify_store
from upcard.journal.proof.heads import earlier_heads
from upcard.journal.proof.key import public_key
from upcard.people import open_people
from upcard.rules.house import House
from upcard.store import StoreError, open_store

PASSWORD = "a long enough one"


def _play(url: str, heads: Path, steps: int) -> int:
    """So many more acts, signed; the entries that there are then."""
    found: House = house("deadwood")
    with opened(url, heads) as journal:
        floor: Floor = journal.floor(found)
        playing = Playing(floor, {t.name: Pit(t, "web", 3) for t in found.tables}, f"night {floor.casino.seq}")
        for _ in range(steps):
            playing.step()
            journal.sign(floor)
        return floor.casino.seq


def _proof(url: str, heads: Path) -> Verified | Bad:
    with closing(open_store(url, read_only=True)) as store:
        return verify_store(store, Vouched(heads, public_key(heads), earlier=tuple(earlier_heads(heads))))


def _believed(url: str, id: str) -> bool:
    with open_people(url, cost=CHEAP) as people:
        return people.check(id, PASSWORD) is not None


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'casino.db'}"
    address: str = request.getfixturevalue("postgres_url")
    return address


@pytest.fixture
def heads(url: str, tmp_path: Path) -> Path:
    """A house of some rounds with somebody in it; where its heads are."""
    found = tmp_path / "casino.db.heads"
    _play(url, found, 40)
    with open_people(url, cost=CHEAP) as people:
        people.add("sam", "Sam", "supervisor", PASSWORD, "sam")
        people.begin("sam")
    return found


@pytest.fixture
def no_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def test_nobody_else_can_read_a_backup_or_what_is_made_of_it(
    url: str, heads: Path, tmp_path: Path, no_umask: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    modes: list[int] = []
    make = os.open

    def noted(path: object, flags: int, mode: int = 0o777, **more: object) -> int:
        if flags & os.O_CREAT and str(path).startswith(str(folder)):
            modes.append(mode)
        return make(path, flags, mode, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "open", noted)
    backup(url, str(folder / "friday.db"), heads)
    restore(str(folder / "friday.db"), f"sqlite:{folder / 'again.db'}", folder / "again.db.heads")
    assert main(["audit", "export", "--output", str(folder / "copy.zip"), "--db", f"sqlite:{folder / 'again.db'}"]) == 0
    readable = {file.name for file in folder.iterdir() if file.stat().st_mode & 0o077}
    assert readable <= {"again.db.heads", "again.db.pub", "again.db-lock", "again.db.heads-lock"}, (
        "what is evidence may be read"
    )
    assert modes
    assert {"friday.db", "again.db", "again.people.db", "again.db.key", "copy.zip"} <= set(os.listdir(folder))


def test_a_backup_leaves_one_file_and_is_never_written_over_anything(url: str, heads: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    backup(url, str(folder / "friday.db"), heads)
    before = (folder / "friday.db").read_bytes()
    with pytest.raises(StoreError, match="is there already"):
        backup(url, str(folder / "friday.db"), heads)
    assert os.listdir(folder) == ["friday.db"]
    assert (folder / "friday.db").read_bytes() == before


def test_with_the_private_key_the_heads_go_on(url: str, heads: Path, tmp_path: Path) -> None:
    copy, target, new = tmp_path / "friday.db", f"sqlite:{tmp_path / 'again.db'}", tmp_path / "again.db.heads"
    made = backup(url, str(copy), heads)
    restored = restore(str(copy), target, new, heads.with_suffix(".key"))
    assert (restored.signed, restored.new_key) == (made.signed, False)
    assert not earlier_heads(new)
    end = _play(target, new, 10)
    proof = _proof(target, new)
    assert isinstance(proof, Verified)
    assert proof.signed is not None
    assert (proof.signed.first, proof.signed.last) == (1, end)
    assert public_key(new) == public_key(heads)
    assert _believed(target, "sam")


def test_without_it_a_new_key_goes_on_and_the_old_heads_stay_as_evidence(
    url: str, heads: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy, target, new = tmp_path / "friday.db", f"sqlite:{tmp_path / 'again.db'}", tmp_path / "again.db.heads"
    made = backup(url, str(copy), heads)
    assert restore(str(copy), target, new).new_key
    (earlier,) = earlier_heads(new)
    assert earlier.name == f"again.db.until-{made.signed}.heads"
    assert earlier.read_bytes() == heads.read_bytes()
    assert public_key(earlier) == public_key(heads) != public_key(new)
    _play(target, new, 10)
    assert main(["audit", "verify", "--db", target, "--books-only"]) == 0
    said = capsys.readouterr().out
    assert f"Until entry {made.signed:,} another key signed" in said
    assert "nobody vouches" not in said
    # A copy of that house carries both, and the house made of it knows both.
    backup(target, str(tmp_path / "saturday.db"))
    restore(str(tmp_path / "saturday.db"), f"sqlite:{tmp_path / 'third.db'}", key=tmp_path / "again.db.key")
    assert [each.name for each in earlier_heads(tmp_path / "third.db.heads")] == [f"third.db.until-{made.signed}.heads"]
    assert isinstance(_proof(f"sqlite:{tmp_path / 'third.db'}", tmp_path / "third.db.heads"), Verified)


def test_old_heads_that_do_not_fit_the_journal_are_found(heads: Path, url: str, tmp_path: Path) -> None:
    copy, target, new = tmp_path / "friday.db", f"sqlite:{tmp_path / 'again.db'}", tmp_path / "again.db.heads"
    backup(url, str(copy), heads)
    restore(str(copy), target, new)
    (earlier,) = earlier_heads(new)
    text = earlier.read_text(encoding="ascii")
    earlier.write_text(text.replace('"at":"2', '"at":"3', 1), encoding="ascii")
    assert isinstance(_proof(target, new), Bad)


def test_another_key_is_not_taken_for_the_one_of_the_heads(url: str, heads: Path, tmp_path: Path) -> None:
    copy, key = tmp_path / "friday.db", tmp_path / "other.key"
    backup(url, str(copy), heads)
    key.write_text("ab" * 32, encoding="ascii")
    with pytest.raises(StoreError, match="not the public half"):
        restore(str(copy), f"sqlite:{tmp_path / 'again.db'}", tmp_path / "again.db.heads", key)
    assert not [name for name in os.listdir(tmp_path) if name.startswith("again")], "all of it or nothing"


@pytest.mark.parametrize("change", ["carried SET content = x'00' WHERE name = 'people.db' AND part = 1",
                                    "entry SET by = 'dealer eve' WHERE seq = 17"])  # fmt: skip
def test_a_backup_that_was_changed_is_not_restored(url: str, heads: Path, tmp_path: Path, change: str) -> None:
    copy = tmp_path / "friday.db"
    backup(url, str(copy), heads)
    with closing(apsw.Connection(str(copy))) as file:
        file.execute("DROP TRIGGER entry_is_not_changed")
        file.execute(f"UPDATE {change}")
    with pytest.raises(StoreError, match=r"its SHA-256 is another|broken at entry 17"):
        restore(str(copy), f"sqlite:{tmp_path / 'again.db'}", tmp_path / "again.db.heads")
    assert not [name for name in os.listdir(tmp_path) if name.startswith("again")]


@pytest.mark.parametrize("there", ["again.db", "again.people.db", "again.db.heads", "again.db.key"])
def test_what_is_left_of_another_house_is_not_touched(url: str, heads: Path, tmp_path: Path, there: str) -> None:
    copy = tmp_path / "friday.db"
    backup(url, str(copy), heads)
    (tmp_path / there).write_bytes(b"precious")
    with pytest.raises(StoreError, match="already"):
        restore(str(copy), f"sqlite:{tmp_path / 'again.db'}", tmp_path / "again.db.heads")
    assert [name for name in os.listdir(tmp_path) if name.startswith("again")] == [there]
    assert (tmp_path / there).read_bytes() == b"precious"


def test_nobody_is_signed_in_at_a_house_that_was_brought_back(heads: Path, url: str, tmp_path: Path) -> None:
    with open_people(url, cost=CHEAP) as people:
        token = people.begin("sam")
        assert people.session(token)
    backup(url, str(tmp_path / "friday.db"), heads)
    target = f"sqlite:{tmp_path / 'again.db'}"
    restore(str(tmp_path / "friday.db"), target, tmp_path / "again.db.heads")
    with open_people(target, cost=CHEAP) as people:
        assert people.session(token) is None
        assert people.check("sam", PASSWORD)


def test_a_backup_of_the_journal_alone_is_restored_as_before(url: str, tmp_path: Path) -> None:
    """As they were made by 0.4.0: a plain SQLite journal, without seals."""
    found = house("deadwood")
    with opened(url, signing=False) as journal:
        playing = Playing(journal.floor(found), {t.name: Pit(t, "web", 3) for t in found.tables}, "night")
        for _ in range(20):
            playing.step()
        journal.store.backup(str(tmp_path / "plain.db"))
    restored = restore(str(tmp_path / "plain.db"), f"sqlite:{tmp_path / 'again.db'}")
    assert (restored.people, restored.signed) == (False, 0)
    _play(f"sqlite:{tmp_path / 'again.db'}", tmp_path / "again.db.heads", 5)


def test_a_backup_is_no_store_to_go_on_with(url: str, heads: Path, tmp_path: Path) -> None:
    """Whoever would serve it would have a house without people, in which the first to come is the licensee."""
    backup(url, str(tmp_path / "friday.db"), heads)
    with pytest.raises(StoreError, match="is a backup"):
        open_store(f"sqlite:{tmp_path / 'friday.db'}")
    assert main(["audit", "verify", "--db", f"sqlite:{tmp_path / 'friday.db'}"]) == 0
