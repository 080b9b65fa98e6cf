"""How often somebody may do something (a bucket for each, refilled steadily), and how many streams there are."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from math import ceil
from typing import NamedTuple

from upcard.web.router import Who
from upcard.web.security.allowed_hosts import is_loopback

MOST_BUCKETS = 10_000


class Rate(NamedTuple):
    """So many at once, and so many in so many seconds from then on."""

    burst: int
    many: int
    seconds: int


class Rates(NamedTuple):
    """The rates of a site, each for a person, or for a network where nobody is signed in."""

    acts: Rate = Rate(60, 20, 1)
    """Whatever is sent."""
    pages: Rate = Rate(300, 60, 1)
    """Pages and documents."""
    files: Rate = Rate(1500, 300, 1)
    """Style sheets, scripts and pictures: a page has a dozen of them, and a house many screens behind one address."""
    streams: Rate = Rate(300, 30, 1)
    """Streams that are opened."""
    sign_ins: Rate = Rate(10, 10, 60)
    """Passwords tried, by address."""
    approvals: Rate = Rate(10, 10, 60)
    """Passwords of second persons tried, by the first one's id."""


class Buckets:
    """What is left for each key. The one that was used longest ago is forgotten first: it is the fullest."""

    def __init__(self, rate: Rate, clock: Callable[[], float], most: int = MOST_BUCKETS) -> None:
        self._rate = rate
        self._clock = clock
        self._most = most
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, times: int = 1, rate: Rate | None = None) -> int:
        """0 where it may be done, else the seconds after which it may be tried again.

        Somebody who stands for many others may do everything so many times as often; a key may have its own rate.
        """
        allowed = rate or self._rate
        burst, many, seconds = allowed.burst * times, allowed.many * times, allowed.seconds
        now = self._clock()
        left, at = self._left.pop(key, (float(burst), now))
        left = min(float(burst), left + (now - at) * many / seconds)
        taken = left >= 1
        self._left[key] = (left - 1 if taken else left, now)
        while len(self._left) > self._most:
            self._left.popitem(last=False)
        return 0 if taken else max(1, ceil((1 - left) * seconds / many))

    def empty(self, key: str) -> bool:
        """Whether it may not be done at this moment; asking takes nothing."""
        _, many, seconds = self._rate
        left, at = self._left.get(key, (1.0, 0.0))
        return left + (self._clock() - at) * many / seconds < 1

    def __len__(self) -> int:
        return len(self._left)


@lru_cache(1024)
def network(address: str) -> str:
    """Whom an address belongs to, as far as rates go: one customer has many addresses of the newer kind.

    >>> network("192.0.2.7"), network("2001:db8:a:b:c:d:e:f"), network("a socket")
    ('192.0.2.7', '2001:db8:a:b::', 'a socket')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(IPv6Address(int(found) >> 64 << 64))
    return str(found)


# ---- live streams: each is kept for hours and is told of everything, so that it costs; but a house has many screens,
# and all of them may come from one address.


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
