"""API tokens: what a program shows in place of a password. A token has its owner's role, a rate and an end.

The store knows a token by its hash and is asked each time, so that a revoked one is worth nothing at once.
"""

from __future__ import annotations

import re
import secrets
from typing import NamedTuple

import msgspec

from upcard.errors import Refused
from upcard.people.database import Database, Run, changed
from upcard.people.person import Limits, Person
from upcard.people.sessions import hashed

PREFIX = "upc_"
TOKEN = re.compile(PREFIX + r"[A-Za-z0-9_-]{43}")
MOST, LONGEST_NAME, LONGEST_DAYS, FASTEST = 20, 40, 366, 1200
"""Tokens of a person, characters of a name, days that one is good, requests a minute."""
DAY = 24 * 3_600_000

_COLUMNS = "number, id, name, acts, rate, made, ends, used"


class ApiToken(msgspec.Struct, frozen=True):
    """A token as its owner sees it again; the token itself is shown once."""

    number: int
    id: str
    """Whose it is."""
    name: str
    acts: bool
    """Whether it acts, or only reads."""
    rate: int
    """Requests a minute."""
    made: int
    ends: int
    used: int
    """When it was last used, to the minute; 0 for never."""


class Wish(NamedTuple):
    """What a new token is to be."""

    name: str
    acts: bool = False
    rate: int = 60
    days: int = 90


def checked(wish: Wish) -> Wish:
    """The wish, refused where it is beyond what a token can be."""
    name = wish.name.strip()
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise Refused(None, f"name: a token has a name of 1 to {LONGEST_NAME} characters")
    if not 1 <= wish.rate <= FASTEST:
        raise Refused(None, f"rate: a token makes 1 to {FASTEST} requests a minute")
    if not 1 <= wish.days <= LONGEST_DAYS:
        raise Refused(None, f"days: a token is good for 1 to {LONGEST_DAYS} days")
    return wish._replace(name=name)


def new(run: Run, id: str, wish: Wish, now: int) -> str:
    """A new token of somebody who has proven who they are, in the transaction of that."""
    run("DELETE FROM api_token WHERE ends <= ?", (now,))
    held = run("SELECT name FROM api_token WHERE id = ?", (id,))
    if len(held) >= MOST:
        raise Refused(None, f"you have {MOST} API tokens: revoke one first")
    if (wish.name,) in held:
        raise Refused(None, f"name: you have an API token {wish.name!r} already")
    token, ends = PREFIX + secrets.token_urlsafe(32), now + wish.days * DAY
    run(
        f"INSERT INTO api_token (token, {_COLUMNS})"
        " SELECT ?, coalesce(max(number), 0) + 1, ?, ?, ?, ?, ?, ?, 0 FROM api_token",
        (hashed(token), id, wish.name, int(wish.acts), wish.rate, now, ends),
    )
    may = "reads and acts" if wish.acts else "reads"
    changed(run, now, id, id, f"made the API token {wish.name!r}, which {may} for {wish.days} days")
    return token


def held(database: Database, id: str, now: int) -> tuple[ApiToken, ...]:
    """The tokens of a person that are still good, the oldest first."""
    rows = database.read(f"SELECT {_COLUMNS} FROM api_token WHERE id = ? AND ends > ? ORDER BY number", (id, now))
    return tuple(_read(row) for row in rows)


def revoke(run: Run, id: str, number: int, now: int) -> None:
    """One of somebody's own tokens is worth nothing from now on."""
    found = run("SELECT name FROM api_token WHERE id = ? AND number = ?", (id, number))
    if not found:
        raise Refused(None, f"you have no API token {number}")
    run("DELETE FROM api_token WHERE number = ?", (number,))
    changed(run, now, id, id, f"revoked the API token {found[0][0]!r}")


def bearer(database: Database, token: str, now: int, limits: Limits) -> tuple[Person, ApiToken] | None:
    """Whose token it is, if it is still good."""
    if not TOKEN.fullmatch(token):
        return None
    listed = ", ".join(f"api_token.{column}" for column in _COLUMNS.split(", "))
    found = database.read(
        f"SELECT {listed}, person.name, person.role, person.locked, person.demo, person.first_password"
        " FROM api_token JOIN person ON person.id = api_token.id WHERE api_token.token = ? AND api_token.ends > ?",
        (hashed(token), now),
    )
    if not found:
        return None
    kept, (name, role, locked, demo, first) = _read(found[0][:8]), found[0][8:]
    if locked or first:
        return None
    if now - kept.used >= limits.touched:
        with database.write() as run:
            run("UPDATE api_token SET used = ? WHERE number = ?", (now, kept.number))
    return Person(kept.id, name, role, demo=bool(demo)), kept


def _read(row: tuple[object, ...]) -> ApiToken:
    return msgspec.convert(dict(zip(_COLUMNS.split(", "), row, strict=True)), ApiToken, strict=False)
