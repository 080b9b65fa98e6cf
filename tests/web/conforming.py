"""Every answer that a test is given, held against what OpenAPI says of it."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from typing import Any

import httpx
import jsonschema_rs

from upcard.web.app import openapi, routes

DOCUMENT = openapi(routes())
JSON = "application/json"
STREAM = "/api/stream"
VIEWS = {"lobby": "/api/lobby", "jackpots": "/api/jackpots", "supervisor": "/api/supervisor"}

seen: Counter[tuple[str, str, str]] = Counter()
"""How many answers were held against each method, address and status."""


class Nonconforming(AssertionError):
    """An answer that is not as it is described."""


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    """Addresses with fewer open parts first."""
    paths = sorted(DOCUMENT["paths"], key=lambda path: path.count("{"))
    return [(re.compile(re.sub("{[a-z]+}", "[^/]+", path)), path) for path in paths]


@cache
def described(method: str, path: str) -> str | None:
    """The address of OpenAPI that a path belongs to."""
    return next(
        (of for pattern, of in _patterns() if pattern.fullmatch(path) and method.lower() in DOCUMENT["paths"][of]), None
    )


@cache
def validator(method: str, of: str, status: str) -> Any:
    answers = DOCUMENT["paths"][of][method.lower()]["responses"]
    if status not in answers:
        raise Nonconforming(f"{method} {of} is not said to answer {status}")
    schema = answers[status]["content"][JSON]["schema"]
    return jsonschema_rs.validator_for({**schema, "components": DOCUMENT["components"]})


def conforms(method: str, path: str, status: int, media: str, body: bytes) -> None:
    """Fails where an answer for programs is not as described; pages are for people, and are let through."""
    path, _, query = path.partition("?")
    if media.startswith("text/event-stream"):
        for line in body.split(b"\n"):
            if line.startswith(b"data: ") and line != b"data: {}":
                _holds("GET", _viewed(query), "200", line.removeprefix(b"data: "))
        return
    of = described(method, path)
    if of is None:
        return
    if status == 200 and "text/plain" in DOCUMENT["paths"][of][method.lower()]["responses"]["200"]["content"]:
        assert media.startswith("text/plain"), media
        return
    if not media.startswith(JSON):
        raise Nonconforming(f"{method} {path} answers {media!r}")
    _holds(method, of, str(status), body)


def held(answer: httpx.Response) -> None:
    """The same of an answer that was read."""
    media = answer.headers.get("content-type", "")
    conforms(answer.request.method, answer.request.url.raw_path.decode(), answer.status_code, media, answer.content)


def _viewed(query: str) -> str:
    """The address of the document that a stream tells."""
    view = query.partition("view=")[2].partition("&")[0].replace("%3A", ":")
    return "/api/tables/{slug}" if view.startswith("table:") else VIEWS[view]


def _holds(method: str, of: str, status: str, body: bytes) -> None:
    seen[method, of, status] += 1
    document = json.loads(body)
    found = next(iter(validator(method, of, status).iter_errors(document)), None)
    if found is not None:
        where = "/".join(map(str, found.instance_path))
        raise Nonconforming(f"{method} {of} {status}, at {where or 'its top'}: {deepest(found)}")


def deepest(error: Any) -> str:
    """What is wrong, in the branch that comes nearest where there are several."""
    branches = getattr(error.kind, "context", None)
    if not branches:
        return f"{'/'.join(map(str, error.instance_path))}: {error.message[:400]}"
    nearest = min(branches, key=lambda branch: (sum(map(_another_branch, branch)), len(branch)))
    return deepest(max(nearest, key=lambda one: len(one.instance_path)))


def _another_branch(error: Any) -> bool:
    """Whether it says that something else was meant."""
    return "was expected" in error.message or error.message.endswith('is not of type "null"')
