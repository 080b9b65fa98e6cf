"""Shifts and gaming days: what every account held, what moved it and why, and what was counted.

A period ends with the entry that closes a shift, or a gaming day, and the next begins behind it; what follows the last
such entry is a period that is still open. Every account of the books is in exactly one statement of each period, so
that the statements together are nothing, as the books are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from upcard.money import account
from upcard.money import events as e
from upcard.money.coupon import Coupons, together
from upcard.reports.money.ledger_replay import LedgerEntry, LedgerReplay
from upcard.reports.money.posting_reason import kind, lines
from upcard.store.entry import Entry
from upcard.store.store import Head

Span = Literal["shift", "day"]

NOT_WIN = ("fill", "credit", "chips sold")
"""What moves a tray without being won or lost."""


class Statement(msgspec.Struct, frozen=True):
    """One account over a period, in micros; `closing` is what the postings leave, `moved` why."""

    account: str
    opening: int = 0
    moved: dict[str, int] = {}
    closing: int = 0

    @property
    def explained(self) -> bool:
        return self.opening + sum(self.moved.values()) == self.closing

    def of(self, *reasons: str) -> int:
        return sum(self.moved.get(reason, 0) for reason in reasons)

    def beside(self, *reasons: str) -> int:
        """What moved for other reasons."""
        return sum(self.moved.values()) - self.of(*reasons)


class Count(msgspec.Struct, frozen=True):
    """A tray or a box as it was counted, in cents."""

    booked: int
    counted: int
    by: str
    at: str

    @property
    def variance(self) -> int:
        return self.counted - self.booked


class Period(msgspec.Struct, frozen=True):
    """A shift or a gaming day."""

    day: str
    shift: str
    first: int
    last: int
    """The entries that it begins and ends with."""
    tables: tuple[str, ...]
    levels: tuple[tuple[str, str], ...]
    """Jackpots and their levels."""
    statements: dict[str, Statement]
    trays: dict[str, tuple[Count, ...]]
    drops: dict[str, tuple[Count, ...]]
    coupons: tuple[Coupons, ...] = ()
    closed_by: str = ""
    closed_at: str = ""

    def statement(self, name: str) -> Statement:
        return self.statements.get(name, Statement(name))

    def win(self, table: str) -> int:
        """What the table has won, counts included, before what the house owes the meters; fees are beside it."""
        tray, box = self.statement(account.tray(table)), self.statement(account.drop(table))
        return tray.beside(*NOT_WIN) + box.of("count")

    @property
    def sums(self) -> tuple[int, int, int]:
        """All accounts together: at the opening, what moved, at the closing."""
        found = self.statements.values()
        return (
            sum(one.opening for one in found),
            sum(sum(one.moved.values()) for one in found),
            sum(one.closing for one in found),
        )

    @property
    def proven(self) -> bool:
        return self.sums == (0, 0, 0) and all(one.explained for one in self.statements.values())


class Shifts(msgspec.Struct, frozen=True):
    periods: tuple[Period, ...]
    span: Span
    head: Head


def pooled(name: str) -> str:
    """The statement that an account belongs to: seats by their table, players' game accounts together.

    >>> pooled("seat/Stud 1/3"), pooled("account/ada"), pooled("tray/Stud 1")
    ('seat/Stud 1', 'account', 'tray/Stud 1')
    """
    match kind(name):
        case "seat":
            return name.rpartition("/")[0]
        case "account":
            return "account"
        case _:
            return name


class _Sum:
    """A period while it is read."""

    def __init__(self, first: int, balances: Mapping[str, int]) -> None:
        self.first = first
        self.opening = _pool(balances)
        self.moved: dict[str, Counter[str]] = {name: Counter() for name in self.opening}
        self.trays: dict[str, list[Count]] = {}
        self.drops: dict[str, list[Count]] = {}
        self.coupons: list[Coupons] = []

    def see(self, moment: LedgerEntry) -> None:
        for line in lines(moment):
            self.moved.setdefault(pooled(line.account), Counter())[line.reason] += line.micros
        self.coupons += moment.coupons
        event, by, at = moment.event, moment.entry.by, moment.entry.at
        match event:
            case e.TrayCounted():
                self.trays.setdefault(event.table, []).append(Count(event.booked, event.counted, by, at))
            case e.DropCounted():
                self.drops.setdefault(event.table, []).append(Count(event.booked, event.counted, by, at))
            case _:
                pass

    def end(
        self, journal: LedgerReplay, tables: Iterable[str], closed: e.ShiftClosed | None, moment: LedgerEntry
    ) -> Period:
        closing = _pool(journal.books.balances)
        statements = {
            name: Statement(name, self.opening.get(name, 0), dict(moved), closing.get(name, 0))
            for name, moved in self.moved.items()
        }
        return Period(
            closed.day if closed else "", closed.shift if closed else "", self.first, moment.entry.seq,
            tuple(tables), tuple((link.name, level) for link in journal.books.links.values() for level in link.tiers),
            statements, {name: tuple(found) for name, found in self.trays.items()},
            {name: tuple(found) for name, found in self.drops.items()}, tuple(together(self.coupons).values()),
            moment.entry.by if closed else "", moment.entry.at if closed else "",
        )  # fmt: skip


def _pool(balances: Mapping[str, int]) -> Counter[str]:
    found: Counter[str] = Counter()
    for name, micros in balances.items():
        found[pooled(name)] += micros
    return found


def shifts(entries: Iterable[Entry], span: Span = "shift") -> Shifts:
    """The periods of a journal in order; where `span` is a day, up to the last shift of each."""
    journal = LedgerReplay()
    tables: dict[str, None] = {}
    periods: list[Period] = []
    present = _Sum(1, {})
    moment: LedgerEntry | None = None
    for moment in journal.read(entries):
        present.see(moment)
        event = moment.event
        if name := _table(moment):
            tables[name] = None
        if isinstance(event, e.ShiftClosed) and (span == "shift" or event.last):
            periods.append(present.end(journal, tables, event, moment))
            present = _Sum(moment.entry.seq + 1, journal.books.balances)
    if moment is not None and present.first <= moment.entry.seq:
        periods.append(present.end(journal, tables, None, moment))
    return Shifts(tuple(periods), span, journal.head)


def _table(moment: LedgerEntry) -> str:
    """The table of the house that an entry is about; another title's tables are none of ours."""
    match moment.event:
        case e.TrayFilled() | e.TrayCredited() | e.ChipsBought() | e.DropCounted() | e.TrayCounted() | e.TableJoined():
            return moment.event.table
        case _:
            return moment.table
