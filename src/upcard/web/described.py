"""What OpenAPI says: made from the routes and the table of acts, so that it cannot say anything else."""

from __future__ import annotations

import re
from typing import Any

from upcard import __version__
from upcard.web.acts import LONGEST_ID, choices, schemas
from upcard.web.roles import ALL
from upcard.web.room import Route

_ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["message", "rule", "clause"],
            "properties": {
                "message": {"type": "string"},
                "rule": {"type": ["string", "null"]},
                "clause": {"type": ["string", "null"]},
            },
        }
    },
}

_STATUSES = {
    "400": "It cannot be read, or comes from another site.",
    "401": "Nobody is signed in.",
    "403": "It is not for this role, or the token is missing.",
    "404": "There is no such thing.",
    "409": "The state has moved on, or the id was used for another act.",
    "413": "It is too long.",
    "421": "That is no name of this site.",
    "422": "A rule refuses it; nothing has changed.",
    "429": "Too many at once.",
    "503": "Play has stopped.",
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
            },
            "expects": {
                "type": ["string", "null"],
                "description": "The amount as it was shown to whoever approves it.",
            },
        },
    }


def _object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


TEXT, NUMBER, LIST, ANY = {"type": "string"}, {"type": "integer"}, {"type": "array"}, {"type": ["object", "null"]}

SHAPES: dict[str, dict[str, Any]] = {
    "TableAct": _sent(True),
    "HouseAct": _sent(False),
    "Contribution": {
        **_object(id=ID, value=TEXT),
        "additionalProperties": False,
    },
    "Done": _object(id=TEXT, seq=NUMBER, again={"type": "boolean"}, entries=NUMBER),
    "Lobby": _object(seq=NUMBER, house=TEXT, tables=LIST, jackpots=LIST),
    "Jackpots": _object(seq=NUMBER, house=TEXT, jackpots=LIST),
    "Supervisor": _object(seq=NUMBER, queue=LIST, tables=LIST, alerts=LIST, pace=LIST, slips=LIST),
    "Table": _object(
        seq=NUMBER, version=NUMBER, table={"type": "object"}, phase=TEXT, seats=LIST, payments=LIST, log=LIST
    ),
    "Me": _object(id=TEXT, role={"enum": list(ALL)}, name=TEXT, token=TEXT),
    "Error": _ERROR,
}


def openapi(routes: tuple[Route, ...]) -> dict[str, Any]:
    """The document that programs read."""
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        if route.described is not None:
            paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, route.described)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Upcard",
            "version": __version__,
            "description": "Regulated casino poker tables, run exactly as the law writes them. Amounts are decimal "
            "strings in dollars, cards are two characters. A POST carries the token of /api/me in X-Upcard-Token.",
        },
        "paths": paths,
        "components": {"schemas": {**SHAPES, **schemas()}},
    }


def _operation(route: Route, said: dict[str, Any]) -> dict[str, Any]:
    shape = said.get("response")
    found: dict[str, Any] = {
        "summary": said.get("summary", ""),
        "description": f"For: {', '.join(role for role in ALL if role in route.roles)}.",
        "operationId": f"{route.method.lower()}{re.sub('[^a-z]+', '_', route.path.lower())}".rstrip("_"),
        "parameters": [*_path(route.path), *_query(said.get("query", {}))],
        "responses": {"200": _success(shape), **_failures(route, said)},
    }
    if body := said.get("body"):
        schema = {"$ref": f"#/components/schemas/{body}"} if isinstance(body, str) else body
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    return found


def _success(shape: Any) -> dict[str, Any]:
    if shape == "stream":
        return {"description": "Server-sent events.", "content": {"text/event-stream": {"schema": {"type": "string"}}}}
    schema: Any = {"type": "object"}
    if isinstance(shape, str) and shape in SHAPES:
        schema = {"$ref": f"#/components/schemas/{shape}"}
    elif isinstance(shape, dict):
        schema = shape
    return {"description": "As asked.", "content": {"application/json": {"schema": schema}}}


def _failures(route: Route, said: dict[str, Any]) -> dict[str, Any]:
    """How it may fail: as others of its sort do, and as it says itself in `fails`; nothing else happens."""
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    changes, asked = route.method == "POST", bool(said.get("query"))
    happens = {
        "401": "none" not in route.roles,
        "403": changes or asked or set(route.roles) != set(ALL),
        "404": "{" in route.path or asked or changes,
        "409": changes,
        "422": changes,
        "429": changes,
    }
    return {
        status: {"description": words, "content": content}
        for status, words in _STATUSES.items()
        if happens.get(status, True) or status in said.get("fails", ())
    }


def _path(path: str) -> list[dict[str, Any]]:
    names = re.findall("{([a-z]+)", path)
    return [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]


def _query(query: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"name": name, "in": "query", "required": False, "schema": schema} for name, schema in query.items()]
