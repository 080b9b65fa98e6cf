"""Finding a round in a journal, and listing the rounds that are in it."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from upcard.audit.round_entries import Belonging
from upcard.audit.round_reader import Follower
from upcard.audit.round_record import Step, Story
from upcard.errors import Refused
from upcard.games.game import GameRound as Round
from upcard.games.payment import net
from upcard.journal.codec import TABLE, money_event, table_event
from upcard.money import events as me
from upcard.shuffles.events import SHUFFLE
from upcard.store.entry import Entry
from upcard.store.store import Reading
from upcard.tables import Table, evolve
from upcard.tables import events as te

RECONCILED, OPENED = (f'{{"type":"{name}"' for name in ("RoundReconciled", "TableOpened"))


def parse_id(id: str) -> tuple[str, int]:
    """The table and the number of a round.

    >>> parse_id("Stud 1:17"), parse_id("Pit: one:2")
    (('Stud 1', 17), ('Pit: one', 2))
    """
    table, colon, number = id.rpartition(":")
    if not colon or not table or not (number.isascii() and number.isdigit()) or len(number) > 18:
        raise Refused(None, f"ID: a round is TABLE:NUMBER, such as 'Stud 1:17', not {id!r}")
    return table, int(number)


def find(reading: Reading, id: str) -> Story:
    """The round of that name, as far as it has come; a `Refused` says which rounds there are."""
    table, number = parse_id(id)
    follower = Follower((table, number))
    for entry in reading.entries():
        if (story := follower.feed(entry)) is not None:
            return _with_slips(reading, story)
    story = follower.stories.get(table)
    if story is not None and story.number == number and story.steps:
        return story
    if story is None:
        raise Refused(None, f"ID: the journal knows no table {table!r}")
    last = follower.last.get(table, 0)
    raise Refused(None, f"ID: {table} has no round {number}; the last that is over is {last}")


def _with_slips(reading: Reading, story: Story) -> Story:
    """The round with what became of its slips, which are signed when the round is long over."""
    end = story.steps[-1]
    mine = {slip.number for slip in story.slips}
    for entry in reading.entries(end.entry.seq, stream="slips") if mine else ():
        event = money_event(entry.event)
        again = isinstance(event, me.SlipIssued) and event.replaces in mine
        if not isinstance(event, me.SlipEvent) or not (again or event.number in mine):
            continue
        mine.add(event.number)
        story.later.append(Step(entry, event, end.after, end.after, end.meters))
    return story


class Listed(NamedTuple):
    """A line of the list of rounds."""

    table: str
    number: int
    at: str
    """When it ended, or when the last thing happened in it."""
    seats: int
    net: int
    """What the players have more, or less, than before, in cents."""
    hits: tuple[str, ...]
    state: str
    first: int
    last: int

    @property
    def id(self) -> str:
        return f"{self.table}:{self.number}"


class _Found(NamedTuple):
    table: str
    number: int
    opened: te.TableOpened
    first: int
    last: Entry
    over: bool


def listing(reading: Reading, limit: int, table: str = "") -> tuple[Listed, ...]:
    """The last rounds of a journal, or of one table, the newest last; rounds in play come after them, and count.

    A table that was never opened is a `Refused`.
    """
    ended: deque[_Found] = deque(maxlen=limit)
    following = _Following(table)
    for entry in reading.entries():
        if (found := following.feed(entry)) is not None:
            ended.append(found)
    if table and table not in following.numbers:
        raise Refused(None, f"--table: the journal knows no table {table!r}")
    last = (*ended, *following.playing())[-limit:]
    return tuple(_listed(reading, found, following.hits) for found in last)


class _Following:
    """Where rounds begin and end, of all tables or of one: little more than the ends of them is decoded."""

    def __init__(self, only: str) -> None:
        self._only = only
        self._belonging = Belonging()
        self._opened: dict[str, te.TableOpened] = {}
        self._first: dict[str, int] = {}
        """By table, the first entry of the round that is not over."""
        self._latest: dict[str, Entry] = {}
        self.numbers: dict[str, int] = {}
        self.hits: dict[tuple[str, int], list[str]] = {}

    def feed(self, entry: Entry) -> _Found | None:
        """Take the next entry; a round that ends with it is found."""
        if entry.stream.startswith(SHUFFLE):
            if self._only in ("", name := entry.stream.removeprefix(SHUFFLE)):
                self._seen(name, entry)
            return None
        if not entry.stream.startswith(TABLE):
            self._money(entry)
            return None
        name = entry.stream.removeprefix(TABLE)
        if self._only not in ("", name):
            return None
        if entry.event.startswith(OPENED):
            event = table_event(entry.event)
            assert isinstance(event, te.TableOpened)
            self._opened[name], self.numbers[name] = event, self.numbers.get(name, 0) + 1
            self._first.pop(name, None)
        self._seen(name, entry)
        if not entry.event.startswith(RECONCILED):
            return None
        found = self._found(name, over=True)
        self.numbers[name] += 1
        del self._first[name]
        return found

    def playing(self) -> list[_Found]:
        """The rounds that are not over, the one in which something happened last at the end."""
        return sorted((self._found(name, over=False) for name in self._first), key=lambda found: found.last.seq)

    def _money(self, entry: Entry) -> None:
        event = money_event(entry.event)
        if isinstance(event, me.HitLocked) and not event.title:
            self.hits.setdefault((event.table, event.round), []).append(f"{event.jackpot} {event.number}")
        for name in self._belonging.tables(event, self.numbers):
            self._seen(name, entry)

    def _seen(self, name: str, entry: Entry) -> None:
        if name in self.numbers:
            self._first.setdefault(name, entry.seq)
            self._latest[name] = entry

    def _found(self, name: str, *, over: bool) -> _Found:
        return _Found(name, self.numbers[name], self._opened[name], self._first[name], self._latest[name], over)


def _listed(reading: Reading, found: _Found, hits: dict[tuple[str, int], list[str]]) -> Listed:
    """What a round came to: only what was played in it is looked at."""
    table = evolve(Table(), found.opened)
    for entry in reading.entries(found.first - 1, stream=TABLE + found.table, upto=found.last.seq):
        event = table_event(entry.event)
        if isinstance(event, te.Played):
            table = evolve(table, event)
    round = table.round
    seats = tuple(round.seats) if round else ()
    gained = sum(net(round.payments, seat) for seat in seats) if round else 0
    return Listed(
        found.table, found.number, found.last.at, len(seats), gained,
        tuple(hits.get((found.table, found.number), ())), _state(round) if found.over else "in play",
        found.first, found.last.seq,
    )  # fmt: skip


def _state(round: Round | None) -> str:
    if getattr(round, "void", None) is not None:
        return "void"
    return "misdealt" if getattr(round, "misdealt", False) else "complete"
