"""Bots keep a house going by themselves, wait for people, and leave a table alone that a dealer has taken."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.money.test_documents import royal_evening
from tests.web.counting import counted
from tests.web.served import FAULT, STUD, Casino, casino
from upcard.web.live_bots import Company
from upcard.web.projection import StateSnapshot

DEMO = files("upcard.web").joinpath("demo.toml").read_text("utf-8")


async def _reached(house: Casino, enough: Callable[[StateSnapshot], bool], seconds: float = 60) -> None:
    async with asyncio.timeout(seconds):
        while not enough(house.site.moment):
            await house.site.hub.changed("", 0.5)


async def _with_bots(
    folder: Path,
    text: str,
    run: Callable[[Casino], Awaitable[None]],
    speed: float = 500,
    before: Callable[[Casino], Awaitable[None]] | None = None,
) -> None:
    async with casino(folder, text) as house:
        if before is not None:
            await before(house)
        bots = asyncio.create_task(Company(house.site, speed=speed).keep())
        try:
            await run(house)
        finally:
            bots.cancel()
            await asyncio.gather(bots, return_exceptions=True)


def test_the_demonstration_house_plays_by_itself(tmp_path: Path) -> None:
    async def run(house: Casino) -> None:
        await _reached(house, lambda now: all(table.number > 4 for table in now.tables.values()))
        assert not house.site.moment.locked
        assert set(house.site.moment.finished) == {"Deadwood 1", "Deadwood 2", "Bonus 6", "Boston"}

    asyncio.run(_with_bots(tmp_path, DEMO, run))


def test_a_demonstration_fills_each_tray_once_before_its_table_opens(tmp_path: Path) -> None:
    async def before(house: Casino) -> None:
        house.site.demo = True

    async def run(house: Casino) -> None:
        await _reached(house, lambda now: all(table.number > 1 for table in now.tables.values()))
        filled = [one for one in house.site.journal.store.entries() if "TrayFilled" in one.event]
        assert len(filled) == len(house.site.moment.tables) == 4
        assert {one.by for one in filled} == {f"supervisor {name} supervisor" for name in house.site.moment.tables}

    asyncio.run(_with_bots(tmp_path, DEMO, run, before=before))


@pytest.mark.rule("progressive_verification", "five_card_verification")
def test_bots_sign_the_slips_of_an_award_before_they_call_it_documented() -> None:
    evening = royal_evening()
    books, name = evening.casino.books, "Stud 1"
    site: Any = SimpleNamespace(house=evening.casino.house)
    company = Company(site, speed=1_000)
    done = []
    while evening.table(name).documents:
        now: Any = SimpleNamespace(
            rules={name: evening.casino.rules_of(name)}, tables=evening.casino.tables, versions=evening.casino.versions,
            links=books.links, slips=books.slips, outdated=(),
        )  # fmt: skip
        doing = company.next(now, name)
        assert doing is not None
        evening.does(doing.by, doing.ask, doing.table)
        done.append((type(doing.ask).__name__, doing.by.role))
    signed = [("SignSlip", role) for role in ("dealer", "floorperson", "supervisor")]
    assert done == [*signed, *signed, ("DocumentAward", "floorperson")]


def test_bets_are_open_until_whoever_sits_there_has_made_a_wager(tmp_path: Path) -> None:
    async def seated(house: Casino) -> None:
        """Before there are bots: else they might be in the next round already."""
        dealer, player = await house.somebody("dealer"), await house.somebody("player", "pat")
        await dealer.do("stud-1", {"act": "OpenTable"})
        await player.do("stud-1", {"act": "TakeSeat", "seat": 1, "player": player.id})
        house.site.hub.present["Stud 1", player.id] += 1

    async def run(house: Casino) -> None:
        player = await house.somebody("player", "pat")
        # Whether a bot plays in this round is drawn by lot; that it sits there is not.
        await _reached(house, lambda now: {2, 4} <= now.tables["Stud 1"].players.keys())
        await asyncio.sleep(0.4)
        table = house.site.moment.tables["Stud 1"]
        assert table.round is not None
        assert table.round.phase == "betting", "patience is longer than this test"
        await player.do("stud-1", {"act": "PlaceWager", "seat": 1, "wager": "ante", "amount": "10.00"})
        await _reached(house, lambda now: _phase(now) != "betting")

    asyncio.run(_with_bots(tmp_path, STUD, run, speed=5, before=seated))


def test_a_wager_that_cannot_stand_is_handed_back_by_a_dealer_or_by_bots(tmp_path: Path) -> None:
    """A jackpot came to stand still after the wager: the console names seat and wager, and bots get past it, too."""

    async def stranded(house: Casino) -> None:
        dealer, player = await house.somebody("dealer"), await house.somebody("player", "pat")
        await dealer.do("stud-1", {"act": "RelieveDealer", "dealer": dealer.id})
        await dealer.do("stud-1", {"act": "OpenTable"})
        await player.do("stud-1", {"act": "TakeSeat", "seat": 1, "player": player.id})
        while (view := await dealer.view("stud-1", "dealer"))["next"]["label"] != "No more bets":
            await dealer.do("stud-1", {**view["next"]["act"], **counted(view)})
        for wager, amount in (("ante", "10.00"), ("progressive", "1.00")):
            await player.do("stud-1", {"act": "PlaceWager", "seat": 1, "wager": wager, "amount": amount})
        back = {"act": "TakeBackWager", "seat": 1, "wager": "progressive"}
        refused = await dealer.act("stud-1", back)
        assert (refused.status_code, "the player's own act" in refused.text) == (422, True), "it stands"
        sam = await house.somebody("supervisor")
        await sam.do("", {"act": "SuspendLink", "jackpot": "Gold Rush", "reason": "dark", **FAULT})
        view = await dealer.view("stud-1", "dealer")
        following = view["next"]
        assert (following["label"], following["act"], following["yours"], following["why"]["clause"]) == (
            "Take back seat 1's progressive wager", back, True, "sd-2015(7)"
        )  # fmt: skip
        assert following["waits"].startswith("Seat 1's progressive wager cannot stand: Gold Rush takes no wagers")
        assert [choice["act"] for choice in view["choices"] if choice["act"]["act"] == "TakeBackWager"] == [back]
        own = await player.view("stud-1")
        assert own["next"]["waits"] == following["waits"]
        progressive = next(one for one in own["wagers"] if one["wager"] == "progressive")
        assert (progressive["open"], progressive["back"]) == (False, back)
        await dealer.do("stud-1", {"act": "RelieveDealer", "dealer": ""})

    async def run(house: Casino) -> None:
        await _reached(house, lambda now: _phase(now) != "betting")
        said = [(line.text, line.clause) for line in house.site.moment.logs["Stud 1"]]
        assert ("Seat 1's wager cannot stand and is handed back.", "sd-2015(7)") in said

    asyncio.run(_with_bots(tmp_path, STUD, run, speed=50, before=stranded))


def _phase(now: StateSnapshot) -> str:
    round = now.tables["Stud 1"].round
    return round.phase if round is not None else ""


def test_a_table_that_a_dealer_has_taken_is_dealt_by_that_dealer_alone(tmp_path: Path) -> None:
    async def taken(house: Casino) -> None:
        dealer = await house.somebody("dealer")
        await dealer.do("stud-1", {"act": "RelieveDealer", "dealer": dealer.id})
        await dealer.do("stud-1", {"act": "OpenTable"})
        house.site.hub.present["Stud 1", dealer.id] += 1

    async def run(house: Casino) -> None:
        await _reached(house, lambda now: now.tables["Stud 2"].number > 3)
        mine = house.site.moment.tables["Stud 1"]
        assert (mine.number, mine.deck.stage) == (1, "received"), "nobody has touched the deck"
        assert sorted(mine.players.values()) == ["Ada", "Ben"], "but bots sit down"
        dealer = await house.somebody("dealer")
        await dealer.do("stud-1", {"act": "RelieveDealer", "dealer": ""})
        await _reached(house, lambda now: now.tables["Stud 1"].number > 2)

    asyncio.run(_with_bots(tmp_path, STUD, run, before=taken))


def test_a_table_goes_on_after_its_dealer_has_walked_away(tmp_path: Path) -> None:
    async def taken(house: Casino) -> None:
        dealer = await house.somebody("dealer")
        await dealer.do("stud-1", {"act": "RelieveDealer", "dealer": dealer.id})
        await dealer.do("stud-1", {"act": "OpenTable"})

    async def run(house: Casino) -> None:
        await _reached(house, lambda now: now.tables["Stud 1"].number > 2)
        assert house.site.moment.tables["Stud 1"].dealer == ""

    asyncio.run(_with_bots(tmp_path, STUD, run, before=taken))


def test_nobody_waits_for_a_player_who_has_gone_and_the_seat_is_free_again_after_a_while(tmp_path: Path) -> None:
    async def run(house: Casino) -> None:
        player = await house.somebody("player")
        await _reached(house, lambda now: now.tables["Stud 1"].is_open)
        await player.do("stud-1", {"act": "TakeSeat", "seat": 1, "player": player.id})
        await _reached(house, lambda now: now.tables["Stud 1"].number > 2)
        await _reached(house, lambda now: 1 not in now.tables["Stud 1"].players)

    asyncio.run(_with_bots(tmp_path, STUD, run, speed=100))
