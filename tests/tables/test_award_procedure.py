"""Massachusetts at the settlement: verification, documents, and the hands that stay for cover all."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tables.desk import (
    DEE,
    FLO,
    FULL_MA,
    HANDS,
    NO_HAND,
    QUALIFIES,
    ROYAL,
    STAFF,
    SUE,
    Desk,
    massachusetts,
    player,
    south_dakota,
)  # fmt: skip
from tests.tables.stack import Hands, hand
from upcard.games import caribbean_stud as stud
from upcard.tables import commands as c
from upcard.tables import events as e

WAGER = {"progressive": 100}
FOURS = hand("4s 4h 4d 4c 9s")
TRIPS = hand("Tc Th Td 8c 6s")
STRAIGHT = hand("9h 8h 7h 6d 5d")


def ma_royal(**more: Any) -> Desk:
    """A royal flush on every wager, the dealer qualified, just before its progressive is paid."""
    desk = Desk(massachusetts("D", five_card=True, **more))
    wagers = {"progressive": 100, "five_card_player": 100, "five_card_dealer": 100}
    desk.revealed({1: HANDS[1], 4: ROYAL}, QUALIFIES, wagers)
    desk.settle()
    return desk


@pytest.mark.rule("progressive_verification", "award_verification", "hand_confirmed_by")
def test_hand_and_light_are_verified_by_the_dealer_the_hand_by_the_floor_and_a_supervisor_validates() -> None:
    desk = ma_royal()
    wanted: tuple[tuple[Any, str, tuple[Any, ...]], ...] = (
        (c.VerifyHand(4), "progressive_verification", (DEE,)),
        (c.VerifyLight(4), "progressive_verification", (DEE,)),
        (c.ConfirmHand(4), "hand_confirmed_by", (SUE, FLO)),
        (c.ValidateAward(4), "award_verification", (SUE,)),
    )
    for command, rule, who in wanted:
        assert desk.refused_play(stud.Settle("progressive", 4, desk.meters)) == rule
        for by in (*STAFF, player(4)):
            if by not in who:
                assert desk.rule_of(command, by) == rule
        assert desk.rule_of(type(command)(1), who[0]) == rule
        desk.act(command, who[-1])
    assert desk.steps == []
    desk.settle()
    assert desk.rules(e.StepDone) == [rule for _, rule, _ in wanted]
    assert "not called for now" in desk.refused(c.VerifyAward(4), SUE).because


@pytest.mark.rule("progressive_verification", "five_card_verification")
def test_a_hand_paid_from_the_meter_stays_until_it_is_documented() -> None:
    desk = ma_royal().clear()
    desk.settle()
    assert desk.rules(e.DocumentsOpened) == ["progressive_verification"]
    assert desk.rule_of(c.DocumentAward(1), FLO) is None
    desk.settle()
    assert desk.stud.agenda[0] == stud.Step("five_card", 4)
    assert desk.steps == ["VerifyFiveCard 4", "ValidateFiveCard 4"]
    assert desk.rule_of(c.ValidateFiveCard(4), FLO) == "five_card_verification"
    desk.act(c.VerifyFiveCard(4))
    assert desk.rule_of(c.ValidateFiveCard(4)) == "five_card_verification"
    desk.act(c.ValidateFiveCard(4), FLO)
    desk.settle()
    assert desk.rules(e.DocumentsOpened) == ["progressive_verification", "five_card_verification"]
    assert desk.steps == []
    while desk.stud.agenda:
        desk.settle()
    assert desk.steps == ["RackCards 1", "DocumentAward 4", "DocumentAward 4", "RackCards"]
    desk.act(c.RackCards(1))
    assert desk.rule_of(c.Reconcile()) == "progressive_verification"
    assert desk.rule_of(c.RackCards(0)) == "progressive_verification"
    assert desk.rule_of(c.DocumentAward(4)) == "progressive_verification"
    desk.act(c.DocumentAward(4), FLO)
    assert desk.steps == ["RackCards 4", "RackCards"]
    desk.clear().act(c.Reconcile())


@pytest.mark.rule("five_card_verification", "five_card_verified_from", "progressive_verification", "awards_from")
def test_what_the_tray_or_the_account_pays_needs_no_documents_and_only_large_odds_the_floor() -> None:
    for cards, floor in ((HANDS[4], False), (FOURS, True)):
        desk = Desk(massachusetts("D", five_card=True))
        dealer = hand("Ah Kd 5s 8d 2d")
        desk.revealed({4: cards}, dealer, {"progressive": 100, "five_card_player": 100})
        for _ in range(3):
            desk.settle() if desk.steps == [] else desk.clear().settle()
        assert desk.steps == ["VerifyFiveCard 4"] + ["ValidateFiveCard 4"] * floor
        desk.settle_all().act(c.Reconcile())
        assert desk.rules(e.DocumentsOpened) == []
    metered = Desk(massachusetts("D", awards_from="meter")).revealed({4: HANDS[4]}, QUALIFIES, WAGER).settle_all()
    assert metered.rules(e.DocumentsOpened) == ["progressive_verification"]
    classic = Desk(south_dakota()).revealed({4: ROYAL}, QUALIFIES, WAGER).settle_all()
    assert classic.rules(e.DocumentsOpened) == []


@pytest.mark.rule("five_card_verification", "magic_card", "lucky")
@pytest.mark.parametrize(
    ("magic", "lucky", "due"),
    [
        (None, None, False),
        ("8c", None, True),
        (None, "1", True),
        ("Ah", None, True),
        (None, "dealer", True),
        ("9h", None, False),
    ],
)
def test_a_magic_card_or_lucky_bonus_is_verified_too(magic: str | None, lucky: str | None, due: bool) -> None:
    draws = {"magic_card": "1/52", "lucky": "1/8"}
    desk = Desk(massachusetts(None, five_card=True, **draws))
    desk.to_reveal({1: HANDS[1]}, QUALIFIES, {"five_card_player": 100, "five_card_dealer": 100})
    desk.play(stud.Reveal((), hand(magic)[0] if magic else None, lucky))
    desk.settle()
    assert (desk.steps == ["VerifyFiveCard 1"]) == due
    desk.settle_all()


@pytest.mark.rule("dealer_award_divided", "five_card_verification")
def test_everyone_who_shares_the_dealers_award_has_it_documented() -> None:
    desk = Desk(massachusetts(None, five_card=True)).revealed(HANDS, ROYAL, {"five_card_dealer": 100}).settle_all()
    assert len(desk.rules(e.DocumentsOpened)) == 3
    assert {p.paid for p in desk.payments("five_card_dealer").values()} == {5_000_000 // 3}


# ---- cover all


def covered(hands: Hands, dealer: Any, **folds: bool) -> Desk:
    return Desk(massachusetts("D", **FULL_MA)).revealed(hands, dealer, {"cover_all": 500}, **folds)


@pytest.mark.rule("cover_all_hands_stay", "cover_all_also_stays", "cover_all_replaced", "cover_all_last")
def test_the_highest_hand_so_far_stays_exposed_and_a_higher_one_takes_its_place() -> None:
    desk = covered({1: ROYAL, 3: STRAIGHT, 4: HANDS[3]}, TRIPS)
    assert desk.steps == ["LeaveExposed"]
    assert desk.refused_play(stud.Settle("hand", 4)) == "cover_all_also_stays"
    assert desk.rule_of(c.LeaveExposed(0), FLO) == "cover_all_also_stays"
    desk.act(c.LeaveExposed(0))
    desk.settle()
    assert desk.steps == ["RackCards 4"]
    desk.clear().settle()
    assert desk.steps == ["LeaveExposed 3"]
    assert desk.rule_of(c.RackCards(3)) == "cover_all_replaced"
    desk.clear().settle()
    assert desk.refused_play(stud.Settle("cover_all")) == "cover_all_replaced"
    desk.act(c.LeaveExposed(1))
    assert desk.steps == ["RackCards 3"]
    desk.clear()
    assert desk.rules(e.CardsRacked)[-1] == "cover_all_replaced"
    assert desk.table.candidate == 1
    assert desk.stud.agenda == (stud.Step("cover_all"),)
    desk.settle()
    assert desk.steps == ["RackCards 1", "RackCards"]
    desk.clear().act(c.Reconcile())
    assert desk.rules(e.HandLeftExposed) == ["cover_all_also_stays", "cover_all_replaced", "cover_all_replaced"]


@pytest.mark.rule("cover_all_hands_stay", "cover_all_also_stays")
@pytest.mark.parametrize(
    ("cards", "rule"),
    [("9c 9d 4s 4c 2c", None), ("3c 3h 3s 7d 8d", "cover_all_also_stays"), ("9h 8h 7h 6d 5d", "cover_all_hands_stay")],
)
def test_three_of_a_kind_and_a_straight_stay_exposed_and_two_pair_does_not(cards: str, rule: str | None) -> None:
    desk = covered({1: hand(cards)}, NO_HAND)
    desk.settle_all()
    assert desk.rules(e.HandLeftExposed) == ([rule] if rule else [])


@pytest.mark.rule("cover_all_hands_stay", "cover_all_after_fold", "cover_all_excludes")
def test_no_hand_stays_for_cover_all_where_no_such_wager_is_left() -> None:
    desk = covered({1: STRAIGHT}, NO_HAND, p1=True).settle_all()
    assert desk.rules(e.HandLeftExposed) == []
    plain = Desk(massachusetts("D", **FULL_MA)).revealed({1: STRAIGHT}, NO_HAND).settle_all()
    assert plain.rules(e.HandLeftExposed) == []
    tie = covered({1: hand("9s 8s 7s 6h 5h"), 3: hand("9h 8h 7h 6d 5d")}, NO_HAND).settle_all()
    assert tie.table.candidates == (3,)
