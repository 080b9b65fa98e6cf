"""Documents in terminals of any width: whatever the page says stands there too."""

from __future__ import annotations

import re
from functools import cache
from io import StringIO

import pytest
from rich.console import Console

from tests.reports.test_formats import KINDS, figures, paper, texts
from upcard.cli.audit.report_text import LONGEST_WORD, print_paper
from upcard.reports.blocks import Column, Fact, Facts, Paper, Section, Table
from upcard.store import Head

WIDTHS = (40, 60, 80, 100, 120, 200)


def screen(found: Paper, width: int) -> list[str]:
    """The lines of a document, without the last one, which is one long line that a terminal breaks itself."""
    out = StringIO()
    print_paper(found, Console(file=out, width=width, markup=False, highlight=False, emoji=False))
    return out.getvalue().splitlines()[:-1]


@cache
def shown(kind: str, width: int) -> str:
    return "\n".join(screen(paper(kind), width))


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_word_is_there_whatever_the_width(kind: str, width: int) -> None:
    out = shown(kind, width)
    assert max(map(len, out.splitlines())) <= width
    words = {word for text in texts(paper(kind)) for word in text.split() if len(word) <= LONGEST_WORD}
    assert not [word for word in words if word not in out]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_figure_is_there_as_often_as_on_the_page_and_unbroken(kind: str, width: int) -> None:
    out = shown(kind, width)
    assert not {figure: many for figure, many in figures(paper(kind)).items() if out.count(figure) < many}


def test_columns_that_do_not_fit_are_turned_and_not_lost() -> None:
    narrow, broad = shown("day", 80), shown("day", 200)
    assert re.search(r"^ Table +Opening +.* Variance *$", broad, re.MULTILINE)
    assert not re.search(r"Table +Opening", narrow.split("Drop boxes")[0])
    assert re.search(r"^ Table +Stud 1 +Stud 2", narrow, re.MULTILINE)
    assert re.search(r"^ Variance +\S", narrow, re.MULTILINE)


def test_a_row_that_is_too_wide_alone_is_a_list_of_names_and_values() -> None:
    amount = 123_456_789_012_345_678_901
    table = Table("t", "T", (Column("a", "Name"), Column("b", "Some amount", "micros")), (("x", amount),))
    facts = Facts("f", "F", (Fact("k", "What it is", "a word " * 9),))
    found = Paper("p", "P", "", Head(0, bytes(32)), (Section("p", "A title that is long", (table, facts)),), table)
    out = screen(found, 24)
    assert "A title that is long" in out
    assert "Name: x" in out
    assert "Some amount:" in " ".join(out)
    assert "$1,234,567,890,123.456789".startswith("".join(out).split("amount:")[1].strip()[:20])
    assert " ".join(out).count("word") == 9
