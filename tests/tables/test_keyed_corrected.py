"""Real cards that were keyed or dealt wrongly: hands made again, deals taken back, counts found late."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tables.desk import (
    DEE,
    FLO,
    HANDS,
    QUALIFIES,
    ROYAL,
    SUE,
    Desk,
    bare,
    massachusetts,
    player,
)
from tests.tables.desk import south_dakota as sd
from tests.tables.stack import Hands, hand
from tests.tables.test_keyed import finish, keyed, offered
from upcard.games import caribbean_stud as stud
from upcard.games.caribbean_stud import events as stud_events
from upcard.games.caribbean_stud.round import Step
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables import options
from upcard.tables.next_step import guide
from upcard.tables.options import voids_late


@pytest.mark.rule("player_wrong_count", "dealer_wrong_count", "dealer_completes_from", "misdeal_found_at")
def test_wrong_counts_of_real_cards() -> None:
    ma = keyed(massachusetts(mode="keyed"), p3=4)
    assert ma.stud.seats[3].void == "player_wrong_count"
    ma.act(c.CountStub(33))
    assert ma.rules(e.StubCounted) == ["full_count_racked"]
    hands = {seat: HANDS[seat] for seat in (1, 4)}
    finish(ma.decide(), hands).act(c.Reconcile())
    short = keyed(massachusetts(mode="keyed"), dealer=4)
    assert short.stud.phase == "short"
    assert short.steps == []
    assert short.refused_play(stud.CompleteDealer(None)) is None
    short.act(c.DealCards("left"))
    short.play(stud.CompleteDealer(None))
    assert short.stud.dealer_count == 5
    short.act(c.CountStub(32))
    for count in (3, 6):
        void = keyed(massachusetts(mode="keyed"), dealer=count)
        assert void.stud.void == "dealer_wrong_count"
        void.clear().act(c.Reconcile())
        misdeal = keyed(sd(mode="keyed"), {"progressive": 100}, dealer=count)
        assert misdeal.stud.misdealt
        misdeal.clear().settle()
        assert misdeal.steps == []
        misdeal.play(stud.ShowHand(4, ROYAL))
        assert misdeal.steps == ["KeyWinner 4", "CallSupervisor 4"]


@pytest.mark.rule("higher_hand_wins", "settlement_order", "winner_key")
def test_a_hand_that_was_keyed_wrongly_is_corrected_by_a_supervisor_whatever_is_due() -> None:
    desk = keyed(sd(mode="keyed"), {"progressive": 100}).clear().decide()
    desk.play(stud.Reveal(QUALIFIES))
    assert offered(SUE, desk) == {("CorrectDealer", 0)}
    desk.play(stud.ShowHand(4, ROYAL))
    desk.settle()
    for seat in (3, 1):
        desk.clear().play(stud.ShowHand(seat, HANDS[seat]))
        desk.settle()
    assert desk.steps[0] == "RackCards 1"
    assert desk.refused(c.KeyWinner(4)).because == "the cards of seat 1 are collected first"
    assert offered(SUE, desk) == {("CorrectHand", 1), ("CorrectHand", 3), ("CorrectHand", 4), ("CorrectDealer", 0)}
    assert offered(DEE, desk) == offered(FLO, desk) == set()
    assert desk.refused_play(stud.CorrectHand(4, HANDS[4])) is None
    before = desk.payments("bet")[4]
    assert before.paid == 100 * before.staked
    desk.play(stud.CorrectHand(4, HANDS[4]), SUE)
    assert desk.payments("bet").get(4) is None
    assert desk.table.winners == ()
    assert desk.stud.agenda[0] == Step("hand", 4), "what comes out otherwise comes up again"
    desk.clear().settle()
    assert desk.payments("bet")[4].paid == 5 * before.staked
    assert desk.steps[0] == "KeyWinner 4", "a flush wins the progressive too"
    for lit in ((4,), ()):
        desk.act(c.KeyWinner(4))
        assert desk.table.winners == lit, "a second press undoes the first"
    desk.clear().settle()
    fixed = desk.payments("progressive")[4]
    desk.play(stud.CorrectHand(4, hand("Ac Jc 7c 6c 3s")), SUE)
    assert desk.payments("progressive").get(4) is None, "a fixed award is not off a meter, and is reversed"
    assert fixed.paid


@pytest.mark.rule("settlement_order", "hands_reconstructable", "cards_racked_in_turn")
@pytest.mark.parametrize("id", ["sd-2015", "sd-2011"])
def test_a_hand_in_the_rack_is_made_again_and_racked_again(id: str) -> None:
    desk = keyed(sd(id, "PMG-01", mode="keyed"), {"progressive": 100}).clear().decide()
    finish(desk, HANDS)
    paid = dict(desk.payments("ante"))
    assert sorted(desk.table.racked) == [1, 3, 4]
    assert not coming(desk)
    desk.play(stud.CorrectHand(3, hand("9c 8d 4s Jh 2c")), SUE)
    assert sorted(desk.table.racked) == [1, 4]
    assert coming(desk) == [("hand", 3), ("progressive", 3)]
    desk.clear().settle()
    desk.clear().settle()
    desk.clear()
    assert sorted(desk.table.racked) == [1, 3, 4]
    assert (paid[3].result, desk.payments("ante")[3].result) == ("win", "lose")
    desk.act(c.Reconcile())


@pytest.mark.rule("player_wrong_count", "void_hand_returns")
@pytest.mark.parametrize("t", [sd(mode="keyed"), massachusetts(mode="keyed")], ids=["sd-2015", "ma"])
def test_a_wrong_count_is_found_when_the_cards_are_counted_after_paying(t: Any) -> None:
    desk = keyed(t, {"progressive": 100}).clear().decide()
    desk.play(stud.Reveal(QUALIFIES))
    desk.play(stud.ShowHand(4, ROYAL))
    desk.settle()
    assert desk.payments("bet")[4].paid
    report = stud.Report("player-wrong-count", 4)
    offers = [o.fields for o in options(desk.t, desk.table, DEE).in_round if o.act == "Report"]
    assert {"irregularity": "player-wrong-count", "seat": 4} in offers
    assert voids_late(desk.t, desk.table, DEE, c.Play(report)), "two people"
    desk.play(report)
    assert desk.stud.seats[4].void == "player_wrong_count"
    mine = [p for p in desk.stud.payments if p.seat == 4]
    assert {(p.wager, p.result, p.returned, p.paid) for p in mine} == {
        ("ante", "void", 1000, 0), ("bet", "void", 2000, 0), ("progressive", "void", 100, 0),
    }  # fmt: skip
    assert all(step.seat != 4 for step in desk.stud.agenda)
    settled(desk, HANDS)
    desk.clear()
    assert desk.refused_play(report) == "player_wrong_count", "it is void already"
    assert 3 in desk.table.racked
    desk.play(stud.Report("player-wrong-count", 3))
    desk.act(c.Reconcile())


@pytest.mark.rule("void_hand_envy", "envy_paid")
def test_envy_for_a_hand_that_turns_out_void_or_another_goes_back() -> None:
    desk = Desk(sd(mode="keyed")).open(1, 3, 4).ready().bets(1, 3, 4)
    for seat in (1, 3):
        desk.play(stud.PlaceWager(seat, "progressive", 100), player(seat))
    desk.deal()
    desk.play(stud.DealUnseen({1: 5, 3: 5, 4: 5}, 5, QUALIFIES[0]))
    desk.clear().decide().play(stud.Reveal(QUALIFIES))
    settled(desk, {**HANDS, 4: ROYAL})
    assert set(desk.payments("envy")) == {1, 3}
    desk.play(stud.CorrectHand(4, hand("As Ks Qs Js 9s")), SUE)
    assert desk.payments("envy") == {}
    assert coming(desk) == [("hand", 4), ("envy", 0)]
    settled(desk, {})
    assert desk.payments("envy") == {}
    desk.play(stud.CorrectHand(4, ROYAL), SUE)
    settled(desk, {})
    assert set(desk.payments("envy")) == {1, 3}
    desk.play(stud.Report("player-wrong-count", 4))
    assert coming(desk) == [("envy", 0)]
    settled(desk, {})
    assert desk.payments("envy") == {}
    desk.clear().act(c.Reconcile())


def coming(desk: Desk) -> list[tuple[str, int]]:
    return [(step.kind, step.seat) for step in desk.stud.agenda]


def settled(desk: Desk, hands: Hands) -> None:
    """The settlement to its last step, with each hand keyed when it is called for; the last hands lie there yet."""
    while desk.stud.agenda:
        desk.clear()
        if shown := [o.fields["seat"] for o in options(desk.t, desk.table, DEE).in_round if o.act == "ShowHand"]:
            desk.play(stud.ShowHand(shown[0], hands[shown[0]]))
        else:
            desk.settle()


@pytest.mark.rule("five_card_verification", "dealer_qualifies_with")
def test_an_award_on_the_dealers_hand_is_verified_anew_when_that_hand_was_keyed_wrongly() -> None:
    t = massachusetts(None, five_card=True, mode="keyed")
    desk = keyed(t, {"five_card_dealer": 100}).clear().decide(p4=True)
    desk.play(stud.Reveal(hand("Ah 9h 7h 5h 2h")))
    desk.act(c.VerifyFiveCard(4))
    assert desk.steps == []
    desk.play(stud.CorrectDealer(hand("Ah Kh Qh Jh Th")), SUE)
    assert desk.steps == ["VerifyFiveCard 4", "ValidateFiveCard 4"]


@pytest.mark.rule("dealer_qualifies_with", "dealt_singly", "manual_shoe_order")
@pytest.mark.parametrize("t", [sd(mode="keyed"), massachusetts(mode="keyed")], ids=["sd-2015", "ma"])
def test_a_face_up_card_that_was_keyed_wrongly_is_put_right_before_the_reveal(t: Any) -> None:
    desk = keyed(t).clear()
    wrong, right = QUALIFIES[0], QUALIFIES[1]
    dealer = (right, *hand("Qs 5d 4h 2s"))
    assert ("CorrectUpCard", 0) in offered(SUE, desk)
    assert ("CorrectUpCard", 0) not in offered(DEE, desk)
    assert desk.refused_play(stud.CorrectUpCard(right)) is None
    desk.decide()
    assert desk.refused_play(stud.Reveal(dealer)) is None
    desk.play(stud.CorrectUpCard(right), SUE)
    assert desk.recorded[-1].event == e.Played(stud_events.UpCardCorrected(wrong, right))
    assert desk.recorded[-1].by == SUE
    finish(desk, HANDS, dealer)
    assert (desk.stud.up, desk.stud.qualifies) == (right, False)


@pytest.mark.rule("player_wrong_count", "dealer_wrong_count", "dealer_completes_from")
@pytest.mark.parametrize("t", [sd(mode="keyed"), massachusetts(mode="keyed")], ids=["sd-2015", "ma"])
@pytest.mark.parametrize("counts", [{"p3": 6}, {"dealer": 6}, {"dealer": 4}, {"p1": 4, "p3": 4, "p4": 4}])
def test_a_deal_that_was_keyed_wrongly_is_taken_back_and_keyed_again(t: Any, counts: dict[str, int]) -> None:
    desk, told = keyed(t, None, **counts), keyed(t)
    assert ("TakeBackDeal", 0) in offered(SUE, desk)
    assert desk.refused_play(stud.TakeBackDeal()) is None
    desk.play(stud.TakeBackDeal(), SUE)
    step = guide(desk.t, desk.table)
    assert step is not None
    assert step.act == "DealUnseen"
    assert desk.stud.payments == ()
    desk.play(stud.DealUnseen(dict.fromkeys(HANDS, 5), 5, QUALIFIES[0]))
    assert bare(desk.table) == bare(told.table)
    desk.clear().decide()
    assert "nothing has followed yet" in desk.refused(c.Play(stud.TakeBackDeal()), SUE).because


@pytest.mark.rule("full_count_racked", "stub_count_wrong", "misdeal_found_at")
def test_a_stub_that_was_counted_with_a_deal_that_is_taken_back_is_counted_again() -> None:
    desk = keyed(massachusetts(mode="keyed", dealing="manual-shoe"), p3=6, p4=4)
    desk.act(c.CountStub(52 - 5 * (len(HANDS) + 1)))
    desk.play(stud.TakeBackDeal(), SUE)
    desk.play(stud.DealUnseen(dict.fromkeys(HANDS, 5), 5, QUALIFIES[0]))
    assert desk.steps == ["CountStub"]
    assert desk.rule_of(c.RackStub()) == "stub_counted_every"
    racked = keyed(massachusetts(mode="keyed", dealing="manual-shoe"), p3=6).clear()
    racked.play(stud.TakeBackDeal(), SUE)
    racked.play(stud.DealUnseen(dict.fromkeys(HANDS, 5), 5, QUALIFIES[0]))
    assert racked.steps == [], "what was racked unseen stays there"


@pytest.mark.rule("stub_count_wrong", "misdealt_deck_total", "wrong_deck")
def test_a_deal_is_not_taken_back_once_its_deck_was_taken_off_the_table() -> None:
    desk = keyed(massachusetts(mode="keyed", dealing="manual-shoe"), None, dealer=6)
    desk.act(c.CountStub(52 - 5 * (len(HANDS) + 1)))
    assert (desk.table.deck.stage, desk.stud.phase) == ("withdrawn", "settled")
    assert "the deck was taken off the table" in desk.refused(c.Play(stud.TakeBackDeal()), SUE).because
    assert ("TakeBackDeal", 0) not in offered(SUE, desk)
    counted = keyed(massachusetts(mode="keyed", dealing="manual-shoe"), None, dealer=6)
    counted.act(c.CountStub(52 - 5 * (len(HANDS) + 1), hands=5 * (len(HANDS) + 1)))
    assert counted.table.deck.stage == "in play"
    counted.play(stud.TakeBackDeal(), SUE)
