"""The pages that show the live casino: lobby, seat, console, supervisor, sign."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from upcard.web.document_cache import ViewRequest
from upcard.web.roles import ANYONE, FLOOR, PIT
from upcard.web.router import Room
from upcard.web.routes.live import wanted, wanted_table
from upcard.web.site import kept_page, page, site_of, who_of

room = Room("pages")


NO_TABLE = {"title": "No such table", "message": "There is no such table in this house."}


def _no_table(request: Request) -> Response:
    return kept_page(request, "error.html", "no table", lambda: NO_TABLE, 404)


def _shown(request: Request, template: str, found: ViewRequest, **context: Any) -> Response:
    """The page of a view as it stands; whoever is not signed in sees what all the others see until it changes."""
    site = site_of(request)
    if who_of(request).id:
        return page(request, template, view=site.documents.current(found), **context)
    key = (found, site.documents.state(found), *context.values())
    return kept_page(request, template, key, lambda: {"view": site.documents.current(found), **context})


@room.page("/", ANYONE)
async def lobby(request: Request) -> Response:
    return _shown(request, "lobby.html", ViewRequest("lobby"))


@room.page("/table/{slug}", ANYONE)
async def seat(request: Request) -> Response:
    found = wanted_table(site_of(request), who_of(request), request.path_params["slug"], "seat")
    if isinstance(found, Response):
        return _no_table(request)
    return _shown(request, "seat.html", found, slug=request.path_params["slug"], name=found.table)


@room.page("/dealer", PIT)
async def dealer(request: Request) -> Response:
    return _shown(request, "dealer.html", ViewRequest("lobby"))


@room.page("/dealer/{slug}", PIT)
async def console(request: Request) -> Response:
    found = wanted_table(site_of(request), who_of(request), request.path_params["slug"], "dealer")
    if isinstance(found, Response):
        return _no_table(request)
    return _shown(request, "console.html", found, slug=request.path_params["slug"], name=found.table)


@room.page("/supervisor", FLOOR)
async def supervisor(request: Request) -> Response:
    found = wanted(site_of(request), who_of(request), "supervisor")
    assert isinstance(found, ViewRequest)
    return _shown(request, "supervisor.html", found)


@room.page("/sign", ANYONE)
async def signs(request: Request) -> Response:
    return _shown(request, "sign.html", ViewRequest("jackpots"), slug="", name="")


@room.page("/sign/{slug}", ANYONE)
async def sign(request: Request) -> Response:
    found = wanted_table(site_of(request), who_of(request), request.path_params["slug"], "sign")
    if isinstance(found, Response):
        return _no_table(request)
    return _shown(request, "sign.html", found, slug=request.path_params["slug"], name=found.table)
