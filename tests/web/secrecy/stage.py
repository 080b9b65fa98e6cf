"""A casino that begins again and again from the same journal, with whatever cards a test has put into its decks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest

from tests.audit.journals import Memory, every_second, house
from tests.web.everybody import unhurried
from tests.web.secrecy.deck import Decks, Secrets, in_hand
from tests.web.secrecy.wire import Browser, Stream
from tests.web.served import CHEAP
from upcard.bots import Pit
from upcard.journal.command import Command, Reply
from upcard.journal.floor import Floor, Writer, open_house
from upcard.journal.journal import Journal
from upcard.money.commands import ValidateHit
from upcard.people import People, open_people
from upcard.rules.house import House
from upcard.rules.table import TableRules
from upcard.store.store import Entry
from upcard.tables import Actor, Table
from upcard.tables import commands as c
from upcard.tables.commands import Role
from upcard.web.app import application
from upcard.web.hub import Documents
from upcard.web.lifecycle import first_moment
from upcard.web.router import Role as WebRole
from upcard.web.routes import surveillance
from upcard.web.security.security import COOKIE, FORM_COOKIE, PASSWORD, add_demo_people
from upcard.web.site import Site

NOBODY = ""
SEATED = {1: "pat", 2: "kim", 3: "gus"}
WHO: dict[str, WebRole] = {
    NOBODY: "none", "pat": "player", "kim": "player", "gus": "player", "lou": "player", "dana": "dealer",
    "sam": "supervisor", "sol": "supervisor", "vic": "surveillance", "rae": "regulator", "lee": "licensee",
}  # fmt: skip
"""Everybody who looks: three players with a seat, one without, two supervisors, and one of every other kind."""

WATCHERS = ("vic", "rae")
STAFF = {"dealer": "dana", "supervisor": "sam", "floorperson": "sam"}
A_FORM = "0" * 32
"""What binds the forms of nobody: the same in both twins."""


class Begun(NamedTuple):
    """A journal to begin from: the table is open and everybody sits, before a first round or after one."""

    rows: tuple[Entry, ...]
    balances: dict[str, int]


def actor(by: Actor) -> Actor:
    """One of our own people in the place of a pit's."""
    if by.role == "player":
        return by
    id = STAFF.get(by.role, by.id)
    return Actor(id, cast("Role", WHO[id])) if id in WHO else by


def waiting(floor: Floor, table: str) -> ValidateHit | None:
    """An award of the table that has to be validated before play goes on."""
    for link in floor.casino.books.links.values():
        for hit in link.open.values():
            if hit.table == table and hit.state == "pending":
                return ValidateHit(link.name, hit.number)
    return None


@cache
def begun(name: str, rounds: int, secrets: str) -> Begun:
    """The first table of an example house, ready for play after so many rounds."""
    found = house(name)
    t = found.tables[0]
    store = Memory()
    floor = Floor(found, store, every_second(), source=Secrets(secrets))
    open_house(floor)
    ids = (f"before/{number}" for number in count(1))

    def do(by: Actor, ask: Any, table: str = t.name) -> None:
        (reply,) = floor.process([Command(next(ids), by, ask, table)])
        if reply.error is not None:
            raise reply.error

    dealer = Actor("dana", "dealer")
    do(dealer, c.OpenTable())
    do(dealer, c.RelieveDealer("dana"))
    for seat, player in SEATED.items():
        do(Actor(player, "player"), c.TakeSeat(seat, player))
    pit = Pit(t, "before", len(SEATED), sourced=True)
    while floor.casino.tables[t.name].number <= rounds:
        award = waiting(floor, t.name)
        if award is not None:
            do(Actor("sam", "supervisor"), award, "")
            continue
        doing = pit.under(floor.casino.rules_of(t.name)).next(floor.casino.tables[t.name])
        assert doing is not None
        do(actor(doing[0]), doing[1])
    return Begun(tuple(store.rows), store.balances())


class AtOnce:
    """Writes without a thread: what is sent is done when it is answered."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    async def send(self, command: Command) -> Reply:
        return self._floor.process([command])[0]


class Stage:
    """The served casino of one house."""

    def __init__(self, name: str, people: People, decks: Decks) -> None:
        self.house: House = house(name)
        self.t: TableRules = self.house.tables[0]
        self.name = name
        self.decks = decks
        self._people = people
        # Sessions are known at once, so that a stream says what it has to say in the same turn of the loop.
        people.remembered = people.session  # type: ignore[method-assign]
        self.floor, self.site = self._made(begun(name, 0, "0"))
        self.slug = self.site.slugs[self.t.name]
        self.app = application(self.site)
        unhurried(self.site)
        self._site_at(self.floor)
        self.browsers = {id: self._browser(id) for id in WHO}
        self._streams: dict[tuple[str, str], Stream] = {}

    def begin(self, rounds: int, secrets: str) -> None:
        """The casino as it stood, whatever was played since."""
        found = begun(self.name, rounds, secrets)
        for stream in self._streams.values():
            stream.leave()
        self._streams.clear()
        self._site_at(self._floor(found))

    async def listen(self, who: str, path: str) -> bytes:
        """What somebody's stream has said since it was listened to last; it is opened the first time."""
        if (who, path) not in self._streams:
            self._streams[who, path] = self.browsers[who].stream(path)
        return await self._streams[who, path].heard()

    @property
    def table(self) -> Table:
        return self.floor.casino.tables[self.t.name]

    @property
    def rules(self) -> TableRules:
        return self.floor.casino.rules_of(self.t.name)

    @property
    def rows(self) -> list[Entry]:
        return cast("Memory", self.floor.store).rows

    def _floor(self, found: Begun) -> Floor:
        store = Memory(found.rows, found.balances)
        return Floor(self.house, store, every_second(), source=Secrets("begun"))

    def _made(self, found: Begun) -> tuple[Floor, Site]:
        floor = self._floor(found)
        _, hub = first_moment(floor)
        journal = Journal(floor.store, None)
        return floor, Site(
            floor, journal, self._people, hub, "sqlite:none", demo=True, origins=frozenset({"127.0.0.1"})
        )

    def _site_at(self, floor: Floor) -> None:
        """The same site, with the same people and sessions, over another journal."""
        site = self.site
        following, site.hub = first_moment(floor)
        following.tell = site.hub.tell
        self.floor = site.floor = floor
        site.journal = Journal(floor.store, None)
        site.documents = Documents(site)
        site.writer = cast("Writer[Any, Reply]", AtOnce(floor))
        surveillance._watches.pop(site, None)

    def _browser(self, id: str) -> Browser:
        security = self.site.security
        if id == NOBODY:
            return Browser(self.app, {FORM_COOKIE: A_FORM}, security.token(A_FORM))
        session = self._people.begin(id)
        return Browser(self.app, {COOKIE: session}, security.token(session))


@contextmanager
def stages(folder: Path, patch: pytest.MonkeyPatch, *names: str) -> Iterator[tuple[Stage, ...]]:
    """A served casino for each of some example houses, all of them with decks in the test's own hand."""
    begun.cache_clear()  # with the hashes of now
    decks = Decks()
    in_hand(patch, decks)
    with open_people(f"sqlite:{folder / 'people.db'}", cost=CHEAP) as people:
        add_demo_people(people, "127.0.0.1")
        people.add("gus", "Gus", "player", PASSWORD, "demo", demo=True)
        made = tuple(Stage(name, people, decks) for name in names)
        try:
            yield made
        finally:
            for stage in made:
                stage.site.close()
