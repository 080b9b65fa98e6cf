"""What every room of the site is given: the house, the newest moment, the one way to act, and how pages are made."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from threading import Lock
from typing import Any, ParamSpec, TypeVar, cast

from starlette.exceptions import HTTPException
from starlette.requests import Request

from upcard.journal.command import TABLE, Command, Reply
from upcard.journal.floor import Floor, Writer
from upcard.journal.journal import Journal
from upcard.people import People
from upcard.people.person import is_personal
from upcard.rules.house import House
from upcard.tables.commands import Actor
from upcard.tables.commands import Role as TableRole
from upcard.web.hub import Documents, Hub
from upcard.web.monitor import Monitor
from upcard.web.page import PageCache
from upcard.web.projection import StateSnapshot
from upcard.web.router import Who
from upcard.web.security.rate_limit import Crowd
from upcard.web.security.security import Security

T = TypeVar("T")

# ---- threads for slow work that only reads, with a queue that has an end: for all together, and for each who asks

asking: ContextVar[str] = ContextVar("asking", default="")
"""Whose request is being answered: the id of a person, or the address of nobody."""

WAIT = {"Retry-After": "2"}


class Readers:
    """`threads` of them; at most `most` tasks are under way or wait, and `each` of one who asks."""

    def __init__(self, name: str, threads: int, most: int, each: int) -> None:
        self._threads = ThreadPoolExecutor(threads, name)
        self._most = most
        self._each = each
        self._counting = Lock()
        self._of: Counter[str] = Counter()

    async def do(self, work: Callable[[], T]) -> T:
        """What comes of it; where too much waits already, an answer that says so, at once."""
        whose = asking.get()
        self._enter(whose)
        try:
            coming = self._threads.submit(work)
        except BaseException:
            self._leave(whose)
            raise
        # Also where the one who asked has gone away: the place is free when the work is done or was never begun.
        coming.add_done_callback(lambda _: self._leave(whose))
        return await asyncio.wrap_future(coming)

    def _enter(self, whose: str) -> None:
        with self._counting:
            if self._of[whose] >= self._each:
                raise HTTPException(503, "You have asked for too much at once. Try again in a moment.", WAIT)
            if self._of.total() >= self._most:
                raise HTTPException(503, "Too much is being looked up at this moment. Try again in a moment.", WAIT)
            self._of[whose] += 1

    def _leave(self, whose: str) -> None:
        with self._counting:
            self._of[whose] -= 1
            if not self._of[whose]:
                del self._of[whose]

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


P = ParamSpec("P")

READERS, MOST_READINGS, MOST_OF_ONE = 2, 64, 16
"""How many slow readings of the journal, or counts, are under way at once; how many wait in all, and of one person."""


NO_TABLE = "There is no such table in this house."
NO_ROUND = "there is no such table, or that is not the number of a round"


class Site:
    """One process that serves a house."""

    def __init__(
        self,
        floor: Floor,
        journal: Journal,
        people: People,
        hub: Hub,
        url: str,
        *,
        demo: bool = False,
        origins: frozenset[str] = frozenset(),
        https: bool = False,
    ) -> None:
        self.floor = floor
        self.journal = journal
        self.people = people
        self.hub = hub
        people.founding = self.is_new
        self.url = url
        self.demo = demo
        self.origins = origins
        """The names that this server is reached by, beside those of the machine itself."""
        self.security = Security(people, hosts=origins, https=https)
        self.house: House = floor.casino.house
        self.pace = 0.0
        """How fast the bots act that deal where nobody does; none where there are no bots."""
        self.house_text = ""
        """The house as it was written, where that is known."""
        self.slugs = slugs(self.house)
        self.named = {slug: name for name, slug in self.slugs.items()}
        self.documents = Documents(self)
        self.pages = PageCache()
        self.editions: dict[Any, Any] = {}
        """The editions of the law as they are drawn, by what draws them and their ids."""
        self.odds: dict[str, tuple[int, bytes]] = {}
        """By table, the entry after which it last changed, and its odds as of then."""
        self.crowd = Crowd()
        self.monitor = Monitor(self)
        people.tried = self.monitor.tried
        self.metrics_token = ""
        """What opens health and figures to somebody who is not on this machine, or empty."""
        self.writer: Writer[Any, Reply] | None = None
        self._readers = Readers("upcard-reader", READERS, MOST_READINGS, MOST_OF_ONE)
        self._people = Readers("upcard-people", 1, MOST_READINGS, MOST_READINGS)

    @property
    def moment(self) -> StateSnapshot:
        """The casino as of the last commit."""
        return self.hub.moment

    def is_new(self) -> bool:
        """Whether no table was ever opened, whatever it is called now: people who are made now set the house up."""
        return not any(stream.startswith(TABLE) for stream in self.moment.versions)

    def table(self, request: Request) -> str:
        """The table that an address names; where there is none, that is the answer."""
        name = self.named.get(request.path_params["slug"])
        if name is None:
            raise HTTPException(404, NO_TABLE)
        return name

    def round(self, request: Request) -> tuple[str, int] | None:
        """The table and the number of a round that was begun; the journal need not be read to know that."""
        table, number = self.named.get(request.path_params["slug"]), str(request.path_params["number"])
        if table is None or not (number.isascii() and number.isdigit() and len(number) < 19):
            raise HTTPException(404, NO_ROUND)
        return (table, int(number)) if self.moment.has_round(table, int(number)) else None

    async def send(self, command: Command) -> Reply:
        """The reply to a command, when it is on disk; what two people do is in the log of approvals before."""
        assert self.writer is not None
        if command.second is not None and is_personal(command.second.id):
            digest = command.digest.hex()
            await self.ask_people(self.people.approve, command.id, digest, command.said_by, self.journal.key)
        return await self.writer.send(command)

    async def in_thread(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Slow work that only reads, out of the way of whoever plays."""
        return await self._readers.do(lambda: work(*args, **named))

    async def ask_people(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """The same with the store of people: whoever signs in waits for nobody who reads the journal."""
        return await self._people.do(lambda: work(*args, **named))

    def close(self) -> None:
        self._readers.close()
        self._people.close()


def slugs(house: House) -> dict[str, str]:
    """By table, its name in an address: letters and digits, and no two alike."""
    found: dict[str, str] = {}
    for table in house.tables:
        plain = re.sub("[^a-z0-9]+", "-", table.name.lower()).strip("-") or "table"
        slug, number = plain, 1
        while slug in found.values():
            number += 1
            slug = f"{plain}-{number}"
        found[table.name] = slug
    return found


def site_of(request: Request) -> Site:
    return cast("Site", request.app.state.site)


def who_of(request: Request) -> Who:
    return cast("Who", request.state.who)


def acting(who: Who) -> Actor | None:
    """Who acts at a table, or None for those who only look."""
    if who.role in ("none", "surveillance"):
        return None
    return Actor(who.id, cast("TableRole", who.role))
