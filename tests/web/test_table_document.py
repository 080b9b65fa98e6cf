"""The document of a table: what may be done next and by whom, limits in words, what to pay with its clause."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.counting import counted
from tests.web.served import Casino, Person, casino
from upcard.shuffles import service

HOUSES = {
    "sd-2011": ('edition = "sd-2011"\ndevices = ["progressive system", "signage", "coin-in slot"]', "classic-10pct"),
    "sd-2015": ('edition = "sd-2015"\ndevices = ["progressive system", "signage", "coin sensor"]', "PMG-01"),
    "ma": ('edition = "ma"\ndevices = ["acceptor"]\nshoe_approved = true', "D"),
}


APPROVED = 'approval = { reference = "25-114", date = "2025-12-15" }\n'


def house(edition: str, mode: str = "virtual") -> str:
    if edition == "sd-bonus6":
        return (
            f'name = "Six"\n[[table]]\nname = "One"\nedition = "sd-bonus6"\ndesignated = true\nminimum = "5.00"\n'
            f'signs = ["pay schedule", "limits"]\npay_table = "black-hawk"\nmaximum = "100.00"\nmode = "{mode}"\n'
        )
    more, schedule = HOUSES[edition]
    dealing = "manual-shoe" if edition == "ma" else "singly"
    signs = "" if edition == "ma" else 'designated = true\nsigns = ["bet schedule", "progressive schedule"]\n'
    return (
        f'name = "Stud"\n[[jackpot]]\nname = "Pot"\nschedule = "{schedule}"\n{APPROVED}'
        f'[jackpot.levels.main]\nseed = "10000.00"\nrate = "70%"\n'
        f'[[table]]\nname = "One"\n{more}\n{signs}dealing = "{dealing}"\njackpot = "Pot"\n'
        f'minimum = "5.00"\nmode = "{mode}"\n'
    )


async def _played(room: Casino, edition: str) -> tuple[Person, Person, Person, list[str]]:
    """A round from the opening to its end, by nothing but the next button, the players' own choices and the floor's."""
    dealer, sam = await room.somebody("dealer"), await room.somebody("supervisor")
    player = await room.somebody("player")
    labels: list[str] = []
    sat = False
    for _ in range(200):
        view = await dealer.view("one", "dealer")
        following = view["next"]
        if view["table"]["round"] == 2:
            return dealer, player, sam, labels
        labels.append(following["label"])
        if following["yours"]:
            act = {**following["act"], **counted(view)}
            await dealer.do("one", act, version=view["version"])
        elif not sat:
            await player.do("one", {"act": "TakeSeat", "seat": 2, "player": player.id})
            sat = True
        elif following["label"].startswith(("Floorperson", "Supervisor")) or "supervisor" in following["by"]:
            for item in (await sam.client.get("/api/supervisor")).json()["queue"]:
                if item["kind"] == "step":
                    await sam.do("one", item["act"], version=item["version"])
        elif (own := await player.view("one"))["next"]["kind"] == "decide":
            await player.do("one", own["choices"][-1]["act"])
        else:
            await player.do("one", {"act": "PlaceWager", "seat": 2, "wager": "ante", "amount": "10.00"})
    raise AssertionError(f"no end: {labels[-5:]}")


def _run(folder: Path, text: str, play: Callable[[Casino], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        async with casino(folder, text) as room:
            return await play(room)

    return asyncio.run(run())


@pytest.mark.parametrize("edition", ["sd-2011", "sd-2015", "ma", "sd-bonus6"])
def test_a_whole_round_by_the_next_button_alone(edition: str, tmp_path: Path) -> None:
    async def play(room: Casino) -> None:
        dealer, player, _, labels = await _played(room, edition)
        assert labels[0] == "Take the table"
        assert "No more bets" in labels
        receipt = (await player.view("one"))["receipt"]
        assert receipt["round"] == 1
        put, back = (float(receipt[name]) for name in ("staked", "back"))
        assert float(receipt["net"]) == back - put
        assert all(line["why"]["clause"].startswith(edition) for line in receipt["lines"])
        assert (await dealer.view("one", "dealer"))["seats"][1]["player"] == player.id

    _run(tmp_path, house(edition), play)


def test_a_dealer_takes_a_table_before_anything_else(tmp_path: Path) -> None:
    async def play(room: Casino) -> None:
        dealer = await room.somebody("dealer")
        first = await dealer.view("one", "dealer")
        assert (first["next"]["label"], first["choices"], first["irregularities"]) == ("Take the table", [], [])
        await dealer.do("one", first["next"]["act"])
        taken = await dealer.view("one", "dealer")
        assert (taken["next"]["label"], taken["table"]["dealer"]) == ("Open the table", "dana")
        assert taken["choices"][0]["label"] == "Leave the table"

    _run(tmp_path, house("sd-2015"), play)


def test_wagers_know_their_limits_and_say_them(tmp_path: Path) -> None:
    async def play(room: Casino) -> None:
        dealer, player = await room.somebody("dealer"), await room.somebody("player")
        await dealer.do("one", {"act": "OpenTable"})
        await player.do("one", {"act": "TakeSeat", "seat": 2, "player": player.id})
        ante, progressive, tip = (await player.view("one"))["wagers"]
        assert (ante["low"], ante["high"], ante["open"], ante["placed"]) == ("5.00", "33.33", True, None)
        assert ante["limit"] == "From $5 to $33.33: ante, bet and progressive together stay within $100."
        assert ante["why"]["clause"] == "sd-2015(limit)"
        assert (progressive["amounts"], progressive["open"]) == (["1.00"], False)
        over = await player.act("one", {"act": "PlaceWager", "seat": 2, "wager": "ante", "amount": "33.34"})
        assert (over.status_code, over.json()["error"]["clause"]) == (422, "sd-2015(limit)")
        await player.do("one", {"act": "PlaceWager", "seat": 2, "wager": "ante", "amount": "33.00"})
        ante, progressive, tip = (await player.view("one"))["wagers"]
        assert (ante["placed"], ante["open"], progressive["open"], tip["high"]) == ("33.00", False, True, "33.00")
        assert ante["back"] == {"act": "TakeBackWager", "seat": 2, "wager": "ante"} or ante["back"] is None

    _run(tmp_path, house("sd-2015"), play)


@pytest.mark.rule("five_card_wager")
@pytest.mark.parametrize(
    ("elected", "amounts", "said"),
    [("", ["1.00"], "Exactly $1."), ('five_card_wager = ["5.00", "1.00"]\n', ["1.00", "5.00"], "Exactly $1 or $5.")],
)
def test_a_five_card_wager_has_its_amounts(elected: str, amounts: list[str], said: str, tmp_path: Path) -> None:
    """A cent would win the whole meter as a dollar does: the table takes what its house elected, else one dollar."""
    level = '[jackpot.levels.five_card]\nseed = "10000.00"\nrate = "25%"\n'
    meter = f'[[jackpot]]\nname = "Five"\nschedule = "five-card"\n{APPROVED}{level}'
    text = house("ma").replace("[[table]]", meter + "[[table]]") + f'five_card_jackpot = "Five"\n{elected}'

    async def play(room: Casino) -> None:
        dealer, player = await room.somebody("dealer"), await room.somebody("player")
        await dealer.do("one", {"act": "OpenTable"})
        await player.do("one", {"act": "TakeSeat", "seat": 2, "player": player.id})
        for wager in (await player.view("one"))["wagers"][2:]:
            assert (wager["amounts"], wager["limit"], wager["open"]) == (amounts, said, False)
            assert wager["why"]["clause"] == "ma-11(e)(1)"
            assert "names no amount for the five card hand bonus wager" in wager["why"]["reading"]
        await player.do("one", {"act": "PlaceWager", "seat": 2, "wager": "ante", "amount": "10.00"})
        for name in ("five_card_player", "five_card_dealer"):
            act = {"act": "PlaceWager", "seat": 2, "wager": name}
            for amount in ("0.01", "0.99", "1.01", "4.99", "100.00"):
                answer = await player.act("one", {**act, "amount": amount})
                assert (answer.status_code, answer.json()["error"]["clause"]) == (422, "ma-11(e)(1)")
            await player.do("one", {**act, "amount": amounts[-1]})

    _run(tmp_path, text, play)


def test_someone_elses_seat_shows_no_card_and_no_choice(tmp_path: Path) -> None:
    async def play(room: Casino) -> None:
        dealer, player = await room.somebody("dealer"), await room.somebody("player")
        other, nobody = await room.somebody("player"), await room.somebody()
        await dealer.do("one", {"act": "RelieveDealer", "dealer": "dana"})
        await dealer.do("one", {"act": "OpenTable"})
        await player.do("one", {"act": "TakeSeat", "seat": 2, "player": player.id})
        await player.do("one", {"act": "PlaceWager", "seat": 2, "wager": "ante", "amount": "10.00"})
        while (view := await dealer.view("one", "dealer"))["next"]["yours"]:
            following = view["next"]
            act = {**following["act"], **counted(view)}
            await dealer.do("one", act)
        own = await player.view("one")
        assert None not in own["seats"][1]["cards"]
        assert [choice["label"] for choice in own["choices"]] == ["Fold", "Bet $20"]
        for looker, as_ in ((other, "seat"), (nobody, "seat"), (nobody, "sign"), (dealer, "dealer")):
            seen = await looker.view("one", as_)
            assert seen["seats"][1]["cards"] == [None] * 5
            assert seen["seats"][1]["hand"] is None
        assert (await other.view("one"))["choices"] == []

    _run(tmp_path, house("sd-2015"), play)


async def _dealt(room: Casino) -> tuple[Person, Person]:
    """A table with one player's cards dealt, and nothing more for the dealer to do."""
    dealer, player = await room.somebody("dealer"), await room.somebody("player")
    await dealer.do("one", {"act": "RelieveDealer", "dealer": "dana"})
    await dealer.do("one", {"act": "OpenTable"})
    await player.do("one", {"act": "TakeSeat", "seat": 2, "player": player.id})
    await player.do("one", {"act": "PlaceWager", "seat": 2, "wager": "ante", "amount": "10.00"})
    await _on(dealer)
    return dealer, player


async def _on(dealer: Person) -> None:
    while (view := await dealer.view("one", "dealer"))["next"]["yours"]:
        following = view["next"]
        act = {**following["act"], **counted(view)}
        await dealer.do("one", act)


def _later(room: Casino, monkeypatch: pytest.MonkeyPatch) -> None:
    """A minute has passed."""
    monkeypatch.setattr(service, "PLAYER_HAS", 0)


def test_a_dealer_does_not_play_the_money_of_players_who_have_screens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(room: Casino) -> None:
        dealer, player = await _dealt(room)
        for act, clause in (
            ({"act": "Bet", "seat": 2}, "sd-2015(11)"),
            ({"act": "TakeSeat", "seat": 4, "player": "ghost"}, None),
            ({"act": "PlaceWager", "seat": 2, "wager": "tip", "amount": "1.00"}, None),
            ({"act": "Fold", "seat": 9}, None),  # nobody decides there: that is why, and no minute passes before it
        ):
            refused = await dealer.act("one", act)
            assert (refused.status_code, refused.json()["error"]["clause"]) == (422, clause), act
            assert "seconds" not in refused.text
        early = await dealer.act("one", {"act": "Fold", "seat": 2})
        assert (early.status_code, early.json()["error"]["message"]) == (422, "a player has 60 seconds to decide")
        next_act = (await dealer.view("one", "dealer"))["next"]["act"]
        both = {"id": "at once", "acts": [next_act or {"act": "CallSupervisor"}, {"act": "Fold", "seat": 2}]}
        at_once = (await dealer.post("/api/tables/one/several", both)).json()
        assert [one["error"]["message"] for one in at_once["refused"]] == ["a player has 60 seconds to decide"]
        offered = (await dealer.view("one", "dealer"))["choices"]
        assert "Fold for an absent player" in [choice["label"] for choice in offered]
        _later(room, monkeypatch)
        await dealer.do("one", {"act": "Fold", "seat": 2})
        assert (await player.view("one"))["seats"][1]["state"] == "fold"
        monkeypatch.undo()
        again = (await dealer.act("one", {"act": "Fold", "seat": 2})).json()["error"]
        assert (again["clause"], "the players decide" in again["message"]) == ("sd-2015(11)", False)

    _run(tmp_path, house("sd-2015"), play)


def test_nobody_on_the_staff_takes_a_seat(tmp_path: Path) -> None:
    async def play(room: Casino) -> None:
        dealer = await room.somebody("dealer")
        await dealer.do("one", {"act": "OpenTable"})
        assert (await dealer.act("one", {"act": "TakeSeat", "seat": 4, "player": "sam"})).status_code == 422
        assert (await dealer.act("one", {"act": "TakeSeat", "seat": 4, "player": " DANA"})).status_code == 422
        await dealer.do("one", {"act": "TakeSeat", "seat": 4, "player": "a guest"})

    _run(tmp_path, house("sd-2015", "keyed"), play)


def test_the_hand_of_an_absent_player_of_bonus_six_is_ended_by_what_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(room: Casino) -> None:
        dealer, player = await _dealt(room)
        for _ in range(2):
            await player.do("one", {"act": "Bet", "seat": 2})
            await _on(dealer)
        view = await dealer.view("one", "dealer")
        assert view["phase"] == "fourth"
        ending = next(choice for choice in view["choices"] if choice["label"] == "End an absent player's hand")
        assert (await dealer.act("one", ending["act"])).status_code == 422, "not before a minute has passed"
        for told in ("Stand", "Discard"):
            assert (await dealer.act("one", {"act": told, "seat": 2})).status_code == 422
        wins = {choice["act"]["act"] for choice in (await player.view("one"))["choices"]}
        _later(room, monkeypatch)
        await dealer.do("one", ending["act"])
        state = (await dealer.view("one", "dealer"))["seats"][1]["state"]
        assert state == ("stand" if "Stand" in wins else "discard")

    _run(tmp_path, house("sd-bonus6"), play)


def test_a_dealer_seats_guests_and_keys_their_chips_where_the_cards_are_real(tmp_path: Path) -> None:
    async def play(room: Casino) -> None:
        dealer = await room.somebody("dealer")
        await dealer.do("one", {"act": "RelieveDealer", "dealer": "dana"})
        await dealer.do("one", {"act": "OpenTable"})

        async def choose(label: str, **told: str) -> None:
            offered = (await dealer.view("one", "dealer"))["choices"]
            choice = next(one for one in offered if one["label"] == label and one["seat"] == 3)
            given = {ask["name"]: told.get(ask["name"], ask["value"]) for ask in choice["asks"]}
            await dealer.do("one", {**choice["act"], **given})

        await choose("Seat a guest", player="a guest")
        await choose("Ante", amount="10.00")
        await choose("Progressive $1")
        await choose("Take back progressive")
        await choose("Progressive $1")
        seat = (await dealer.view("one", "dealer"))["seats"][2]
        assert [(lies["wager"], lies["amount"]) for lies in seat["wagers"]] == [
            ("ante", "10.00"),
            ("progressive", "1.00"),
        ]
        offered = {one["label"] for one in (await dealer.view("one", "dealer"))["choices"] if one["seat"] == 3}
        assert "Ante" not in offered, "it lies there"

    _run(tmp_path, house("sd-2015", "keyed"), play)


@pytest.mark.rule("verbal_cash_wagers")
@pytest.mark.parametrize(("edition", "told"), [("ma", True), ("sd-2015", False)])
def test_a_wager_called_out_in_cash_is_told_no(edition: str, told: bool, tmp_path: Path) -> None:
    """At a table with real cards the dealer says that it was called out; where the law is silent it is not asked."""

    async def play(room: Casino) -> None:
        dealer = await room.somebody("dealer")
        await dealer.do("one", {"act": "RelieveDealer", "dealer": "dana"})
        await dealer.do("one", {"act": "OpenTable"})
        await dealer.do("one", {"act": "TakeSeat", "seat": 3, "player": "a guest"})
        offered = (await dealer.view("one", "dealer"))["choices"]
        called = [one for one in offered if one["label"] == "Wager called out in cash"]
        assert [one["seat"] for one in called] == [3] * told
        for choice in called:
            assert choice["why"]["clause"] == "ma-6(a)"
            refused = await dealer.act("one", {**choice["act"], "amount": "10.00"})
            assert (refused.status_code, refused.json()["error"]["clause"]) == (422, "ma-6(a)")
            assert "chips go on the layout" in refused.json()["error"]["message"]
            assert (await dealer.view("one", "dealer"))["seats"][2]["wagers"] == []

    _run(tmp_path, house(edition, "keyed"), play)


def test_a_round_may_not_come_to_cost_more_than_is_elected(tmp_path: Path) -> None:
    """Console, supervisor and licensee see the bound while the bets are open, and a wager beyond it is refused."""
    elected = 'seats = 2\nliability_limit = "4200.00"\ntip_maximum = "5.00"\n'
    text = house("sd-2015").replace('edition = "sd-2015"\n', f'edition = "sd-2015"\n{elected}', 1)

    async def play(room: Casino) -> None:
        dealer, player = await room.somebody("dealer"), await room.somebody("player")
        await dealer.do("one", {"act": "OpenTable"})
        await player.do("one", {"act": "TakeSeat", "seat": 2, "player": player.id})
        ante, _, tip = (await player.view("one"))["wagers"]
        assert (ante["high"], tip["high"]) == ("20.89", "5.00"), "one and two hundred times as much"
        over = await player.act("one", {"act": "PlaceWager", "seat": 2, "wager": "ante", "amount": "20.90"})
        assert (over.status_code, "could come to cost" in over.json()["error"]["message"]) == (422, True)
        await player.do("one", {"act": "PlaceWager", "seat": 2, "wager": "ante", "amount": "10.00"})
        console = (await dealer.view("one", "dealer"))["liability"]
        assert (console["most"], console["limit"]) == ("2010.00", "4200.00")
        assert "is $2,010" in console["words"]
        sam, lee = await room.somebody("supervisor"), await room.somebody("licensee")
        floor = (await sam.client.get("/api/supervisor")).json()["tables"][0]
        assert floor["liability"] == (await lee.client.get("/api/house")).json()["tables"][0]["liability"] == console
        posted = {sign["title"]: sign["lines"] for sign in (await player.view("one", "sign"))["signs"]}
        assert ["tip, maximum", "$5.00"] in posted["Table limits"]
        assert ["ante, maximum", "no ante is taken now"] in posted["Table limits"], (
            "what seat 2 has down leaves too little"
        )
        assert (await dealer.view("one", "dealer"))["table"]["limits"].startswith("Ante none now; ")
        other = await room.somebody("player")
        await other.do("one", {"act": "TakeSeat", "seat": 1, "player": other.id})
        (ante, *_) = (await other.view("one"))["wagers"]
        said = "None now: the house takes no wagers that could cost it more than $4,200 in a round."
        assert (ante["open"], ante["limit"]) == (False, said)
        over = await other.act("one", {"act": "PlaceWager", "seat": 1, "wager": "ante", "amount": "5.00"})
        assert (over.status_code, over.json()["error"]["clause"]) == (422, None)
        assert "has elected $4,200.00 as the most, as its liability_limit" in over.json()["error"]["message"]
        await player.do("one", {"act": "TakeBackWager", "seat": 2, "wager": "ante"})
        assert (await dealer.view("one", "dealer"))["table"]["limits"].startswith("Ante $5 to $20.89; ")

    _run(tmp_path, text, play)


def test_a_player_is_told_whom_the_deal_waits_for(tmp_path: Path) -> None:
    async def play(room: Casino) -> None:
        dealer, player, other = (
            await room.somebody("dealer"),
            await room.somebody("player"),
            await room.somebody("player"),
        )
        await dealer.do("one", {"act": "OpenTable"})
        await player.do("one", {"act": "TakeSeat", "seat": 2, "player": player.id})
        await other.do("one", {"act": "TakeSeat", "seat": 5, "player": other.id})
        await player.do("one", {"act": "PlaceWager", "seat": 2, "wager": "ante", "amount": "10.00"})
        waits = (await player.view("one"))["next"]["waits"]
        assert waits == "Seat 5 has no wager yet; the dealer closes the bets and deals."

    _run(tmp_path, house("sd-2015"), play)
