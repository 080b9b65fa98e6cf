"""What is known of each rule by trial: whether its value matters, to what, and which tests hold it.

`upcard law trace --record` changes every value of every edition in turn, plays a fixed set of probes under it, and
keeps beside the texts which of them came out otherwise (`outcomes.json`), next to the tests that carry the rule
(`exercised.json`). Here both are read back; nothing is played.

>>> from upcard.law.trace import traced
>>> traced("ma")["bet_flush"].status
'tested'
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

from upcard.law.edition import Edition, edition
from upcard.law.trace_evidence import for_edition, read_record

OUTCOMES = "outcomes.json"

BROKEN = "ended by "
"""How the last line of a probe begins that an error ended."""

Status = Literal["tested", "untested", "no effect"]


class Traced(msgspec.Struct, frozen=True):
    """A rule of an edition: its clause, what changes with its value, and the tests that exercise it."""

    clause: str
    status: Status
    seen_by: tuple[str, ...]
    """The probes that come out otherwise when the value is changed, one at least for each line of it."""
    tests: tuple[str, ...]
    without_effect: tuple[str, ...] = ()
    """The lines and members of its value that change nothing."""


class Recorded(msgspec.Struct, frozen=True):
    """What was recorded of an edition."""

    rules: dict[str, Any] = {}
    """The value of each rule."""
    seen_by: dict[str, list[str]] = {}
    """For each leaf of a rule, by its name, the first probe that sees it; none where nothing does."""
    probes: dict[str, str] = {}
    """A digest of what came out of each probe, or the error that ended it."""


def status_of(seen: bool, tests: tuple[str, ...]) -> Status:
    if not seen:
        return "no effect"
    return "tested" if tests else "untested"


@cache
def read_outcomes() -> dict[str, Recorded]:
    """The recorded outcomes by edition; none before the first recording."""
    record = files("upcard.law").joinpath(OUTCOMES)
    if not record.is_file():
        return {}
    return msgspec.convert(json.loads(record.read_text(encoding="utf-8")), dict[str, Recorded])


def by_rule(edition: Edition, seen_by: dict[str, list[str]], tests: dict[str, tuple[str, ...]]) -> dict[str, Traced]:
    """Leaves with what sees them, gathered by the rule that they belong to."""
    found: dict[str, Traced] = {}
    for rule, citation in edition.citations.items():
        own = {leaf: probes for leaf, probes in seen_by.items() if leaf == rule or leaf.startswith(f"{rule}.")}
        lost = tuple(leaf for leaf, probes in own.items() if not probes)
        probes = tuple(dict.fromkeys(probe for probes in own.values() for probe in probes))
        status = status_of(bool(own) and not lost, tests.get(rule, ()))
        found[rule] = Traced(citation.clause, status, probes, tests.get(rule, ()), lost)
    return found


def traced(id: str) -> dict[str, Traced]:
    """Every rule of an edition by its name, as it was last recorded."""
    one = edition(id)
    recorded = read_outcomes().get(id, Recorded())
    return by_rule(one, recorded.seen_by, dict(for_edition(read_record(), one)))
