"""How a value shows itself to a programmer: in one line at a prompt, as a small table in a notebook.

A class that is `displayed` has `_line`, what it is in a few words, and may have `_rows`, a heading and rows. The rest
is the same for all: `repr` sets the line in angle brackets, and a notebook is given plain HTML with every text escaped.

>>> @displayed
... class Purse:
...     def _line(self) -> str:
...         return "2 chips"
...     def _rows(self) -> Rows:
...         return ("chip", "worth"), [("red & white", 5), ("green", 25)]
>>> Purse()
<Purse: 2 chips>
>>> Purse()._repr_html_()[:64]
'<table><caption>Purse: 2 chips</caption><thead><tr><th>chip</th>'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, TypeAlias, TypeVar, cast

Rows: TypeAlias = tuple[Sequence[str], Iterable[Sequence[object]]]
"""The heading of each column, and the rows."""

C = TypeVar("C", bound=type[Any])


def displayed(cls: C) -> C:
    """Give a class its `repr` and, where it has a table, its HTML; subclasses inherit both."""
    cls.__repr__ = cast("Any", _repr)
    if hasattr(cls, "_rows"):
        cls._repr_html_ = _html
    return cls


def _said(value: Any) -> str:
    return f"{type(value).__name__}: {value._line()}"


def _repr(value: Any) -> str:
    return f"<{_said(value)}>"


def _html(value: Any) -> str:
    heading, rows = value._rows()
    body = "".join(_row(row, "td") for row in rows)
    caption = escape(_said(value))
    return f"<table><caption>{caption}</caption><thead>{_row(heading, 'th')}</thead><tbody>{body}</tbody></table>"


def _row(cells: Sequence[object], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{'' if cell is None else escape(str(cell))}</{tag}>" for cell in cells) + "</tr>"
