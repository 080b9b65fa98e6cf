"""An evening in a house that leaves everything in its journal that a document can have to tell."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import cache, partial
from itertools import count
from typing import Any

import msgspec
from msgspec.structs import replace

from tests.house_texts import house_text
from tests.rules.houses import with_petitions
from tests.tables.stack import hand, stud_order
from upcard.bots import Pit, virtual
from upcard.cards import Card
from upcard.journal.command import Command
from upcard.journal.floor import Floor, open_house
from upcard.money import commands as c
from upcard.money.slip import unsigned
from upcard.rules.house import House, read_house
from upcard.rules.table import TableRules
from upcard.store import GENESIS, Answer, Entry, Head
from upcard.tables import Actor, Table
from upcard.tables.commands import DocumentAward

HARBOR = "Harbor House, Massachusetts"
SUPERVISOR, LICENSEE, CAGE = Actor("sue", "supervisor"), Actor("lee", "licensee"), Actor("cal", "cage")
DEALER, FLOOR = Actor("dan", "dealer"), Actor("flo", "floorperson")
PEOPLE: dict[str, Actor] = {person.role: person for person in (SUPERVISOR, LICENSEE, DEALER, FLOOR)}
REGULATOR = Actor("reg", "regulator")
GOES_ON = "the tables play on"
"""Why a shift ends with something open."""


class Written:
    """A journal in memory, with as much of a store as a floor asks for."""

    def __init__(self) -> None:
        self.rows: list[Entry] = []
        self.held: dict[str, int] = {}
        self.answered: dict[str, Answer] = {}

    @contextmanager
    def turn(self, after: int, commands: Collection[str] = ()) -> Iterator[Written]:
        self.missed: Sequence[Entry] = self.rows[after:]
        self.known = {name: self.answered[name] for name in commands if name in self.answered}
        yield self

    def append(self, entries: Sequence[Entry], balances: Mapping[str, int], answers: Sequence[Answer]) -> None:
        self.rows.extend(entries)
        self.held.update(balances)
        self.answered.update({answer.id: answer for answer in answers})

    def prove(self, end: Head) -> None:
        pass

    def head(self) -> Head:
        return Head(len(self.rows), self.rows[-1].hash if self.rows else GENESIS)

    def entries(self, after: int = 0, *, stream: str | None = None, upto: int | None = None) -> Iterator[Entry]:
        return iter([entry for entry in self.rows[after:upto] if stream in (None, entry.stream)])


def house() -> House:
    """The example of Massachusetts, with a limit on each kind of meter: one overflows to its reserve, one does not.

    Petitions are granted in it, so that documents have a fund to tell of that went over to another jackpot.
    """
    text = house_text("massachusetts")
    text = text.replace('reserve_rate = "5%"\n', 'reserve_rate = "5%"\nlimit = "10015.00"\noverflow = "reserve"\n')
    text = text.replace('rate = "45%"\n', 'rate = "45%"\nlimit = "10006.00"\noverflow = "revenue"\n')
    found = read_house(text)
    return with_petitions(replace(found, tables=tuple(virtual(t) for t in found.tables)))


ROYAL, STRAIGHT_FLUSH = hand("As Ks Qs Js Ts"), hand("9s 8s 7s 6s 5s")
OTHERS = hand("2c 3d 4h 5c 9d 2d 3h 4c 5d 9h 2h 3c 4d 5h 9c Qh Jd 8c 7d 6h 8d 7h 6c Jh Qc 8h 7c 6d Jc Qd")


DEALERS = hand("Ah Kd Th 3s 2s")


def order(t: TableRules, seat: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """A deck that deals a hand to one seat of a full table; ten cards are that hand and then the dealer's."""
    cards, dealers = cards[:5], cards[5:] or DEALERS
    rest = iter(OTHERS)
    hands = {n: cards if n == seat else tuple(next(rest) for _ in range(5)) for n in range(1, t.seats + 1)}
    assert t.dealing is not None
    return stud_order(hands, dealers, singly=t.dealing.order.deal == "singly")


class Evening:
    """A floor with bots, and people who do what a test asks of them."""

    def __init__(self, of: House, rigged: Mapping[tuple[str, int], tuple[int, tuple[Card, ...]]] | None = None) -> None:
        self.store = Written()
        self.day = "2026-03-01"
        self._ticks = count()
        self._ids = count(1)
        store: Any = self.store
        self.floor = Floor(of, store, self._now)
        self.rigged = rigged or {}
        self.pits = {
            t.name: Pit(t, "seed", t.seats, irregular=Fraction(1, 4), rig=partial(self._rig, t)) for t in of.tables
        }
        open_house(self.floor)

    def _now(self) -> str:
        minutes, seconds = divmod(next(self._ticks), 60)
        return f"{self.day}T{minutes // 60 % 24:02d}:{minutes % 60:02d}:{seconds:02d}.000000Z"

    def _rig(self, t: TableRules, number: int) -> tuple[Card, ...] | None:
        found = self.rigged.get((t.name, number))
        return order(t, *found) if found else None

    def do(self, by: Actor, ask: Any, table: str = "") -> tuple[Entry, ...]:
        """One act; a refusal is an error."""
        (reply,) = self.floor.process([Command(f"c{next(self._ids)}", by, ask, table)])
        assert reply.error is None, (ask, reply.error)
        return reply.entries

    def open_hits(self) -> list[tuple[str, int, str]]:
        links = self.floor.casino.books.links.values()
        return [(link.name, hit.number, hit.state) for link in links for hit in link.open.values()]

    def table(self, name: str) -> Table:
        return self.floor.casino.tables.get(name, Table())

    def play(self, rounds: int, *, validate: bool = True) -> None:
        """So many rounds at every table, up to the moment between two; or up to an award that waits."""
        for name in self.pits:
            last = max(self.table(name).number, 1) + rounds
            while self.table(name).number < last:
                if waiting := [hit for hit in self.open_hits() if hit[2] == "pending"]:
                    if not validate:
                        return
                    self.do(SUPERVISOR, c.ValidateHit(*waiting[0][:2]))
                    continue
                doing = self.pits[name].next(self.table(name))
                assert doing is not None
                if isinstance(doing[1], DocumentAward):
                    self._sign(name, doing[1].seat)
                self.do(*doing, name)

    def _sign(self, name: str, seat: int) -> None:
        """Whatever signatures the slips of a seat lack."""
        t, slips = self.floor.casino.rules_of(name), self.floor.casino.books.slips
        while (slip := unsigned(t, slips.values(), self.table(name).number, "DocumentAward", seat)) is not None:
            self.do(PEOPLE[slip.missing[0]], c.SignSlip(slip.issued.number))

    @property
    def entries(self) -> list[Entry]:
        return self.store.rows


@cache
def whole() -> Evening:
    """Everything at once: made once, read by many tests."""
    e = Evening(house(), {
        ("Stud 1", 2): (3, ROYAL), ("Stud 2", 3): (2, ROYAL), ("Stud 1", 5): (1, STRAIGHT_FLUSH),
        ("Stud 3", 2): (4, ROYAL),
    })  # fmt: skip
    for name in e.pits:
        e.do(CAGE, c.FillTray(name, 5_000_000))
    e.play(1)
    e.do(DEALER, c.BuyChips("Stud 1", 1, 30_000))
    # The first royal flush is keyed, rejected, keyed again and validated.
    e.play(1, validate=False)
    (jackpot, number, _), *_ = e.open_hits()
    e.do(SUPERVISOR, c.RejectHit(jackpot, number, "the wrong seat was keyed"))
    e.do(DEALER, c.LockHit(jackpot, "Stud 1"))
    e.play(1)
    e.do(SUPERVISOR, c.VoidSlip(1, "the name was misspelt"))
    second = len(e.floor.casino.books.slips)
    for role in e.floor.casino.books.slips[second].missing:
        e.do(PEOPLE[role], c.SignSlip(second))
    e.do(SUPERVISOR, c.VoidSlip(2, "torn"))
    e.do(DEALER, c.SignSlip(second + 1))
    e.do(SUPERVISOR, c.CorrectMeter("Harbor", "main", 12_345_678, "a wager was not counted", "lee", 7))
    e.do(SUPERVISOR, c.CorrectMeter("Harbor", "main", -2_345_678, "half of it was", "lee"))
    e.do(FLOOR, c.ReadSign("Harbor", "door", {"main": e.floor.casino.books.meter("Harbor", "main").displayed + 5_001}))
    booked = e.floor.casino.books.balances["tray/Stud 1"]
    e.do(CAGE, c.CountTray("Stud 1", booked // 1_000_000 - 2_500))
    e.do(FLOOR, c.CloseShift("2026-03-01", "swing", reason=GOES_ON, second="lee"))
    e.play(3)
    e.do(DEALER, c.BuyChips("Stud 2", 2, 10_000))
    e.do(CAGE, c.CreditTray("Stud 2", 500_000))
    e.do(CAGE, c.CountDrop("Stud 1", 30_500))
    e.do(CAGE, c.CountDrop("Stud 2", 10_000))
    e.do(FLOOR, c.CloseShift("2026-03-01", "grave", last=True, reason=GOES_ON, second="lee"))
    e.day = "2026-03-02"
    title = "Let It Ride, pit 2"
    e.do(FLOOR, c.TakeTitleWagers("Tri-Game Link", title, "Ride 1", 700))
    e.do(FLOOR, c.LockTitleHit("Tri-Game Link", title, "Ride 1", "minor", 100))
    e.do(SUPERVISOR, c.ValidateHit("Tri-Game Link", e.open_hits()[0][1]))
    # The fund of the five card jackpot goes over to the link of three levels.
    e.do(LICENSEE, c.SuspendLink("Five Card", "it is to end"))
    e.do(LICENSEE, c.RecordPetition("Five Card", "liability to another game", "Tri-Game Link", "nobody plays it"))
    e.do(REGULATOR, c.DecidePetition("Five Card", 1, True, "order 12"))
    e.do(SUPERVISOR, c.EndJackpot("Five Card", "lee", 1))
    return e


def events(e: Evening, kind: str) -> list[tuple[Entry, dict[str, Any]]]:
    """Entries with their events as plain JSON, those of one kind: what a stranger would read."""
    found = []
    for entry in e.entries:
        event = msgspec.json.decode(entry.event)
        inner = event.get("event", event) if event["type"] == "Played" else event
        if inner["type"] == kind:
            found.append((entry, inner))
    return found
