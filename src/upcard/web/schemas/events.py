"""Events as the journal records them: written down from the classes themselves."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec

from upcard.money.events import MoneyEvent
from upcard.shuffles.events import FairEvent
from upcard.tables.events import Event as TableEvent
from upcard.web.schemas.schema import PLACE, Form, Schema

PREFIX = "Event."
GAMES = {"upcard.games.caribbean_stud.events.": "stud.", "upcard.games.bonus_six.events.": "six."}

LEFT_OUT = ("title", "default", "discriminator")
"""What is said of a schema, and not by it."""


def _renamed(name: str) -> str:
    for module, game in GAMES.items():
        name = name.replace(module, game)
    return PREFIX + name


def _closed(schema: Any) -> Any:
    """Objects have no member that is not named; what a house elected is a table of values."""
    if isinstance(schema, list):
        return [_closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if schema == {"type": "object"}:
        return {"type": "object", "additionalProperties": {"$ref": PLACE + "Value"}}
    found = {word: _closed(said) for word, said in schema.items() if word not in LEFT_OUT}
    if "properties" in schema:
        members = {name: _closed(member) for name, member in schema["properties"].items()}
        found |= {"properties": members, "additionalProperties": False}
    if "$ref" in schema:
        found["$ref"] = PLACE + _renamed(schema["$ref"])
    if "description" in schema:
        found["description"] = " ".join(schema["description"].split())
    return found


def _made() -> tuple[list[Schema], dict[str, Schema]]:
    unions, parts = msgspec.json.schema_components((TableEvent, MoneyEvent, FairEvent), ref_template="{name}")
    each = [_closed(one) for union in unions for one in union["anyOf"]]
    return each, {_renamed(name): _closed(part) for name, part in parts.items()}


_EACH, COMPONENTS = _made()
"""Every event, and every part of one, by its name."""

RecordedEvent: TypeAlias = Annotated[
    dict[str, Any], Form("RecordedEvent", description="What happened, as it is recorded for good.", anyOf=_EACH)
]

HiddenEvent: TypeAlias = Annotated[
    dict[str, Any],
    Form(
        "HiddenEvent",
        description="What happened, with words in the place of everything that nobody may see yet.",
        type="object",
        properties={"type": {"type": "string", "description": "The kind of event."}},
        required=["type"],
        additionalProperties={"$ref": PLACE + "Value"},
    ),
]
