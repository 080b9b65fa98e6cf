"""Style sheets, scripts and pictures: read once, sent with an address that changes when they do."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response

from upcard.web.failing import failure
from upcard.web.roles import ANYONE
from upcard.web.room import Room

room = Room("static files")

TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
}


@cache
def _content(folder: str, name: str) -> bytes | None:
    where = files("upcard.web").joinpath("static")
    for part in filter(None, (folder, name)):
        where = where.joinpath(part)
    return where.read_bytes() if where.is_file() else None


def _plain(name: str) -> bool:
    return bool(name) and all(letter.isalnum() or letter in "-_." for letter in name) and not name.startswith(".")


def _answer(request: Request, folder: str, name: str) -> Response:
    content = _content(folder, name) if _plain(name) and (not folder or _plain(folder)) else None
    kind = TYPES.get(name.rpartition(".")[2])
    if content is None or kind is None:
        return failure(404, "there is no such file")
    kept = "public, max-age=31536000, immutable" if "v" in request.query_params else "no-cache"
    headers = {"Cache-Control": kept, "ETag": _tag(folder, name)}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=kind, headers=headers)


@cache
def _tag(folder: str, name: str) -> str:
    content = _content(folder, name) or b""
    return f'"{hashlib.sha256(content).hexdigest()[:24]}"'


@room.page("/favicon.ico", ANYONE)
async def favicon(request: Request) -> Response:
    """What browsers ask for where a page names no picture."""
    return _answer(request, "", "favicon.svg")


@room.page("/static/{name}", ANYONE)
async def top(request: Request) -> Response:
    return _answer(request, "", request.path_params["name"])


@room.page("/static/{folder}/{name}", ANYONE)
async def file(request: Request) -> Response:
    return _answer(request, request.path_params["folder"], request.path_params["name"])
