"""Passwords, and sessions: a random token that only its holder has, known here by its hash, for one shift."""

from __future__ import annotations

import asyncio
import re
import secrets
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from threading import BoundedSemaphore, Lock
from typing import TYPE_CHECKING, NamedTuple, ParamSpec, TypeVar

import argon2
from argon2.exceptions import InvalidHashError, VerificationError

from upcard.people.person import Limits, Person

if TYPE_CHECKING:
    from upcard.people.database import Database, Run


# ---- Passwords ---------------------------------------------------------------------------------------------
# argon2id, one at a time. A flood of sign-ins takes one core and a short queue, never the tables.


P = ParamSpec("P")
T = TypeVar("T")


class Cost(NamedTuple):
    """What one hash costs: passes over so many KiB, on one core."""

    passes: int = 3
    memory: int = 64 * 1024


MOST_WAITING = 16


class Busy(Exception):
    """Too many wait for the one worker already; nothing was looked at."""


class Passwords:
    """Hashes and verifies; every verification takes the same work, also where there is nothing to verify against."""

    def __init__(self, cost: Cost | None = None, *, waiting: int = MOST_WAITING) -> None:
        passes, memory = cost or Cost()
        self._hasher = argon2.PasswordHasher(time_cost=passes, memory_cost=memory, parallelism=1)
        salt, hash = (b64encode(secrets.token_bytes(long)).decode().rstrip("=") for long in (16, 32))
        # What nothing was hashed to: it takes the work of any other to find that a password does not give it.
        self._nobody = f"$argon2id$v=19$m={memory},t={passes},p=1${salt}${hash}"
        self._one = Lock()
        self._worker = ThreadPoolExecutor(1, "upcard-passwords")
        self._places = BoundedSemaphore(waiting)

    def hash(self, password: str) -> str:
        with self._one:
            return self._hasher.hash(_bytes(password))

    def verify(self, kept: str | None, password: str) -> bool:
        """Whether the password is the one that was hashed; never where nothing is kept."""
        with self._one:
            try:
                self._hasher.verify(kept or self._nobody, _bytes(password))
            except (VerificationError, InvalidHashError):
                return False
        return kept is not None

    def outdated(self, kept: str) -> bool:
        """Whether a hash was made at another cost than today's."""
        return self._hasher.check_needs_rehash(kept)

    async def soon(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Does slow work on the one worker, in turn; where the queue is full, `Busy` at once."""
        if not self._places.acquire(blocking=False):
            raise Busy("too many sign-ins at once: try again in a moment")
        try:
            waiting = self._worker.submit(work, *args, **named)
        except BaseException:
            self._places.release()
            raise
        # Also where the one who asked has gone away: the place is free when the work is done or was never begun.
        waiting.add_done_callback(lambda _: self._places.release())
        return await asyncio.wrap_future(waiting)

    def close(self) -> None:
        self._worker.shutdown(wait=True, cancel_futures=True)


def _bytes(password: str) -> bytes:
    """A lone surrogate is no letter, and is no reason to fail either."""
    return password.encode("utf-8", "surrogatepass")


# ---- sessions ----------------------------------------------------------------------------------------------


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
