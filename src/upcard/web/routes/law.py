"""The law for everybody to read: the editions, their clauses, and what changed between them."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from upcard.law import EDITIONS
from upcard.web.failing import failure
from upcard.web.roles import ANYONE
from upcard.web.room import Room
from upcard.web.shapes.law import Law
from upcard.web.site import encode, page, site_of
from upcard.web.views import law as views

room = Room("the law")

LONGEST_SEARCH = 200
NO_EDITION = f"There is no such edition here; there are {', '.join(EDITIONS)}."


@room.page("/law", ANYONE)
async def index(request: Request) -> Response:
    """Every edition, and which tables play under it."""
    site = site_of(request)
    return page(request, "law/index.html", editions=views.listed(site.moment.rules.values(), site.slugs))


@room.page("/law/diff/{old}/{new}", ANYONE)
async def diff(request: Request) -> Response:
    """What changed from one edition to another."""
    old, new = request.path_params["old"], request.path_params["new"]
    if not (views.known(old) and views.known(new)):
        return _missing(request, NO_EDITION)
    found = views.difference(old, new)
    if found is None:
        return _missing(request, f"{old} and {new} are laws of different games: there is nothing to compare.")
    return page(request, "law/diff.html", diff=found)


@room.page("/law/{edition}", ANYONE)
async def edition(request: Request) -> Response:
    """An edition, clause by clause, or the clauses that were searched for."""
    id = request.path_params["edition"]
    if not views.known(id):
        return _missing(request, NO_EDITION)
    whole = await site_of(request).in_thread(views.edition_document, id)
    asked = request.query_params.get("q", "")[:LONGEST_SEARCH]
    found = views.matching(whole, asked)
    return page(request, "law/edition.html", law=found, whole=whole, asked=asked, searched=views.searched)


@room.get(
    "/api/law/{edition}", ANYONE, summary="An edition of the law, clause by clause, with its rules and readings",
    response=Law,
)  # fmt: skip
async def document(request: Request) -> Response:
    """The same for programs."""
    id = request.path_params["edition"]
    if not views.known(id):
        return failure(404, NO_EDITION)
    found = await site_of(request).in_thread(views.edition_document, id)
    return Response(encode(found), media_type="application/json")


def _missing(request: Request, message: str) -> Response:
    return page(request, "error.html", 404, title="No such law", message=message)
