"""What a dealer keyed by mistake goes back step by step; what others rely on stands, and a refusal says why."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.tables.desk import DEE, HANDS, QUALIFIES, SUE, Desk, bare, massachusetts, player, south_dakota
from tests.tables.test_keyed import finish, keyed
from upcard.cards import Card
from upcard.games import caribbean_stud as stud
from upcard.rules.table import TableRules
from upcard.tables import Actor, evolve
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.take_back import last_step

KEYED = [south_dakota(mode="keyed"), massachusetts(mode="keyed")]


def back(desk: Desk, by: Actor = DEE) -> tuple[e.Event, ...]:
    """The last step, taken back."""
    step = last_step(desk.table)
    return desk.act(c.TakeBackStep(step.command if step is not None else ""), by)


def refused(desk: Desk, by: Actor = DEE) -> tuple[str | None, str]:
    step = last_step(desk.table)
    error = desk.refused(c.TakeBackStep(step.command if step is not None else ""), by)
    return error.rule, error.because


def signed(desk: Desk) -> str:
    step = last_step(desk.table)
    assert step is not None
    return step.signed("dealer dee")


@pytest.mark.rule("decision_choices", "decision_final", "fold_forfeits_ante")
@pytest.mark.parametrize("t", KEYED, ids=["sd-2015", "ma"])
def test_a_fold_for_the_wrong_seat_goes_back_with_what_was_keyed_after_it(t: TableRules) -> None:
    desk, told = keyed(t), keyed(t)
    for one in (desk, told):
        one.clear()
    stands = bare(desk.table)
    desk.play(stud.Fold(1))
    desk.clear().play(stud.Bet(3))
    (event,) = back(desk)
    assert isinstance(event, e.StepTakenBack)
    assert (event.act, event.seat, event.rule) == ("Bet", 3, "decision_choices" if t is KEYED[0] else "decision_final")
    while desk.table.racked:
        back(desk)
    assert signed(desk) == "another seat has acted since"
    back(desk)
    assert bare(desk.table) == stands
    for one in (desk, told):
        for seat, decides in ((1, stud.Bet), (3, stud.Fold), (4, stud.Bet)):
            one.play(decides(seat))
            one.clear()
        finish(one, HANDS, QUALIFIES)
    assert desk.stud.payments == told.stud.payments
    assert bare(desk.table) == bare(told.table)


@pytest.mark.rule("player_wrong_count")
def test_a_wrong_count_reported_for_the_wrong_seat_goes_back() -> None:
    desk = keyed(KEYED[1])
    desk.clear()
    stands = bare(desk.table)
    desk.play(stud.Report("player-wrong-count", 3))
    assert desk.stud.seats[3].void == "player_wrong_count"
    assert signed(desk) == "what was reported of the cards is put right by two people"
    back(desk)
    assert bare(desk.table) == stands


def test_what_stands_beside_a_step_happens_all_the_same() -> None:
    desk = keyed(KEYED[0])
    desk.clear().play(stud.Fold(1))
    desk.act(c.CallSupervisor())
    desk.act(c.TakeSeat(5, "p5"), player(5))
    back(desk)
    assert (desk.stud.seats[1].decision, desk.table.call, desk.table.players[5]) == (None, "open", "p5")


@pytest.mark.rule("lock_out", "settlement_order", "keypad_reset")
def test_nothing_goes_back_across_the_lock_out_a_payment_or_the_end_of_a_round() -> None:
    desk = Desk(KEYED[0]).open(1).ready()
    assert refused(desk)[0] is None
    desk.play(stud.PlaceWager(1, "ante", 1000))
    stands = bare(desk.table)
    desk.play(stud.PlaceWager(1, "progressive", 100))
    back(desk)
    assert bare(desk.table) == stands
    desk.act(c.LockOut())
    assert refused(desk) == (
        "lock_out",
        "the bets are closed: what was accepted stands, and nothing has been keyed since",
    )
    desk = finish(keyed(KEYED[0]).clear().decide(), HANDS, QUALIFIES)
    while last_step(desk.table) is not None:
        back(desk)
    assert refused(desk)[0] == "settlement_order"
    desk.clear()
    desk.act(c.Reconcile())
    assert refused(desk)[0] == "keypad_reset"


@pytest.mark.rule("decision_choices", "fold_forfeits_ante")
@pytest.mark.parametrize("t", KEYED, ids=["sd-2015", "ma"])
def test_a_fold_for_the_wrong_seat_goes_back_beneath_what_another_player_did(t: TableRules) -> None:
    desk = keyed(t)
    desk.clear().play(stud.Fold(1))
    desk.clear().play(stud.Bet(3), player(3))
    assert signed(desk) == ("" if desk.table.racked else "another seat has acted since")
    while desk.stud.seats[1].decision is not None:
        back(desk)
    assert {seat: one.decision for seat, one in desk.stud.seats.items()} == {1: None, 3: "bet", 4: None}
    assert desk.table.racked == ()
    desk.play(stud.Bet(1))
    desk.play(stud.Fold(4))
    finish(desk.clear(), HANDS, QUALIFIES)


def test_what_a_payment_led_to_stands_with_it() -> None:
    table = evolve(keyed(KEYED[0]).clear().table, e.StubRacked(""), "dealer dee", "other")
    assert last_step(table) is not None
    for event in (e.RoundReconciled(1, "", "", "caribbean-stud"), e.StubRacked("")):
        table = evolve(table, event, "dealer dee", "payment")
    assert last_step(table) is None


@pytest.mark.rule("hole_card_exposed")
def test_wagers_that_went_back_to_players_are_theirs_to_place() -> None:
    desk = Desk(KEYED[1]).open(1, 3).ready()
    desk.play(stud.PlaceWager(3, "ante", 1000), player(3))
    desk.play(stud.Report("hole-card-exposed"))
    assert refused(desk)[1] == "the wagers went back to the players, who place them anew"


@pytest.mark.rule("wrong_deck")
@pytest.mark.parametrize("t", KEYED, ids=["sd-2015", "ma"])
def test_a_deck_that_was_sent_away_is_not_called_back(t: TableRules) -> None:
    desk = Desk(t).open(1).ready()
    desk.play(stud.PlaceWager(1, "ante", 1000))
    desk.act(c.ReplaceDeck("red"))
    assert refused(desk)[1] == "a deck was sent away since, and stays away: what was keyed before stands"


@pytest.mark.rule("decision_choices")
def test_what_somebody_else_did_is_not_taken_back() -> None:
    desk = keyed(KEYED[0])
    desk.clear().play(stud.Fold(1), player(1))
    assert refused(desk) == (
        "decision_choices",
        "the player of seat 1 did this on the player's own screen: no dealer has keyed it",
    )
    desk = keyed(KEYED[0])
    desk.clear().play(stud.Bet(1), player(1))
    desk.play(stud.Report("player-wrong-count", 1))
    desk.play(stud.Bet(3), player(3))
    back(desk)
    assert refused(desk)[1].startswith("the player of seat 3")
    desk = keyed(KEYED[0])
    desk.clear().play(stud.Report("player-wrong-count", 3), SUE)
    assert refused(desk) == (None, "a supervisor did this: a dealer takes back what a dealer keyed")
    desk = keyed(KEYED[0])
    assert refused(desk, SUE)[1] == "TakeBackStep is for a dealer, not a supervisor"
    assert "not the last step" in desk.refused(c.TakeBackStep("another")).because


def test_nothing_goes_back_where_the_system_deals() -> None:
    desk = Desk(south_dakota()).open(1).ready().bets(1)
    assert refused(desk)[1].startswith("nothing is keyed here")


@pytest.mark.rule("draw_probability")
def test_the_house_draws_once() -> None:
    desk = keyed(massachusetts(mode="keyed"))
    desk.clear().decide()
    desk.play(stud.Reveal(QUALIFIES))
    past = desk.table.past
    drawn: Any = past[-1].event
    draws = e.Played(replace(drawn.event, magic_card=Card(7)))
    desk.table = replace(desk.table, past=(*past[:-1], replace(past[-1], event=draws)))
    assert refused(desk)[0] == "draw_probability"
