"""A house that would take long to read is not read: its lines are as long as people write them."""

from __future__ import annotations

import pytest

from upcard.errors import HouseError
from upcard.rules.house import LONGEST_LINE, read_house

HOUSE = """name = "Example"
[[table]]
name = "Six"
edition = "sd-bonus6"
designated = true
signs = ["pay schedule"]
pay_table = "black-hawk"
maximum = "100.00"
"""

LONG = {
    "a key of many parts": ".".join("a" * 30_000) + " = 1",
    "a table of many parts": "[" + ".".join("a" * 30_000) + "]",
    "tables in tables": "a = " + "{a=" * 15_000,
    "a remark": "#" * (LONGEST_LINE + 1),
    "a long number": "a = 0x" + "f" * 60_000,
}


@pytest.mark.parametrize("line", LONG.values(), ids=LONG)
@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
def test_a_line_that_is_too_long_is_named(line: str, end: str) -> None:
    with pytest.raises(HouseError) as refused:
        read_house(f"{HOUSE}{line}{end}")
    assert str(refused.value) == f"line 9: a line of a house has at most {LONGEST_LINE} characters"


def test_a_line_may_be_as_long_as_that() -> None:
    assert read_house(f"{HOUSE}#{' ' * (LONGEST_LINE - 1)}\n# end").name == "Example"


def test_it_is_not_read_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tomllib.loads", lambda _: pytest.fail("it was read"))
    with pytest.raises(HouseError):
        read_house(LONG["a key of many parts"])
