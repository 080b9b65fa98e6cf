"""A round with real cards at a served table, keyed step by step: whoever's turn it is does what the screens offer."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.web.counting import counted
from tests.web.served import Casino, Person
from upcard.web.security.security import PASSWORD

PLAYERS = ("pat", "kim", "lou")


class Hand(NamedTuple):
    """What somebody wagers, holds and decides."""

    wagers: dict[str, str]
    cards: str
    decision: str = "Bet"


class Keyed:
    """One table with its people."""

    def __init__(self, room: Casino, slug: str, hands: dict[int, Hand], dealer: str) -> None:
        self.room, self.slug, self.hands, self.cards = room, slug, hands, dealer.split()
        self.validates = True
        self.signs = True
        self.dealt: dict[str, Any] = {}
        """How many cards lie where, where that is not what is suggested."""

    async def arrive(self) -> None:
        self.dana = await self.room.somebody("dealer")
        self.sam = await self.room.somebody("supervisor", "sam")
        self.sol = await self.room.somebody("supervisor", "sol")
        self.lee = await self.room.somebody("licensee")
        self.players = {n: await self.room.somebody("player", id) for n, id in zip(self.hands, PLAYERS, strict=False)}
        for seat, player in self.players.items():
            player_at = {"act": "TakeSeat", "seat": seat, "player": player.id}
            if not (await self.view())["table"]["open"]:
                await self.dana.do(self.slug, {"act": "RelieveDealer", "dealer": self.dana.id})
                await self.dana.do(self.slug, {"act": "OpenTable"})
            await player.do(self.slug, player_at)

    async def view(self, by: Person | None = None) -> dict[str, Any]:
        return await (by or self.dana).view(self.slug, "dealer")

    async def supervisor(self) -> dict[str, Any]:
        found: dict[str, Any] = (await self.sam.client.get("/api/supervisor")).json()
        return found

    async def until(self, label: str) -> dict[str, Any]:
        """The dealer's document when the next step is called so, or waits for it."""
        for _ in range(150):
            view = await self.view()
            if view["next"]["label"].startswith(label):
                return view
            await self._step(view)
        raise AssertionError(f"never {label}: {view['next']}")

    async def step(self) -> None:
        await self._step(await self.view())

    async def _step(self, view: dict[str, Any]) -> None:
        following = view["next"]
        if following["yours"]:
            await self.dana.do(self.slug, self._filled(view), version=view["version"])
            return
        if following["label"].startswith("Ask seat"):
            seat = following["seat"]
            await self.players[seat].do(self.slug, {"act": self.hands[seat].decision, "seat": seat})
            return
        if view["phase"] == "betting" and following["label"] == "No more bets":
            await self._wagers()
            return
        above = await self.view(self.sam)
        if above["next"]["yours"]:
            await self.sam.do(self.slug, self._filled(above), version=above["version"])
            return
        await self._floor(following)

    async def _wagers(self) -> None:
        for seat, hand in self.hands.items():
            for wager, amount in hand.wagers.items():
                act = {"act": "PlaceWager", "seat": seat, "wager": wager, "amount": amount}
                await self.players[seat].do(self.slug, act)

    async def _floor(self, following: dict[str, Any]) -> None:
        document = await self.supervisor()
        for item in document["queue"]:
            if item["kind"] == "hit" and self.validates:
                await self.approve(item)
                return
        for slip in document["slips"]:
            if slip["missing"] and self.signs:
                await self.sign(slip["number"])
                return
        raise AssertionError(f"stuck: {following}")

    async def approve(self, item: dict[str, Any]) -> None:
        second = {"id": "vic", "password": PASSWORD}
        await self.sam.do("", item["approve"]["act"], version=item["version"], expects=item["amount"], second=second)

    async def sign(self, number: int) -> None:
        """Everybody who may."""
        for person in (self.dana, self.sam, self.sol, self.lee):
            await person.act("", {"act": "SignSlip", "number": number})

    def _filled(self, view: dict[str, Any]) -> dict[str, Any]:
        act = {**view["next"]["act"], **{name: value for name, value in counted(view).items() if value is not None}}
        match act["act"]:
            case "DealUnseen":
                asked = {"up_card"} & {ask["name"] for ask in view["next"]["asks"]}
                act |= {**dict.fromkeys(asked, self.cards[0]), **self.dealt}
            case "TurnUpCard" if view["next"]["asks"]:
                act["card"] = self.cards[4]
            case "Reveal":
                act["dealer"] = self.cards
            case "ShowHand":
                act["cards"] = self.hands[act["seat"]].cards.split()
        return act
