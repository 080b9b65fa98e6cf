"""Tables with real cards: the dealer keys what is needed, when it is needed, and nothing that lies face down."""

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
    SUE,
    Desk,
    bare,
    bonus_six,
    by_role,
    massachusetts,
    player,
)
from tests.tables.desk import south_dakota as sd
from tests.tables.stack import Hands, hand
from upcard.cards import DECK
from upcard.errors import Refused
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.games.bonus_six.plugin import CORRECTIONS as SIX_CORRECTIONS
from upcard.games.bonus_six.round import OFF_TABLE
from upcard.games.caribbean_stud import events as stud_events
from upcard.games.caribbean_stud.plugin import CORRECTIONS as STUD_CORRECTIONS
from upcard.games.caribbean_stud.round import Step
from upcard.shuffles.service import own_act
from upcard.tables import Actor, options, view
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.next_step import guide
from upcard.tables.options import voids_late

FIVE = dict.fromkeys(HANDS, 5)

CORRECTIONS = {*STUD_CORRECTIONS, *SIX_CORRECTIONS}


def keyed(t: Any, wagers: dict[str, int] | None = None, **counts: int) -> Desk:
    """A keyed table, dealt; `p3=4` gives seat 3 four cards and `dealer=4` the dealer."""
    desk = Desk(t).open(*HANDS).ready().bets(*HANDS, **(wagers or {})).deal()
    dealt = {seat: counts.get(f"p{seat}", 5) for seat in HANDS}
    desk.play(stud.DealUnseen(dealt, counts.get("dealer", 5), QUALIFIES[0]))
    return desk


def finish(desk: Desk, hands: Hands, dealer: Any = QUALIFIES) -> Desk:
    """The settlement, with each hand keyed when it is called for."""
    desk.play(stud.Reveal(dealer))
    while True:
        desk.clear()
        offered = options(desk.t, desk.table, DEE).in_round
        shown = [option.fields["seat"] for option in offered if option.act == "ShowHand"]
        if shown:
            desk.play(stud.ShowHand(shown[0], hands[shown[0]]))
        elif desk.stud.agenda:
            desk.settle()
        else:
            return desk


@pytest.mark.rule("single_deck", "manual_shoe_hidden", "dealt_singly", "hands_concealed")
def test_a_keyed_table_is_told_no_order_and_no_face_down_card() -> None:
    desk = Desk(sd(mode="keyed")).open(1).bets(1)
    assert desk.rule_of(c.ShuffleDeck("red", "hand", DECK)) is None
    desk.ready()
    assert desk.table.deck.order == ()
    desk.act(c.LockOut())
    deal = stud.Deal({1: HANDS[1]}, QUALIFIES, 5)
    assert desk.refused_play(deal) == "dealt_singly"
    keyed_first = c.Play(stud.DealUnseen({1: 5}, 5, QUALIFIES[4]))
    assert desk.refused(keyed_first).because == "the cards leave the deck before they are keyed"
    ma = Desk(massachusetts(mode="keyed")).open(1).ready().bets(1)
    ma.act(c.LockOut())
    assert ma.refused_play(deal) == "manual_shoe_hidden"
    assert ma.rule_of(c.DealCards("right")) == "manual_shoe_drawing_hand"
    ma.act(c.DealCards("left"))
    assert ma.rule_of(c.DealCards("left")) == "manual_shoe_order"
    virtual = Desk(sd()).open(1).ready().bets(1)
    virtual.act(c.LockOut())
    for command in (deal, stud.DealUnseen({1: 5}, 5, QUALIFIES[4]), stud.CompleteDealer(None)):
        assert virtual.refused(c.Play(command)).because == "the cards come from the table's own deck"
    six_table = Desk(bonus_six(mode="keyed")).open(1).ready().bets(1)
    six_table.act(c.LockOut())
    cards = hand("2c 3c 4c 5c")
    assert six_table.refused_play(six.Deal(cards[0], {1: cards[1:3]}, cards[3])) == "hands_concealed"
    assert six_table.rule_of(c.DealCards()) is None


@pytest.mark.parametrize("id", ["sd-2015", "sd-2011"])
@pytest.mark.parametrize("dealer", [QUALIFIES, (*QUALIFIES[:1], *NO_HAND[:4])])
def test_a_round_of_real_cards_in_south_dakota(id: str, dealer: Any) -> None:
    desk = keyed(sd(id, "PMG-01", mode="keyed"), {"progressive": 100}).clear().decide(p1=True)
    hands = {**HANDS, 4: ROYAL}
    finish(desk, hands, dealer)
    assert desk.payments("progressive")[4].paid == 5_000_000
    assert desk.payments("envy")[3].paid == desk.payments("envy")[1].paid == 100_000
    assert sorted(desk.table.racked) == [1, 3, 4]
    desk.act(c.Reconcile())


@pytest.mark.rule("envy_hand_stays", "no_hand_cards_collected")
def test_a_hand_that_nobody_has_seen_stays_as_long_as_it_may_bring_envy() -> None:
    desk = Desk(sd(mode="keyed")).open(1, 4).ready().bets(1, 4)
    desk.play(stud.PlaceWager(1, "progressive", 100), player(1))
    desk.deal()
    desk.play(stud.DealUnseen({1: 5, 4: 5}, 5, NO_HAND[0]))
    desk.clear().decide().play(stud.Reveal(NO_HAND))
    desk.settle()
    assert desk.steps == []
    assert desk.refused_play(stud.Settle("progressive", 1)) is None
    assert desk.rule_of(c.RackCards(4)) == "envy_hand_stays"
    desk.play(stud.ShowHand(4, ROYAL))
    assert desk.steps == []
    desk.play(stud.ShowHand(1, HANDS[1]))
    assert view(desk.t, desk.table, "sign").round.seats[1].cards == HANDS[1]  # type: ignore[union-attr]
    assert desk.steps == ["RackCards 1"]
    desk.clear().settle()
    assert desk.steps == []
    desk.settle()
    assert desk.payments("envy")[1].paid == 100_000
    assert desk.steps == ["RackCards 4"]
    plain = keyed(sd(schedule=None, mode="keyed")).clear().decide()
    plain.play(stud.Reveal((QUALIFIES[0], *NO_HAND[:4])))
    plain.settle()
    assert plain.steps == ["RackCards 4", "RackCards 3", "RackCards 1"]


COLLECTED = {
    "classic-5000": ["RackCards 3", "ShowHand 4", "ShowHand 2", "RackCards 2", "ShowHand 1"],
    "PMG-01": ["ShowHand 4", "ShowHand 3", "RackCards 3", "ShowHand 2", "RackCards 2", "ShowHand 1"],
}
"""Without a hand of the dealer: every hand spread, counted and collected by itself, but for two that win."""

AWARDED = {
    "sd-2015": ["KeyWinner {}", "CallSupervisor {}", "Settle {}"],
    "sd-2011": ["VerifyAward {}", "Settle {}"],
}


@pytest.mark.rule("no_hand_cards_collected", "supervisor_verifies_no_hand", "progressive_settled", "envy_hand_stays")
@pytest.mark.parametrize("jackpots", ["in-turn", "split"])
@pytest.mark.parametrize("schedule", ["classic-5000", "PMG-01"])
@pytest.mark.parametrize("id", ["sd-2015", "sd-2011"])
def test_without_a_hand_of_the_dealer_all_cards_are_collected_before_an_award(
    id: str, schedule: str, jackpots: str
) -> None:
    hands = {4: ROYAL, 3: HANDS[3], 2: HANDS[1], 1: HANDS[4]}
    desk = Desk(sd(id, schedule, mode="keyed", same_round_jackpots=jackpots)).open(*hands).ready().bets(*hands)
    for seat in (1, 2, 4):
        desk.play(stud.PlaceWager(seat, "progressive", 100), player(seat))
    desk.deal()
    desk.play(stud.DealUnseen(dict.fromkeys(hands, 5), 5, NO_HAND[0]))
    desk.clear().decide().play(stud.Reveal(NO_HAND))
    desk.settle()
    done = led(desk, hands)
    won = [step.format(4) for step in AWARDED[id]]
    also = [step.format(1) for step in AWARDED[id]]
    envy = schedule != "classic-5000"
    racked = [] if envy else ["RackCards 4"]
    last = ["Settle 0", "RackCards 4"] if envy else []
    assert done == [*COLLECTED[schedule], *won, *racked, "Settle 2", *also, "RackCards 1", *last]
    assert desk.payments("progressive")[4].result == desk.payments("progressive")[1].result == "win"
    desk.act(c.Reconcile())


def led(desk: Desk, hands: Hands) -> list[str]:
    """The rest of the round as the guide names it."""
    done = []
    while (step := guide(desk.t, desk.table)) is not None and step.act != "Reconcile":
        done.append(f"{step.act} {step.seat}")
        match step.act:
            case "ShowHand":
                desk.play(stud.ShowHand(step.seat, hands[step.seat]))
            case "Settle":
                desk.settle()
            case _:
                assert step.command is not None
                desk.act(step.command, by_role(step.roles[0]))
    return done


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


def offered(by: Actor, desk: Desk) -> set[tuple[str, int]]:
    """The corrections that somebody is offered."""
    found = (option for option in options(desk.t, desk.table, by).in_round if option.act in CORRECTIONS)
    return {(option.act, option.fields.get("seat", 0)) for option in found}


@pytest.mark.rule("from_hand_needs")
def test_the_hand_that_holds_the_deck_holds_it_all_round() -> None:
    t = massachusetts(None, dealing="from-hand", shuffler=True, mode="keyed")
    desk = Desk(t).open(1).ready().bets(1).deal()
    desk.play(stud.DealUnseen({1: 5}, 4, QUALIFIES[0]))
    assert desk.rule_of(c.DealCards("left", "right")) == "from_hand_needs"
    desk.act(c.DealCards("right", "left"))
    desk.play(stud.CompleteDealer(None))
    desk.act(c.CountStub(42))


@pytest.mark.rule("face_up_card", "card_drawn_in_error")
def test_cards_found_while_real_ones_are_dealt() -> None:
    desk = Desk(massachusetts(None, mode="keyed")).open(1).ready().bets(1)
    desk.act(c.LockOut())
    desk.act(c.DealCards("left"))
    desk.play(stud.Report("card-drawn-in-error"))
    desk.play(stud.Report("face-up-card"))
    desk.play(stud.DealUnseen({1: 5}, 5, QUALIFIES[0]))
    desk.act(c.CountStub(41))
    assert desk.rules(e.StubCounted) == ["full_count_racked"]


def test_a_round_of_real_cards_with_every_massachusetts_wager() -> None:
    t = massachusetts("D", five_card=True, bonus="B", cover_all=True, shuffler={"cover_all_mode": True}, mode="keyed")
    wagers = {"progressive": 100, "bonus": 500, "five_card_player": 100, "five_card_dealer": 100, "cover_all": 500}
    desk = keyed(t, wagers).clear().decide(p1=True)
    finish(desk, {**HANDS, 4: ROYAL})
    assert desk.payments("cover_all")[3].paid == 125_000
    assert desk.rules(e.HandLeftExposed) == ["cover_all_hands_stay"]
    desk.act(c.Reconcile())


def test_a_round_of_real_cards_of_bonus_six() -> None:
    desk = Desk(bonus_six(mode="keyed")).open(1, 3)
    desk.bets(1, 3, insurance=500)
    assert desk.rule_of(c.LockOut()) == "shuffled_every_round"
    desk.ready()
    desk.act(c.LockOut())
    assert {o.act for o in options(desk.t, desk.table, DEE).in_round} == {"DealUnseen", "Report"}
    assert {o.act for o in options(desk.t, desk.table, FLO).in_round} == {"Report"}
    desk.play(six.DealUnseen({1: 2, 3: 2}))
    assert desk.table.deck.stage == "in play"
    desk.play(six.TurnCommunity(hand("6h")[0]))
    for _ in range(2):
        for seat in (1, 3):
            desk.play(six.Bet(seat), player(seat))
        desk.play(six.DealStreet())
    assert {o.act for o in options(desk.t, desk.table, DEE).in_round} >= {"Stand", "Discard", "BuyCard"}
    desk.play(six.Stand(1), player(1))
    desk.play(six.BuyCard(3), player(3))
    desk.play(six.ShowHand(3, hand("2c 4d 8s 6c")))
    assert offered(SUE, desk) == {("CorrectHand", 3), ("CorrectCommunity", 0)}
    assert offered(DEE, desk) == set()
    desk.play(six.CorrectHand(3, hand("2c 4d 8s Jc")), SUE)
    desk.play(six.DealBonusCard(3))
    assert desk.payments("bonus_card")[3].result == "fee"
    desk.play(six.CorrectHand(3, hand("2c 4d 8s 6c")), SUE)
    assert (desk.six.phase, desk.six.seats[3].count, desk.payments("bonus_card")) == ("cards", 4, {})
    desk.play(six.DealBonusCard(3))
    assert desk.payments("bonus_card")[3].result == "push", "it wins as it is"
    desk.play(six.CorrectHand(3, hand("2c 4d 8s Qc")), SUE)
    desk.play(six.DealBonusCard(3))
    assert desk.refused_play(six.ShowHand(3, hand("2c 4d 8s Jc 6d"))) is None
    desk.play(six.CorrectHand(3, hand("2c 4d 8s Jc")), SUE)
    desk.play(six.ShowHand(3, hand("2c 4d 8s Jc 6d")))
    desk.play(six.SettleSeat(3))
    assert desk.payments("ante")[3].paid == 1000
    desk.play(six.CorrectHand(3, hand("2c 4d 8s Jc Qs")), SUE)
    assert list(desk.six.settled) == []
    desk.play(six.SettleSeat(3))
    assert desk.payments("ante")[3].result == "lose"
    desk.play(six.CorrectHand(3, hand("2c 4d 8s Jc 6d")), SUE)
    desk.play(six.SettleSeat(3))
    assert desk.refused_play(six.ShowHand(1, hand("6h Tc 2h 9s"))) == "single_deck", "seat 1 holds the card keyed"
    assert desk.refused_play(six.CorrectCommunity(hand("6s")[0])) is None, "a supervisor does it"
    assert desk.refused_play(six.CorrectCommunity(hand("6h")[0]), SUE) is None
    assert desk.refused_play(six.CorrectCommunity(hand("2c")[0]), SUE) == "single_deck"
    desk.play(six.CorrectCommunity(hand("6s")[0]), SUE)
    assert list(desk.six.settled) == [3], "a pair of sixes is a pair of sixes"
    desk.play(six.ShowHand(1, hand("6h Tc 2h 9s")))
    assert desk.refused_play(six.SettleSeat(1), SUE) == "settlement_order"
    desk.play(six.SettleSeat(1))
    assert {p.paid for p in desk.six.payments if p.wager == "ante"} == {1000}
    desk.play(six.CorrectCommunity(hand("Kd")[0]), SUE)
    assert (desk.six.phase, list(desk.six.settled)) == ("settling", [])
    for seat in (3, 1):
        desk.play(six.SettleSeat(seat))
    assert {p.result for p in desk.six.payments if p.wager == "ante"} == {"lose"}
    desk.act(c.Reconcile())
    assert desk.rules(e.RoundReconciled) == [""]


@pytest.mark.rule("wrong_count", "card_off_table", "first_bet_multiple", "final_choices", "fees_returned")
def test_a_hand_of_bonus_six_that_was_thrown_in_is_void_when_something_was_wrong_with_it() -> None:
    desk = Desk(bonus_six(mode="keyed")).open(1, 2, 3).bets(1, 2, 3, insurance=500).ready()
    desk.act(c.LockOut())
    desk.play(six.DealUnseen({1: 2, 2: 2, 3: 2}))
    desk.play(six.TurnCommunity(hand("6h")[0]))
    desk.play(six.Fold(1), player(1))
    for _ in range(2):
        for seat in (2, 3):
            desk.play(six.Bet(seat), player(seat))
        desk.play(six.DealStreet())
    desk.play(six.Discard(2), player(2))
    desk.play(six.Stand(3), player(3))
    offers = [o.fields for o in options(desk.t, desk.table, DEE).in_round if o.act == "Report"]
    for kind in ("wrong-count", OFF_TABLE):
        assert {o["seat"] for o in offers if o["irregularity"] == kind} == {1, 2, 3}
        assert voids_late(desk.t, desk.table, DEE, c.Play(six.Report(kind, 1))), "two people"
    for seat, kind in ((1, "wrong-count"), (2, OFF_TABLE)):
        desk.play(six.Report(kind, seat))
        mine = [p for p in desk.six.payments if p.seat == seat]
        assert {(p.result, p.returned == p.staked) for p in mine} == {("void", True)}
        assert sum(p.returned for p in mine) == (1500 if seat == 1 else 3500)
    assert desk.refused_play(six.Report("wrong-count", 1)) == "wrong_count"
    assert desk.six.phase == "settling"


@pytest.mark.rule("five_card_verification", "five_card_verified_from", "fold_keeps", "magic_card", "lucky")
@pytest.mark.parametrize(
    ("cards", "dealer", "magic", "lucky", "asked"),
    [
        ("Ac Jc 7c 6c 3c", "Ah Kd 5s 4c 2d", None, None, ["VerifyFiveCard 4"]),
        ("8c 7d 4d 3h 2h", "Ah Kh Qh Jh Th", None, None, ["VerifyFiveCard 4", "ValidateFiveCard 4"]),
        ("4s 4h 4d 8c 3c", "Ah 9h 7h 5h 2h", None, None, ["VerifyFiveCard 4"]),
        ("8c 7d 4d 3h 2h", "Ah Kd 5s 4c 2d", "Kd", None, ["VerifyFiveCard 4"]),
        ("8c 7d 4d 3h 2h", "Ah Kd 5s 4c 2d", "7d", None, ["VerifyFiveCard 4"]),
        ("8c 7d 4d 3h 2h", "Ah Kd 5s 4c 2d", None, "dealer", ["VerifyFiveCard 4"]),
        ("8c 7d 4d 3h 2h", "Ah Kd 5s 4c 2d", None, "4", ["VerifyFiveCard 4"]),
        ("8c 7d 4d 3h 2h", "Ah Kd 5s 4c 2d", "9s", "1", []),
        ("4s 4h 4d 9c 4c", "Ah Kd 5s Qc 2d", None, None, ["VerifyFiveCard 4", "ValidateFiveCard 4"]),
    ],
)
def test_a_five_card_award_of_a_folded_hand_is_verified_once_the_hand_is_seen(
    cards: str, dealer: str, magic: str | None, lucky: str | None, asked: list[str]
) -> None:
    draws = {"magic_card": "1/52", "lucky": "1/8"}
    t = massachusetts(None, five_card=True, mode="keyed", **draws)
    desk = keyed(t, {"five_card_player": 100, "five_card_dealer": 100}).clear().decide(p4=True)
    desk.play(stud.Reveal(hand(dealer), hand(magic)[0] if magic else None, lucky))
    assert desk.stud.agenda[0] == Step("five_card", 4)
    assert desk.steps == []
    step = guide(desk.t, desk.table)
    assert step is not None
    assert (step.act, step.seat) == ("ShowHand", 4)
    for unseen in (c.VerifyFiveCard(4), c.ValidateFiveCard(4)):
        assert desk.rule_of(unseen, SUE) == "five_card_verification"
    desk.play(stud.ShowHand(4, hand(cards)))
    assert desk.steps == asked
    step = guide(desk.t, desk.table)
    assert step is not None
    assert step.act == (asked[0].split()[0] if asked else "Settle")
    desk.clear().settle()


@pytest.mark.rule("five_card_verification", "dealer_qualifies_with")
def test_an_award_on_the_dealers_hand_is_verified_anew_when_that_hand_was_keyed_wrongly() -> None:
    t = massachusetts(None, five_card=True, mode="keyed")
    desk = keyed(t, {"five_card_dealer": 100}).clear().decide(p4=True)
    desk.play(stud.Reveal(hand("Ah 9h 7h 5h 2h")))
    desk.act(c.VerifyFiveCard(4))
    assert desk.steps == []
    desk.play(stud.CorrectDealer(hand("Ah Kh Qh Jh Th")), SUE)
    assert desk.steps == ["VerifyFiveCard 4", "ValidateFiveCard 4"]


# ---- before anybody decides


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


@pytest.mark.rule("first_cards", "wrong_count")
def test_a_deal_of_bonus_six_that_was_keyed_wrongly_is_taken_back_and_keyed_again() -> None:
    desk = Desk(bonus_six(mode="keyed")).open(1, 2).bets(1, 2).ready()
    desk.act(c.LockOut())
    desk.play(six.DealUnseen({1: 3, 2: 2}))
    desk.play(six.TurnCommunity(hand("6h")[0]))
    assert [p.seat for p in desk.six.payments] == [1]
    desk.play(six.TakeBackDeal(), SUE)
    assert (desk.six.phase, desk.six.payments) == ("closed", ())
    events = desk.play(six.DealUnseen({1: 2, 2: 2}))
    assert not any(isinstance(event, e.CardsLeftDeck) for event in events), "they left the deck before"
    desk.play(six.TurnCommunity(hand("6h")[0]))
    desk.play(six.Bet(1), player(1))
    assert desk.refused_play(six.TakeBackDeal(), SUE) is None


LOSES = (*hand("3c 2d 7h 5c 9s Jc"), *(card for card in DECK if card not in hand("3c 2d 7h 5c 9s Jc")))
"""A card to burn, two and the community card, the third and the fourth: nothing wins."""


@pytest.mark.rule("first_cards", "second_bet_multiple", "final_choices", "bonus_card_order", "settlement_order")
@pytest.mark.parametrize("mode", ["keyed", "virtual"])
def test_each_card_of_bonus_six_is_dealt_and_shown_under_its_own_paragraph(mode: str) -> None:
    """The guide cites what it leads to, and whoever may not deal is told the same."""
    desk = Desk(bonus_six(mode=mode)).open(1)
    desk.orders = [LOSES]
    desk.ready().bets(1)
    desk.play(six.PlaceWager(1, "insurance", 500), player(1))
    said: list[tuple[str, str | None]] = []

    def cited() -> None:
        step = guide(desk.t, desk.table)
        assert step is not None
        said.append((step.act, step.rule))
        if step.act not in ("Decide", "LockOut"):
            done: Any = step.command or c.Play(six.ShowHand(1, ()))
            assert step.act in ("DealUnseen", "TurnCommunity") or desk.rule_of(done, SUE) == step.rule

    def deals(*keyed: Any) -> None:
        cited()
        for one in keyed if mode == "keyed" else (c.DealCards(),):
            desk.act(one)

    desk.act(c.LockOut())
    deals(c.Play(six.DealUnseen({1: 2})))
    desk.play(six.TurnCommunity(hand("5c")[0] if mode == "keyed" else None))
    for _ in range(2):
        desk.play(six.Bet(1), player(1))
        deals(c.Play(six.DealStreet()))
    desk.play(six.BuyCard(1), player(1))
    if mode == "keyed":
        cited()
        desk.play(six.ShowHand(1, hand("2d 7h 9s Jc")))
    deals(c.Play(six.DealBonusCard(1)))
    if mode == "keyed":
        cited()
    shown, last = [("ShowHand", "bonus_card_order")], [("ShowHand", "settlement_order")]
    bonus = "DealBonusCard"
    assert said == (
        [("DealUnseen", "first_cards"), ("DealStreet", "second_bet_multiple"), ("DealStreet", "final_choices"),
         *shown, (bonus, "bonus_card_order"), *last]
        if mode == "keyed"
        else [("DealCards", rule) for rule in
              ("first_cards", "second_bet_multiple", "final_choices", "bonus_card_order")]
    )  # fmt: skip


@pytest.mark.rule("final_choices", "first_bet_multiple", "second_bet_multiple")
def test_a_decision_of_another_is_refused_under_the_paragraph_that_gives_it() -> None:
    desk = Desk(bonus_six()).open(1, 2).ready().bets(1, 2)
    bets, finals = (six.Bet(1), six.Fold(1)), (six.Stand(1), six.Discard(1), six.BuyCard(1))

    def said(commands: tuple[Any, ...]) -> set[str | None]:
        return {desk.refused_play(command, SUE) for command in commands}

    assert (said(bets), said(finals)) == ({None}, {"final_choices"})
    desk.act(c.LockOut())
    desk.act(c.DealCards())
    desk.play(six.TurnCommunity())
    for street in ("first_bet_multiple", "second_bet_multiple"):
        assert (said(bets), said(finals)) == ({street}, {"final_choices"})
        desk.play(six.Bet(1), player(1))
        desk.play(six.Bet(2), player(2))
        desk.act(c.DealCards())
    assert (said(bets), said(finals)) == ({None}, {"final_choices"})
    with pytest.raises(Refused) as caught:
        own_act(desk.t, desk.table, DEE, c.Play(six.BuyCard(1)))
    assert caught.value.clause == "sd-bonus6(9)"
