"""Slow readings: no more of them wait than there is an end to, nobody takes all, and signing in waits for none."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.exceptions import HTTPException

from tests.web.served import BASE, Casino, Person, casino
from upcard.web.routes import surveillance
from upcard.web.site import MOST_OF_ONE, MOST_READINGS, READERS, Readers, asking

PATIENCE = 20.0


@contextmanager
def held() -> Iterator[threading.Event]:
    """Work that goes on until it is let go."""
    go = threading.Event()
    try:
        yield go
    finally:
        go.set()


def ask(readers: Readers, go: threading.Event, whose: str) -> asyncio.Task[bool]:
    async def work() -> bool:
        asking.set(whose)
        return await readers.do(lambda: go.wait(PATIENCE * 10))

    return asyncio.create_task(work())


async def _refused(readers: Readers, whose: str) -> HTTPException:
    asking.set(whose)
    with pytest.raises(HTTPException) as refused:
        await readers.do(lambda: None)
    return refused.value


async def _crowded() -> None:
    readers = Readers("test", 1, most=5, each=3)
    with held() as go:
        waiting = [ask(readers, go, whose) for whose in ("pat", "pat", "pat", "kim", "kim")]
        await asyncio.sleep(0)
        own = await _refused(readers, "pat")
        assert (own.status_code, own.headers) == (503, {"Retry-After": "2"})
        assert "You have asked" in own.detail
        assert "Too much is being looked up" in (await _refused(readers, "kim")).detail
        assert "Too much is being looked up" in (await _refused(readers, "sam")).detail
        go.set()
        assert await asyncio.gather(*waiting) == [True] * 5
        asking.set("pat")
        assert await readers.do(lambda: 7) == 7
    readers.close()


def test_a_queue_has_an_end_for_each_and_for_all() -> None:
    asyncio.run(_crowded())


async def _failing() -> None:
    readers = Readers("test", 1, most=1, each=1)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            await readers.do(lambda: 1 // 0)
    with held() as go:
        gone = ask(readers, go, "pat")
        await asyncio.sleep(0)
        gone.cancel()
        await _refused(readers, "kim")
        go.set()
        while True:  # the place is free when the work has ended, not when nobody waits for it any more
            try:
                assert await readers.do(lambda: 1) == 1
                break
            except HTTPException:
                await asyncio.sleep(0.01)
    readers.close()


def test_what_fails_or_is_given_up_leaves_its_place() -> None:
    asyncio.run(_failing())


# ---- the site

SHUFFLE, FILM, PAGE = "/api/rounds/stud-1/{}/shuffle", "/api/rounds/stud-1/{}", "/surveillance/round/stud-1/{}"
UNKNOWN = (0, 2, 999_999, 10**17)


async def _asked(found: Casino, person: Person) -> list[int]:
    paths = [SHUFFLE] if person.role == "player" else [SHUFFLE, FILM, PAGE]
    dealer = await found.somebody("dealer")
    codes = [(await person.client.get(path.format(1))).status_code for path in paths]
    await dealer.do("stud-1", {"act": "OpenTable"})
    codes += [(await person.client.get(path.format(n))).status_code for n in UNKNOWN for path in paths]
    return codes


@pytest.mark.parametrize(("role", "codes"), [("player", {422}), ("surveillance", {422, 404})])
def test_a_round_that_never_was_is_refused_without_the_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, role: str, codes: set[int]
) -> None:
    def read(*_: Any) -> None:
        raise AssertionError("the journal was read")

    monkeypatch.setattr(surveillance, "_judged", read)
    monkeypatch.setattr(surveillance, "_film", read)

    async def asked() -> list[int]:
        async with casino(tmp_path) as found:
            return await _asked(found, await found.somebody(role))

    assert set(asyncio.run(asked())) == codes


def bare(found: Casino, person: Person) -> httpx.AsyncClient:
    """A browser of somebody, whose answers are not compared with what OpenAPI says: here they are made up."""
    transport = httpx.ASGITransport(found.app)
    return httpx.AsyncClient(transport=transport, base_url=BASE, cookies=person.client.cookies)


async def _while_readers_are_busy(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with casino(folder) as found:
        player, dealer, watcher = [await found.somebody(role) for role in ("player", "dealer", "surveillance")]
        await dealer.do("stud-1", {"act": "OpenTable"})
        with held() as go:
            begun = threading.Semaphore(0)

            def slow(*_: Any) -> dict[str, Any]:
                begun.release()
                go.wait(PATIENCE * 10)
                return {}

            monkeypatch.setattr(surveillance, "_judged", slow)
            monkeypatch.setattr(surveillance, "_searched", lambda *_: {})
            asked = [asyncio.create_task(bare(found, player).get(SHUFFLE.format(1))) for _ in range(MOST_OF_ONE + 30)]
            for _ in range(READERS):
                assert await asyncio.to_thread(begun.acquire, timeout=PATIENCE)
            async with asyncio.timeout(PATIENCE):  # whoever signs in waits for nobody
                somebody = await found.somebody("supervisor")
                assert (await somebody.client.get("/sign-in")).status_code == 200
            other = asyncio.create_task(bare(found, watcher).get("/api/journal"))
            while sum(each.done() for each in asked) < 30:
                await asyncio.sleep(0.01)
            assert not other.done(), "somebody else waits, and is not refused"
            go.set()
            answers = await asyncio.gather(*asked)
            assert (await other).status_code == 200
        refused = [each for each in answers if each.status_code == 503]
        assert len(refused) == 30
        assert {each.headers["retry-after"] for each in refused} == {"2"}
        assert all("too much at once" in each.json()["error"]["message"] for each in refused)


def test_who_asks_for_many_proofs_keeps_nobody_from_signing_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_OF_ONE * 2 <= MOST_READINGS
    asyncio.run(_while_readers_are_busy(tmp_path, monkeypatch))
