"""Tables with real cards: the dealer keys what is needed, when it is needed, and nothing that lies face down."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tables.desk import (
    DEE,
    HANDS,
    NO_HAND,
    QUALIFIES,
    ROYAL,
    SUE,
    Desk,
    bonus_six,
    by_role,
    massachusetts,
    player,
)
from tests.tables.desk import south_dakota as sd
from tests.tables.stack import Hands, hand
from upcard.cards import DECK
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.games.bonus_six.plugin import CORRECTIONS as SIX_CORRECTIONS
from upcard.games.caribbean_stud.plugin import CORRECTIONS as STUD_CORRECTIONS
from upcard.games.caribbean_stud.round import Step
from upcard.tables import Actor, options, view
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.next_step import guide

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
