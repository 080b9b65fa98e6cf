"""Shifts and gaming days: what every account held, what moved it and why, and what was counted.

A period ends with the entry that closes a shift, or a gaming day, and the next begins behind it; what follows the last
such entry is a period that is still open. Every account of the books is in exactly one statement of each period, so
that the statements together are nothing, as the books are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from upcard.money import account
from upcard.money import events as e
from upcard.money.slip import Coupons, together
from upcard.reports.blocks import Block, Column, Paper, Prose, Section, Table, Value, headed, show
from upcard.reports.money.ledger_replay import REVERSED, LedgerEntry, LedgerReplay, kind, lines
from upcard.store.store import Entry, Head
from upcard.units import micros

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


def summed(found: Collection[Statement]) -> tuple[int, int, int]:
    """Several accounts together: at the opening, what moved, at the closing."""
    return sum(one.opening for one in found), sum(one.beside() for one in found), sum(one.closing for one in found)


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
        """All accounts together."""
        return summed(self.statements.values())

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
    for name, amount in balances.items():
        found[pooled(name)] += amount
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


# ---- on paper: one row for each account, one column for each reason that moved it -------------------------------

Lines = tuple[tuple[str, str, tuple[str, ...]], ...]
"""Columns of a statement: key, name, and the reasons that it sums."""

TRAY: Lines = (
    ("fills", "Fills", ("fill",)),
    ("credits", "Credits", ("credit",)),
    ("sold", "Chips sold", ("chips sold",)),
    ("collected", "Stakes collected", ("stake collected",)),
    ("paid", "Paid", ("payment",)),
    ("reversed", "Reversed", ("stake collected" + REVERSED, "payment" + REVERSED)),
    ("difference", "Count difference", ("count",)),
)
DROP: Lines = (
    ("sold", "Chips sold", ("chips sold",)),
    ("emptied", "Emptied", ("drop",)),
    ("difference", "Count difference", ("count",)),
)
METER: Lines = (
    ("seeds", "Seeds", ("seed", "seed taken back")),
    ("contributions", "Contributions", ("contribution",)),
    ("reversals", "Reversed", ("contribution" + REVERSED,)),
    ("poured", "Reserve", ("reserve poured", "reserve taken back")),
    ("awards", "Awards", ("award", "award put back")),
    ("fixed", "Fixed awards", ("fixed award", "fixed award" + REVERSED)),
    ("corrections", "Corrections", ("correction",)),
    ("transfers", "Transfers", ("transfer",)),
    ("left", "Back to the house", ("left over",)),
)
RESERVE: Lines = (
    ("contributions", "Held back", ("contribution",)),
    ("reversals", "Reversed", ("contribution" + REVERSED,)),
    ("poured", "Poured into the meter", ("reserve poured", "reserve taken back")),
    ("transfers", "Transfers", ("transfer",)),
    ("left", "Back to the house", ("left over",)),
)
PENDING: Lines = (
    ("awards", "Awards locked", ("award",)),
    ("back", "Put back", ("award put back",)),
    ("paid", "Paid", ("award paid",)),
    ("reversed", "Reversed", ("award paid" + REVERSED,)),
)

Row = tuple[str, *tuple[int, ...]]


def moved(lines: Lines, statements: Sequence[Statement]) -> tuple[Lines, list[list[int]]]:
    """What moved each of them, line by line; lines in which nothing moved are left out, and no movement is."""
    kept = tuple(line for line in lines if any(one.of(*line[2]) for one in statements))
    for one in statements:
        rest = one.beside(*(reason for _, _, reasons in lines for reason in reasons))
        assert not rest, f"{one.account} moved for a reason that has no line: {one.moved}"
    return kept, [[one.of(*reasons) for _, _, reasons in kept] for one in statements]


def statements(name: str, caption: str, first: str, lines: Lines, found: Iterable[tuple[str, Statement]]) -> Table:
    """One row for each account: opening, why it moved, closing."""
    listed = list(found)
    kept, amounts = moved(lines, [one for _, one in listed])
    columns = (
        Column("name", first), Column("opening", "Opening", "micros"),
        *(Column(key, title, "micros") for key, title, _ in kept), Column("closing", "Closing", "micros"),
    )  # fmt: skip
    rows: list[Row] = [
        (label, *[one.opening, *some, one.closing]) for (label, one), some in zip(listed, amounts, strict=True)
    ]
    return Table(name, caption, columns, tuple(rows), _together(rows))


def _together(rows: Sequence[Row]) -> tuple[Value, ...]:
    """The last row, where there is more than one above it."""
    if len(rows) < 2:
        return ()
    return ("Together", *(sum(column) for column in zip(*(row[1:] for row in rows), strict=True)))


LISTING = headed("day:Gaming day", "shift:Shift", "part:Part", "account:Account", "line:Line",
                 "amount:Amount|micros")  # fmt: skip

NAMES = {
    "house": "The house: seeds and contributions owed",
    "cage": "Cage",
    "account": "Players' game accounts",
    "felt": "Wagers on the layouts",
    "seat": "Players at the tables",
    "tips": "Dealers' tips",
    "fees": "Fees",
    "variance": "Differences that counts have found",
    "title": "Other game titles",
    "licensee": "Other licensees",
}


def shifts_paper(shifts: Shifts, house: str = "", day: str = "", shift: str = "") -> Paper:
    """All periods, or those of a gaming day, or of a shift of that name."""
    wanted = [one for one in shifts.periods if day in ("", one.day) and shift in ("", one.shift)]
    sections = tuple(_period(number, one, shifts) for number, one in enumerate(wanted, 1))
    rows = tuple(row for one in wanted for row in _listed(one))
    title = "Gaming-day reconciliation" if shifts.span == "day" else "Shift reconciliation"
    if not sections:
        sections = (Section("none", "Nothing to reconcile", (Prose("The journal has no such period."),)),)
    return Paper("day", title, house, shifts.head, sections, Table("lines", title, LISTING, rows))


def _title(one: Period, shifts: Shifts) -> str:
    if not one.closed_at:
        return "Not closed yet"
    return f"Gaming day {one.day}" if shifts.span == "day" else f"Gaming day {one.day}, {one.shift} shift"


def _period(number: int, one: Period, shifts: Shifts) -> Section:
    closed = f"; closed by {one.closed_by} at {show(one.closed_at, 'time')}" if one.closed_at else ""
    where = f"Entries {one.first} to {one.last} of the journal{closed}."
    tables = [
        *_tables(one),
        _coupons(one),
        statements("meters", "Meters", "Level", METER, _levels(one, account.meter)),
        statements("reserves", "Reserves", "Level", RESERVE, _levels(one, account.reserve)),
        statements("pending", "Awards locked and not paid", "Level", PENDING, _levels(one, account.pending)),
        _others(one),
    ]
    blocks: list[Block] = [Prose(where), *(table for table in tables if table.rows), Prose(_proof(one), strong=True)]
    return Section(f"period-{number}", _title(one, shifts), tuple(blocks))


def _levels(one: Period, of: Callable[[str, str], str]) -> list[tuple[str, Statement]]:
    return [(f"{jackpot}, {show(level, 'words')}", one.statement(of(jackpot, level))) for jackpot, level in one.levels]


def _tables(one: Period) -> tuple[Table, Table, Table]:
    trays = [(name, one.statement(account.tray(name))) for name in one.tables]
    boxes = [(name, one.statement(account.drop(name))) for name in one.tables]
    return (
        _counted(statements("trays", "Trays", "Table", TRAY, trays), one.tables, one.trays),
        _counted(statements("drops", "Drop boxes", "Table", DROP, boxes), one.tables, one.drops),
        _win(one),
    )


def _counted(table: Table, names: tuple[str, ...], counts: Mapping[str, tuple[Count, ...]]) -> Table:
    """Statements with what was counted beside them."""
    columns = (*table.columns, Column("counted", "Last counted", "cents"), Column("variance", "Variance", "cents"))
    last = {name: (each[-1].counted, sum(one.variance for one in each)) for name, each in counts.items()}
    rows = tuple((*row, *last.get(name, (None, None))) for name, row in zip(names, table.rows, strict=True))
    return Table(table.name, table.caption, columns, rows, (*table.total, None, None) if table.total else ())


def _win(one: Period) -> Table:
    caption = "Win: stakes less payments, counts included, before what the house owes the meters"
    columns = headed("name:Table", "win:Win|micros", "fees:Fees|micros", "tips:Tips to dealers|micros",
                     "difference:Count differences|micros")  # fmt: skip
    rows = tuple(
        (
            name, one.win(name), one.statement(account.fees(name)).beside(), one.statement(account.tips(name)).beside(),
            -one.statement(account.variance(name)).beside(),
        )
        for name in one.tables
    )  # fmt: skip
    return Table("win", caption, columns, rows, _together(rows))


def _coupons(one: Period) -> Table:
    """Who took which coupons, and what the house paid on them; it is among the payments of the trays and meters."""
    columns = headed("name:Table", "kind:Coupon|words", "by:Put down by", "number:Coupons|number", "face:Face|cents",
                     "paid:Paid on them|cents")  # fmt: skip
    rows = tuple((each.table, each.kind, each.by, each.number, each.face, each.paid) for each in one.coupons)
    total = tuple(sum(getattr(each, field) for each in one.coupons) for field in ("number", "face", "paid"))
    caption = "Coupons that were played, and what the house paid on them from trays and meters"
    return Table("coupons", caption, columns, rows, ("All", None, None, *total) if rows else ())


def _others(one: Period) -> Table:
    """Everything else, so that no account is left out; the last row sums up all accounts of the books."""
    shown = {"tray", "drop", "meter", "reserve", "pending"}
    pooled: dict[str, list[Statement]] = {}
    for statement in one.statements.values():
        if kind(statement.account) not in shown:
            pooled.setdefault(kind(statement.account), []).append(statement)
    columns = headed("name:Account", "opening:Opening|micros", "moved:Moved|micros", "closing:Closing|micros")
    rows = tuple((name, *summed(pooled[key])) for key, name in NAMES.items() if key in pooled)
    return Table("others", "All other accounts", columns, rows, ("All accounts of the books together", *one.sums))


def _proof(one: Period) -> str:
    opening, moved, closing = (show(sum_, "micros") for sum_ in one.sums)
    if one.proven:
        return (
            f"Proof: all {len(one.statements)} statements together open at {opening}, move {moved} and close at "
            f"{closing}; each closes at what the postings of the journal leave."
        )
    wrong = [statement.account for statement in one.statements.values() if not statement.explained]
    return (
        f"NOT PROVEN: the statements move {moved} and close at {closing}; not explained: {', '.join(wrong) or 'none'}."
    )


def _listed(one: Period) -> Iterable[tuple[Value, ...]]:
    """Every statement line by line, and the counts."""
    return ((one.day, one.shift, *line) for line in _lines(one))


def _lines(one: Period) -> Iterator[tuple[Value, ...]]:
    for statement in one.statements.values():
        part = kind(statement.account)
        yield part, statement.account, "opening", statement.opening
        yield from ((part, statement.account, reason, moved_) for reason, moved_ in statement.moved.items())
        yield part, statement.account, "closing", statement.closing
    for part, counted in (("tray", one.trays), ("drop", one.drops)):
        for name, count in ((name, count) for name, counts in counted.items() for count in counts):
            yield part, name, f"booked before the count at {count.at}", micros(count.booked)
            yield part, name, f"counted by {count.by} at {count.at}", micros(count.counted)
    yield from (("win", name, "win", one.win(name)) for name in one.tables)
    for each in one.coupons:
        what = f"{show(each.number, 'number')} {show(each.kind, 'words')} by {each.by}"
        yield "coupon", each.table, f"{what}, face", micros(each.face)
        yield "coupon", each.table, f"{what}, paid", micros(each.paid)
    for line, amount in zip(("opening", "moved", "closing"), one.sums, strict=True):
        yield "proof", "all accounts", line, amount
