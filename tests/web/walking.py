"""Rounds at a served table, by whatever the screens offer; after every act everybody looks at everything."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from tests.web.counting import counted
from tests.web.everybody import WHO, unhurried
from tests.web.served import Casino, Person, casino
from upcard.cards import DECK, show_card
from upcard.web.security.security import PASSWORD

VIC = {"id": "vic", "password": PASSWORD}
ROYAL = ["As", "Ks", "Qs", "Js", "Ts"]
MOST_STEPS = 250

LIVE = (
    ("pat", "/api/tables/one?as=seat"), ("", "/api/tables/one"), ("dana", "/api/tables/one?as=dealer"),
    ("sam", "/api/tables/one?as=dealer"), ("lee", "/api/tables/one?as=dealer"), ("", "/api/tables/one?as=sign"),
    ("vic", "/api/tables/one?as=surveillance"), ("", "/api/lobby"), ("", "/api/jackpots"), ("sam", "/api/supervisor"),
)  # fmt: skip
READ = (
    ("sam", "/api/house"), ("lee", "/api/house"), ("vic", "/api/journal"), ("rae", "/api/rounds/one/{round}"),
    ("vic", "/api/verification"), ("pat", "/api/rounds/one/{round}/shuffle"), ("pat", "/api/tables/one/advice"),
    ("vic", "/api/rounds/one/{before}"), ("pat", "/api/rounds/one/{before}/shuffle"), ("lee", "/api/attempts"),
)  # fmt: skip


class Walk:
    """One table with its people, and the cards that whoever keys them finds there."""

    def __init__(self, room: Casino, people: dict[str, Person], seed: str) -> None:
        self.room, self.people, self._rng = room, people, Random(seed)
        self._phase = ""
        self.rejects = 0
        """How many awards are rejected before one is validated."""
        self._shuffled()

    def _shuffled(self) -> None:
        deck = [show_card(card) for card in DECK if show_card(card) not in ROYAL]
        self._rng.shuffle(deck)
        self._hands, self._dealer, self._rest = {1: ROYAL, 2: deck[:5]}, deck[5:10], deck[10:]

    async def view(self, who: str, as_: str = "dealer") -> dict[str, Any]:
        return await self.people[who].view("one", as_)

    async def supervisor(self) -> dict[str, Any]:
        found: dict[str, Any] = (await self.people["sam"].client.get("/api/supervisor")).json()
        return found

    async def look(self, *, read: bool = False) -> None:
        """Everybody looks; that what they see is as described is found by whoever brings it."""
        for who, path in LIVE:
            await self.people[who].client.get(path)
        seen = await self.view("dana")
        now = f"{seen['phase']} {seen['stub']['state']}"  # players look at their cards once the stub is away
        if read or now != self._phase:
            self._phase = now
            for who, path in READ:
                number = seen["table"]["round"]
                await self.people[who].client.get(path.format(round=number, before=max(0, number - 1)))

    async def rounds(self, number: int) -> None:
        """So many rounds, from whatever the table is at."""
        last = max(1, (await self.view("dana"))["table"]["round"]) + number
        for _ in range(MOST_STEPS * number):
            await self.look()
            view = await self.view("dana")
            if view["table"]["round"] >= last and view["phase"] == "betting":
                return
            await self.step(view)
        raise AssertionError(f"no end: {view['next']}")

    async def until(self, phase: str) -> dict[str, Any]:
        for _ in range(MOST_STEPS):
            await self.look()
            view = await self.view("dana")
            if view["phase"] == phase:
                return view
            await self.step(view)
        raise AssertionError(f"never {phase}")

    async def step(self, view: dict[str, Any]) -> None:
        """Whoever's turn it is."""
        if view["next"]["yours"]:
            await self.people["dana"].do("one", self._filled(view), version=view["version"])
            return
        for seat, who in ((1, "pat"), (2, "kim")):
            if await self._played(who, seat):
                return
        above = await self.view("sam")
        if above["next"]["yours"]:
            await self.people["sam"].do("one", self._filled(above), version=above["version"])
            return
        await self._floor(view)

    async def _played(self, who: str, seat: int) -> bool:
        """Whether a player had something to do."""
        person, own = self.people[who], await self.view(who, "seat")
        match own["next"]["kind"]:
            case "sit":
                await person.do("one", {"act": "TakeSeat", "seat": seat, "player": person.id})
            case "wager":
                await self._wagers(person, seat)
            case "decide":
                bold = [choice for choice in own["choices"] if choice["act"]["act"] != "Fold"]
                await person.do("one", self._rng.choice(bold if seat == 1 else own["choices"])["act"])
            case _:
                return False
        return True

    async def _wagers(self, person: Person, seat: int) -> None:
        """One of every kind that is taken."""
        done: set[str] = set()
        while True:
            offers = [w for w in (await person.view("one"))["wagers"] if w["open"] and w["placed"] is None]
            offer = next((w for w in offers if w["wager"] not in done), None)
            if offer is None:
                return
            done.add(offer["wager"])
            amount = "10.00" if offer["wager"] == "ante" else (offer["amounts"] or [offer["low"]])[0]
            act = {"act": "PlaceWager", "seat": seat, "wager": offer["wager"], "amount": amount}
            await person.act("one", act)
            await self.look()

    async def _floor(self, view: dict[str, Any]) -> None:
        """Two people decide on an award, or everybody signs."""
        document = await self.supervisor()
        for item in document["queue"]:
            if item["kind"] == "hit":
                await self._decided(item)
                return
        for slip in document["slips"]:
            if slip["missing"]:
                for who in ("dana", "sam", "sol", "lee"):
                    await self.people[who].act("", {"act": "SignSlip", "number": slip["number"]})
                    await self.look()
                return
        for choice in view["choices"]:
            if choice["act"]["act"] == "LockHit":
                await self.people["dana"].do("", choice["act"])
                return
        raise AssertionError(f"stuck: {view['next']}")

    async def _decided(self, item: dict[str, Any]) -> None:
        """By others than who keyed it."""
        sam = self.people["sol" if "sam" in item["by"] else "sam"]
        terms = {"version": item["version"], "second": VIC}
        if self.rejects:
            self.rejects -= 1
            await sam.do("", {**item["reject"]["act"], "reason": "looked at again"}, **terms)
        else:
            await sam.do("", item["approve"]["act"], expects=item["amount"], **terms)

    def _filled(self, view: dict[str, Any]) -> dict[str, Any]:
        """An act with what it asks for; a new round has new cards."""
        following, told = view["next"], counted(view)
        act = dict(following["act"])
        if act["act"] == "DealUnseen":
            self._shuffled()
        for ask in following["asks"]:
            name = ask["name"]
            if told.get(name) is not None:
                act[name] = told[name]
            elif name == "dealer":
                act[name] = self._dealer
            elif name == "up_card" or act["act"] == "TurnUpCard":
                act[name] = self._dealer[0]
            elif name == "cards":
                act[name] = self._hand(act["seat"], ask["count"])
            elif not ask["optional"] or act["act"] == "DealBonusCard":
                act[name] = self._rest.pop()
        return act

    def _hand(self, seat: int, count: int) -> list[str]:
        return [*self._hands[seat], *(self._rest.pop() for _ in range(count - 5))][:count]


@asynccontextmanager
async def walk(folder: Path, house: str, seed: str) -> AsyncIterator[Walk]:
    """A house with one table called One, and everybody in it."""
    async with casino(folder, house) as room:
        unhurried(room.site)
        people = {id: await room.somebody(role, id) for role, id in WHO.items()}
        people |= {"": await room.somebody(), "kim": await room.somebody("player", "kim")}
        people["sol"] = await room.somebody("supervisor", "sol")
        yield Walk(room, people, seed)
