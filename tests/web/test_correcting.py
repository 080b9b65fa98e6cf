"""A hand that was keyed wrongly, over the wire: two people reject its award, and two correct the cards."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.web.counting import counted
from tests.web.keyed import Hand, Keyed
from tests.web.served import Casino, Person, casino
from tests.web.test_paying import GOLD, HARBOR, play
from tests.web.test_table_document import house
from upcard.web.security.security import PASSWORD

ROYAL, PAIR, DEALER = ["As", "Ks", "Qs", "Js", "Ts"], ["9c", "9d", "4s", "Jh", "2c"], ["Ah", "Kd", "5s", "4c", "2d"]
VIC = {"id": "vic", "password": PASSWORD}


async def _step(dealer: Person, player: Person) -> dict[str, Any]:
    """Whatever the large button says, or the player; the document before it."""
    view = await dealer.view("one", "dealer")
    following = view["next"]
    cards = {"dealer": DEALER, "up_card": DEALER[0], "cards": ROYAL}
    if following["yours"]:
        told = {ask["name"]: cards[ask["name"]] for ask in following["asks"] if ask["kind"] in ("card", "cards")}
        rest = {name: value for name, value in counted(view).items() if name not in told}
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
    offered, dealers = [choice for choice in table["choices"] if choice["act"]["act"].startswith("Correct")]
    assert (dealers["act"], dealers["second"]) == ({"act": "CorrectDealer"}, True)
    ask, beside = offered["asks"]
    assert offered["note"].startswith("Keyed: "), "what it replaces is told"
    assert dealers["note"].startswith("Keyed: ")
    assert (beside["name"], beside["label"]) == ("also.0", "If exchanged with it: the cards of the dealer")
    assert (beside["kind"], beside["count"], beside["optional"]) == ("cards", 5, True)
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


async def corrects(desk: Keyed, act: str, cards: Any, seat: int | None = None, **also: list[str]) -> None:
    """The supervisor's correction, as the screen offers it, with a second person; `also_3` is seat 3's hand with it."""
    (table,) = (await desk.supervisor())["tables"]
    (offered,) = [c for c in table["choices"] if c["act"]["act"] == act and c["seat"] == seat]
    ask, *others = offered["asks"]
    whole = {**offered["act"], ask["name"]: cards}
    if also:
        together = {name.removeprefix("also_"): lying for name, lying in also.items()}
        assert {f"also.{place}" for place in together} <= {other["name"] for other in others if other["optional"]}
        whole["also"] = together
    alone = await desk.sam.act("one", whole, version=table["version"])
    assert (alone.status_code, "second person" in alone.text) == (403, True)
    await desk.sam.do("one", whole, version=table["version"], second=VIC)


async def to_the_end(desk: Keyed) -> dict[int, str]:
    """What each seat has more or less when the round is over."""
    while (await desk.view())["table"]["round"] == 1:
        await desk.step()
    return {seat: (await player.view("one"))["receipt"]["net"] for seat, player in desk.players.items()}


TWO = {
    1: Hand({"ante": "10.00", "progressive": "1.00"}, "5s 5d 4d 9h Jc"),
    3: Hand({"ante": "10.00", "progressive": "1.00"}, "9c 9d 4s Jh 2h"),
}


@pytest.mark.rule("single_deck", "settlement_order")
@pytest.mark.parametrize("where", [GOLD, HARBOR], ids=["sd-2015", "ma"])
def test_a_dealers_card_that_a_player_really_holds_is_corrected_after_a_settlement(where: str, tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        view = await desk.until("Key seat 1's cards")
        told = {**view["next"]["act"], "cards": TWO[1].cards.split()}
        refused = await desk.dana.act("one", told, version=view["version"])
        assert (refused.status_code, "was already keyed" in refused.text) == (422, True)
        await corrects(desk, "CorrectDealer", ["Ah", "Kd", "5c", "4c", "2d"])
        assert await to_the_end(desk) == {1: "29.00", 3: "29.00"}

    play(tmp_path, where, TWO, "Ah Kd 5s 4c 2d", happens)


@pytest.mark.rule("single_deck", "settlement_order")
@pytest.mark.parametrize("where", [GOLD, HARBOR], ids=["sd-2015", "ma"])
def test_hands_and_a_dealers_card_that_were_exchanged_are_corrected_together(where: str, tmp_path: Path) -> None:
    """Keyed the other way round, and a card of the dealer's as one of seat 3's; the pair of fives lies at seat 3."""

    async def happens(desk: Keyed) -> None:
        await desk.until("Key seat 1's cards")
        await desk.step()
        await corrects(
            desk, "CorrectHand", ["9c", "9d", "4s", "Jh", "2h"], 1,
            also_3=["Ah", "5d", "4d", "9h", "Jc"], also_0=["5s", "Kd", "5c", "4c", "2d"],
        )  # fmt: skip
        said = [line["text"] for line in (await desk.view())["log"]]
        assert sum("were keyed wrongly" in text for text in said) == 3
        assert await to_the_end(desk) == {1: "29.00", 3: "-31.00"}

    play(tmp_path, where, TWO, "Ah Kd 5c 4c 2d", happens)


@pytest.mark.rule("five_card_verification", "settlement_order")
def test_a_rejected_award_on_the_dealers_hand_does_not_come_back_as_the_only_way_on(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        desk.validates = False
        while not (await desk.view())["hits"]:
            await desk.step()
        (hit,) = [item for item in (await desk.supervisor())["queue"] if item["kind"] == "hit"]
        reject = {**hit["reject"]["act"], "reason": "the card is the five of clubs"}
        await desk.sam.do("", reject, version=hit["version"], second=VIC)
        await corrects(desk, "CorrectDealer", ["9s", "8s", "7s", "6s", "5c"])
        assert (await to_the_end(desk))[1] == "-31.00"

    hands = {1: Hand({"ante": "10.00", "five_card_dealer": "1.00"}, "As Kd Jc 4h 2h")}
    play(tmp_path, HARBOR, hands, "9s 8s 7s 6s 5s", happens)


@pytest.mark.rule("player_wrong_count", "void_hand_returns")
@pytest.mark.parametrize("where", [GOLD, HARBOR], ids=["sd-2015", "ma"])
def test_a_wrong_count_is_reported_when_the_cards_are_counted_after_paying(where: str, tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        while not any(line["seat"] == 3 for line in (await desk.view())["payments"]):
            await desk.step()
        view = await desk.view()
        assert view["phase"] == "settling"
        (found,) = [item for item in view["irregularities"] if item["act"]["irregularity"] == "player-wrong-count"]
        assert (found["second"], 3 in found["seats"]) == (True, True)
        report = {**found["act"], "seat": 3}
        assert (await desk.dana.act("one", report, version=view["version"])).status_code == 403
        await desk.dana.do("one", report, version=view["version"], second=VIC)
        assert await to_the_end(desk) == {1: "-31.00", 3: "0.00"}

    hands = {1: Hand(TWO[1].wagers, "8s 6d 4h 3s Qh"), 3: TWO[3]}
    play(tmp_path, where, hands, "Ah Kd 5s 4c 2d", happens)


SIX_HAND = ["Ah", "5d", "4d", "9h"]


async def _six(room: Casino) -> None:
    """The community card is keyed as one that a player turns out to hold."""
    dealer, player, sam = [await room.somebody(role) for role in ("dealer", "player", "supervisor")]
    cards = {"card": "Ah", "cards": SIX_HAND}
    while (view := await dealer.view("one", "dealer"))["next"]["label"] != "Key seat 2's cards":
        following = view["next"]
        if following["yours"]:
            told = {name: cards.get(name, value) for name, value in counted(view).items()}
            told |= {
                ask["name"]: counted(view)[ask["name"]]
                for ask in following["asks"]
                if ask["kind"] == "count" and not ask["optional"]
            }
            await dealer.do("one", {**following["act"], **told}, version=view["version"])
        elif not view["seats"][1]["player"]:
            await player.do("one", {"act": "TakeSeat", "seat": 2, "player": player.id})
        elif view["phase"] == "betting":
            await player.do("one", {"act": "PlaceWager", "seat": 2, "wager": "ante", "amount": "10.00"})
        else:
            act = "Stand" if view["phase"] == "fourth" else "Bet"
            await player.do("one", {"act": act, "seat": 2})
    show = {**view["next"]["act"], "cards": SIX_HAND}
    assert (await dealer.act("one", show, version=view["version"])).status_code == 422
    (table,) = (await _supervised(sam))["tables"]
    (offered,) = [choice for choice in table["choices"] if choice["act"]["act"] == "CorrectCommunity"]
    (ask,) = offered["asks"]
    assert (ask["name"], ask["kind"], offered["label"]) == ("card", "card", "Correct the community card")
    correct = {**offered["act"], "card": "Ad"}
    assert (await sam.act("one", correct, version=table["version"])).status_code == 403
    await sam.do("one", correct, version=table["version"], second=VIC)
    view = await dealer.view("one", "dealer")
    assert any("not A♥ but A♦" in line["text"] for line in view["log"])
    await dealer.do("one", show, version=view["version"])
    while (view := await dealer.view("one", "dealer"))["table"]["round"] == 1:
        await dealer.do("one", view["next"]["act"], version=view["version"])
    assert (await player.view("one"))["receipt"]["net"] == "30.00"


@pytest.mark.rule("community_cards", "single_deck")
def test_a_community_card_that_a_player_really_holds_is_corrected(tmp_path: Path) -> None:
    async def run() -> None:
        async with casino(tmp_path, house("sd-bonus6", "keyed")) as room:
            await _six(room)

    asyncio.run(run())


# ---- before anybody decides


SAM = {"id": "sam", "password": PASSWORD}


async def signed(desk: Keyed, act: str, **told: Any) -> None:
    """What the dealer's console offers, which a supervisor signs, and nobody else."""
    view = await desk.view()
    mine = (None, told.get("seat"))
    (offered,) = [c for c in view["choices"] if c["act"]["act"] == act and c["seat"] in mine]
    assert offered["second"] is True
    whole = {**offered["act"], **told}
    for second in (None, VIC):
        assert (await desk.dana.act("one", whole, version=view["version"], second=second)).status_code == 403
    await desk.dana.do("one", whole, version=view["version"], second=SAM)


@pytest.mark.rule("player_wrong_count", "dealer_wrong_count", "dealer_qualifies_with")
@pytest.mark.parametrize("where", [GOLD, HARBOR], ids=["sd-2015", "ma"])
def test_a_deal_shows_what_wrong_numbers_do_and_is_taken_back_and_its_face_up_card_put_right(
    where: str, tmp_path: Path
) -> None:
    async def happens(desk: Keyed) -> None:
        view = await desk.until("Key what was dealt")
        counts, dealers, *up = view["next"]["asks"]
        later = where == HARBOR  # an automated shoe: the card is turned up after the stub is racked
        assert [(ask["name"], ask["optional"]) for ask in up] == ([] if later else [("up_card", True)])
        assert (counts["right"], dealers["right"]) == (5, 5)
        (void,) = counts["wrong"]
        assert (void["count"], void["effect"]) == (None, "That hand is void; all its wagers go back.")
        effects = {wrong["count"]: wrong["effect"] for wrong in dealers["wrong"]}
        if where == HARBOR:
            assert effects == {
                None: "Every hand is void; all wagers go back.",
                4: "The dealer gets another card and the round goes on.",
            }
        else:
            assert list(effects) == [None]
            assert effects[None].startswith("Antes, bets and tips go back")
        assert all(wrong["why"]["clause"] for wrong in (void, *dealers["wrong"]))
        dealt = {**view["next"]["act"], "counts": {"1": 5, "3": 5}, "dealer_count": 5}
        unlawful = {**dealt, "up_card": "Qh"} if later else dealt
        refused = (await desk.dana.act("one", unlawful, version=view["version"])).json()["error"]
        assert refused["clause"] == ("ma-9(h)" if later else "sd-2015(9)")
        assert refused["message"].startswith("up_card: ")
        shown = {} if later else {"up_card": "Qh"}
        for wrong in ({"dealer_count": 6}, {"counts": {"1": 6, "3": 5}, **shown}):
            await desk.dana.do("one", {**dealt, **wrong}, version=view["version"])
            await signed(desk, "TakeBackDeal")
            view = await desk.until("Key what was dealt")
        await desk.dana.do("one", {**dealt, **shown}, version=view["version"])
        if later:
            view = await desk.until("Turn up the dealer's card")
            turned = {**view["next"]["act"], "card": "Qh"}
            await desk.dana.do("one", turned, version=view["version"])
        await signed(desk, "CorrectUpCard", card="Ah")
        assert await to_the_end(desk) == {1: "-31.00", 3: "29.00"}

    hands = {1: Hand(TWO[1].wagers, "8s 6d 4h 3s Qh"), 3: TWO[3]}
    play(tmp_path, where, hands, "Ah Kd 5s 4c 2d", happens)


@pytest.mark.rule("progressive_chips_counted")
def test_chips_that_differ_are_put_right_by_dealer_and_supervisor(tmp_path: Path) -> None:
    async def happens(desk: Keyed) -> None:
        view = await desk.until("Count the progressive chips")
        (ask,) = view["next"]["asks"]
        assert ask["value"] is None
        assert not any(c["act"]["act"] == "CorrectProgressive" for c in view["choices"]), "nothing is counted yet"
        await desk.dana.do("one", {"act": "CountChips", "chips": 1}, version=view["version"])
        (table,) = (await desk.supervisor())["tables"]
        voids = [i for i in table["irregularities"] if i["act"]["irregularity"] == "chips-miscounted"]
        assert [(i["effect"], i["why"]["clause"]) for i in voids] == [
            ("Every hand is void; all wagers go back.", "ma-7(c)")
        ]
        await signed(desk, "CorrectProgressive", seat=3)
        assert await to_the_end(desk) == {1: "-31.00", 3: "30.00"}

    hands = {1: Hand(TWO[1].wagers, "8s 6d 4h 3s Qh"), 3: TWO[3]}
    play(tmp_path, HARBOR, hands, "Ah Kd 5s 4c 2d", happens)
