"""An amount in words, as a slip repeats it so that no digit can be added."""

from __future__ import annotations

_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_GROUPS = ("", "thousand", "million", "billion", "trillion", "quadrillion")


def in_words(cents: int) -> str:
    """
    >>> in_words(1_234_567)
    'twelve thousand three hundred forty-five dollars and sixty-seven cents'
    >>> in_words(101), in_words(2_000_000_00)
    ('one dollar and one cent', 'two million dollars and no cents')
    """
    dollars, rest = divmod(cents, 100)
    whole = f"{number(dollars)} dollar{'s' * (dollars != 1)}"
    part = f"{number(rest)} cent{'s' * (rest != 1)}" if rest else "no cents"
    return f"{whole} and {part}"


def number(value: int) -> str:
    """
    >>> number(0), number(110), number(1_000_021)
    ('zero', 'one hundred ten', 'one million twenty-one')
    """
    if value < 0 or value >= 1000 ** len(_GROUPS):
        raise ValueError(f"{value} is no amount that a slip is written for")
    said: list[str] = []
    for at in range(len(_GROUPS) - 1, -1, -1):
        group = value // 1000**at % 1000
        if group:
            said += [_below_thousand(group), *([_GROUPS[at]] if at else [])]
    return " ".join(said) or _ONES[0]


def _below_thousand(value: int) -> str:
    hundreds, rest = divmod(value, 100)
    said = [_ONES[hundreds], "hundred"] if hundreds else []
    if 0 < rest < len(_ONES):
        said.append(_ONES[rest])
    elif rest:
        tens, ones = divmod(rest, 10)
        said.append(f"{_TENS[tens]}-{_ONES[ones]}" if ones else _TENS[tens])
    return " ".join(said)
