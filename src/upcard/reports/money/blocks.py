"""A document as plain parts, which page, print, list, screen and program show each in its own way.

A cell is what it is (cents, micros, a number, a text) and its column says how it is written: so all of them say the
same, and nothing in a name can be taken for markup.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from upcard.present.payment import wager_name
from upcard.store.store import Head
from upcard.units import MICROS_PER_CENT, show_cents, show_dollars, show_meter

Kind: TypeAlias = Literal["text", "long", "number", "cents", "micros", "time", "wager", "words"]
"""A wager, and `words` of other kinds such as the name of a level, are joined for programs and spaced for people."""
Value: TypeAlias = str | int | None

RIGHT = ("number", "cents", "micros")
"""The kinds of columns whose cells stand to the right."""

NONE = "–"


class Column(msgspec.Struct, frozen=True):
    """`key` is its name for programs."""

    key: str
    name: str
    kind: Kind = "text"


class Prose(msgspec.Struct, frozen=True, tag=True):
    """A paragraph; a strong one is what a reader looks for first."""

    text: str
    strong: bool = False


class Fact(msgspec.Struct, frozen=True):
    key: str
    name: str
    value: Value
    kind: Kind = "text"


class Facts(msgspec.Struct, frozen=True, tag=True):
    """Single figures under one caption."""

    name: str
    caption: str
    facts: tuple[Fact, ...]


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


Block: TypeAlias = Prose | Facts | Table | Signatures


class Part(msgspec.Struct, frozen=True):
    """What stands under one heading; `alone` on a page of its own, with a mark across it where there is one."""

    name: str
    title: str
    blocks: tuple[Block, ...]
    alone: bool = False
    mark: str = ""


class Paper(msgspec.Struct, frozen=True):
    """A whole document; `listing` is the one table that a list for spreadsheets holds."""

    kind: str
    title: str
    house: str
    head: Head
    parts: tuple[Part, ...]
    listing: Table

    @property
    def source(self) -> str:
        """What it was made from, so that anybody can make it again."""
        if not self.head.seq:
            return "Made from an empty journal."
        if not self.head.hash:
            return f"Made from entries 1 to {self.head.seq} of the journal."
        return f"Made from entries 1 to {self.head.seq} of the journal; the last has the hash {self.head.hash.hex()}."


def show(value: Value, kind: Kind) -> str:
    """A cell for people.

    >>> show(123456, "cents"), show(150_000, "micros"), show("2026-01-02T03:04:05.678901Z", "time")
    ('$1,234.56', '$0.0015', '2026-01-02 03:04:05 UTC')
    >>> show(-2_500_000, "micros"), show(None, "cents"), show("five_card", "words"), show("five_card_player", "wager")
    ('-$0.025', '–', 'five card', 'five card (own hand)')
    """
    if value is None:
        return NONE
    match value, kind:
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


def plain(value: Value, kind: Kind) -> Value:
    """A cell for programs: amounts as decimal strings in dollars.

    >>> plain(123456, "cents"), plain(-150_000, "micros"), plain(7, "number")
    ('1234.56', '-0.0015', 7)
    """
    match value, kind:
        case int(), "cents":
            return show_cents(value)
        case int(), "micros":
            return ("-" if value < 0 else "") + show_meter(abs(value))
        case _:
            return value
