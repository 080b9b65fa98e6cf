"""A house made from an edition alone, for whoever brings the edition and no house yet: it offers all that it may."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from upcard.law import Edition
from upcard.rules.election import house_of


def toml(value: Any) -> str:
    """A value as a text has it.

    >>> toml({"a": [1, True], "b-c": "x"})
    '{ "a" = [1, true], "b-c" = "x" }'
    """
    match value:
        case Mapping():
            return "{ " + ", ".join(f"{json.dumps(key)} = {toml(one)}" for key, one in value.items()) + " }"
        case list() | tuple():
            return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def sample_house(edition: Edition, tables: int | None = None) -> str:
    """The text of a house under an edition, with its first tables or all of them."""
    made = getattr(house_of(edition), "sample", None)
    listed, jackpots = made(edition) if made else ([{"name": "1"}], [])
    listed = listed[:tables]
    named = {table.get(field) for table in listed for field in ("jackpot", "five_card_jackpot")}
    parts = [f"name = {toml(f'A house under {edition.id}')}"]
    for kind, each in (("jackpot", [one for one in jackpots if one["name"] in named]), ("table", listed)):
        for fields in each:
            edited = fields | ({"edition": edition.id} if kind == "table" else {})
            parts += [f"[[{kind}]]", *(f"{name} = {toml(value)}" for name, value in edited.items())]
    return "\n".join(parts) + "\n"
