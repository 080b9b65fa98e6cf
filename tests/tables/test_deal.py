"""From the wagers to the decisions: lock-out, chips, the ways to deal, cards found face up, and the stub."""

from __future__ import annotations

from typing import Any

import msgspec
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
from upcard.web.views.actions import steps

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


@pytest.mark.rule("progressive_chips_counted", "progressive_coupon")
def test_the_chips_are_counted_against_the_accepted_wagers_and_coupons_are_none() -> None:
    desk = Desk(massachusetts("C")).open(1, 3, 4).ready().bets(1, 3, 4)
    desk.play(stud.PlaceWager(1, "progressive", 100), player(1))
    desk.play(stud.PlaceWager(3, "progressive", 100), player(3))
    desk.play(stud.PlaceCoupon(4, "progressive", 100), player(4))
    assert desk.rule_of(c.CountChips(2)) == "progressive_chips_counted"
    desk.act(c.LockOut())
    rule = "progressive_chips_counted"
    assert desk.rule_of(c.DealCards("left")) == rule
    assert desk.rule_of(c.CountChips(2), FLO) == rule
    for wrong in (1, 3):
        desk.act(c.CountChips(wrong))
        assert desk.table.chips == "wrong"
        assert desk.rule_of(c.DealCards("left")) == rule
    desk.act(c.CountChips(2))
    desk.act(c.DealCards("left"))
    counts = [(x.event.chips, x.event.accepted) for x in desk.recorded if isinstance(x.event, e.ChipsCounted)]
    assert counts == [(1, 2), (3, 2), (2, 2)]
    alone = Desk(massachusetts("C")).open(1).ready().bets(1)
    alone.play(stud.PlaceCoupon(1, "progressive", 100), player(1))
    alone.act(c.LockOut())
    alone.act(c.DealCards("left"))


@pytest.mark.rule("progressive_chips_counted", "chips_miscounted")
def test_chips_and_accepted_wagers_that_differ_are_counted_again_or_corrected_or_void_the_round() -> None:
    rule, voids = "progressive_chips_counted", "chips_miscounted"
    void = stud.Report("chips-miscounted")

    def closed() -> Desk:
        desk = Desk(massachusetts("D")).open(1, 3, 4).ready().bets(1, 3, progressive=100).bets(4)
        desk.act(c.LockOut())
        return desk

    desk = closed()
    assert desk.refused_play(void, SUE) == voids, "nothing has been counted yet"
    assert desk.rule_of(c.CountChips(-1)) == rule
    desk.act(c.CountChips(1))
    assert desk.refused_play(void) == voids, "that is a supervisor's"
    assert "is for a supervisor" in desk.refused(c.Play(stud.CorrectProgressive(3, 0))).because
    desk.play(stud.CorrectProgressive(3, 0), SUE)
    assert desk.refused_play(stud.CorrectProgressive(3, 0), SUE) == rule
    assert desk.steps == ["CountChips"], "what was corrected is counted again"
    assert desk.refused_play(void, SUE) == voids
    desk.act(c.CountChips(2))
    desk.play(stud.CorrectProgressive(4, 500), SUE)
    desk.act(c.CountChips(2))
    assert desk.steps == []
    assert {n: seat.progressive for n, seat in desk.stud.seats.items()} == {1: 100, 3: 0, 4: 500}
    desk.act(c.DealCards("left"))
    assert desk.refused_play(stud.CorrectProgressive(1, 0), SUE) == rule

    none = closed()
    none.act(c.CountChips(1))
    for seat in (1, 3):
        none.play(stud.CorrectProgressive(seat, 0), SUE)
    assert none.steps == ["CountChips"], "a chip was counted and no wager is left"
    none.act(c.CountChips(0))
    assert none.steps == []

    lost = closed()
    lost.act(c.CountChips(3))
    assert stud.Report("chips-miscounted") in reports(lost, SUE)
    assert stud.Report("chips-miscounted") not in reports(lost, DEE)
    lost.play(void, SUE)
    assert (lost.stud.phase, lost.stud.void) == ("settled", voids)
    assert sum(p.returned for p in lost.stud.payments) == 3200
    lost.act(c.Reconcile())


@pytest.mark.rule("progressive_chips_counted")
def test_a_chip_is_counted_that_lies_there_although_no_wager_was_accepted() -> None:
    rule = "progressive_chips_counted"

    def closed(schedule: str | None = "D") -> Desk:
        desk = Desk(massachusetts(schedule, mode="keyed")).open(1, 3).ready().bets(1, 3)
        assert desk.rule_of(c.CountChips(1)) == rule, "the bets are open"
        desk.act(c.LockOut())
        return desk

    def offered(desk: Desk) -> list[str]:
        return [one["act"]["act"] for one in steps(desk.t, desk.table, options(desk.t, desk.table, DEE)) if one["asks"]]

    desk = closed()
    assert desk.steps == [], "nothing is due where nothing was accepted"
    assert offered(desk) == ["CountChips"]
    assert desk.rule_of(c.CountChips(1), FLO) == rule
    assert desk.rule_of(c.CountChips(-1)) == rule
    desk.act(c.CountChips(0))
    assert desk.steps == []
    desk.act(c.CountChips(1))
    assert desk.steps == ["CountChips"]
    assert offered(desk) == [], "it is the next step now"
    assert stud.Report("chips-miscounted") in reports(desk, SUE)
    desk.play(stud.CorrectProgressive(3, 500), SUE)
    desk.act(c.CountChips(1))
    assert desk.steps == []
    desk.act(c.DealCards("left"))
    assert (desk.rule_of(c.CountChips(1)), offered(desk)) == (rule, [])
    without = closed(None)
    assert (without.rule_of(c.CountChips(1)), offered(without)) == (rule, []), "no device stands there"


def reports(desk: Desk, by: Actor) -> list[Any]:
    return [stud.Report(**o.fields) for o in options(desk.t, desk.table, by).in_round if o.act == "Report"]


@pytest.mark.rule("contribution_at")
def test_a_token_in_the_slot_stays_there() -> None:
    desk = Desk(south_dakota("sd-2011", "classic-10pct")).open(1).bets(1, progressive=100)
    assert desk.refused_play(stud.TakeBackWager(1, "progressive"), player(1)) == "contribution_at"
    later = Desk(south_dakota()).open(1).bets(1, progressive=100)
    later.play(stud.TakeBackWager(1, "progressive"), player(1))


@pytest.mark.rule("verbal_cash_wagers")
def test_a_spoken_wager_with_cash_is_not_taken_in_massachusetts() -> None:
    ante = stud.PlaceWager(1, "ante", 1000)
    desk = Desk(massachusetts()).open(1)
    assert desk.rule_of(c.Play(ante, tender="cash"), player(1)) == "verbal_cash_wagers"
    desk.act(c.Play(ante, tender="plaques"), player(1))
    Desk(south_dakota()).open(1).act(c.Play(ante, tender="cash"), player(1))


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


# ---- the stub


@pytest.mark.rule("stub_counted_every", "from_hand_stub_count", "automated_shoe_stub_count", "full_count_racked")
@pytest.mark.parametrize(
    ("house", "rule"),
    [
        (massachusetts(None), "stub_counted_every"),
        (massachusetts(None, **FROM_HAND), "from_hand_stub_count"),
        (massachusetts(None, **AUTOMATED), "automated_shoe_stub_count"),
    ],
)
def test_the_stub_is_counted_in_the_fifth_round_and_may_be_counted_before(house: Any, rule: str) -> None:
    desk = Desk(house).open(1)
    for number in range(1, 7):
        desk.ready().bets(1).deal()
        if number == 5:
            assert desk.steps == ["CountStub"]
            assert desk.rule_of(c.RackStub()) == rule
            assert desk.rule_of(c.CountStub(42), FLO) == rule
            desk.act(c.CountStub(42))
            assert desk.table.since_count == 0
        else:
            assert desk.steps == ["RackStub"]
            desk.act(c.RackStub())
        _finish(desk)
    assert desk.table.since_count == 1
    desk.ready().bets(1).deal()
    desk.act(c.CountStub(42))
    assert desk.table.since_count == 0
    assert desk.rules(e.StubCounted) == ["full_count_racked"] * 2


def _finish(desk: Desk) -> None:
    desk.clear().decide().play(stud.Reveal())
    desk.settle_all().act(c.Reconcile())


@pytest.mark.rule("counting_shuffler")
def test_a_counting_shuffler_spares_the_count_of_an_automated_shoe_alone() -> None:
    spared = massachusetts(None, dealing="automated-shoe", shuffler={"counts": True})
    bound = massachusetts(None, dealing="from-hand", shuffler={"counts": True})
    for house, step in ((spared, "RackStub"), (bound, "CountStub")):
        desk = Desk(house).open(1)
        for _ in range(4):
            desk.ready().bets(1).deal().clear()
            _finish(desk)
        desk.ready().bets(1).deal()
        assert desk.steps == [step]
        assert len(desk.rules(e.DeckCounted)) == (5 if house is spared else 0)
        desk.act(c.CountStub(42))


@pytest.mark.rule("full_count_racked")
def test_a_full_count_goes_on_whether_or_not_the_hands_are_counted() -> None:
    for hands in (None, 20):
        desk = Desk(massachusetts(None)).to_decisions(HANDS, QUALIFIES)
        desk.act(c.CountStub(32, hands=hands))
        assert desk.stud.void is None
        assert desk.rules(e.StubCounted) == ["full_count_racked"]


@pytest.mark.rule("stub_count_wrong", "full_count_racked", "misdeal_found_at", "misdealt_deck_total")
@pytest.mark.parametrize(
    ("cards", "misdealt", "hands", "stays"),
    [
        (31, False, None, False), (33, False, None, False), (31, True, None, False), (33, True, None, False),
        (31, True, 21, True), (33, True, 19, True), (31, False, 21, True),
        (31, True, 20, False), (31, True, 22, False), (33, True, 21, False), (32, False, 21, False),
        (20, True, None, False), (20, True, 20, False), (0, True, 52, True),
    ],
)  # fmt: skip
def test_a_wrong_count_voids_the_round_and_only_a_misdealt_deck_of_52_stays(
    cards: int, misdealt: bool, hands: int | None, stays: bool
) -> None:
    desk = Desk(massachusetts(None)).to_decisions(HANDS, QUALIFIES)
    desk.act(c.CountStub(cards, misdealt, hands))
    assert desk.stud.void == "stub_count_wrong"
    assert {p.result for p in desk.stud.payments} == {"void"}
    (counted,) = [entry.event for entry in desk.recorded if isinstance(entry.event, e.StubCounted)]
    assert counted.total == (cards + 20 if cards != 32 else 53)
    found = misdealt or hands not in (None, 20)
    assert desk.rules(e.StubCounted) == ["misdeal_found_at" if found else "stub_count_wrong"]
    assert desk.table.deck.stage == ("in play" if stays else "withdrawn")
    desk.clear().act(c.Reconcile())
    assert desk.table.deck.stage == ("racked" if stays else "withdrawn")
    step = "shuffled_every_round" if stays else "misdealt_deck_total" if found else "stub_count_wrong"
    assert desk.rule_of(c.InspectDeck("red")) == step


@pytest.mark.rule("face_up_card", "misdealt_deck_total")
def test_a_card_in_the_rack_counts_for_the_52_of_a_misdealt_deck() -> None:
    for hands, stays in ((20, False), (21, True)):
        desk = Desk(massachusetts(None, mode="keyed")).open(1, 3, 4).ready().bets(1, 3, 4)
        desk.act(c.LockOut())
        desk.act(c.DealCards("left"))
        desk.play(stud.Report("face-up-card"))
        desk.play(stud.DealUnseen({1: 5, 3: 5, 4: 5}, 5, QUALIFIES[0]))
        desk.act(c.CountStub(30, hands=hands))
        assert (desk.table.deck.stage == "in play") is stays


@pytest.mark.rule("full_count_racked")
@pytest.mark.parametrize(("cards", "hands"), [(-1, None), (53, None), (99, None), (31, -1), (31, 53)])
def test_a_number_that_no_deck_has_is_no_count(cards: int, hands: int | None) -> None:
    desk = Desk(massachusetts(None)).to_decisions(HANDS, QUALIFIES)
    for misdealt in (False, True):
        assert desk.rule_of(c.CountStub(cards, misdealt, hands)) == "full_count_racked"
    assert desk.stud.void is None


def test_a_count_of_before_is_written_as_it_stands() -> None:
    entry = b'{"type":"StubCounted","cards":99,"total":109,"rule":"stub_count_wrong"}'
    assert msgspec.json.encode(msgspec.json.decode(entry, type=e.StubCounted)) == entry


@pytest.mark.rule("stub_counted_every", "manual_shoe_stub")
@pytest.mark.parametrize("owned", [False, True])
def test_rounds_without_a_count_are_not_forgotten_when_the_table_closes(owned: bool) -> None:
    described = [{"id": "R1", "back": "red", "cut_card": "yellow", "cover_card": "green"}]
    desk = Desk(massachusetts(None, deck=described) if owned else massachusetts(None))
    for opening in range(3):
        desk.open(1)
        for number in range(2):
            desk.ready().bets(1).deal()
            assert desk.steps == ["CountStub" if (opening, number) == (2, 0) else "RackStub"]
            desk.clear()
            _finish(desk)
        desk.act(c.CloseTable())
    assert desk.table.since_count == 1


@pytest.mark.rule("shuffle_methods", "stub_counted_every")
def test_a_deck_that_was_dealt_here_does_not_come_back_as_pre_shuffled() -> None:
    described = [{"id": id, "back": "red", "cut_card": "yellow", "cover_card": "green"} for id in ("R1", "R2")]
    desk = Desk(massachusetts(None, deck=described)).open(1)
    pre_shuffled = c.ShuffleDeck("red", "pre-shuffled", DECK)
    desk.act(pre_shuffled)
    desk.ready().bets(1).deal().clear()
    _finish(desk)
    desk.act(c.CloseTable())
    desk.open(1)
    error = desk.refused(pre_shuffled)
    assert (error.clause, "dealt at this table before" in error.because) == ("ma-4(a)", True)
    desk.ready().bets(1).deal()
    desk.act(c.CountStub(41))
    desk.act(c.Reconcile())
    desk.act(c.ReplaceDeck("red"), FLO)
    desk.act(pre_shuffled)


@pytest.mark.rule("shuffle_methods", "stub_counted_every")
def test_a_deck_that_was_dealt_here_is_known_however_its_id_is_written() -> None:
    desk = Desk(massachusetts(None))
    for id in ("X-1", "x-1", "\uff38 -1"):
        desk.open(1).act(c.ReplaceDeck("red", id), FLO)
        if id != "X-1":
            assert "dealt at this table before" in desk.refused(c.ShuffleDeck("red", "pre-shuffled", DECK)).because
        desk.ready().bets(1).deal()
        desk.act(c.RackStub())
        _finish(desk)
        desk.act(c.CloseTable())
    assert desk.table.uncounted == {"X-1": 3}


@pytest.mark.rule("stub_counted_every", "from_hand_stub_count")
def test_counts_of_one_deck_do_not_stand_for_the_other() -> None:
    desk = Desk(massachusetts(None, dealing="from-hand", shuffler=True, backs=["red", "blue"])).open(1)
    asked = []
    for number in range(1, 15):
        desk.ready().bets(1).deal()
        asked += [(number, desk.table.current)] * (desk.steps == ["CountStub"])
        desk.act(c.CountStub(42) if desk.table.current == "red" or desk.steps == ["CountStub"] else c.RackStub())
        _finish(desk)
    assert asked == [(10, "blue")]


@pytest.mark.rule("counted_deck_spared", "counting_shuffler", "automated_shoe_stub_count")
def test_a_deck_that_the_shuffler_did_not_count_has_its_stub_counted() -> None:
    """It depends on the shuffler that was used for this very deck: one that has left spares nothing."""
    desk = Desk(massachusetts(None, dealing="automated-shoe", shuffler={"counts": True})).open(1)
    for _ in range(3):
        desk.ready().bets(1).deal().clear()
        _finish(desk)
    desk.ready()
    desk.act(c.RemoveDevice("shuffler"), FLO)
    desk.bets(1).deal()
    assert desk.steps == ["RackStub"], "counted by the shuffler before it left"
    desk.clear()
    _finish(desk)
    desk.ready().bets(1).deal()
    assert desk.table.since_count == 5
    assert desk.steps == ["CountStub"]
    assert desk.rule_of(c.RackStub()) == "automated_shoe_stub_count"
    desk.clear()
    _finish(desk)
    desk.act(c.InstallDevice("shuffler"), FLO)
    for _ in range(5):
        desk.ready().bets(1).deal()
        assert desk.steps == ["RackStub"]
        desk.clear()
        _finish(desk)


@pytest.mark.rule("stub_count_wrong")
def test_a_stub_is_counted_by_its_own_step_and_south_dakota_knows_none() -> None:
    desk = Desk(massachusetts(None)).to_decisions(HANDS, QUALIFIES)
    assert desk.refused_play(stud.Report("stub-count")) == "stub_count_wrong"
    sd = Desk(south_dakota()).to_decisions(HANDS, QUALIFIES)
    assert sd.rule_of(c.CountStub(32)) is None
    assert Desk(bonus_six()).open().rule_of(c.RackStub()) is None
    void = Desk(massachusetts(None, mode="keyed", **AUTOMATED)).open(1).ready().bets(1).deal()
    void.play(stud.DealUnseen({1: 5}, 4))
    void.play(stud.Report("shoe-jam"))
    void.act(c.CountStub(31))
    assert void.stud.void == "shoe_jam"
    assert void.table.deck.stage == "withdrawn"


# ---- two decks


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


@pytest.mark.rule("cover_all_placed", "cover_all_display")
def test_cover_all_is_wagered_before_the_round_and_the_screen_shows_its_column_after_the_deal() -> None:
    from upcard.tables import signs

    desk = Desk(massachusetts("D", **FULL_MA)).to_decisions(HANDS, NO_HAND, {"cover_all": 500}).clear()
    assert desk.refused_play(stud.PlaceWager(1, "cover_all", 500), player(1)) == "cover_all_placed"
    shown = [sign for sign in signs(desk.t, desk.table) if sign.rule == "cover_all_display"]
    assert [sign.title for sign in shown] == ["Cover all, 4 hands"]
    assert ("royal flush", "250 to 1") in shown[0].lines
    assert not [s for s in signs(desk.t, Desk(desk.t).open().table) if s.rule == "cover_all_display"]
