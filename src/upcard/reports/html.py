"""A document as a page: one file with everything in it, for screens in light and dark and for paper."""

from __future__ import annotations

import re
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from upcard import __version__
from upcard.reports.blocks import RIGHT, Cite, Kind, Paper, Picture, Value, show
from upcard.reports.column_widths import wide

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
