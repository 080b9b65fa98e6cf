"""High Card on the site and in the terminal; `test_third_game.py` runs these with the game installed."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tests.third_game.evenings import TEXT
from tests.web.served import Casino, Person, casino

HIGH = TEXT.partition('[[table]]\nname = "Six"')[0]

PAGES = (
    "/", "/table/high", "/dealer/high", "/sign/high", "/law", "/law/nowhere", "/law/nowhere/sentences", "/training",
    "/odds/high?figures", "/api/lobby", "/api/law/nowhere/sentences", "/api/odds/high", "/api/rounds/high/1/shuffle",
)  # fmt: skip


async def _led(dealer: Person, player: Person, until: str) -> dict[str, Any]:
    """The dealer does what the large button says, and the player antes, until the strip of a round says `until`."""
    while True:
        console = await dealer.view("high", "dealer")
        if any((one["key"], one["state"]) == (until, "now") for one in console["strip"]):
            return console
        step = console["next"]
        if step["act"] is None:
            (ante,) = (await player.view("high"))["wagers"]
            await player.do("high", {"act": "PlaceWager", "seat": 2, "wager": ante["wager"], "amount": ante["low"]})
        else:
            await dealer.do("high", {**step["act"], **{ask["name"]: ask["value"] or 20 for ask in step["asks"]}})


def test_a_round_is_played_over_http_and_its_documents_tell_it(tmp_path: Path) -> None:
    async def run(house: Casino) -> None:
        dealer, player = await house.somebody("dealer"), await house.somebody("player")
        await dealer.do("high", {"act": "OpenTable"})
        await player.do("high", {"act": "TakeSeat", "seat": 2, "player": player.id})
        console, seat = await _led(dealer, player, "turn"), await player.view("high")
        assert (console["next"]["label"], console["next"]["act"]) == ("Turn the dealer's card", {"act": "TurnDealer"})
        assert (console["phase"], console["words"]) == ("dealt", "the cards are dealt")
        assert [one["effect"] for one in console["irregularities"]] == ["Every ante goes back."]
        assert (console["seats"][1]["cards"], console["dealer"]["cards"]) == ([None], [None])
        (card,) = seat["seats"][1]["cards"]
        assert (await player.act("high", {"act": "TurnDealer"})).status_code == 403
        (dealt,) = (await _led(dealer, player, "settle"))["dealer"]["cards"]
        console = await _led(dealer, player, "reconcile")
        assert (console["pay"]["title"], console["pay"]["done"]) == ("Seat 2", True)
        await dealer.do("high", console["next"]["act"])
        receipt = (await player.view("high"))["receipt"]
        order = "23456789TJQKA"
        won = order.index(card[0]) - order.index(dealt[0])
        assert (receipt["cards"], receipt["dealer"]["cards"]) == ([card], [dealt])
        assert (receipt["staked"], receipt["net"]) == ("5.00", "5.00" if won > 0 else "-5.00" if won else "0.00")
        assert [line["why"]["clause"] for line in receipt["lines"]] == ["nowhere(3)"]
        eye = await house.somebody("surveillance")
        film = (await eye.client.get("/api/rounds/high/1")).json()
        assert (film["state"], film["settles_again"]) == ("complete", True)
        assert "high.DealerRevealed" in [step["kind"] for step in film["steps"]]
        journal = (await eye.client.get("/api/journal")).json()
        assert f"The dealer turns {dealt[0]}" in str(journal).replace("10", "T")
        for path in PAGES:
            assert (await dealer.client.get(path)).status_code == 200, path

    async def evening() -> None:
        async with casino(tmp_path, HIGH) as house:
            await run(house)

    asyncio.run(evening())
