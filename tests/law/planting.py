"""A value of an edition changed in a copy of its text, and what is said of it."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from upcard.cli.law.by_value import Probe, digest, outcome, read_probes, recorded, undated
from upcard.cli.law.trace import Text, load
from upcard.law import Edition, edition
from upcard.law.edition import instead, source
from upcard.law.trace import Leaf, at, kind_of, leaves, others, read_outcomes

TESTS = Path(__file__).resolve().parents[1]
RECORD = "the record of values"
KINDS = ("sets", "permits", "leaves")


class Planted(NamedTuple):
    """A place in an edition's text and what stands there instead."""

    leaf: Leaf
    value: Any


def toml(value: Any) -> str:
    """A value as TOML on one line."""
    match value:
        case bool():
            return str(value).lower()
        case dict():
            return "{" + ", ".join(f"{json.dumps(key)} = {toml(one)}" for key, one in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(toml, value)) + "]"
        case date() | int():
            return str(value)
    return json.dumps(value, ensure_ascii=False)


def written(document: dict[str, Any]) -> str:
    return "".join(f"{key} = {toml(value)}\n" for key, value in document.items())


@cache
def parsed(file: str) -> Any:
    return tomllib.loads(source(file.removesuffix(".toml")))


@cache
def every_probe(id: str) -> dict[str, Probe]:
    return read_probes(TESTS, id)


def plants(id: str) -> Iterator[Planted]:
    """Every value of an edition with each of the values that it is changed to."""
    one = edition(id)
    for leaf in leaves(one):
        held = at(getattr(one.law, leaf.rule), leaf.path)
        yield from (Planted(leaf, other) for other in others(kind_of(one.law, leaf), held))


def text_with(id: str, plant: Planted) -> Text:
    """The texts of an edition with a value changed where it is given."""
    law = deepcopy(parsed(f"{id}.toml"))
    givers = (*law["clause"], *law["reading"])
    (given,) = (giver[kind] for giver in givers for kind in KINDS if plant.leaf.rule in giver.get(kind, {}))
    *way, last = (plant.leaf.rule, *plant.leaf.path)
    for key in way:
        given = given[key]
    given[last] = plant.value
    return Text(f"{id}.toml", written(law))


def noticed(id: str, plant: Planted) -> str | None:
    """What says so: the text does not load, a probe comes out otherwise, or only the value is not the recorded one."""
    found = load(text_with(id, plant))
    if isinstance(found, tuple):
        return found[0].message
    seen = otherwise(found, read_outcomes()[id].seen_by.get(plant.leaf.name, []))
    return seen or (RECORD if recorded(found, {}, {}).rules != read_outcomes()[id].rules else None)


def otherwise(changed: Edition, first: list[str]) -> str | None:
    """The first probe that comes out otherwise than recorded under an edition."""
    digests, probes = read_outcomes()[changed.id].probes, every_probe(changed.id)
    with instead(undated(changed)):
        names = (*first, *(name for name in probes if name not in first))
        return next((name for name in names if digest(outcome(probes[name])) != digests.get(name)), None)
