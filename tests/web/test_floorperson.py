"""The floorperson at a served table of real cards: what the texts give to that role, and what they do not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.keyed import Hand, Keyed
from tests.web.served import Person, casino
from tests.web.test_paying import GOLD, HARBOR
from upcard.web.security.security import PASSWORD

ROYAL, PLAIN, DEALER = "As Ks Qs Js Ts", "2d 4c 6s 8c Th", "9c Ac Jd Qc Kc"
WAGERS = {"ante": "10.00", "progressive": "1.00"}

SEEN = "The first player sees the cards: seat number, then G."


class Floor(Keyed):
    """A table whose floorperson does whatever is a floorperson's; a supervisor the rest."""

    async def arrive(self) -> None:
        self.flo = await self.room.somebody("floorperson")
        self.by_flo: list[str] = []
        await super().arrive()

    async def _step(self, view: dict[str, Any]) -> None:
        theirs = view if view["next"]["yours"] else await self.view(self.flo)
        if theirs is not view and theirs["next"]["yours"]:
            self.by_flo.append(theirs["next"]["act"]["act"])
            await self.flo.do(self.slug, self._filled(theirs), version=theirs["version"])
            return
        await super()._step(view)

    async def approve(self, item: dict[str, Any]) -> None:
        second = {"id": "lee", "password": PASSWORD}
        refused = await self.flo.act("", item["approve"]["act"], version=item["version"], second=second)
        assert refused.status_code == 403, "a supervisor alone validates"
        await self.sam.do("", item["approve"]["act"], version=item["version"], expects=item["amount"], second=second)

    async def sign(self, number: int) -> None:
        for person in (self.dana, self.flo, self.sam):
            await person.do("", {"act": "SignSlip", "number": number})


def at(tmp_path: Path, house: str, hands: dict[int, Hand], happens: Callable[[Floor], Awaitable[None]]) -> None:
    async def go() -> None:
        async with casino(tmp_path, house) as room:
            await happens(Floor(room, "one", hands, DEALER))

    asyncio.run(go())


@pytest.mark.rule("hand_confirmed_by", "award_verification", "deck_verified_by")
def test_a_royal_in_massachusetts_takes_a_dealer_a_floorperson_a_supervisor_and_a_licensee(tmp_path: Path) -> None:
    async def happens(desk: Floor) -> None:
        await desk.arrive()
        view = await desk.until("Floorperson verifies seat 1's hand")
        assert view["next"]["waits"] == "For the floorperson: Floorperson verifies seat 1's hand."
        assert view["next"]["why"]["clause"] == "ma-10(c)(progressive)"
        queue = (await desk.flo.client.get("/api/supervisor")).json()
        (award,) = queue["queue"]
        assert (award["kind"], award["approve"], award["reject"]) == ("hit", None, None), "one card tells all of it"
        assert [(step["step"], step["state"], step["who"], step["act"]) for step in award["steps"]] == [
            ("VerifyHand", "done", "", None),
            ("VerifyLight", "done", "", None),
            ("ConfirmHand", "now", "a floorperson or a supervisor", {"act": "ConfirmHand", "seat": 1}),
            ("ValidateAward", "later", "a supervisor", None),
            ("ValidateHit", "now", "a supervisor, with a second person of another department", None),
            ("Settle", "later", "the dealer", None),
            ("SignSlip", "later", "the dealer", None),
            ("SignSlip", "later", "a floorperson or a supervisor", None),
            ("SignSlip", "later", "a supervisor", None),
        ]
        assert (queue["role"], queue["validated"]) == ("floorperson", [])
        assert (await desk.flo.client.get("/supervisor")).status_code == 200
        assert (await desk.flo.client.get("/house")).status_code == 403
        view = await desk.until("Supervisor validates seat 1's award")
        assert desk.by_flo == ["VerifyDeck", "VerifyDeck", "ConfirmHand"]
        assert not (await desk.view(desk.flo))["next"]["yours"]
        refused = await desk.flo.act("one", {"act": "ValidateAward", "seat": 1}, version=view["version"])
        assert refused.status_code == 403
        await desk.until("Reconcile")
        assert desk.by_flo[3:] == ["DocumentAward"]
        (slip,) = desk.room.site.moment.slips.values()
        assert [one.role for one in slip.signatures] == ["dealer", "floorperson", "supervisor"]
        people = {entry.by for entry in desk.room.site.journal.store.entries()}
        staff = {by for by in people if not by.startswith(("player ", "licensee house"))}
        assert staff == {"dealer dana", "floorperson flo", "supervisor sam", "supervisor sam with licensee lee"}

    at(tmp_path, HARBOR, {1: Hand(WAGERS, ROYAL), 3: Hand(WAGERS, PLAIN)}, happens)


@pytest.mark.rule("first_player_sees", "idle_cards_spread", "deck_verified_by")
def test_the_first_player_after_each_opening_and_each_idle_time_sees_the_cards(tmp_path: Path) -> None:
    house = HARBOR.replace('backs = ["red", "blue"]', 'backs = ["red"]')

    async def refused(person: Person, act: dict[str, Any]) -> str | None:
        answer = await person.act("one", act)
        assert answer.status_code == 422, answer.text
        clause: str | None = answer.json()["error"]["clause"]
        return clause

    async def opening(desk: Floor, player: Person) -> None:
        """The table opens; somebody comes, and the cards are seen before they are washed."""
        wash = {"act": "WashDeck", "deck": "red"}
        await desk.dana.do("one", {"act": "OpenTable"})
        assert (await desk.view())["seats"][1]["player"] is None
        await desk.until("Wash and stack the red deck")
        assert (await desk.view())["next"]["waits"] == SEEN
        assert await refused(desk.dana, wash) == "ma-3(c)"
        await player.do("one", {"act": "TakeSeat", "seat": 2, "player": player.id})
        assert (await desk.view())["next"]["yours"]
        await desk.until("No more bets")

    async def happens(desk: Floor) -> None:
        await desk.arrive()
        await desk.dana.do("one", {"act": "RelieveDealer", "dealer": "dana"})
        kim, pat = await desk.room.somebody("player", "kim"), await desk.room.somebody("player", "pat")
        await opening(desk, kim)
        await kim.do("one", {"act": "LeaveSeat", "seat": 2})
        view = await desk.view()
        assert view["next"]["label"] == "Nobody plays: spread the cards face up"
        assert (view["next"]["why"]["clause"], view["next"]["yours"]) == ("ma-4(e)", True)
        await pat.do("one", {"act": "TakeSeat", "seat": 4, "player": "pat"})
        wager = {"act": "PlaceWager", "seat": 4, "wager": "ante", "amount": "10.00"}
        assert await refused(pat, wager) == "ma-4(e)"
        assert await refused(desk.flo, {"act": "RemoveDevice", "device": "shuffler"}) == "ma-4(e)"
        await desk.until("No more bets")
        assert [deck["stage"] for deck in (await desk.view())["decks"]] == ["ready"]
        stages = [line.text for line in desk.room.site.moment.logs["One"]]
        assert stages.index("The table is idle; the cards lie spread face up.") < len(stages) - 1
        assert "The red deck is turned down, washed and stacked." in stages[-4:]
        await desk.dana.do("one", {"act": "CloseTable"})
        assert [seat["player"] for seat in (await desk.view())["seats"]] == [None] * 7
        await opening(desk, kim)

    at(tmp_path, house, {}, happens)


@pytest.mark.rule("supervisor_called")
def test_a_call_waits_for_a_supervisor_who_answers_it_and_is_done(tmp_path: Path) -> None:
    async def happens(desk: Floor) -> None:
        await desk.arrive()
        call = {"act": "CallSupervisor"}

        async def calls(person: Person) -> list[tuple[str, Any]]:
            found = (await person.client.get("/api/supervisor")).json()["queue"]
            return [(item["title"], item["act"]) for item in found if item["kind"] == "call"]

        await desk.flo.do("one", call)
        again = await desk.dana.act("one", call)
        assert (again.status_code, "has not come yet" in again.text) == (422, True)
        assert again.json()["error"]["clause"] is None
        assert await calls(desk.flo) == [("One calls a supervisor", None)]
        assert await calls(desk.sam) == [("One calls a supervisor", {"act": "AnswerCall"})]
        labels = [choice["label"] for choice in (await desk.view(desk.sam))["choices"]]
        assert "Answer the call" in labels
        assert (await desk.flo.act("one", {"act": "AnswerCall"})).status_code == 403
        await desk.until("Settle seat 1")
        assert await calls(desk.sam), "the round goes on, and the call stands"
        await desk.sam.do("one", {"act": "AnswerCall"})
        assert not (await desk.view())["called"]
        assert await calls(desk.sam) == [("One: a supervisor has come", {"act": "EndCall"})]
        await desk.sam.do("one", {"act": "EndCall"})
        assert await calls(desk.sam) == []
        (line, *_) = [line for line in desk.room.site.moment.logs["One"] if "is called" in line.text]
        assert (line.text, line.clause) == ("A supervisor is called.", None)

    at(tmp_path, GOLD, {1: Hand(WAGERS, ROYAL), 3: Hand(WAGERS, PLAIN)}, happens)
