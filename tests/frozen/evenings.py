"""Evenings to be looked at: whoever's turn it is does what the screens offer, and much goes wrong.

Only the generator walks; what it sent is kept, and the test sends the same again.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any, cast

from tests.frozen.commands import run
from tests.frozen.site import EVERYBODY, Served, Step, served
from tests.web.secrecy.wire import Answer
from tests.web.served import STUD
from tests.web.served import Person as Somebody
from tests.web.test_shapes import put
from tests.web.test_table_document import house
from tests.web.walking import VIC, Walk

MASSACHUSETTS, SOUTH_DAKOTA = "massachusetts", STUD.replace('"Stud 1"', '"One"', 1)


class Told:
    """An answer as the walk reads it."""

    def __init__(self, answer: Answer) -> None:
        self.status_code, self.text = answer.status, answer.body.decode()

    def json(self) -> Any:
        return json.loads(self.text)


class Recorded:
    """Somebody whose acts are written down."""

    def __init__(self, house: Served, id: str, steps: list[Step]) -> None:
        self._house, self.id, self._steps = house, id, steps
        self.client = self

    async def get(self, path: str) -> Told:
        return Told(await self._house.get(self.id, path))

    async def view(self, slug: str, as_: str = "seat") -> Any:
        return (await self.get(f"/api/tables/{slug}?as={as_}")).json()

    async def act(self, slug: str, act: dict[str, Any], **more: Any) -> Told:
        path = f"/api/tables/{slug}/acts" if slug else "/api/acts"
        step = Step(self.id, path, {"id": f"act-{len(self._steps) + 1}", "act": act, **more})
        self._steps.append(step)
        return Told(await self._house.post(step))

    async def do(self, slug: str, act: dict[str, Any], **more: Any) -> Any:
        answer = await self.act(slug, act, **more)
        assert answer.status_code == 200, (act, answer.text)
        return answer.json()


class Quiet(Walk):
    """A walk on which nobody but who acts looks."""

    async def look(self, *, read: bool = False) -> None:
        pass


Happens = Callable[[Quiet], Awaitable[None]]


def written(text: str, seed: str, happens: Happens) -> list[Step]:
    """The acts of an evening."""

    async def evening() -> list[Step]:
        steps: list[Step] = []
        async with served(text) as house:
            people = {id: cast("Somebody", Recorded(house, id, steps)) for id in EVERYBODY}
            await happens(Quiet(cast("Any", None), people, seed))
        return steps

    return asyncio.run(evening())


# ---- what happens ----------------------------------------------------------------------------------------------------


async def rounds(table: Quiet) -> None:
    """Two rounds, the first award rejected once; then the table is closed."""
    table.rejects = 1
    await table.rounds(1)
    await table.people["dana"].act("one", {"act": "Bet", "seat": 1})  # refused: nobody was dealt in
    await table.people["pat"].act("one", {"act": "OpenTable"})
    await table.rounds(1)
    await table.people["dana"].act("one", {"act": "CloseTable"})


async def mishaps(table: Quiet, steps: int = 40) -> None:
    """Everything that can go wrong, each in the phase in which it is offered first; a supervisor corrects."""
    tried: set[str] = set()
    for _ in range(steps):
        view = await table.view("dana")
        fresh = [each for each in view["irregularities"] if each["act"]["irregularity"] not in tried]
        if not fresh:
            await table.step(view)
            continue
        tried.add(fresh[0]["act"]["irregularity"])
        act = {**fresh[0]["act"], **({"seat": fresh[0]["seats"][0]} if fresh[0]["seats"] else {})}
        more = {"version": view["version"], "second": VIC} if fresh[0]["second"] else {}
        await table.people["dana"].act("one", act, **more)


async def levers(table: Quiet) -> None:
    """Whatever the house's page offers for a jackpot and a table, once; a torn slip."""
    lee, done = table.people["lee"], set[str]()
    answers = {"reason": "a reason", "grounds": "a reason", "to": "straight_flush", "reference": "26-015"}
    answers["date"] = "2026-01-01"
    for slip in (await table.supervisor())["slips"][:1]:
        void = {**slip["void"]["act"], "reason": "torn"}
        await table.people["sam"].act("", void, version=slip["version"], second=VIC)
    while True:
        document = (await lee.client.get("/api/house")).json()
        jackpot, other = document["jackpots"][0], document["tables"][0]
        found = [(jackpot, each) for each in jackpot["acts"]] + [(None, each) for each in other["acts"]]
        found = [(of, each) for of, each in found if each["key"] not in done]
        if not found:
            return
        of, lever = found[0]
        done.add(lever["key"])
        act = json.loads(json.dumps(lever["act"]))
        for field in lever["fields"]:
            put(act, field, answers)
        await lee.act("", act, version=of["version"] if of else None, **({"second": VIC} if lever["second"] else {}))


async def everything(table: Quiet) -> None:
    await rounds(table)
    await table.people["dana"].act("one", {"act": "OpenTable"})
    await mishaps(table)
    await levers(table)


def massachusetts(mode: str) -> str:
    """The example with everything on, its first table called One."""
    text = run(["house", "example", MASSACHUSETTS]).out
    before, mark, after = text.partition("[[table]]\n")
    return before + mark + f'mode = "{mode}"\n' + after.replace('"Stud 1"', '"One"')


def south_dakota(mode: str) -> str:
    """Two tables on one link."""
    return SOUTH_DAKOTA.replace('name = "One"\n', f'name = "One"\nmode = "{mode}"\n')


def evenings() -> dict[str, tuple[str, Happens]]:
    """By name, the house and what happens there."""
    return {
        "ma-keyed": (massachusetts("keyed"), everything),
        "ma-virtual": (massachusetts("virtual"), rounds),
        "sd-2015-keyed": (south_dakota("keyed"), everything),
        "sd-2015-virtual": (south_dakota("virtual"), rounds),
        "sd-bonus6-keyed": (house("sd-bonus6", "keyed"), lambda table: mishaps(table, 40)),
        "sd-bonus6-virtual": (house("sd-bonus6", "virtual"), lambda table: table.rounds(1)),
    }
