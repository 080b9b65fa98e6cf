"""A journal played again from its first entry: every table, every account and every hash as they were recorded.

The books can balance and the chain can hold although an entry says what never followed from those before it. So every
event is applied anew, the money that it moves is worked out anew, the system's own shuffles are drawn anew, and the
entry that comes of it must be the entry that is there. Where that is asked for, every act in a round is judged anew at
its own place (`verdict.py`), and every round that is over is settled once more as a whole (`again.py`). No house is
needed: what was decided stands in the events.

Nothing stops at the first difference: the replay goes on from the entry that is there. Only a stream whose entry cannot
be played at all is left from there on, since nobody knows how things stood after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import NamedTuple

import msgspec

from upcard.audit.document import WHOLLY, differences, not_compared
from upcard.audit.round_reader import RECONCILED, Follower
from upcard.audit.verdict import FAULTS, Difference, Verdict
from upcard.journal.casino import Casino
from upcard.journal.command import TABLE, table_event
from upcard.journal.proof.verification import dollars, held_said
from upcard.rules.house import House
from upcard.shuffles.events import FairEvent
from upcard.shuffles.redraw_check import Redrawn
from upcard.shuffles.state import Fair
from upcard.store.store import Entry, Head, Reading, StoreError
from upcard.tables import Table
from upcard.tables import events as te

STRIDE = 1000
"""Entries between two marks of progress."""


class Replayed(NamedTuple):
    """A journal that came out the same."""

    events: int
    rounds: int
    settled: int
    """The rounds that were settled once more, and equally; 0 where it was not asked."""
    not_compared: dict[str, int]
    """In how many rounds something was not, or nothing, by the reason."""
    head: Head
    seconds: float

    @property
    def per_second(self) -> int:
        return round(self.events / self.seconds) if self.seconds else 0


class Otherwise(NamedTuple):
    """A journal that did not: all that differs, by entry, and at the end what should follow from the entries."""

    differences: tuple[Difference, ...]

    @property
    def seq(self) -> int:
        """The first entry that differs."""
        return self.differences[0].seq

    @property
    def what(self) -> str:
        return self.differences[0].what


def replay(
    reading: Reading, *, settle: bool = False, advance: Callable[[], None] = lambda: None
) -> Replayed | Otherwise:
    """Play a journal again; whatever does not follow is named, the first of it first. `advance` is called now and then.

    With `settle` every act in a round is judged anew, and each round that is over settled once more as a whole.
    """
    began = perf_counter()
    again = _Again(settle=settle)
    for entry in reading.entries():
        again.feed(entry)
        if entry.seq % STRIDE == 0:
            advance()
    again.end(reading.balances())
    if found := sorted(again.found, key=lambda each: (not each.seq, each.seq)):
        return Otherwise(tuple(found))
    casino, took = again.casino, perf_counter() - began
    return Replayed(
        casino.seq, again.rounds, again.settled, dict(again.not_compared), Head(casino.seq, casino.hash), took
    )


class _Shuffles(Redrawn):
    """Cards that do not come from their shuffle are noted, and what was recorded is played on."""

    def __init__(self, *, strict: bool) -> None:
        super().__init__(strict=strict)
        self._found: list[str] = []

    def taken(self) -> list[str]:
        """What was found since this was last asked."""
        found, self._found = self._found, []
        return found

    def shuffle(self, fair: Fair, table: Table, event: FairEvent) -> None:
        try:
            super().shuffle(fair, table, event)
        except StoreError as error:
            self._found.append(str(error))

    def at_table(self, name: str, opened: te.TableOpened | None, fair: Fair, table: Table, event: te.Event) -> None:
        try:
            super().at_table(name, opened, fair, table, event)
        except StoreError as error:
            self._found.append(str(error))


class _Again:
    """A casino that follows a journal, and what it finds."""

    def __init__(self, *, settle: bool) -> None:
        self.casino = Casino(House("", (), {}))
        self.found: list[Difference] = []
        self.rounds = 0
        self.settled = 0
        self.not_compared: Counter[str] = Counter()
        self._shuffles = self.casino.redrawn = _Shuffles(strict=True)
        self._follower = Follower() if settle else None
        self._verdict = Verdict() if settle else None
        self._left: set[str] = set()
        """The streams that could not be played on."""

    def feed(self, entry: Entry) -> None:
        """Take the next entry."""
        casino = self.casino
        self.rounds += entry.event.startswith(RECONCILED)
        if entry.stream in self._left:
            self._go_on(entry, moved=True)
            return
        with self._noting(entry):
            _numbered(casino, entry)
        with self._noting(entry):
            self.found += self._verdict.feed(casino, entry) if self._verdict else ()
        with self._noting(entry, leaving=True):
            try:
                casino.apply(entry)
            finally:
                for what in self._shuffles.taken():
                    self._note(entry, what)
        self._go_on(entry, moved=False)
        if entry.stream not in self._left:
            with self._noting(entry, leaving=True):
                self._settle(entry)

    def _settle(self, entry: Entry) -> None:
        story = self._follower.feed(entry) if self._follower else None
        if story is None:
            return
        self.found += [
            Difference(entry.seq, story.id, f"ends round {story.id}, which was paid otherwise than it settles: {what}")
            for what in differences(story)
        ]
        why = list(not_compared(story))
        self.not_compared.update(why)
        self.settled += not any(because in WHOLLY for because in why)

    def end(self, stored: dict[str, int]) -> None:
        """What is missing at the end, and the balances."""
        if self._verdict:
            self.found += self._verdict.end(self.casino)
        self.found += [Difference(0, "", what) for what in _balances(stored, self.casino.books.balances)]

    @contextmanager
    def _noting(self, entry: Entry, *, leaving: bool = False) -> Iterator[None]:
        """What is raised is noted; where the entry could not be played at all, its stream is left."""
        try:
            yield
        except StoreError as error:
            self._note(entry, str(error).removeprefix(f"entry {entry.seq} "))
        except msgspec.MsgspecError as error:
            self._note(entry, f"cannot be read: {error}")
            self._leave(entry)
        except FAULTS as error:
            # What no table could have recorded after what was there before.
            self._note(entry, f"does not follow from the journal before it: {error!r}")
            if leaving:
                self._leave(entry)

    def _note(self, entry: Entry, what: str) -> None:
        name = entry.stream.removeprefix(TABLE)
        table = self.casino.tables.get(name) if entry.stream.startswith(TABLE) else None
        round = f"{name}:{table.number}" if table is not None else ""
        if all((each.seq, each.what) != (entry.seq, what) for each in self.found[-8:]):
            self.found.append(Difference(entry.seq, round, what))

    def _leave(self, entry: Entry) -> None:
        self._left.add(entry.stream)

    def _go_on(self, entry: Entry, *, moved: bool) -> None:
        """The casino stands where the entry left it, whatever it made of it."""
        if moved:
            with self._noting(entry):
                self.casino.books.move(entry.moved)
        self.casino.seq, self.casino.hash = entry.seq, entry.hash
        self.casino.versions[entry.stream] = entry.version


def _numbered(casino: Casino, entry: Entry) -> None:
    """A round is reconciled under its own number, which moves no money and so would not be missed otherwise."""
    if not entry.event.startswith(RECONCILED):
        return
    event, table = table_event(entry.event), casino.tables[entry.stream.removeprefix(TABLE)]
    if isinstance(event, te.RoundReconciled) and event.number != table.number:
        raise StoreError(f"reconciles round {event.number}, but round {table.number} was played")


def _balances(stored: dict[str, int], played: dict[str, int]) -> Iterator[str]:
    for account in sorted(stored.keys() | played.keys()):
        if stored.get(account, 0) != played.get(account, 0):
            yield f"{held_said(account, stored.get(account))}, but played again {dollars(played.get(account, 0))}"
