"""Finished rounds that cannot be read or are not lawful: the error names the field, or the clause that refuses."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from upcard.errors import HouseError, LawError, Refused
from upcard.games.settle import settle, settle_or_error
from upcard.rules import caribbean_stud

MISSING = object()

STUD: dict[str, Any] = {
    "edition": "ma",
    "house": {"progressive": "D", "bonus": "B", "five_card": True, "cover_all": True},
    "meters": {
        "main": {"amount": "50123.45", "seed": "10000.00", "reserve": "120.00"},
        "five_card": {"amount": "20000.00", "seed": "10000.00"},
    },
    "dealer": ["Ah", "Kd", "5s", "4c", "2d"],
    "seats": {
        "1": {
            "cards": ["9c", "9d", "4s", "Jh", "2c"],
            "decision": "bet",
            "wagers": {
                "ante": "10.00", "progressive": "1.00", "bonus": "5.00", "five_card_player": "1.00",
                "five_card_dealer": "1.00", "cover_all": "5.00",
            },
        },
        "3": {"cards": ["8c", "7d", "4d", "3h", "2h"], "decision": "fold", "wagers": {"ante": "15.00"}},
    },
    "magic_card": "Qd",
    "lucky": "3",
}  # fmt: skip

SIX: dict[str, Any] = {
    "edition": "sd-bonus6",
    "house": {"pay_table": "black-hawk", "minimum": "5.00", "maximum": "100.00"},
    "community": "6h",
    "seats": {
        "1": {
            "cards": ["6d", "Tc", "2h", "9s"],
            "decisions": ["bet", "bet", "stand"],
            "wagers": {"ante": "10.00", "insurance": "5.00"},
            "tips": ["2.00", "2.00", "2.00"],
        }
    },
}


def changed(value: dict[str, Any], path: str, to: Any) -> dict[str, Any]:
    """The round with one field other than it was."""
    value = copy.deepcopy(value)
    place, names = value, path.split(".")
    for name in names[:-1]:
        place = place[name]
    if to is MISSING:
        del place[names[-1]]
    else:
        place[names[-1]] = to
    return value


def refused(value: dict[str, Any]) -> tuple[str, str | None]:
    error = settle_or_error(value)["error"]
    return error["message"], error["clause"]


def test_the_examples_as_they_are() -> None:
    document = settle(STUD)
    assert document["net"] == {"1": "17.00", "3": "-15.00"}
    assert document["dealer"] == {"qualifies": True, "hand": "ace-king high"}
    assert document["meters"] == {"main": "50123.45", "five_card": "20000.00"}
    bonus = settle(SIX)
    assert bonus["net"] == {"1": "19.00"}
    assert (bonus["tips"], bonus["meters"], bonus["dealer"]) == ("12.00", {}, None)


MALFORMED: tuple[tuple[str, Any, str], ...] = (
    ("edition", MISSING, "edition"),
    ("edition", 7, "edition"),
    ("house", [], "house"),
    ("house", "D", "house"),
    ("meters", [], "meters"),
    ("meters", {}, "meters.main"),
    ("meters.main", "1.00", "meters.main"),
    ("meters.main.amount", MISSING, "meters.main.amount"),
    ("meters.main.seed", MISSING, "meters.main.seed"),
    ("meters.main.amount", 5, "meters.main.amount"),
    ("meters.main.amount", "5.000000001", "meters.main.amount"),
    ("meters.main.amount", "-5.00", "meters.main.amount"),
    ("meters.main.colour", "1.00", "meters.main.colour"),
    ("meters.grand", {"amount": "1", "seed": "1"}, "meters.grand"),
    ("meters.five_card", MISSING, "meters.five_card"),
    ("dealer", MISSING, "dealer"),
    ("dealer", "Ah Kd 5s 4c 2d", "dealer"),
    ("dealer", ["Ah", "Kd", "5s", "4c", "1d"], "dealer"),
    ("dealer", ["Ah", "Kd", "5s", "4c", 2], "dealer"),
    ("seats", MISSING, "seats"),
    ("seats", {}, "seats"),
    ("seats", [], "seats"),
    ("seats.0", {}, "seats.0"),
    ("seats.10", {}, "seats.10"),
    ("seats.01", {}, "seats.01"),
    ("seats.-1", {}, "seats.-1"),
    ("seats.²", {}, "seats.²"),
    ("seats." + "1" * 5000, {}, "seats."),
    ("seats.3", "fold", "seats.3"),
    ("seats.3.colour", "red", "seats.3.colour"),
    ("seats.1.cards", MISSING, "seats.1.cards"),
    ("seats.1.cards", None, "seats.1.cards"),
    ("seats.3.cards", ["8c", "7d", "4d", "3h", "xx"], "seats.3.cards"),
    ("seats.3.wagers", MISSING, "seats.3.wagers"),
    ("seats.3.wagers", ["15.00"], "seats.3.wagers"),
    ("seats.3.wagers.ante", 15, "seats.3.wagers.ante"),
    ("seats.3.wagers.ante", "15.001", "seats.3.wagers.ante"),
    ("seats.3.wagers.ante", "fifteen", "seats.3.wagers.ante"),
    ("seats.3.coupons", [], "seats.3.coupons"),
    ("seats.3.coupons", {"match_play": 5}, "seats.3.coupons.match_play"),
    ("magic_card", "Q", "magic_card"),
    ("magic_card", 4, "magic_card"),
    ("lucky", "10", "lucky"),
    ("lucky", "2", "lucky"),
    ("lucky", 3, "lucky"),
    ("lucky", ["3"], "lucky"),
    ("irregularity", 4, "irregularity"),
    ("irregularity", "earthquake", "irregularity"),
    ("colour", "red", "colour"),
)


@pytest.mark.parametrize(("path", "to", "field"), MALFORMED)
def test_a_field_that_cannot_be_read_is_named(path: str, to: Any, field: str) -> None:
    message, clause = refused(changed(STUD, path, to))
    assert message.startswith(field)
    assert clause is None
    assert "\n" not in message


UNLAWFUL: tuple[tuple[str, Any, str], ...] = (
    ("seats.1.wagers.bet", "20.00", "bet_multiple"),
    ("seats.3.wagers.ante", "0.00", "ante_required"),
    ("seats.3.wagers", {"progressive": "1.00"}, "progressive_amount"),
    ("seats.1.wagers.progressive", "2.00", "progressive_amount"),
    ("seats.1.wagers.tip", "1.00", "tip_area"),
    ("seats.3.decision", MISSING, "decision_choices"),
    ("seats.3.decision", "check", "decision_choices"),
    ("seats.3.decision", ["fold"], "decision_choices"),
    ("dealer", ["Ah", "Kd", "5s", "4c"], "dealer_completes_from"),
    ("house.cover_all_counts", "players", "cover_all_columns"),
    ("dealer", ["Ah", "Kd", "5s", "4c", "9c"], "single_deck"),
    ("seats.3.cards", ["8c", "7d", "4d", "3h", "9c"], "single_deck"),
    ("seats.1.coupons", {"progressive": "1.00"}, "progressive_coupon"),
    ("seats.3.coupons", {"progressive": "5.00"}, "progressive_coupon"),
)


@pytest.mark.rule(
    "bet_multiple", "ante_required", "progressive_amount", "tip_area", "decision_choices", "dealer_completes_from",
    "single_deck", "progressive_coupon", "cover_all_columns",
)  # fmt: skip
@pytest.mark.parametrize(("path", "to", "rule"), UNLAWFUL)
def test_what_the_law_refuses_carries_its_clause(path: str, to: Any, rule: str) -> None:
    value = changed(STUD, path, to)
    if rule == "cover_all_columns":
        del value["seats"]["3"], value["lucky"]
    with pytest.raises(Refused) as caught:
        settle(value)
    assert caught.value.rule == rule
    _, clause = refused(value)
    assert clause == caribbean_stud("ma").clause(rule)
    assert clause is not None


ROYAL, NOTHING = ["As", "Ks", "Qs", "Js", "Ts"], ["8c", "7d", "4d", "3h", "2h"]
PLAYS, NO_HAND = ["Ah", "Kd", "5s", "4c", "2d"], ["Qh", "Jd", "5s", "4c", "2s"]
SIDE: dict[str, Any] = {"five_card": True, "cover_all": True, "progressive": "D"}


@pytest.mark.rule("fold_keeps", "cover_all_after_fold", "cover_all_excludes", "envy_to", "folded_hand_envy")
@pytest.mark.parametrize(
    ("edition", "house", "dealer", "decision", "wagers", "needed"),
    [
        ("sd-2015", {"progressive": "PMG-01"}, PLAYS, "fold", ["progressive"], False),
        ("sd-2015", {"progressive": "PMG-01"}, PLAYS, "bet", [], True),
        ("sd-2015", {"progressive": "PMG-01"}, NO_HAND, "bet", ["progressive"], True),
        ("sd-2011", {"progressive": "PMG-01"}, NO_HAND, "bet", [], True),  # it may bring envy
        ("sd-2011", {"progressive": "classic-10pct"}, NO_HAND, "bet", [], False),
        ("sd-2011", {"progressive": "classic-10pct"}, [], "bet", [], False),
        ("sd-2011", {"progressive": "classic-10pct"}, [], "bet", ["progressive"], True),
        ("ma", SIDE, PLAYS, "fold", ["progressive", "cover_all"], False),
        ("ma", SIDE, PLAYS, "fold", ["five_card_dealer"], False),
        ("ma", SIDE, PLAYS, "fold", ["five_card_player"], True),
        ("ma", SIDE | {"cover_all_after_fold": "stands"}, PLAYS, "fold", ["cover_all"], False),
        ("ma", SIDE, NO_HAND, "bet", [], True),
        ("ma", SIDE, NO_HAND, "bet", ["cover_all"], True),
        ("ma", SIDE, [], "bet", ["five_card_player", "cover_all"], False),
    ],
)
def test_cards_may_be_missing_where_no_payment_hangs_on_them(
    edition: str, house: dict[str, Any], dealer: list[str], decision: str, wagers: list[str], needed: bool
) -> None:
    meter = {"amount": "50000.00", "seed": "10000.00"}
    seat = {"decision": decision, "wagers": {"ante": "10.00", **dict.fromkeys(wagers, "1.00")}}
    other = {"cards": ROYAL, "decision": "bet", "wagers": {"ante": "10.00", "progressive": "1.00"}}
    value: dict[str, Any] = {
        "edition": edition, "house": house, "dealer": dealer, "seats": {"1": seat, "2": other},
        "meters": {"main": meter} | ({"five_card": meter} if edition == "ma" else {}),
    }  # fmt: skip
    whole = settle(changed(value, "seats.1.cards", NOTHING))
    if needed:
        message, clause = refused(value)
        assert message.startswith("seats.1.cards: they are missing, and ")
        assert clause is None
    else:
        assert settle(value) == whole
    assert settle(changed(value, "seats.1.cards", []))["payments"][0]["result"] == "void", "none is a wrong number"


@pytest.mark.rule("first_bet_multiple", "second_bet_multiple", "final_choices")
@pytest.mark.parametrize(
    ("decisions", "cards", "needed"),
    [
        (["fold"], ["8c", "7d"], False),
        (["bet", "fold"], ["8c", "7d", "4d"], False),
        (["bet", "bet", "discard"], ["8c", "7d", "4d", "2h"], False),
        (["bet", "bet", "stand"], ["6c", "7d", "4d", "2h"], True),
        (["bet", "bet", "card"], ["8c", "7d", "4d", "2h", "Qh"], True),
        (["bet"], None, True),
    ],
)
def test_cards_of_bonus_six_may_be_missing_where_a_hand_is_thrown_in(
    decisions: list[str], cards: list[str] | None, needed: bool
) -> None:
    value = changed(changed(SIX, "seats.1.decisions", decisions), "seats.1.tips", [])
    unseen = changed(value, "seats.1.cards", MISSING)
    if needed:
        message, clause = refused(unseen)
        assert message.startswith("seats.1.cards: they are missing")
        assert clause is None
    else:
        assert settle(unseen) == settle(changed(value, "seats.1.cards", cards))


def test_a_card_asked_for_and_not_dealt_is_judged_by_the_community_card() -> None:
    """Whether the hand won already, and the count is right, nobody can say without it."""
    value = changed(changed(SIX, "seats.1.decisions", ["bet", "bet", "card"]), "community", MISSING)
    assert refused(value) == ("community: it is missing", None)
    three = settle(changed(value, "seats.1.cards", ["6d", "Tc", "2h"]))
    assert {p["result"] for p in three["payments"]} == {"void"}


@pytest.mark.parametrize(
    ("decisions", "tips", "same"),
    [
        (["fold"], ["2.00", "0.00"], ["2.00"]),
        (["fold"], ["0.00", "0", "0.00"], []),
        (["bet", "bet", "discard"], ["2.00", "2.00", "0.00", "0.00"], ["2.00", "2.00"]),
    ],
)
def test_a_tip_of_nothing_at_the_end_is_no_tip(decisions: list[str], tips: list[str], same: list[str]) -> None:
    value = changed(changed(SIX, "seats.1.decisions", decisions), "seats.1.cards", MISSING)
    assert settle(changed(value, "seats.1.tips", tips)) == settle(changed(value, "seats.1.tips", same))


def test_a_tip_of_nothing_before_another_is_unequal() -> None:
    _, clause = refused(changed(SIX, "seats.1.tips", ["0.00", "2.00"]))
    assert clause == "sd-bonus6(3)"


def test_no_wager_is_a_wager_of_nothing() -> None:
    nothing = changed(STUD, "seats.3.wagers", {"ante": "15.00", "tip": "0.00", "bonus": "0", "progressive": "0.00"})
    nothing["seats"]["3"]["coupons"] = {"match_play": "0.00", "progressive": "0"}
    assert settle(nothing) == settle(STUD)
    for wagers in ({"insurance": "0.00"},):
        message, _ = refused(changed(STUD, "seats.3.wagers", {"ante": "15.00", **wagers}))
        assert "insurance" in message
    message, _ = refused(changed(STUD, "seats.3.coupons", {"lunch": "0.00"}))
    assert "lunch" in message


def test_draws_are_massachusetts_own() -> None:
    plain = changed(changed(changed(STUD, "edition", "sd-2015"), "house", {}), "meters", {})
    plain["seats"] = {"1": {"cards": ["9c", "9d", "4s", "Jh", "2c"], "decision": "bet", "wagers": {"ante": "10.00"}}}
    assert refused(plain)[0].startswith("magic_card")
    assert refused(changed(plain, "magic_card", MISSING))[0].startswith("lucky")
    del plain["magic_card"], plain["lucky"]
    assert settle(plain)["net"] == {"1": "30.00"}
    plain["seats"]["1"]["coupons"] = {"match_play": "5.00"}
    assert refused(plain) == ("seats.1.coupons: sd-2015 knows no match play coupon", None)


def test_errors_of_house_and_law_and_of_no_round_at_all() -> None:
    message, clause = refused(changed(STUD, "house", {"progressive": "Z"}))
    assert message.startswith("house.progressive")
    assert clause == caribbean_stud("ma").clause("progressive_tables")
    message, clause = refused(changed(STUD, "house", {"colour": "red"}))
    assert message.startswith("house.colour")
    assert clause is None
    message, clause = refused(changed(STUD, "edition", "nv-1999"))
    assert "nv-1999" in message
    assert clause is None
    wrong: Any
    for wrong in (None, 7, "round", []):
        assert settle_or_error(wrong) == {"error": {"message": "round: an object is expected", "clause": None}}
    with pytest.raises(HouseError):
        settle(changed(STUD, "house", {"progressive": "Z"}))
    with pytest.raises(LawError):
        settle(changed(STUD, "edition", "nv-1999"))


SIX_MALFORMED: tuple[tuple[str, Any, str], ...] = (
    ("community", MISSING, "community"),
    ("community", "6", "community"),
    ("community", 6, "community"),
    ("dealer", [], "dealer"),
    ("seats", None, "seats"),
    ("seats.1.cards", MISSING, "seats.1.cards"),
    ("seats.1.cards", "6d Tc 2h 9s", "seats.1.cards"),
    ("seats.1.wagers", MISSING, "seats.1.wagers"),
    ("seats.1.wagers.bet", "1.00", "seats.1.wagers.bet"),
    ("seats.1.wagers.insurance", 5, "seats.1.wagers.insurance"),
    ("seats.1.tips", "2.00", "seats.1.tips"),
    ("seats.1.tips", [2], "seats.1.tips"),
    ("seats.1.decisions", "bet", "seats.1.decisions"),
    ("seats.1.irregularity", "wrong-count", "seats.1.irregularity"),
    ("seats.1.colour", "red", "seats.1.colour"),
)


@pytest.mark.parametrize(("path", "to", "field"), SIX_MALFORMED)
def test_a_field_of_bonus_six_that_cannot_be_read_is_named(path: str, to: Any, field: str) -> None:
    message, clause = refused(changed(SIX, path, to))
    assert message.startswith(field)
    assert clause is None


SIX_UNLAWFUL: tuple[tuple[str, Any, str], ...] = (
    ("seats.1.wagers.ante", "0.00", "ante_required"),
    ("seats.1.wagers.ante", "4.99", "ante_range"),
    ("seats.1.wagers.ante", "100.01", "ante_range"),
    ("seats.1.wagers.insurance", "4.99", "insurance_divisor"),
    ("seats.1.wagers.insurance", "5.01", "insurance_divisor"),
    ("seats.1.irregularity", "exposed-card", "exposed_card"),
    ("seats.1.tips", ["2.00", "2.00", "2.01"], "further_tips_equal"),
    ("seats.1.tips", ["2.00", "1.99"], "further_tips_equal"),
    ("seats.1.tips", ["0.00", "2.00"], "further_tips_equal"),
    ("seats.1.tips", ["2.00"] * 4, "further_tips"),
    ("seats.1.decisions", ["check"], "first_bet_multiple"),
    ("seats.1.decisions", ["bet", "stand"], "second_bet_multiple"),
    ("seats.1.decisions", ["bet", "bet", "bet"], "final_choices"),
    ("seats.1.decisions", ["fold", "bet"], "first_bet_multiple"),
    ("seats.1.decisions", ["bet", "fold", "stand"], "second_bet_multiple"),
    ("seats.1.decisions", ["bet", "bet", "stand", "stand"], "final_choices"),
    ("seats.1.decisions", ["bet", "bet"], "final_choices"),
    ("seats.1.cards", ["6d", "Tc", "2h", "6h"], "single_deck"),
    ("seats.1.cards", ["2h", "Th", "9h", "6h"], "single_deck"),
    ("seats.1.cards", ["6d", "6c", "6s", "6h"], "single_deck"),
    ("seats.1.cards", ["5d", "Tc", "2h", "9s"], "final_choices"),
    ("seats.1.decisions", ["bet", "bet", "discard"], "winning_hand_stands"),
)


@pytest.mark.rule(
    "ante_required", "ante_range", "insurance_divisor", "further_tips", "further_tips_equal", "first_bet_multiple",
    "second_bet_multiple", "final_choices", "single_deck", "winning_hand_stands",
)  # fmt: skip
@pytest.mark.parametrize(("path", "to", "rule"), SIX_UNLAWFUL)
def test_what_the_law_of_bonus_six_refuses_carries_its_clause(path: str, to: Any, rule: str) -> None:
    value = changed(SIX, path, to)
    with pytest.raises(Refused) as caught:
        settle(value)
    assert caught.value.rule == rule
    assert caught.value.clause is not None


@pytest.mark.parametrize(
    ("decisions", "cards", "rule"),
    [
        ([], ["6d", "Tc"], "first_bet_multiple"),
        (["bet"], ["6d", "Tc", "2h"], "second_bet_multiple"),
        (None, ["6d", "Tc"], "first_bet_multiple"),
    ],
)
def test_a_hand_with_a_decision_to_make_is_not_finished(decisions: Any, cards: list[str], rule: str) -> None:
    value = changed(changed(SIX, "seats.1.decisions", decisions), "seats.1.cards", cards)
    value = changed(value, "seats.1.tips", [])
    with pytest.raises(Refused, match="yet") as caught:
        settle(value)
    assert caught.value.rule == rule


@pytest.mark.parametrize(("irregularity", "clause"), [("hole-card-exposed", None), (None, "ma-12(k)")])
def test_a_round_that_is_void_before_the_bets_are_closed_needs_no_column(
    irregularity: str | None, clause: str | None
) -> None:
    """With one player and columns by players no cover all wager is dealt; before the deal it may lie there."""
    wagers = {"ante": "10.00", "cover_all": "5.00"}
    void: dict[str, Any] = {"dealer": [], "seats": {"2": {"cards": [], "wagers": wagers}}, "irregularity": irregularity}
    dealt: dict[str, Any] = {
        "dealer": ["Ah", "Kd", "5s", "4c", "2d"],
        "seats": {"2": {"cards": ["9c", "9d", "4s", "Jh", "2c"], "decision": "bet", "wagers": wagers}},
    }
    house = {"cover_all": True, "cover_all_counts": "players"}
    settled = settle_or_error({"edition": "ma", "house": house, **(void if irregularity else dealt)})
    assert settled.get("error", {}).get("clause") == clause
    assert [line["returned"] for line in settled.get("payments", ())] == (["10.00", "5.00"] if irregularity else [])
