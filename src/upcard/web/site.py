"""What every room of the site is given: the house, the newest moment, the one way to act, and how pages are made."""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from threading import Lock
from typing import Any, NamedTuple, ParamSpec, TypeVar, cast

from jinja2 import Environment, PackageLoader, TemplateError
from markupsafe import escape
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from upcard.journal.codec import TABLE
from upcard.journal.command import Command, Reply
from upcard.journal.floor import Floor
from upcard.journal.journal import Journal
from upcard.journal.writer import Writer
from upcard.people import People
from upcard.people.approval import is_personal
from upcard.rules.house import House
from upcard.tables.actor import Actor
from upcard.tables.actor import Role as TableRole
from upcard.web.document_cache import Documents
from upcard.web.hub import Hub
from upcard.web.monitor import Monitor
from upcard.web.router import ANYONE, LICENSEES, NOBODY, PIT, Roles, Who
from upcard.web.security.rate_limit import Crowd
from upcard.web.security.security import Security, token_of
from upcard.web.state_snapshot import StateSnapshot
from upcard.web.wire import embed, encode, failure

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


# ---- pages that are drawn once for everybody who sees the same. What belongs to one person alone (the token of forms,
# the id and the name) is never kept: in its place stand marks that nobody can guess, and each answer has its own words.

MOST, LARGEST = 512, 32 * 1024 * 1024
"""How many pages are kept, and how many bytes of them: the one that was asked for longest ago goes first."""

_SECRET = secrets.token_hex(16)
TOKEN, ID, NAME = (f"{_SECRET}-{what}-" for what in ("token", "id", "name"))
"""The marks: letters, digits and hyphens, which stay as they are wherever in a page they stand."""
_MARKS = re.compile(f"({TOKEN}|{ID}|{NAME})".encode())


class Own(NamedTuple):
    """What is each person's own in a page."""

    token: str
    id: str
    name: str


class PageCache:
    """The pages of one site."""

    def __init__(self, most: int = MOST, largest: int = LARGEST) -> None:
        self._most = most
        self._largest = largest
        self._kept: OrderedDict[Hashable, tuple[bytes, ...]] = OrderedDict()
        self._bytes = 0
        self.drawn = 0
        """How many pages were drawn."""

    def page(self, key: Hashable, own: Own, draw: Callable[[], str]) -> bytes:
        """The page under this key, drawn where it is not kept, with each person's own words in it."""
        parts = self._kept.pop(key, None)
        if parts is None:
            self.drawn += 1
            parts = tuple(_MARKS.split(draw().encode()))
            self._bytes += sum(map(len, parts))
        self._kept[key] = parts
        while len(self._kept) > self._most or (self._bytes > self._largest and len(self._kept) > 1):
            self._bytes -= sum(map(len, self._kept.popitem(last=False)[1]))
        words = {mark.encode(): str(escape(word)).encode() for mark, word in zip((TOKEN, ID, NAME), own, strict=True)}
        return b"".join(words.get(part, part) for part in parts)


__all__ = ["Site", "acting", "embed", "encode", "environment", "kept_page", "page", "site_of", "slugs", "who_of"]

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


# ---- pages

NAVIGATION: tuple[tuple[str, str, Roles], ...] = (
    ("/", "Tables", ANYONE),
    ("/dealer", "Deal", frozenset({"dealer"})),
    ("/dealer", "Consoles", frozenset({"floorperson"})),
    ("/supervisor", "Floor", frozenset({"floorperson"})),
    ("/supervisor", "Supervisor", frozenset({"supervisor"})),
    ("/surveillance", "Surveillance", frozenset({"surveillance", "regulator"})),
    ("/documents", "Documents", frozenset({"supervisor", "surveillance", "regulator", "licensee"})),
    ("/attempts", "Sign-ins", frozenset({"surveillance", "regulator", "licensee"})),
    ("/status", "Status", frozenset({"regulator", "licensee"})),
    ("/house", "House", frozenset({"licensee", "supervisor"})),
    ("/training", "Training", PIT | LICENSEES),
    ("/sign", "Sign", ANYONE - {"player"}),
    ("/law", "Law", ANYONE),
)


@cache
def _hashed(name: str) -> str:
    """A static file's address, which changes with the file so that a browser may keep it."""
    content = files("upcard.web").joinpath("static", *name.split("/")).read_bytes()
    return f"/static/{name}?v={hashlib.sha256(content).hexdigest()[:12]}"


@cache
def environment() -> Environment:
    made = Environment(
        loader=PackageLoader("upcard.web"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals |= {"static": _hashed, "embed": embed}
    return made


def page(request: Request, template: str, status: int = 200, **context: Any) -> Response:
    """A page of the site."""
    return HTMLResponse(_drawn(request, template, who_of(request), token_of(request), context), status)


def kept_page(
    request: Request, template: str, key: Hashable, context: Callable[[], dict[str, Any]], status: int = 200
) -> Response:
    """A page that is the same for everybody of a role, but for token, id and name: drawn once for its key.

    The context is asked for only where the page is drawn, and must not hang on anything that the key does not tell.
    """
    site, who = site_of(request), who_of(request)
    current = tuple(item["current"] for item in _navigation(request.url.path, who))
    whole = (template, key, who.role, current, request.url.path == "/password", site.moment.house_name)
    somebody = Who(ID, who.role, NAME) if who.id else who
    own = Own(token_of(request), who.id, who.name or who.id)
    body = site.pages.page(whole, own, lambda: _drawn(request, template, somebody, TOKEN, context()))
    return HTMLResponse(body, status)


def _navigation(path: str, who: Who) -> list[dict[str, Any]]:
    return [
        {"href": href, "label": label, "current": path == href or (href != "/" and path.startswith(f"{href}/"))}
        for href, label, roles in NAVIGATION
        if who.role in roles
    ]


def _drawn(request: Request, template: str, who: Who, token: str, context: dict[str, Any]) -> str:
    site, path = site_of(request), request.url.path
    house, nav = site.moment.house_name, _navigation(path, who)
    found = environment().get_template(template)
    return found.render(who=who, site=site, house=house, token=token, nav=nav, path=path, **context)


# ---- how the site says no: a document for programs, a page for people, plain text where no page can be drawn

TITLES = {
    403: "This is not open to you",
    404: "There is nothing here",
    429: "Not so fast",
    500: "Something failed",
    503: "Not at this moment",
}


def refusal(request: Request, status: int, message: str, headers: dict[str, str] | None = None) -> Response:
    """No, and why."""
    if request.url.path.startswith("/api/"):
        return failure(status, message, headers=headers)
    message = f"{message[:1].upper()}{message[1:]}{'' if message[-1:] in '.!?' else '.'}"
    answer = _page(request, status, message) or PlainTextResponse(f"{message}\n", status)
    answer.headers.update(headers or {})
    return answer


def _page(request: Request, status: int, message: str) -> Response | None:
    if not hasattr(request.state, "who"):  # no route was found, so nobody was recognised
        request.state.who, request.state.session = NOBODY, ""
        request.state.token = token_of(request)
    try:
        told = {"title": TITLES.get(status, "That was not possible"), "message": message, "why": None, "clause": None}
        return kept_page(request, "error.html", (status, message), lambda: told, status)
    except TemplateError:
        return None
