"""The rules of a Bonus 6 table: the public schedule, the licensee's own, and the range of the house."""

from __future__ import annotations

from typing import Any

import pytest

from upcard.cards import Category, parse_cards, rank_five
from upcard.errors import HouseError
from upcard.rules import bonus_six
from upcard.units import To

OWN: dict[str, Any] = {
    "royal_flush": 800, "straight_flush": 200, "four_of_a_kind": 60, "full_house": 12, "flush": 8, "straight": 5,
    "three_of_a_kind": 3, "two_pair": 2, "pair": 1, "lowest_pair": "7",
}  # fmt: skip
LOWEST_FIRST = [
    "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind", "straight_flush",
    "royal_flush",
]  # fmt: skip


def refused(house: dict[str, Any]) -> HouseError:
    with pytest.raises(HouseError) as caught:
        bonus_six(house)
    return caught.value


def own(**changes: Any) -> dict[str, Any]:
    table = {**OWN, **changes}
    return {"pay_table": {hand: odds for hand, odds in table.items() if odds is not None}}


@pytest.mark.rule("pay_tables")
def test_the_schedule_of_black_hawk() -> None:
    schedule = bonus_six({"pay_table": "black-hawk"}).schedule
    odds = {hand.key: line.odds for hand, line in sorted(schedule.lines.items(), reverse=True)}
    assert odds == {
        "royal_flush": 1000, "straight_flush": 100, "four_of_a_kind": 50, "full_house": 20, "flush": 6, "straight": 4,
        "three_of_a_kind": 3, "two_pair": 2, "pair": 1,
    }  # fmt: skip
    assert schedule.name == "black-hawk"


@pytest.mark.rule("pay_tables")
@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("5s 5d Ah Kc Qs", None),
        ("6s 6d 2h 3c 4s", To(1)),
        ("7s 7d 2h 3c 4s", To(1)),
        ("As Kd Qh Jc 9s", None),
        ("2s 2d 3h 3c 4s", To(2)),
        ("As Ks Qs Js Ts", To(1000)),
    ],
)
def test_the_lowest_pair_that_wins(cards: str, odds: To | None) -> None:
    assert bonus_six({"pay_table": "black-hawk"}).schedule.odds(rank_five(parse_cards(cards))) == odds


@pytest.mark.rule("pay_tables")
def test_a_schedule_of_the_licensees_own() -> None:
    schedule = bonus_six(own()).schedule
    assert schedule.name == "own"
    assert {hand.key: line.odds for hand, line in schedule.lines.items()} == {k: OWN[k] for k in LOWEST_FIRST}
    assert schedule.lowest_pair == 5


def test_without_a_lowest_pair_every_pair_wins() -> None:
    assert bonus_six(own(lowest_pair=None)).schedule.lowest_pair == 0


def test_low_hands_may_lose() -> None:
    schedule = bonus_six(own(pair=None, two_pair=None, lowest_pair=None)).schedule
    assert min(schedule.lines) is Category.THREE_OF_A_KIND
    assert schedule.odds(rank_five(parse_cards("As Ad Kh Kc Qs"))) is None


@pytest.mark.rule("pay_tables")
@pytest.mark.parametrize("hand", LOWEST_FIRST[1:])
def test_a_better_hand_never_pays_less(hand: str) -> None:
    lower = OWN[LOWEST_FIRST[LOWEST_FIRST.index(hand) - 1]]
    bonus_six(own(**{hand: lower}))
    if hand != "royal_flush":
        higher = OWN[LOWEST_FIRST[LOWEST_FIRST.index(hand) + 1]]
        bonus_six(own(**{hand: higher}))
    bonus_six(own(**{hand: lower + 1}))
    error = refused(own(**{hand: lower - 1})) if lower > 1 else refused(own(**{hand: 0}))
    assert error.field == "house.pay_table"
    assert error.clause == "sd-bonus6(1)"
    assert hand in error.because


@pytest.mark.rule("pay_tables")
@pytest.mark.parametrize(
    ("changes", "because"),
    [
        ({"straight": None}, "straight pays nothing although a lower hand wins"),
        ({"royal_flush": None}, "royal_flush pays nothing although a lower hand wins"),
        ({"pair": 0}, "pair pays 0 to 1; odds are whole numbers from 1 upwards"),
        ({"pair": -1}, "pair pays -1 to 1; odds are whole numbers from 1 upwards"),
        ({"two_pair": 1, "three_of_a_kind": 1, "straight": 1, "flush": 1, "full_house": 0}, "full_house pays 0 to 1"),
        ({"flush": 4}, "flush pays 4 to 1, less than a lower hand"),
        ({"pair": None}, "a lowest_pair stands without odds for a pair"),
        (dict.fromkeys(OWN), "no hand wins"),
        ({"high_card": 1}, "high_card: there is no such hand"),
        ({"pair": "1"}, "pair: '1' is not whole odds to 1"),
        ({"pair": True}, "pair: True is not whole odds to 1"),
        ({"lowest_pair": "1"}, "lowest_pair: '1' is not a rank of 23456789TJQKA"),
    ],
)
def test_a_schedule_that_is_not_in_order(changes: dict[str, Any], because: str) -> None:
    error = refused(own(**changes))
    assert (error.field, error.clause) == ("house.pay_table", "sd-bonus6(1)")
    assert error.because.startswith(because)


@pytest.mark.rule("pay_schedule_posted", "pay_tables")
@pytest.mark.parametrize("table", [None, False, "red-hawk", 7, ["black-hawk"]])
def test_a_schedule_there_must_be(table: Any) -> None:
    error = refused({} if table is None else {"pay_table": table})
    assert (error.field, error.clause) == ("house.pay_table", "sd-bonus6(1)")


@pytest.mark.rule("ante_range")
def test_the_range_of_the_house() -> None:
    rules = bonus_six({"pay_table": "black-hawk", "minimum": "5.00", "maximum": "5.00"})
    assert (rules.minimum, rules.maximum) == (500, 500)
    open_ended = bonus_six({"pay_table": "black-hawk"})
    assert (open_ended.minimum, open_ended.maximum) == (1, None)
    for maximum in ("4.99", "0.00"):
        error = refused({"pay_table": "black-hawk", "minimum": "5.00", "maximum": maximum})
        assert str(error) == "house.maximum: the maximum is below the minimum (sd-bonus6(2))"


@pytest.mark.rule("further_tips")
@pytest.mark.parametrize(("elected", "allowed"), [(None, True), (True, True), (False, False), ("refused", False)])
def test_further_tips_are_the_houses_choice(elected: Any, allowed: bool) -> None:
    house = {"pay_table": "black-hawk"} | ({} if elected is None else {"further_tips": elected})
    assert bonus_six(house).further_tips is allowed


@pytest.mark.rule("further_tips")
def test_further_tips_are_true_or_false() -> None:
    error = refused({"pay_table": "black-hawk", "further_tips": "maybe"})
    assert (error.field, error.clause) == ("house.further_tips", "sd-bonus6(3)")


def test_an_unknown_election_is_named() -> None:
    error = refused({"pay_table": "black-hawk", "insurance": True})
    assert str(error) == "house.insurance: sd-bonus6 has no such election"


def test_rules_cite_and_refuse() -> None:
    rules = bonus_six({"pay_table": "black-hawk"})
    assert rules.clause("insurance_divisor") == "sd-bonus6(4)"
    assert rules.clause("no such rule") is None
    assert str(rules.refuse("insurance_divisor", "no")) == "no (sd-bonus6(4))"
    assert str(rules.refuse(None, "no")) == "no"
