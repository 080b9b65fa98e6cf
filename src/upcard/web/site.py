"""What every room of the site is given: the house, the newest moment, the one way to act, and how pages are made."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Hashable
from functools import cache
from importlib.resources import files
from typing import Any, ParamSpec, TypeVar, cast

from jinja2 import Environment, PackageLoader
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

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
from upcard.web.page_cache import ID, NAME, TOKEN, Own, PageCache
from upcard.web.roles import ANYONE, LICENSEES, PIT, Roles, Who
from upcard.web.security.security import Security, token_of
from upcard.web.security.stream_limits import Crowd
from upcard.web.state_snapshot import StateSnapshot
from upcard.web.thread_pool import Readers
from upcard.web.wire import embed, encode

__all__ = ["Site", "acting", "embed", "encode", "environment", "kept_page", "page", "site_of", "slugs", "who_of"]

P = ParamSpec("P")
T = TypeVar("T")

READERS, MOST_READINGS, MOST_OF_ONE = 2, 64, 16
"""How many slow readings of the journal, or counts, are under way at once; how many wait in all, and of one person."""


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
