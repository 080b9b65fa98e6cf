"""The programs' interface as a page: the OpenAPI document, each request and each type once, with links between them."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from upcard.document import PLACE

Schema = dict[str, Any]


class Word(NamedTuple):
    """A piece of the description of a type; `part` is the type that it names."""

    text: str
    part: str = ""


class Member(NamedTuple):
    """A parameter, or a member of a type."""

    name: str
    type: list[Word]
    note: str
    optional: bool


class Operation(NamedTuple):
    """What can be asked, by whom, what is sent and what is answered."""

    id: str
    method: str
    path: str
    summary: str
    roles: str
    parameters: list[Member]
    sent: list[Word]
    answers: list[tuple[str, str, list[Word]]]
    """Each status, what it means and what comes with it."""


class Part(NamedTuple):
    """A type that is described once for all."""

    name: str
    note: str
    type: list[Word]
    members: list[Member]


def operations(document: dict[str, Any]) -> list[Operation]:
    """Every request, in the order of the addresses."""
    asked = [(path, method, said) for path, item in document["paths"].items() for method, said in item.items()]
    return [
        Operation(
            said["operationId"], method.upper(), path, said["summary"],
            said["description"].removeprefix("For: ").rstrip("."),
            [
                Member(each["name"], _type(each["schema"]), each["description"], not each["required"])
                for each in said["parameters"]
            ],
            _content(said.get("requestBody", {})),
            [(status, each["description"], _content(each)) for status, each in said["responses"].items()],
        )
        for path, method, said in sorted(asked, key=lambda one: one[:2])
    ]  # fmt: skip


def parts(document: dict[str, Any]) -> list[Part]:
    """Every type, by name."""
    return [
        Part(name, schema.get("description", ""), _type(schema), _members(schema))
        for name, schema in sorted(document["components"]["schemas"].items())
    ]


def _content(said: Schema) -> list[Word]:
    return [word for kind, each in said.get("content", {}).items() for word in _content_type(kind, each["schema"])]


def _content_type(kind: str, schema: Schema) -> list[Word]:
    return _type(schema) if kind == "application/json" else [Word(kind)]


def _members(schema: Schema) -> list[Member]:
    needed = schema.get("required", ())
    return [_member(name, each, name not in needed) for name, each in schema.get("properties", {}).items()]


def _member(name: str, schema: Schema, optional: bool) -> Member:
    return Member(name, _type(schema), schema.get("description", ""), optional)


def _type(schema: Schema) -> list[Word]:
    """A schema in words: `list of Seat`, `Money or null`, `"bet" or "fold"`."""
    match schema:
        case {"$ref": str(place)}:
            name = place.removeprefix(PLACE)
            return [Word(name, name)]
        case {"anyOf": list(each)} | {"oneOf": list(each)}:
            return _joined([_type(one) for one in each])
        case {"enum": list(values)}:
            return _joined([[Word(json.dumps(value, ensure_ascii=False))] for value in values])
        case {"const": value}:
            return [Word(json.dumps(value, ensure_ascii=False))]
        case {"type": "array", "items": dict(item)}:
            return [Word("list of "), *_type(item)]
        case {"type": "object", "additionalProperties": dict(item)}:
            return [Word("by name, "), *_type(item)]
        case {"type": list(kinds)}:
            return _joined([[Word(kind)] for kind in kinds])
        case {"type": str(kind), "pattern": str(pattern)}:
            return [Word(f"{kind} like {pattern}")]
        case {"type": str(kind)}:
            return [Word(kind)]
    return [Word("anything")]


def _joined(each: list[list[Word]]) -> list[Word]:
    return [word for at, words in enumerate(each) for word in ([Word(" or ")] if at else []) + words]
