"""A PAR sheet as a page: one file with everything in it, for screens in light and dark and for paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from upcard import __version__
from upcard.reports.par.blocks import GLANCE_COLUMNS, Block, Cite, Picture, Sheet
from upcard.reports.par.svg_style import on_page


@dataclass(frozen=True, slots=True)
class Entry:
    """A sheet in the index of its house, with the names of its files."""

    sheet: Sheet
    page: str
    print: str


def _kind(block: Block) -> str:
    return type(block).__name__


def _drawn(picture: Picture) -> Markup:
    """Our own drawing; no word of a house is in it as markup, for letters are shapes there."""
    return Markup(on_page(picture.svg, picture.name))


LONG = 26
"""Digits and commas on one side of a fraction that still fit a column."""


def _loose(text: str) -> Markup:
    """A number that may break behind its stroke and, where a side is very long, behind commas."""
    sides = [Markup(",<wbr>").join(side.split(",")) if len(side) > LONG else escape(side) for side in text.split("/")]
    return Markup("/<wbr>").join(sides)


def _is_cite(cell: object) -> bool:
    return isinstance(cell, Cite)


@cache
def _templates() -> Environment:
    found = Environment(
        loader=PackageLoader("upcard.reports.par", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    found.filters["kind"] = _kind
    found.filters["drawn"] = _drawn
    found.filters["loose"] = _loose
    found.tests["cite"] = _is_cite
    found.globals["version"] = __version__
    found.globals["glance_columns"] = GLANCE_COLUMNS
    return found


def page(sheet: Sheet, printed: str) -> str:
    """The page of one table, with a link to its print."""
    return _templates().get_template("sheet.html").render(sheet=sheet, printed=printed)


def index(house: str, entries: Sequence[Entry]) -> str:
    """The page of the house: every table with its figures at a glance."""
    return _templates().get_template("index.html").render(house=house, entries=entries)
