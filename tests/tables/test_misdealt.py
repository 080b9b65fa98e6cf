"""A dealer who was dealt wrongly, at a table with real cards; and wagers that only a count that differs puts right."""

from __future__ import annotations

import msgspec
import pytest

from tests.tables.desk import DEE, QUALIFIES, SUE, Desk, massachusetts, player, south_dakota
from tests.tables.stack import hand
from upcard.games import caribbean_stud as stud
from upcard.present.narration import at_table
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.dealing import deal_command
from upcard.tables.next_step import guide
from upcard.tables.options import voids_late
from upcard.web.views.actions import next_document

SEATS = {1: 5, 3: 5}
UP = QUALIFIES[0]


def dealing(desk: Desk, **wagers: int) -> Desk:
    desk.open(*SEATS).ready().bets(*SEATS, **wagers)
    desk.act(c.LockOut())
    desk.clear()
    desk.act(deal_command(desk.t, desk.table))
    return desk


@pytest.mark.rule("dealer_wrong_count")
@pytest.mark.parametrize("edition", ["sd-2011", "sd-2015"])
@pytest.mark.parametrize("count", [0, 4, 6])
def test_a_misdealt_dealer_may_have_no_card_that_lies_face_up(edition: str, count: int) -> None:
    desk = dealing(Desk(south_dakota(edition, mode="keyed")))
    assert "face up" in desk.refused(c.Play(stud.DealUnseen(SEATS, 5))).because
    desk.play(stud.DealUnseen(SEATS, count))
    assert desk.stud.misdealt


def test_a_dealer_who_is_to_be_completed_shows_a_card() -> None:
    desk = dealing(Desk(massachusetts(None, mode="keyed")))
    assert "face up" in desk.refused(c.Play(stud.DealUnseen(SEATS, 4))).because


@pytest.mark.rule("dealer_wrong_count", "misdeal_progressive")
def test_cards_of_a_misdealt_dealer_stand_in_nobodys_way() -> None:
    desk = dealing(Desk(south_dakota(mode="keyed")), progressive=100)
    four = hand("Qc Qd Qs Qh 3s")
    desk.play(stud.DealUnseen(SEATS, 4, four[2]))
    desk.clear()
    desk.settle()
    desk.play(stud.ShowHand(3, four))
    assert desk.stud.seats[3].cards == four


@pytest.mark.rule("dealer_completes_from", "dealer_completed_times", "dealer_wrong_count")
def test_a_dealer_who_is_short_once_more_is_misdealt() -> None:
    desk = dealing(Desk(massachusetts(None, mode="keyed")))
    desk.play(stud.DealUnseen(SEATS, 5, UP))
    desk.clear()
    desk.play(stud.Report("dealer-short"), SUE)
    desk.act(deal_command(desk.t, desk.table))
    desk.play(stud.CompleteDealer())
    desk.play(stud.Report("dealer-short"), SUE)
    assert desk.stud.void == "dealer_wrong_count"
    assert sum(p.returned for p in desk.stud.payments) == sum(p.staked for p in desk.stud.payments) > 0


@pytest.mark.rule("exposed_hole_card")
def test_no_hole_card_is_exposed_late_once_everybody_has_decided() -> None:
    desk = dealing(Desk(massachusetts(None, mode="keyed")))
    desk.play(stud.DealUnseen(SEATS, 5, UP))
    desk.clear()
    desk.decide()
    desk.play(stud.Report("dealer-short"), SUE)
    error = desk.refused(c.Play(stud.Report("hole-card-exposed-late")), SUE)
    assert (error.rule, "everybody has decided" in error.because) == ("exposed_hole_card", True)


@pytest.mark.rule("progressive_chips_counted")
def test_a_progressive_wager_is_corrected_only_after_a_count_that_differs() -> None:
    desk = Desk(massachusetts(mode="keyed")).open(*SEATS).ready().bets(*SEATS, progressive=100)
    desk.act(c.LockOut())
    strike = c.Play(stud.CorrectProgressive(1, 0))
    for count in (None, 2):
        if count is not None:
            desk.act(c.CountChips(count))
        error = desk.refused(strike, SUE)
        assert (error.clause, "counted" in error.because) == ("ma-7(c)", True)
    other = Desk(massachusetts(mode="keyed")).open(*SEATS).ready().bets(*SEATS, progressive=100)
    other.act(c.LockOut())
    other.act(c.CountChips(1))
    other.act(strike, SUE)


@pytest.mark.rule("progressive_device")
@pytest.mark.parametrize("mode", ["keyed", "virtual"])
def test_a_progressive_wager_is_no_plaque(mode: str) -> None:
    desk = Desk(massachusetts(mode=mode)).open(1).ready().bets(1)
    wager = stud.PlaceWager(1, "progressive", 100)
    assert desk.refused(c.Play(wager, tender="plaques"), player(1)).clause == "ma-6(c)"
    desk.act(c.Play(wager), player(1))


@pytest.mark.rule("full_count_racked", "player_wrong_count")
def test_the_form_of_a_stub_count_wants_the_hands_once_one_was_found_wrong() -> None:
    desk = dealing(Desk(massachusetts(None, mode="keyed")))
    desk.play(stud.DealUnseen(SEATS, 5, UP))
    desk.table = msgspec.structs.replace(desk.table, since_count=5, dealer=DEE.id)

    def left_out() -> list[str]:
        step = next_document(desk.t, desk.table, DEE, "", {})
        assert step is not None
        assert [ask["name"] for ask in step["asks"]] == ["cards", "hands"]
        return [ask["name"] for ask in step["asks"] if ask["optional"]]

    assert left_out() == ["hands"]
    desk.play(stud.Report("player-wrong-count", 1), SUE)
    assert left_out() == []


def counted(desk: Desk, stub: int, hands: int | None = None, found: str = "player-wrong-count") -> Desk:
    """A deal of three hands whose stub was counted, and where a hand is found wrong afterwards."""
    dealing(desk).play(stud.DealUnseen(SEATS, 5, UP))
    desk.act(c.CountStub(stub, hands=hands))
    desk.play(stud.Report(found, 1 if found.startswith("player") else 0), SUE)
    if found == "dealer-short":
        desk.act(c.DealCards("left"))
        desk.play(stud.CompleteDealer(None))
    assert desk.table.deck.stage == "in play"
    assert desk.steps == ["CountStub"]
    return desk


@pytest.mark.rule("full_count_racked", "player_wrong_count", "dealer_wrong_count", "misdealt_deck_total", "wrong_deck")
@pytest.mark.parametrize("found", ["player-wrong-count", "dealer-wrong-count"])
@pytest.mark.parametrize("before", [None, 15])
@pytest.mark.parametrize(("stub", "hands", "whole"), [(38, 14, True), (36, 16, True), (37, 14, False), (37, 16, False)])
def test_a_hand_found_wrong_after_a_right_count_is_counted_with_the_others(
    found: str, before: int | None, stub: int, hands: int, whole: bool
) -> None:
    desk = counted(Desk(massachusetts(None, mode="keyed")), 37, before, found)
    assert desk.refused(c.RackStub()).clause == "ma-7(g)"
    assert "hands: a hand was found" in desk.refused(c.CountStub(37)).because
    other = desk.refused(c.CountStub(37, hands=15, misdealt=True))
    assert (other.clause, "the stub is right" in other.because) == ("ma-7(g)(1)", True)
    kinds = [type(event).__name__ for event in desk.act(c.CountStub(stub, hands=hands))]
    assert ("DeckWithdrawn" in kinds, desk.table.deck.stage) == (not whole, "in play" if whole else "withdrawn")
    assert (desk.stud.void is None) == (whole and found.startswith("player"))
    assert (desk.table.stub, desk.steps) == ("racked", [])


@pytest.mark.rule("dealer_wrong_count", "full_count_racked")
def test_where_every_hand_is_void_no_other_is_asked_for() -> None:
    desk = counted(Desk(massachusetts(None, mode="keyed")), 37, None, "dealer-wrong-count")
    other = desk.refused(c.Play(stud.Report("player-wrong-count", 1)), SUE)
    assert "out of the round already" in other.because, "nobody can report another hand"
    desk.act(c.CountStub(37, hands=15))
    assert (desk.steps, desk.table.deck.stage) == ([], "in play")


@pytest.mark.rule("full_count_racked", "player_wrong_count")
@pytest.mark.parametrize("before", [True, False])
def test_a_stub_that_makes_52_is_racked_although_a_hand_was_said_to_be_wrong(before: bool) -> None:
    """Five cards lay everywhere: that hand stays void, no other is, and one found later is void by itself."""
    desk = dealing(Desk(massachusetts(None, mode="keyed")))
    desk.play(stud.DealUnseen(SEATS, 5, UP))
    if before:
        desk.act(c.CountStub(37))
    desk.play(stud.Report("player-wrong-count", 1), SUE)
    (counted,) = desk.act(c.CountStub(37, hands=15))
    assert counted == e.StubCounted(37, 52, "full_count_racked", 15, 52)
    assert (desk.steps, desk.stud.void, desk.table.deck.stage) == ([], None, "in play")
    assert [seat for seat in SEATS if desk.stud.seats[seat].void is None] == [3]
    desk.play(stud.Report("player-wrong-count", 3), SUE)
    assert "the stub is right" in desk.refused(c.CountStub(37, hands=15, misdealt=True)).because
    desk.act(c.CountStub(37, hands=15))
    assert (desk.steps, desk.stud.void) == ([], None)


@pytest.mark.rule("dealer_completes_from", "misdealt_deck_total")
@pytest.mark.parametrize(("stub", "hands", "void"), [(36, 16, "stub_count_wrong"), (37, 15, None)])
def test_a_hand_that_nobody_told_of_voids_every_hand(stub: int, hands: int, void: str | None) -> None:
    """The dealer lacked a card and got one: sixteen in three hands are one too many, whoever has it."""
    desk = counted(Desk(massachusetts(None, mode="keyed")), 37, None, "dealer-short")
    desk.act(c.CountStub(stub, hands=hands))
    assert desk.stud.void == void
    assert desk.table.deck.stage == "in play"


FOUR_AND_SIX = {
    "before the dealer": ("six", "four", "count"), "before the count": ("four", "six", "count"),
    "after the count": ("four", "count", "six"), "never": ("four", "count"),
}  # fmt: skip
"""A player's six cards beside a dealer's four, in each order of what is found."""


@pytest.mark.rule(
    "dealer_completes_from", "player_wrong_count", "misdeal_found_at", "misdealt_deck_total", "wrong_deck"
)
@pytest.mark.parametrize("counted_before", [True, False])
@pytest.mark.parametrize("told", FOUR_AND_SIX)
def test_six_cards_beside_a_dealers_four_void_every_hand_only_where_the_count_has_found_them(
    told: str, counted_before: bool
) -> None:
    """A hand that was told of is void by itself; one that the stub count shows first is a misdeal that voids all."""
    desk, six = dealing(Desk(massachusetts(None, mode="keyed"))), c.Play(stud.Report("player-wrong-count", 1))
    desk.play(stud.DealUnseen(SEATS, 5, UP))
    if counted_before:
        desk.act(c.CountStub(37))
    for found in FOUR_AND_SIX[told]:
        if found == "four":
            desk.play(stud.Report("dealer-short"), SUE)
            desk.act(deal_command(desk.t, desk.table))
            desk.play(stud.CompleteDealer())
        elif found == "count":
            desk.act(c.CountStub(36, hands=16))
        elif told.startswith("before"):
            desk.act(six, SUE)
        else:
            assert "out of the round already" in desk.refused(six, SUE).because
    assert (desk.table.deck.stage, desk.steps) == ("in play", [])
    alone = told.startswith("before")
    assert desk.stud.void == (None if alone else "stub_count_wrong")
    assert [seat for seat in SEATS if desk.stud.seats[seat].void is None] == ([3] if alone else [])
    assert desk.stud.dealer_count == 5
    staked = sum(p.staked for p in desk.stud.payments)
    assert sum(p.returned for p in desk.stud.payments) == staked == (1000 if alone else 2000)


@pytest.mark.rule("dealer_completes_from", "player_wrong_count")
@pytest.mark.parametrize("told", ["before", "after", "never"])
def test_where_no_stub_is_counted_the_dealer_is_completed_and_six_cards_are_void_by_themselves(told: str) -> None:
    desk = Desk(massachusetts(None, mode="keyed")).open(1, 3)
    desk.ready().bets(*SEATS).deal()
    desk.play(stud.DealUnseen(SEATS, 5, UP))
    desk.clear()
    for found in {"before": ("six", "four"), "after": ("four", "six"), "never": ("four",)}[told]:
        if found == "six":
            desk.play(stud.Report("player-wrong-count", 1), SUE)
        else:
            desk.play(stud.Report("dealer-short"), SUE)
            desk.act(deal_command(desk.t, desk.table))
            desk.play(stud.CompleteDealer())
    assert (desk.stud.void, desk.table.deck.stage) == (None, "in play")
    assert [seat for seat in SEATS if desk.stud.seats[seat].void is None] == ([1, 3] if told == "never" else [3])


@pytest.mark.rule("dealer_completes_from", "player_wrong_count", "full_count_racked")
def test_six_and_four_cards_that_are_told_with_the_deal_are_counted_as_they_are() -> None:
    desk = dealing(Desk(massachusetts(None, mode="keyed")))
    desk.play(stud.DealUnseen({1: 6, 3: 5}, 4, UP))
    desk.act(deal_command(desk.t, desk.table))
    desk.play(stud.CompleteDealer())
    desk.act(c.CountStub(36))
    assert [seat for seat in SEATS if desk.stud.seats[seat].void is None] == [3]
    assert (desk.stud.void, desk.table.deck.stage) == (None, "in play")


@pytest.mark.rule("player_wrong_count", "misdealt_deck_total")
def test_a_card_that_went_to_another_hand_takes_nothing_from_a_third() -> None:
    """Six cards here and four there: those two hands are void, the third is paid, and the deck stays."""
    desk = Desk(massachusetts(None, mode="keyed")).open(1, 2, 3).ready().bets(1, 2, 3).deal()
    desk.play(stud.DealUnseen({1: 5, 2: 5, 3: 5}, 5, UP))
    desk.act(c.CountStub(32))
    desk.decide()
    for seat in (1, 2):
        desk.play(stud.Report("player-wrong-count", seat), SUE)
    desk.act(c.CountStub(32, hands=20))
    assert desk.steps == []
    desk.play(stud.Reveal(QUALIFIES))
    desk.play(stud.ShowHand(3, hand("Qs Qh Qd 8c 2s")))
    desk.settle()
    results = {line.wager: line.result for line in desk.stud.payments if line.seat == 3}
    assert results == {"ante": "win", "bet": "win"}
    assert {line.result for line in desk.stud.payments if line.seat in (1, 2)} == {"void"}
    assert desk.table.deck.stage == "in play"


@pytest.mark.rule("face_up_card", "stub_counted_every")
@pytest.mark.parametrize("again", ["taken back", "with hands", "withdrawn"])
def test_a_count_that_is_owed_hangs_on_its_deck_and_not_on_the_next_round(again: str) -> None:
    desk = dealing(Desk(massachusetts(None, mode="keyed")))
    desk.play(stud.DealUnseen(SEATS, 5, UP))
    desk.act(c.CountStub(37))
    if again == "taken back":
        desk.play(stud.TakeBackDeal(), SUE)
    else:
        desk.play(stud.Report("player-wrong-count", 1), SUE)
    assert desk.table.count_again == ("stub" if again == "taken back" else "with hands")
    desk.play(stud.Report("wrong-deck" if again == "withdrawn" else "hole-card-exposed"), SUE)
    if again == "withdrawn":
        assert (desk.table.count_again, desk.steps) == ("", []), "what is off the table is not counted"
        return
    desk.clear()
    desk.act(c.Reconcile())
    assert (desk.table.count_again, desk.table.stub_taken) == ("", False)
    desk.ready().bets(*SEATS)
    desk.act(c.LockOut())
    desk.clear()
    desk.act(deal_command(desk.t, desk.table))
    desk.play(stud.Report("face-up-card"))
    desk.play(stud.DealUnseen(SEATS, 5, UP))
    assert desk.steps == (["CountStub"] if again == "taken back" else ["RackStub"])


@pytest.mark.rule("wrong_deck", "single_deck")
@pytest.mark.parametrize("late", [False, True])
def test_a_card_that_lies_there_twice_voids_the_round_and_the_deck_leaves(late: bool) -> None:
    desk = dealing(Desk(massachusetts(None, mode="keyed")))
    desk.play(stud.DealUnseen(SEATS, 5, UP))
    desk.clear().decide()
    report = stud.Report("wrong-deck")
    if late:
        desk.play(stud.Reveal(QUALIFIES))
        desk.play(stud.ShowHand(3, hand("9c 8d 3s 4s 7s")))
        desk.settle()
        desk.clear()
        assert desk.refused_play(stud.ShowHand(1, hand("9c 8h 3d 4d 7d"))) == "single_deck"
        assert voids_late(desk.t, desk.table, SUE, c.Play(report))
    desk.play(report, SUE)
    assert (desk.stud.phase, desk.stud.void) == ("settled", "wrong_deck")
    assert {p.result for p in desk.stud.payments} == {"void"}
    assert desk.refused(c.Play(report), SUE).because == "the round is void already"
    step = guide(desk.t, desk.table)
    assert step is not None
    assert (step.act, [line.do for line in step.lines]) == ("Reconcile", ["All hands are void: give every wager back."])
    desk.act(c.Reconcile())
    step = guide(desk.t, desk.table)
    assert step is not None
    assert (step.act, step.rule) == ("ReplaceDeck", "wrong_deck")
    assert [line.do for line in step.lines] == ["Take every card of the deck off the table, and receive another deck."]
    desk.act(c.ReplaceDeck("red"), SUE)
    desk.ready()


@pytest.mark.rule("wrong_deck")
def test_the_systems_own_cards_are_one_deck() -> None:
    desk = Desk(massachusetts(None)).to_decisions({1: hand("8c 7d 4d 3h 2h")}, QUALIFIES)
    assert "the system dealt these cards" in desk.refused(c.Play(stud.Report("wrong-deck")), SUE).because


@pytest.mark.rule("misdealt_deck_total", "stub_count_wrong", "misdeal_found_at")
def test_a_misdealt_deck_that_is_not_whole_is_taken_off_and_not_shuffled_again() -> None:
    desk = dealing(Desk(massachusetts(None, mode="keyed")))
    desk.play(stud.DealUnseen(SEATS, 5, UP))
    counted = desk.act(c.CountStub(35, misdealt=True, hands=16))[0]
    said = at_table(desk.t.rules, counted, desk.table.round, desk.t.dealing)
    assert said[0].text == "The stub is counted: 35 cards; the hands hold 16, 51 in all."
    step = guide(desk.t, desk.table)
    assert step is not None
    assert (step.act, ["shuffled again" in line.do for line in step.lines]) == ("Reconcile", [False])
    desk.act(c.Reconcile())
    step = guide(desk.t, desk.table)
    assert step is not None
    assert (step.act, step.rule, len(step.lines)) == ("ReplaceDeck", "misdealt_deck_total", 1)


@pytest.mark.rule("player_wrong_count", "dealer_wrong_count", "full_count_racked", "misdeal_found_at")
@pytest.mark.parametrize(
    ("found", "cards", "hands", "stage", "void"),
    [
        ("player-wrong-count", 36, 16, "in play", None),
        ("player-wrong-count", 36, 15, "withdrawn", "stub_count_wrong"),
        ("player-wrong-count", 37, 16, "withdrawn", "stub_count_wrong"),
        ("dealer-wrong-count", 36, 16, "in play", "dealer_wrong_count"),
        ("dealer-wrong-count", 36, 15, "withdrawn", "dealer_wrong_count"),
    ],
)
def test_a_count_after_a_hand_was_seen_to_be_wrong_goes_by_what_the_hands_really_hold(
    found: str, cards: int, hands: int, stage: str, void: str | None
) -> None:
    desk = dealing(Desk(massachusetts(None, mode="keyed")))
    desk.play(stud.DealUnseen(SEATS, 5, UP))
    desk.play(stud.Report(found, 1 if found.startswith("player") else 0), SUE)
    error = desk.refused(c.CountStub(cards))
    assert (error.rule, "the cards of all hands are counted" in error.because) == ("full_count_racked", True)
    desk.act(c.CountStub(cards, hands=hands))
    assert (desk.table.deck.stage, desk.stud.void) == (stage, void)
    assert (desk.stud.seats[3].void is None) == (void is None)
    assert (desk.rules(e.StubCounted) == ["full_count_racked"]) == (stage == "in play")


@pytest.mark.rule("player_wrong_count", "full_count_racked")
def test_a_wrong_hand_whose_cards_were_keyed_needs_no_other_count() -> None:
    desk = dealing(Desk(massachusetts(None, mode="keyed")))
    desk.play(stud.DealUnseen({1: 6, 3: 5}, 5, UP))
    desk.act(c.CountStub(36))
    assert (desk.table.deck.stage, desk.stud.void) == ("in play", None)


@pytest.mark.rule("face_up_card", "shoe_jam", "stub_counted_every", "exposed_hole_card")
@pytest.mark.parametrize(
    ("dealing_way", "found"),
    [
        ("manual-shoe", ("face-up-card", "face-up-card")),
        ("manual-shoe", ("face-up-cards",)),
        ("manual-shoe", ("hole-card-exposed-late",)),
        ("automated-shoe", ("shoe-jam",)),
    ],
)
def test_a_deal_that_was_broken_off_leaves_no_stub_and_its_deck_is_shuffled_again(
    dealing_way: str, found: tuple[str, ...]
) -> None:
    desk = Desk(massachusetts(None, mode="keyed", dealing=dealing_way)).open(*SEATS)
    for _ in range(6):
        desk.ready().bets(*SEATS)
        desk.act(c.LockOut())
        desk.act(deal_command(desk.t, desk.table))
        for irregularity in found:
            desk.play(stud.Report(irregularity), SUE)
        assert desk.steps == []
        for stub in (c.RackStub(), c.CountStub(45, hands=5), c.CountStub(42)):
            assert "broken off" in desk.refused(stub).because
        desk.act(c.Reconcile())
        assert desk.table.deck.stage == "racked"
    desk.ready().bets(*SEATS)
    desk.act(c.LockOut())
    desk.act(deal_command(desk.t, desk.table))
    desk.play(stud.DealUnseen(SEATS, 5, UP if dealing_way == "manual-shoe" else None))
    assert desk.steps == ["CountStub"]


@pytest.mark.rule("shoe_jam")
@pytest.mark.parametrize("after", ["a decision", "all decisions", "the hole cards", "the last card is racked"])
def test_a_shoe_that_did_not_deal_all_cards_voids_the_round_whenever_it_is_found(after: str) -> None:
    desk = dealing(Desk(massachusetts(None, mode="keyed", dealing="automated-shoe")))
    desk.play(stud.DealUnseen(SEATS, 5))
    desk.clear()
    desk.play(stud.Bet(1), player(1))
    if after != "a decision":
        desk.play(stud.Bet(3), player(3))
    if after in ("the hole cards", "the last card is racked"):
        desk.play(stud.Reveal(QUALIFIES))
    if after == "the last card is racked":
        for seat, cards in ((3, "9c 8d 3s 4s 7s"), (1, "9d 8h 3d 4d 7d")):
            desk.play(stud.ShowHand(seat, hand(cards)))
            desk.settle()
            desk.clear()
        assert desk.table.racked == (3, 1, 0)
    desk.play(stud.Report("shoe-jam"), SUE)
    assert (desk.stud.phase, desk.stud.void) == ("settled", "shoe_jam")
    assert {p.result for p in desk.stud.payments} == {"void"}


@pytest.mark.rule("shoe_jam")
def test_a_shoe_has_not_jammed_in_a_round_whose_cards_were_counted_as_52() -> None:
    desk = dealing(Desk(massachusetts(None, mode="keyed", dealing="automated-shoe")))
    desk.play(stud.DealUnseen(SEATS, 5))
    desk.act(c.CountStub(37))
    error = desk.refused(c.Play(stud.Report("shoe-jam")), SUE)
    assert (error.clause, error.because) == ("ma-13(f)", "the cards were counted, so the shoe has dealt them all")


@pytest.mark.rule("dealer_completes_from", "shoe_jam")
@pytest.mark.parametrize("jams", [False, True])
def test_four_cards_from_an_automated_shoe_are_completed_unless_the_shoe_itself_fails(jams: bool) -> None:
    desk = dealing(Desk(massachusetts(None, mode="keyed", dealing="automated-shoe")))
    desk.play(stud.DealUnseen(SEATS, 4))
    if jams:
        desk.play(stud.Report("shoe-jam"))
        assert desk.stud.void == "shoe_jam"
        return
    desk.act(deal_command(desk.t, desk.table))
    desk.play(stud.CompleteDealer())
    assert (desk.stud.phase, desk.stud.dealer_count) == ("deciding", 5)
    desk.clear()
