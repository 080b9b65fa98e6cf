"""A document as a page: one file with everything in it, for screens in light and dark and for paper."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from upcard import __version__
from upcard.reports.money.blocks import RIGHT, Block, Paper, show
from upcard.reports.money.column_widths import wide


def _kind(block: Block) -> str:
    return type(block).__name__


@cache
def _templates() -> Environment:
    found = Environment(
        loader=PackageLoader("upcard.reports.money", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    found.filters["kind"] = _kind
    found.filters["shown"] = show
    found.globals["right"] = RIGHT
    found.globals["version"] = __version__
    return found


def as_page(paper: Paper) -> str:
    return _templates().get_template("document.html").render(paper=paper, wide=wide(paper))
