"""Sessions: a random token that only its holder has, known here by its hash, good while it is used, for one shift."""

from __future__ import annotations

import re
import secrets
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from upcard.people.person import Limits, Person

if TYPE_CHECKING:
    from upcard.people.database import Database, Run

T = TypeVar("T")

TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
"""32 bytes in letters that a cookie takes."""
MOST_REMEMBERED = 4096

_FOUND = (
    "SELECT session.began, session.seen, person.id, person.name, person.role, person.locked, person.demo,"
    " person.first_password FROM session JOIN person ON person.id = session.id WHERE session.token = ?"
)


class _Seen(NamedTuple):
    """A session as it was read, until when that is good enough, and from when on the store is told of its use."""

    person: Person
    until: int
    touch_from: int


class Sessions:
    """The sessions of everybody, with the ones in use remembered for a moment."""

    def __init__(self, database: Database, now: Callable[[], int], limits: Limits) -> None:
        self._database = database
        self._now = now
        self._limits = limits
        self._remembered: OrderedDict[str, _Seen] = OrderedDict()
        self._known: OrderedDict[str, str] = OrderedDict()
        self._forgotten = 0
        self._one = Lock()

    def begin(self, id: str) -> str:
        """A new session of somebody who has proven who they are; sessions that are over are swept away."""
        token, at = secrets.token_urlsafe(32), self._now()
        with self._database.write() as run:
            over = (at - self._limits.idle, at - self._limits.longest)
            run("DELETE FROM session WHERE seen < ? OR began < ?", over)
            run("INSERT INTO session VALUES (?, ?, ?, ?)", (hashed(token), id, at, at))
        self._know(token, id)
        return token

    def known(self, token: str) -> str:
        """Whose session it was when it was last read or begun here, or nothing. It proves nothing: who is answered
        first may hang on it, who may do what may not."""
        return self._known.get(token, "")

    def _know(self, token: str, id: str) -> None:
        with self._one:
            _put(self._known, token, id)

    def remembered(self, token: str, *, touch: bool = True) -> Person | None:
        """Whose session it is, where that was read a moment ago and there is nothing to tell the store."""
        with self._one:
            seen = self._remembered.get(token)
            at = self._now()
            fresh = seen is not None and at < seen.until and not (touch and at >= seen.touch_from)
            return seen.person if seen is not None and fresh else None

    def session(self, token: str, *, touch: bool = True) -> Person | None:
        """Whose session it is, if it is still good; asking keeps it so, unless one only looks."""
        if not TOKEN.fullmatch(token):
            return None
        if (person := self.remembered(token, touch=touch)) is not None:
            return person
        at, forgotten = self._now(), self._forgotten
        found = self._database.read(_FOUND, (hashed(token),))
        if not found:
            return None
        began, seen, id, name, role, locked, demo, first = found[0]
        if at > min(seen + self._limits.idle, began + self._limits.longest) or locked:
            self.end(token)
            return None
        if touch and at - seen >= self._limits.touched:
            with self._database.write() as run:
                run("UPDATE session SET seen = ? WHERE token = ?", (at, hashed(token)))
            seen = at
        person = Person(id, name, role, bool(locked), bool(demo), bool(first))
        until = min(at + self._limits.remembered, seen + self._limits.idle, began + self._limits.longest)
        self._remember(token, _Seen(person, until, seen + self._limits.touched), forgotten)
        self._know(token, id)
        return person

    def _remember(self, token: str, seen: _Seen, forgotten: int) -> None:
        with self._one:
            if forgotten != self._forgotten:
                return  # what was read may be what somebody has just ended
            _put(self._remembered, token, seen)

    def forget(self) -> None:
        """Nothing that was read before this holds any longer."""
        with self._one:
            self._forgotten += 1
            self._remembered.clear()

    def end(self, token: str) -> None:
        """The session is over."""
        with self._database.write() as run:
            run("DELETE FROM session WHERE token = ?", (hashed(token),))
        with self._one:
            self._known.pop(token, None)
        self.forget()


def _put(remembered: OrderedDict[str, T], token: str, what: T) -> None:
    """The newest; the oldest is forgotten where there are too many."""
    remembered[token] = what
    remembered.move_to_end(token)
    while len(remembered) > MOST_REMEMBERED:
        remembered.popitem(last=False)


def end_all(run: Run, id: str) -> None:
    """Every session and API token of a person is over, in the transaction of what ended them."""
    run("DELETE FROM session WHERE id = ?", (id,))
    run("DELETE FROM api_token WHERE id = ?", (id,))


def hashed(token: str) -> str:
    """How the store knows a token: whoever reads the store cannot use it."""
    return sha256(token.encode()).hexdigest()
