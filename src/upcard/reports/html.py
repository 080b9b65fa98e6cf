"""A document as a page: one file with everything in it, for screens in light and dark and for paper."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from functools import cache
from typing import Any, assert_never

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from upcard import __version__
from upcard.reports.blocks import (
    RIGHT,
    Block,
    Cite,
    Facts,
    Kind,
    Paper,
    Picture,
    Prose,
    Signatures,
    Table,
    Value,
    plain,
    show,
)
from upcard.reports.pdf import wide

COLOURS = {
    "#1b1e23": "ink", "#59616c": "soft", "#c9ced7": "rule", "#0b5a9d": "first", "#a04000": "second",
    "#cfe1f1": "wash", "#fefeff": "paper",
}  # fmt: skip
"""The colours of drawings, by the names under which a page puts others in their place when it is dark."""

LONG = 26
"""Digits and commas on one side of a fraction that still fit a column."""


def on_page(svg: str, name: str) -> str:
    """A drawing as a part of a page: its names made its own, its colours those of the page."""
    svg = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', svg)
    svg = re.sub(r'(href="#|url\(#)', rf"\g<1>{name}-", svg)
    for colour, named in COLOURS.items():
        svg = svg.replace(colour, f"var(--{named})")
    return svg


def _drawn(picture: Picture) -> Markup:
    """Our own drawing; no word of a house is in it as markup, for letters are shapes there."""
    return Markup(on_page(picture.svg, picture.name))


def _loose(text: str) -> Markup:
    """A number that may break behind its stroke and, where a side is very long, behind commas."""
    sides = [Markup(",<wbr>").join(side.split(",")) if len(side) > LONG else escape(side) for side in text.split("/")]
    return Markup("/<wbr>").join(sides)


def _shown(value: Value, kind: Kind) -> Markup | str:
    """A clause leads to what it says at the end of the document."""
    if isinstance(value, Cite):
        return Markup('<a href="#{}">{}</a>').format(value.clause, value)
    return _loose(show(value, kind)) if kind == "exact" else show(value, kind)


@cache
def _templates() -> Environment:
    made = Environment(
        loader=PackageLoader("upcard.reports", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters |= {"kind": lambda block: type(block).__name__, "shown": _shown, "drawn": _drawn, "loose": _loose}
    made.globals |= {"right": RIGHT, "version": __version__}
    return made


def as_page(paper: Paper) -> str:
    return _templates().get_template("document.html").render(paper=paper, wide=wide(paper))


# ---- A document for programs -------------------------------------------------------------------------------
# one list for spreadsheets, one JSON document.


FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""With what a cell begins that a spreadsheet would take for a formula."""

AMOUNT = re.compile(r"-[0-9]+(\.[0-9]+)?")


def as_csv(paper: Paper) -> str:
    """The one table of the document: comma separated, the keys of the columns in the first line."""
    columns = paper.listing.columns
    rows = ([_cell(plain(value, column.kind), value) for value, column in zip(row, columns, strict=True)]
            for row in paper.listing.rows)  # fmt: skip
    return csv_text([column.key for column in columns], rows)


def csv_text(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Comma separated values, with the names of the columns in the first line."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return out.getvalue()


def no_formula(text: str) -> str:
    """What a spreadsheet would take for a formula is made a text again; an amount below nothing stays a number."""
    return f"'{text}" if text.startswith(FORMULA) and not AMOUNT.fullmatch(text) else text


def _cell(written: str | int | None, value: Value) -> str:
    text = "" if written is None else str(written)
    return no_formula(text) if isinstance(value, str) else text


def as_document(paper: Paper) -> dict[str, Any]:
    """What `--json` prints: the parts with their tables by name, each row by the keys of its columns."""
    return {
        "document": paper.kind,
        "house": paper.house or None,
        "entries": paper.head.seq,
        "head": paper.head.hash.hex(),
        "parts": [
            {"name": section.name, "title": section.title, "mark": section.mark or None} | _blocks(section.blocks)
            for section in paper.sections
        ],
    }


def _blocks(blocks: tuple[Block, ...]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    said: list[str] = []
    for block in blocks:
        match block:
            case Prose():
                said.append(block.text)
            case Facts():
                found[block.name] = {fact.key: plain(fact.value, fact.kind) for fact in block.facts}
            case Table():
                found[block.name] = [
                    {column.key: plain(value, column.kind) for column, value in zip(block.columns, row, strict=True)}
                    for row in block.rows
                ]
            case Signatures():
                found["signatures"] = [
                    {"role": line.role, "by": line.by or None, "at": line.at or None} for line in block.lines
                ]
            case Picture():
                said.append(block.words)
            case _:
                assert_never(block)
    return {"said": said} | found
