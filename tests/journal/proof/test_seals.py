"""What the process of the house did not write is refused, and found: every turn is sealed with the house's key."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from tests.journal.proof.evidence import alone
from tests.journal.proof.foreign import HOUSE, SAM, forge
from tests.store.scribe import database
from upcard.audit.bundle import bundle
from upcard.journal.command import Command
from upcard.journal.floor import Floor, open_house
from upcard.journal.journal import heads_of, opened
from upcard.journal.proof import Bad, Verified, Vouched, at_one_moment, attested, verify
from upcard.money import commands as money
from upcard.shuffles.key_derivation import Source
from upcard.store import Entry, ForeignEntry, Head, StoreError, chained, open_store, restore
from upcard.store.sql_store import migrations

OTHER = "CAST(signer || signer AS BLOB)"


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'house.db'}"
    address: str = request.getfixturevalue("postgres_url")
    return address


@contextmanager
def house(url: str, **options: Any) -> Iterator[Floor]:
    with opened(url, **options) as journal:
        floor = journal.floor(HOUSE, Source())
        open_house(floor)
        journal.sign(floor)
        yield floor


def act(floor: Floor, id: str) -> None:
    (reply,) = floor.process([Command(id, SAM, money.FillTray("Stud 1", 10_000))])
    assert reply.error is None


def verified(url: str) -> Verified | Bad:
    heads = heads_of(url)
    who = attested(Vouched(heads) if heads.exists() else Vouched())
    with at_one_moment(url) as moment:
        assert moment.unguarded() == ""
        return verify(moment.snapshot, who, moment.path)


def copied(url: str, folder: Path) -> str:
    """What a stranger finds wrong with a copy for the regulator; empty where nothing is."""
    with closing(open_store(url, read_only=True)) as store, (folder / "copy.zip").open("wb") as file:
        bundle(store, file, heads_of(url))
    with ZipFile(folder / "copy.zip") as archive:
        archive.extractall(folder / "copy")
    names = ("heads", "heads.jsonl"), ("key", "heads.pub"), ("seals", "seals.jsonl")
    options = [word for option, name in names for word in (f"--{option}", str(folder / "copy" / name))]
    return alone(["", str(folder / "copy" / "journal.jsonl"), *options])


def without_guards(url: str, *statements: str) -> None:
    """What somebody does who owns the database."""
    with database(url) as execute:
        for name in ("changed", "deleted") if url.startswith("sqlite") else ("changed",):
            on = "" if url.startswith("sqlite") else " ON seal"
            execute(f"DROP TRIGGER seal_is_not_{name}{on}")
        for statement in statements:
            execute(statement)


# ---- an entry that somebody else wrote -------------------------------------------------------------------------------


@pytest.mark.parametrize("seal", [False, True], ids=["unsealed", "with a seal made up"])
def test_an_entry_by_plain_sql_is_refused_by_the_running_house_and_at_the_next_start(
    url: str, seal: bool, tmp_path: Path
) -> None:
    shown: list[Entry] = []
    with opened(url) as journal:
        floor = journal.floor(HOUSE, Source())
        open_house(floor)
        act(floor, "one")
        journal.sign(floor)
        floor.watch = shown.extend
        before = floor.casino.seq
        made = forge(url, seal=seal)
        with pytest.raises(ForeignEntry, match=f"entry {made.seq} .*seal"):
            floor.follow()
        assert floor.locked
        other = journal.floor if not url.startswith("sqlite") else None
        if other is not None:
            with pytest.raises(ForeignEntry):
                other(HOUSE, Source())
        floor.locked = ""
        with pytest.raises(ForeignEntry):
            act(floor, "two")
        assert (shown, floor.casino.seq) == ([], before), "nothing foreign was applied or shown"
        journal.sign(floor)
        assert journal.heads is not None
        assert journal.heads.last == Head(before, floor.casino.hash), "nothing foreign was signed"
    with pytest.raises(ForeignEntry, match=str(made.seq)), house(url):
        pass
    bad = verified(url)
    assert isinstance(bad, Bad)
    assert bad.seq == made.seq
    assert "seal" in bad.what
    assert f"entry {made.seq}" in copied(url, tmp_path)
    if url.startswith("sqlite"):
        assert f"entry {made.seq}" in alone(["", str(tmp_path / "house.db"), "--heads", str(heads_of(url))])


def test_seals_that_were_removed_are_missed(url: str) -> None:
    with house(url) as floor:
        act(floor, "one")
    without_guards(url, "DELETE FROM seal")
    with pytest.raises(ForeignEntry), house(url):
        pass
    heads = heads_of(url)
    with at_one_moment(url) as moment:
        bad = verify(moment.snapshot, attested(Vouched(heads)), moment.path)
        assert isinstance(bad, Bad)
        assert (bad.seq, bad.what) == (1, "is not sealed: no process of this house wrote it")


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (f"UPDATE seal SET signature = {OTHER} WHERE first = 1", "does not follow on the one before"),
        (f"UPDATE seal SET signature = {OTHER} WHERE last = (SELECT max(last) FROM seal)", "did not make"),
        ("UPDATE seal SET hash = signer WHERE last = (SELECT max(last) FROM seal)", "not the ones that were sealed"),
        ("UPDATE seal SET signer = hash WHERE first = 1", "is sealed with another key"),
        ("DELETE FROM seal WHERE first = 1", "seals before it end at entry 0"),
        ("UPDATE command SET digest = zeroblob(32) WHERE first = 1", "other answers"),
    ],
)
def test_a_seal_that_was_changed_is_found(tmp_path: Path, change: str, what: str) -> None:
    url = f"sqlite:{tmp_path / 'house.db'}"
    with house(url) as floor:
        act(floor, "one")
    with database(url) as execute:
        execute("DROP TRIGGER answer_is_not_changed")
    without_guards(url, change)
    with at_one_moment(url) as moment:
        bad = verify(moment.snapshot, attested(Vouched(heads_of(url))), moment.path)
    assert isinstance(bad, Bad)
    assert what in bad.what
    assert "seal" in alone(["", str(tmp_path / "house.db"), "--heads", str(heads_of(url))])


def test_history_that_was_made_anew_is_found_without_any_heads(tmp_path: Path) -> None:
    """An entry in the middle is changed and everything after it hashed again: the public key alone shows it."""
    url = f"sqlite:{tmp_path / 'house.db'}"
    with house(url) as floor:
        for number in range(5):
            act(floor, str(number))
    public = bytes.fromhex(heads_of(url).with_suffix(".pub").read_text())
    with closing(open_store(url, read_only=True)) as store:
        entries = list(store.entries())
    changed = len(entries) - 3
    entries[changed] = entries[changed]._replace(by="supervisor nobody")
    with database(url) as execute:
        execute("DROP TRIGGER entry_is_not_changed")
        for place in range(changed, len(entries)):
            entries[place] = made = chained(entries[place - 1].hash, entries[place])
            execute("UPDATE entry SET by = ?, hash = ? WHERE seq = ?", made.by, made.hash, made.seq)
    with at_one_moment(url) as moment:
        bad = verify(moment.snapshot, attested(Vouched(key=public)))
    assert isinstance(bad, Bad)
    assert bad == Bad(changed + 1, f"and those up to entry {changed + 1} are not the ones that were sealed")
    assert f"entry {changed + 1} is not the one that was sealed" in alone(["", str(tmp_path / "house.db")])


def test_every_turn_is_sealed_from_the_first(url: str, tmp_path: Path) -> None:
    with opened(url) as journal:
        floor = journal.floor(HOUSE, Source())
        open_house(floor)
        (reply,) = floor.process([Command("first", SAM, money.FillTray("Stud 1", 10_000))])
        end = reply.entries[-1].seq
        # Killed before a head of it is signed: it is vouched for all the same.
        found = verified(url)
        assert journal.heads is not None
        assert (journal.heads.last, copied(url, tmp_path)) == (None, "")
    assert isinstance(found, Verified)
    assert found.sealed is not None
    assert (found.sealed.first, found.sealed.last) == (1, end)
    with house(url) as floor:
        act(floor, "two")
    assert isinstance(verified(url), Verified)
    assert copied(url, tmp_path) == ""


# ---- keys and older journals -----------------------------------------------------------------------------------------


def older(monkeypatch: pytest.MonkeyPatch, url: str, *, signed: bool) -> int:
    """A journal as 0.4.0 left it: the first schema, and heads that say nothing of seals."""
    from upcard.journal.proof import Heads

    with monkeypatch.context() as patch:
        for module, kind in (("sqlite_file", "sqlite"), ("postgres", "postgres")):
            steps = migrations(kind)[:1]
            patch.setattr(f"upcard.store.{module}.migrations", lambda _, steps=steps: steps)
        patch.setattr("upcard.store.postgres.PREPARED", _without_seals())
        patch.setattr("upcard.store.postgres.TAKE", _take().replace("EXECUTE last_seal", "SELECT 1 WHERE false"))
        with closing(open_store(url)) as store:
            floor = Floor(HOUSE, store, source=Source())
            open_house(floor)
            if signed:
                heads = Heads(heads_of(url))
                heads.sign(Head(floor.casino.seq, floor.casino.hash), "2026-01-01T00:00:00Z")
                heads.close()
    return floor.casino.seq


def _take() -> str:
    from upcard.store import postgres

    return postgres.TAKE


def _without_seals() -> tuple[str, ...]:
    from upcard.store import postgres

    return tuple(statement for statement in postgres.PREPARED if "seal" not in statement)


@pytest.mark.parametrize("signed", [True, False])
def test_a_journal_from_before_there_were_seals_is_read_and_taken_over(
    monkeypatch: pytest.MonkeyPatch, url: str, signed: bool
) -> None:
    end = older(monkeypatch, url, signed=signed)
    found = verified(url)
    assert isinstance(found, Verified)
    assert found.sealed is None
    with closing(open_store(url, read_only=True)) as store:
        assert store.head().seq == end
        assert list(store.seals()) == []
    with opened(url) as journal:
        assert journal.adopted == end
        act(journal.floor(HOUSE, Source()), "one")
    found = verified(url)
    assert isinstance(found, Verified)
    assert found.sealed is not None
    assert found.sealed.first == end + 1
    without_guards(url, "DELETE FROM seal")
    with pytest.raises(ForeignEntry), opened(url):
        pass


def test_a_sealed_journal_goes_on_with_its_key_alone(url: str, tmp_path: Path) -> None:
    with house(url) as floor:
        act(floor, "one")
    with pytest.raises(StoreError, match="sealed"), house(url, signing=False):
        pass
    with pytest.raises(StoreError, match="another: put the house's key"), house(url, heads=tmp_path / "other.heads"):
        pass
    for end in (".heads", ".key", ".pub"):
        (tmp_path / f"other{end}").unlink(missing_ok=True)
    with opened(url, tmp_path / "new.heads", new_key=True) as journal:
        act(journal.floor(HOUSE, Source()), "two")
    with at_one_moment(url) as moment:
        found = verify(moment.snapshot, attested(Vouched(tmp_path / "new.heads")), moment.path)
    assert isinstance(found, Verified)
    assert found.sealed is not None
    assert found.sealed.first == journal.adopted + 1
    with pytest.raises(StoreError), house(url):
        pass


def test_the_key_on_another_machine_seals_and_signs_too(postgres_url: str, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    with house(postgres_url, heads=tmp_path / "one" / "house.heads") as floor:
        act(floor, "one")
        for end in ("heads", "key", "pub"):
            (tmp_path / "two" / f"house.{end}").write_bytes((tmp_path / "one" / f"house.{end}").read_bytes())
        with house(postgres_url, heads=tmp_path / "two" / "house.heads") as other:
            act(other, "two")
            floor.follow()
            act(floor, "three")
            act(other, "four")
    for name in ("one", "two"):
        with at_one_moment(postgres_url) as moment:
            who = attested(Vouched(tmp_path / name / "house.heads"))
            assert isinstance(verify(moment.snapshot, who, moment.path), Verified)


def test_a_house_goes_on_without_the_foreign_entry(url: str, tmp_path: Path) -> None:
    with house(url) as floor:
        floor.process([Command(id, SAM, money.FillTray("Stud 1", 10_000)) for id in ("one", "two")])
        end = floor.casino.seq
    forge(url)
    with closing(open_store(url, read_only=True)) as store:
        store.backup(str(tmp_path / "evidence.db"))
    evidence, again = f"sqlite:{tmp_path / 'evidence.db'}", f"sqlite:{tmp_path / 'again.db'}"
    with pytest.raises(StoreError, match=f"the copy has no entry {end + 2}"):
        restore(evidence, again, end + 2)
    with pytest.raises(StoreError, match=f"entry {end - 1} is in the middle of what was done at once: say {end - 2}"):
        restore(evidence, again, end - 1)
    assert restore(evidence, again, end).seq == end
    for ending in (".heads", ".key", ".pub"):
        (tmp_path / "again.db").with_name(f"again.db{ending}").write_bytes(
            heads_of(url).with_suffix(ending).read_bytes()
        )
    with house(again) as floor:
        act(floor, "three")
    found = verified(again)
    assert isinstance(found, Verified)
    assert found.sealed is not None
    assert (found.sealed.first, found.events > end) == (1, True)
