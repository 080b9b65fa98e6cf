"""The numbered migrations of a database, and which of them are still to run.

A database remembers the number and the SHA-256 of each migration that it has seen. One whose text has changed since, or
one that this program does not know, means that the program and the database are not made for each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Literal, NamedTuple

from upcard.store.store import StoreError

Database = Literal["sqlite", "postgres"]

PROBE = "UPDATE migration SET number = number WHERE number = 1"
"""A write that changes nothing, to see whether a database takes any."""


class Migration(NamedTuple):
    """One step of a schema, in the database's own words."""

    number: int
    text: str

    @property
    def digest(self) -> bytes:
        """The hash by which a database remembers it."""
        return sha256(self.text.encode()).digest()


@cache
def migrations(database: Database) -> tuple[Migration, ...]:
    """Every migration in the package, in order."""
    folder = files("upcard.store") / "migrations" / database
    found = sorted(file.name for file in folder.iterdir() if file.name.endswith(".sql"))
    texts = [(folder / name).read_bytes().replace(b"\r\n", b"\n").decode() for name in found]
    steps = tuple(Migration(int(name[:3]), text) for name, text in zip(found, texts, strict=True))
    assert [step.number for step in steps] == list(range(1, len(steps) + 1)), found
    return steps


def pending(steps: Sequence[Migration], ran: Mapping[int, bytes]) -> tuple[Migration, ...]:
    """What a database that has run some of the migrations has still to run."""
    if set(ran) - {step.number for step in steps}:
        raise StoreError(f"the journal's schema is number {max(ran)}, and this program knows {len(steps)}: it is older")
    for step in steps:
        if ran.get(step.number, step.digest) != step.digest:
            raise StoreError(f"migration {step.number} of the journal's schema is not the one that was run")
    if set(ran) != set(range(1, len(ran) + 1)):
        raise StoreError(f"the journal's schema lacks a migration before number {max(ran)}")
    return tuple(steps[len(ran) :])


def unreadable(steps: Sequence[Migration], ran: Mapping[int, bytes]) -> bool:
    """Whether a database is too old to be read: later migrations than the first only add to what it made."""
    return any(step.number == 1 for step in pending(steps, ran))
