"""The state that is kept beside the heads: taken where it can be trusted, ignored where it cannot."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from tests.money.pit import example, house_of
from upcard.bots import Pit
from upcard.bots.table_bot import Playing
from upcard.journal import journal as journal_module
from upcard.journal.casino import Casino
from upcard.journal.floor import Floor, open_house
from upcard.journal.journal import OF_BOOKS, file_of, kept, opened
from upcard.rules.house import House
from upcard.store.store import Entry, StoreError


def pits(house: House) -> dict[str, Pit]:
    return {t.name: Pit(t, "kept", t.seats, irregular=Fraction(1, 4)) for t in house.tables}


def same(ours: Casino, theirs: Casino) -> bool:
    def facts(casino: Casino) -> tuple[object, ...]:
        money = {name: value for name, value in vars(casino.books).items() if not name.startswith("_")}
        return (casino.seq, casino.hash, casino.versions, casino.tables, casino.pinned, casino.fair, money)

    return facts(ours) == facts(theirs)


@pytest.mark.parametrize("name", ["deadwood-2011", "massachusetts", "bonus-6"])
def test_a_floor_goes_on_from_what_was_kept(tmp_path: Path, name: str) -> None:
    """At any moment of a round: the casino is the one that the whole journal leads to."""
    house, url = house_of(example(name)), f"sqlite:{tmp_path}/a.db"
    for session in range(4):
        with opened(url) as journal:
            floor = journal.floor(house)
            playing = Playing(floor, pits(house), f"run {session}")
            for _ in range(37 * session + 11):
                playing.step()
            journal.keep(floor)
            again = kept(journal.heads, journal.store, house) if journal.heads else None
            assert again is not None
            assert same(again, floor.casino)
            playing.step()  # what comes after it is read from the journal
        with opened(url) as journal:
            assert same(journal.floor(house).casino, Floor(house, journal.store).casino)


def test_everything_that_the_books_know_is_kept() -> None:
    known = {name for name in vars(Casino(house_of(example("bonus-6"))).books) if not name.startswith("_")}
    assert known == set(OF_BOOKS)


def shortened(state: bytes) -> bytes:
    return state[:-1]


def turned(state: bytes) -> bytes:
    middle = len(state) // 2
    return state[:middle] + bytes([state[middle] ^ 1]) + state[middle + 1 :]


def signed_by_another(state: bytes) -> bytes:
    return bytes([state[0] ^ 1]) + state[1:]


@pytest.mark.parametrize("touched", [shortened, turned, signed_by_another, lambda state: b"", lambda state: state[64:]])
def test_what_somebody_has_touched_is_not_believed(tmp_path: Path, touched: Callable[[bytes], bytes]) -> None:
    house, url = house_of(example("deadwood")), f"sqlite:{tmp_path}/a.db"
    with opened(url) as journal:
        floor = journal.floor(house)
        Playing(floor, pits(house), "run").step()
        journal.keep(floor)
        assert journal.heads is not None
        assert kept(journal.heads, journal.store, house) is not None
        path = file_of(journal.heads)
        path.write_bytes(touched(path.read_bytes()))
        assert kept(journal.heads, journal.store, house) is None
    with opened(url) as journal:
        assert same(journal.floor(house).casino, floor.casino)


def test_the_state_of_another_journal_is_not_taken(tmp_path: Path) -> None:
    house = house_of(example("deadwood"))
    for name in ("a", "b"):
        with opened(f"sqlite:{tmp_path}/{name}.db", tmp_path / f"{name}.heads") as journal:
            floor = journal.floor(house)
            Playing(floor, pits(house), name).step()
            journal.keep(floor)
    with opened(f"sqlite:{tmp_path}/b.db", tmp_path / "b.heads") as journal:
        assert journal.heads is not None
        assert kept(journal.heads, journal.store, house) is not None
        file_of(journal.heads).write_bytes((tmp_path / "a.state").read_bytes())
        assert kept(journal.heads, journal.store, house) is None


def test_a_house_that_was_killed_plays_only_the_newest_entries_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The state is kept every so many entries while it plays, and not only at a clean stop."""
    monkeypatch.setattr(journal_module, "BETWEEN_STATES", 200)
    house, url = house_of(example("deadwood")), f"sqlite:{tmp_path}/a.db"
    with opened(url) as journal:
        floor = journal.floor(house)
        playing = Playing(floor, pits(house), "run")
        while floor.head.seq < 2000:
            playing.step()
            journal.checkpoint(floor, now=False)
    assert played_again(url, house, monkeypatch) < 300


def test_on_postgresql_too(postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_module, "BETWEEN_STATES", 100)
    house, heads = house_of(example("bonus-6")), tmp_path / "heads"
    with opened(postgres_url, heads) as journal:
        floor = journal.floor(house)
        playing = Playing(floor, pits(house), "run")
        while floor.head.seq < 500:
            playing.step()
            journal.checkpoint(floor, now=False)
    assert played_again(postgres_url, house, monkeypatch, heads) < 200


def played_again(url: str, house: House, monkeypatch: pytest.MonkeyPatch, heads: Path | None = None) -> int:
    """How many entries a start plays again."""
    applied: list[int] = []
    apply = Casino.apply

    def counted(casino: Casino, entry: Entry) -> None:
        applied.append(entry.seq)
        apply(casino, entry)

    with monkeypatch.context() as patch, opened(url, heads) as journal:
        patch.setattr(Casino, "apply", counted)
        found = journal.floor(house).casino
        count = len(applied)
        assert same(found, Floor(house, journal.store).casino)
    return count


def test_the_state_of_a_floor_that_has_failed_is_not_kept(tmp_path: Path) -> None:
    """Its memory may be ahead of the disk."""
    house, url = house_of(example("deadwood")), f"sqlite:{tmp_path}/a.db"
    with opened(url) as journal:
        floor = journal.floor(house)
        open_house(floor)
        floor.lock(StoreError("the disk is full"))
        journal.checkpoint(floor)
        assert journal.heads is not None
        assert not file_of(journal.heads).exists()
        assert journal.heads.last == floor.head
