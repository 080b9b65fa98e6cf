"""The rules of a Caribbean stud table: its pay tables as printed, and what a house may and may not elect."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from upcard.cards import Category
from upcard.errors import HouseError
from upcard.law import edition
from upcard.rules import caribbean_stud
from upcard.rules.caribbean_stud import resolve
from upcard.rules.election import Elections
from upcard.units import For, To

STUD = ("sd-2011", "sd-2015", "ma")
BEST_FIRST = sorted(Category, reverse=True)


def refused(id: str, house: dict[str, Any]) -> HouseError:
    with pytest.raises(HouseError) as caught:
        caribbean_stud(id, house)
    return caught.value


@pytest.mark.rule(
    "bet_royal_flush",
    "bet_straight_flush",
    "bet_four_of_a_kind",
    "bet_full_house",
    "bet_flush",
    "bet_straight",
    "bet_three_of_a_kind",
    "bet_two_pair",
    "bet_pair_or_less",
)
@pytest.mark.parametrize("id", STUD)
def test_the_bet_schedule(id: str) -> None:
    bet = caribbean_stud(id).bet
    assert list(bet) == BEST_FIRST
    assert [odds for odds, _ in bet.values()] == [To(n) for n in (100, 50, 20, 7, 5, 4, 3, 2, 1, 1)]
    named = [f"bet_{hand.key}" for hand in BEST_FIRST[:8]]
    assert [rule for _, rule in bet.values()] == [*named, "bet_pair_or_less", "bet_pair_or_less"]


@pytest.mark.rule("ante_odds", "no_hand_ante")
@pytest.mark.parametrize("id", STUD)
def test_antes_are_paid_even_money(id: str) -> None:
    rules = caribbean_stud(id)
    assert rules.ante == rules.no_hand_ante == To(1)


@pytest.mark.rule("tip_follows_ante", "tip_area", "match_play", "progressive_coupon", "magic_card", "lucky")
def test_what_only_one_state_knows() -> None:
    sd, ma = caribbean_stud("sd-2015"), caribbean_stud("ma")
    assert (sd.tip, sd.match_play, sd.progressive_coupon, sd.magic_card, sd.lucky) == (To(1), None, None, None, None)
    assert (ma.tip, ma.match_play, ma.progressive_coupon, ma.magic_card, ma.lucky) == (
        None, To(1), 100, For(20), For(5),
    )  # fmt: skip
    assert (sd.wagers, ma.wagers) == (("tip",), ())


@pytest.mark.rule("bonus_tables")
@pytest.mark.parametrize(
    ("table", "odds"),
    [
        ("A", (1000, 200, 100, 50, 40, 25, 7, 3, 1)),
        ("B", (1000, 200, 100, 50, 40, 25, 6, 3, 1)),
        ("C", (1000, 200, 100, 50, 40, 20, 6, 3, 1)),
    ],
)
def test_the_bonus_tables(table: str, odds: tuple[int, ...]) -> None:
    bonus = caribbean_stud("ma", {"bonus": table}).bonus
    assert bonus is not None
    assert bonus.name == table
    assert bonus.lines == dict(zip(BEST_FIRST, map(To, odds), strict=False))
    assert bonus.lowest_pair == 8  # tens: two is 0


@pytest.mark.rule("five_card_table")
def test_the_five_card_table() -> None:
    rules = caribbean_stud("ma", {"five_card": True})
    assert rules.five_card is not None
    assert {hand.key: str(award) for hand, award in rules.five_card.items()} == {
        "royal_flush": "100% of five_card",
        "straight_flush": "10% of five_card",
        "four_of_a_kind": "500 for 1",
        "full_house": "100 for 1",
        "flush": "50 for 1",
    }
    assert rules.levels == ("five_card",)
    assert rules.wagers == ("five_card_player", "five_card_dealer")


@pytest.mark.rule("cover_all_columns", "cover_all_eight", "cover_all_lowest")
def test_the_cover_all_matrix() -> None:
    matrix = {
        8: (100, 40, 7, 6, 5, 4, 3),
        7: (125, 70, 15, 9, 7, 5, 3),
        6: (150, 80, 17, 12, 9, 7, 3),
        5: (200, 90, 20, 15, 10, 8, 4),
        4: (250, 100, 30, 20, 15, 10, 5),
        3: (300, 125, 40, 30, 20, 17, 6),
        2: (500, 200, 60, 40, 35, 25, 9),
    }
    rules = caribbean_stud("ma", {"cover_all": True})
    assert rules.cover_all == {
        hands: dict(zip(BEST_FIRST[:7], map(To, odds), strict=True)) for hands, odds in matrix.items()
    }
    assert rules.lowest_cover_all is Category.THREE_OF_A_KIND


@pytest.mark.rule("cover_all_eight")
def test_the_two_columns_for_eight_must_agree() -> None:
    ma = edition("ma")
    law = msgspec.structs.replace(ma.law, cover_all_eight={"royal_flush": "99 to 1"})
    crooked = msgspec.structs.replace(ma, law=law)
    with pytest.raises(AssertionError, match="the columns for eight differ"):
        resolve(Elections(crooked, {"cover_all": True}), crooked)


def test_everything_at_once() -> None:
    rules = caribbean_stud("ma", {"progressive": "PTMGLML02", "bonus": "A", "five_card": True, "cover_all": True})
    assert rules.wagers == ("progressive", "bonus", "five_card_player", "five_card_dealer", "cover_all")
    assert rules.levels == ("mega", "major", "minor", "five_card")


def test_what_is_not_elected_is_not_offered() -> None:
    rules = caribbean_stud("ma", {"five_card": False, "cover_all": False})
    assert (rules.progressive, rules.bonus, rules.five_card, rules.cover_all) == (None, None, None, None)
    assert rules.levels == ()


# ---- the limit -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("limit", "limit_applies_to")
def test_the_limit_of_the_law_holds_where_none_is_elected() -> None:
    assert caribbean_stud("sd-2015").limit == 10_000
    assert caribbean_stud("sd-2015").limit_applies_to == "total"
    assert caribbean_stud("ma").limit is None


@pytest.mark.rule("limit")
@pytest.mark.parametrize(("limit", "cents"), [("0.01", 1), ("99.99", 9_999), ("100.00", 10_000)])
def test_a_lower_limit_may_be_elected(limit: str, cents: int) -> None:
    assert caribbean_stud("sd-2011", {"limit": limit}).limit == cents


@pytest.mark.rule("limit")
@pytest.mark.parametrize("limit", ["0.00", "100.01", "1000"])
@pytest.mark.parametrize("id", ["sd-2011", "sd-2015"])
def test_a_higher_limit_may_not(id: str, limit: str) -> None:
    error = refused(id, {"limit": limit})
    assert str(error) == f"house.limit: a limit is above zero and at most $100 ({id}(limit))"
    assert error.rule == "limit"


def test_massachusetts_has_no_limit_to_lower() -> None:
    error = refused("ma", {"limit": "50.00"})
    assert (error.field, error.clause) == ("house.limit", None)


@pytest.mark.parametrize(("maximum", "good"), [("9.99", False), ("10.00", True), ("10.01", True)])
def test_the_range_of_the_house(maximum: str, good: bool) -> None:
    house = {"minimum": "10.00", "maximum": maximum}
    if good:
        rules = caribbean_stud("ma", house)
        assert rules.minimum == 1000
        assert rules.maximum is not None
        assert rules.maximum >= 1000
    else:
        assert str(refused("ma", house)) == "house.maximum: the maximum is below the minimum"


def test_a_maximum_of_nothing_is_refused() -> None:
    assert refused("ma", {"maximum": "0.00"}).field == "house.maximum"
    assert caribbean_stud("ma", {"minimum": "0.00", "maximum": "0.01"}).minimum == 1


# ---- elections -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "field", "first", "other"),
    [
        pytest.param("sd-2015", "limit_applies_to", "total", "each-wager", marks=pytest.mark.rule("limit_applies_to")),
        pytest.param("sd-2011", "limit_applies_to", "total", "each-wager", marks=pytest.mark.rule("limit_applies_to")),
        pytest.param(
            "sd-2015", "same_round_jackpots", "in-turn", "split", marks=pytest.mark.rule("same_round_jackpots")
        ),
        pytest.param(
            "sd-2011", "same_round_jackpots", "in-turn", "split", marks=pytest.mark.rule("same_round_jackpots")
        ),
        pytest.param("ma", "awards_from", "tray", "meter", marks=pytest.mark.rule("awards_from")),
        pytest.param("ma", "cover_all_counts", "hands", "players", marks=pytest.mark.rule("cover_all_counts")),
        pytest.param(
            "ma", "cover_all_after_fold", "forfeited", "stands", marks=pytest.mark.rule("cover_all_after_fold")
        ),
        pytest.param("ma", "exposed_hole_card", "void", "play-on", marks=pytest.mark.rule("exposed_hole_card")),
    ],
)
def test_the_first_value_is_the_default_and_the_other_may_be_elected(
    id: str, field: str, first: str, other: str
) -> None:
    assert getattr(caribbean_stud(id), field) == first
    assert getattr(caribbean_stud(id, {field: first}), field) == first
    assert getattr(caribbean_stud(id, {field: other}), field) == other


@pytest.mark.parametrize(
    ("id", "field", "value", "clause"),
    [
        pytest.param("sd-2015", "awards_from", "meter", "sd-2015(20)(b)", marks=pytest.mark.rule("awards_from")),
        pytest.param("sd-2011", "awards_from", "meter", "sd-2011(20)", marks=pytest.mark.rule("awards_from")),
        pytest.param(
            "ma", "same_round_jackpots", "split", "ma-11(d)(6)", marks=pytest.mark.rule("same_round_jackpots")
        ),
        pytest.param("ma", "cover_all_counts", "chairs", "ma-12(c)", marks=pytest.mark.rule("cover_all_counts")),
        pytest.param("ma", "exposed_hole_card", "shrug", "ma-13(a)", marks=pytest.mark.rule("exposed_hole_card")),
        pytest.param("ma", "awards_from", ["tray"], "ma-10(c)(progressive)", marks=pytest.mark.rule("awards_from")),
        pytest.param(
            "sd-2015", "limit_applies_to", "ante", "sd-2015(limit)", marks=pytest.mark.rule("limit_applies_to")
        ),
        pytest.param(
            "sd-2015", "progressive", "PMG-03", "sd-2015(21)(f)", marks=pytest.mark.rule("progressive_tables")
        ),
        pytest.param("sd-2015", "progressive", "A", "sd-2015(21)(f)", marks=pytest.mark.rule("progressive_tables")),
        pytest.param("ma", "progressive", "PMG-01", "ma-11(d)", marks=pytest.mark.rule("progressive_tables")),
        pytest.param("ma", "progressive", ["A"], "ma-11(d)", marks=pytest.mark.rule("progressive_tables")),
        pytest.param("ma", "bonus", "D", "ma-11(c)", marks=pytest.mark.rule("bonus_tables")),
        # Where the edition says nothing at all there is no clause to name.
        ("ma", "limit_applies_to", "total", None),
        ("sd-2015", "cover_all_counts", "hands", None),
        ("sd-2015", "bonus", "A", None),
        ("sd-2015", "five_card", True, None),
        ("sd-2015", "cover_all", True, None),
        ("ma", "five_card", "yes", None),
        ("ma", "five_cards", True, None),
        ("ma", "minimum", 10, None),
        ("ma", "minimum", "10.001", None),
        ("ma", "minimum", "ten", None),
    ],
)
def test_an_election_that_is_not_permitted(id: str, field: str, value: Any, clause: str | None) -> None:
    error = refused(id, {field: value})
    assert (error.field, error.clause) == (f"house.{field}", clause)


def test_an_unknown_election_is_named() -> None:
    assert str(refused("ma", {"five_cards": True})) == "house.five_cards: ma has no such election"


def test_draws_are_the_affair_of_the_table() -> None:
    assert caribbean_stud("ma", {"magic_card": "1/52", "lucky": "1/8"}) == caribbean_stud("ma")
    assert caribbean_stud("ma", {"magic_card": False}).magic_card is None, "what is not offered is not drawn"
    assert caribbean_stud("ma", {"magic_card": False}).lucky == For(5)
    assert refused("sd-2015", {"lucky": "1/8"}).field == "house.lucky"


def test_rules_cite_and_refuse() -> None:
    rules = caribbean_stud("sd-2015")
    assert rules.clause("bet_multiple") == "sd-2015(11)(b)"
    assert rules.clause("cut_minimum") is None
    assert str(rules.refuse("bet_multiple", "no")) == "no (sd-2015(11)(b))"
    assert str(rules.refuse(None, "no")) == "no"


def test_what_another_field_decides_cannot_be_elected() -> None:
    elections = Elections(edition("ma"), {"progressive": "A"}, "table 'x'")
    with pytest.raises(HouseError, match=r"table 'x'\.progressive: it is decided by jackpot"):
        elections.put("progressive", "D", "jackpot")


def test_elections_without_an_edition_cite_nothing() -> None:
    elections = Elections(None, {"seat": 1}, "jackpot 'x'")
    with pytest.raises(HouseError, match=r"jackpot 'x'\.seat: a jackpot has no such election"):
        elections.done()
    assert elections.error("seat", "no", "limit").clause is None
