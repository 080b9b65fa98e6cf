"""The manual under /help, for everybody: the same pages as the site that `python3 up.py docs` writes."""

from __future__ import annotations

from functools import cache

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from upcard.web.manual import contents
from upcard.web.manual.manual import context, document, search_index, served
from upcard.web.page import kept_page
from upcard.web.router import ANYONE, Room
from upcard.web.site import site_of

room = Room("help")

NO_PAGE = "The manual has no such page. Search it, or start from its contents."
HOURLY = {"Cache-Control": "public, max-age=3600"}


@room.page("/help", ANYONE)
async def index(request: Request) -> Response:
    """What the manual opens with."""
    return await _page(request, contents.INDEX)


@room.page("/help/search.js", ANYONE)
async def search(request: Request) -> Response:
    """What the search box reads when somebody begins to type."""
    found = await site_of(request).in_thread(_index)
    return Response(found, media_type="text/javascript; charset=utf-8", headers=HOURLY)


@room.page("/help/{name}", ANYONE)
async def page(request: Request) -> Response:
    return await _page(request, request.path_params["name"])


@room.page("/help/{folder}/{name}", ANYONE)
async def page_in(request: Request) -> Response:
    """A page, or a picture, in a folder."""
    name = f"{request.path_params['folder']}/{request.path_params['name']}"
    if name in contents.pictures():
        content = await site_of(request).in_thread((contents.folder() / name).read_bytes)
        return Response(content, media_type="image/png", headers=HOURLY)
    return await _page(request, name)


@cache
def _index() -> bytes:
    return search_index(served).encode()


async def _page(request: Request, name: str) -> Response:
    if name not in contents.pages():
        raise HTTPException(404, NO_PAGE)
    drawn = await site_of(request).in_thread(document, name)  # once; out of the way of whoever plays
    await site_of(request).in_thread(_titles)
    return kept_page(request, "help/page.html", name, lambda: context(name, drawn, served))


def _titles() -> None:
    """The contents beside a page name all of them, so that all are drawn with the first."""
    for each in contents.pages():
        document(each)
