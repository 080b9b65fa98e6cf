"""Cards that lay at an empty table are spread and seen, each deck by itself; a deck that is gone holds up no round."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.tables.desk import (
    DEE,
    FLO,
    QUALIFIES,
    SUE,
    Desk,
    by_role,
    massachusetts,
)  # fmt: skip
from tests.tables.test_deal import AUTOMATED, _finish, reports
from upcard.cards import DECK
from upcard.games import caribbean_stud as stud
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.next_step import guide
from upcard.tables.procedure import deck_step

HOUSES: tuple[dict[str, Any], ...] = ({}, {"shuffler": True, "backs": ["red", "blue"]})
COUNTING: dict[str, Any] = {"dealing": "automated-shoe", "shuffler": {"counts": True}, "backs": ["red", "blue"]}
OPENING: tuple[Any, ...] = (c.InspectDeck, c.VerifyDeck, c.SpreadDeck, c.WashDeck)


def two_decks() -> Desk:
    return Desk(massachusetts(None, mode="keyed", **HOUSES[1]))


def stages(desk: Desk) -> list[str]:
    return [deck.stage for deck in desk.table.decks.values()]


def next_of(desk: Desk) -> tuple[str, str | None]:
    step = guide(desk.t, desk.table)
    assert step is not None
    return step.act, step.rule


# ---- the idle table


@pytest.mark.rule("idle_cards_spread", "each_deck_opened")
@pytest.mark.parametrize("face_up", [True, False])
def test_bets_are_not_closed_while_the_other_deck_lies_spread_from_an_idle_table(face_up: bool) -> None:
    desk = two_decks().open(1).ready()
    desk.act(c.LeaveSeat(1))
    desk.act(c.SpreadIdle(face_up))
    desk.act(c.TakeSeat(1, "p1"))
    desk.ready("red").bets(1)
    assert desk.refused(c.LockOut()).clause == "ma-4(e)"
    desk.ready("blue").deal()


@pytest.mark.rule("idle_cards_spread", "first_player_sees")
@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("sits", ["first", "after"])
def test_a_void_round_without_wagers_does_not_hide_that_everybody_left(house: dict[str, Any], sits: str) -> None:
    desk = Desk(massachusetts(None, mode="keyed", **house)).open(1).ready()
    desk.play(stud.Report("hole-card-exposed"))
    desk.act(c.LeaveSeat(1))
    if sits == "first":
        desk.act(c.TakeSeat(1, "p2"))
    desk.act(c.Reconcile())
    if sits == "after":
        desk.act(c.TakeSeat(1, "p2"))
    assert next_of(desk) == ("SpreadIdle", "idle_cards_spread")
    assert desk.rule_of(c.ShuffleDeck("red", "shuffler" if house else "hand")) == "idle_cards_spread"
    desk.act(c.SpreadIdle())
    assert set(stages(desk)) == {"spread"}


@pytest.mark.rule("idle_cards_spread", "first_player_sees")
def test_a_void_round_without_wagers_is_followed_by_a_shuffle_where_somebody_stays() -> None:
    desk = Desk(massachusetts(None, mode="keyed")).open(1, 2).ready()
    desk.play(stud.Report("hole-card-exposed"))
    desk.act(c.LeaveSeat(1))
    desk.act(c.Reconcile())
    assert next_of(desk)[0] == "ShuffleDeck"


@pytest.mark.rule("idle_cards_spread", "first_player_sees")
def test_a_pre_shuffled_deck_that_lay_at_an_empty_table_is_spread_whoever_comes() -> None:
    desk = Desk(massachusetts(None)).open()
    desk.act(c.ShuffleDeck("red", "pre-shuffled", DECK))
    desk.act(c.TakeSeat(1, "p1"))
    assert desk.rule_of(c.CutDeck("red", 20)) == "idle_cards_spread"
    assert next_of(desk) == ("SpreadIdle", "idle_cards_spread")
    desk.act(c.SpreadIdle())
    assert desk.rule_of(c.ShuffleDeck("red", "hand", DECK)) == "deck_washed"
    desk.ready().bets(1).deal()


@pytest.mark.rule("idle_cards_spread", "first_player_sees")
@pytest.mark.parametrize("sits", [False, True])
def test_a_deck_that_comes_shuffled_beside_spread_ones_is_spread_as_well(sits: bool) -> None:
    desk = two_decks().open()
    desk.act(c.ShuffleDeck("blue", "pre-shuffled"))
    assert desk.rule_of(c.ShuffleDeck("red", "pre-shuffled")) == "idle_cards_spread"
    desk.act(c.SpreadIdle(face_up=False))
    desk.act(c.ShuffleDeck("red", "pre-shuffled"))
    if sits:
        desk.act(c.TakeSeat(1, "p1"))
    assert desk.rule_of(c.CutDeck("red", 20)) == "idle_cards_spread"
    assert next_of(desk) == ("SpreadIdle", "idle_cards_spread")
    desk.act(c.SpreadIdle())
    assert stages(desk) == ["spread", "spread"]
    assert "spread already" in str(desk.refused(c.SpreadIdle()))


@pytest.mark.rule("idle_cards_spread", "deck_washed")
def test_a_new_deck_in_place_of_one_that_lay_there_is_not_spread_twice() -> None:
    desk = Desk(massachusetts(None, mode="keyed", **COUNTING)).open(1).ready("red")
    desk.play(stud.Report("hole-card-exposed"))
    for kind, by in zip(OPENING, (DEE, FLO, DEE, DEE), strict=True):
        desk.act(kind("blue"), by)
    desk.act(c.ShuffleDeck("blue", "shuffler"))
    desk.act(c.LeaveSeat(1))
    desk.act(c.ReportShufflerCount("blue", 50))
    desk.act(c.TakeSeat(1, "p1"))
    desk.act(c.Reconcile())
    assert next_of(desk)[0] == "SpreadIdle"
    desk.act(c.SpreadIdle())
    desk.ready().bets(1).deal()


# ---- one deck is gone


def one_gone() -> Desk:
    """Red is ready, and the shuffler counts too few cards in blue."""
    desk = Desk(massachusetts(None, mode="keyed", **COUNTING)).open(1).ready("red")
    while (step := deck_step(desk.t, desk.table, "blue")) is not None and step.act != "ReportShufflerCount":
        desk.deck_act(step.act, "blue", by_role(step.roles[0]))
    desk.act(c.ReportShufflerCount("blue", 51))
    assert stages(desk) == ["ready", "withdrawn"]
    return desk


@pytest.mark.rule("single_deck", "second_deck_alternates", "counting_shuffler")
def test_a_round_goes_on_with_the_one_deck_that_is_left_and_no_other_comes_into_it() -> None:
    desk = one_gone()
    assert next_of(desk) == ("ReplaceDeck", "counting_shuffler")
    desk.bets(1)
    assert next_of(desk)[0] == "LockOut"
    replacing = c.ReplaceDeck("blue")
    assert "after the round" in str(desk.refused(replacing, FLO))
    desk.act(c.LockOut())
    assert desk.refused(replacing, FLO).clause == "ma-9(g)"
    desk.act(c.DealCards())
    assert desk.refused(replacing, FLO).clause == "ma-9(g)"
    desk.play(stud.DealUnseen({1: 5}, 6))
    desk.clear().act(c.Reconcile())
    assert desk.table.current == "blue"
    desk.act(replacing, SUE)
    desk.ready().bets(1).deal()


@pytest.mark.rule("each_deck_opened", "second_deck_alternates")
def test_a_new_deck_that_came_before_any_wager_is_opened_before_the_bets_close() -> None:
    desk = one_gone()
    desk.act(c.ReplaceDeck("blue"), FLO)
    desk.bets(1)
    for kind, by in zip(OPENING, (DEE, FLO, DEE, DEE), strict=True):
        assert desk.refused(c.LockOut()).clause == "ma-3(d)"
        desk.act(kind("blue"), by)
    assert desk.refused(c.LockOut()).clause == "ma-3(d)"
    desk.ready("blue").deal()


@pytest.mark.rule("counting_shuffler")
def test_the_deck_that_is_dealt_next_is_replaced_under_the_wagers_that_wait_for_it() -> None:
    desk = Desk(massachusetts(None, mode="keyed", **COUNTING)).open(1).bets(1)
    while (step := deck_step(desk.t, desk.table, "red")) is not None and step.act != "ReportShufflerCount":
        desk.deck_act(step.act, "red", by_role(step.roles[0]))
    desk.act(c.ReportShufflerCount("red", 51))
    assert next_of(desk)[0] == "ReplaceDeck"
    desk.act(c.ReplaceDeck("red"), FLO)
    desk.ready().deal()


@pytest.mark.rule("each_deck_opened", "from_hand")
def test_a_deck_that_lay_ready_for_another_way_of_dealing_stays_an_opened_deck() -> None:
    house = {"dealing": ["from-hand", "manual-shoe"], "shoe_approved": True, **HOUSES[1]}
    desk = Desk(massachusetts(None, mode="keyed", **house)).open(1).ready()
    desk.act(c.InstallDevice("manual-shoe"), FLO)
    desk.act(c.ChangeDealing("manual-shoe"), FLO)
    desk.ready("red").bets(1)
    desk.act(c.LockOut())
    assert desk.rule_of(c.DealCards("left")) == "racked_decks_at_once"
    desk.ready("blue").act(c.DealCards("left"))
    desk.play(stud.DealUnseen({1: 5}, 5, QUALIFIES[0]))
    assert [entry.event.deck for entry in desk.recorded if isinstance(entry.event, e.CardsLeftDeck)] == ["red"]


@pytest.mark.rule("second_deck_alternates", "racked_decks_at_once")
def test_two_decks_change_places_every_round_and_one_lies_in_the_rack() -> None:
    desk = Desk(massachusetts(None, shuffler=True, backs=["red", "blue"])).open(1).ready()
    for current, other in (("red", "blue"), ("blue", "red"), ("red", "blue")):
        assert desk.table.current == current
        desk.bets(1).act(c.LockOut())
        if desk.table.decks[other].stage == "racked":
            assert desk.rule_of(c.DealCards("left")) == "racked_decks_at_once"
            desk.act(c.ShuffleDeck(other, "shuffler", DECK))
        desk.act(c.DealCards("left"))
        desk.clear()
        _finish(desk)
    assert [deck.stage for deck in desk.table.decks.values()] == ["racked", "ready"]


@pytest.mark.rule("racked_decks_at_once", "face_up_card")
@pytest.mark.parametrize("mode", ["virtual", "keyed"])
def test_no_card_of_the_deck_in_play_goes_to_a_rack_where_the_other_lies(mode: str) -> None:
    """Before the deal the other deck leaves the rack; where an older journal dealt beside it, each act waits for it."""
    two = massachusetts(None, shuffler=True, backs=["red", "blue"], mode=mode)
    order = DECK if mode == "virtual" else ()
    found = c.Play(stud.Report("face-up-card"))
    desk = Desk(two).open(1).ready().bets(1)
    rack = msgspec.structs.replace(desk.table.decks["blue"], stage="racked", order=())
    desk.table = msgspec.structs.replace(desk.table, decks={**desk.table.decks, "blue": rack})
    desk.act(c.LockOut())
    assert desk.rule_of(c.DealCards("left")) == "racked_decks_at_once"
    step = guide(two, desk.table)
    assert step is not None
    assert (step.act, step.deck) == ("ShuffleDeck", "blue")
    before = desk.table
    desk.act(c.ShuffleDeck("blue", "shuffler", order))
    if mode == "keyed":
        desk.act(c.DealCards("left"))
    desk.act(found)
    assert desk.table.discarded == 1
    desk.table = before if mode == "virtual" else msgspec.structs.replace(before, drawn=True)
    assert str(desk.refused(found)) == "the blue deck is still in the rack: it is shuffled first (ma-2(b))"
    assert desk.rule_of(found) == "racked_decks_at_once"
    assert stud.Report("face-up-card") not in reports(desk, DEE)
    assert stud.Report("face-up-cards") in reports(desk, DEE), "a void round leaves its cards where they are"
    lies = msgspec.structs.replace(desk.stud, phase="deciding")
    desk.table = msgspec.structs.replace(desk.table, round=lies, stub="out")
    for command in (c.RackStub(), c.CountStub(42)):
        assert desk.rule_of(command) == "racked_decks_at_once"


@pytest.mark.rule("racked_decks_at_once", "shuffler_jam", "device_removed_first")
@pytest.mark.parametrize("mode", ["virtual", "keyed"])
def test_a_deck_that_jams_after_the_lock_out_is_shuffled_before_the_other_is_dealt(mode: str) -> None:
    """And where it jams once more while the other is played, the shuffler leaves with it, and the stub is racked."""
    two = massachusetts(None, **AUTOMATED, shuffler={"counts": True}, backs=["red", "blue"], mode=mode)
    order = DECK if mode == "virtual" else ()
    desk = Desk(two).open(1).ready().bets(1)
    rack = msgspec.structs.replace(desk.table.decks["blue"], stage="racked", order=())
    desk.table = msgspec.structs.replace(desk.table, decks={**desk.table.decks, "blue": rack})
    desk.act(c.LockOut())
    for _ in range(2):
        desk.act(c.ReportShufflerJam("blue"))
        refused = desk.refused(c.DealCards("left"))
        assert str(refused) == "the blue deck is not shuffled again: it is shuffled first (ma-2(b))"
        step = guide(two, desk.table)
        assert step is not None
        assert (step.act, step.deck) == ("ShuffleDeck", "blue")
    desk.act(c.ShuffleDeck("blue", "shuffler", order))
    desk.act(c.DealCards("left"))
    if mode == "keyed":
        desk.play(stud.DealUnseen({1: 5}, 5))
    assert desk.rule_of(c.RemoveDevice("automated-shoe"), FLO) is None, "cards are dealt from it"
    desk.act(c.ReportShufflerJam("blue"))
    if mode == "keyed":
        step = guide(two, desk.table)
        assert step is not None
        assert step.act == "RackStub", "the jammed deck lies in the shuffler, not in the rack"
    desk.act(c.RackStub())
    desk.act(c.RemoveDevice("shuffler"), FLO)
    assert list(desk.table.decks) == ["red"]
    desk.clear()
    assert desk.stud.up is not None


@pytest.mark.rule("racked_decks_at_once")
def test_a_void_round_does_not_rack_a_second_deck_either() -> None:
    desk = Desk(massachusetts(None, shuffler=True, backs=["red", "blue"])).open(1).ready()
    desk.bets(1).deal().clear()
    _finish(desk)
    desk.bets(1)
    desk.play(stud.Report("hole-card-exposed"))
    assert desk.rule_of(c.Reconcile()) == "racked_decks_at_once"
    desk.act(c.ShuffleDeck("red", "shuffler", DECK))
    desk.act(c.Reconcile())
