"""Fractions for programs ("p/q") and for people (percentages), and the form that all exact answers have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from upcard.cli.output import console, say, show_json, table

Facts = list[tuple[str, str]]


def ratio(number: Fraction) -> str:
    """In lowest terms, for programs.

    >>> ratio(Fraction(2, 4)), ratio(Fraction(-1))
    ('1/2', '-1/1')
    """
    return f"{number.numerator}/{number.denominator}"


def decimal(number: Fraction, places: int) -> str:
    """Rounded half to even, for people.

    >>> decimal(Fraction(-2, 3), 4), decimal(Fraction(1, 8), 2), decimal(Fraction(1234567), 0)
    ('-0.6667', '0.12', '1,234,567')
    """
    scaled = round(abs(number) * 10**places)
    whole, rest = divmod(scaled, 10**places)
    sign = "-" if number < 0 and scaled else ""
    return f"{sign}{whole:,}" + (f".{rest:0{places}d}" if places else "")


def percent(number: Fraction, places: int = 4) -> str:
    """
    >>> percent(Fraction(1, 16))
    '6.2500%'
    """
    return decimal(100 * number, places) + "%"


def one_in(number: Fraction) -> str:
    """How rare a chance is.

    >>> one_in(Fraction(4, 2598960)), one_in(Fraction(0)), one_in(Fraction(1, 3))
    ('649,740', 'never', '3.00')
    """
    if not number:
        return "never"
    often = 1 / number
    return decimal(often, 0 if often >= 1000 or (often.denominator == 1 and often >= 100) else 2)


def both(number: Fraction) -> str:
    """As a percentage and as what it is."""
    return f"{percent(number)}  = {ratio(number)}"


def dollars(number: Fraction) -> str:
    """
    >>> dollars(Fraction(4142900, 19))
    '$218,047.37'
    """
    return ("-$" if number < 0 else "$") + decimal(abs(number), 2)


def counted(counts: Mapping[str, int]) -> dict[str, str]:
    """Counts are decimal strings: they do not fit what some readers of JSON take for a number."""
    return {name: str(count) for name, count in counts.items()}


def words(key: str) -> str:
    """
    >>> words("three_of_a_kind")
    'three of a kind'
    """
    return key.replace("_", " ")


def answer(
    json: bool,
    document: dict[str, Any],
    title: str,
    columns: Iterable[str],
    rows: Iterable[Iterable[str]],
    facts: Facts,
) -> None:
    """One document for programs, or a title, a table and the figures under it for people."""
    if json:
        show_json(document)
        return
    from rich.table import Table

    out = console()
    say(title)
    shown = table(*columns)
    for column in shown.columns[1:]:
        column.justify = "right"
    filled = False
    for row in rows:
        shown.add_row(*row)
        filled = True
    if filled:
        out.print(shown)
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for name, value in facts:
        grid.add_row(name, value)
    out.print(grid)
