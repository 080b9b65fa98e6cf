"""Views by GET, and live by server-sent events that a browser takes up again where it left off."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractContextManager
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from upcard.web.document_cache import ViewRequest
from upcard.web.roles import ANYONE, FLOOR, LICENSEES, PIT, WATCHERS, Me, Roles, Who
from upcard.web.router import Room
from upcard.web.security.authorize import address_of
from upcard.web.security.security import token_of
from upcard.web.site import Site, acting, site_of, who_of
from upcard.web.views.jackpots import Jackpots
from upcard.web.views.lobby import Lobby
from upcard.web.views.supervisor import Supervisor
from upcard.web.views.table import AnyTable
from upcard.web.wire import answer, encode, failure

room = Room("views")

BEAT = 12.0, 15.0
"""Seconds, from and to, after which a silent stream says that it is still there: all at once would be a crowd."""

GATHER = 0.25
"""Seconds for which news of the whole house gather before they are told: a table's own are told at once."""

JSON = "application/json"

MAY_SEE: dict[str, Roles] = {
    "seat": ANYONE,
    "sign": ANYONE,
    "dealer": PIT | WATCHERS | LICENSEES,
    "surveillance": WATCHERS,
}
"""As whom a table may be looked at, and by which roles. Nobody sees a card through this that lies face down."""

VIEWS: dict[str, Roles] = {"lobby": ANYONE, "jackpots": ANYONE, "supervisor": FLOOR}
"""The views that are no table's, and the roles that they are open to."""


def _json(body: bytes) -> Response:
    return answer(body)


def wanted_table(site: Site, who: Who, slug: str, as_: str) -> ViewRequest | Response:
    """A table as somebody looks at it, or why not."""
    name = site.named.get(slug)
    if name is None:
        return failure(404, f"there is no table {slug[:60]!r}")
    if as_ not in MAY_SEE:
        return failure(400, "as: a table is seen as seat, dealer, sign or surveillance")
    if who.role not in MAY_SEE[as_]:
        return failure(403, f"a table is not seen as {as_} by {_named(who)}")
    if as_ == "seat":
        player = acting(who) if who.role == "player" else None
        seated = player is not None and player.id in site.moment.tables[name].players.values()
        return ViewRequest("table", name, "seat", player if seated else None)
    if as_ == "dealer":
        return ViewRequest("table", name, "dealer", acting(who) if who.role in PIT else None)
    return ViewRequest("table", name, as_)


def _named(who: Who) -> str:
    return "nobody" if who.role == "none" else f"a {who.role}"


def wanted(site: Site, who: Who, text: str) -> ViewRequest | Response:
    """What the name of a view stands for: `lobby`, `jackpots`, `supervisor` or `table:SLUG:AS`."""
    match text.split(":"):
        case ["lobby" | "jackpots" as view]:
            return ViewRequest(view)
        case ["supervisor"]:
            if who.role not in VIEWS["supervisor"]:
                return failure(403, f"the queue is not seen by {_named(who)}")
            return ViewRequest("supervisor", by=acting(who))
        case ["table", slug, as_]:
            return wanted_table(site, who, slug, as_)
        case _:
            return failure(400, "view: there is lobby, jackpots, supervisor and table:NAME:AS")


@room.get("/api/lobby", ANYONE, summary="The house at a glance", response=Lobby)
async def lobby(request: Request) -> Response:
    return _json(site_of(request).documents.bytes_of(ViewRequest("lobby"))[1])


@room.get("/api/jackpots", ANYONE, summary="Every meter, pending awards and the last hits", response=Jackpots)
async def jackpots(request: Request) -> Response:
    return _json(site_of(request).documents.bytes_of(ViewRequest("jackpots"))[1])


@room.get("/api/supervisor", FLOOR, summary="What waits for a supervisor or a floorperson", response=Supervisor)
async def supervisor(request: Request) -> Response:
    found = wanted(site_of(request), who_of(request), "supervisor")
    return found if isinstance(found, Response) else _json(site_of(request).documents.bytes_of(found)[1])


@room.get(
    "/api/tables/{slug}", ANYONE, summary="A table as one viewer may see it", response=AnyTable,
    query={"as": {"enum": ["seat", "dealer", "sign", "surveillance"], "default": "seat"}},
)  # fmt: skip
async def table(request: Request) -> Response:
    site = site_of(request)
    as_ = request.query_params.get("as", "seat")
    found = wanted_table(site, who_of(request), request.path_params["slug"], as_)
    return found if isinstance(found, Response) else _json(site.documents.bytes_of(found)[1])


@room.get(
    "/api/stream", ANYONE, summary="A view, live", response="stream",
    query={"view": {"type": "string", "examples": ["lobby", "table:stud-1:seat"]}},
)  # fmt: skip
async def stream(request: Request) -> Response:
    site, who = site_of(request), who_of(request)
    text = request.query_params.get("view", "")
    found = wanted(site, who, text)
    if isinstance(found, Response):
        return found
    address = address_of(request)
    if full := site.crowd.full(who, address):
        return failure(503, f"{full} Close some, or try again in a minute.", headers={"Retry-After": "60"})
    heard = request.headers.get("last-event-id", "")
    last = int(heard) if heard.isascii() and heard.isdigit() and len(heard) < 16 else -1
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    told = _told(site, who, text, last, request.state.alive)
    return _Counted(site.crowd.entered(who, address), told, media_type="text/event-stream", headers=headers)


class _Counted(StreamingResponse):
    """A stream that is counted for as long as it is open."""

    def __init__(self, entered: AbstractContextManager[None], told: AsyncIterator[bytes], **named: Any) -> None:
        super().__init__(told, **named)
        self._entered = entered

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._entered:
            await super().__call__(scope, receive, send)


async def _told(
    site: Site, who: Who, text: str, last: int, alive: Callable[[], Awaitable[bool]]
) -> AsyncIterator[bytes]:
    """A document whenever it has changed; a reader who comes back is told only what is new."""
    hub = site.hub
    hub.streams += 1
    sent: bytes | None = None
    slug = text.split(":")[1] if text.startswith("table:") else ""
    here = (site.named.get(slug, ""), who.id)
    hub.present[here] += 1
    try:
        yield b": here\nretry: 1000\n\n"
        while not hub.closed():
            found = wanted(site, who, text)  # whoever sits down meanwhile sees the own hand from then on
            if isinstance(found, Response):
                return
            mark, body = site.documents.bytes_of(found)
            locked = bool(hub.moment.locked)
            if body != sent and (sent is not None or locked or mark != last):
                # What is shown while play stands still has no number: whoever comes back is shown how things stand.
                yield b"id: %b\nevent: view\ndata: %b\n\n" % (b"locked" if locked else b"%d" % mark, body)
                sent = body
            while not await hub.changed(found.topic, random.uniform(*BEAT)):
                yield b": still here\n\n"
                if not await alive():
                    return
            if hub.closed():
                break
            if not found.table:
                await asyncio.sleep(GATHER)
            if not await alive():
                return
        yield b"event: bye\ndata: {}\n\n"
    finally:
        hub.streams -= 1
        hub.present[here] -= 1
        if not hub.present[here]:
            del hub.present[here]


@room.get("/api/me", ANYONE, summary="Who is signed in, and the token that a POST carries", response=Me)
async def me(request: Request) -> Response:
    who = who_of(request)
    token = token_of(request)
    return _json(encode({"id": who.id, "role": who.role, "name": who.name, "token": token}))
