"""A person as the store keeps one, with what nobody outside gets to see."""

from __future__ import annotations

from typing import Any, NamedTuple

from upcard.people.person import Person
from upcard.people.signer import Signing

COLUMNS = "id, name, role, locked, demo, first_password, hash, failures, locked_until"
_SIGNING = "coalesce(role_from, 0), coalesce(role_by, ''), coalesce(password_from, 0), coalesce(password_by, '')"
SELECT = (
    f"SELECT {', '.join(f'person.{each}' for each in COLUMNS.split(', '))}, {_SIGNING}"
    " FROM person LEFT JOIN signer ON signer.id = person.id"
)


class Kept(NamedTuple):
    """A person with what nobody outside gets to see."""

    person: Person
    hash: str
    failures: int
    locked_until: int


def read_row(row: tuple[Any, ...]) -> Kept:
    id, name, role, locked, demo, first, hash, failures, until, *signing = row
    person = Person(id, name, role, bool(locked), bool(demo), bool(first), Signing(*signing))
    return Kept(person, hash, failures, until)
