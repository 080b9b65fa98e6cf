"""The state that is kept beside the heads: taken where it can be trusted, ignored where it cannot."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from tests.money.pit import example, house_of
from upcard.floor.bots import Pit
from upcard.floor.casino import Casino
from upcard.floor.floor import Floor
from upcard.floor.journal import opened
from upcard.floor.kept import file_of, kept
from upcard.floor.play import Playing
from upcard.rules.house import House


def pits(house: House) -> dict[str, Pit]:
    return {t.name: Pit(t, "kept", t.seats, irregular=Fraction(1, 4)) for t in house.tables}


def same(ours: Casino, theirs: Casino) -> bool:
    def facts(casino: Casino) -> tuple[object, ...]:
        books = casino.books
        money = (books.balances, books.links, books.jackpot_of, books.jackpots_at, books.fed, books.slips)
        return (casino.seq, casino.hash, casino.versions, casino.tables, *money)

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


def shortened(state: bytes) -> bytes:
    return state[:-1]


def turned(state: bytes) -> bytes:
    middle = len(state) // 2
    return state[:middle] + bytes([state[middle] ^ 1]) + state[middle + 1 :]


@pytest.mark.parametrize("touched", [shortened, turned, lambda state: b"", lambda state: state[64:]])
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
