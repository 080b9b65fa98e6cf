"""A stream is woken by what it shows and by nothing else, and what is shown is made once for all who see the same."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.web.served import casino
from upcard.web.hub import ViewRequest


def test_a_stream_is_woken_by_its_own_table_or_a_meter_that_it_shares(tmp_path: Path) -> None:
    async def run() -> None:
        async with casino(tmp_path) as house:
            hub = house.site.hub
            dealer = await house.somebody("dealer")
            await dealer.do("stud-1", {"act": "OpenTable"})  # news on its link: it is offered from now on
            quiet = asyncio.create_task(hub.changed("Stud 2", 30))
            player = await house.somebody("player")
            await player.do("stud-1", {"act": "TakeSeat", "seat": 1, "player": player.id})
            await asyncio.sleep(0.2)
            assert not quiet.done(), "what happens at another table is no news here"
            await player.do("stud-1", {"act": "PlaceWager", "seat": 1, "wager": "ante", "amount": "10.00"})
            await player.do("stud-1", {"act": "PlaceWager", "seat": 1, "wager": "progressive", "amount": "1.00"})
            for act in (
                {"act": "ShuffleDeck", "deck": "red", "method": "hand"},
                {"act": "CutDeck", "deck": "red", "cards": 20},
            ):
                await dealer.do("stud-1", act)
            assert not quiet.done()
            await dealer.do("stud-1", {"act": "LockOut"})
            assert await asyncio.wait_for(quiet, 5), "the wager has moved the meter of both tables"
            assert (await dealer.view("stud-2", "sign"))["meters"][0]["amount"] == "10000.25"

    asyncio.run(run())


def test_a_screen_that_opens_is_news_for_whoever_waits_at_its_table(tmp_path: Path) -> None:
    async def run() -> None:
        async with casino(tmp_path) as house:
            hub = house.site.hub
            here, elsewhere = (asyncio.create_task(hub.changed(name, 30)) for name in ("Stud 1", "Stud 2"))
            await asyncio.sleep(0)
            hub.shown("Stud 1", "pat")
            assert await asyncio.wait_for(here, 5), "a bot that deals must not close the bets on a player who just came"
            assert hub.present["Stud 1", "pat"] == 1
            assert not elsewhere.done()
            elsewhere.cancel()

    asyncio.run(run())


def test_whoever_sees_the_same_is_sent_the_same_bytes_once_made(tmp_path: Path) -> None:
    async def run() -> None:
        async with casino(tmp_path) as house:
            documents = house.site.documents
            first = documents.bytes_of(ViewRequest("table", "Stud 1", "sign"))
            assert documents.bytes_of(ViewRequest("table", "Stud 1", "sign"))[1] is first[1]
            dealer = await house.somebody("dealer")
            await dealer.do("stud-1", {"act": "OpenTable"})
            await asyncio.sleep(0.05)
            assert documents.bytes_of(ViewRequest("table", "Stud 1", "sign"))[0] > first[0]

    asyncio.run(run())


def test_nobody_is_told_the_news_after_the_last(tmp_path: Path) -> None:
    async def run() -> None:
        async with casino(tmp_path) as house:
            waiting = asyncio.create_task(house.site.hub.changed("Stud 1", 30))
            await asyncio.sleep(0)
            house.site.hub.close()
            assert await asyncio.wait_for(waiting, 5)
            assert house.site.hub.closed()
            late = house.site.hub.changed("Stud 1", 30)
            assert await asyncio.wait_for(late, 5), "nor does anybody wait for them"

    asyncio.run(run())
