"""A small site behind the real security: a few routes of its own, the real ones for people, and a browser."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from upcard.people import People, open_people
from upcard.people.sessions import Cost
from upcard.web.app import registered
from upcard.web.operator_log import OperatorLog
from upcard.web.page import PageCache, encode
from upcard.web.router import ANYONE, PLAYERS, SIGNED_IN, Room
from upcard.web.routes import credentials as token_routes
from upcard.web.routes import people as people_routes
from upcard.web.security.headers import secured
from upcard.web.security.rate_limit import Rates
from upcard.web.security.security import Security

HOME = "http://localhost:8000"
ADDRESS = "192.0.2.1"
CHEAP = Cost(1, 8)
SECRET = "a long enough one"

room = Room("a test")


@room.page("/", ANYONE)
async def first(request: Request) -> Response:
    return PlainTextResponse(request.state.token)


@room.page("/queue", frozenset({"supervisor"}))
async def queue(request: Request) -> Response:
    return PlainTextResponse(f"{request.state.who.id} sees the queue")


@room.get("/api/me", ANYONE)
async def me(request: Request) -> Response:
    who = request.state.who
    body = {"id": who.id, "role": who.role, "token": request.state.token, "alive": await request.state.alive()}
    return Response(encode(body), media_type="application/json")


@room.post("/api/act", SIGNED_IN)
async def act(request: Request) -> Response:
    return Response(await request.body() or b"{}", media_type="application/json")


@room.form("/form", PLAYERS)
async def form(request: Request) -> Response:
    return PlainTextResponse(str((await request.form()).get("seat")))


@room.page("/broken", ANYONE)
async def broken(request: Request) -> Response:
    raise ZeroDivisionError("a secret of the house")


@room.page("/static/{name}", ANYONE)
async def static(request: Request) -> Response:
    return PlainTextResponse("body {}")


class Clock:
    def __init__(self) -> None:
        self.seconds = 1_800_000_000

    def __call__(self) -> float:
        return self.seconds


class Here:
    """A site, and what a test needs of it."""

    def __init__(self, people: People, clock: Clock, *, demo: bool, https: bool, rates: Rates | None) -> None:
        self.people, self.clock = people, clock
        self.security = Security(people, hosts=["casino.example"], https=https, rates=rates, clock=clock)
        site = SimpleNamespace(
            people=people, demo=demo, security=self.security, origins=(), in_thread=_in_thread, ask_people=_in_thread,
            moment=SimpleNamespace(house_name="Test House", petitions_waiting=0), pages=PageCache(),
            monitor=SimpleNamespace(log=OperatorLog()),
        )  # fmt: skip
        self.app = Starlette(routes=registered((*room.routes, *people_routes.room.routes, *token_routes.room.routes)))
        self.app.state.site = site
        secured(self.app)

    def browser(self, base: str = HOME) -> Browser:
        return Browser(self.app, base)

    def signed_in(self, id: str, role: Any = "player") -> Browser:
        """The browser of a person of this role."""
        if self.people.get(id) is None:
            self.people.add(id, id.title(), role, SECRET, id)
        browser = self.browser()
        browser.cookies["upcard"] = self.people.begin(id)
        assert browser.me()["role"] == role
        return browser


async def _in_thread(work: Any, *args: Any) -> Any:
    return work(*args)


class Browser:
    """Keeps cookies and says where it comes from, as a browser does."""

    def __init__(self, app: Starlette, base: str = HOME) -> None:
        self.app, self.base = app, base
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, headers: Mapping[str, str | bytes], **body: Any) -> httpx.Response:
        """One request, with the cookies that earlier answers set."""
        answer = asyncio.run(self._asked(method, path, dict(headers), body))
        for each in answer.headers.get_list("set-cookie"):
            name, value = each.split(";")[0].split("=", 1)
            self.cookies[name] = value
        return answer

    async def _asked(self, method: str, path: str, headers: dict[str, Any], body: dict[str, Any]) -> httpx.Response:
        if self.cookies:
            headers["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False, client=(ADDRESS, 50_000))
        async with httpx.AsyncClient(transport=transport, base_url=self.base) as client:
            return await client.request(method, path, headers=headers, **body)

    def get(self, path: str, headers: Mapping[str, str | bytes] | None = None) -> httpx.Response:
        return self.ask("GET", path, headers or {})

    def me(self) -> dict[str, Any]:
        found: dict[str, Any] = self.get("/api/me").json()
        return found

    def post(self, path: str, headers: Mapping[str, str | bytes | None] | None = None, **body: Any) -> httpx.Response:
        """As a script of our own page sends it; a header that is None is left out."""
        usual: dict[str, str | bytes | None] = {"origin": self.base, "sec-fetch-site": "same-origin"}
        usual["x-upcard-token"] = self.me()["token"]
        wanted = {name: value for name, value in {**usual, **(headers or {})}.items() if value is not None}
        return self.ask("POST", path, wanted, **body)

    def submit(self, path: str, fields: Mapping[str, str]) -> httpx.Response:
        """As a form of our own page sends it: its token is a field."""
        return self.post(path, {"x-upcard-token": None}, data={"token": self.me()["token"], **fields})


@contextmanager
def opened(folder: Path, *, demo: bool = False, https: bool = False, rates: Rates | None = None) -> Iterator[Here]:
    clock = Clock()
    with open_people(f"sqlite:{folder / 'upcard.db'}", clock=clock, cost=CHEAP) as people:
        yield Here(people, clock, demo=demo, https=https, rates=rates)


def cookies(answer: Any) -> dict[str, str]:
    """The cookies that an answer sets, with their attributes."""
    found = (re.fullmatch(r"([^=]+)=([^;]*)(;.*)", each) for each in answer.headers.get_list("set-cookie"))
    return {match[1]: match[3] for match in found if match}
