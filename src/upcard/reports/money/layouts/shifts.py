"""The reconciliation on paper: trays, boxes, win, meters, reserves, pending awards, and the proof of them all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from upcard.money import account
from upcard.reports.money.blocks import Block, Column, Paper, Part, Prose, Table, Value, show
from upcard.reports.money.layouts.statement import DROP, METER, PENDING, RESERVE, TRAY, statements, together
from upcard.reports.money.posting_reason import kind
from upcard.reports.money.shifts import Count, Period, Shifts, Statement
from upcard.units import micros

LISTING = (
    Column("day", "Gaming day"),
    Column("shift", "Shift"),
    Column("part", "Part"),
    Column("account", "Account"),
    Column("line", "Line"),
    Column("amount", "Amount", "micros"),
)

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
    parts = tuple(_part(number, one, shifts) for number, one in enumerate(wanted, 1))
    rows = tuple(row for one in wanted for row in _listed(one))
    title = "Gaming-day reconciliation" if shifts.span == "day" else "Shift reconciliation"
    if not parts:
        parts = (Part("none", "Nothing to reconcile", (Prose("The journal has no such period."),)),)
    return Paper("day", title, house, shifts.head, parts, Table("lines", title, LISTING, rows))


def _title(one: Period, shifts: Shifts) -> str:
    if not one.closed_at:
        return "Not closed yet"
    return f"Gaming day {one.day}" if shifts.span == "day" else f"Gaming day {one.day}, {one.shift} shift"


def _part(number: int, one: Period, shifts: Shifts) -> Part:
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
    return Part(f"period-{number}", _title(one, shifts), tuple(blocks))


def _levels(one: Period, of: Callable[[str, str], str]) -> list[tuple[str, Statement]]:
    return [(f"{jackpot}, {show(level, 'words')}", one.statement(of(jackpot, level))) for jackpot, level in one.levels]


def _last(counts: tuple[Count, ...]) -> tuple[Value, Value]:
    return (counts[-1].counted, sum(one.variance for one in counts)) if counts else (None, None)


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
    rows = tuple((*row, *_last(counts.get(name, ()))) for name, row in zip(names, table.rows, strict=True))
    return Table(table.name, table.caption, columns, rows, (*table.total, None, None) if table.total else ())


def _win(one: Period) -> Table:
    caption = "Win: stakes less payments, counts included, before what the house owes the meters"
    columns = (
        Column("name", "Table"), Column("win", "Win", "micros"), Column("fees", "Fees", "micros"),
        Column("tips", "Tips to dealers", "micros"), Column("difference", "Count differences", "micros"),
    )  # fmt: skip
    rows = tuple(
        (
            name, one.win(name), one.statement(account.fees(name)).beside(), one.statement(account.tips(name)).beside(),
            -one.statement(account.variance(name)).beside(),
        )
        for name in one.tables
    )  # fmt: skip
    return Table("win", caption, columns, rows, together(rows))


def _coupons(one: Period) -> Table:
    """Who took which coupons, and what the house paid on them; it is among the payments of the trays and meters."""
    columns = (
        Column("name", "Table"), Column("kind", "Coupon", "words"), Column("by", "Put down by"),
        Column("number", "Coupons", "number"), Column("face", "Face", "cents"), Column("paid", "Paid on them", "cents"),
    )  # fmt: skip
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
    columns = (
        Column("name", "Account"), Column("opening", "Opening", "micros"), Column("moved", "Moved", "micros"),
        Column("closing", "Closing", "micros"),
    )  # fmt: skip
    rows = tuple(
        (
            name, sum(one.opening for one in pooled[key]), sum(one.beside() for one in pooled[key]),
            sum(one.closing for one in pooled[key]),
        )
        for key, name in NAMES.items()
        if key in pooled
    )  # fmt: skip
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
    day, shift = one.day, one.shift
    for statement in one.statements.values():
        part = kind(statement.account)
        yield day, shift, part, statement.account, "opening", statement.opening
        for reason, moved_ in statement.moved.items():
            yield day, shift, part, statement.account, reason, moved_
        yield day, shift, part, statement.account, "closing", statement.closing
    for part, counted in (("tray", one.trays), ("drop", one.drops)):
        for name, counts in counted.items():
            for count in counts:
                yield day, shift, part, name, f"booked before the count at {count.at}", micros(count.booked)
                yield day, shift, part, name, f"counted by {count.by} at {count.at}", micros(count.counted)
    for name in one.tables:
        yield day, shift, "win", name, "win", one.win(name)
    for each in one.coupons:
        what = f"{show(each.number, 'number')} {show(each.kind, 'words')} by {each.by}"
        yield day, shift, "coupon", each.table, f"{what}, face", micros(each.face)
        yield day, shift, "coupon", each.table, f"{what}, paid", micros(each.paid)
    opening, moved, closing = one.sums
    yield day, shift, "proof", "all accounts", "opening", opening
    yield day, shift, "proof", "all accounts", "moved", moved
    yield day, shift, "proof", "all accounts", "closing", closing
