"""Exact numbers as they are written, for people and for programs: every decimal is rounded by whole numbers alone."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from upcard.units import show_dollars

MINUS = "−"
PLACES = 6
NONE = "–"
"""Where there is no figure."""


def ratio(number: Fraction) -> str:
    """In lowest terms, for programs.

    >>> ratio(Fraction(2, 4)), ratio(Fraction(-1))
    ('1/2', '-1/1')
    """
    return f"{number.numerator}/{number.denominator}"


def exactly(number: Fraction | int) -> str:
    """In lowest terms, for people.

    >>> exactly(Fraction(-2, 4)), exactly(3), exactly(Fraction(1, 2598960))
    ('−1/2', '3', '1/2,598,960')
    """
    number = Fraction(number)
    return count(number.numerator) + (f"/{count(number.denominator)}" if number.denominator != 1 else "")


def count(number: int) -> str:
    """
    >>> count(-2598960)
    '−2,598,960'
    """
    return f"{number:,}".replace("-", MINUS)


def decimal(number: Fraction | int, places: int = PLACES) -> str:
    """To so many places, halves to the even digit.

    >>> decimal(Fraction(2, 3)), decimal(Fraction(-1, 3), 2), decimal(Fraction(-1, 1000), 2), decimal(12345, 1)
    ('0.666667', '−0.33', '0.00', '12,345.0')
    """
    units = round(Fraction(number) * 10**places)
    whole, rest = divmod(abs(units), 10**places)
    sign = MINUS if units < 0 else ""
    return f"{sign}{whole:,}" + (f".{rest:0{places}d}" if places else "")


def signed(number: Fraction | int) -> str:
    """What is won or lost, with no more places than it takes, or as a fraction.

    >>> signed(201), signed(Fraction(-3, 2)), signed(0), signed(Fraction(6, 5)), signed(Fraction(4, 3))
    ('+201', '−1.5', '0', '+1.2', '+4/3')
    """
    places = {1: 0, 2: 1, 5: 1, 10: 1}.get(Fraction(number).denominator)
    return "+" * (number > 0) + (exactly(number) if places is None else decimal(number, places))


def percent(part: Fraction | int, places: int = 4) -> str:
    """
    >>> percent(Fraction(1, 16)), percent(Fraction(1, 3), 1)
    ('6.2500%', '33.3%')
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
    return decimal(1 / part, 2 if 1 / part < 1000 else 0) if part else "never"


def dollars(amount: Fraction | int, places: int = 2) -> str:
    """
    >>> dollars(Fraction(4142900, 19)), dollars(-1), dollars(Fraction(1, 2), 0)
    ('$218,047.37', '−$1.00', '$0')
    """
    shown = decimal(amount, places)
    return MINUS * shown.startswith(MINUS) + "$" + shown.removeprefix(MINUS)


def money(cents: int) -> str:
    """Cents as dollars, with cents only where there are any.

    >>> money(1000000), money(150)
    ('$10,000', '$1.50')
    """
    return show_dollars(cents).removesuffix(".00")


def root(square: Fraction, places: int = PLACES) -> str:
    """The square root as a decimal, rounded to the nearest: a standard deviation is never an exact fraction.

    >>> root(Fraction(2)), root(Fraction(9, 4), 2), root(Fraction(1, 10**8), 2)
    ('1.414214', '1.50', '0.00')
    """
    scale = 10**places
    doubled = isqrt(4 * square.numerator * scale * scale // square.denominator)
    whole, rest = divmod((doubled + 1) // 2, scale)
    return f"{whole}.{rest:0{places}d}"


def deviation(variance: Fraction) -> str:
    """The root of a variance, for people.

    >>> deviation(Fraction(5000000)), deviation(Fraction(2))
    ('2,236.067977', '1.414214')
    """
    whole, _, rest = root(variance).partition(".")
    return f"{int(whole):,}.{rest}"


def multiple(times: int, of: str, twice: str = "twice") -> str:
    """
    >>> [multiple(times, "the ante") for times in (1, 2, 3)]
    ['as much as the ante', 'twice the ante', '3 times the ante']
    """
    return f"as much as {of}" if times == 1 else f"{twice if times == 2 else f'{times} times'} {of}"


def words(key: str) -> str:
    """
    >>> words("three_of_a_kind")
    'three of a kind'
    """
    return key.replace("_", " ")


def title(key: str) -> str:
    """
    >>> title("four_of_a_kind")
    'Four of a kind'
    """
    return words(key).capitalize()
