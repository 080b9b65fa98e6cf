"""What OpenAPI says: made from the routes and the table of acts, so that it cannot say anything else."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import Any

from upcard import __version__
from upcard.web.act_codec import LONGEST_ID, choices, schemas
from upcard.web.roles import ALL
from upcard.web.router import Route
from upcard.web.schemas.events import COMPONENTS
from upcard.web.schemas.people import Error
from upcard.web.schemas.schema import Parts
from upcard.web.security.authorize import WITH_A_FIRST_PASSWORD

_STATUSES = {
    "400": "It cannot be read, or comes from another site.",
    "401": "Nobody is signed in.",
    "403": "It is not for this role, the token is missing, or the own password is still to be chosen.",
    "404": "There is no such thing.",
    "409": "The state has moved on, or the id was used for another act.",
    "413": "It is too long.",
    "421": "That is no name of this site.",
    "422": "A rule refuses it; nothing has changed.",
    "429": "Too many at once.",
    "503": "Play has stopped, or too many wait to be served.",
}


ID = {"type": "string", "minLength": 1, "maxLength": LONGEST_ID}


def _sent(at_table: bool) -> dict[str, Any]:
    return {
        "type": "object",
        "required": ["id", "act"],
        "additionalProperties": False,
        "properties": {
            "id": {**ID, "description": "Made by the sender; a retry repeats it."},
            "version": {"type": ["integer", "null"], "description": "The version that the act is meant for."},
            "act": choices(at_table),
            "second": {
                "type": ["object", "null"],
                "description": "The second person's own sign-in, for an act that takes two.",
                "properties": {"id": {"type": "string"}, "password": {"type": "string"}},
                "required": ["id", "password"],
                "additionalProperties": False,
            },
            "expects": {
                "type": ["string", "null"],
                "description": "The amount as it was shown to whoever approves it.",
            },
        },
    }


BODIES: dict[str, dict[str, Any]] = {
    "TableAct": _sent(True),
    "HouseAct": _sent(False),
    "Contribution": {
        "type": "object",
        "properties": {"id": ID, "value": {"type": "string"}},
        "required": ["id", "value"],
        "additionalProperties": False,
    },
}
"""What is sent, by the name that a route gives it."""


def openapi(routes: tuple[Route, ...]) -> dict[str, Any]:
    """The document that programs read."""
    paths: dict[str, dict[str, Any]] = {}
    parts = Parts()
    for route in routes:
        if route.described is not None:
            paths.setdefault(route.path, {})[route.method.lower()] = _operation(parts, route, route.described)
    found = {
        "openapi": "3.1.0",
        "info": {
            "title": "Upcard",
            "version": __version__,
            "description": "Regulated casino poker tables, run exactly as the law writes them. Amounts are decimal "
            "strings in dollars, cards are two characters. A POST carries the token of /api/me in X-Upcard-Token.",
        },
        "paths": paths,
        "components": {"schemas": {**BODIES, **parts.named, **COMPONENTS, **schemas()}},
    }
    return deepcopy(found)  # whoever is given it may change it


def _operation(parts: Parts, route: Route, said: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "summary": said.get("summary", ""),
        "description": f"For: {', '.join(role for role in ALL if role in route.roles)}.",
        "operationId": f"{route.method.lower()}{re.sub('[^a-z]+', '_', route.path.lower())}".rstrip("_"),
        "parameters": [*_path(route.path), *_query(said.get("query", {}))],
        "responses": {"200": _success(parts, said["response"]), **_failures(parts, route, said)},
    }
    if body := said.get("body"):
        schema = {"$ref": f"#/components/schemas/{body}"} if isinstance(body, str) else body
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    return found


def _success(parts: Parts, shape: Any) -> dict[str, Any]:
    if shape == "stream":
        words = "Server-sent events: each is a document as a GET of the same view gives it."
        return {"description": words, "content": {"text/event-stream": {"schema": {"type": "string"}}}}
    if shape == "text":
        return {"description": "As asked.", "content": {"text/plain": {"schema": {"type": "string"}}}}
    return {"description": "As asked.", "content": {"application/json": {"schema": parts.schema(shape)}}}


def _failures(parts: Parts, route: Route, said: dict[str, Any]) -> dict[str, Any]:
    """How it may fail: as others of its sort do, and as it says itself in `fails`; nothing else happens."""
    content = {"application/json": {"schema": parts.schema(Error)}}
    otherwise: dict[str, Any] = said.get("otherwise", {})
    other = {status: {"application/json": {"schema": parts.schema(shape)}} for status, shape in otherwise.items()}
    changes, asked = route.method == "POST", bool(said.get("query"))
    happens = {
        "401": "none" not in route.roles,
        "403": changes or asked or set(route.roles) != set(ALL) or route.path not in WITH_A_FIRST_PASSWORD,
        "404": "{" in route.path or asked or changes,
        "409": changes,
        "422": changes,
    }
    return {
        status: {"description": words, "content": other.get(status, content)}
        for status, words in _STATUSES.items()
        if happens.get(status, True) or status in said.get("fails", ())
    }


def _path(path: str) -> list[dict[str, Any]]:
    names = re.findall("{([a-z]+)", path)
    return [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]


def _query(query: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"name": name, "in": "query", "required": False, "schema": schema} for name, schema in query.items()]
