"""Exact numbers as people read them: every decimal is rounded from its fraction, by whole numbers alone."""

from __future__ import annotations

from fractions import Fraction

from upcard.exact.sqrt import root

MINUS = "−"
PLACES = 6
NONE = "–"
"""Where there is no figure."""


def count(number: int) -> str:
    """
    >>> count(-2598960)
    '−2,598,960'
    """
    return f"{number:,}".replace("-", MINUS)


def exactly(number: Fraction | int) -> str:
    """In lowest terms.

    >>> exactly(Fraction(-2, 4)), exactly(3)
    ('−1/2', '3')
    """
    number = Fraction(number)
    whole = count(number.numerator)
    return whole if number.denominator == 1 else f"{whole}/{count(number.denominator)}"


def decimal(number: Fraction | int, places: int = PLACES) -> str:
    """To so many places, halves to the even digit.

    >>> decimal(Fraction(2, 3)), decimal(Fraction(-1, 3), 2), decimal(Fraction(-1, 1000), 2), decimal(12345, 1)
    ('0.666667', '−0.33', '0.00', '12,345.0')
    """
    units = round(Fraction(number) * 10**places)
    whole, rest = divmod(abs(units), 10**places)
    sign = MINUS if units < 0 else ""
    return f"{sign}{whole:,}.{rest:0{places}d}" if places else f"{sign}{whole:,}"


def percent(part: Fraction | int, places: int = 4) -> str:
    """
    >>> percent(Fraction(1, 3))
    '33.3333%'
    """
    return decimal(Fraction(part) * 100, places) + "%"


def chance(part: Fraction, digits: int = 6) -> str:
    """A probability with so many significant digits, never in powers of ten.

    >>> chance(Fraction(4, 2598960)), chance(Fraction(1, 2)), chance(Fraction(0))
    ('0.00000153908', '0.500000', '0')
    """
    if not part:
        return "0"
    places = digits
    while part * 10 ** (places - digits + 1) < 1:
        places += 1
    return decimal(part, places)


def one_in(part: Fraction) -> str:
    """How rare it is; rare things without decimals.

    >>> one_in(Fraction(4, 2598960)), one_in(Fraction(1, 3)), one_in(Fraction(0))
    ('649,740', '3.00', 'never')
    """
    if not part:
        return "never"
    often = 1 / part
    return decimal(often, 2 if often < 1000 else 0)


def dollars(amount: Fraction | int, places: int = 2) -> str:
    """
    >>> dollars(Fraction(526400, 2)), dollars(-1)
    ('$263,200.00', '−$1.00')
    """
    shown = decimal(amount, places)
    return MINUS + "$" + shown.removeprefix(MINUS) if shown.startswith(MINUS) else "$" + shown


def cents(amount: int) -> str:
    """Cents as dollars, without decimals where they are none.

    >>> cents(1000000), cents(50)
    ('$10,000', '$0.50')
    """
    return dollars(Fraction(amount, 100)).removesuffix(".00")


def deviation(variance: Fraction) -> str:
    """The root of a variance.

    >>> deviation(Fraction(5000)), deviation(Fraction(2))
    ('70.710678', '1.414214')
    """
    whole, _, rest = root(variance, PLACES).partition(".")
    return f"{int(whole):,}.{rest}"


def hand(key: str) -> str:
    """
    >>> hand("four_of_a_kind")
    'Four of a kind'
    """
    return key.replace("_", " ").capitalize()
