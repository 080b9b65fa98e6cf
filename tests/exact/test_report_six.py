"""The PAR sheet of Bonus 6 says what the exact mathematics says."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.exact.sheets import SIX, check_figures, number, read, table
from upcard.exact.bonus_six import bonus_six, fair_card_fee
from upcard.rules.bonus_six import BonusSixRules


@pytest.mark.parametrize(("name", "at"), SIX)
@pytest.mark.parametrize("insured", [False, True])
def test_bonus_six(name: str, at: int, insured: bool) -> None:
    page, rules = read(name, at), table(name, at).rules
    assert isinstance(rules, BonusSixRules)
    found = bonus_six(rules, insured=insured)
    word = "insured" if insured else "uninsured"
    expected = {
        "house_edge": found.house_edge,
        "return": found.return_,
        "hit_frequency": found.hit_frequency,
        "average_wager": found.average_wager,
        "average_fees": found.average_fees,
        "element_of_risk": found.element_of_risk,
    }
    check_figures(page, f"{word}/figures", expected)
    grid = page.grids[f"{word}/outcomes"]
    deals = [number(cell) for cell in grid.column("Deals")]
    nets = [number(cell) for cell in grid.column("Net, antes")]
    assert sum(deals) == number(grid.total[4]) == found.deals
    assert sum(each * net for each, net in zip(deals, nets, strict=True)) / found.deals == -found.house_edge
    assert sum(each * net**2 for each, net in zip(deals, nets, strict=True)) / found.deals == (
        found.variance + found.house_edge**2
    )


@pytest.mark.parametrize(("name", "at"), SIX)
def test_insurance(name: str, at: int) -> None:
    page, rules = read(name, at), table(name, at).rules
    assert isinstance(rules, BonusSixRules)
    found, fair = bonus_six(rules, insured=True), fair_card_fee(rules)
    assert fair is not None
    assert found.card_worth is not None
    expected = {
        "insurance_fee": Fraction(1, 2),
        "insurance_worth": found.insurance_worth,
        "insurance_value": found.insurance_value,
        "card_fee": Fraction(1),
        "card_worth": found.card_worth,
        "fair_card_fee": fair,
    }
    check_figures(page, "insurance/insurance", expected)
    assert found.insurance_value < 0
    assert "best play never buys it" in "".join(page.text["p"])
