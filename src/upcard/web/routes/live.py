"""What browsers are given: views by GET and live by server-sent events, the pages that show them, and static files.

A browser takes a stream up again where it left off.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractContextManager
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from upcard.web.hub import ViewRequest
from upcard.web.page import answer, failure, kept_page, page
from upcard.web.router import ANYONE, FLOOR, LICENSEES, PIT, WATCHERS, Me, Roles, Room, Who
from upcard.web.security.authorize import address_of
from upcard.web.security.security import token_of
from upcard.web.site import NO_TABLE, Site, acting, site_of, who_of
from upcard.web.views.jackpots import Jackpots, Lobby
from upcard.web.views.pay_tables import PayTables, pay_tables
from upcard.web.views.seat import Receipts, receipts
from upcard.web.views.supervisor import Supervisor
from upcard.web.views.table import AnyTable

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
    return answer(site_of(request).documents.bytes_of(ViewRequest("lobby"))[1])


@room.get("/api/jackpots", ANYONE, summary="Every meter, pending awards and the last hits", response=Jackpots)
async def jackpots(request: Request) -> Response:
    return answer(site_of(request).documents.bytes_of(ViewRequest("jackpots"))[1])


@room.get("/api/supervisor", FLOOR, summary="What waits for a supervisor or a floorperson", response=Supervisor)
async def supervisor(request: Request) -> Response:
    found = wanted(site_of(request), who_of(request), "supervisor")
    return found if isinstance(found, Response) else answer(site_of(request).documents.bytes_of(found)[1])


@room.get(
    "/api/tables/{slug}", ANYONE, summary="A table as one viewer may see it", response=AnyTable,
    query={
        "as": {
            "enum": ["seat", "dealer", "sign", "surveillance"], "default": "seat", "description": "Whose view it is.",
        },
    },
)  # fmt: skip
async def table(request: Request) -> Response:
    site = site_of(request)
    as_ = request.query_params.get("as", "seat")
    found = wanted_table(site, who_of(request), request.path_params["slug"], as_)
    return found if isinstance(found, Response) else answer(site.documents.bytes_of(found)[1])


@room.get("/api/tables/{slug}/pays", ANYONE, summary="What every wager of a table pays", response=PayTables)
async def pays(request: Request) -> Response:
    site = site_of(request)
    rules = site.moment.rules[site.table(request)]
    return answer(await site.in_thread(pay_tables, rules))


@room.get(
    "/api/tables/{slug}/receipts", frozenset({"player"}), summary="The player's rounds since sitting down",
    response=Receipts,
)  # fmt: skip
async def stay(request: Request) -> Response:
    site = site_of(request)
    return answer(receipts(site.moment, site.table(request), who_of(request).id))


@room.get(
    "/api/stream", ANYONE, summary="A view, live", response="stream",
    query={
        "view": {
            "type": "string", "examples": ["lobby", "table:stud-1:seat"],
            "description": "`lobby`, `jackpots`, `supervisor` or `table:SLUG:AS`.",
        },
    },
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
    hub.shown(*here)
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
    return answer({"id": who.id, "role": who.role, "name": who.name, "token": token})


# ---- the pages that show the live casino: lobby, seat, console, supervisor, sign


def _shown(request: Request, template: str, found: ViewRequest, **context: Any) -> Response:
    """The page of a view as it stands; whoever is not signed in sees what all the others see until it changes."""
    site = site_of(request)
    if who_of(request).id:
        return page(request, template, view=site.documents.current(found), **context)
    key = (found, site.documents.state(found), *context.values())
    return kept_page(request, template, key, lambda: {"view": site.documents.current(found), **context})


@room.page("/", ANYONE)
async def lobby_page(request: Request) -> Response:
    return _shown(request, "lobby.html", ViewRequest("lobby"))


def _table_page(request: Request, template: str, as_: str) -> Response:
    slug = request.path_params["slug"]
    found = wanted_table(site_of(request), who_of(request), slug, as_)
    if isinstance(found, Response):
        raise HTTPException(404, NO_TABLE)
    return _shown(request, template, found, slug=slug, name=found.table)


@room.page("/table/{slug}", ANYONE)
async def seat(request: Request) -> Response:
    return _table_page(request, "seat.html", "seat")


@room.page("/dealer", PIT)
async def dealer(request: Request) -> Response:
    return _shown(request, "dealer.html", ViewRequest("lobby"))


@room.page("/dealer/{slug}", PIT)
async def console(request: Request) -> Response:
    return _table_page(request, "console.html", "dealer")


@room.page("/supervisor", FLOOR)
async def supervisor_page(request: Request) -> Response:
    found = wanted(site_of(request), who_of(request), "supervisor")
    assert isinstance(found, ViewRequest)
    return _shown(request, "supervisor.html", found)


@room.page("/sign", ANYONE)
async def signs(request: Request) -> Response:
    return _shown(request, "sign.html", ViewRequest("jackpots"), slug="", name="")


@room.page("/sign/{slug}", ANYONE)
async def sign(request: Request) -> Response:
    return _table_page(request, "sign.html", "sign")


# ---- style sheets, scripts and pictures: read once, sent with an address that changes when they do

TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
}


class File(NamedTuple):
    """A file as it is sent."""

    content: bytes
    kind: str
    tag: str


@cache
def _files() -> dict[tuple[str, str], File]:
    """By folder and name, every file that there is: nothing that somebody asks for is looked up anywhere else."""
    top = files("upcard.web").joinpath("static")
    folders = {"": top} | {each.name: each for each in top.iterdir() if each.is_dir()}
    found: dict[tuple[str, str], File] = {}
    for folder, where in folders.items():
        for each in where.iterdir():
            kind = TYPES.get(each.name.rpartition(".")[2])
            if kind is not None and each.is_file():
                content = each.read_bytes()
                found[folder, each.name] = File(content, kind, f'"{hashlib.sha256(content).hexdigest()[:24]}"')
    return found


def _file(request: Request, folder: str, name: str) -> Response:
    file = _files().get((folder, name))
    if file is None:
        return failure(404, "there is no such file")
    kept = "public, max-age=31536000, immutable" if "v" in request.query_params else "no-cache"
    headers = {"Cache-Control": kept, "ETag": file.tag}
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    return Response(file.content, media_type=file.kind, headers=headers)


@room.page("/favicon.ico", ANYONE)
async def favicon(request: Request) -> Response:
    """What browsers ask for where a page names no picture."""
    return _file(request, "", "favicon.svg")


@room.page("/static/{name}", ANYONE)
async def static_file(request: Request) -> Response:
    return _file(request, "", request.path_params["name"])


@room.page("/static/{folder}/{name}", ANYONE)
async def static_file_in(request: Request) -> Response:
    return _file(request, request.path_params["folder"], request.path_params["name"])
