"""From the wagers to the decisions: lock-out, chips, the ways to deal, cards found face up, and the stub."""

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
    SUE,
    Desk,
    bonus_six,
    massachusetts,
    player,
    south_dakota,
)  # fmt: skip
from tests.tables.stack import stud_order
from upcard.cards import DECK, Card
from upcard.games import caribbean_stud as stud
from upcard.tables import Actor, options, view
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.dealing import deal_command
from upcard.tables.next_step import guide

AUTOMATED: dict[str, Any] = {"dealing": "automated-shoe"}
FROM_HAND: dict[str, Any] = {"dealing": "from-hand", "shuffler": True}
GROUPS: dict[str, Any] = {"dealing": "groups", "shuffler": True}

WAYS = (
    (massachusetts, 1, "manual_shoe_stub", "lock_out"),
    (lambda: massachusetts(**FROM_HAND), 1, "from_hand_stub", "from_hand_needs"),
    (lambda: massachusetts(**AUTOMATED), 5, "automated_shoe_stub", "automated_shoe_lock_out"),
    (south_dakota, 5, "stub_racked", "lock_out"),
    (lambda: south_dakota("sd-2011", "classic-5000"), 5, "stub_racked", "lock_out"),
    (lambda: south_dakota(**GROUPS), 5, "stub_racked", "lock_out"),
)


@pytest.mark.rule(
    "lock_out", "automated_shoe_lock_out", "from_hand_needs", "manual_shoe_order", "from_hand_order",
    "automated_shoe_order", "automated_shoe_up_card", "dealt_singly", "dealt_in_groups", "manual_shoe_hidden",
    "from_hand_hidden", "automated_shoe_hidden", "manual_shoe_stub", "from_hand_stub", "automated_shoe_stub",
    "stub_racked", "hand_size",
)  # fmt: skip
@pytest.mark.parametrize(("house", "up", "stub", "lock"), WAYS)
def test_each_way_of_dealing_has_its_order_its_face_up_card_and_its_stub(
    house: Any, up: int, stub: str, lock: str
) -> None:
    desk = Desk(house())
    assert desk.t.dealing is not None
    desk.orders.append(stud_order(HANDS, QUALIFIES, singly=desk.t.dealing.order.deal == "singly"))
    desk.open(1, 3, 4, 5).ready().bets(1, 3, 4)
    assert desk.rule_of(deal_command(desk.t, desk.table)) == lock
    desk.act(c.LockOut())
    desk.act(deal_command(desk.t, desk.table))
    assert {seat: state.cards for seat, state in desk.stud.seats.items()} == HANDS
    assert desk.stud.dealer == QUALIFIES
    later = "automated_shoe_up_card" if stub == "automated_shoe_stub" else None
    _seen_by_all(desk, None if later else QUALIFIES[up - 1], own=set())
    assert desk.refused_play(stud.Bet(1), player(1)) == stub
    desk.act(c.RackStub())
    assert desk.rules(e.StubRacked) == [stub]
    assert desk.rule_of(c.RackStub()) == stub
    assert desk.steps == (["TurnUpCard"] if later else [])
    if later is not None:
        _seen_by_all(desk, None, own={3})
        assert desk.refused_play(stud.Bet(1), player(1)) == later
        assert desk.refused_play(stud.TurnUpCard(QUALIFIES[0])) is None, "the system knows the card"
        desk.play(stud.TurnUpCard())
    _seen_by_all(desk, QUALIFIES[up - 1], own={3})
    desk.play(stud.Bet(1), player(1))


def _seen_by_all(desk: Desk, up: Card | None, own: set[int]) -> None:
    """Of the dealer's cards the one, and of the seats' cards what the player of seat 3 has picked up."""
    assert desk.t.dealing is not None
    for viewer in ("dealer", "sign", "surveillance", 3, 5):
        seen = view(desk.t, desk.table, viewer)
        assert isinstance(seen.round, stud.RoundView)
        assert [card for card in seen.round.dealer if card is not None] == ([up] if up is not None else [])
        assert {n for n, s in seen.round.seats.items() if s.cards != (None,) * 5} == own & {viewer}
        assert seen.hidden_under == desk.t.dealing.hidden_rule


@pytest.mark.rule("automated_shoe_up_card", "automated_shoe_stub", "manual_shoe_order", "dealt_in_groups")
@pytest.mark.parametrize(
    ("house", "rule"),
    [
        (lambda: massachusetts(**AUTOMATED, mode="keyed"), "automated_shoe_up_card"),
        (lambda: massachusetts(mode="keyed"), "manual_shoe_order"),
        (lambda: south_dakota(**GROUPS, mode="keyed"), "dealt_in_groups"),
    ],
)
def test_the_dealers_card_is_keyed_when_the_law_has_it_lie_face_up(house: Any, rule: str) -> None:
    desk = Desk(house()).open(1).ready().bets(1).deal()
    later, card = rule == "automated_shoe_up_card", QUALIFIES[0]
    step = guide(desk.t, desk.table)
    assert step is not None
    assert ("up_card" in step.asks) is not later
    told = {True: stud.DealUnseen({1: 5}, 5), False: stud.DealUnseen({1: 5}, 5, card)}
    assert desk.refused_play(told[not later]) == rule
    desk.play(told[later])
    assert (desk.steps, desk.stud.up) == (["RackStub"], None if later else card)
    early = desk.t.dealing.stub_rule if later else rule  # type: ignore[union-attr]
    assert desk.refused_play(stud.TurnUpCard(card)) == early
    desk.act(c.RackStub())
    if later:
        turned = guide(desk.t, desk.table)
        assert turned is not None
        assert (turned.act, turned.asks, turned.rule) == ("TurnUpCard", ("card",), rule)
        assert desk.refused_play(stud.TurnUpCard()) is None, "real cards are keyed"
        assert desk.refused_play(stud.TurnUpCard(card), FLO) == rule
        assert desk.refused_play(stud.Fold(1), player(1)) == rule
        desk.play(stud.TurnUpCard(card))
    assert desk.refused_play(stud.TurnUpCard(card)) == rule, "it lies there already"
    assert (desk.stud.up, desk.steps) == (card, [])
    desk.play(stud.Bet(1), player(1))


@pytest.mark.rule("manual_shoe_drawing_hand")
def test_the_hand_nearest_the_shoe_draws() -> None:
    desk = Desk(massachusetts(None, shoe_side="right")).open(1).ready().bets(1)
    desk.act(c.LockOut())
    for wrong in (c.DealCards(), c.DealCards("left")):
        assert desk.rule_of(wrong) == "manual_shoe_drawing_hand"
    assert desk.rule_of(c.DealCards("right"), FLO) == "manual_shoe_order"
    assert desk.act(c.DealCards("right", "left"))[0] == e.CardsLeftDeck("red", "right"), "no hand holds the shoe's deck"
    left = next(entry.event for entry in desk.recorded if isinstance(entry.event, e.CardsLeftDeck))
    assert (left.drawing_hand, left.holding_hand) == ("right", "")


@pytest.mark.rule("from_hand_needs")
def test_the_dealer_chooses_the_hand_that_holds_the_deck() -> None:
    desk = Desk(massachusetts(None, **FROM_HAND)).open(1).ready().bets(1)
    desk.act(c.LockOut())
    assert desk.rule_of(c.DealCards("left")) == "from_hand_needs"
    for hand in ("left", "right"):
        error = desk.refused(c.DealCards(hand, hand))
        assert (error.clause, error.because) == (
            "ma-8(c)",
            f"the {hand} hand holds the deck: the other takes each card",
        )
    desk.act(c.DealCards("right", "left"))
    assert desk.table.holding_hand == "left"


@pytest.mark.rule("lock_out", "wagers_frozen_after")
def test_after_the_lock_out_nothing_is_wagered_and_only_then_are_cards_dealt() -> None:
    for t in (south_dakota(), massachusetts()):
        desk = Desk(t).open(1, 3).ready().bets(1)
        for by in (FLO, SUE, player(1)):
            assert desk.rule_of(c.LockOut(), by) == "lock_out"
        assert desk.refused_play(stud.CloseBets()) is None
        desk.act(c.LockOut())
        assert desk.refused_play(stud.PlaceWager(3, "ante", 1000), player(3)) == "wagers_frozen_after"
        assert desk.refused_play(stud.TakeBackWager(1, "ante"), player(1)) == "wagers_frozen_after"
        assert desk.refused(c.LockOut()).because == "the bets are closed already"
    empty = Desk(south_dakota()).open(1).ready()
    assert empty.rule_of(c.LockOut()) == "ante_required"
    six = Desk(bonus_six()).open(1).ready().bets(1)
    assert six.rule_of(c.DealCards()) == "ante_required"


def reports(desk: Desk, by: Actor) -> list[Any]:
    return [stud.Report(**o.fields) for o in options(desk.t, desk.table, by).in_round if o.act == "Report"]


# ---- irregular deals


@pytest.mark.rule("face_up_card")
def test_one_card_found_face_up_is_not_used_and_a_second_voids_the_round() -> None:
    for count in (1, 2):
        desk = Desk(massachusetts(None))
        desk.orders.append(stud_order(HANDS, QUALIFIES, singly=True, top=DECK[-2:][:1]))
        desk.open(1, 3, 4).ready().bets(1, 3, 4)
        desk.act(c.LockOut())
        for _ in range(count):
            desk.play(stud.Report("face-up-card"), FLO)
        if count == 2:
            assert desk.stud.void == "face_up_card"
            assert desk.steps == []
            desk.act(c.Reconcile())
            assert desk.table.deck.stage == "racked"
            continue
        desk.act(c.DealCards("left"))
        assert desk.stud.dealer == QUALIFIES
        assert desk.stud.seats[1].cards == HANDS[1]
        desk.act(c.CountStub(52 - 20 - 1))
        assert desk.rules(e.StubCounted) == ["full_count_racked"]


@pytest.mark.rule("shoe_jam")
def test_only_an_automated_shoe_can_jam() -> None:
    desk = Desk(massachusetts(None)).open(1).ready().bets(1)
    desk.act(c.LockOut())
    assert desk.refused_play(stud.Report("shoe-jam")) == "shoe_jam"
    early = Desk(massachusetts(None, **AUTOMATED)).open(1).ready().bets(1)
    assert str(early.refused(c.Play(stud.Report("shoe-jam")))) == (
        "shoe-jam can only be found from the closing of the bets until the round is over; now bets are open (ma-13(f))"
    )
    automated = Desk(massachusetts(None, mode="keyed", **AUTOMATED)).open(1).ready().bets(1).deal()
    automated.play(stud.Report("shoe-jam"))
    assert automated.stud.void == "shoe_jam"
    assert automated.steps == []
    automated.act(c.Reconcile())
    assert automated.table.deck.stage == "racked"
    assert Desk(bonus_six()).open(1).refused_play(stud.Report("shoe-jam")) is None


@pytest.mark.rule("exposed_hole_card", "hole_card_exposed")
@pytest.mark.parametrize("elected", ["void", "play-on"])
def test_a_hole_card_exposed_late_is_the_supervisors_decision(elected: str) -> None:
    desk = Desk(massachusetts(None, exposed_hole_card=elected)).to_decisions(HANDS, QUALIFIES)
    late = stud.Report("hole-card-exposed-late")
    for by in (DEE, FLO, player(1)):
        assert desk.refused_play(late, by) == "exposed_hole_card"
        assert desk.refused_play(stud.Report("hole-card-exposed"), by) == "hole_card_exposed"
    desk.play(late, SUE)
    assert desk.stud.void == ("exposed_hole_card" if elected == "void" else None)
    told = Desk(massachusetts(None, exposed_hole_card=elected)).to_decisions(HANDS, QUALIFIES)
    told.play(stud.Report("hole-card-exposed"), SUE)
    assert told.stud.void == "hole_card_exposed", "it happened before the bets were closed, whenever it is told"
    early = Desk(massachusetts(None)).open(1).ready().bets(1)
    early.play(stud.Report("hole-card-exposed"))
    assert early.stud.void == "hole_card_exposed"
    for act in (c.LockOut(), c.Play(stud.PlaceWager(1, "bonus", 100)), c.Play(stud.TakeBackWager(1, "ante"))):
        refused = early.refused(act, DEE if isinstance(act, c.LockOut) else player(1))
        assert "the round is void" in refused.because
        assert "reconcile it first" in refused.because
        assert refused.clause is None
    early.act(c.Reconcile())
    assert early.table.deck.stage == "racked"


def test_something_wrong_is_said_by_staff_and_whatever_else_is_due() -> None:
    desk = Desk(south_dakota(schedule=None)).to_decisions(HANDS, QUALIFIES)
    assert desk.steps == ["RackStub"]
    for kind, seat in (("player-wrong-count", 3), ("dealer-wrong-count", 0)):
        refusal = desk.refused(c.Play(stud.Report(kind, seat)))
        assert "the system dealt these cards and knows how many each hand has" in str(refusal)
        assert refusal.rule is None
    assert desk.refused_play(stud.Report("player-wrong-count", 3), player(3)) is None
    desk.miscounted(stud.Report("player-wrong-count", 3), FLO)
    assert desk.stud.seats[3].void == "player_wrong_count"
    assert desk.refused_play(stud.Report("face-up-card")) is None
    assert desk.steps == ["RackStub"]


def _finish(desk: Desk) -> None:
    desk.clear().decide().play(stud.Reveal())
    desk.settle_all().act(c.Reconcile())


@pytest.mark.rule("cover_all_placed", "cover_all_display")
def test_cover_all_is_wagered_before_the_round_and_the_screen_shows_its_column_after_the_deal() -> None:
    from upcard.tables import signs

    desk = Desk(massachusetts("D", **FULL_MA)).to_decisions(HANDS, NO_HAND, {"cover_all": 500}).clear()
    assert desk.refused_play(stud.PlaceWager(1, "cover_all", 500), player(1)) == "cover_all_placed"
    shown = [sign for sign in signs(desk.t, desk.table) if sign.rule == "cover_all_display"]
    assert [sign.title for sign in shown] == ["Cover all, 4 hands"]
    assert ("royal flush", "250 to 1") in shown[0].lines
    assert not [s for s in signs(desk.t, Desk(desk.t).open().table) if s.rule == "cover_all_display"]
