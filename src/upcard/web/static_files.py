"""Style sheets, scripts and pictures: read once, sent with an address that changes when they do."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from upcard.web.roles import ANYONE
from upcard.web.router import Room
from upcard.web.wire import failure

room = Room("static files")

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


def _answer(request: Request, folder: str, name: str) -> Response:
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
    return _answer(request, "", "favicon.svg")


@room.page("/static/{name}", ANYONE)
async def top(request: Request) -> Response:
    return _answer(request, "", request.path_params["name"])


@room.page("/static/{folder}/{name}", ANYONE)
async def file(request: Request) -> Response:
    return _answer(request, request.path_params["folder"], request.path_params["name"])
