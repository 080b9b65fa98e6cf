"""Passwords: argon2id, one at a time. A flood of sign-ins takes one core and a short queue, never the tables."""

from __future__ import annotations

import asyncio
import secrets
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import BoundedSemaphore, Lock
from typing import NamedTuple, ParamSpec, TypeVar

import argon2
from argon2.exceptions import InvalidHashError, VerificationError

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
