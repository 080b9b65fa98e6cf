"""Journals to be read again: bots at the tables of every example house, cards that were arranged, and real cards."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from itertools import count

from msgspec.structs import replace

from tests.house_texts import house_text
from tests.tables.stack import hand, stud_order
from upcard.audit import Follower, Story
from upcard.bots import Pit, virtual
from upcard.bots.table_bot import Playing, Rig
from upcard.cards import Card
from upcard.journal.command import AnyCommand, Command, Reply
from upcard.journal.floor import Floor
from upcard.rules.house import House, read_house
from upcard.rules.table import TableRules
from upcard.store.store import GENESIS, Answer, Entry, Head, Seal, Sealer
from upcard.tables.commands import Actor

HOUSES = ("deadwood", "deadwood-2011", "massachusetts", "bonus-6")

STEPS = 30_000 if os.environ.get("UPCARD_SLOW") else 2_500
"""Acts at each table on a night: some two hundred rounds in each house, or thousands where time does not matter."""

Rigs = Callable[[TableRules], Rig | None]


class Turn:
    """What a turn appends, held until it ends."""

    def __init__(self, missed: Sequence[Entry], known: Mapping[str, Answer]) -> None:
        self.missed, self.known = missed, known
        self.entries: list[Entry] = []
        self.balances: dict[str, int] = {}
        self.answers: list[Answer] = []

    def append(self, entries: Sequence[Entry], balances: Mapping[str, int], answers: Sequence[Answer]) -> None:
        self.entries += entries
        self.balances |= balances
        self.answers += answers

    def carry(self, seals: Sequence[Seal]) -> None:
        raise NotImplementedError


class Memory:
    """A store that forgets everything with the process."""

    sealer: Sealer | None = None

    def __init__(self, entries: Sequence[Entry] = (), balances: Mapping[str, int] | None = None) -> None:
        self.rows = list(entries)
        self._balances = dict(balances or {})
        self._answers: dict[str, Answer] = {}

    @contextmanager
    def turn(self, after: int, commands: Collection[str] = ()) -> Iterator[Turn]:
        known = {id: self._answers[id] for id in commands if id in self._answers}
        turn = Turn(self.rows[after:], known)
        yield turn
        self.rows += turn.entries
        self._balances |= turn.balances
        self._answers |= {answer.id: answer for answer in turn.answers}

    @contextmanager
    def snapshot(self) -> Iterator[Memory]:
        yield self

    def head(self) -> Head:
        return Head(len(self.rows), self.rows[-1].hash if self.rows else GENESIS)

    def entries(self, after: int = 0, *, stream: str | None = None, upto: int | None = None) -> Iterator[Entry]:
        return (entry for entry in self.rows[after:upto] if stream in (None, entry.stream))

    def balances(self) -> dict[str, int]:
        return dict(self._balances)

    def answer(self, command: str) -> Answer | None:
        return self._answers.get(command)

    def answers(self) -> Iterator[Answer]:
        return iter(sorted(self._answers.values()))

    def seals(self, after: int = 0) -> Iterator[tuple[Seal, bytes | None]]:
        return iter(())

    def last_seal(self, upto: int | None = None) -> Seal | None:
        return None

    def prove(self, end: Head) -> None:
        pass

    def backup(self, to: str) -> None:
        raise NotImplementedError

    def reopen(self) -> None:
        pass

    def close(self) -> None:
        pass


def house(name: str) -> House:
    """An example house with cards of the system's own."""
    found = read_house(house_text(name))
    return replace(found, tables=tuple(virtual(t) for t in found.tables))


def every_second() -> Callable[[], str]:
    """A clock that tells another second each time, so that a journal has the same bytes on every run."""
    ticks = count()

    def now() -> str:
        minutes, seconds = divmod(next(ticks), 60)
        hours, minutes = divmod(minutes, 60)
        return f"2026-01-01T{hours % 24:02}:{minutes:02}:{seconds:02}.000000Z"

    return now


class Night:
    """A house that bots play on a store in memory."""

    def __init__(
        self, name: str, *, irregular: Fraction = Fraction(0), rigs: Rigs = lambda t: None, seats: int = 9
    ) -> None:
        self.house = house(name)
        self.store = Memory()
        self.floor = Floor(self.house, self.store, every_second())
        self.pits = {
            t.name: Pit(t, "audit", min(seats, t.seats), irregular=irregular, rig=rigs(t)) for t in self.house.tables
        }
        self.playing = Playing(self.floor, self.pits, "night")
        self._ids = (f"by hand/{number}" for number in count(1))

    def play(self, steps: int) -> Night:
        """So many acts at every table; a refusal is an error."""
        for _ in range(steps):
            self._accepted(self.playing.step()[1])
        return self

    def do(self, by: Actor, ask: AnyCommand, table: str = "") -> None:
        """One act by hand."""
        self._accepted(self.floor.process([Command(next(self._ids), by, ask, table)]))

    def _accepted(self, replies: Sequence[Reply]) -> None:
        for reply in replies:
            if reply.error is not None:
                raise reply.error


def stories(entries: Sequence[Entry]) -> list[Story]:
    """Every round that is over."""
    follower = Follower()
    return [story for story in map(follower.feed, entries) if story is not None]


@cache
def irregular_night(name: str, steps: int) -> Night:
    """A night on which much goes wrong; kept, since many look at it."""
    return Night(name, irregular=Fraction(1, 3)).play(steps)


ROYALS = {2: hand("As Ks Qs Js Ts"), 3: hand("Ah Kh Qh Jh Th")}
LOW = "2c 3d 4h 5c 9d 2d 3h 4c 5d 9h 2h 3c 4d 5h 9c 8c 7d 6h 8d 7h 6d 8s 9s 3s 4s"
DEALER = hand("Ad Kd 7s 6c 5s")


def two_royals(t: TableRules, seats: int = 9) -> Rig:
    """In the second round a royal flush to seat 2 and another to seat 3, and a dealer who qualifies."""
    rest = iter(hand(LOW))
    hands = {n: ROYALS.get(n) or tuple(next(rest) for _ in range(5)) for n in range(1, min(seats, t.seats) + 1)}
    assert t.dealing is not None
    order: tuple[Card, ...] = stud_order(hands, DEALER, singly=t.dealing.order.deal == "singly")
    return lambda number: order if number == 2 else None
