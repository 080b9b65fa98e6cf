"""Whoever asks for much keeps nobody from acting: pages are drawn once, every kind has a rate, and acts go first."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.exceptions import HTTPException

from tests.web.security_site import HOME, Here, opened
from tests.web.served import Casino, casino
from upcard.web.page import ID, NAME, TOKEN, Own, PageCache
from upcard.web.routes import law
from upcard.web.security import rate_limit
from upcard.web.security.headers import LOCAL
from upcard.web.security.rate_limit import Rate, Rates, Scheduler, kind_of

NEVER = 10_000.0


# ---- pages are drawn once

SAME_FOR_ALL = (
    "/law", "/law/ma", "/law/ma?q=ante", "/law/diff/sd-2011/sd-2015", "/sign-in", "/odds/stud-1",
    "/law/no-such-law", "/table/no-such-table",
)  # fmt: skip
SAME_FOR_NOBODY = ("/", "/sign", "/sign/stud-1", "/table/stud-1", "/nowhere")
"""Whoever is signed in is shown more, or not recognised at all."""


def in_casino(folder: Path, ask: Any) -> None:
    async def run() -> None:
        async with casino(folder) as here:
            await ask(here)

    asyncio.run(run())


def test_a_page_is_drawn_once_for_everybody_who_sees_the_same(tmp_path: Path) -> None:
    async def ask(here: Casino) -> None:
        one, other = await here.somebody(), await here.somebody()
        for path in (*SAME_FOR_ALL, *SAME_FOR_NOBODY):
            before = here.site.pages.drawn
            pages = [(await who.client.get(path)).text for who in (one, one, other)]
            assert here.site.pages.drawn == before + 1, path
            assert pages[0] == pages[1]
            assert pages[0].replace(one.token, other.token) == pages[2], path

    in_casino(tmp_path, ask)


def test_many_who_ask_at_once_have_an_edition_drawn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    real = law._draw

    def draw(id: str) -> law.Drawn:
        drawn.append(id)
        if len(drawn) == 1:
            raise HTTPException(503, "not this time")
        time.sleep(0.1)
        return real(id)

    async def ask(here: Casino) -> None:
        monkeypatch.setattr(law, "_draw", draw)
        who = await here.somebody()
        assert (await who.client.get("/api/law/ma")).status_code == 503
        answers = await asyncio.gather(*(who.client.get("/api/law/ma") for _ in range(12)))
        assert {answer.status_code for answer in answers} == {200}
        assert drawn == ["ma", "ma"], "the one that failed, and one for all"

    in_casino(tmp_path, ask)


def test_nothing_of_one_person_is_in_the_page_of_another(tmp_path: Path) -> None:
    async def ask(here: Casino) -> None:
        pat, kim = await here.somebody("player", "pat"), await here.somebody("player", "kim")
        for path in SAME_FOR_ALL:
            before = here.site.pages.drawn
            first, second = (await pat.client.get(path)).text, (await kim.client.get(path)).text
            assert here.site.pages.drawn == before + 1, path
            for page, own, others in ((first, pat, kim), (second, kim, pat)):
                tokens = set(re.findall(r'(?:name="token" content|name="token" value)="([^"]*)"', page))
                assert tokens == {own.token}, path
                assert f'data-who="{own.id}"' in page
                assert others.token not in page
                assert not any(mark in page for mark in (TOKEN, ID, NAME))
            assert "Pat" in first
            assert "Pat" not in second or path == "/sign-in", "where everybody of a demonstration is listed"

    in_casino(tmp_path, ask)


def test_a_page_changes_when_what_it_shows_does(tmp_path: Path) -> None:
    async def ask(here: Casino) -> None:
        nobody, dealer = await here.somebody(), await here.somebody("dealer")
        for path in SAME_FOR_NOBODY:
            await nobody.client.get(path)
        before = (await nobody.client.get("/table/stud-1")).text
        await dealer.do("stud-1", {"act": "OpenTable"})
        await asyncio.sleep(0)
        until = [(await nobody.client.get("/table/stud-1")).text for _ in range(2)]
        assert until[0] == until[1] != before

    in_casino(tmp_path, ask)


def test_names_are_no_markup_and_few_pages_are_kept() -> None:
    pages = PageCache(most=2, largest=100)
    own = Own("t", "<i>", "\"&'")
    assert pages.page("a", own, lambda: f"{TOKEN}|{ID}|{NAME}") == b"t|&lt;i&gt;|&#34;&amp;&#39;"
    for key in "abcab":
        pages.page(key, own, lambda: "x" * 40)
    assert (len(pages._kept), pages.drawn) == (2, 5), "the one that was asked for longest ago goes first"
    pages.page("large", own, lambda: "x" * 1000)
    assert list(pages._kept) == ["large"]
    assert pages._bytes == 1000


# ---- every kind has a rate

FEW = Rates(pages=Rate(3, 1, 60), files=Rate(2, 1, 60), streams=Rate(1, 1, 60))


def ask_from(here: Here, address: str, path: str, cookie: str = "") -> httpx.Response:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(here.app, client=(address, 50_000))
        async with httpx.AsyncClient(transport=transport, base_url=HOME) as client:
            return await client.get(path, headers={"cookie": f"upcard={cookie}"} if cookie else {})

    return asyncio.run(ask())


@pytest.mark.parametrize(
    ("path", "many"), [("/", 3), ("/api/me", 3), ("/nowhere", 3), ("/static/x.css", 2), ("/api/stream", 1)]
)
def test_a_kind_of_request_has_a_rate_of_its_own(tmp_path: Path, path: str, many: int) -> None:
    with opened(tmp_path, rates=FEW) as here:
        for _ in range(many):
            assert ask_from(here, "192.0.2.7", path).status_code != 429
        refused = ask_from(here, "192.0.2.7", path)
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "60")
        assert "try again in 60 seconds" in refused.text
        assert refused.headers["content-type"].startswith("application/json" if "/api/" in path else "text/plain")
        for other in {"/", "/static/x.css", "/api/stream"} - {path if many < 3 else "/"}:
            assert ask_from(here, "192.0.2.7", other).status_code != 429, "another kind has another"
        here.clock.seconds += 60
        assert ask_from(here, "192.0.2.7", path).status_code != 429


@pytest.mark.parametrize(
    ("address", "same", "another"),
    [
        ("2001:db8:a:b::1", "2001:db8:a:b:ffff::2", "2001:db8:a:c::1"),
        ("::ffff:192.0.2.7", "192.0.2.7", "::ffff:192.0.2.8"),
    ],
)
def test_a_rate_is_that_of_a_network(tmp_path: Path, address: str, same: str, another: str) -> None:
    with opened(tmp_path, rates=FEW) as here:
        for _ in range(3):
            ask_from(here, address, "/")
        assert ask_from(here, same, "/").status_code == 429
        assert ask_from(here, another, "/").status_code == 200


def test_somebody_who_is_signed_in_has_the_own_rate_and_a_made_up_session_has_none(tmp_path: Path) -> None:
    with opened(tmp_path, rates=FEW) as here:
        here.people.add("pat", "Pat", "player", "a long enough one", "lee")
        session = here.people.begin("pat")
        for _ in range(3):
            ask_from(here, "192.0.2.7", "/", "x" * 43)
        assert ask_from(here, "192.0.2.7", "/", "y" * 43).status_code == 429
        for _ in range(3):
            assert ask_from(here, "192.0.2.7", "/", session).status_code != 429
        assert ask_from(here, "192.0.2.9", "/", session).status_code == 429, "wherever they are"


def test_this_machine_may_ask_for_more_but_not_for_everything(tmp_path: Path) -> None:
    with opened(tmp_path, rates=FEW) as here:
        for _ in range(3 * LOCAL):
            assert ask_from(here, "127.0.0.1", "/").status_code == 200
        assert ask_from(here, "127.0.0.1", "/").status_code == 429


# ---- acts go first


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """One turn is given, and no other for a long while."""
    monkeypatch.setattr(rate_limit, "SHORTEST_REST", NEVER)
    monkeypatch.setattr(rate_limit, "ADVANCE", 0.0)


async def begun(*asked: Coroutine[Any, Any, Any]) -> list[asyncio.Task[Any]]:
    tasks = [asyncio.create_task(each) for each in asked]
    for _ in range(50):
        await asyncio.sleep(0)
    return tasks


@pytest.mark.usefixtures("still")
def test_an_act_is_done_while_pages_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask(here: Casino) -> None:
        queue = here.site.security.scheduler
        monkeypatch.setattr(rate_limit, "SHORTEST_REST", 0.0)
        dealer, nobody = await here.somebody("dealer"), await here.somebody()
        monkeypatch.setattr(rate_limit, "SHORTEST_REST", NEVER)
        tasks = await begun(*(nobody.client.get("/law/ma") for _ in range(6)))
        assert queue.waiting >= 5, "one has had its turn"
        await dealer.do("stud-1", {"act": "OpenTable"})
        assert queue.waiting >= 5
        forged = await begun(nobody.act("stud-1", {"act": "OpenTable"}))
        assert not forged[0].done(), "what nobody sends waits like a page"
        for task in (*tasks, *forged):
            task.cancel()
        await asyncio.gather(*tasks, *forged, return_exceptions=True)

    in_casino(tmp_path, ask)


def test_somebody_who_acts_too_often_waits_with_the_others(tmp_path: Path) -> None:
    async def ask(here: Casino) -> None:
        dealer = await here.somebody("dealer")
        while not here.site.security.acts.empty(dealer.id):
            here.site.security.acts.take(dealer.id)
        turns = here.site.security.scheduler.turns
        assert (await dealer.act("stud-1", {"act": "OpenTable"})).status_code == 429
        assert here.site.security.scheduler.turns == turns + 1

    in_casino(tmp_path, ask)


def test_who_is_answered_next() -> None:
    async def run() -> list[str]:
        queue, order = Scheduler(), []

        async def one(whose: str, *, first: bool = False) -> None:
            await queue.turn(whose, first=first)
            order.append(whose)

        await asyncio.gather(
            *(one("many") for _ in range(4)), one("few"), one("pat", first=True), one("few"), one("kim", first=True)
        )
        assert (queue.waiting, queue.turns) == (0, 8)
        return order

    assert asyncio.run(run()) == ["pat", "kim", "many", "few", "many", "few", "many", "many"]


@pytest.mark.usefixtures("still")
def test_how_many_wait_has_an_end() -> None:
    async def run() -> None:
        queue = Scheduler(most=6, each=3)
        tasks = await begun(queue.turn("0"))
        assert tasks[0].done()
        tasks = await begun(*(queue.turn("many") for _ in range(5)), *(queue.turn(str(each)) for each in range(5)))
        assert [task.result() for task in tasks if task.done()] == [False] * 4, "two of many, and two beyond the sixth"
        assert queue.waiting == 6
        assert not await queue.turn("somebody else")
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(run())


@pytest.mark.usefixtures("still")
def test_whoever_finds_too_many_waiting_is_told_so(tmp_path: Path) -> None:
    with opened(tmp_path) as here:
        here.security.scheduler = Scheduler(most=0)
        refused = ask_from(here, "192.0.2.7", "/law")
        assert (refused.status_code, refused.headers["retry-after"], refused.headers["connection"]) == (
            503,
            "5",
            "close",
        )


def test_whoever_has_gone_away_takes_no_turn() -> None:
    async def run() -> None:
        queue = Scheduler()
        gone, here = asyncio.create_task(queue.turn("a")), asyncio.create_task(queue.turn("a"))
        await asyncio.sleep(0)
        gone.cancel()
        assert await here
        assert (queue.turns, queue.waiting) == (1, 0)

    asyncio.run(run())


def test_kinds() -> None:
    assert [kind_of("GET", path) for path in ("/static/js/a.js", "/favicon.ico", "/api/stream", "/api/streams")] == [
        "files", "files", "streams", "pages",
    ]  # fmt: skip
    assert {kind_of(method, "/static/x") for method in ("POST", "DELETE", "PUT")} == {"acts"}
