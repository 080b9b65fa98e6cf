"""A device leaves a served table with real cards: the large button leads on by what is lawful, never to a refusal."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.web.keyed import Hand, Keyed
from tests.web.served import Casino, casino
from upcard.audit.standalone.verify_shuffle import verify
from upcard.web.security.security import PASSWORD

VIC = {"id": "vic", "password": PASSWORD}
HANDS = {1: Hand({"ante": "10.00"}, "9c 9d 4s Jh 2c"), 2: Hand({"ante": "10.00"}, "8c 7d 4d 3h 2h", "Fold")}
DEALT, DEALER = 15, "Ah Kd 5s 4c 2d"
TABLES = {
    "shoe": 'mode = "keyed"\ndealing = "manual-shoe"\nshuffler = true\nbacks = ["red", "blue"]',
    "hand": 'mode = "keyed"\ndealing = ["from-hand", "manual-shoe"]\nshuffler = true',
    "automat": 'mode = "keyed"\ndealing = ["automated-shoe", "from-hand"]\nshuffler = { counts = true }',
    "own": 'dealing = "manual-shoe"',
}


def house() -> str:
    tables = (
        f'[[table]]\nname = "{name}"\nedition = "ma"\ndevices = ["acceptor"]\nshoe_approved = true\n{elects}\n'
        for name, elects in TABLES.items()
    )
    return 'name = "Ways"\n' + "\n".join(tables)


class Led(Keyed):
    """A table at which everybody does what the screens say; the labels of what was done."""

    async def arrive(self) -> None:
        await super().arrive()
        self.labels: list[str] = []

    async def _step(self, view: dict[str, Any]) -> None:
        self.labels.append(view["next"]["label"])
        await super()._step(view)

    def _filled(self, view: dict[str, Any]) -> dict[str, Any]:
        if not view["next"]["asks"]:
            return dict(view["next"]["act"])
        act = super()._filled(view)
        known = {"CutDeck": 20, "ReportShufflerCount": 52, "CountStub": 52 - DEALT}
        return act | ({"cards": known[act["act"]]} if act["act"] in known else {})

    async def round(self) -> list[str]:
        """Up to the end of a round; what was done."""
        view, self.labels = await self.view(), []
        number = view["table"]["round"]
        while view["table"]["round"] == number:
            await self._step(view)
            view = await self.view()
        return self.labels

    async def offered(self) -> dict[str, dict[str, Any]]:
        """By its label, what the supervisor may do at the table."""
        found = next(t for t in (await self.supervisor())["tables"] if t["slug"] == self.slug)
        return {choice["label"]: choice["act"] for choice in found["choices"]}

    async def press(self, label: str) -> None:
        await self.sam.do(self.slug, (await self.offered())[label])


async def _manual_shoe(room: Casino) -> None:
    led = Led(room, "shoe", HANDS, DEALER)
    await led.arrive()
    assert "Cut the red deck" not in await led.round()
    await led.press("Remove the shuffler")
    assert [label for label in await led.round() if "deck" in label] == [], "made ready before it left"
    assert [label for label in await led.round() if "deck" in label] == ["Shuffle the blue deck", "Cut the blue deck"]


async def _from_the_hand(room: Casino) -> None:
    led = Led(room, "hand", HANDS, DEALER)
    await led.arrive()
    await led.round()
    assert "From now on deal from the manual shoe" not in await led.offered()
    await led.press("Remove the shuffler")
    ante = {"act": "PlaceWager", "seat": 1, "wager": "ante", "amount": "10.00"}
    refused = (await led.players[1].act("hand", ante)).json()
    assert refused["error"]["clause"] == "ma-8(c)"
    wanted = await led.view()
    assert (wanted["next"]["yours"], wanted["next"]["waits"]) == (
        False, "For the floorperson: Install the manual-shoe.",
    )  # fmt: skip
    done = await led.round()
    assert done[:5] == [
        "Install the manual-shoe", "From now on deal from the manual shoe", "Shuffle the red deck",
        "Cut the red deck", "No more bets",
    ]  # fmt: skip
    said = [line["text"] for line in (await led.view())["log"]]
    assert "From now on the table is dealt from the manual shoe." in said


async def _automated_shoe(room: Casino) -> None:
    led = Led(room, "automat", HANDS, DEALER)
    await led.arrive()
    for _ in range(4):
        assert "Rack the stub" in await led.round()
    assert (await led.view())["stub"]["count_in"] is None
    await led.press("Remove the shuffler")
    assert (await led.view())["stub"]["count_in"] == 1
    done = await led.round()
    assert "Cut the red deck" in done
    assert "Count the stub" in done, "nothing has counted this deck"
    await led.press("Install the shuffler")
    await led.press("Remove the automated-shoe")
    done = await led.round()
    assert done[:2] == ["From now on deal from the hand", "Shuffle the red deck"]
    assert "Cut the red deck" not in done


async def _recut(room: Casino) -> None:
    """After the lock-out, until a card is dealt."""
    led = Led(room, "shoe", HANDS, DEALER)
    await led.arrive()
    await led.press("Remove the shuffler")
    await led.until("Deal")
    await led.press("Order a recut of the red deck")
    view = await led.view()
    assert (view["next"]["label"], [ask["name"] for ask in view["next"]["asks"]]) == ("Cut the red deck", ["cards"])
    assert (await led.dana.act("shoe", {"act": "DealCards", "drawing_hand": "left"})).status_code == 422
    await led.step()
    assert (await led.view())["next"]["label"] == "Deal"
    await led.step()
    assert "Order a recut of the red deck" not in await led.offered()
    await led.round()


async def _own_cards(room: Casino) -> None:
    """The system's own cards: once the bets are closed nobody chooses the cut, and the proof shows it."""
    led = Led(room, "own", HANDS, DEALER)
    await led.arrive()
    await led.until("Deal")
    await led.press("Order a recut of the red deck")
    view = await led.view()
    assert (view["next"]["label"], view["next"]["asks"]) == ("Cut the red deck", [])
    refused = await led.dana.act("own", {"act": "CutDeck", "deck": "red", "cards": 20})
    assert (refused.status_code, refused.json()["error"]["clause"]) == (422, "ma-4(d)")
    await led.round()
    proof = (await led.dana.client.get("/api/rounds/own/1/shuffle")).json()
    assert [cut["drawn"] for cut in proof["cuts"]] == [None, {"turn": 1, "least": 10}]
    assert verify(proof)


async def _stub(room: Casino) -> None:
    """The console asks for the cards in the hands, and a misdealt deck stays only where 52 are there."""
    led = Led(room, "shoe", HANDS, DEALER)
    await led.arrive()
    for hands, stage in ((None, "withdrawn"), (16, "in play")):
        await led.until("Rack the stub")
        for number in (-1, 53, 99):
            assert (await led.dana.act("shoe", {"act": "CountStub", "cards": number})).status_code == 422
        count = {"act": "CountStub", "cards": 36, "misdealt": True, "hands": hands}
        await led.dana.do("shoe", count, version=(await led.view())["version"], second=VIC)
        (current,) = [deck for deck in (await led.view())["decks"] if deck["current"]]
        assert (current["stage"], (await led.view())["phase"]) == (stage, "settled")
        await led.round()


@pytest.mark.rule("device_removed_first", "counted_deck_spared", "recut_ordered_by", "misdealt_deck_total")
@pytest.mark.parametrize("played", [_manual_shoe, _from_the_hand, _automated_shoe, _recut, _own_cards, _stub])
def test_the_console_leads_on(played: Any, tmp_path: Path) -> None:
    async def run() -> None:
        async with casino(tmp_path, house()) as room:
            await played(room)

    asyncio.run(run())
