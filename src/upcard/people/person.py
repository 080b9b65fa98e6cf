"""A person as the house knows one, what was tried in that name, and how long things last."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import msgspec

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
    """From when on this person signs; a session does not say."""


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
