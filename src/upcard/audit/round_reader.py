"""Following a journal entry by entry, and gathering what belongs to each round: at its table, its jackpots, in slips.

Whoever wants one round only is spared the decoding of all others: what a round does in itself leaves nothing behind at
the table once it is reconciled, and of the books only the meters are followed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import NamedTuple

from upcard.audit.opened_rules import Pinned, in_force, pinned
from upcard.audit.round_record import Meters, Step, Story
from upcard.errors import Refused
from upcard.games.game import GameRound as Round
from upcard.games.game import game_of_round
from upcard.games.payment import net
from upcard.games.settle import Rules
from upcard.journal.command import TABLE, fair_event, money_event, table_event
from upcard.money import events as me
from upcard.money.books import Books
from upcard.money.evolve import evolve as evolve_money
from upcard.shuffles.events import SHUFFLE
from upcard.store.store import GENESIS, Entry, Reading
from upcard.tables import Table, evolve
from upcard.tables import events as te
from upcard.tables.state import standing

# ---- Which entries of the books belong to which table's round ----------------------------------------------
# at its jackpots, in its slips, at the cage for its tray.
#
# The list of rounds and the story of one ask the same, so that both begin and end a round with the same entry.


class Belonging:
    """What was seen so far of hits, slips and tables on a jackpot."""

    def __init__(self) -> None:
        self._members: dict[str, dict[str, None]] = {}
        """By jackpot its tables, in the order in which they joined."""
        self._hits: dict[tuple[str, int], str] = {}
        self._slips: dict[int, tuple[str, int]] = {}

    def tables(self, event: me.MoneyEvent, rounds: Mapping[str, int]) -> tuple[str, ...]:
        """The tables whose rounds the next event belongs to; `rounds` are the numbers of those that are not over."""
        match event:
            case me.TableJoined():
                self._members.setdefault(event.jackpot, {})[event.table] = None
                return ()
            case me.TableLeft():
                self._members.get(event.jackpot, {}).pop(event.table, None)
                return ()
            case me.HitLocked():
                if event.title:
                    return ()
                self._hits[event.jackpot, event.number] = event.table
                return (event.table,)
            case me.HitValidated() | me.HitRejected() | me.HitPaid() | me.HitUnwon() | me.HitStands():
                name = self._hits.get((event.jackpot, event.number))
                return (name,) if name is not None else ()
            case me.SlipIssued():
                self._slips[event.number] = event.table, event.round
                return self._slip(event.number, rounds)
            case me.SlipSigned() | me.SlipVoided():
                return self._slip(event.number, rounds)
            case me.TrayFilled() | me.TrayCredited() | me.ChipsBought() | me.DropCounted() | me.TrayCounted():
                return (event.table,)
            case (
                me.LinkSuspended() | me.LinkResumed() | me.LevelChanged() | me.MeterCorrected() | me.EndAnnounced()
                | me.CriteriaEased() | me.FundTransferred() | me.JackpotEnded()
            ):  # fmt: skip
                return tuple(self._members.get(event.jackpot, ()))
            case _:
                return ()

    def _slip(self, number: int, rounds: Mapping[str, int]) -> tuple[str, ...]:
        """A slip belongs to its own round, and is told with it later where the round is over."""
        name, round = self._slips.get(number, ("", 0))
        return (name,) if rounds.get(name) == round else ()


# ---- round reader ------------------------------------------------------------------------------------------


PLAYED = '{"type":"Played"'
OWN = (me.HitLocked, me.HitPaid)
"""What a round itself does to a meter; whatever else belongs to its story is done by others.

A rejection takes the lock back, and with it may bring what others owed the meter since: only the lock is the round's.
"""

METERS = ("meter/", "reserve/")
METER, RESERVE = (f'"{kind}' for kind in METERS)


class Follower:
    """Every round of a journal, or the only one that is asked for by its table and number."""

    def __init__(self, only: tuple[str, int] | None = None) -> None:
        self.only = only
        self.stories: dict[str, Story] = {}
        """By table, the round that is not over yet."""
        self.last: dict[str, int] = {}
        """By table, the number of the last round that is over."""
        self._tables: dict[str, Table] = {}
        self._pinned: dict[str, Pinned] = {}
        self._books = Books()
        self._belonging = Belonging()
        self._readings: dict[str, Meters] = {}
        self._hash = GENESIS

    def feed(self, entry: Entry) -> Story | None:
        """Take the next entry; a round that ends with it is told."""
        self._move(entry)
        told = None
        if entry.stream.startswith(TABLE):
            told = self._table(entry, entry.stream.removeprefix(TABLE))
        elif entry.stream.startswith(SHUFFLE):
            self._shuffle(entry, entry.stream.removeprefix(SHUFFLE))
        else:
            self._money(entry, money_event(entry.event))
        self._hash = entry.hash
        return told

    # ---- meters --------------------------------------------------------------------------------------------------

    def _move(self, entry: Entry) -> None:
        """Only what meters and reserves hold is followed."""
        if METER not in entry.postings and RESERVE not in entry.postings:
            return
        self._books.move({name: sum for name, sum in entry.moved.items() if name.startswith(METERS)})
        self._readings.clear()

    def _meters(self, name: str) -> Meters:
        if name not in self._readings:
            self._readings[name] = self._books.readings(name)
        return self._readings[name]

    def _own(self, story: Story, moved: Mapping[str, int]) -> None:
        """What the round itself moves is kept apart from what others move meanwhile."""
        if story.meters is None:
            return
        for account, micros in moved.items():
            if account.startswith(METERS):
                story.own[account] = story.own.get(account, 0) + micros

    def _compare(self, story: Story) -> None:
        jackpots = {
            level: jackpot for jackpot in self._books.jackpots_of(story.table)
            for level in self._books.links[jackpot].tiers
        }  # fmt: skip
        story.check_moved(jackpots, self._meters(story.table))

    # ---- tables --------------------------------------------------------------------------------------------------

    def _table(self, entry: Entry, name: str) -> Story | None:
        if self.only is not None and name != self.only[0]:
            return None
        table = self._tables.get(name, Table())
        if self.only is not None and table.number < self.only[1] and not table.keyed and entry.event.startswith(PLAYED):
            return None
        event = table_event(entry.event)
        story = self.stories.get(name)
        if story is not None:
            story.judged(table, *self._rules(name))  # others may have ended the terms, or brought them back, meanwhile
        after = self._tables[name] = evolve(table, event, entry.by, entry.command)
        if isinstance(event, te.TableOpened):
            self._pinned[name] = pinned(event)
            self._begin(name, after.number)
        story = self.stories.get(name)
        if story is None:
            return None
        self._own(story, entry.moved)
        meters = self._meters(name)
        story.settling(event, after, meters)
        story.judged(after, *self._rules(name))
        story.add(Step(entry, event, table, after, meters), self._hash)
        if isinstance(event, te.Played) and isinstance(event.event, game_of_round(after.round).PAYING):
            self._compare(story)
        if not isinstance(event, te.RoundReconciled):
            return None
        story.over = True
        self.last[name] = story.number
        self._begin(name, after.number)
        return story if self.only is None or self.only[1] == story.number else None

    def _begin(self, name: str, number: int) -> None:
        rules, terms = self._rules(name)
        self.stories[name] = Story(name, number, self._pinned[name], rules, eased=terms)

    def _rules(self, name: str) -> tuple[Rules, str]:
        return in_force(self._pinned[name], self._books, name, self._tables.get(name))

    def _shuffle(self, entry: Entry, name: str) -> None:
        story = self.stories.get(name)
        if story is not None:
            table = self._tables[name]
            story.add(Step(entry, fair_event(entry.event), table, table, self._meters(name)), self._hash)

    # ---- jackpots, slips, the cage -------------------------------------------------------------------------------

    def _money(self, entry: Entry, event: me.MoneyEvent) -> None:
        evolve_money(self._books, event, entry.by, entry.at)
        self._readings.clear()
        for name in self._belonging.tables(event, {name: story.number for name, story in self.stories.items()}):
            story = self.stories.get(name)
            if story is None:
                continue
            if isinstance(event, me.HitRejected):
                self._own(story, {account: -micros for account, micros in story.locked(event).items()})
            elif isinstance(event, OWN):
                self._own(story, entry.moved)
            if isinstance(event, me.HitLocked):
                self._compare(story)
                story.hits.append(event)
            if isinstance(event, me.SlipIssued):
                story.slips.append(event)
            table = self._tables[name]
            story.add(Step(entry, event, table, table, self._meters(name)), self._hash)


# ---- Finding a round in a journal, and listing the rounds that are in it -----------------------------------


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


def no_table(reading: Reading, name: str) -> str:
    """That there is no such table, and which there are."""
    streams = {entry.stream for entry in reading.entries()}
    known = sorted(stream.removeprefix(TABLE) for stream in streams if stream.startswith(TABLE))
    return f"the journal knows no table {name!r}; it has {', '.join(known) or 'none'}"


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
        raise Refused(None, f"ID: {no_table(reading, table)}")
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
        raise Refused(None, f"--table: {no_table(reading, table)}")
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
    entries = reading.entries(found.first - 1, stream=TABLE + found.table, upto=found.last.seq)
    for event in standing(table_event(entry.event) for entry in entries):
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
