"""The pages that show the live casino: lobby, seat, console, supervisor, sign."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from upcard.web.documents import Wanted
from upcard.web.roles import ANYONE, DEALERS, SUPERVISORS
from upcard.web.room import Room
from upcard.web.routes.live import wanted, wanted_table
from upcard.web.site import page, site_of, who_of

room = Room("pages")


def _view(request: Request, found: Wanted) -> dict[str, Any]:
    return site_of(request).documents.current(found)


def _no_table(request: Request) -> Response:
    return page(request, "error.html", 404, title="No such table", message="There is no such table in this house.")


@room.page("/", ANYONE)
async def lobby(request: Request) -> Response:
    return page(request, "lobby.html", view=_view(request, Wanted("lobby")))


@room.page("/table/{slug}", ANYONE)
async def seat(request: Request) -> Response:
    found = wanted_table(site_of(request), who_of(request), request.path_params["slug"], "seat")
    if isinstance(found, Response):
        return _no_table(request)
    return page(request, "seat.html", view=_view(request, found), slug=request.path_params["slug"], name=found.table)


@room.page("/dealer", DEALERS | SUPERVISORS)
async def dealer(request: Request) -> Response:
    return page(request, "dealer.html", view=_view(request, Wanted("lobby")))


@room.page("/dealer/{slug}", DEALERS | SUPERVISORS)
async def console(request: Request) -> Response:
    found = wanted_table(site_of(request), who_of(request), request.path_params["slug"], "dealer")
    if isinstance(found, Response):
        return _no_table(request)
    return page(request, "console.html", view=_view(request, found), slug=request.path_params["slug"], name=found.table)


@room.page("/supervisor", SUPERVISORS)
async def supervisor(request: Request) -> Response:
    found = wanted(site_of(request), who_of(request), "supervisor")
    assert isinstance(found, Wanted)
    return page(request, "supervisor.html", view=_view(request, found))


@room.page("/sign", ANYONE)
async def signs(request: Request) -> Response:
    return page(request, "sign.html", view=_view(request, Wanted("jackpots")), slug="", name="")


@room.page("/sign/{slug}", ANYONE)
async def sign(request: Request) -> Response:
    found = wanted_table(site_of(request), who_of(request), request.path_params["slug"], "sign")
    if isinstance(found, Response):
        return _no_table(request)
    return page(request, "sign.html", view=_view(request, found), slug=request.path_params["slug"], name=found.table)
