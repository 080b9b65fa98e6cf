"""A hand that was keyed wrongly, over the wire: two people reject its award, and two correct the cards."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tests.web.served import Casino, Person, casino
from tests.web.test_table_document import house
from upcard.web.security.demo import PASSWORD

ROYAL, PAIR, DEALER = ["As", "Ks", "Qs", "Js", "Ts"], ["9c", "9d", "4s", "Jh", "2c"], ["Ah", "Kd", "5s", "4c", "2d"]
VIC = {"id": "vic", "password": PASSWORD}


async def _step(dealer: Person, player: Person) -> dict[str, Any]:
    """Whatever the large button says, or the player; the document before it."""
    view = await dealer.view("one", "dealer")
    following = view["next"]
    cards = {"dealer": DEALER, "up_card": DEALER[0], "cards": ROYAL}
    if following["yours"]:
        told = {ask["name"]: cards[ask["name"]] for ask in following["asks"] if ask["kind"] in ("card", "cards")}
        rest = {ask["name"]: ask["value"] for ask in following["asks"] if ask["name"] not in told}
        await dealer.do("one", {**following["act"], **rest, **told}, version=view["version"])
    elif not view["seats"][1]["player"]:
        await player.do("one", {"act": "TakeSeat", "seat": 2, "player": player.id})
    elif view["phase"] == "betting":
        for wager, amount in (("ante", "10.00"), ("progressive", "1.00")):
            await player.do("one", {"act": "PlaceWager", "seat": 2, "wager": wager, "amount": amount})
    else:
        await player.do("one", {"act": "Bet", "seat": 2})
    return view


async def _supervised(sam: Person) -> dict[str, Any]:
    found: dict[str, Any] = (await sam.client.get("/api/supervisor")).json()
    return found


async def _play(room: Casino) -> None:
    dealer, player, sam = [await room.somebody(role) for role in ("dealer", "player", "supervisor")]
    while not (await dealer.view("one", "dealer"))["hits"]:
        await _step(dealer, player)
    (hit,) = [item for item in (await _supervised(sam))["queue"] if item["kind"] == "hit"]
    reject = {**hit["reject"]["act"], "reason": "it is a pair of nines"}
    alone = await sam.act("", reject, version=hit["version"])
    assert (alone.status_code, "second person" in alone.text) == (403, True)
    await sam.do("", reject, version=hit["version"], second=VIC)

    view = await dealer.view("one", "dealer")
    while view["next"]["yours"]:
        view = await _step(dealer, player)
        view = await dealer.view("one", "dealer")
    assert view["next"]["waits"] == "Key the award again, or have the hand corrected."
    (again,) = [choice for choice in view["choices"] if choice["act"]["act"] == "LockHit"]
    assert (again["act"], again["house"]) == ({"act": "LockHit", "jackpot": "Pot", "table": "One"}, True)
    assert (await dealer.act("one", {"act": "CorrectHand", "seat": 2, "cards": PAIR})).status_code == 403

    (table,) = (await _supervised(sam))["tables"]
    (offered,) = [choice for choice in table["choices"] if choice["act"]["act"].startswith("Correct")]
    (ask,) = offered["asks"]
    assert (offered["act"], ask["kind"], ask["count"], offered["second"]) == (
        {"act": "CorrectHand", "seat": 2}, "cards", 5, True,
    )  # fmt: skip
    correct = {**offered["act"], ask["name"]: PAIR}
    assert (await sam.act("one", correct, version=table["version"])).status_code == 403
    await sam.do("one", correct, version=table["version"], second=VIC)
    said = [line["text"] for line in (await dealer.view("one", "dealer"))["log"]]
    assert any("Seat 2's cards were keyed wrongly: not A♠ K♠ Q♠ J♠ T♠ but" in text for text in said), said[-6:]

    while (view := await dealer.view("one", "dealer"))["table"]["round"] == 1:
        assert view["next"]["yours"], view["next"]
        await _step(dealer, player)
    receipt = (await player.view("one"))["receipt"]
    assert (receipt["staked"], receipt["back"], receipt["net"]) == ("31.00", "60.00", "29.00")


def test_a_royal_that_was_none_is_rejected_corrected_and_settled(tmp_path: Path) -> None:
    async def run() -> None:
        async with casino(tmp_path, house("sd-2015", "keyed")) as room:
            await _play(room)

    asyncio.run(run())
