"""Guests at a table of real cards, as the dealer's document offers to key them."""

from __future__ import annotations

import asyncio
import uuid
from pathlib import Path
from typing import Any

from tests.web.keyed import Hand, Keyed
from tests.web.served import Person, casino
from tests.web.test_paying import GOLD, HARBOR, play

PLAIN, DEALER = "2d 4h 6s 8d Th", "9c Ac Jd Qc Kd"
EVERY = {
    "ante": "10.00", "progressive": "1.00", "bonus": "5.00", "five_card_player": "1.00", "five_card_dealer": "1.00",
    "cover_all": "5.00",
}  # fmt: skip


async def offered(desk: Keyed, seat: int | None) -> dict[str, dict[str, Any]]:
    """The choices of a seat, or those for all, by their labels: no two are called alike."""
    found = [one for one in (await desk.view())["choices"] if one["seat"] == seat]
    assert len({one["label"] for one in found}) == len(found), [one["label"] for one in found]
    keys = [one["key"] for one in found if one["key"]]
    assert len(set(keys)) == len(keys), keys
    return {one["label"]: one for one in found}


async def several(person: Person, slug: str, acts: list[dict[str, Any]], **more: Any) -> tuple[int, dict[str, Any]]:
    body = {"id": uuid.uuid4().hex, "acts": acts} | more
    answer = await person.post(f"/api/tables/{slug}/several", body)
    return answer.status_code, answer.json()


def test_no_two_buttons_are_alike_and_a_coupon_says_that_it_is_one(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        await desk.until("No more bets")
        assert (await offered(desk, 1))["Ante"]["key"] == "a"
        await desk.dana.do("one", {"act": "PlaceWager", "seat": 1, "wager": "ante", "amount": "10.00"})
        found = await offered(desk, 1)
        assert {
            "Progressive $1",
            "Progressive $5",
            "Progressive coupon $1",
            "Match play coupon",
            "Bonus",
        } <= found.keys()
        assert found["Progressive $1"]["act"]["amount"] == "1.00", "one stroke keys it"
        assert found["Progressive coupon $1"]["act"]["act"] == "PlaceCoupon"
        (ask,) = found["Match play coupon"]["asks"]
        assert [chip["key"] for chip in ask["chips"]] == ["w", "r"], "no chip is larger than its face may be"
        await desk.dana.do("one", found["Progressive coupon $1"]["act"])
        seat = (await desk.view())["seats"][0]
        assert [(line["short"], line["amount"]) for line in seat["wagers"]] == [("Ante", "10.00"), ("Coupon", "1.00")]
        again = await offered(desk, 1)
        assert again["Take back progressive coupon"]["key"] == found["Progressive coupon $1"]["key"]

    play(tmp_path, HARBOR, {1: Hand({"ante": "10.00"}, PLAIN)}, DEALER, happens)


def test_the_last_wagers_of_all_guests_are_repeated_but_what_would_be_refused(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        await desk.until("No more bets")
        assert not [one for one in (await desk.view())["choices"] if one["key"] == "r"], "there is no last round"
        for wager, amount in EVERY.items():
            await desk.dana.do("one", {"act": "PlaceWager", "seat": 1, "wager": wager, "amount": amount})
        await desk.dana.do("one", {"act": "PlaceWager", "seat": 3, "wager": "ante", "amount": "25.00"})
        await desk.dana.do("one", {"act": "PlaceCoupon", "seat": 3, "coupon": "progressive", "amount": "1.00"})
        await desk.dana.do("one", {"act": "PlaceWager", "seat": 4, "wager": "ante", "amount": "10.00"})
        await desk.until("Reconcile")
        await desk.step()
        await desk.dana.do("one", {"act": "LeaveSeat", "seat": 4})
        await desk.dana.do("one", {"act": "TakeSeat", "seat": 4, "player": "another guest"})
        view = await desk.view()
        (again,) = [one for one in view["choices"] if one["key"] == "r"]
        placed = [(act["seat"], act["wager"], act["amount"]) for act in again["acts"]]
        assert placed == [*((1, wager, amount) for wager, amount in EVERY.items()), (3, "ante", "25.00")]
        assert again["note"] == "Not seat 3's coupon."
        status, done = await several(desk.dana, "one", again["acts"], version=view["version"])
        assert (status, done["done"], done["refused"]) == (200, 7, [])
        seats = (await desk.view())["seats"]
        assert [len(seat["wagers"]) for seat in seats[:4]] == [6, 0, 1, 0], "whoever sits there now has not wagered"
        assert not [one for one in (await desk.view())["choices"] if one["key"] == "r"], "it is done"

    hands = {1: Hand({}, PLAIN), 3: Hand({}, "3d 5h 7s 9d Jh"), 4: Hand({}, "3h 4s 7d 8c Ts")}
    play(tmp_path, HARBOR, hands, DEALER, happens)


def test_of_several_acts_each_is_as_if_it_were_sent_alone(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        view = await desk.until("No more bets")
        ante = {"act": "PlaceWager", "seat": 1, "wager": "ante", "amount": "10.00"}
        too_much = {"act": "PlaceWager", "seat": 1, "wager": "progressive", "amount": "2.00"}
        assert (await several(desk.dana, "one", [ante, ante], version=view["version"] - 1))[0] == 409
        status, refused = await several(desk.dana, "one", [too_much, too_much])
        assert (status, refused["error"]["clause"]) == (422, "sd-2015(2)"), "the ante comes first"
        for unread in ([], [ante] * 101):
            assert (await several(desk.dana, "one", unread))[0] == 400
        assert (await desk.view())["version"] == view["version"], "nothing was done"
        sent = {"acts": [ante, too_much, {**too_much, "amount": "1.00"}], "version": view["version"], "id": "twice"}
        status, done = await several(desk.dana, "one", **sent)
        assert (status, done["done"], [one["act"] for one in done["refused"]]) == (200, 2, [too_much])
        assert done["refused"][0]["error"]["clause"] == "sd-2015(21)(f)"
        assert done["seq"] == (await desk.view())["seq"]
        assert await several(desk.dana, "one", **sent) == (status, done), "a retry gets the first answers"
        assert done["seq"] == (await desk.view())["seq"]
        assert (await several(desk.players[1], "one", [ante]))[0] == 403, "others act one by one"

    play(tmp_path, GOLD, {1: Hand({}, PLAIN)}, DEALER, happens)


def test_what_a_table_waits_for_says_what_to_press_and_its_end_is_asked_for(tmp_path: Path) -> None:
    async def happens() -> None:
        async with casino(tmp_path, HARBOR) as room:
            dana, sam = await room.somebody("dealer"), await room.somebody("supervisor", "sam")
            await dana.do("one", {"act": "RelieveDealer", "dealer": "dana"})
            await dana.do("one", {"act": "OpenTable"})
            for _ in range(8):
                view = await dana.view("one", "dealer")
                if view["next"]["label"].startswith("Wash"):
                    break
                who = dana if view["next"]["yours"] else sam
                await who.do("one", (await who.view("one", "dealer"))["next"]["act"])
            assert view["next"]["waits"] == "The first player sees the cards: seat number, then G."
            (closing,) = [one for one in view["choices"] if one["act"]["act"] == "CloseTable"]
            assert closing["confirm"].startswith("Nobody is seated.")
            await dana.do("one", {"act": "TakeSeat", "seat": 2, "player": "a guest"})
            (closing,) = [one for one in (await dana.view("one", "dealer"))["choices"] if "confirm" in one]
            assert closing["confirm"].startswith("Whoever sits at seat 2 gets up.")
            await dana.do("one", closing["act"])
            view = await dana.view("one", "dealer")
            assert [seat["player"] for seat in view["seats"]] == [None] * 7

    asyncio.run(happens())


def test_bets_are_called_open_only_where_they_are(tmp_path: Path) -> None:
    """A table that stood empty spreads its cards first; until then it takes no wager."""

    async def happens(desk: Keyed) -> None:
        assert (await desk.until("No more bets"))["words"] == "bets are open"
        await desk.dana.do("one", {"act": "LeaveSeat", "seat": 1})
        view = await desk.view()
        assert (view["next"]["act"]["act"], view["words"]) == ("SpreadIdle", "no bets are taken yet")

    play(tmp_path, HARBOR, {1: Hand({}, PLAIN)}, DEALER, happens)


def test_envy_is_settled_by_its_name_only_where_there_is_somebody_to_envy(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        seen = []
        for _ in range(80):
            view = await desk.view()
            if view["next"]["act"] and view["next"]["act"].get("kind") == "envy":
                seen.append((view["next"]["seat"], view["next"]["label"]))
            if view["next"]["label"].startswith("Reconcile"):
                break
            await desk.step()
        assert seen == [(3, "Settle envy on seat 3's hand"), (1, "Nobody to envy: go on")]

    hands = {1: Hand({"ante": "10.00", "progressive": "1.00"}, PLAIN), 3: Hand({"ante": "10.00"}, "3d 5h 7s 9d Jh")}
    play(tmp_path, HARBOR, hands, DEALER, happens)
