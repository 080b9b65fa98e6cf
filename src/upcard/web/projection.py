"""Follows the journal: every entry that is on disk, from whichever process, becomes part of the next moment."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from upcard.audit.shuffles.document import Fairness, public
from upcard.games.payment import Meter
from upcard.journal.casino import Casino
from upcard.journal.command import TABLE, money_event, table_event
from upcard.journal.floor import Floor
from upcard.money.events import (
    AlertAcknowledged,
    DropCounted,
    HitLocked,
    HitPaid,
    HitRejected,
    HitValidated,
    ShiftClosed,
    SignRead,
    TrayCounted,
)
from upcard.money.link import Link
from upcard.money.purse import Purse
from upcard.money.slip import Coupons, Slip, by_table
from upcard.present.narration import at_table
from upcard.present.payment import Sentence
from upcard.rules.table import TableRules
from upcard.store.store import Entry
from upcard.tables import events as te
from upcard.tables import evolve
from upcard.tables.dealing import dealing_of
from upcard.tables.state import Table
from upcard.web.sitting import Finished, Sitting, seated

# ---- The casino as it stood after a commit -----------------------------------------------------------------
# taken by the one thread that writes, and never changed afterwards.
#
# Whoever draws a page reads a moment, so that no page is half before and half after an act.


class Line(NamedTuple):
    """One sentence of a table's log."""

    seq: int
    at: str
    text: str
    clause: str | None


class Frozen(NamedTuple):
    """The entry that locked an award, and the version of its jackpot with that entry."""

    seq: int
    version: int


class Variance(NamedTuple):
    """Something that was counted or read, and was not what the books say; in cents."""

    seq: int
    at: str
    what: str
    found: int
    booked: int
    by: str = ""

    @property
    def key(self) -> str:
        """The alert that it raises."""
        return f"entry {self.seq}: {self.what}"


class StateSnapshot(NamedTuple):
    """Everything that a page is drawn from."""

    seq: int
    at: str
    house_name: str
    tables: dict[str, Table]
    rules: dict[str, TableRules]
    """By table, what it is run by, with terms eased where a petition was granted."""
    links: dict[str, Link]
    readings: dict[str, dict[str, Meter]]
    """By table and level, the meters that it plays for."""
    meters: dict[str, dict[str, int]]
    """By jackpot and level, what is displayed, in micros."""
    versions: dict[str, int]
    slips: dict[int, Slip]
    fair: dict[str, Fairness]
    """By table, what is public of its shuffles."""
    logs: dict[str, tuple[Line, ...]]
    finished: dict[str, Finished]
    """By table, its last finished round."""
    sittings: dict[str, dict[int, Sitting]]
    """By table and seat, who sits there and what came of it."""
    purses: dict[tuple[str, int], Purse]
    """By table and seat, the chips of those who bought some there."""
    since: dict[str, str]
    """By table, when its present step began: the time of its last entry."""
    ends: dict[str, tuple[str, ...]]
    """By table, when its last rounds ended."""
    called: dict[str, str]
    """By table, when its supervisor was called, or came."""
    acknowledged: dict[str, str]
    """By alert, who has seen it and when."""
    frozen: dict[tuple[str, int], Frozen]
    """By jackpot and number, where an award was locked."""
    validators: dict[tuple[str, int], str]
    """By jackpot and number, who validated an award, as far as the entries that were read go."""
    variances: tuple[Variance, ...]
    """Counts and signs that differed from the books: in this shift, or not acknowledged yet."""
    uncounted: frozenset[str]
    """The tables whose tray was not counted since their last round."""
    shifts: tuple[str, ...]
    """When the last shifts ended."""
    coupons: dict[str, Coupons]
    """By table, the coupons since the last gaming day ended, all kinds together."""
    day: str
    """The gaming day that ended last, or empty."""
    outdated: frozenset[str]
    """The tables that are open under another text of the law, and take nothing but being closed."""
    coupon_alert: int
    """Cents of coupons at a table in a gaming day that somebody should look at."""
    locked: str = ""
    """Why nothing is done any more, or empty."""

    def has_round(self, table: str, number: int) -> bool:
        """Whether a round of that number was ever begun."""
        return 1 <= number <= self.tables[table].number

    @property
    def petitions_waiting(self) -> int:
        """How many petitions wait for the authority."""
        return sum(one.granted is None for link in self.links.values() for one in link.petitions)


UNTOUCHED = Table()
"""A table that was never opened: the same one each time, so that it is seen not to have changed."""


def standing(casino: Casino) -> dict[str, Any]:
    """What a moment holds of the casino itself."""
    books = casino.books
    names = [t.name for t in casino.house.tables]
    return {
        "seq": casino.seq,
        "house_name": casino.house.name,
        "tables": {name: casino.tables.get(name, UNTOUCHED) for name in names},
        "rules": {name: casino.rules_of(name) for name in names},
        "links": dict(books.links),
        "readings": {name: books.readings(name) for name in names},
        "meters": {
            name: {level: books.meter(name, level).amount for level in link.tiers} for name, link in books.links.items()
        },
        "versions": dict(casino.versions),
        "slips": dict(books.slips),
        "coupons": by_table(books.coupons.values()),
        "purses": dict(books.purses),
        "day": books.day,
        "outdated": frozenset(name for name in names if casino.outdated(name)),
        "coupon_alert": casino.house.coupon_alert,
    }


# ---- projection --------------------------------------------------------------------------------------------


LINES = 30
"""How many sentences a table's log keeps."""

ENDS = 20
"""How many ends of rounds the pace is worked out from."""

LOOK_BACK = 20_000
"""How many entries are read again at the start, for the logs and the last receipts."""

DESK = "cage"
"""The stream of acts that concern no table and no jackpot."""

JACKPOT = "jackpot/"
"""What the streams of jackpots begin with."""

_log = logging.getLogger("upcard.web")


class Projection:
    """Kept by the thread that writes: it is told of entries, and tells of moments."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self.tell: Callable[[StateSnapshot], None] = lambda moment: None
        self._logs: dict[str, tuple[Line, ...]] = {}
        self._tables: dict[str, Table] = {}
        self._finished: dict[str, Finished] = {}
        self._sittings: dict[str, dict[int, Sitting]] = {}
        self._since: dict[str, str] = {}
        self._ends: dict[str, tuple[str, ...]] = {}
        self._called: dict[str, str] = {}
        self._acknowledged: dict[str, str] = {}
        self._frozen: dict[tuple[str, int], Frozen] = {}
        self._validators: dict[tuple[str, int], str] = {}
        self._variances: tuple[Variance, ...] = ()
        self._uncounted: frozenset[str] = frozenset()
        self._shifts: tuple[str, ...] = ()
        self._warm()
        self.last = self.moment()
        """The casino as of the last commit: what every screen shows."""
        floor.watch = self._watch

    def _warm(self) -> None:
        """What the logs held before this process began."""
        casino, store = self._floor.casino, self._floor.store
        first = max(0, casino.seq - LOOK_BACK)
        for entry in (*store.entries(stream=DESK, upto=first), *store.entries(first)):
            self._note(entry)
        self._tables = dict(casino.tables)
        for name, link in casino.books.links.items():
            if any((name, number) not in self._frozen for number in link.open):
                for entry in store.entries(stream=f"{JACKPOT}{name}"):
                    self._note(entry)

    def _watch(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            self._note(entry)
        self.last = self.moment()
        self.tell(self.last)

    def changed(self) -> None:
        """The floor has locked or goes on: nothing that memory may hold beyond the last commit is shown."""
        if self.last.locked != self._floor.locked:
            self.last = self.last._replace(locked=self._floor.locked, at=self._floor.clock())
            self.tell(self.last)

    def moment(self) -> StateSnapshot:
        """The casino as it stands; only right after a commit, or after what others wrote was taken."""
        floor = self._floor
        return StateSnapshot(
            **standing(floor.casino),
            at=floor.clock(),
            fair=_public(floor.casino),
            logs=dict(self._logs),
            finished=dict(self._finished),
            sittings=dict(self._sittings),
            since=dict(self._since),
            ends=dict(self._ends),
            called=dict(self._called),
            acknowledged=self._acknowledged,
            frozen=dict(self._frozen),
            validators=dict(self._validators),
            variances=self._variances,
            uncounted=self._uncounted,
            shifts=self._shifts,
            locked=floor.locked,
        )

    def _note(self, entry: Entry) -> None:
        """What an entry adds to a log. No money hangs on it: what cannot be told is left out, and play goes on."""
        try:
            if entry.stream == DESK:
                self._seen_by(entry)
            elif entry.stream.startswith(JACKPOT):
                self._froze(entry)
            elif entry.stream.startswith(TABLE):
                self._tell_of(entry.stream.removeprefix(TABLE), entry)
        except Exception:
            _log.exception("entry %d could not be told", entry.seq)

    def _seen_by(self, entry: Entry) -> None:
        event = money_event(entry.event)
        match event:
            case AlertAcknowledged():
                self._acknowledged = {**self._acknowledged, event.alert: f"{entry.by}, {entry.at[11:19]}"}
            case TrayCounted():
                self._uncounted -= {event.table}
                self._compare(entry, f"the tray of {event.table}", event.counted, event.booked)
            case DropCounted():
                self._compare(entry, f"the drop box of {event.table}", event.counted, event.booked)
            case ShiftClosed():
                self._shifts = (*self._shifts[-1:], entry.at)
                self._variances = tuple(one for one in self._variances if one.key not in self._acknowledged)

    def _compare(self, entry: Entry, what: str, found: int, booked: int) -> None:
        if found != booked:
            self._variances = (*self._variances, Variance(entry.seq, entry.at, what, found, booked, entry.by))

    def _froze(self, entry: Entry) -> None:
        event = money_event(entry.event)
        match event:
            case HitLocked():
                self._frozen[event.jackpot, event.number] = Frozen(entry.seq, entry.version)
            case HitValidated():
                self._validators[event.jackpot, event.number] = " and ".join(
                    by.split(" ", 1)[-1] for by in entry.by.split(" with ")
                )
            case HitPaid() | HitRejected():
                self._frozen.pop((event.jackpot, event.number), None)
            case SignRead(reported=True):
                for level, held in event.held.items():
                    self._compare(entry, f"{event.sign}, {event.jackpot} {level}", event.shown[level], held)

    def _tell_of(self, name: str, entry: Entry) -> None:
        event = table_event(entry.event)
        before = self._tables.get(name)
        if before is None:
            before = self._begun(name, entry, event)
            if before is None:
                return
        after = evolve(before, event, entry.by, entry.command)
        self._tables[name] = after
        self._since[name] = entry.at
        ended = None
        match event:
            case te.RoundReconciled() if before.round is not None:
                self._finished[name] = ended = Finished(event.number, before.round, before.players)
                self._ends[name] = (*self._ends.get(name, ()), entry.at)[-ENDS:]
                self._uncounted |= {name}
            case te.SupervisorCalled() | te.CallAnswered() if after.call != before.call:
                self._called[name] = entry.at
        self._sittings[name] = seated(self._sittings.get(name, {}), entry, event, after, ended)
        if not after.call:
            self._called.pop(name, None)
        said = self._said(name, after if after.round is not None else before, event, before)
        lines = tuple(self._line(name, entry, one) for one in said)
        self._logs[name] = (*self._logs.get(name, ()), *lines)[-LINES:]

    def _begun(self, name: str, entry: Entry, event: te.Event) -> Table | None:
        """The table before the first entry that is told of it: its opening, or the end of a round."""
        if entry.version == 1 or isinstance(event, te.TableOpened):
            return Table()
        casino = self._floor.casino
        opened = casino.pinned.get(name)
        if isinstance(event, te.RoundReconciled) and opened is not None:
            begun = evolve(Table(number=event.number, players=casino.tables[name].players), opened)
            self._tables[name] = replace(begun, current=event.next_deck, dealing=casino.tables[name].dealing)
        return None

    def _said(self, name: str, table: Table, event: te.Event, before: Table) -> tuple[Sentence, ...]:
        t = self._floor.casino.rules_of(name)
        return at_table(t.rules, event, table.round, dealing_of(t, table), before)

    def _line(self, name: str, entry: Entry, said: Sentence) -> Line:
        rules = self._floor.casino.rules_of(name).rules
        return Line(entry.seq, entry.at, said.text, rules.clause(said.rule) if said.rule else None)


def _public(casino: Casino) -> dict[str, Any]:
    """What everybody may know of the shuffles."""
    return {name: public(state) for name, state in casino.fair.items()}
