"""Where the official text is found: a rule by its number and title, and who publishes it. It is not copied here."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from upcard.law.edition import Edition


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the official text of an edition is found."""

    rule: str
    """Its number and its title."""
    part: str
    """How a part of it is cited there."""
    published: str
    """The publication by its title, and whose it is."""
    wording: str
    """Which wording of it the edition follows."""
    address: str = ""
    """Where the publisher has it, or empty where no lasting address is known."""


@cache
def sources() -> dict[str, Source]:
    """By edition, where its text is found."""
    text = files("upcard.law").joinpath("sources.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Source])


_NUMBERED = re.compile(r"\d+|\((?:\d+|[a-z]|[ivx]+)\)")


def official(edition: Edition, clause: str) -> str:
    """What a clause is called in the official text; without a known source, the edition's own citation.

    A part that has only a name of ours belongs to the numbered part before it.
    """
    suffix, found = clause.removeprefix(edition.id).lstrip("-"), sources().get(edition.id)
    if found is None:
        return f"{edition.citation}{' ' if suffix else ''}{suffix}"
    part = ""
    while (numbered := _NUMBERED.match(suffix, len(part))) is not None:
        part += numbered[0]
    return found.part.format(part=part) if part else found.rule
