"""Statements of accounts as a table: one row for each account, one column for each reason that moved it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from upcard.reports.money.blocks import Column, Table, Value
from upcard.reports.money.posting_reason import REVERSED
from upcard.reports.money.shifts import Statement

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
    labels, accounts = [], []
    for label, one in found:
        labels.append(label)
        accounts.append(one)
    kept, amounts = moved(lines, accounts)
    columns = (
        Column("name", first), Column("opening", "Opening", "micros"),
        *(Column(key, title, "micros") for key, title, _ in kept), Column("closing", "Closing", "micros"),
    )  # fmt: skip
    rows: list[Row] = [
        (label, *[one.opening, *some, one.closing]) for label, one, some in zip(labels, accounts, amounts, strict=True)
    ]
    return Table(name, caption, columns, tuple(rows), together(rows))


def together(rows: Sequence[Row]) -> tuple[Value, ...]:
    """The last row, where there is more than one above it."""
    if len(rows) < 2:
        return ()
    return ("Together", *(sum(column) for column in zip(*(row[1:] for row in rows), strict=True)))
