"""How often somebody may do something (a bucket for each, refilled steadily), and how many streams there are."""

from __future__ import annotations

import asyncio
import re
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from math import ceil
from typing import Literal, NamedTuple, TypeAlias

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


# ---- Who is answered next ----------------------------------------------------------------------------------
# Acts of people at tables go by at once; everybody else takes turns, and turns have a share.
#
# The loop that serves does one thing at a time: whatever a page takes, an act waits for. So pages, files, refusals
# and new streams are begun one after the other, with a rest after each that is a few times as long as it took. People
# who are signed in come first, then each network in its turn: somebody with many connections is not answered more
# often than somebody with one. Whoever waits costs nothing, and how many may wait has an end.


MOST_WAITING, MOST_OF_ONE = 2048, 512
"""How many requests wait for their turn: in all, and of one person or network."""

REST = 3.0
"""How many times as long as a turn took nobody else has one: all turns together have a quarter of the time."""
SHORTEST_REST = 0.002
"""Seconds, since reading a request and sending its answer take a while that is not seen here."""
ADVANCE = 0.05
"""Seconds of rest that may be owed: a page and its files are not kept waiting where nobody asks for much."""

Kind: TypeAlias = Literal["acts", "pages", "files", "streams"]
FILES = re.compile(r"/static/|/favicon\.ico$")


def kind_of(method: str, path: str) -> Kind:
    """What sort of request it is: each has a rate of its own.

    >>> kind_of("POST", "/api/acts"), kind_of("GET", "/law/ma"), kind_of("GET", "/api/stream")
    ('acts', 'pages', 'streams')
    """
    if method not in ("GET", "HEAD"):
        return "acts"
    if FILES.match(path):
        return "files"
    return "streams" if path == "/api/stream" else "pages"


Waiting: TypeAlias = OrderedDict[str, deque[asyncio.Future[None]]]
"""By person or network, whoever waits; the one who has not been answered for longest first."""


class Scheduler:
    """The requests that wait for their turn. It belongs to the loop that serves."""

    def __init__(self, most: int = MOST_WAITING, each: int = MOST_OF_ONE) -> None:
        self._most = most
        self._each = each
        self._lanes: tuple[Waiting, Waiting] = (OrderedDict(), OrderedDict())
        self._busy: asyncio.AbstractEventLoop | None = None
        """The loop in which a turn, or the rest after it, is under way."""
        self._began = 0.0
        self._rested = 0.0
        """When all rests of the turns so far are over."""
        self.waiting = 0
        self.turns = 0

    async def turn(self, whose: str, *, first: bool = False) -> bool:
        """Comes back when it is one's turn, with False at once where too many wait; `first` goes before all others."""
        lane = self._lanes[0 if first else 1]
        if self.waiting >= self._most or len(lane.get(whose, ())) >= self._each:
            return False
        loop = asyncio.get_running_loop()
        mine = loop.create_future()
        lane.setdefault(whose, deque()).append(mine)
        self.waiting += 1
        if self._busy is not loop:
            self._busy = loop
            loop.call_soon(self._give, loop)
        await mine
        return True

    def _give(self, loop: asyncio.AbstractEventLoop) -> None:
        """The next turn. What is called soon is called in this order, so that the time between is that of the turn."""
        mine = self._next()
        if mine is None:
            self._busy = None
            return
        self.turns += 1
        loop.call_soon(self._begin, loop)
        mine.set_result(None)
        loop.call_soon(self._end, loop)

    def _begin(self, loop: asyncio.AbstractEventLoop) -> None:
        self._began = loop.time()

    def _end(self, loop: asyncio.AbstractEventLoop) -> None:
        now = loop.time()
        self._rested = max(self._rested, now) + max(SHORTEST_REST, REST * (now - self._began))
        owed = self._rested - now - ADVANCE
        if owed > 0:
            loop.call_later(owed, self._give, loop)
        else:
            loop.call_soon(self._give, loop)

    def _next(self) -> asyncio.Future[None] | None:
        for lane in self._lanes:
            while lane:
                whose, those = next(iter(lane.items()))
                mine = those.popleft()
                self.waiting -= 1
                if those:
                    lane.move_to_end(whose)
                else:
                    del lane[whose]
                if not mine.done():  # whoever was cancelled has gone
                    return mine
        return None
