"""What the texts have done by hand: a slip in a line fails at load, and every line has a name of its own."""

from __future__ import annotations

import pytest

from upcard.errors import LawError
from upcard.law import editions
from upcard.law.edition import source
from upcard.law.text import read_edition

FILE = "ma.toml"
TEXT = source("ma")
LINE = '  { at = "CutDeck", part = "(1)", do = "Use one hand only for the cut." },'


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{ at = "CutDec", do = "Cut." }', "ma.toml, ma-4(c): 'CutDec' is no step of the procedure"),
        ('{ at = "CutDeck", when = { weather = "fine" }, do = "Cut." }', "a line cannot depend on 'weather'"),
        ('{ at = "CutDeck", when = { shuffle = "foot" }, do = "Cut." }', "ma.toml, ma-4(c): shuffle is never 'foot'"),
        ('{ at = "CutDeck", when = { rule = "cut_minimal" }, do = "Cut." }', "rule is never 'cut_minimal'"),
        ('{ at = "CutDeck", do = "Cut the {cards}." }', "ma.toml, ma-4(c): nothing is filled in for {cards}"),
        ('{ at = "CutDeck", do = "Cut {" }', "ma.toml, ma-4(c): 'Cut {' cannot be filled in"),
        ('{ at = "CutDeck", do = " " }', "ma.toml, ma-4(c): a line says what to do"),
        ('{ at = "CutDeck", do = "Cut.", who = "Dee" }', "there is no field 'who'"),
    ],
)
def test_a_line_that_cannot_be_said_is_refused(line: str, message: str) -> None:
    assert TEXT.count(LINE) == 1
    with pytest.raises(LawError) as caught:
        read_edition(FILE, TEXT.replace(LINE, f"  {line},"))
    assert message in str(caught.value)


def test_every_line_has_a_name_from_its_step_clause_and_place() -> None:
    for edition in editions():
        names = [one.id for lines in edition.steps.values() for one in lines]
        assert len(set(names)) == len(names)
        for step, lines in edition.steps.items():
            for clause in {one.clause for one in lines}:
                of_clause = sorted(one.id for one in lines if one.clause == clause)
                assert of_clause == sorted(f"{step}/{clause}/{n}" for n in range(1, len(of_clause) + 1))


def test_lines_are_short_orders() -> None:
    for edition in editions():
        for lines in edition.steps.values():
            for one in lines:
                assert len(one.line.do) <= 120, one.id
                assert one.line.do[0].isupper(), one.id
                assert one.line.do[-1] in '.?":', one.id
