"""The regulator's page: petitions with their grounds, a decision under its reference, and a notice of new ones."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from tests.web.served import FAULT, Casino, Person, casino
from upcard.web.security.security import PASSWORD

ASKED = {"act": "RecordPetition", "jackpot": "Gold Rush", "way": "easier criteria", "to": "straight_flush",
         "grounds": "nobody wins it"}  # fmt: skip


def served(folder: Path, play: Callable[[Casino], Awaitable[None]]) -> None:
    async def go() -> None:
        async with casino(folder) as here:
            await play(here)

    asyncio.run(go())


async def petitions(person: Person) -> dict[str, Any]:
    answer = await person.client.get("/api/petitions")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def offered(case: dict[str, Any], key: str) -> dict[str, Any]:
    (lever,) = (lever for lever in case["acts"] if lever["key"] == key)
    assert [field["into"] for field in lever["fields"]] == ["reference"]
    return dict(lever["act"])


def test_a_regulator_decides_petitions_from_the_page_and_it_is_carried_out(tmp_path: Path) -> None:
    async def play(here: Casino) -> None:
        lee, rae = await here.somebody("licensee"), await here.somebody("regulator")
        assert (await petitions(rae))["petitions"] == []
        await lee.do("", ASKED)
        await lee.do("", ASKED | {"to": "four_of_a_kind", "grounds": "still nobody"})
        found = await petitions(rae)
        first, second = found["petitions"]
        assert (found["waiting"], first["grounds"], second["grounds"]) == (2, "nobody wins it", "still nobody")
        assert (first["asks"], first["state"]) == ("easier criteria: straight flush", "waits")
        (entry,) = [e for e in here.site.journal.store.entries() if '"number":1' in e.event and "Petition" in e.event]
        assert first["recorded"] == {"seq": entry.seq, "at": entry.at, "by": "licensee lee"}
        assert first["jackpot"]["levels"][0]["amount"] == "10000.00"
        assert first["why"]["rule"] == "jackpot_ends_by"
        bare = await rae.act("", offered(first, "grant") | {"reference": " "})
        assert (bare.status_code, "reference" in bare.text) == (422, True)
        await rae.do("", offered(first, "grant") | {"reference": "26-7"})
        await rae.do("", offered(second, "refuse") | {"reference": "26-8"})
        found = await petitions(rae)
        refused, granted = found["petitions"]
        assert found["waiting"] == 0
        assert [(one["state"], one["reference"], one["acts"]) for one in (granted, refused)] == [
            ("granted", "26-7", []), ("refused", "26-8", []),
        ]  # fmt: skip
        assert granted["decided"]["by"] == "regulator rae"
        await lee.do("", {"act": "SuspendLink", "jackpot": "Gold Rush", "reason": "as granted", **FAULT})
        version = here.site.moment.versions["jackpot/Gold Rush"]
        ends = {"act": "EndJackpot", "jackpot": "Gold Rush", "second": "sam", "petition": 1}
        await lee.do("", ends, version=version, second={"id": "sam", "password": PASSWORD})
        states = {one["title"]: one["state"] for one in (await petitions(rae))["petitions"]}
        assert states == {"Gold Rush, petition 1": "carried out", "Gold Rush, petition 2": "refused"}

    served(tmp_path, play)


def test_every_page_of_a_regulator_tells_how_many_petitions_wait(tmp_path: Path) -> None:
    """Also those that are drawn once and kept."""

    async def play(here: Casino) -> None:
        lee, rae = await here.somebody("licensee"), await here.somebody("regulator")

        async def told() -> list[bool]:
            pages = [(await rae.client.get(path)).text for path in ("/surveillance", "/law/sd-2015", "/petitions")]
            return [">Petitions (1)</a>" in page for page in pages]

        assert await told() == [False] * 3
        await lee.do("", ASKED)
        assert await told() == [True] * 3
        assert "Petitions" not in (await lee.client.get("/law/sd-2015")).text
        (case,) = (await petitions(rae))["petitions"]
        await rae.do("", offered(case, "refuse") | {"reference": "26-9"})
        assert await told() == [False] * 3

    served(tmp_path, play)
