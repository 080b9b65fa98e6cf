"""What easier terms pay: the whole meter, or the hand's own award where that is more."""

from __future__ import annotations

from typing import Any

import pytest

from upcard.cards import Category
from upcard.games.caribbean_stud.round_document import settle
from upcard.games.settle import Settled, readings_of
from upcard.rules.caribbean_stud import CaribbeanStudRules, caribbean_stud
from upcard.rules.caribbean_stud.jackpots import eased

QUADS = ["9h", "9d", "9c", "9s", "5h"]
NOTHING = (["2c", "4d", "6h", "8s", "Tc"], ["2d", "4h", "6s", "8c", "Td"], ["2h", "4s", "6c", "8d", "Th"])
DEALER = ["Ah", "Kd", "5s", "4c", "3d"]


def five_card(wagers: str | list[str]) -> CaribbeanStudRules:
    rules = caribbean_stud("ma", {"five_card": True, "five_card_wager": wagers})
    return eased(rules, Category.FOUR_OF_A_KIND, five_card=True)


def settled(
    rules: CaribbeanStudRules, meter: str, dealer: list[str], *seats: tuple[list[str], dict[str, str]]
) -> Settled:
    held = {
        str(number): {"cards": cards, "decision": "bet", "wagers": {"ante": "10.00", **wagers}}
        for number, (cards, wagers) in enumerate(seats, 1)
    }
    level = "five_card" if rules.five_card is not None else "main"
    value: dict[str, Any] = {"edition": rules.edition.id, "dealer": dealer, "seats": held}
    return settle(rules, {**value, "meters": {level: {"amount": meter, "seed": "10000.00"}}})


@pytest.mark.rule("eased_hand_paid")
@pytest.mark.parametrize(
    ("meter", "paid", "source"), [("24999.99", 2_500_000, "account"), ("25000.00", 2_500_000, "meter"),
                                  ("25000.01", 2_500_001, "meter")]
)  # fmt: skip
def test_the_five_card_bonus_on_the_own_hand(meter: str, paid: int, source: str) -> None:
    found = settled(five_card("50.00"), meter, DEALER, (QUADS, {"five_card_player": "50.00"}))
    (line,) = [p for p in found.payments if p.wager == "five_card_player"]
    assert (line.paid, line.source) == (paid, source)
    assert found.meters["five_card"].displayed == (1_000_000 if source == "meter" else 2_499_999)


@pytest.mark.rule("eased_hand_paid", "dealer_award_divided")
def test_on_the_dealers_hand_nobody_gets_less_than_the_own_award() -> None:
    """Of $40,000 three would have $13,333.33: the fifty dollars' own award is $25,000, the others' is $500."""
    backing = [
        (hand, {"five_card_dealer": wager}) for hand, wager in zip(NOTHING, ("1.00", "50.00", "1.00"), strict=True)
    ]
    found = settled(five_card(["1.00", "50.00"]), "40000.00", QUADS, *backing)
    lines = {p.seat: (p.paid, p.source) for p in found.payments if p.wager == "five_card_dealer"}
    assert lines == {1: (2_000_000, "meter"), 2: (2_500_000, "account"), 3: (2_000_000, "meter")}
    assert found.meters["five_card"].displayed == 1_000_000
    plenty = settled(five_card(["1.00", "50.00"]), "90000.00", QUADS, *backing)
    assert [p.paid for p in plenty.payments if p.wager == "five_card_dealer"] == [3_000_000] * 3


@pytest.mark.rule("eased_hand_paid", "jackpot_ends_by")
def test_a_payment_on_easier_terms_carries_the_clause_and_the_reading() -> None:
    rules = eased(caribbean_stud("sd-2015", {"progressive": "classic-5000"}), Category.FOUR_OF_A_KIND, five_card=False)
    for meter, rule, stamped in (("499.99", "classic_four_of_a_kind", False), ("500.00", "jackpot_ends_by", True)):
        found = settled(rules, meter, DEALER, (QUADS, {"progressive": "1.00"}))
        (line,) = [p for p in found.payments if p.wager == "progressive"]
        assert (line.paid, line.rule) == (50_000, rule)
        assert ("easier-terms-take-nothing" in readings_of(rules, found.round, found.payments)) == stamped
