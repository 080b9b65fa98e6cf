"""Who is answered next. Acts of people at tables go by at once; everybody else takes turns, and turns have a share.

The loop that serves does one thing at a time: whatever a page takes, an act waits for. So pages, files, refusals and
new streams are begun one after the other, with a rest after each that is a few times as long as it took. People who are
signed in come first, then each network in its turn: somebody with many connections is not answered more often than
somebody with one. Whoever waits costs nothing, and how many may wait has an end.
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict, deque
from typing import Literal, TypeAlias

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
