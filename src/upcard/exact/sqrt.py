"""Square roots to a given decimal, by whole numbers alone: standard deviations are never exact fractions."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

DECIMALS = 6


def root(square: Fraction, decimals: int = DECIMALS) -> str:
    """The square root as a decimal, rounded to the nearest, by whole numbers alone.

    >>> root(Fraction(2)), root(Fraction(9, 4), 2), root(Fraction(1, 10**8), 2)
    ('1.414214', '1.50', '0.00')
    """
    scale = 10**decimals
    doubled = isqrt(4 * square.numerator * scale * scale // square.denominator)
    whole, rest = divmod((doubled + 1) // 2, scale)
    return f"{whole}.{rest:0{decimals}d}"
