"""How many live streams there are at once: of one person, of one address that nobody is signed in from, of nobody.

A stream is kept for hours and is told of everything, so that each of them costs; but a house has many screens, and all
of them may come from one address.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from upcard.web.roles import Who
from upcard.web.security.allowed_hosts import is_loopback
from upcard.web.security.rate_limit import network


class Room(NamedTuple):
    """How many streams there is room for."""

    person: int = 50
    address: int = 250
    """Of one address, for whoever is not signed in."""
    local: int = 1000
    """Of this machine, where many may come from that a proxy passes on."""
    nobody: int = 2000
    """Of everybody who is not signed in."""


def room_for(connections: int) -> Room:
    """Whoever is signed in always finds a connection: the others have at most half of them.

    >>> room_for(4096), room_for(104)
    (Room(person=50, address=250, local=1000, nobody=2048), Room(person=50, address=26, local=52, nobody=52))
    """
    address, local = min(250, connections // 4), min(1000, connections // 2)
    return Room(address=address, local=local, nobody=connections // 2)


class Crowd:
    """The streams that are open. It belongs to the loop that serves."""

    def __init__(self, room: Room | None = None) -> None:
        self.room = room or Room()
        self._of: Counter[tuple[str, str]] = Counter()
        self.nobody = 0

    def full(self, who: Who, address: str) -> str:
        """Why there is no room for one more stream, or nothing."""
        if who.id:
            return "You have too many screens open." if self._of["person", who.id] >= self.room.person else ""
        if self.nobody >= self.room.nobody:
            return "Too many screens are open at this moment that nobody is signed in at."
        most = self.room.local if is_loopback(address) else self.room.address
        if self._of["address", network(address)] >= most:
            return "Too many screens are open from here that nobody is signed in at."
        return ""

    @contextmanager
    def entered(self, who: Who, address: str) -> Iterator[None]:
        """For as long as a stream is open."""
        key = ("person", who.id) if who.id else ("address", network(address))
        alone = not who.id
        self._of[key] += 1
        self.nobody += alone
        try:
            yield
        finally:
            self.nobody -= alone
            self._of[key] -= 1
            if not self._of[key]:
                del self._of[key]
