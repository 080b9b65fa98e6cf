"""The five card hand bonus on either hand, its meter divided, and the draws of the system."""

from __future__ import annotations

from fractions import Fraction

import pytest

from upcard.cards import DECK
from upcard.exact.progressive import Hand, draw_chance, five_card, five_card_long_run
from upcard.rules.caribbean_stud import caribbean_stud
from upcard.rules.house_warnings import DEALS
from upcard.rules.jackpot import Jackpot, Level
from upcard.units import parse_meter

RULES = caribbean_stud("ma", {"five_card": True})
FIXED = Fraction(624 * 500 + 3744 * 100 + 5108 * 50, DEALS)
METER = Fraction(19, 6_497_400)


@pytest.mark.rule("five_card_table", "five_card_seed_minimum")
def test_the_table_at_the_least_seed() -> None:
    found = five_card(RULES)
    assert found.fixed == FIXED == Fraction(1385, 3822)
    assert found.per_meter_dollar == {"five_card": METER}
    assert found.meters == {"five_card": 10_000}
    assert found.return_ == FIXED + METER * 10_000
    assert found.house_edge == 1 - found.return_
    assert found.break_even == Fraction(4_142_900, 19)
    assert found.hit_frequency == Fraction(4 + 36 + 624 + 3744 + 5108, DEALS)
    assert sum(found.counts.values()) == DEALS
    square = Fraction(4 * 10_000**2 + 36 * 1000**2 + 624 * 500**2 + 3744 * 100**2 + 5108 * 50**2, DEALS)
    assert found.variance == square - found.return_**2


@pytest.mark.rule("five_card_hands", "dealer_award_divided")
@pytest.mark.parametrize("backers", [1, 2, 7])
def test_the_dealers_meter_is_divided(backers: int) -> None:
    found = five_card(RULES, hand="dealer", backers=backers, meter=parse_meter("70000"))
    assert found.per_meter_dollar == {"five_card": METER / backers}
    assert found.return_ == FIXED + METER * 70_000 / backers
    assert found.break_even == backers * Fraction(4_142_900, 19)


def test_a_larger_wager_wins_the_same_meter() -> None:
    found = five_card(RULES, wager=500)
    assert (found.fixed, found.per_meter_dollar["five_card"]) == (FIXED, METER / 5)


@pytest.mark.rule("five_card_wager")
def test_figures_are_for_the_least_wager_that_was_elected() -> None:
    rules = caribbean_stud("ma", {"five_card": True, "five_card_wager": ["5.00", "2.00"]})
    found = five_card(rules, meter=parse_meter("70000"))
    assert (found.wager_cents, found.return_) == (200, FIXED + METER * 70_000 / 2)
    jackpot = Jackpot(name="F", schedule="five-card", levels={"five_card": Level(seed=1_000_000, rate=250_000)})
    assert five_card_long_run(rules, jackpot).return_ == five_card_long_run(RULES, jackpot, wager=200).return_
    assert five_card_long_run(rules, jackpot).return_ < five_card_long_run(RULES, jackpot).return_


@pytest.mark.rule("magic_card", "lucky", "draws_paid_on", "draw_probability")
def test_draws_come_on_top() -> None:
    plain = five_card(RULES)
    found = five_card(RULES, draws={"magic_card": Fraction(1, 26), "lucky": Fraction(1, 20)}, positions=8)
    magic, lucky = Fraction(5, 52 * 26), Fraction(1, 20 * 8)
    assert found.draws == {"magic_card": 20 * magic, "lucky": 5 * lucky}
    assert found.return_ == plain.return_ + 20 * magic + 5 * lucky
    assert found.hit_frequency == 1 - (1 - plain.hit_frequency) * (1 - magic) * (1 - lucky)
    assert found.variance == plain.variance + 400 * magic * (1 - magic) + 25 * lucky * (1 - lucky)
    assert found.break_even == (1 - FIXED - 20 * magic - 5 * lucky) / METER


def test_how_often_a_draw_meets_a_wager() -> None:
    hand = set(DECK[:5])
    assert draw_chance("magic_card", Fraction(1), 8) == Fraction(sum(card in hand for card in DECK), 52)
    assert draw_chance("lucky", Fraction(1, 2), 4) == Fraction(1, 8)


@pytest.mark.parametrize(("hand", "backers"), [("player", 2), ("dealer", 0), ("player", 0)])
def test_backers(hand: Hand, backers: int) -> None:
    with pytest.raises(ValueError, match="one backer"):
        five_card(RULES, hand=hand, backers=backers)


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match="no five card hand bonus is offered"):
        five_card(caribbean_stud("ma"))
    with pytest.raises(ValueError, match="at least a cent"):
        five_card(RULES, wager=0)
    with pytest.raises(ValueError, match="probability from 0 to 1"):
        five_card(RULES, draws={"lucky": Fraction(3, 2)})
    with pytest.raises(ValueError, match="drawn from 2 to 10"):
        five_card(RULES, positions=11)
    offered = caribbean_stud("ma", {"five_card": True, "lucky": None})
    with pytest.raises(ValueError, match="a draw that the law knows"):
        five_card(offered, draws={"lucky": Fraction(1, 2)})


def test_the_long_run_is_the_return_at_the_mean_meter() -> None:
    jackpot = Jackpot(name="J", schedule="five-card", levels={"five_card": Level(seed=1_000_000, rate=450_000)})
    draws = {"magic_card": Fraction(1, 26)}
    found = five_card_long_run(RULES, jackpot, draws={"magic_card": draws["magic_card"]})
    assert found.mean_meters is not None
    magic = Fraction(20 * 5, 52 * 26)
    assert found.return_ == FIXED + METER * found.mean_meters["five_card"] + magic
    assert found.return_ == FIXED + Fraction(45, 100) + Fraction(10_000, 649_740) + magic
