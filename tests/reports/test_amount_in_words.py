"""Amounts in words: what is written can be read back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.reports.money.slips import in_words, number

UNITS = dict(zip((number(n) for n in range(20)), range(20), strict=True)) | {
    number(n): n for n in range(20, 100, 10)
}  # fmt: skip
GROUPS = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12, "quadrillion": 10**15}


def read_back(words: str) -> int:
    """A reader of its own: adds up units, multiplies by hundreds, closes a group at its name."""
    total = group = 0
    for word in words.replace("-", " ").split():
        if word == "hundred":
            group *= 100
        elif word in GROUPS:
            total, group = total + group * GROUPS[word], 0
        else:
            group += UNITS[word]
    return total + group


@given(st.integers(0, 10**18 - 1))
def test_a_number_in_words_is_read_back(value: int) -> None:
    assert read_back(number(value)) == value


@given(st.integers(0, 10**15))
def test_an_amount_in_words_is_read_back(cents: int) -> None:
    dollars, rest = in_words(cents).split(" and ")
    whole, part = dollars.rsplit(" ", 1)[0], rest.rsplit(" ", 1)[0]
    assert read_back(whole) * 100 + (0 if part == "no" else read_back(part)) == cents


@pytest.mark.parametrize(
    ("cents", "words"),
    [
        (0, "zero dollars and no cents"),
        (1, "zero dollars and one cent"),
        (100, "one dollar and no cents"),
        (1_001_15, "one thousand one dollars and fifteen cents"),
        (999_999_99, "nine hundred ninety-nine thousand nine hundred ninety-nine dollars and ninety-nine cents"),
    ],
)
def test_amounts_as_people_write_them(cents: int, words: str) -> None:
    assert in_words(cents) == words


@pytest.mark.parametrize("value", [-1, 10**18])
def test_what_no_slip_is_written_for_is_refused(value: int) -> None:
    with pytest.raises(ValueError, match="no amount"):
        number(value)
