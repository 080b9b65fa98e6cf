"""What a seat shows its player alone: chips that bound wagers, the stay and its receipts, what is asked once more."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests.web.counting import counted
from tests.web.served import Casino, Person, Rigged, casino
from tests.web.test_table_document import house
from upcard.rules.house import read_house
from upcard.tables import Actor
from upcard.web.hub import ViewRequest
from upcard.web.views.pay_tables import pay_tables

SEAT = {"act": "TakeSeat", "seat": 2, "player": "pat"}
AWAY, BACK = ({"act": "RelieveDealer", "dealer": dealer} for dealer in ("", "dana"))
ANTE = {"act": "PlaceWager", "seat": 2, "wager": "ante", "amount": "10.00"}
BOSTON = (
    'name = "Bay"\n[[table]]\nname = "One"\nedition = "ma"\nseats = 4\nshoe_approved = true\n'
    'dealing = "automated-shoe"\nshoe_side = "left"\nbacks = ["red", "blue"]\nbonus = "B"\n'
    "shuffler = { counts = true, cover_all_mode = true }\n"
    'cover_all = true\nminimum = "10.00"\nmaximum = "500.00"\n'
)


def run(folder: Path, text: str, play: Callable[[Casino, Person, Person], Awaitable[None]], secret: int = 0) -> None:
    """With a table that the system deals at, and a player in seat 2 with open bets."""

    async def whole() -> None:
        async with casino(folder, text, Rigged([bytes([secret]) * 32] * 40)) as room:
            dealer, player = await room.somebody("dealer"), await room.somebody("player", "pat")
            await dealer.do("one", {"act": "OpenTable"})
            await player.do("one", SEAT)
            await steps(room, dealer, player, "No more bets")
            await dealer.do("one", AWAY)
            await play(room, dealer, player)

    asyncio.run(whole())


async def steps(room: Casino, dealer: Person, player: Person, until: str) -> None:
    """Steps until the next is the one named; the player goes on with every hand."""
    floor = None
    if not (await dealer.view("one", "dealer"))["table"]["dealer"]:
        await dealer.do("one", BACK)
    for _ in range(80):
        view = await dealer.view("one", "dealer")
        if view["next"]["label"] == until:
            return
        if view["next"]["act"] is not None:
            await dealer.do("one", {**view["next"]["act"], **counted(view)})
        elif own := (await player.view("one"))["choices"]:
            await player.do("one", next(one["act"] for one in own if not one.get("gives_up")))
        else:
            floor = floor or await room.somebody("supervisor")
            await floor.do("one", (await floor.view("one", "dealer"))["next"]["act"])
    raise AssertionError(f"{until!r} did not come")


async def buy(player: Person, amount: str, id: str = "first") -> Any:
    return await player.post("/api/tables/one/chips", {"id": id, "amount": amount})


def test_chips_that_were_bought_bound_wagers_and_add_up_with_the_result(tmp_path: Path) -> None:
    async def play(room: Casino, dealer: Person, player: Person) -> None:
        before = (await player.view("one"))["stay"]
        assert (before["chips"], before["sells"]) == (None, ["100.00", "250.00", "500.00"])
        assert (await buy(player, "100.00")).status_code == 200
        assert (await buy(player, "100.00")).json()["again"], "the same act is done once"
        view = await player.view("one")
        assert (view["stay"]["chips"], view["stay"]["bought"]) == ("100.00", "100.00")
        await player.do("one", ANTE)
        assert (await player.view("one"))["stay"]["chips"] == "90.00"
        await steps(room, dealer, player, "Reconcile: ready for the next round")
        await dealer.do("one", {"act": "Reconcile"})
        after = (await player.view("one"))["stay"]
        assert (after["rounds"], Decimal(after["chips"])) == (1, 100 + Decimal(after["net"]))
        (receipt,) = (await player.client.get("/api/tables/one/receipts")).json()["receipts"]
        assert (receipt["round"], receipt["net"]) == (1, after["net"])

    run(tmp_path, house("sd-2015"), play)


def test_nothing_is_put_down_that_the_player_does_not_hold(tmp_path: Path) -> None:
    async def play(room: Casino, dealer: Person, player: Person) -> None:
        await buy(player, "200.00")
        ante = (await player.view("one"))["wagers"][0]
        assert ante["high"] == "66.66", "a bet of twice as much may follow"
        assert ante["limit"] == "From $10 to $500. You hold $200, and a bet may follow."
        whole = await player.act("one", {**ANTE, "amount": "200.01"})
        assert (whole.status_code, "you hold $200" in whole.text) == (422, True)
        await player.do("one", {**ANTE, "amount": "80.00"})
        await steps(room, dealer, player, "Ask seat 2")
        bet = next(one for one in (await player.view("one"))["choices"] if not one.get("gives_up"))
        assert bet["lacks"] == "It takes $160 and you hold $120: buy chips first."
        assert (await player.act("one", bet["act"])).status_code == 422
        await dealer.do("one", AWAY)
        await buy(player, "200.00", "second")
        assert "lacks" not in (await player.view("one"))["choices"][-1]
        await player.do("one", bet["act"])
        assert (await player.view("one"))["stay"]["chips"] == "160.00"

    run(tmp_path, BOSTON, play)


def test_a_wager_that_took_the_last_chips_is_answered_again_as_it_was_done(tmp_path: Path) -> None:
    async def play(room: Casino, dealer: Person, player: Person) -> None:
        await buy(player, "200.00")
        sent = {"id": "lost answer", "act": {**ANTE, "amount": "150.00"}}
        first, again = [await player.post("/api/tables/one/acts", sent) for _ in range(2)]
        assert (first.status_code, again.status_code, again.json()["again"]) == (200, 200, True)
        other = {"act": "PlaceWager", "seat": 2, "wager": "bonus", "amount": "30.00"}
        both = await asyncio.gather(*(player.act("one", {**other, "wager": wager}) for wager in ("bonus", "cover_all")))
        assert sorted(one.status_code for one in both) == [200, 422], "two pages at once hold the same chips"
        assert (await player.view("one"))["stay"]["chips"] == "20.00"

    run(tmp_path, BOSTON, play)


def test_a_dealer_sells_chips_for_cash_and_others_sell_none(tmp_path: Path) -> None:
    async def play(room: Casino, dealer: Person, player: Person) -> None:
        assert (await buy(player, "100.01", "odd")).status_code == 422
        stranger = await room.somebody("player", "kim")
        assert (await buy(stranger, "100.00")).status_code == 422
        await dealer.do("one", BACK)
        assert (await player.view("one"))["stay"]["sells"] == []
        assert "for cash" in (await buy(player, "100.00")).text
        (sells,) = [one for one in (await dealer.view("one", "dealer"))["choices"] if one["label"] == "Sell chips"]
        await dealer.do("", {**sells["act"], "amount": "40.00"})
        assert (await player.view("one"))["stay"]["chips"] == "40.00"
        room.site.demo = False
        await dealer.do("one", AWAY)
        assert "for cash" in (await buy(player, "100.00")).text

    run(tmp_path, house("sd-2015"), play)


def test_a_stay_ends_with_the_seat(tmp_path: Path) -> None:
    async def play(room: Casino, dealer: Person, player: Person) -> None:
        await buy(player, "100.00")
        await player.do("one", {"act": "LeaveSeat", "seat": 2})
        await player.do("one", SEAT)
        assert (await player.view("one"))["stay"]["chips"] is None
        other = await room.somebody("player", "kim")
        assert (await other.client.get("/api/tables/one/receipts")).json() == {"receipts": []}

    run(tmp_path, house("sd-2015"), play)


@pytest.mark.parametrize(
    ("edition", "secret", "held"),
    [
        ("sd-2015", 1, "a pair of tens"),
        ("sd-2015", 4, "two pair, nines and fours"),
        ("sd-2015", 3, ""),
        ("sd-bonus6", 1, "a pair"),
        ("sd-bonus6", 2, ""),
    ],
)
def test_giving_up_a_hand_that_is_worth_something_is_asked_once_more(
    edition: str, secret: int, held: str, tmp_path: Path
) -> None:
    async def play(room: Casino, dealer: Person, player: Person) -> None:
        await player.do("one", ANTE)
        await steps(room, dealer, player, "Ask seat 2")
        fold, *others = (await player.view("one"))["choices"]
        assert fold["gives_up"]
        assert fold.get("confirm", "") == (f"You hold {held}. Fold it all the same?" if held else "")
        assert not [one for one in others if {"gives_up", "confirm"} & one.keys()]
        assert all("confirm" not in one for one in (await dealer.view("one", "dealer"))["choices"])

    run(tmp_path, house(edition), play, secret)


def test_more_than_five_times_the_usual_is_asked_about(tmp_path: Path) -> None:
    async def play(room: Casino, dealer: Person, player: Person) -> None:
        assert [one["unusual"] for one in (await player.view("one"))["wagers"]] == ["50.00"] * 3
        await player.do("one", {**ANTE, "amount": "40.00"})
        await steps(room, dealer, player, "Reconcile: ready for the next round")
        await dealer.do("one", {"act": "Reconcile"})
        assert [one["unusual"] for one in (await player.view("one"))["wagers"]] == ["200.00", "50.00", "50.00"]

    run(tmp_path, BOSTON, play)


def test_a_wager_says_which_one_bounds_it_and_how_often_it_may_be_put_down(tmp_path: Path) -> None:
    async def play(room: Casino, dealer: Person, player: Person) -> None:
        del dealer, room
        found = {one["wager"]: one for one in (await player.view("one"))["wagers"]}
        assert found["tip"]["of"] == {"wager": "ante", "divisor": 1, "exact": False}
        assert "of" not in found["ante"]
        assert [found[name]["times"] for name in ("ante", "tip")] == [3, 1]

    run(tmp_path, house("sd-2015"), play)


def test_whoever_sat_out_still_has_the_last_own_receipt(tmp_path: Path) -> None:
    async def play(room: Casino, dealer: Person, player: Person) -> None:
        kim = await room.somebody("player", "kim")
        await kim.do("one", {**SEAT, "seat": 3, "player": "kim"})
        for who, seat in ((player, 2), (kim, 3)):
            await who.do("one", {**ANTE, "seat": seat})
            await steps(room, dealer, who, "Reconcile: ready for the next round")
            await dealer.do("one", {"act": "Reconcile"})
            await steps(room, dealer, who, "No more bets")
        assert (await player.view("one"))["receipt"]["round"] == 1
        assert (await kim.view("one"))["receipt"]["round"] == 2

    run(tmp_path, house("sd-2015"), play)


def test_a_countdown_tells_what_is_waited_for_and_only_whom_it_concerns(tmp_path: Path) -> None:
    async def play(room: Casino, dealer: Person, player: Person) -> None:
        assert (await player.view("one"))["countdown"] is None, "nobody closes the bets by the clock"
        room.site.pace = 2.0
        wanted = ViewRequest("table", "One", "seat", Actor("pat", "player"))
        shown: Any = room.site.documents.document(wanted)["countdown"]
        assert (shown["seconds"], shown["words"]) == (15, "The dealer closes the bets")
        assert room.site.documents.document(ViewRequest("table", "One", "seat"))["countdown"] is None
        room.site.pace = 0.0
        await player.do("one", ANTE)
        assert (await player.view("one"))["countdown"] is None
        await steps(room, dealer, player, "Ask seat 2")
        waits = (await player.view("one"))["countdown"]
        assert (waits["seconds"], waits["words"]) == (60, "The dealer may end your hand for you")

    run(tmp_path, house("sd-2015"), play)


def test_every_wager_has_its_pay_table_and_cover_all_every_column() -> None:
    (t,) = read_house(BOSTON).tables
    titles = {one["title"]: one["lines"] for one in pay_tables(t)["tables"]}
    assert {"Bet wagers pay", "Bonus B", "Table limits", "Cover all"} <= titles.keys()
    head, royal, *_ = titles["Cover all"]
    assert (head, royal[0]) == (["hands", "2", "3", "4", "5"], "royal flush")
    assert royal[1:] == [str(t.rules.cover_all[hands][9]) for hands in (2, 3, 4, 5)]
    assert "Words of the game" not in titles
