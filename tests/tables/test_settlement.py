"""After the decisions: which hands are racked and which stay, keys, supervisors, verification, documents, the end."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tables.desk import (
    DEE,
    FLO,
    HANDS,
    NO_HAND,
    QUALIFIES,
    ROYAL,
    ROYALS,
    STAFF,
    SUE,
    Desk,
    bonus_six,
    by_role,
    massachusetts,
    player,
    south_dakota,
)  # fmt: skip
from tests.tables.stack import Hands, hand, stud_order
from upcard.games import caribbean_stud as stud
from upcard.tables import commands as c
from upcard.tables import due, evolve, options
from upcard.tables import events as e
from upcard.tables.options import SEAT_STEPS
from upcard.web.views.labels import step_label

WAGER = {"progressive": 100}
OTHER = hand("Ah Kc 5s 4c 2d")


# ---- folded hands


@pytest.mark.rule("fold_forfeits_ante", "forfeits_collected_first", "folded_cards_collected")
def test_a_folded_hand_is_racked_at_once_in_massachusetts() -> None:
    desk = Desk(massachusetts()).to_decisions(HANDS, QUALIFIES).clear()
    desk.play(stud.Fold(1), player(1))
    assert desk.steps == ["RackCards 1"]
    assert desk.refused_play(stud.Bet(3), player(3)) == "fold_forfeits_ante"
    assert desk.rule_of(c.RackCards(1), FLO) == "fold_forfeits_ante"
    desk.act(c.RackCards(1))
    desk.play(stud.Bet(3), player(3))
    desk.play(stud.Fold(4), player(4))
    assert desk.refused_play(stud.Reveal()) == "forfeits_collected_first"
    desk.act(c.RackCards(4))
    desk.play(stud.Reveal())
    assert desk.rules(e.CardsRacked) == ["fold_forfeits_ante", "forfeits_collected_first"]


@pytest.mark.rule("fold_forfeits_ante", "folded_cards_collected")
def test_folded_hands_are_racked_in_any_order_before_the_reveal_in_south_dakota() -> None:
    desk = Desk(south_dakota()).to_decisions(HANDS, QUALIFIES).clear()
    for seat in (1, 4):
        desk.play(stud.Fold(seat), player(seat))
        assert desk.steps == []
    desk.play(stud.Bet(3), player(3))
    assert desk.steps == ["RackCards 1", "RackCards 4"]
    assert desk.rule_of(c.RackCards(3)) == "cards_racked_in_turn"
    assert desk.refused_play(stud.Reveal()) == "fold_forfeits_ante"
    desk.act(c.RackCards(4))
    desk.act(c.RackCards(1))
    desk.play(stud.Reveal())


@pytest.mark.rule("folded_cards_collected", "player_wrong_count")
@pytest.mark.parametrize("house", [south_dakota(), south_dakota("sd-2011", "classic-5000"), massachusetts("C")])
def test_a_folded_hand_is_racked_in_its_time_although_it_turns_out_void(house: Any) -> None:
    desk = Desk(house).to_decisions(HANDS, QUALIFIES).clear()
    desk.play(stud.Fold(1), player(1))
    desk.miscounted(stud.Report("player-wrong-count", 1))
    if house.edition.id == "ma":
        assert desk.refused_play(stud.Bet(3), player(3)) == "folded_cards_collected"
    else:
        desk.play(stud.Fold(3), player(3))
        desk.play(stud.Bet(4), player(4))
        assert desk.refused_play(stud.Reveal()) == "folded_cards_collected"
        desk.act(c.RackCards(3))
    assert desk.steps == ["RackCards 1"]
    assert desk.act(c.RackCards(1)) == (e.CardsRacked(1, "folded_cards_collected"),)
    desk.decide_rest().play(stud.Reveal())
    desk.settle_all()
    assert desk.table.racked.count(1) == 1


@pytest.mark.rule("fold_keeps", "folded_cards_collected", "void_hand_returns")
def test_a_five_card_wager_that_went_back_keeps_no_folded_hand_on_the_table() -> None:
    desk = Desk(massachusetts(None, five_card=True)).to_decisions(HANDS, QUALIFIES, {"five_card_player": 100}).clear()
    desk.play(stud.Fold(1), player(1))
    assert desk.steps == ["CollectForfeits 1"]
    desk.miscounted(stud.Report("player-wrong-count", 1))
    assert desk.steps == ["RackCards 1"]


@pytest.mark.rule("fold_keeps", "five_card_verification")
def test_a_folded_hand_with_a_five_card_wager_is_racked_after_its_own_turn() -> None:
    desk = Desk(massachusetts(None, five_card=True))
    desk.to_reveal({1: HANDS[1], 4: HANDS[4]}, QUALIFIES, {"five_card_player": 100}, p4=True)
    assert desk.steps == []
    desk.play(stud.Reveal())
    assert desk.stud.agenda[0] == stud.Step("five_card", 4)
    assert desk.stud.seats[4].shown
    assert desk.steps == ["VerifyFiveCard 4"]
    desk.clear().settle()
    assert desk.payments("five_card_player")[4].paid == 5000
    assert desk.steps == ["RackCards 4"]
    desk.settle_all()
    assert desk.rules(e.CardsRacked) == ["cards_racked_in_turn", "cards_racked_in_turn", "hands_reconstructable"]


# ---- racking in turn


@pytest.mark.rule("cards_racked_in_turn", "settlement_order")
@pytest.mark.parametrize("house", [south_dakota(), south_dakota("sd-2011", "classic-5000"), massachusetts("C")])
def test_each_players_cards_are_racked_before_the_next_is_settled(house: Any) -> None:
    hands = {1: HANDS[1], 3: HANDS[3]}
    desk = Desk(house).revealed(hands, QUALIFIES)
    assert desk.refused_play(stud.Settle("hand", 1)) == "settlement_order"
    waits = "hands_reconstructable" if house.edition.id == "ma" else "cards_racked_in_turn"
    racks = "Rack" if house.edition.id == "ma" else "Spread, count and rack"
    assert step_label("RackCards", 3, law=house.rules.law) == f"{racks} seat 3's cards"
    assert desk.rule_of(c.RackCards(3)) == waits
    desk.settle()
    assert desk.refused_play(stud.Settle("hand", 1)) == "cards_racked_in_turn"
    assert desk.rule_of(c.RackCards(1)) == waits
    for by in (FLO, SUE, player(3)):
        assert desk.rule_of(c.RackCards(3), by) == "cards_racked_in_turn"
    desk.act(c.RackCards(3))
    desk.settle()
    assert desk.steps[0] == "RackCards 1"


@pytest.mark.rule("hands_reconstructable")
def test_in_massachusetts_every_card_ends_in_the_rack_the_dealers_last() -> None:
    desk = Desk(massachusetts(None)).to_decisions(HANDS, QUALIFIES).clear()
    desk.miscounted(stud.Report("player-wrong-count", 3))
    desk.decide().play(stud.Reveal())
    desk.settle_all()
    assert desk.table.racked == (4, 1, 3, 0)
    assert desk.rules(e.CardsRacked)[-2:] == ["hands_reconstructable", "hands_reconstructable"]
    assert desk.rule_of(c.Reconcile(), FLO) == "hands_reconstructable"
    desk.act(c.Reconcile())
    dead = Desk(south_dakota(schedule=None)).to_decisions(HANDS, QUALIFIES).clear()
    dead.miscounted(stud.Report("player-wrong-count", 3))
    dead.decide().play(stud.Reveal())
    dead.settle_all()
    assert dead.table.racked == (4, 1, 3)
    assert dead.rules(e.CardsRacked) == ["cards_racked_in_turn"] * 3


@pytest.mark.rule("no_hand_cards_collected", "no_hand_paid")
@pytest.mark.parametrize("id", ["sd-2011", "sd-2015"])
def test_with_no_hand_the_cards_are_collected_in_any_order(id: str) -> None:
    """One player at a time, and the text names no first; what is settled in turn is racked in turn."""
    for order in ((1, 3, 4), (3, 4, 1), (4, 1, 3)):
        desk = Desk(south_dakota(id, None)).revealed(HANDS, NO_HAND)
        desk.settle()
        assert set(options(desk.t, desk.table, DEE).steps) >= {c.RackCards(seat) for seat in order}
        for seat in order:
            desk.act(c.RackCards(seat))
        assert desk.table.racked == order
    turn = Desk(south_dakota(id, None)).revealed(HANDS, QUALIFIES)
    turn.settle()
    assert turn.rule_of(c.RackCards(1)) == "cards_racked_in_turn"


@pytest.mark.rule("supervisor_verifies")
def test_that_verified_cards_are_collected_says_nobody_and_the_refusal_neither() -> None:
    desk = Desk(south_dakota("sd-2011", "PMG-01")).revealed({1: HANDS[1], 4: HANDS[4]}, QUALIFIES, WAGER)
    while desk.steps != ["RackCards 4"] or due(desk.t, desk.table)[0].rule != "supervisor_verifies":
        if desk.steps:
            step = due(desk.t, desk.table)[0]
            desk.act(SEAT_STEPS[step.act](step.seat) if step.seat else c.CallSupervisor(), by_role(step.roles[0]))
        else:
            desk.settle()
    assert desk.rule_of(c.RackCards(4), SUE) is None
    desk.act(c.RackCards(4))
    assert desk.rules(e.CardsRacked)[-1] == "supervisor_verifies"


@pytest.mark.rule("no_hand_cards_collected", "no_hand_paid")
@pytest.mark.parametrize("id", ["sd-2011", "sd-2015"])
def test_with_no_hand_the_antes_are_paid_at_once_and_the_cards_collected_player_by_player(id: str) -> None:
    desk = Desk(south_dakota(id, "PMG-01")).revealed({**HANDS, 5: ROYAL}, NO_HAND, WAGER)
    assert desk.steps == []
    desk.settle()
    assert len(desk.payments("ante")) == 4
    assert desk.steps[:2] == ["RackCards 3", "RackCards 1"]
    desk.act(c.RackCards(3))
    desk.act(c.RackCards(1))
    assert desk.rules(e.CardsRacked) == ["no_hand_cards_collected"] * 2
    assert all(desk.stud.seats[seat].shown for seat in desk.stud.seats)
    desk.settle_all()
    paid = {"sd-2011": "supervisor_verifies", "sd-2015": "no_hand_cards_collected"}[id]
    assert desk.rules(e.CardsRacked)[2:] == [paid, "envy_hand_stays"]
    assert desk.table.racked == (3, 1, 4, 5)


@pytest.mark.rule("envy_hand_stays", "cards_racked_in_turn")
def test_a_progressive_hand_stays_until_it_is_paid_and_one_that_brings_envy_until_all_is() -> None:
    hands: Hands = {1: HANDS[1], 3: hand("6c 6d 6h 5h 5c"), 4: ROYAL}
    desk = Desk(south_dakota()).revealed(hands, QUALIFIES, WAGER)
    desk.settle()
    desk.settle()
    assert desk.table.racked == ()
    assert desk.steps == []
    desk.settle()
    assert desk.steps == ["RackCards 1", "KeyWinner 4", "CallSupervisor 4"]
    desk.clear().settle()
    desk.clear().settle()
    assert desk.steps == ["RackCards 3"]
    desk.clear().settle()
    assert desk.stud.agenda == (stud.Step("envy"),)
    assert desk.steps == []
    desk.settle()
    assert desk.steps == ["RackCards 4"]
    desk.clear()
    assert desk.rules(e.CardsRacked) == ["cards_racked_in_turn", "cards_racked_in_turn", "envy_hand_stays"]


@pytest.mark.rule("envy_hand_stays")
def test_a_royal_without_the_wager_stays_for_the_envy_of_others_and_without_envy_it_does_not() -> None:
    hands: Hands = {1: HANDS[1], 4: ROYAL}
    for schedule, wagered, stays in (("PMG-01", True, True), ("PMG-01", False, False), ("classic-5000", True, False)):
        desk = Desk(south_dakota(schedule=schedule))
        desk.orders.append(stud_order(hands, QUALIFIES, singly=True))
        desk.open(1, 4).ready().bets(1, 4)
        if wagered:
            desk.play(stud.PlaceWager(1, "progressive", 100), player(1))
        desk.deal().clear().decide().play(stud.Reveal())
        desk.settle()
        assert (desk.steps == []) == stays


# ---- keys and supervisors


@pytest.mark.rule("winner_key", "supervisor_called")
def test_each_winner_is_keyed_and_a_supervisor_called_for_it() -> None:
    desk = Desk(south_dakota()).revealed({1: HANDS[1], **ROYALS}, OTHER, WAGER)
    assert desk.rule_of(c.KeyWinner(9)) == "winner_key"
    for _ in range(3):
        desk.settle()
    desk.act(c.RackCards(1))
    assert desk.rule_of(c.KeyWinner(4), FLO) == "winner_key"
    assert desk.refused_play(stud.Settle("progressive", 4, desk.meters)) == "winner_key"
    desk.act(c.KeyWinner(4))
    assert desk.refused_play(stud.Settle("progressive", 4, desk.meters)) == "supervisor_called"
    assert desk.rule_of(c.CallSupervisor(), player(1)) == "supervisor_called"
    desk.act(c.CallSupervisor())
    desk.settle()
    assert desk.steps == ["KeyWinner 3", "CallSupervisor 3"]
    desk.clear().settle()
    assert desk.rule_of(c.KeyWinner(4)) == "winner_key"
    desk.settle_all().act(c.Reconcile())
    assert desk.table.winners == ()


@pytest.mark.rule("winner_key")
def test_a_second_press_takes_an_accidental_one_back_and_must() -> None:
    desk = Desk(south_dakota()).revealed({1: HANDS[1], 3: HANDS[3]}, QUALIFIES, WAGER)
    desk.act(c.KeyWinner(3))
    desk.act(c.KeyWinner(3))
    desk.act(c.KeyWinner(3))
    assert [x.event.lit for x in desk.recorded if isinstance(x.event, e.WinnerKeyed)] == [True, False, True]
    desk.settle()
    desk.act(c.RackCards(3))
    desk.settle()
    desk.act(c.RackCards(1))
    assert desk.steps == ["KeyWinner 3"]
    assert desk.refused_play(stud.Settle("progressive", 3)) == "winner_key"
    desk.act(c.KeyWinner(3))
    desk.settle()
    assert desk.payments("progressive")[3].result == "lose"
    assert Desk(south_dakota("sd-2011", "classic-5000")).open().rule_of(c.KeyWinner(1)) is None
    assert Desk(south_dakota()).open(1).rule_of(c.KeyWinner(1)) == "winner_key"


@pytest.mark.rule("supervisor_verifies", "supervisor_verifies_no_hand")
@pytest.mark.parametrize(
    ("dealer", "rule"), [(QUALIFIES, "supervisor_verifies"), (NO_HAND, "supervisor_verifies_no_hand")]
)
def test_in_2011_a_supervisor_verifies_announces_and_pays(dealer: Any, rule: str) -> None:
    hands: Hands = {1: HANDS[1], 4: hand("Ac Jc 7c 6c 3c")}
    desk = Desk(south_dakota("sd-2011", "classic-5000")).revealed(hands, dealer, WAGER)
    while desk.stud.agenda[0].kind != "progressive":
        desk.settle()
        while desk.steps and desk.steps[0].startswith("RackCards"):
            desk.act(c.RackCards(int(desk.steps[0][-1])))
    pay = stud.Settle("progressive", 4, desk.meters)
    assert desk.steps == ["VerifyAward 4"]
    assert desk.refused_play(pay, SUE) == rule
    for by in (DEE, FLO, player(4)):
        assert desk.rule_of(c.VerifyAward(4), by) == rule
    assert desk.rule_of(c.VerifyAward(1), SUE) == rule
    desk.act(c.VerifyAward(4), SUE)
    assert desk.refused_play(pay, DEE) == rule
    desk.play(pay, SUE)
    assert desk.payments("progressive")[4].paid == 5000
    assert desk.steps == ["RackCards 4"]
    desk.act(c.RackCards(4))
    assert desk.rules(e.CardsRacked)[-1] == "supervisor_verifies"
    assert desk.refused_play(stud.Settle("progressive", 1), SUE) == "settlement_order"
    desk.settle_all().act(c.Reconcile())


# ---- the end


@pytest.mark.rule("keypad_reset", "lock_out_cleared", "hands_reconstructable")
@pytest.mark.parametrize(
    ("house", "rule"),
    [
        (south_dakota(), "keypad_reset"),
        (south_dakota("sd-2011", "classic-5000"), "lock_out_cleared"),
        (massachusetts("C"), "hands_reconstructable"),
    ],
)
def test_the_round_is_closed_when_everything_is_done_and_the_press_is_logged(house: Any, rule: str) -> None:
    desk = Desk(house).revealed(HANDS, QUALIFIES)
    assert desk.rule_of(c.Reconcile()) == rule
    desk.settle_all()
    for by in (FLO, SUE, player(1)):
        assert desk.rule_of(c.Reconcile(), by) == rule
    events = desk.act(c.Reconcile())
    assert events[-1] == e.RoundReconciled(1, rule, "red", "caribbean-stud")
    assert (desk.table.number, desk.stud.phase, desk.table.players) == (2, "betting", {1: "p1", 3: "p3", 4: "p4"})
    assert desk.refused_play(stud.Complete()) is None


def called(desk: Desk) -> bool:
    return desk.table.called


def test_a_supervisor_can_be_called_at_any_time_under_no_clause_and_the_call_stands_until_it_is_answered() -> None:
    for t in (south_dakota(), south_dakota("sd-2011", "classic-5000"), massachusetts(), bonus_six()):
        for by in STAFF:
            desk = Desk(t).open(1)
            assert desk.rule_of(c.CallSupervisor(), player(1)) is None
            assert desk.act(c.CallSupervisor(), by) == (e.SupervisorCalled("", stands=True),)
            assert called(desk)
            assert "called already" in str(desk.refused(c.CallSupervisor(), by))
            for early in (c.EndCall(), c.AnswerCall()):
                for other in (DEE, FLO, player(1)):
                    assert "for a supervisor" in str(desk.refused(early, other))
            assert "answer it first" in str(desk.refused(c.EndCall(), SUE))
            desk.act(c.CloseTable())
            assert called(desk)
            desk.act(c.OpenTable())
            assert called(desk)
            desk.act(c.AnswerCall(), SUE)
            assert not called(desk)
            assert "no call waits" in str(desk.refused(c.AnswerCall(), SUE))
            assert "is at the table" in str(desk.refused(c.CallSupervisor()))
            desk.act(c.EndCall(), SUE)
            desk.act(c.CallSupervisor())
            assert called(desk)


@pytest.mark.rule("supervisor_called")
def test_a_call_outlasts_awards_and_rounds_and_each_winner_is_called_for_whoever_was_called_before() -> None:
    desk = Desk(south_dakota()).revealed({1: HANDS[1], **ROYALS}, OTHER, WAGER)
    desk.act(c.CallSupervisor())
    for _ in range(3):
        desk.settle()
    desk.act(c.RackCards(1))
    desk.act(c.KeyWinner(4))
    assert desk.steps == ["CallSupervisor 4"], "a call for something else is none for the award"
    desk.act(c.CallSupervisor())
    assert "called already" in str(desk.refused(c.CallSupervisor()))
    desk.settle()
    assert called(desk), "nobody has come yet"
    desk.act(c.AnswerCall(), SUE)
    desk.act(c.KeyWinner(3))
    assert desk.steps == ["CallSupervisor 3"]
    desk.act(c.CallSupervisor())
    assert not called(desk), "the supervisor is there"
    desk.settle_all().act(c.Reconcile())
    assert desk.table.call == "answered"
    assert desk.rules(e.SupervisorCalled) == ["", "supervisor_called", "supervisor_called"]
    desk.act(c.EndCall(), SUE)


@pytest.mark.rule("supervisor_called")
def test_a_call_of_an_older_journal_passes_with_its_award_or_its_round() -> None:
    desk = Desk(south_dakota()).revealed({1: HANDS[1], **ROYALS}, OTHER, WAGER)
    for _ in range(3):
        desk.settle()
    desk.act(c.RackCards(1))
    desk.act(c.KeyWinner(4))
    desk.table = evolve(desk.table, e.SupervisorCalled("supervisor_called"))
    assert desk.steps == []
    desk.settle()
    assert desk.steps == ["KeyWinner 3", "CallSupervisor 3"]
    desk.table = evolve(desk.table, e.SupervisorCalled("supervisor_called"))
    desk.settle_all().act(c.Reconcile())
    assert desk.table.call == ""


@pytest.mark.rule("dealer_wrong_count", "misdeal_progressive")
def test_at_a_misdealt_table_folded_hands_are_still_racked_and_progressive_hands_seen() -> None:
    desk = Desk(south_dakota()).to_decisions({**HANDS, 5: ROYAL}, QUALIFIES, None)
    assert desk.steps == ["RackStub"]
    desk.clear()
    desk.play(stud.Fold(1), player(1))
    desk.miscounted(stud.Report("dealer-wrong-count"))
    desk.settle()
    assert desk.stud.phase == "settled"
    assert not any(seat.shown for seat in desk.stud.seats.values())
    desk.clear()
    assert desk.table.racked == (5, 4, 3, 1)
    assert desk.rules(e.CardsRacked) == ["cards_racked_in_turn"] * 3 + ["fold_forfeits_ante"]
    played = Desk(south_dakota()).to_decisions({**HANDS, 5: ROYAL}, QUALIFIES, WAGER).clear()
    played.miscounted(stud.Report("dealer-wrong-count"))
    played.settle()
    assert all(seat.shown for seat in played.stud.seats.values())
    played.settle_all().act(c.Reconcile())
