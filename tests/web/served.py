"""A casino served for tests: in this process for speed, or as a process of its own for browsers and kills."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
from starlette.applications import Starlette

from tests.web.conforming import held
from upcard.cards import DECK, Card
from upcard.journal.floor import open_house
from upcard.journal.journal import opened
from upcard.people import open_people
from upcard.people.sessions import Cost
from upcard.rules.house import read_house
from upcard.shuffles.key_derivation import Source
from upcard.web.app import application
from upcard.web.lifecycle import first_moment, running
from upcard.web.security.security import add_demo_people
from upcard.web.site import Site

BASE = "http://127.0.0.1:8000"
ROLES = ("none", "player", "dealer", "floorperson", "supervisor", "surveillance", "regulator", "licensee")

FAULT = {"cause": "device fault", "until": (datetime.now(UTC) + timedelta(days=1)).isoformat(timespec="minutes")}
"""A cause for which a jackpot may stand still, and a term."""

STUD = """
name = "Test House"

[[jackpot]]
name = "Gold Rush"
schedule = "PMG-01"
[jackpot.levels.main]
seed = "10000.00"
rate = "25%"

[[table]]
name = "Stud 1"
edition = "sd-2015"
designated = true
devices = ["progressive system", "signage", "coin sensor"]
signs = ["bet schedule", "progressive schedule"]
dealing = "singly"
jackpot = "Gold Rush"
minimum = "5.00"

[[table]]
name = "Stud 2"
edition = "sd-2015"
designated = true
devices = ["progressive system", "signage", "coin sensor"]
signs = ["bet schedule", "progressive schedule"]
dealing = "singly"
jackpot = "Gold Rush"
minimum = "5.00"
"""


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client
        self.token = ""
        self.id = ""
        self.role = "none"

    async def look(self) -> None:
        """Learn the token of the pages."""
        me = (await self.client.get("/api/me")).json()
        self.token, self.id, self.role = me["token"], me["id"], me["role"]

    async def become(self, role: str, id: str = "") -> Person:
        """Sign in as somebody of the demonstration."""
        await self.look()
        form = {"token": self.token, "id": id}
        answer = await self.client.post(f"/demo/{role}", data=form, headers={"Origin": BASE})
        assert answer.status_code == 303, answer.text
        await self.look()
        return self

    async def post(self, path: str, body: Any) -> httpx.Response:
        headers = {"Origin": BASE, "X-Upcard-Token": self.token}
        return await self.client.post(path, json=body, headers=headers)

    async def act(self, slug: str, act: dict[str, Any], **more: Any) -> httpx.Response:
        """An act at a table, or with no table at a jackpot, the cage or a slip."""
        path = f"/api/tables/{slug}/acts" if slug else "/api/acts"
        return await self.post(path, {"id": uuid.uuid4().hex, "act": act, **more})

    async def do(self, slug: str, act: dict[str, Any], **more: Any) -> dict[str, Any]:
        """An act that must be done; a program that is told to wait waits, as any client should."""
        answer = await self.act(slug, act, **more)
        while answer.status_code == 429:
            await asyncio.sleep(int(answer.headers["Retry-After"]))
            answer = await self.act(slug, act, **more)
        assert answer.status_code == 200, (act, answer.status_code, answer.text)
        found: dict[str, Any] = answer.json()
        return found

    async def view(self, slug: str, as_: str = "seat") -> dict[str, Any]:
        answer = await self.client.get(f"/api/tables/{slug}?as={as_}")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found


async def as_described(answer: httpx.Response) -> None:
    """Whatever anybody is answered is as OpenAPI says."""
    if not answer.headers.get("content-type", "").startswith("text/event-stream"):
        await answer.aread()
        held(answer)


class Casino:
    """A served casino and the people in it."""

    def __init__(self, site: Site, app: Starlette) -> None:
        self.site = site
        self.app = app
        self._clients: list[httpx.AsyncClient] = []

    async def somebody(self, role: str = "none", id: str = "") -> Person:
        hooks = {"response": [as_described]}
        client = httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url=BASE, event_hooks=hooks)
        self._clients.append(client)
        person = Person(client)
        if role == "none":
            await person.look()
            return person
        return await person.become(role, id)

    async def close(self) -> None:
        for client in self._clients:
            await client.aclose()


class Rigged(Source):
    """Secrets that a test has chosen; the operating system's own once they are used up."""

    def __init__(self, secrets: list[bytes] | None = None) -> None:
        self.secrets = list(secrets or ())

    def secret(self) -> bytes:
        return self.secrets.pop(0) if self.secrets else super().secret()


@asynccontextmanager
async def casino(
    folder: Path, house: str = STUD, source: Source | None = None, clock: Callable[[], str] | None = None
) -> AsyncIterator[Casino]:
    """A casino in this process, without bots."""
    url = f"sqlite:{folder / 'casino.db'}"
    with opened(url) as journal, open_people(url, cost=CHEAP) as people:
        floor = journal.floor(read_house(house), source or Source())
        if clock is not None:
            floor.clock = clock
        open_house(floor)
        following, hub = first_moment(floor)
        site = Site(floor, journal, people, hub, url, demo=True, origins=frozenset({"127.0.0.1"}))
        add_demo_people(people, "127.0.0.1")
        app = application(site)
        async with running(site, following):
            found = Casino(site, app)
            try:
                yield found
            finally:
                await found.close()
                hub.close()


CHEAP = Cost(1, 8)
"""Passwords of tests protect nothing."""


class NotServed(AssertionError):
    """A server that did not come as far as being ready."""


class Process:
    """`upcard serve` as somebody starts it."""

    def __init__(
        self, folder: Path, *arguments: str, port: int = 0, program: tuple[str, ...] = ("-m", "upcard")
    ) -> None:
        self.folder = folder
        self.arguments = arguments
        self.errors = folder / f"serve-{uuid.uuid4().hex[:6]}.err"
        command = [sys.executable, *program, "serve", *arguments, "--port", str(port)]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self._said = open(self.errors, "wb")  # noqa: SIM115 - closed with the process
        self.process = subprocess.Popen(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=self._said, env=environment, text=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line.startswith("Upcard is at http://"):
            self.process.kill()
            self.process.wait()
            self._closed()
            raise NotServed(f"{line} {self.errors.read_text()}")
        self.url = line.removeprefix("Upcard is at ").strip().rstrip("/")
        self.port = int(self.url.rsplit(":", 1)[1])

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self._closed()

    def stop(self) -> int:
        """Ends it as Ctrl-C does; the exit status."""
        self.process.terminate()
        try:
            status = self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise
        finally:
            self._closed()
        return status

    def _closed(self) -> None:
        self._said.close()
        if self.process.stdout is not None:
            self.process.stdout.close()

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self._closed()


def until(found: Callable[[], Any], seconds: float = 20, every: float = 0.05) -> Any:
    """The first true answer; a failure when there is none for too long."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        answer = found()
        if answer:
            return answer
        time.sleep(every)
    raise AssertionError(f"nothing came of {found} within {seconds} seconds")


def order(*hands: tuple[Card, ...]) -> tuple[Card, ...]:
    """A deck that deals these hands one card at a time, the dealer's last."""
    dealt = [card for cards in zip(*hands, strict=True) for card in cards]
    return (*dealt, *(card for card in DECK if card not in dealt))
