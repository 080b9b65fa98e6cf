"""Easier terms in exact figures: a hand is paid the whole meter or its own award, whichever is more."""

from __future__ import annotations

from fractions import Fraction

import pytest

from upcard.cards import Category
from upcard.exact.priced_wager import MICROS_PER_DOLLAR
from upcard.exact.progressive import five_card, progressive
from upcard.rules.caribbean_stud import caribbean_stud
from upcard.rules.caribbean_stud.jackpots import eased
from upcard.rules.caribbean_stud.progressive import Schedule, schedules
from upcard.rules.house_warnings import DEALS, HANDS
from upcard.units import Micros, Share, parse_meter

LAW = caribbean_stud("sd-2015").law
CLASSIC = schedules(LAW)["classic-5000"].eased(Category.FULL_HOUSE, "jackpot_ends_by")
OWN = {
    Category.ROYAL_FLUSH: 0,
    Category.STRAIGHT_FLUSH: 5_000,
    Category.FOUR_OF_A_KIND: 500,
    Category.FULL_HOUSE: 100,
}


def by_hand(meter: Fraction) -> Fraction:
    """What one dollar brings, hand by hand, as the clause lists it."""
    whole = sum((HANDS[hand] * max(meter, Fraction(own)) for hand, own in OWN.items()), Fraction(0))
    return (whole + HANDS[Category.FLUSH] * 50) / DEALS


@pytest.mark.rule("eased_hand_paid", "classic_straight_flush", "classic_four_of_a_kind", "classic_full_house")
@pytest.mark.parametrize("meter", ["0", "99.99", "100", "499.99", "500", "1000.40", "4999.99", "5000", "80000"])
def test_the_return_at_any_meter(meter: str) -> None:
    found = progressive(CLASSIC, meters={"main": parse_meter(meter)})
    assert found.return_ == by_hand(Fraction(meter))
    at = 4 + sum(HANDS[hand] for hand, own in OWN.items() if own and Fraction(meter) >= own)
    assert found.per_meter_dollar == {"main": Fraction(at, DEALS)}


@pytest.mark.rule("eased_hand_paid")
@pytest.mark.parametrize("hand", [hand for hand in Category if hand is not Category.ROYAL_FLUSH])
def test_all_comes_back_at_the_break_even_whatever_was_eased(hand: Category) -> None:
    for name, schedule in schedules(LAW).items():
        easier: Schedule = schedule.eased(hand, None)
        found = progressive(easier, meters={"main": parse_meter("1000.40")})
        assert found.break_even is not None, name
        near = progressive(easier, meters={"main": Micros(round(found.break_even * MICROS_PER_DOLLAR))})
        assert abs(near.return_ - 1) < Fraction(1, 10**6), (name, hand)


@pytest.mark.rule("eased_hand_paid", "five_card_wager")
def test_the_five_card_bonus_on_easier_terms() -> None:
    plain = caribbean_stud("ma", {"five_card": True, "five_card_wager": "50.00"})
    rules = eased(plain, Category.FOUR_OF_A_KIND, five_card=True)
    assert rules.five_card is not None
    assert rules.five_card[Category.FOUR_OF_A_KIND] == Share(100, "five_card")
    for meter in (10_000, 24_999, 25_000, 60_000):
        found = five_card(rules, meter=parse_meter(str(meter)))
        counted = 40 * meter + 624 * max(meter, 500 * 50) + (3_744 * 100 + 5_108 * 50) * 50
        assert found.return_ == Fraction(counted, DEALS * 50), meter
        even = found.break_even
        assert even is not None
        assert 40 * even + 624 * max(even, Fraction(25_000)) + (3_744 * 100 + 5_108 * 50) * 50 == DEALS * 50
