"""An open table without play: its cards are spread, and washed again before anybody plays with them."""

from __future__ import annotations

import pytest

from tests.tables.desk import DEE, FLO, SUE, Desk, massachusetts, player, south_dakota
from tests.tables.test_opening import OPENING, two_decks
from upcard.cards import DECK
from upcard.games import caribbean_stud as stud
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables import options
from upcard.tables.next_step import guide


@pytest.mark.rule("idle_cards_spread")
@pytest.mark.parametrize("face_up", [True, False])
def test_an_idle_table_has_its_cards_spread_and_washed_again_when_a_player_comes(face_up: bool) -> None:
    desk = two_decks().open(1).ready()
    spread = c.SpreadIdle(face_up)
    desk.act(c.LeaveSeat(1))
    assert desk.rule_of(spread, FLO) == "idle_cards_spread"
    for other in (c.RemoveDevice("shuffler"), c.LockOut(), c.OrderRecut("red"), c.ReportShufflerJam("red")):
        for by in (DEE, FLO, SUE):
            assert desk.rule_of(other, by) == "idle_cards_spread", "before anything else"
    desk.act(spread)
    assert desk.rule_of(spread) == "idle_cards_spread"
    for name in ("red", "blue"):
        assert desk.rule_of(c.ShuffleDeck(name, "shuffler", DECK)) in ("deck_washed", "idle_cards_spread")
        assert desk.rule_of(c.SpreadDeck(name) if not face_up else c.WashDeck(name)) in (
            "first_player_sees", "idle_cards_spread",
        )  # fmt: skip
    waits = guide(desk.t, desk.table)
    assert waits is not None
    assert (waits.act, waits.command) == ("WashDeck" if face_up else "SpreadDeck", None)
    desk.act(c.TakeSeat(2, "p2"))
    if not face_up:
        assert desk.rule_of(c.WashDeck("red")) == "idle_cards_spread"
        desk.act(c.SpreadDeck("red"))
        assert desk.rules(e.DeckStaged)[-1] == "idle_cards_spread"
    desk.act(c.WashDeck("red"))
    assert [entry.event.face_up for entry in desk.recorded if isinstance(entry.event, e.CardsSpreadIdle)] == [face_up]
    desk.ready()
    assert desk.table.deck.stage == "ready"


@pytest.mark.rule("idle_cards_spread", "first_player_sees")
def test_who_comes_before_the_cards_of_an_empty_table_are_spread_does_not_play_with_them_unseen() -> None:
    desk = Desk(massachusetts(None)).open(1).ready()
    desk.act(c.LeaveSeat(1), player(1))
    desk.act(c.TakeSeat(2, "p2"), player(2))
    assert desk.refused_play(stud.PlaceWager(2, "ante", 1000), player(2)) == "idle_cards_spread"
    assert options(desk.t, desk.table, player(2)).in_round == ()
    assert desk.rule_of(c.SpreadIdle(face_up=False)) == "idle_cards_spread"
    step = guide(desk.t, desk.table)
    assert step is not None
    assert (step.command, step.rule) == (c.SpreadIdle(), "idle_cards_spread")
    desk.act(c.SpreadIdle())
    desk.bets(2)
    assert desk.rule_of(c.LockOut()) == "shuffled_every_round"
    desk.act(c.WashDeck("red"))
    desk.ready().deal()
    assert [entry.event.stage for entry in desk.recorded if isinstance(entry.event, e.DeckStaged)][-1] == "washed"


@pytest.mark.rule("idle_cards_spread")
def test_people_who_come_and_go_while_the_cards_lie_spread_leave_them_spread() -> None:
    desk = Desk(massachusetts(None)).open(1).ready()
    desk.act(c.LeaveSeat(1))
    desk.act(c.SpreadIdle())
    for seat in (2, 3):
        desk.act(c.TakeSeat(seat, f"p{seat}"))
        desk.act(c.LeaveSeat(seat))
    desk.act(c.TakeSeat(4, "p4"))
    assert desk.rule_of(c.SpreadIdle()) == "idle_cards_spread"
    desk.ready().bets(4).deal()


@pytest.mark.rule("idle_cards_spread", "each_deck_opened")
def test_a_deck_that_is_not_opened_yet_stays_as_it_is_when_the_other_is_spread() -> None:
    desk = two_decks().open(1).ready("red")
    desk.act(c.LeaveSeat(1))
    assert desk.rule_of(c.InspectDeck("blue")) == "idle_cards_spread"
    desk.act(c.SpreadIdle())
    assert {name: deck.stage for name, deck in desk.table.decks.items()} == {"red": "spread", "blue": "received"}
    desk.act(c.TakeSeat(1, "p1"))
    desk.ready().bets(1).deal()


@pytest.mark.rule("idle_cards_spread")
def test_pre_shuffled_cards_at_an_empty_table_are_spread_like_all_others() -> None:
    desk = Desk(massachusetts(None)).open()
    desk.act(c.ShuffleDeck("red", "pre-shuffled", DECK))
    assert desk.rule_of(c.CutDeck("red", 20)) == "idle_cards_spread"
    desk.act(c.SpreadIdle())


@pytest.mark.rule("idle_cards_spread")
@pytest.mark.parametrize("face_up", [True, False])
def test_cards_are_spread_when_whoever_sits_there_does_not_play(face_up: bool) -> None:
    desk = Desk(massachusetts(None)).open(1).ready()
    desk.act(c.SpreadIdle(face_up))
    assert "spread already" in str(desk.refused(c.SpreadIdle(face_up)))
    desk.ready().bets(1)
    assert [entry.event.stage for entry in desk.recorded if isinstance(entry.event, e.DeckStaged)][-1] == "washed"
    assert desk.rule_of(c.SpreadIdle()) == "idle_cards_spread"
    desk.deal()


@pytest.mark.rule("deck_spread", "idle_cards_spread", "each_deck_opened")
@pytest.mark.parametrize("face_up", [True, False])
@pytest.mark.parametrize("steps", [2, 3])
def test_a_new_deck_is_spread_by_its_opening_although_the_table_stands_idle(face_up: bool, steps: int) -> None:
    desk = two_decks().open(1).ready("red")
    for kind, by in list(zip(OPENING, (DEE, FLO, DEE), strict=False))[:steps]:
        desk.act(kind("blue"), by)
    desk.act(c.LeaveSeat(1))
    desk.act(c.SpreadIdle(face_up))
    assert desk.table.decks["blue"].stage == ("verified", "spread")[steps - 2]
    desk.act(c.TakeSeat(2, "p2"))
    desk.ready()
    assert [staged.rule for staged in desk.staged("blue")] == [
        "deck_inspected_by", "deck_verified_by", "deck_spread", "deck_washed",
    ]  # fmt: skip


@pytest.mark.rule("deck_spread", "idle_cards_spread")
@pytest.mark.parametrize("face_up", [True, False])
def test_no_idle_spread_takes_the_place_of_the_spread_of_a_new_deck(face_up: bool) -> None:
    desk = Desk(massachusetts()).open()
    for kind, by in zip(OPENING[:3], (DEE, FLO, DEE), strict=True):
        error = desk.refused(c.SpreadIdle(face_up))
        assert (error.clause, "by suit and in sequence" in error.because) == ("ma-4(e)", True)
        desk.act(kind("red"), by)
    assert desk.rule_of(c.SpreadIdle(face_up)) == "idle_cards_spread"
    assert desk.rule_of(c.WashDeck("red")) == "first_player_sees"


@pytest.mark.rule("idle_cards_spread")
def test_cards_are_not_spread_idle_before_they_are_opened_or_with_wagers_down() -> None:
    desk = Desk(massachusetts()).open()
    assert desk.rule_of(c.SpreadIdle()) == "idle_cards_spread"
    desk.act(c.InspectDeck("red"))
    assert desk.rule_of(c.SpreadIdle()) == "idle_cards_spread"
    desk.act(c.VerifyDeck("red"), FLO)
    assert desk.rule_of(c.SpreadIdle()) == "idle_cards_spread"
    busy = Desk(massachusetts()).open(1).ready().bets(1)
    assert busy.rule_of(c.SpreadIdle()) == "idle_cards_spread"
    assert Desk(south_dakota()).open().rule_of(c.SpreadIdle()) is None
