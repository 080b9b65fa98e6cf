"""A house opens again whatever was done to its jackpots while tables were open."""

from __future__ import annotations

import pytest

from tests.audit.journals import Memory, every_second
from tests.money.pit import FAULT, linked
from upcard.errors import HouseError
from upcard.games import caribbean_stud as stud
from upcard.journal.command import AnyCommand, Command
from upcard.journal.floor import Floor, open_house
from upcard.money import commands as m
from upcard.rules.house import House
from upcard.tables import commands as c
from upcard.tables.commands import Actor

DANA, PAT = Actor("dana", "dealer"), Actor("pat", "player")
LEE, RAE = Actor("lee", "licensee"), Actor("rae", "regulator")
ANTE = c.Play(stud.PlaceWager(1, "ante", 500))


class Opened(Floor):
    """A floor that has just been opened on a store."""

    def __init__(self, house: House, store: Memory) -> None:
        super().__init__(house, store, every_second())
        open_house(self)

    def asks(self, by: Actor, ask: AnyCommand, table: str = "") -> None:
        (reply,) = self.process([Command(f"{by.id} {self.head.seq} {type(ask).__name__}", by, ask, table)])
        if reply.error is not None:
            raise reply.error


@pytest.mark.rule("jackpot_ends_by")
def test_a_jackpot_that_ended_while_its_table_was_open() -> None:
    """The round goes on under the house as it was, which opens as long as the table is open."""
    house, store = linked(1), Memory()
    floor = Opened(house, store)
    floor.asks(DANA, c.OpenTable(), "T1")
    floor.asks(PAT, c.TakeSeat(1, "pat"), "T1")
    floor.asks(LEE, m.RecordPetition("Link", "liability to another game", "Let It Ride progressive", "nobody plays it"))
    floor.asks(RAE, m.DecidePetition("Link", 1, True, "order 7"))
    floor.asks(LEE, m.SuspendLink("Link", "as the order says", "petition granted", FAULT[1]))
    floor.asks(PAT, ANTE, "T1")
    held = floor.casino.books.balances["meter/Link/main"]
    floor.asks(LEE, m.EndJackpot("Link", "another", 1))
    assert floor.casino.books.balances["licensee/Let It Ride progressive"] == held
    again = Opened(house, store)
    assert again.casino.tables["T1"].round is not None
    again.asks(PAT, c.Play(stud.TakeBackWager(1, "ante")), "T1")
    again.asks(DANA, c.CloseTable(), "T1")
    with pytest.raises(HouseError, match="it has ended"):
        Opened(house, store)


def test_a_table_that_left_the_link_joins_it_again_after_its_round() -> None:
    house, store = linked(2), Memory()
    floor = Opened(house, store)
    floor.asks(DANA, c.OpenTable(), "T1")
    floor.asks(Actor("dora", "dealer"), c.OpenTable(), "T2")
    floor.asks(PAT, c.TakeSeat(1, "pat"), "T1")
    floor.asks(LEE, m.LeaveLink("Link", "T1"))
    floor.asks(PAT, ANTE, "T1")
    again = Opened(house, store)
    assert list(again.casino.books.links["Link"].members) == ["T2"]
    again.asks(PAT, c.Play(stud.TakeBackWager(1, "ante")), "T1")
    assert list(Opened(house, store).casino.books.links["Link"].members) == ["T2", "T1"]


@pytest.mark.rule("jackpot_ends_by")
def test_a_jackpot_goes_on_under_an_amended_text() -> None:
    """Its licensee may not stop offering it, so that it is played by whatever text is in force."""
    store = Memory()
    Opened(linked(1, edition="sd-2011"), store)
    amended = Opened(linked(1, edition="sd-2015"), store)
    amended.asks(DANA, c.OpenTable(), "T1")
    assert amended.casino.pinned["T1"].edition == "sd-2015"
    assert amended.casino.books.links["Link"].operating
    with pytest.raises(HouseError, match="classic-10pct was chosen"):
        Opened(linked(1, edition="sd-2015", schedule="classic-5000"), store)
