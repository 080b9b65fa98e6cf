"""Finding a round in a journal, and listing the rounds that are in it."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from upcard.errors import Refused
from upcard.floor.audit.follow import Follower
from upcard.floor.audit.story import Step, Story
from upcard.floor.codec import TABLE, money_event, table_event
from upcard.floor.store.entry import Entry
from upcard.floor.store.store import Reading
from upcard.games.payment import net
from upcard.money import events as me
from upcard.tables import Table, evolve
from upcard.tables import events as te
from upcard.tables.state import Round

RECONCILED, OPENED, LOCKED = (f'{{"type":"{name}"' for name in ("RoundReconciled", "TableOpened", "HitLocked"))


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
    first: int
    last: Entry


def listing(reading: Reading, limit: int, table: str = "") -> tuple[Listed, ...]:
    """The last rounds of a journal, or of one table, the newest last; rounds in play come after them."""
    ended: deque[_Found] = deque(maxlen=limit)
    numbers: dict[str, int] = {}
    games: dict[str, te.TableOpened] = {}
    first: dict[str, int] = {}
    latest: dict[str, Entry] = {}
    hits: dict[tuple[str, int], list[str]] = {}
    for entry in reading.entries(stream=TABLE + table if table else None):
        if entry.event.startswith(LOCKED):
            locked = money_event(entry.event)
            assert isinstance(locked, me.HitLocked)
            hits.setdefault((locked.table, locked.round), []).append(f"{locked.jackpot} {locked.number}")
        if not entry.stream.startswith(TABLE):
            continue
        name = entry.stream.removeprefix(TABLE)
        latest[name] = entry
        if entry.event.startswith(OPENED):
            event = table_event(entry.event)
            assert isinstance(event, te.TableOpened)
            games[name], numbers[name], first[name] = event, numbers.get(name, 0) + 1, entry.seq
        elif entry.event.startswith(RECONCILED):
            ended.append(_Found(name, numbers[name], first[name], entry))
            numbers[name] += 1
            first[name] = entry.seq + 1
    if table:
        hits = _hits_of(reading, table)
    playing = [
        _Found(name, numbers[name], first[name], entry)
        for name, entry in latest.items()
        if name in numbers and entry.seq >= first[name]
    ]
    return tuple(_listed(reading, games[found.table], found, hits) for found in (*ended, *playing))


def _hits_of(reading: Reading, table: str) -> dict[tuple[str, int], list[str]]:
    hits: dict[tuple[str, int], list[str]] = {}
    for entry in reading.entries():
        if entry.event.startswith(LOCKED):
            locked = money_event(entry.event)
            if isinstance(locked, me.HitLocked) and locked.table == table:
                hits.setdefault((table, locked.round), []).append(f"{locked.jackpot} {locked.number}")
    return hits


def _listed(reading: Reading, opened: te.TableOpened, found: _Found, hits: dict[tuple[str, int], list[str]]) -> Listed:
    """What a round came to: only what was played in it is looked at."""
    table = evolve(Table(), opened)
    for entry in reading.entries(found.first - 1, stream=TABLE + found.table, upto=found.last.seq):
        event = table_event(entry.event)
        if isinstance(event, te.Played):
            table = evolve(table, event)
    round = table.round
    over = found.last.event.startswith(RECONCILED)
    seats = tuple(round.seats) if round else ()
    gained = sum(net(round.payments, seat) for seat in seats) if round else 0
    return Listed(
        found.table, found.number, found.last.at, len(seats), gained,
        tuple(hits.get((found.table, found.number), ())), _state(round) if over else "in play",
        found.first, found.last.seq,
    )  # fmt: skip


def _state(round: Round | None) -> str:
    if getattr(round, "void", None) is not None:
        return "void"
    return "misdealt" if getattr(round, "misdealt", False) else "complete"
