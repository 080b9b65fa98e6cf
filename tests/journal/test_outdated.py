"""A table that stayed open while the text of its edition changed: the house opens, and the table is closed."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.audit.journals import Memory, every_second
from tests.money.pit import linked
from tests.web import served
from upcard.bots import Pit
from upcard.bots.table_bot import Playing
from upcard.cli.serve import _begun
from upcard.errors import HouseError, Refused
from upcard.games import caribbean_stud as stud
from upcard.journal.command import AnyCommand, Command
from upcard.journal.floor import Floor, open_house
from upcard.rules.house import House, read_house
from upcard.tables import commands as c
from upcard.tables.commands import Actor

DEALER, PLAYER = Actor("dana", "dealer"), Actor("pat", "player")
ANTE = c.Play(stud.PlaceWager(1, "ante", 500))


def of_another_text(house: House) -> House:
    """The same house after an upgrade that changed the text of its editions."""
    tables = []
    for t in house.tables:
        rules: Any = t.rules
        tables.append(replace(t, rules=replace(rules, edition=replace(t.edition, digest="0" * 64, text=""))))
    return replace(house, tables=tuple(tables))


class Desk:
    """One floor on a store, and what is asked of its first table."""

    def __init__(self, house: House, store: Memory) -> None:
        self.floor = Floor(house, store, every_second())
        open_house(self.floor)
        self.name = house.tables[0].name

    def asks(self, by: Actor, ask: AnyCommand) -> None:
        command = Command(f"{by.id} {type(ask).__name__} {self.floor.head.seq}", by, ask, self.name)
        (reply,) = self.floor.process([command])
        if reply.error is not None:
            raise reply.error


def begun() -> tuple[House, Memory, Desk]:
    house, store = linked(1), Memory()
    desk = Desk(house, store)
    desk.asks(DEALER, c.OpenTable())
    desk.asks(PLAYER, c.TakeSeat(1, "pat"))
    return house, store, desk


def test_between_rounds_the_house_opens_and_the_table_takes_nothing_but_being_closed() -> None:
    house, store, _ = begun()
    later = Desk(of_another_text(house), store)
    for by, ask in (
        (DEALER, c.ShuffleDeck("red", "shuffler")),
        (DEALER, c.RelieveDealer("dana")),
        (DEALER, c.CallSupervisor()),
        (PLAYER, ANTE),
        (Actor("kim", "player"), c.TakeSeat(2, "kim")),
    ):
        with pytest.raises(Refused, match="opened under another text of the law; close it, and open it again"):
            later.asks(by, ask)
    later.asks(PLAYER, c.LeaveSeat(1))
    later.asks(DEALER, c.CloseTable())
    later.asks(DEALER, c.OpenTable())
    assert later.floor.casino.pinned["T1"].digest == "0" * 64
    later.asks(PLAYER, c.TakeSeat(1, "pat"))
    later.asks(PLAYER, ANTE)


def test_with_a_wager_down_the_round_goes_on_and_then_the_table_is_closed() -> None:
    house, store, desk = begun()
    desk.asks(PLAYER, ANTE)
    later = Desk(of_another_text(house), store)
    assert not later.floor.casino.outdated("T1")
    later.asks(PLAYER, c.Play(stud.TakeBackWager(1, "ante")))
    assert later.floor.casino.outdated("T1")
    with pytest.raises(Refused, match="another text of the law"):
        later.asks(PLAYER, ANTE)
    later.asks(DEALER, c.CloseTable())


def test_other_elections_are_still_refused_with_a_wager_down() -> None:
    house, store, desk = begun()
    desk.asks(PLAYER, ANTE)
    (t,) = of_another_text(house).tables
    rules: Any = t.rules
    other = replace(t, rules=replace(rules, elections={**rules.elections, "maximum": "7.00"}))
    with pytest.raises(HouseError, match="opened with another maximum: with the house as it was, close it"):
        Desk(replace(house, tables=(other,)), store)


def test_bots_close_the_table_and_open_it_again() -> None:
    house, store, _ = begun()
    floor = Floor(of_another_text(house), store, every_second())
    playing = Playing(floor, {"T1": Pit(floor.house.tables[0], "seed", 2)}, "later")
    for _ in range(3):
        _, replies = playing.step()
        assert [reply.error for reply in replies] == [None]
    assert not floor.casino.outdated("T1")
    assert floor.casino.tables["T1"].is_open


def test_console_pages_and_log_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def before() -> None:
        async with served.casino(tmp_path) as here:
            dana = await here.somebody("dealer")
            await dana.do("stud-1", {"act": "OpenTable"})
            pat = await here.somebody("player", "pat")
            await pat.do("stud-1", {"act": "TakeSeat", "seat": 1, "player": "pat"})

    async def after() -> None:
        async with served.casino(tmp_path) as here:
            _begun(here.site, "sqlite:casino.db")
            told = [one.text for one in here.site.monitor.log.last if one.event == "table-outdated"]
            assert told == [
                "Stud 1: the table was opened under another text of the law; close it, and open it again. "
                "Until then it takes nothing but being closed."
            ]
            dana, sam = await here.somebody("dealer"), await here.somebody("supervisor", "sam")
            pat = await here.somebody("player", "pat")
            step = (await dana.view("stud-1", "dealer"))["next"]
            assert (step["label"], step["act"], step["yours"]) == ("Close the table", {"act": "CloseTable"}, True)
            assert step["waits"].startswith("The table was opened under another text of the law")
            assert (await pat.view("stud-1"))["next"]["label"] == "The table closes"
            alerts = (await sam.client.get("/api/supervisor")).json()["alerts"]
            assert [alert["text"].partition(":")[0] for alert in alerts] == ["Stud 1"]
            wager = {"act": "PlaceWager", "seat": 1, "wager": "ante", "amount": "5.00"}
            assert (await pat.act("stud-1", wager)).status_code == 422
            await pat.do("stud-1", {"act": "LeaveSeat", "seat": 1})
            await dana.do("stud-1", step["act"])
            await dana.do("stud-1", {"act": "OpenTable"})
            assert (await sam.client.get("/api/supervisor")).json()["alerts"] == []

    asyncio.run(before())
    monkeypatch.setattr(served, "read_house", lambda text: of_another_text(read_house(text)))
    asyncio.run(after())
