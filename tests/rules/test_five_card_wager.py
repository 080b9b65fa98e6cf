"""The amount of a five card hand bonus wager: the law names none, so a table has one of its own."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rules.houses import five_card, house, ma, sd, table_refused
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.house import House
from upcard.rules.house_warnings import advise, long_run
from upcard.rules.summary import table_document


def five(*tables: dict[str, Any], rate: str = "45%") -> House:
    return house([ma(five_card_jackpot="J", **table) for table in tables], [five_card(rate=rate)])


@pytest.mark.rule("five_card_wager")
@pytest.mark.parametrize(
    ("elected", "amounts", "shown"),
    [
        ({}, (100,), "1.00"),
        ({"five_card_wager": "5.00"}, (500,), "5.00"),
        ({"five_card_wager": ["5.00", "1.00"]}, (100, 500), "1.00 or 5.00"),
    ],
)
def test_a_table_takes_one_dollar_or_what_was_elected(
    elected: dict[str, Any], amounts: tuple[int, ...], shown: str
) -> None:
    one = five(elected).tables[0]
    assert isinstance(one.rules, CaribbeanStudRules)
    assert one.rules.five_card_wagers == amounts
    document = table_document(one)
    assert document["elections"]["five_card_wager"] == shown
    assert "what-a-five-card-wager-is" in document["readings"]


@pytest.mark.rule("five_card_wager")
@pytest.mark.parametrize(
    "wager", ["0.00", "-1.00", "1.001", 1, [], ["1.00", "1.00"], ["1.00", 5], ["0.00"], "a dollar"]
)
def test_what_is_no_amount(wager: Any) -> None:
    table_refused(ma(five_card_jackpot="J", five_card_wager=wager), "five_card_wager", "ma-11(e)(1)", five_card())


@pytest.mark.rule("five_card_wager")
def test_no_amount_without_the_wager() -> None:
    table_refused(ma(five_card_wager="1.00"), "five_card_wager", "ma-11(e)(1)")
    table_refused(sd(five_card_wager="1.00"), "five_card_wager", None)
    assert "five_card_wager" not in table_document(house([ma()]).tables[0])["elections"]


@pytest.mark.rule("five_card_wager", "five_card_seed_minimum")
def test_the_long_run_is_that_of_the_least_wager_taken() -> None:
    """Seeds come back whole to the smallest wager: 4 royals of 2,598,960 hands carry off $10,000."""
    dollar, cents = five({}), five({"five_card_wager": "0.01"})
    rest = Fraction(1385, 3822) + Fraction(45, 100)
    seeds = Fraction(4 * 10_000, 2_598_960)
    assert long_run(dollar, dollar.jackpots["J"]).total == rest + seeds
    assert long_run(cents, cents.jackpots["J"]).total == rest + 100 * seeds
    both = five({"name": "A", "five_card_wager": "5.00"}, {"name": "B", "five_card_wager": "0.01"})
    assert long_run(both, both.jackpots["J"]).total == rest + 100 * seeds
    assert not [one for one in advise(dollar) if "PAYS BACK MORE" in one.message]
    assert [one for one in advise(cents) if "PAYS BACK MORE" in one.message]
