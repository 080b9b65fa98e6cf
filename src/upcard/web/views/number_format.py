"""Exact figures as pages show them: the fraction, and a decimal for the eye that whole numbers round from it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from upcard.web.views.citation import Why
from upcard.web.views.odds_types import Fact, Figures, OddsSection

MINUS = "−"


def ratio(number: Fraction) -> str:
    """In lowest terms, as programs write it.

    >>> ratio(Fraction(2, 4)), ratio(Fraction(-1))
    ('1/2', '-1/1')
    """
    return f"{number.numerator}/{number.denominator}"


def decimal(number: Fraction | int, places: int = 6) -> str:
    """Rounded half to even.

    >>> decimal(Fraction(-2, 3), 4), decimal(1234567, 0)
    ('−0.6667', '1,234,567')
    """
    units = round(abs(Fraction(number)) * 10**places)
    whole, rest = divmod(units, 10**places)
    sign = MINUS if number < 0 and units else ""
    return f"{sign}{whole:,}" + (f".{rest:0{places}d}" if places else "")


def percent(part: Fraction, places: int = 4) -> str:
    """
    >>> percent(Fraction(1, 16))
    '6.2500%'
    """
    return decimal(100 * part, places) + "%"


def one_in(part: Fraction) -> str:
    """How rare it is.

    >>> one_in(Fraction(4, 2598960)), one_in(Fraction(0)), one_in(Fraction(1, 3))
    ('649,740', 'never', '3.00')
    """
    return decimal(1 / part, 2 if 1 / part < 1000 else 0) if part else "never"


def dollars(amount: Fraction) -> str:
    """
    >>> dollars(Fraction(4142900, 19)), dollars(Fraction(-1, 2))
    ('$218,047.37', '−$0.50')
    """
    shown = decimal(abs(amount), 2)
    return (MINUS if amount < 0 else "") + "$" + shown


def hand(key: str) -> str:
    """
    >>> hand("four_of_a_kind")
    'Four of a kind'
    """
    return key.replace("_", " ").capitalize()


def fact(key: str, label: str, value: str, exact: Fraction | None = None, why: Why | None = None) -> Fact:
    """One figure: what it is, its value for people and, where it is a fraction, that fraction."""
    return {"key": key, "label": label, "value": value, "exact": None if exact is None else ratio(exact), "why": why}


def part_fact(key: str, label: str, part: Fraction, why: Why | None = None) -> Fact:
    """A figure that is a part of something."""
    return fact(key, label, percent(part), part, why)


def table(caption: str, columns: tuple[str, ...], rows: Sequence[tuple[str | Why | None, ...]]) -> Figures:
    """Rows under named columns; the first cell names its row, and a cell may be a clause."""
    return {"caption": caption, "columns": list(columns), "rows": [list(row) for row in rows]}


def section(key: str, title: str, said: str, facts: list[Fact], *tables: Figures) -> OddsSection:
    """One wager, or one game: a sentence, its figures and its tables."""
    return {"key": key, "title": title, "said": said, "facts": facts, "tables": list(tables)}
