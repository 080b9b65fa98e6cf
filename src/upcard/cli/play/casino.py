"""A casino in memory: a floor with a journal of its own, the product's bots as dealer and company, and you in a seat.

Nothing is decided here: acts go to the floor, the bots take every step that waits for nobody, and what is seen is the
document that a served table sends. All chance comes from the seed.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from getpass import getpass
from itertools import count
from operator import itemgetter
from secrets import token_hex
from typing import Any, NamedTuple, cast

from msgspec.structs import replace
from rich.text import Text

from upcard.audit import Follower
from upcard.bots import Pit
from upcard.bots.table_bot import Playing
from upcard.cli.options import cents_of, row, table_of
from upcard.cli.play.screen import Left, Screen, own, staked
from upcard.client import Client
from upcard.errors import Refused
from upcard.games.game import game_of
from upcard.games.payment import net, written_meters
from upcard.journal.command import Command
from upcard.journal.floor import Floor
from upcard.rules.election import Rules
from upcard.rules.house import House, TableRules
from upcard.store.sqlite import MemoryStore
from upcard.tables import Actor
from upcard.tables.next_step import lines_of
from upcard.tables.state import Table
from upcard.units import show_cents, show_dollars
from upcard.web.act_codec import read_act
from upcard.web.projection import Projection
from upcard.web.views.odds import asked
from upcard.web.views.table import As, table_document

YOU = Actor("You", "player")
DEFAULT_SEATS = 4
MOST_PLAYERS = 7
MOST_BANKROLL = 100_000_000
NAMES = ("Ada", "Ben", "Cleo", "Dov", "Edie", "Finn", "Gus", "Hana", "Ivo")


class Opening(NamedTuple):
    """A table that is ready to be opened."""

    house: House
    table: TableRules
    seats: tuple[int, ...]
    """The seats that are taken, from the dealer's left."""
    me: int
    bankroll: int
    seed: str


def opening(
    edition: str | None,
    seats: int | None,
    seat: int | None,
    seed: str | None,
    bankroll: str,
    file: str | None,
    table: str | None,
) -> Opening:
    """The options as one table; whatever is wrong is a `Refused` or `HouseError` that names the option."""
    house, found = table_of(edition, file, table)
    played = replace(found, mode="virtual")
    most = min(MOST_PLAYERS, played.seats)
    players = min(DEFAULT_SEATS, most) if seats is None else seats
    if not 1 <= players <= most:
        raise Refused(None, f"--seats: {players} cannot play at this table; 1 to {most} can")
    me = (players + 1) // 2 if seat is None else seat
    if not 1 <= me <= played.seats:
        raise Refused(None, f"--seat: there is no seat {me}; this table has 1 to {played.seats}")
    others = [number for number in range(1, played.seats + 1) if number != me][: players - 1]
    taken = tuple(sorted((me, *others)))
    return Opening(house, played, taken, me, _bankroll(bankroll, played.rules), token_hex(32) if seed is None else seed)


def _bankroll(text: str, rules: Rules) -> int:
    cents = cents_of("--bankroll", text)
    if cents < (least := rules.minimum * rules.times("ante")):
        because = f"the smallest ante and the bets that may follow it take {show_dollars(least)}"
        raise Refused(None, f"--bankroll: {show_dollars(cents)} is too little: {because}")
    if cents > MOST_BANKROLL:
        raise Refused(None, f"--bankroll: {show_dollars(MOST_BANKROLL)} is enough for any evening")
    return cents


class LocalCasino:
    """One table of a house, open, with everybody in their seats."""

    def __init__(self, asked: Opening, *, auto: bool = False, steps: bool = False) -> None:
        t = self._t = asked.table
        named = {name: asked.house.jackpots[name] for name in (t.jackpot, t.five_card_jackpot) if name}
        house = replace(asked.house, tables=(t,), jackpots=named)
        self.seat, self._asked, self._steps = asked.me, asked, steps
        self.purse = asked.bankroll
        """What the player has between rounds, in cents."""
        self._floor = Floor(house, MemoryStore())
        bots = {seat: NAMES[seat - 1] for seat in asked.seats if seat != asked.me}
        if auto:
            bots[asked.me] = YOU.id
        pit = Pit(t, asked.seed, t.seats, players=bots, purse=lambda seat: self.purse if seat == self.seat else None)
        self._playing = Playing(self._floor, {t.name: pit}, "bots")
        self._projection = Projection(self._floor)
        self._ids = (f"you/{number}" for number in count(1))
        self._paid = 0
        self._by_hand: list[dict[str, Any]] = []
        self._step()  # the table opens
        self.act({"act": "TakeSeat", "seat": self.seat, "player": YOU.id})
        for _ in asked.seats[1:]:
            self._step()

    # ---- the calls of a client

    def document(self, as_: str = "seat") -> Any:
        """The table as the seat sees it, with what the player has.

        Of the choices there are those that the money covers; a wager says how often a whole hand takes its amount.
        """
        name = self._t.name
        found = table_document(self._projection.last, name, name, cast("As", as_), YOU)
        if self._by_hand:
            found["log"] = sorted((*self._by_hand, *found["log"]), key=itemgetter("seq"))
        left = self.purse - staked(own(found))
        for place, offer in enumerate(found.get("wagers") or ()):
            offer["times"] = 1 if place else self._t.rules.times("ante")
        found["choices"] = [choice for choice in found.get("choices") or () if self._cost(choice) <= left]
        return {**found, "purse": show_cents(self.purse)}

    def _cost(self, choice: Any) -> int:
        decision: Any = read_act(choice["act"], self._t.edition.game)
        act, round = decision.command, self._projection.last.tables[self._t.name].round
        cents: int = game_of(self._t).core.decided(self._t.rules, round, act.seat, type(act).__name__)[0]
        return cents + getattr(act, "tip", 0)

    def act(self, act: Mapping[str, Any]) -> None:
        """An act of the player; a `Refused` says why it was not done."""
        asked = read_act(act, self._t.edition.game)
        self._process([Command(next(self._ids), YOU, asked, self._t.name)])

    def following(self) -> Iterator[Any]:
        """The table as it stands, and after everything that others do; the player acts between two of them."""
        while True:
            yield self.document()
            self._step()

    def advice(self) -> str:
        """What each decision on the own hand is worth, in a sentence."""
        found = asked(self._t, self._projection.last.tables[self._t.name], self.seat)
        return found if isinstance(found, str) else str(found["sentence"])

    # ---- the floor

    def _step(self) -> None:
        commands = list(self._playing.acts())
        if not commands:
            raise Refused(None, "nobody at this table can go on")
        self._process(commands)

    def _process(self, commands: Sequence[Command]) -> None:
        casino = self._floor.casino
        seq, table = casino.seq, casino.tables.get(self._t.name, Table())
        with _undisturbed():
            replies = self._floor.process(commands)
        for reply in replies:
            if reply.error is not None:
                raise reply.error
        if self._steps:
            lines = [line for one in commands if one.table for line in lines_of(self._t, table, cast("Any", one.ask))]
            told = [{"seq": seq + 1, "text": line.do, "clause": line.cites, "by_hand": True} for line in lines]
            self._by_hand = [*self._by_hand, *told][-30:]
        last = self._projection.last.finished.get(self._t.name)
        if last is not None and last.number > self._paid:
            self._paid = last.number
            self.purse += net(last.round.payments, self.seat)

    # ---- the whole evening

    def evening(self, rounds: int) -> dict[str, Any]:
        """Rounds that bots play, as one JSON document: each as `upcard settle` reads it, with what was paid."""
        least = self._t.rules.minimum * self._t.rules.times("ante")
        while self._paid < rounds and self.purse >= least:
            self._step()
        follower, asked = Follower(), self._asked
        stories = [story for entry in self._floor.store.entries() if (story := follower.feed(entry)) is not None]
        nets = {seat: sum(net(story.round.payments, seat) for story in stories if story.round) for seat in asked.seats}
        return {
            "house": asked.house.name,
            "table": self._t.name,
            "edition": self._t.edition.id,
            "seed": asked.seed,
            "seat": str(self.seat),
            "bankroll": {"start": show_cents(asked.bankroll), "end": show_cents(self.purse)},
            "rounds": [
                {"number": story.number, "round": story.written, "settlement": story.settlement} for story in stories
            ],
            "net": {str(seat): show_cents(sum) for seat, sum in nets.items()},
            "meters": written_meters(self._floor.casino.books.readings(self._t.name)),
        }


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C waits until an act is done, so that floor and journal never differ."""
    seen: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: seen.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if seen:
        raise KeyboardInterrupt


# ---- A served casino, as a terminal plays at it ------------------------------------------------------------
# the way to a seat, and the table from there.


PASSWORD = "UPCARD_PASSWORD"


class ServedCasino:
    """A seat at a table of a served casino."""

    def __init__(self, client: Client, slug: str, seat: int = 0) -> None:
        self.client, self.slug, self.seat = client, slug, seat

    def act(self, act: Mapping[str, Any]) -> None:
        self.client.act(act, self.slug)

    def document(self, as_: str = "seat") -> Any:
        return self.client.table(self.slug, as_)

    def following(self) -> Iterator[Any]:
        return self.client.follow(f"table:{self.slug}:seat")

    def advice(self) -> str:
        return self.client.advice(self.slug)["sentence"]


# ---- from the door to a seat -----------------------------------------------------------------------------------------


def joined(at: str, id: str | None, table: str | None, seat: int | None, screen: Screen) -> ServedCasino | None:
    """A casino with a seat of ours in it, or None for somebody who leaves at the list of tables."""
    client = Client(at)
    me = _sign_in(client, id)
    try:
        casino = ServedCasino(client, _table(client.lobby()["tables"], table, screen))
    except Left:
        return None
    casino.seat = _seat(casino, me, seat)
    return casino


def _sign_in(client: Client, id: str | None) -> str:
    """Signs in, or comes in as a guest of a demonstration; the id that one plays under."""
    try:
        me = client.visit() if id is None else client.sign_in(id, _password(id))
    except Refused as error:
        raise Refused(None, f"--as: {error}") from error
    if me["role"] != "player":
        raise Refused(None, f"--as: {me['id'] or 'nobody'} is no player but {me['role']}")
    return me["id"]


def _password(id: str) -> str:
    given = os.environ.get(PASSWORD)
    if given is not None:
        return given
    if not sys.stdin.isatty():
        raise Refused(None, f"nobody is there to type a password; set {PASSWORD}")
    try:
        return getpass(f"Password of {id}: ")
    except (EOFError, KeyboardInterrupt) as error:
        raise Refused(None, "no password was given") from error


def _table(tables: Sequence[Any], wanted: str | None, screen: Screen) -> str:
    """The slug of a table: the one named, the only one, or one of those listed."""
    slugs = {name: str(table["slug"]) for table in tables for name in (table["slug"], table["name"])}
    if wanted is not None and wanted not in slugs:
        known = ", ".join(table["slug"] for table in tables)
        raise Refused(None, f"--table: there is no table {wanted!r}; there is {known}")
    if wanted is not None or len(tables) == 1:
        return slugs[wanted or tables[0]["slug"]]
    slugs |= {str(number): table["slug"] for number, table in enumerate(tables, 1)}
    screen.show(_listed(tables))
    while (answer := screen.ask(" Which table? [1] > ") or "1") not in slugs:
        if answer in ("q", "quit"):
            raise Left
        screen.show([Text(f" {answer[:20]!r} is no table; a number is.")])
    return slugs[answer]


def _listed(tables: Sequence[Any]) -> list[Text]:
    lines = []
    for number, table in enumerate(tables, 1):
        free = sum(seat["player"] is None for seat in table["seats"])
        state = f"{free} free of {len(table['seats'])}" if table["open"] else "closed"
        lines.append(row((f" {number}", 4), (table["name"], 20), (table["title"], 43), (state, -12), style="bold"))
        lines.append(row(("", 4), (table["limits"], 75), style="dim"))
    return lines


def _seat(casino: ServedCasino, me: str, wanted: int | None) -> int:
    """Sits down in the seat asked for, or in the first that is free; whoever sits there already stays."""
    document = casino.document()
    if document.get("you"):
        return int(document["you"])
    free = [int(seat["seat"]) for seat in document["seats"] if seat["player"] is None]
    because = Refused(None, f"--table: every seat of {document['table']['name']} is taken")
    for seat in free if wanted is None else [wanted]:
        try:
            casino.act({"act": "TakeSeat", "seat": seat, "player": me})
        except Refused as error:
            because = error
        else:
            return seat
    raise because
