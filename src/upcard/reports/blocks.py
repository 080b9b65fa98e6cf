"""A document as plain parts, which page, print, list, screen and program show each in its own way.

A cell is what it is (cents, a fraction, a clause, a text) and its column says how it is written: so all of them say the
same, and nothing in a name can be taken for markup.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Literal, TypeAlias

import msgspec

from upcard import number_format as numbers
from upcard.law import Edition
from upcard.number_format import NONE
from upcard.present.payment import wager_name
from upcard.store.store import Head
from upcard.units import MICROS_PER_CENT, show_cents, show_dollars, show_meter

Kind: TypeAlias = Literal[
    "text", "long", "clause", "time", "wager", "words", "number", "cents", "micros", "count", "decimal", "signed",
    "percent", "rough", "chance", "one_in", "dollars", "deviation", "exact",
]  # fmt: skip
"""A wager, and `words` of other kinds such as the name of a level, are joined for programs and spaced for people.

`long` is sentences; `rough` a percentage to two places; `deviation` the root of a variance; `exact` a fraction that may
be wider than a line.
"""

NUMBERS: dict[Kind, Callable[[Fraction], str]] = {
    "count": lambda number: numbers.count(int(number)),
    "decimal": numbers.decimal,
    "signed": numbers.signed,
    "percent": numbers.percent,
    "rough": lambda part: numbers.percent(part, 2),
    "chance": numbers.chance,
    "one_in": numbers.one_in,
    "dollars": numbers.dollars,
    "deviation": numbers.deviation,
    "exact": numbers.exactly,
}
"""How exact numbers are written."""

RIGHT: tuple[Kind, ...] = ("number", "cents", "micros", *NUMBERS)
"""The kinds of columns whose cells stand to the right."""


class Cite(msgspec.Struct, frozen=True):
    """Where a rule stands: its clause and, where the clause needed one, the number of our reading of it."""

    clause: str
    reading: int | None = None
    rule: str = ""

    def __str__(self) -> str:
        return self.clause if self.reading is None else f"{self.clause}; reading {self.reading}"


def cite(edition: Edition, rule: str) -> Cite:
    """The citation of a rule by its name.

    >>> from upcard.law import edition
    >>> cite(edition("ma"), "awards_from").reading
    19
    """
    found = edition.citations[rule]
    numbered = {reading.name: reading.number for reading in edition.readings}
    return Cite(found.clause, numbered[found.reading] if found.reading else None, rule)


Value: TypeAlias = str | int | Fraction | Cite | None


class Column(msgspec.Struct, frozen=True):
    """`key` is its name for programs."""

    key: str
    name: str
    kind: Kind = "text"


def headed(*names: str) -> tuple[Column, ...]:
    """Columns by name, behind a colon where programs have a key for it; a kind may stand behind a stroke.

    >>> headed("Hand", "edge:House edge|percent")
    (Column(key='', name='Hand', kind='text'), Column(key='edge', name='House edge', kind='percent'))
    """
    found = []
    for written in names:
        named, *kind = written.split("|")
        key, _, name = named.rpartition(":")
        found.append(msgspec.convert({"key": key, "name": name, "kind": [*kind, "text"][0]}, Column))
    return tuple(found)


def by_key(columns: tuple[Column, ...], things: Iterable[object]) -> tuple[tuple[Value, ...], ...]:
    """A row of each thing: what it has under the keys of the columns; yes and no are words."""
    rows = ([getattr(thing, column.key) for column in columns] for thing in things)
    return tuple(tuple(("no", "yes")[cell] if isinstance(cell, bool) else cell for cell in row) for row in rows)


class Prose(msgspec.Struct, frozen=True, tag=True):
    """A paragraph; a strong one is what a reader looks for first. Links stand behind it, on a page."""

    text: str
    strong: bool = False
    links: tuple[tuple[str, str], ...] = ()


class Fact(msgspec.Struct, frozen=True):
    """One figure, and the clause that it stands on."""

    key: str
    name: str
    value: Value
    kind: Kind = "text"
    cite: Cite | None = None

    @property
    def exactly(self) -> str:
        """A fraction as it is, where it is shown rounded."""
        return numbers.exactly(self.value) if isinstance(self.value, Fraction) and self.kind != "deviation" else ""


class Facts(msgspec.Struct, frozen=True, tag=True):
    """Single figures under one caption."""

    name: str
    caption: str
    facts: tuple[Fact, ...]

    @property
    def headed(self) -> tuple[str, ...]:
        """What stands above them, where there is more to a figure than its name and value."""
        exact, cited = any(fact.exactly for fact in self.facts), any(fact.cite for fact in self.facts)
        more = ("Exactly",) * exact + ("Clause",) * cited
        return ("Figure", "Value", *more) if more else ()


class Table(msgspec.Struct, frozen=True, tag=True):
    """Rows under named columns; the last row may sum them up."""

    name: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]
    total: tuple[Value, ...] = ()

    def __post_init__(self) -> None:
        for row in (*self.rows, *((self.total,) if self.total else ())):
            assert len(row) == len(self.columns), f"{self.name}: {row}"


class Signature(msgspec.Struct, frozen=True):
    """A line to be signed, and who has signed it."""

    role: str
    by: str = ""
    at: str = ""


class Signatures(msgspec.Struct, frozen=True, tag=True):
    lines: tuple[Signature, ...]


class Picture(msgspec.Struct, frozen=True, tag=True):
    """A drawing, with words for those who do not see it."""

    name: str
    caption: str
    words: str
    svg: str
    tall: bool = False
    """It takes most of a printed page, so that in print the text may go on before it."""


Block: TypeAlias = Prose | Facts | Table | Signatures | Picture


class Section(msgspec.Struct, frozen=True):
    """What stands under one heading; `alone` on a page of its own, with a mark across it where there is one."""

    name: str
    title: str
    blocks: tuple[Block, ...]
    alone: bool = False
    mark: str = ""

    @property
    def cites(self) -> tuple[Cite, ...]:
        found: list[Value] = []
        for block in self.blocks:
            if isinstance(block, Facts):
                found += [fact.cite for fact in block.facts]
            elif isinstance(block, Table):
                found += [cell for row in block.rows for cell in row]
        return tuple(each for each in found if isinstance(each, Cite))


class Paper(msgspec.Struct, frozen=True):
    """A whole document; `listing` is the one table that a list for spreadsheets holds."""

    kind: str
    title: str
    house: str
    head: Head
    """The end of the journal that it was made from."""
    sections: tuple[Section, ...]
    listing: Table = Table("", "", (), ())
    under: Prose | None = None
    """What stands under the title; the house by default."""
    made_from: str = ""
    """What it was made from, where that is no journal."""
    contents: bool = False
    """It begins with a list of its sections."""

    @property
    def source(self) -> str:
        """What it was made from, so that anybody can make it again."""
        if self.made_from:
            return self.made_from
        if not self.head.seq:
            return "Made from an empty journal."
        if not self.head.hash:
            return f"Made from entries 1 to {self.head.seq} of the journal."
        return f"Made from entries 1 to {self.head.seq} of the journal; the last has the hash {self.head.hash.hex()}."


def rules_behind(edition: Edition, name: str, caption: str, listed: Iterable[tuple[str, str, str]]) -> Table:
    """Rules that figures stand on: what each is about, its value, and its name, which leads to the clause."""
    rows = tuple((about, value, cite(edition, rule)) for about, value, rule in listed)
    return Table(name, caption, headed("Rule", "Value", "Clause|clause"), rows)


def show(value: Value, kind: Kind) -> str:
    """A cell for people.

    >>> show(123456, "cents"), show(150_000, "micros"), show("2026-01-02T03:04:05.678901Z", "time")
    ('$1,234.56', '$0.0015', '2026-01-02 03:04:05 UTC')
    >>> show(-2_500_000, "micros"), show(None, "cents"), show("five_card", "words"), show("five_card_player", "wager")
    ('-$0.025', '–', 'five card', 'five card (own hand)')
    >>> show(Fraction(1, 8), "percent"), show("none", "percent"), show(1234, "count")
    ('12.5000%', 'none', '1,234')
    """
    match value, kind:
        case None, _:
            return NONE
        case ((int() | Fraction()), _) if kind in NUMBERS:
            return NUMBERS[kind](Fraction(value))
        case int(), "cents":
            return show_dollars(value)
        case int(), "micros":
            return _micros(value)
        case str(), "time":
            return f"{value[:10]} {value[11:19]} UTC" if value else NONE
        case str(), "wager":
            return wager_name(value).replace("_", " ")
        case str(), "words":
            return value.replace("_", " ")
        case _:
            return str(value)


def _micros(value: int) -> str:
    whole, fraction = divmod(abs(value), MICROS_PER_CENT)
    sign = "-" if value < 0 else ""
    return sign + show_dollars(whole) + f"{fraction:06d}".rstrip("0")


def plain(value: Value, kind: Kind) -> str | int | None:
    """A cell for programs: amounts as decimal strings in dollars.

    >>> plain(123456, "cents"), plain(-150_000, "micros"), plain(7, "number"), plain(Fraction(1, 2), "percent")
    ('1234.56', '-0.0015', 7, '1/2')
    """
    match value, kind:
        case int(), "cents":
            return show_cents(value)
        case int(), "micros":
            return show_meter(value)
        case Fraction(), _:
            return numbers.ratio(value)
        case Cite(), _:
            return str(value)
        case _:
            return value
