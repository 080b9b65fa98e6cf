"""A whole house: what the law wants of its tables and jackpots is there, or it is refused with the clause."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rules.houses import (
    Fields,
    five_card,
    house,
    jackpot,
    jackpot_refused,
    ma,
    ma_jackpot,
    multi,
    sd,
    sd_2011,
    six,
    table_refused,
    text,
)
from upcard.errors import HouseError
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.house import read_house

COVER_ALL = {"counts": False, "cover_all_mode": True}


# ---- houses that are in order --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "table", [sd(), sd_2011(), ma(), six(), sd(devices=["progressive system", "signage"], signs=["bet schedule"])]
)
def test_the_smallest_tables(table: Fields) -> None:
    one = house([table]).tables[0]
    assert one.edition.id == table["edition"]
    assert (one.seats, one.mode, one.shuffle, one.shuffler, one.backs) == (7, "virtual", "hand", None, ("red",))
    assert (one.jackpot, one.five_card_jackpot, one.draws, one.shoe_side) == (None, None, {}, "left")
    assert (one.dealing is None) is (table["edition"] == "sd-bonus6")


def test_a_table_with_everything() -> None:
    table = ma(
        seats=6, mode="keyed", shoe_side="right", dealing="automated-shoe", backs=["red", "blue"],
        shuffler={"counts": True, "cover_all_mode": True}, jackpot="J", five_card_jackpot="F", bonus="A",
        cover_all=True, magic_card="1/52", lucky="2/16",
    )  # fmt: skip
    found = house([table], [ma_jackpot(), five_card() | {"name": "F"}])
    one = found.tables[0]
    assert isinstance(one.rules, CaribbeanStudRules)
    assert one.rules.wagers == ("progressive", "bonus", "five_card_player", "five_card_dealer", "cover_all")
    assert (one.seats, one.mode, one.shoe_side, one.shuffle) == (6, "keyed", "right", "shuffler")
    assert one.backs == ("red", "blue")
    assert one.draws == {"magic_card": Fraction(1, 52), "lucky": Fraction(1, 8)}
    assert [t.name for t in found.tables_on("J")] == [t.name for t in found.tables_on("F")] == ["M"]


def test_the_parameters_of_a_meter() -> None:
    levels = {"main": {"seed": "10000.00", "rate": "69.5%", "reserve_rate": "0.5%", "limit": "10000.01"}}
    level = house([sd(jackpot="J")], [jackpot() | {"levels": levels}]).jackpots["J"].levels["main"]
    assert (level.seed, level.rate, level.reserve_rate) == (1_000_000, 695_000, 5_000)
    assert (level.limit, level.overflow) == (1_000_001, "reserve")


@pytest.mark.rule("progression_rate_minimum", "progressive_needs_wager")
def test_every_meter_can_progress() -> None:
    for changes, field in (({"rate": "0%"}, "levels.main.rate"), ({"limit": "10000.00"}, "levels.main.limit")):
        level = {"seed": "10000.00", "rate": "70%"} | changes
        jackpot_refused(jackpot() | {"levels": {"main": level}}, [sd(jackpot="J")], field, "sd-2015(4)")
        jackpot_refused(ma_jackpot() | {"levels": {"main": level}}, [ma(jackpot="J")], field, "ma-11(d)(5)")
    jackpot_refused(multi(rates=("70%", "0%", "5%")), [ma(jackpot="J")], "levels.major.rate", "ma-11(d)(5)")


# ---- the table and its equipment -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "clause"),
    [
        pytest.param(sd(designated=False), "sd-2015(1)", marks=pytest.mark.rule("designated_table")),
        pytest.param(sd_2011(designated=None), "sd-2011(1)", marks=pytest.mark.rule("designated_table")),
        pytest.param(six(designated=None), "sd-bonus6(1)", marks=pytest.mark.rule("designated_table")),
    ],
)
def test_a_table_that_is_not_designated(table: Fields, clause: str) -> None:
    table_refused(table, "designated", clause)


def test_massachusetts_designates_nothing() -> None:
    house([ma(designated=True)])
    table_refused(ma(designated="yes"), "designated", None)


@pytest.mark.rule("required_devices")
@pytest.mark.parametrize("devices", [None, [], ["signage"], ["progressive system"]])
def test_a_table_without_its_devices(devices: list[str] | None) -> None:
    table_refused(sd(devices=devices), "devices", "sd-2015(1)")


@pytest.mark.rule("progressive_device")
@pytest.mark.parametrize(
    ("table", "one", "clause"),
    [
        (sd(devices=["progressive system", "signage"]), jackpot(), "sd-2015(3)"),
        (sd(devices=["progressive system", "signage", "coin-in slot"]), jackpot(), "sd-2015(3)"),
        (sd_2011(devices=["progressive system", "signage", "coin sensor"]), jackpot(), "sd-2011(3)"),
        (ma(devices=None), ma_jackpot(), "ma-6(c)"),
    ],
)
def test_a_progressive_without_its_device(table: Fields, one: Fields, clause: str) -> None:
    table_refused(table | {"jackpot": "J"}, "devices", clause, one)


@pytest.mark.rule("bet_schedule_posted")
def test_a_bet_schedule_that_is_not_posted() -> None:
    table_refused(sd(signs=[]), "signs", "sd-2015(17)")
    table_refused(sd_2011(signs=["limits"]), "signs", "sd-2011(17)")


@pytest.mark.rule("progressive_tables", "classic_royal_flush")
@pytest.mark.parametrize(
    ("schedule", "clause"),
    [("PMG-01", "sd-2015(21)(f)"), ("PMG-02", "sd-2015(21)(f)"), ("classic-5000", "sd-2015(21)(a)")],
)
def test_a_progressive_schedule_that_is_not_posted(schedule: str, clause: str) -> None:
    table_refused(sd(signs=["bet schedule"], jackpot="J"), "signs", clause, jackpot(schedule))


@pytest.mark.rule("pay_schedule_posted")
def test_a_pay_schedule_that_is_not_posted_or_not_elected() -> None:
    table_refused(six(signs=[]), "signs", "sd-bonus6(1)")
    table_refused(six(signs=["limits"]), "signs", "sd-bonus6(1)")
    table_refused(six(pay_table=None), "pay_table", "sd-bonus6(1)")


@pytest.mark.rule("ante_range")
def test_the_range_of_a_bonus_six_table_has_an_upper_end() -> None:
    table_refused(six(maximum=None), "maximum", "sd-bonus6(2)")
    table_refused(six(maximum=None, minimum="5.00", signs=["pay schedule", "limits"]), "maximum", "sd-bonus6(2)")
    assert house([six(maximum="100.00")]).tables[0].rules.maximum == 10_000


@pytest.mark.rule("ante_range")
def test_a_minimum_of_bonus_six_is_posted() -> None:
    table_refused(six(minimum="5.00"), "signs", "sd-bonus6(2)")
    table_refused(six(minimum="0.02"), "signs", "sd-bonus6(2)")
    house([six(minimum="5.00", signs=["pay schedule", "limits"])])
    house([six(maximum="5.00")])
    house([six(minimum="0.01")])


# ---- decks and shuffles --------------------------------------------------------------------------------------------


@pytest.mark.rule("second_deck_needs", "second_deck_alternates", "single_deck")
@pytest.mark.parametrize(
    ("table", "clause"),
    [
        (ma(backs=["red", "blue"]), "ma-2(b)"),
        (ma(backs=["red", "red"], shuffler=True), "ma-2(b)"),
        (ma(backs=["red", "Red "], shuffler=True), "ma-2(b)"),
        (ma(backs=["red", "blue", "green"], shuffler=True), "ma-2(a)"),
        (sd(backs=["red", "blue"], shuffler=True), "sd-2015(1)"),
        (six(backs=["red", "blue"], shuffler=True), "sd-bonus6(1)"),
    ],
)
def test_decks_that_the_law_does_not_permit(table: Fields, clause: str) -> None:
    table_refused(table, "backs", clause)


@pytest.mark.rule("second_deck_needs")
def test_a_second_deck_with_a_shuffler() -> None:
    assert house([ma(backs=["red", "blue"], shuffler=True)]).tables[0].backs == ("red", "blue")


@pytest.mark.parametrize("backs", ["red", [1], ["red", " "]])
def test_backs_are_names(backs: Any) -> None:
    table_refused(ma(backs=backs), "backs", None)


@pytest.mark.rule("shuffle_methods")
def test_how_a_deck_is_shuffled() -> None:
    assert house([ma(shuffler=True)]).tables[0].shuffle == "shuffler"
    assert house([ma(shuffle="hand")]).tables[0].shuffle == "hand"
    assert house([sd(shuffler=True, shuffle="hand")]).tables[0].shuffle == "hand"
    table_refused(ma(shuffle="shuffler"), "shuffle", "ma-4(a)")
    table_refused(sd(shuffle="shuffler"), "shuffle", "sd-2015(9)")
    table_refused(sd(shuffle="pre-shuffled"), "shuffle", "sd-2015(9)")
    table_refused(ma(shuffle="wash"), "shuffle", "ma-4(a)")
    table_refused(six(shuffle="shuffler"), "shuffle", None)


@pytest.mark.rule("shuffled_every_round")
@pytest.mark.parametrize("shuffler", [None, True])
def test_pre_shuffled_cards_do_not_stay_so(shuffler: bool | None) -> None:
    table_refused(ma(shuffle="pre-shuffled", shuffler=shuffler), "shuffle", "ma-4(a)")


@pytest.mark.rule("device_removed_first")
def test_a_shuffler_that_is_there_and_not_used() -> None:
    table_refused(ma(shuffler=True, shuffle="hand"), "shuffle", "ma-13(g)")


@pytest.mark.parametrize("shuffler", ["yes", {"count": True}, {"counts": "yes"}])
def test_a_shuffler_that_cannot_be_read(shuffler: Any) -> None:
    table_refused(ma(shuffler=shuffler), "shuffler", None)


# ---- the deal ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("from_hand_needs", "dealt_in_groups", "manual_shoe", "automated_shoe", "dealt_singly")
@pytest.mark.parametrize(
    ("table", "field", "clause"),
    [
        (ma(dealing="from-hand", shoe_approved=None), "dealing", "ma-8(c)"),
        (sd(dealing="groups"), "dealing", "sd-2015(9)"),
        (sd_2011(dealing="groups"), "dealing", "sd-2011(9)"),
        (sd(dealing="groups", shuffler=True, shuffle="hand"), "dealing", "sd-2015(9)"),
        (ma(shoe_approved=None), "shoe_approved", "ma-7(a)"),
        (ma(shoe_approved=False), "shoe_approved", "ma-7(a)"),
        (ma(dealing="automated-shoe", shoe_approved=None), "shoe_approved", "ma-9(a)"),
        (ma(dealing="singly"), "dealing", "ma-7(a)"),
        (ma(dealing=["from-hand"], shoe_approved=None), "dealing", "ma-8(c)"),
        (ma(dealing=["manual-shoe", "from-hand"]), "dealing", "ma-8(c)"),
        (ma(dealing=["from-hand", "manual-shoe"], shuffler=True, shoe_approved=None), "shoe_approved", "ma-7(a)"),
        (ma(dealing=["manual-shoe", "manual-shoe"]), "dealing", "ma-7(a)"),
        (ma(dealing=["manual-shoe", "roulette"]), "dealing", "ma-7(a)"),
        (ma(dealing=[]), "dealing", "ma-7(a)"),
        (ma(dealing=[7]), "dealing", "ma-7(a)"),
        (ma(dealing=[["manual-shoe"]]), "dealing", "ma-7(a)"),
        (sd(dealing="manual-shoe"), "dealing", "sd-2015(9)"),
        (ma(dealing=None), "dealing", None),
        (six(dealing="singly"), "dealing", None),
        (ma(dealing="from-hand", shuffler=True), "shoe_approved", None),
    ],
)
def test_a_way_to_deal_that_the_law_does_not_permit(table: Fields, field: str, clause: str | None) -> None:
    table_refused(table, field, clause)


@pytest.mark.rule("counting_shuffler", "stub_counted_every", "from_hand_stub_count", "automated_shoe_stub_count")
@pytest.mark.parametrize(
    ("table", "rounds"),
    [
        (ma(), 5),
        (ma(shuffler={"counts": True}), 5),
        (ma(dealing="from-hand", shoe_approved=None, shuffler={"counts": True}), 5),
        (ma(dealing="automated-shoe", shuffler=True), 5),
        (ma(dealing="automated-shoe"), 5),
        (ma(dealing="automated-shoe", shuffler={"counts": True}), None),
        (sd(), None),
        (six(), None),
    ],
)
def test_how_often_the_stub_is_counted(table: Fields, rounds: int | None) -> None:
    assert house([table]).tables[0].stub_count_due_after == rounds


# ---- cover all, draws, ranges --------------------------------------------------------------------------------------


@pytest.mark.rule("cover_all_shuffler_mode")
@pytest.mark.parametrize("shuffler", [None, True, {"counts": True}])
def test_cover_all_takes_the_mode_of_the_shuffler(shuffler: Any) -> None:
    table_refused(ma(cover_all=True, shuffler=shuffler), "cover_all", "ma-12(d)")


@pytest.mark.rule("cover_all_columns", "cover_all_counts")
@pytest.mark.parametrize(
    ("seats", "counts", "good"),
    [
        (1, "hands", True), (7, "hands", True), (8, "hands", False), (9, "hands", False),
        (1, "players", False), (2, "players", True), (8, "players", True), (9, "players", False),
    ],
)  # fmt: skip
def test_cover_all_has_a_column_for_a_full_table(seats: int, counts: str, good: bool) -> None:
    table = ma(cover_all=True, shuffler=COVER_ALL, seats=seats, cover_all_counts=counts)
    if good:
        house([table])
    else:
        table_refused(table, "cover_all", "ma-12(k)")


@pytest.mark.rule("draw_probability")
@pytest.mark.parametrize("chance", [True, 1, "often", "0/1", "53/52", "1/0", "-1/2", "0.5", "1e-9", "1/1000000000000"])
def test_a_draw_without_a_probability(chance: Any) -> None:
    for draw in ("magic_card", "lucky"):
        table_refused(ma(five_card_jackpot="J", **{draw: chance}), draw, "ma-11(e)(3)", five_card())


@pytest.mark.rule("draw_probability")
def test_a_draw_that_always_comes() -> None:
    assert house([ma(five_card_jackpot="J", lucky="52/52")], [five_card()]).tables[0].draws == {"lucky": Fraction(1)}


@pytest.mark.rule("magic_card", "lucky")
def test_a_draw_without_the_five_card_bonus() -> None:
    table_refused(ma(magic_card="1/2"), "magic_card", "ma-11(e)(3)")
    table_refused(ma(lucky="1/2"), "lucky", "ma-11(e)(3)")
    table_refused(sd(lucky="1/2"), "lucky", None)


@pytest.mark.rule("limit", "limit_applies_to", "bet_multiple")
@pytest.mark.parametrize(
    ("elected", "field"),
    [
        ({"limit": "100.01"}, "limit"),
        ({"maximum": "100.01"}, "maximum"),
        ({"limit": "50.00", "maximum": "50.01"}, "maximum"),
        ({"minimum": "33.34"}, "minimum"),
        ({"minimum": "33.33", "limit": "99.98"}, "minimum"),
        ({"minimum": "50.01", "limit_applies_to": "each-wager"}, "minimum"),
        ({"jackpot": "J", "minimum": "33.00", "limit": "99.99"}, "limit"),
        ({"jackpot": "J", "limit": "1.01", "limit_applies_to": "each-wager"}, "limit"),
    ],
)
def test_a_range_beyond_the_limit(elected: Fields, field: str) -> None:
    jackpots = [jackpot()] if "jackpot" in elected else []
    table_refused(sd(**elected), field, "sd-2015(limit)", *jackpots)


@pytest.mark.rule("limit", "limit_applies_to", "bet_multiple")
@pytest.mark.parametrize(
    "elected",
    [
        {"limit": "100.00", "maximum": "100.00"},
        {"minimum": "33.33"},
        {"minimum": "50.00", "limit_applies_to": "each-wager"},
        {"jackpot": "J", "minimum": "33.00", "limit": "100.00"},
        {"jackpot": "J", "limit": "1.02", "limit_applies_to": "each-wager"},
    ],
)
def test_a_range_within_the_limit(elected: Fields) -> None:
    house([sd(**elected)], [jackpot()] if "jackpot" in elected else [])


def test_massachusetts_sets_no_limit() -> None:
    house([ma(minimum="500.00", maximum="5000.00")])


@pytest.mark.parametrize("seats", [0, 10, True, "7", 7.5])
def test_seats_are_a_number_from_one_to_nine(seats: Any) -> None:
    table_refused(sd(seats=seats), "seats", None)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("mode", "paper"),
        ("shoe_side", "top"),
        ("dealer", "Ann"),
        ("progressive", "D"),
        ("five_card", True),
        ("limit", "5"),
    ],
)
def test_fields_of_a_table_that_cannot_be(field: str, value: str) -> None:
    table_refused(ma(**{field: value}), field, None)


@pytest.mark.parametrize("edition", [None, "sd-2016", 7])
def test_an_edition_there_must_be(edition: Any) -> None:
    table_refused(sd(edition=edition), "edition", None)


@pytest.mark.parametrize("edition", [["ma"], {"id": "ma"}])
def test_an_edition_is_a_name(edition: Any) -> None:
    table_refused(sd(edition=edition, jackpot="J"), "edition", None, jackpot())


# ---- the file ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "field"),
    [
        ("name = ", "house"),
        ("a = " + "[" * 5000, "line 1"),
        ("a = " + "[" * 990, "house"),
        ("a = " + "9" * 5000, "line 1"),
        ("", "name"),
        ('name = ""', "name"),
        ("name = 7", "name"),
        ('name = "x"\nowner = "y"', "owner"),
        ('name = "x"', "table"),
        ('name = "x"\ntable = "S"', "table"),
        ('name = "x"\n[table]\nname = "S"', "table"),
        ('name = "x"\njackpot = ["J"]', "jackpot"),
        ('name = "x"\n[[jackpot]]\nname = ""', "jackpot.name"),
        ('name = "x"\n[[jackpot]]\nschedule = "A"', "jackpot.name"),
        ('name = "x"\n[[table]]\nedition = "ma"', "table.name"),
        ('name = "x"\n[[table]]\nname = 7', "table.name"),
        (text([sd(), sd()]), "table 'S'"),
        (text([sd(jackpot="J")], [jackpot(), jackpot()]), "jackpot 'J'"),
        (text([sd()], [jackpot()]), "jackpot 'J'"),
    ],
)
def test_a_file_that_is_no_house(content: str, field: str) -> None:
    with pytest.raises(HouseError) as caught:
        read_house(content)
    assert (caught.value.field, caught.value.clause) == (field, None)


@pytest.mark.parametrize(
    ("elected", "hours"), [("", 24), ("signer_wait_hours = 1\n", 1), ("signer_wait_hours = 720\n", 720)]
)
def test_a_house_elects_how_long_a_new_signer_waits(elected: str, hours: int) -> None:
    assert read_house(f'name = "One"\n{elected}{SIX}').signer_wait_hours == hours


@pytest.mark.parametrize("elected", ["0", "721", '"24"', "true", "1.5"])
def test_a_wait_is_a_number_of_hours(elected: str) -> None:
    with pytest.raises(HouseError, match="signer_wait_hours"):
        read_house(f'name = "One"\nsigner_wait_hours = {elected}\n{SIX}')


SIX = """
[[table]]
name = "Six"
edition = "sd-bonus6"
designated = true
signs = ["pay schedule"]
pay_table = "black-hawk"
maximum = "100.00"
"""
