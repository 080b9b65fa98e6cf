"""Tables that another house file elects for another jackpot, or another edition, on a journal that goes on."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.audit.journals import Memory, every_second
from tests.journal.test_reopened import DANA, LEE, PAT, Opened
from tests.journal.test_snapshot import same
from tests.rules import houses as h
from upcard.errors import HouseError, Refused
from upcard.games import caribbean_stud as stud
from upcard.journal.casino import Casino
from upcard.journal.command import Command
from upcard.journal.floor import Floor, now, open_house
from upcard.journal.journal import kept, opened
from upcard.money import commands as m
from upcard.money import events as e
from upcard.rules.house import House
from upcard.tables import commands as c
from upcard.tables.commands import Actor

DORA = Actor("dora", "dealer")
TOKEN = c.Play(stud.PlaceWager(1, "progressive", 100))


def house(limit: str = "", edition: str = "sd-2015", **elected: str) -> House:
    """Tables by name, each with the jackpot that it is elected for."""
    table = h.sd if edition == "sd-2015" else h.sd_2011
    seeds = {"Gold": "50000.00", "Silver": "100.00"}
    jackpots = [h.jackpot("PMG-01", seed=seeds[name]) | {"name": name} for name in sorted(set(elected.values()))]
    for jackpot in jackpots if limit else ():
        jackpot["levels"]["main"] |= {"limit": limit, "overflow": "reserve"}
    return h.house([table(name=name, jackpot=jackpot, mode="keyed") for name, jackpot in elected.items()], jackpots)


def members(floor: Floor) -> dict[str, set[str]]:
    return {name: set(link.members) for name, link in floor.casino.books.links.items()}


def seated(floor: Opened, table: str, dealer: Actor = DANA) -> None:
    """A table where the wagers of a round may be placed."""
    floor.asks(dealer, c.OpenTable(), table)
    floor.asks(PAT, c.TakeSeat(1, PAT.id), table)


def refusal(floor: Opened, by: Actor, ask: m.MoneyCommand | c.Command, table: str = "") -> Refused:
    with pytest.raises(Refused) as caught:
        floor.asks(by, ask, table)
    return caught.value


def doubled(store: Memory) -> None:
    """A table joins a second jackpot with the same wager, as journals before 0.7.0 may have it."""
    floor = Opened(house(K1="Gold", S1="Silver"), store)
    entry = floor.casino._record_money(e.TableJoined("Silver", "K1", ("progressive",), "lock-out"), "x", now(), "house")
    store.rows.append(entry)


@pytest.mark.rule("jackpot_ends_by")
def test_a_table_that_is_elected_for_another_jackpot_moves() -> None:
    """It leaves the one and joins the other, each as an entry, and plays for one at a time."""
    store = Memory()
    assert members(Opened(house(K1="Gold", K2="Gold", S1="Silver"), store)) == {"Gold": {"K1", "K2"}, "Silver": {"S1"}}
    moved = Opened(house(K1="Silver", K2="Gold", S1="Silver"), store)
    assert members(moved) == {"Gold": {"K2"}, "Silver": {"S1", "K1"}}
    back = Opened(house(K1="Gold", K2="Gold", S1="Silver"), store)
    assert members(back) == {"Gold": {"K2", "K1"}, "Silver": {"S1"}}
    assert back.casino.books.jackpot_of("K1", "progressive") == "Gold"
    assert back.casino.rules_of("K1").stopped == {}
    assert same(back.casino, Floor(back.house, store).casino)


@pytest.mark.rule("jackpot_ends_by")
def test_a_wager_plays_for_one_jackpot() -> None:
    floor = Opened(house(K1="Gold", K2="Gold", S1="Silver"), Memory())
    floor.casino.house = floor.house = house(K1="Silver", K2="Gold", S1="Silver")
    floor.casino.rules = {t.name: t for t in floor.house.tables}
    assert "is on the link of Gold" in str(refusal(floor, LEE, m.JoinTable("Silver", "K1")))
    assert "on that of Gold" in floor.casino.rules_of("K1").stopped["progressive"], (
        "it would feed what it does not show"
    )
    floor.asks(LEE, m.LeaveLink("Gold", "K1"))
    floor.asks(LEE, m.JoinTable("Silver", "K1"))
    assert floor.casino.rules_of("K1").stopped == {}


def test_a_journal_with_two_jackpots_for_one_wager_opens_and_goes_on() -> None:
    store = Memory()
    doubled(store)
    read = Floor(house(K1="Gold", S1="Silver"), store)
    assert "which it leaves first" in read.casino.rules_of("K1").stopped["progressive"]
    again = Opened(house(K1="Gold", S1="Silver"), store)
    assert members(again) == {"Gold": {"K1"}, "Silver": {"S1"}}
    assert again.casino.rules_of("K1").stopped == {}
    assert again.casino.books.jackpot_of("K1", "progressive") == "Gold"


def test_what_was_played_after_a_second_jackpot_was_left_follows_from_the_journal(tmp_path: Path) -> None:
    """A house went on from the state beside its journal, in which the first jackpot counted again."""
    store = Memory()
    doubled(store)
    floor = Floor(house(K1="Gold", S1="Silver"), store, every_second())
    floor.process([Command("off", LEE, m.LeaveLink("Silver", "K1"))])
    assert floor.casino.books.jackpot_of("K1", "progressive") == "Gold"
    assert floor.casino.rules_of("K1").stopped == {}


class Kept(Floor):
    """A floor on a file, with what it refuses left undone."""

    def tries(self, ask: m.MoneyCommand | c.Command, table: str = "") -> None:
        self.process([Command(f"{self.head.seq} {ask} {table}"[:90], DANA if table else LEE, ask, table)])


@pytest.mark.parametrize("seed", range(6))
def test_the_state_that_is_kept_is_the_one_that_follows_from_the_journal(tmp_path: Path, seed: int) -> None:
    """Whatever house files, joins and leaves came one after the other."""
    chance, url = Random(seed), f"sqlite:{tmp_path}/a.db"
    names, jackpots = ("K1", "K2", "S1", "X9"), ("Gold", "Silver")
    for _ in range(8):
        elected = {name: chance.choice(jackpots) for name in names}
        elected["K2"], elected["S1"] = "Gold", "Silver"
        edition = chance.choice(("sd-2015", "sd-2011"))
        with opened(url) as journal:
            try:
                floor = Kept(house(edition=edition, **elected), journal.store)
                open_house(floor)
            except HouseError:
                continue
            for _ in range(6):
                kind = chance.choice((m.JoinTable, m.LeaveLink))
                floor.tries(kind(chance.choice(jackpots), chance.choice(names)))
            journal.keep(floor)
            assert journal.heads is not None
            found = kept(journal.heads, journal.store, floor.house)
            assert found is not None
            replayed = Floor(floor.house, journal.store).casino
            assert same(found, replayed)
            assert same(floor.casino, replayed)
            one_link_each(replayed)


def one_link_each(casino: Casino) -> None:
    for t in casino.house.tables:
        on = [name for name, link in casino.books.links.items() if t.name in link.members]
        assert on in ([], [t.jackpot])
        assert casino.books.jackpot_of(t.name, "progressive") == (on[0] if on else None)


@pytest.mark.rule("jackpot_ends_by")
def test_a_jackpot_is_not_left_behind_on_a_table_that_never_opens() -> None:
    store = Memory()
    Opened(house(K1="Gold"), store)
    floor = Opened(house(K1="Silver", X9="Gold"), store)
    assert members(floor) == {"Gold": {"X9"}, "Silver": {"K1"}}
    refused = refusal(floor, DANA, c.OpenTable(), "K1")
    assert refused.clause == "sd-2015(7)"
    assert "(X9)" in str(refused)
    floor.asks(DORA, c.OpenTable(), "X9")
    floor.asks(DANA, c.OpenTable(), "K1")
    assert refusal(floor, DORA, c.CloseTable(), "X9").clause == "sd-2015(7)"
    floor.asks(DANA, c.CloseTable(), "K1")
    floor.asks(DORA, c.CloseTable(), "X9")


def test_tables_that_would_wait_for_each_other_are_no_house() -> None:
    store = Memory()
    Opened(house(K1="Gold", S1="Silver"), store)
    with pytest.raises(HouseError, match=r"Gold, Silver would be offered only at tables .* \(K1, S1\)"):
        Opened(house(K1="Silver", S1="Gold"), store)
    exchanged = Opened(house(K1="Silver", S1="Gold", X9="Gold"), store)
    assert members(exchanged) == {"Gold": {"S1", "X9"}, "Silver": {"K1"}}
    for dealer, table in ((DORA, "X9"), (DANA, "K1"), (Actor("dee", "dealer"), "S1")):
        exchanged.asks(dealer, c.OpenTable(), table)


@pytest.mark.rule("contribution_at")
@pytest.mark.parametrize(
    ("before", "after", "fed"), [("sd-2015", "sd-2011", "token"), ("sd-2011", "sd-2015", "lock-out")]
)
def test_a_table_under_another_edition_feeds_its_meter_when_that_has_it_do_so(
    before: str, after: str, fed: str
) -> None:
    store = Memory()
    Opened(house(edition=before, K1="Gold"), store)
    floor = Opened(house(edition=after, K1="Gold"), store)
    assert floor.casino.books.links["Gold"].members["K1"].fed_at == fed
    assert floor.casino.books.jackpots_of("K1") == ("Gold",)
    assert floor.casino.rules_of("K1").stopped == {}
    assert same(floor.casino, Floor(floor.house, store).casino)


@pytest.mark.rule("contribution_at")
def test_no_limit_comes_under_an_edition_whose_tokens_each_advance_the_meter() -> None:
    store = Memory()
    Opened(house("50000.30", K1="Gold"), store)
    with pytest.raises(Refused, match="it has no limit") as refused:
        Opened(house("50000.30", "sd-2011", K1="Gold"), store)
    assert refused.value.clause == "sd-2011(4)"
    Opened(house("50000.30", K1="Gold"), store)
