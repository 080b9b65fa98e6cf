"""A person as the house knows one and as the store keeps one: what ids, names and passwords must be like, what was
tried in that name, and how long things last.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import msgspec

from upcard.errors import Refused
from upcard.people.signer import Signing

Role: TypeAlias = Literal["player", "dealer", "floorperson", "supervisor", "surveillance", "regulator", "licensee"]
ROLES: tuple[Role, ...] = get_args(Role)

STAFF: frozenset[Role] = frozenset(ROLES) - {"player"}
"""Whose signature may count."""

Purpose: TypeAlias = Literal["sign-in", "approval", "own password", "recovery"]
Outcome: TypeAlias = Literal["ok", "failed", "locked"]


class Person(msgspec.Struct, frozen=True):
    """A personal identity with its one role; nobody shares it."""

    id: str
    name: str
    role: Role
    locked: bool = False
    """Whether somebody locked it; a lock-out after failures passes by itself and does not show here."""
    demo: bool = False
    first_password: bool = False
    """Whether somebody else has set the password: it is good for choosing the own one, and for nothing else."""
    signing: Signing = Signing()
    """From when on this person signs; a player signs nothing and waits for nothing, and a session does not say."""


class Attempt(msgspec.Struct, frozen=True):
    """Somebody tried to prove who they are; `at` is in milliseconds since 1970."""

    number: int
    at: int
    id: str
    purpose: Purpose
    outcome: Outcome
    address: str
    about: str = ""
    """What an approval was for: the act, its state and its amount."""


class Change(msgspec.Struct, frozen=True):
    """What was done to an identity, and by whom."""

    number: int
    at: int
    by: str
    id: str
    what: str


class Limits(msgspec.Struct, frozen=True):
    """How many failures lock an identity out, and how long everything lasts, in milliseconds."""

    failures: int = 5
    lock_out: int = 15 * 60_000
    idle: int = 30 * 60_000
    longest: int = 12 * 3_600_000
    waiting: int = 24 * 3_600_000
    """How long what one licensee did alone does not sign."""
    remembered: int = 2_000
    """How long a session is taken from memory before the store is asked again."""
    touched: int = 60_000
    """How often the store is told that a session is in use."""


# ---- in the store, with what nobody outside gets to see ---------------------------------------------------------

COLUMNS = "id, name, role, locked, demo, first_password, hash, failures, locked_until"
_SIGNING = "coalesce(role_from, 0), coalesce(role_by, ''), coalesce(password_from, 0), coalesce(password_by, '')"
_OWN = "coalesce(own_from, 0)"
SELECT = (
    f"SELECT {', '.join(f'person.{each}' for each in COLUMNS.split(', '))}, {_OWN}, {_SIGNING}"
    " FROM person LEFT JOIN signer ON signer.id = person.id"
)


class Kept(NamedTuple):
    """A person with what nobody outside gets to see."""

    person: Person
    hash: str
    failures: int
    locked_until: int
    own_from: int
    """From when on the password is the own one, where it was chosen in place of one that somebody else had set."""

    def is_own(self, now: int) -> bool:
        """Whether the owner has had a password of the own for long enough."""
        return not self.person.first_password and self.own_from <= now

    def outlived_code(self, now: int) -> bool:
        """Whether a password that somebody else began has become the own one: a code from before it is another's."""
        return self.own_from > 0 and self.is_own(now)


def read_row(row: tuple[Any, ...]) -> Kept:
    id, name, role, locked, demo, first, hash, failures, until, own_from, *waits = row
    signing = Signing(*waits) if role in STAFF else Signing()  # what waits is kept, for when a player is given a role
    person = Person(id, name, role, bool(locked), bool(demo), bool(first), signing)
    return Kept(person, hash, failures, until, own_from)


# ---- what somebody is called, and proves it by; anything else is refused in a sentence ----------------------------

ID = re.compile(r"[a-z0-9._-]{2,40}")
SHORTEST = 10
LONGEST = 200
"""Letters of a password: so few are guessed, and so many are nobody's."""
LONGEST_NAME = 60
RESERVED = "house"
"""Who acts in the journal for the house itself."""
UNFIT = "(no id)"
"""What stands in the log for text that could not be anybody's id: it may be a password typed in the wrong place."""


def fit_id(id: str) -> str:
    if not ID.fullmatch(id):
        raise Refused(None, "an id is 2 to 40 of the letters a to z, digits, dots, dashes and underscores")
    if id == RESERVED:
        raise Refused(None, f"{RESERVED} is the id of the house itself")
    return id


def fit_name(name: str) -> str:
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise Refused(None, f"a name has 1 to {LONGEST_NAME} characters")
    return name


def fit_password(password: str, id: str, name: str, *, demo: bool = False) -> str:
    """The password as it is hashed; the ones of a demonstration are known to everybody and may be short."""
    password = normal(password)
    if len(password) > LONGEST or (not demo and len(password) < SHORTEST):
        raise Refused(None, f"a password has {SHORTEST} to {LONGEST} characters")
    if password.casefold() in (id.casefold(), name.casefold()):
        raise Refused(None, "a password is not the id or the name")
    return password


def normal(password: str) -> str:
    """The same letters typed on another keyboard are the same password."""
    return unicodedata.normalize("NFC", password)


def loggable(id: str) -> str:
    """The id as the log of attempts keeps it.

    >>> loggable("sam"), loggable("My Secret!")
    ('sam', '(no id)')
    """
    return id if ID.fullmatch(id) else UNFIT
