"""Real cards of Bonus 6, from the first two to the last."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tables.desk import (
    DEE,
    FLO,
    SUE,
    Desk,
    bonus_six,
    player,
)
from tests.tables.stack import hand
from tests.tables.test_keyed import offered
from upcard.cards import DECK
from upcard.errors import Refused
from upcard.games import bonus_six as six
from upcard.games.bonus_six.round import OFF_TABLE
from upcard.shuffles.service import own_act
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables import options
from upcard.tables.next_step import guide
from upcard.tables.options import voids_late


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
