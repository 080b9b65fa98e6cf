"""Who is signed in, who tried to, the people of the house, and how a program is told no."""

from __future__ import annotations

from typing import Annotated, TypedDict

from upcard.people.person import Outcome, Purpose
from upcard.people.person import Role as PersonRole
from upcard.web.roles import Role
from upcard.web.schemas.types import Time


class Me(TypedDict):
    """Who is signed in."""

    id: Annotated[str, "The id, or empty for nobody."]
    role: Annotated[Role, "The one role; nobody has none."]
    name: Annotated[str, "The name, or empty."]
    token: Annotated[str, "What every POST carries in X-Upcard-Token."]


class RecoveryCode(TypedDict):
    """A code by which somebody comes back without the own password."""

    code: Annotated[str, "The code, which is shown once."]


class Done(TypedDict):
    """An act that is on disk."""

    id: Annotated[str, "The id that its sender made."]
    seq: Annotated[int, "The last entry of the journal that it made."]
    again: Annotated[bool, "Whether it had been done before, under the same id."]
    entries: Annotated[int, "How many entries it made."]


class Refusal(TypedDict):
    """Why something was not done."""

    message: Annotated[str, "One sentence."]
    rule: Annotated[str | None, "The rule that refuses it."]
    clause: Annotated[str | None, "The clause that gives the rule."]


class Error(TypedDict):
    """Something was not done, and nothing has changed."""

    error: Annotated[Refusal, "Why."]


class Attempt(TypedDict):
    """Somebody tried to prove who they are."""

    number: Annotated[int, "Its number."]
    at: Annotated[Time, "When."]
    id: Annotated[str, "In whose name."]
    purpose: Annotated[Purpose, "What for."]
    outcome: Annotated[Outcome, "How it came out."]
    address: Annotated[str, "From where."]
    about: Annotated[str, "What an approval was for, or empty."]


class Attempts(TypedDict):
    """Attempts to sign in or to approve."""

    attempts: Annotated[list[Attempt], "The newest first."]


class PersonChange(TypedDict):
    """Something that was done to an identity."""

    number: Annotated[int, "Its number."]
    at: Annotated[Time, "When."]
    by: Annotated[str, "Who did it."]
    id: Annotated[str, "To whose identity."]
    what: Annotated[str, "What was done."]


class PersonChanges(TypedDict):
    """Changes to people: made, locked, given another role or password."""

    changes: Annotated[list[PersonChange], "The newest first."]


class HousePerson(TypedDict):
    """Somebody of the house."""

    id: Annotated[str, "The id."]
    name: Annotated[str, "The name."]
    role: Annotated[PersonRole, "The one role."]
    locked: Annotated[bool, "Whether somebody has locked the id."]
    first_password: Annotated[bool, "Whether the password is one that somebody else has set."]
    you: Annotated[bool, "Whether it is whoever asks."]
    waits: Annotated[str, "Why what this person signs does not count yet, or empty."]
    confirm: Annotated[bool, "Whether whoever asks may confirm it."]


class People(TypedDict):
    """Everybody of the house."""

    people: Annotated[list[HousePerson], "The people."]
