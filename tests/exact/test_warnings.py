"""Warnings that take exact mathematics: a house learns before it opens that a wager pays back more than it takes."""

from __future__ import annotations

import pytest

from tests.rules.houses import house, ma
from upcard.exact.advice import warnings
from upcard.exact.cover_all import cover_all_wager
from upcard.number_format import percent
from upcard.rules.caribbean_stud import CaribbeanStudRules

COVER_ALL = {"cover_all_mode": True}
LOUD = "PAYS BACK MORE THAN IS WAGERED"


@pytest.mark.rule("cover_all_counts", "cover_all_columns")
@pytest.mark.parametrize("seats", [2, 5, 7])
def test_columns_that_count_players_pay_back_more_than_is_wagered(seats: int) -> None:
    found = house([ma(cover_all=True, shuffler=COVER_ALL, seats=seats, cover_all_counts="players")])
    rules = found.tables[0].rules
    assert isinstance(rules, CaribbeanStudRules)
    (said,) = [one for one in warnings(found) if LOUD in one.message]
    assert (said.field, said.clause) == ("table 'M'.cover_all_counts", "ma-12(c)")
    for column in range(2, seats + 1):
        back = cover_all_wager(rules, column).return_
        assert back > 1
        assert f"{percent(back, 1)} in column {column}" in said.message
    assert f"column {seats + 1}" not in said.message, "it cannot be dealt at this table"


@pytest.mark.rule("cover_all_counts")
def test_columns_that_count_hands_leave_the_house_an_edge() -> None:
    found = house([ma(cover_all=True, shuffler=COVER_ALL, seats=7)])
    assert not [one for one in warnings(found) if LOUD in one.message]


def test_what_the_rules_say_is_among_it() -> None:
    (one,) = warnings(house([ma(awards_from="meter")]))
    assert one.field == "table 'M'.awards_from"
