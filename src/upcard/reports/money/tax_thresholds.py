"""From which winnings on a tax form is made out: parameters with the dates from which they hold, kept as TOML."""

from __future__ import annotations

import tomllib
from datetime import date
from functools import cache
from importlib.resources import files

import msgspec

US = "US"


class Threshold(msgspec.Struct, frozen=True, rename={"since": "from"}, forbid_unknown_fields=True):
    """Winnings of so many times the wager and of so many cents, from a date on."""

    jurisdiction: str
    since: date
    multiple: int
    cents: int


class _Parameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    threshold: tuple[Threshold, ...]


def read_thresholds(text: str) -> tuple[Threshold, ...]:
    """The parameters of a file, the oldest first."""
    found = msgspec.convert(tomllib.loads(text), _Parameters).threshold
    return tuple(sorted(found, key=lambda one: (one.jurisdiction, one.since)))


@cache
def thresholds() -> tuple[Threshold, ...]:
    """The parameters that come with the package."""
    return read_thresholds(files("upcard.reports.money").joinpath("thresholds.toml").read_text(encoding="utf-8"))


def in_force(known: tuple[Threshold, ...], day: str, jurisdiction: str = US) -> Threshold:
    """The one that holds on a day.

    >>> in_force(thresholds(), "2025-12-31").cents, in_force(thresholds(), "2026-01-01").cents
    (60000, 200000)
    """
    on = date.fromisoformat(day)
    found = [one for one in known if one.jurisdiction == jurisdiction and one.since <= on]
    if not found:
        raise ValueError(f"no tax threshold of {jurisdiction} holds on {day}")
    return found[-1]
