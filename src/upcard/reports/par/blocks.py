"""The contents of a PAR sheet as plain blocks, which the page and the print show each in its own way.

Numbers are text here, made by `numbers`; a block knows nothing of markup, so that nothing in it can be taken for some.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from upcard.law import Edition


@dataclass(frozen=True, slots=True)
class Cite:
    """Where a rule stands: its clause and, where the clause needed one, the number of our reading of it."""

    clause: str
    reading: int | None = None

    def __str__(self) -> str:
        return self.clause if self.reading is None else f"{self.clause}; reading {self.reading}"


Cell: TypeAlias = str | Cite
Kind: TypeAlias = Literal["text", "long", "number", "exact", "clause"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column; `long` ones hold sentences, and `exact` ones numbers that may be wider than a line."""

    name: str
    kind: Kind = "text"


RULE_COLUMNS = (Column("Rule"), Column("Value"), Column("Clause", "clause"))


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Fact:
    """One figure: its value for people, the same exactly, and the clause that it stands on."""

    key: str
    name: str
    value: str
    exactly: str = ""
    cite: Cite | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """Figures under one caption."""

    name: str
    caption: str
    facts: tuple[Fact, ...]

    @property
    def cited(self) -> bool:
        return any(fact.cite for fact in self.facts)

    @property
    def exact(self) -> bool:
        return any(fact.exactly for fact in self.facts)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under named columns; the first cell of a row names it, and a last row may sum them up."""

    name: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    total: tuple[Cell, ...] | None = None

    def __post_init__(self) -> None:
        for row in (*self.rows, *((self.total,) if self.total else ())):
            assert len(row) == len(self.columns), f"{self.name}: {row}"


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing, with words for those who do not see it."""

    name: str
    caption: str
    words: str
    svg: str
    tall: bool = False
    """It takes most of a printed page, so that in print the text may go on before it."""


Block: TypeAlias = Prose | Facts | Table | Picture


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the sheet under one heading."""

    name: str
    title: str
    blocks: tuple[Block, ...]

    @property
    def cites(self) -> tuple[Cite, ...]:
        found: list[Cite] = []
        for block in self.blocks:
            if isinstance(block, Facts):
                found += [fact.cite for fact in block.facts if fact.cite]
            elif isinstance(block, Table):
                found += [cell for row in block.rows for cell in row if isinstance(cell, Cite)]
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Glance:
    """One wager in the summary of a sheet and of a house."""

    wager: str
    per: str
    """What the figures are a part of: the ante, or each dollar wagered."""
    return_: str
    house_edge: str
    hit_frequency: str
    standard_deviation: str

    @property
    def row(self) -> tuple[str, ...]:
        return (self.wager, self.per, self.return_, self.house_edge, self.hit_frequency, self.standard_deviation)


GLANCE_COLUMNS = (
    Column("Wager"),
    Column("For each"),
    Column("Return", "number"),
    Column("House edge", "number"),
    Column("Hit frequency", "number"),
    Column("Standard deviation", "number"),
)


@dataclass(frozen=True, slots=True)
class Part:
    """What one wager brings to a sheet: its place in the summary and its section."""

    glances: tuple[Glance, ...]
    section: Section


@dataclass(frozen=True, slots=True)
class Sheet:
    """The PAR sheet of one table."""

    house: str
    table: str
    game: str
    edition: Edition
    glances: tuple[Glance, ...]
    sections: tuple[Section, ...]


def rules_behind(edition: Edition, name: str, caption: str, listed: Iterable[tuple[str, str, str]]) -> Table:
    """Rules that figures stand on: what each is about, its value, and its name, which leads to the clause."""
    rows = tuple((about, value, cite(edition, rule)) for about, value, rule in listed)
    return Table(name, caption, RULE_COLUMNS, rows)


def cite(edition: Edition, rule: str) -> Cite:
    """The citation of a rule by its name.

    >>> from upcard.law import edition
    >>> cite(edition("ma"), "awards_from").reading
    19
    """
    found = edition.citations[rule]
    numbers = {reading.name: reading.number for reading in edition.readings}
    return Cite(found.clause, numbers[found.reading] if found.reading else None)
