"""Money, odds and days: whole cents at the table, millionths of a cent in a meter, odds that cannot be confused.

`To` hands the stake back beside the winnings, `For` keeps it, `Share` is a part of a meter, `Fixed` a sum of dollars.

>>> parse_cents("10.50")
1050
>>> show_cents(-1500)
'-15.00'
>>> To(7).pays(2000), For(300).pays(500)
(14000, 150000)
>>> parse_award("10% of main")
Share(percent=10, level='main')
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NewType, TypeAlias

import msgspec

Cents = NewType("Cents", int)
"""A whole number of cents: the only money that changes hands at a table."""

Micros = NewType("Micros", int)
"""Millionths of a cent: the unit of a meter, so that its fractions are exact."""

MICROS_PER_CENT = 1_000_000

_AMOUNT = re.compile(r"([0-9]{1,15})(?:\.([0-9]+))?")
_CENT_DECIMALS = 2
_METER_DECIMALS = 8


def _decimal(text: str, decimals: int) -> int:
    """The amount in units of 10**-decimals dollars."""
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not an amount of dollars such as '10.00'")
    whole, fraction = match[1], match[2] or ""
    if len(fraction) > decimals and fraction[decimals:].strip("0"):
        raise ValueError(f"{text!r} has more than {decimals} decimals")
    return int(whole + fraction[:decimals].ljust(decimals, "0"))


def parse_cents(text: str) -> Cents:
    """Dollars with at most two decimals, as cents.

    >>> parse_cents("0.05")
    5
    >>> parse_cents("1.005")
    Traceback (most recent call last):
    ValueError: '1.005' has more than 2 decimals
    """
    return Cents(_decimal(text, _CENT_DECIMALS))


_TYPED = re.compile(r"\$?([0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)(\.[0-9]+)?")


def typed_amount(text: str) -> str:
    """An amount as people type it, written for `parse_cents` and `parse_meter`; what is none stays as it is.

    A comma parts thousands and nothing else, so that nobody who means twenty dollars by 20,00 stakes two thousand.

    >>> [typed_amount(text) for text in ("$20,000", " 20,000.00 ", "20000", "20,00")]
    ['20000', '20000.00', '20000', '20,00']
    """
    match = _TYPED.fullmatch(text.strip())
    return match[1].replace(",", "") + (match[2] or "") if match else text


def show_cents(cents: int) -> str:
    """Cents as dollars with two decimals."""
    sign = "-" if cents < 0 else ""
    dollars, rest = divmod(abs(cents), 100)
    return f"{sign}{dollars}.{rest:02d}"


def show_dollars(cents: int) -> str:
    """Cents as people write them on a sign.

    >>> show_dollars(1234500), show_dollars(-50)
    ('$12,345.00', '-$0.50')
    """
    sign = "-" if cents < 0 else ""
    dollars, rest = divmod(abs(cents), 100)
    return f"{sign}${dollars:,}.{rest:02d}"


def parse_meter(text: str) -> Micros:
    """Dollars with at most eight decimals, as millionths of a cent.

    >>> parse_meter("0.00000001")
    1
    """
    return Micros(_decimal(text, _METER_DECIMALS))


def show_meter(micros: int) -> str:
    """Millionths of a cent as dollars: two decimals, and more only where they are needed.

    >>> show_meter(1_000_000), show_meter(150_000), show_meter(-150_000)
    ('0.01', '0.0015', '-0.0015')
    """
    cents, fraction = divmod(abs(micros), MICROS_PER_CENT)
    return "-" * (micros < 0) + show_cents(cents) + f"{fraction:06d}".rstrip("0")


def whole_cents(micros: int) -> Cents:
    """The one rounding: down to the cent."""
    return Cents(micros // MICROS_PER_CENT)


def micros(cents: int) -> Micros:
    """Cents in the unit of a meter."""
    return Micros(cents * MICROS_PER_CENT)


class _Odds(msgspec.Struct, frozen=True, repr_omit_defaults=True):
    """So much for each 1, or for each 2 and so on; what that comes to is rounded down to the cent."""

    odds: int
    per: int = 1

    @property
    def ratio(self) -> int | Fraction:
        """What is paid for each unit of the stake, before it is rounded."""
        return Fraction(self.odds, self.per) if self.odds % self.per else self.odds // self.per

    def pays(self, stake: int) -> Cents:
        return Cents(self.odds * stake // self.per)


class To(_Odds, frozen=True, repr_omit_defaults=True):
    """Odds 'to 1': the stake goes back and the winnings come beside it."""

    @classmethod
    def of(cls, ratio: int | Fraction) -> To:
        """
        >>> str(To.of(Fraction(3, 2))), str(To.of(1))
        ('3 to 2', '1 to 1')
        """
        return cls(*Fraction(ratio).as_integer_ratio())

    def __str__(self) -> str:
        return f"{self.odds:,} to {self.per}"


class For(_Odds, frozen=True, repr_omit_defaults=True):
    """Odds 'for 1': the payment replaces the stake, which is not returned."""

    def __str__(self) -> str:
        return f"{self.odds:,} for {self.per}"


class Share(msgspec.Struct, frozen=True, repr_omit_defaults=True):
    """A percentage of what a meter displays; one that is not whole is so many of a thousand parts."""

    percent: int
    level: str
    parts: int = 100

    @property
    def ratio(self) -> Fraction:
        """Of the whole meter."""
        return Fraction(self.percent, self.parts)

    @property
    def whole(self) -> bool:
        """Whether it empties the meter."""
        return self.percent == self.parts

    @property
    def shown(self) -> int | str:
        """The percentage as a pay table prints it, with one decimal at most."""
        return self.percent if self.parts == FULL_PERCENT else f"{self.percent // 10}.{self.percent % 10}"

    def __str__(self) -> str:
        return f"{self.shown}% of {self.level}"


class Fixed(msgspec.Struct, frozen=True):
    """A sum of dollars whatever the stake."""

    cents: int

    def pays(self, stake: int) -> Cents:
        return Cents(self.cents)

    def __str__(self) -> str:
        return show_dollars(self.cents).removesuffix(".00")


Award: TypeAlias = To | For | Share | Fixed


def fixed(award: Award | None, stake: int) -> int:
    """What an award comes to whatever a meter shows, in cents."""
    return 0 if award is None or isinstance(award, Share) else award.pays(stake)


FULL_PERCENT = 100

_ODDS = re.compile(r"([0-9][0-9,]*) (to|for) ([1-9][0-9]?)")
_SHARE = re.compile(r"([0-9]+)(?:\.([0-9]))?% of ([a-z_]+)")


def parse_award(text: str) -> Award:
    """Odds, a share of a meter or a fixed sum, as a pay table prints it.

    >>> parse_award("1,000 to 1"), parse_award("9 for 1"), parse_award("$5,000")
    (To(odds=1000), For(odds=9), Fixed(cents=500000))
    >>> str(parse_award("62.5% of main")), parse_award("62.5% of main")
    ('62.5% of main', Share(percent=625, level='main', parts=1000))
    >>> parse_award("3 to 2"), parse_award("3 to 2").pays(5)
    (To(odds=3, per=2), 7)
    """
    if match := _ODDS.fullmatch(text):
        odds, per = int(match[1].replace(",", "")), int(match[3])
        return To(odds, per) if match[2] == "to" else For(odds, per)
    if match := _SHARE.fullmatch(text):
        percent = int(match[1] + (match[2] or "0"))
        if 0 < percent <= FULL_PERCENT * 10:
            return Share(percent // 10, match[3]) if percent % 10 == 0 else Share(percent, match[3], FULL_PERCENT * 10)
    if text.startswith("$"):
        return Fixed(parse_dollars(text))
    raise ValueError(f"{text!r} is neither odds nor a share of a meter nor a sum of dollars")


def parse_dollars(text: str) -> Cents:
    """A sum as a sign prints it.

    >>> parse_dollars("$10,000")
    1000000
    """
    if not text.startswith("$"):
        raise ValueError(f"{text!r} is not a sum of dollars such as '$10,000'")
    return parse_cents(text[1:].replace(",", ""))


_DAY = re.compile(r"(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", re.ASCII)


def is_day(text: str) -> bool:
    """Whether it is a date, written so that dates sort as they follow each other.

    >>> is_day("2026-03-01"), is_day("2026-02-29"), is_day("2028-02-29"), is_day("20260301"), is_day("1 Mar")
    (True, False, True, False, False)
    """
    found = _DAY.fullmatch(text)
    if found is None:
        return False
    year, month, day = map(int, found.groups())
    if month == 2:
        return day <= 28 + (year % 4 == 0 and (year % 100 != 0 or year % 400 == 0))
    return day <= 30 + (month + month // 8) % 2


def days_later(day: str, days: int) -> str:
    """The date so many days after another.

    >>> days_later("2028-02-28", 2), days_later("2026-12-31", 1)
    ('2028-03-01', '2027-01-01')
    """
    for _ in range(days):
        year, month, date = map(int, day.split("-"))
        next_ones = (f"{year:04}-{month:02}-{date + 1:02}", f"{year:04}-{month + 1:02}-01", f"{year + 1:04}-01-01")
        day = next(text for text in next_ones if is_day(text))
    return day


_TIME = re.compile(
    r"(.{10})T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,6}))?)?(?:Z|([+-])([01]\d):([0-5]\d))?", re.ASCII
)


def time_of(text: str) -> int | None:
    """Microseconds from the year 0 to a day and hour, in universal time unless it says otherwise, or None.

    >>> time_of("2026-03-01T20:00") == time_of("2026-03-01T20:00:00.000000Z") == time_of("2026-03-01T15:00-05:00")
    True
    >>> time_of("2028-03-01T00:00") - time_of("2028-02-28T00:00") == 2 * DAY
    True
    >>> time_of("2026-02-29T20:00"), time_of("soon")
    (None, None)
    """
    found = _TIME.fullmatch(text)
    if found is None or not is_day(found[1]):
        return None
    year, month, day = int(text[:4]), int(text[5:7]), int(text[8:10])
    past = year - 1 if month <= 2 else year  # February, with its odd day, ends a year
    days = 365 * past + past // 4 - past // 100 + past // 400 + (153 * ((month + 9) % 12) + 2) // 5 + day
    seconds = 3600 * int(found[2]) + 60 * int(found[3]) + int(found[4] or 0)
    if found[6]:
        ahead = 3600 * int(found[7]) + 60 * int(found[8])
        seconds -= ahead if found[6] == "+" else -ahead
    return days * DAY + seconds * SECOND + int((found[5] or "").ljust(6, "0"))


SECOND = 1_000_000
DAY = 86_400 * SECOND
"""In microseconds."""
