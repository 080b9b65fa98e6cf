"""How wide tables are in print: which side of the sheet they need, in which size they are set, what a column gets.

All lengths are tenths of a point. A letter counts as half its height and a little more, so that no figure is broken
over two lines; what is left of the sheet goes to the columns whose text would still gain from it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from upcard.reports.blocks import RIGHT, Column, Kind, Paper, Table, show

UPRIGHT, ACROSS = 5_100, 7_560
"""What the margins leave of the short and of the long side of an A4 sheet."""
SIZES = (82, 72, 64, 56)
READABLE = 72
"""A sheet is turned before its tables are set smaller."""
LETTER = 52
"""The width of a letter in hundredths of its size."""
GAP = 72
"""Between two columns."""

LEAST: dict[Kind, int] = {"time": 12, "long": 20}
"""Letters that a column is given without need, where it has as many to show."""
LEAST_TEXT = 14
SPACE, CLAUSE = re.compile(r"\s+"), re.compile(r"\s+|(?<=\))(?=\()")
"""Where a text, and the number of a clause, may be broken."""
MOST: dict[Kind, int] = {"time": 23, "long": 60, "exact": 40}
MOST_TEXT = 26


class Need(NamedTuple):
    """What a column cannot do without, and what it could use, in letters."""

    least: int
    most: int


class Setting(NamedTuple):
    """The size of the letters of a table, and how the width of the sheet is divided among its columns."""

    size: int
    shares: tuple[int, ...]


def wide(paper: Paper) -> bool:
    """Some table needs the long side of the sheet."""
    tables = (block for section in paper.sections for block in section.blocks if isinstance(block, Table))
    return any(_width(_needs(table), READABLE) > UPRIGHT for table in tables)


def setting(table: Table, *, across: bool) -> Setting:
    """As large as it fits."""
    needs, sheet = _needs(table), ACROSS if across else UPRIGHT
    size = next((size for size in SIZES if _width(needs, size) <= sheet), SIZES[-1])
    letters = (sheet - GAP * len(needs)) * 100 // (size * LETTER)
    left = max(letters - sum(need.least for need in needs), 0)
    wanted = sum(need.most - need.least for need in needs)
    given = [need.least + (need.most - need.least) * min(left, wanted) // max(wanted, 1) for need in needs]
    return Setting(size, tuple(letters * size * LETTER // 100 + GAP for letters in given))


def _width(needs: tuple[Need, ...], size: int) -> int:
    return sum(need.least * size * LETTER // 100 + GAP for need in needs)


def _needs(table: Table) -> tuple[Need, ...]:
    rows = (*table.rows, *((table.total,) if table.total else ()))
    return tuple(_need(column, [show(row[at], column.kind) for row in rows]) for at, column in enumerate(table.columns))


def _need(column: Column, cells: list[str]) -> Need:
    """A figure that is no fraction stands on one line; of a text, and the name of a column, no word is broken."""
    title = max(map(len, column.name.split()), default=0)
    longest = max(map(len, cells), default=0)
    if column.kind == "exact":
        return Need(max(title, min(longest, LEAST_TEXT)), max(title, min(longest, MOST["exact"])))
    if column.kind in RIGHT:
        return Need(max(title, longest), max(title, longest))
    between = CLAUSE if column.kind == "clause" else SPACE
    word = max((len(word) for cell in cells for word in between.split(cell)), default=0)
    least = max(title, word, min(longest, LEAST.get(column.kind, LEAST_TEXT)))
    return Need(least, max(least, min(longest, MOST.get(column.kind, MOST_TEXT))))
