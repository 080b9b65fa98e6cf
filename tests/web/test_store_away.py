"""The store of people does not answer: everybody is told so in plain words, and nobody that something has failed."""

from __future__ import annotations

import asyncio
import contextlib
import traceback
from pathlib import Path
from typing import Any, NoReturn

import httpx
import pytest

from tests.web.served import BASE, Casino, casino
from upcard.people.sqlite import SqlitePeople
from upcard.store.store import StoreError

ASKED = (
    (True, "POST", "/sign-in"),
    (True, "POST", "/demo/player"),
    (False, "GET", "/sign-in"),
    (False, "POST", "/sign-in"),
    (False, "GET", "/welcome"),
    (False, "POST", "/welcome"),
)


def away(*_: Any) -> NoReturn:
    raise StoreError("the people in test cannot be reached: secret words of the driver")


@pytest.mark.parametrize(("demo", "method", "path"), ASKED)
def test_signing_in_waits_for_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, demo: bool, method: str, path: str
) -> None:
    async def ask(here: Casino) -> httpx.Response:
        nobody = await here.somebody()
        here.site.demo = demo
        monkeypatch.setattr(SqlitePeople, "read", away)
        monkeypatch.setattr(SqlitePeople, "write", away)
        form = {"token": nobody.token, "id": "" if "demo" in path else "sam", "password": "upcard-demo"}
        answer = await nobody.client.request(
            method, path, data=form if method == "POST" else None, headers={"Origin": BASE}
        )
        assert (await nobody.client.get("/api/lobby")).status_code == 200, "the tables need nobody's name"
        return answer

    async def asked() -> httpx.Response:
        async with casino(tmp_path) as here:
            return await ask(here)

    answer = asyncio.run(asked())
    assert (answer.status_code, answer.headers.get("retry-after")) == (503, "5")
    assert "The store does not answer at this moment" in answer.text
    assert "secret words" not in answer.text


def test_an_operator_is_told_of_people_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their file is read as before, so that looking at it finds nothing; but nobody signs in."""

    async def asked() -> None:
        async with casino(tmp_path) as here:
            nobody = await here.somebody()
            monkeypatch.setattr(SqlitePeople, "write", away)
            form = {"token": nobody.token, "id": "sam", "password": "upcard-demo"}
            answer = await nobody.client.post("/sign-in", data=form, headers={"Origin": BASE})
            assert answer.status_code == 503
            told = [each.text for each in here.site.monitor.log.last if each.event == "failed"]
            assert told == ["POST /sign-in: the people in test cannot be reached: secret words of the driver"]

    asyncio.run(asked())


def test_so_does_the_log_of_attempts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def asked() -> httpx.Response:
        async with casino(tmp_path) as here:
            licensee = await here.somebody("licensee")
            monkeypatch.setattr(SqlitePeople, "read", away)
            return await licensee.client.get("/api/attempts")

    answer = asyncio.run(asked())
    assert answer.status_code == 503
    assert "does not answer" in answer.json()["error"]["message"]


ASKING: tuple[tuple[str, str, dict[str, Any], dict[str, Any]], ...] = (
    ("supervisor", "stud-1", {"act": "RelieveDealer", "dealer": "dana"}, {}),
    ("supervisor", "stud-1", {"act": "TakeSeat", "seat": 1, "player": "pat"}, {}),
    (
        "supervisor",
        "",
        {"act": "ResumeLink", "jackpot": "Gold Rush", "second": ""},
        {"version": 0, "second": {"id": "lee", "password": "upcard-demo"}},
    ),
    (
        "regulator",
        "",
        {"act": "DecidePetition", "jackpot": "Gold Rush", "number": 1, "granted": True, "reference": "1"},
        {},
    ),
)


def test_a_store_that_hangs_holds_up_nobody_but_who_asks_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever asks the people does so in a thread: in the loop, it would stop every screen and every alarm."""
    asked, in_the_loop = 0, list[str]()
    read, write = SqlitePeople.read, SqlitePeople.write

    def look() -> None:
        nonlocal asked
        asked += 1
        with contextlib.suppress(RuntimeError):
            asyncio.get_running_loop()
            in_the_loop.append("".join(traceback.format_stack(limit=8)))

    def reading(self: SqlitePeople, *arguments: Any) -> Any:
        look()
        return read(self, *arguments)

    def writing(self: SqlitePeople) -> Any:
        look()
        return write(self)

    async def ask() -> None:
        async with casino(tmp_path) as here:
            people = {role: await here.somebody(role) for role in ("supervisor", "regulator", "player", "licensee")}
            monkeypatch.setattr(SqlitePeople, "read", reading)
            monkeypatch.setattr(SqlitePeople, "write", writing)
            for role, slug, act, more in ASKING:
                before = asked
                assert (await people[role].act(slug, act, **more)).status_code in (200, 403, 409, 422), act
                assert asked > before, act
            for path in ("/password", "/api/house", "/attempts", "/status"):
                assert (await people["licensee"].client.get(path)).status_code == 200

    asyncio.run(ask())
    assert in_the_loop == []
