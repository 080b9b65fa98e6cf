"""A dealer who was dealt wrongly, at a table with real cards; and wagers that only a count that differs puts right."""

from __future__ import annotations

import pytest

from tests.tables.desk import QUALIFIES, SUE, Desk, massachusetts, player, south_dakota
from tests.tables.stack import hand
from upcard.games import caribbean_stud as stud
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables import options
from upcard.tables.next_step import deal_command
from upcard.web.views.irregularity_actions import irregularities

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


@pytest.mark.rule("misdealt_deck_total", "player_wrong_count", "dealer_wrong_count", "dealer_completes_from")
@pytest.mark.parametrize("found", ["player-wrong-count", "dealer-wrong-count", "dealer-short"])
@pytest.mark.parametrize(("hands", "stage"), [(None, "withdrawn"), (15, "in play")])
def test_a_hand_found_wrong_after_a_right_count_leaves_the_deck_only_where_the_hands_were_counted(
    found: str, hands: int | None, stage: str
) -> None:
    desk = dealing(Desk(massachusetts(None, mode="keyed")))
    desk.play(stud.DealUnseen(SEATS, 5, UP))
    desk.act(c.CountStub(37, hands=hands))
    assert desk.table.deck.stage == "in play"
    may = options(desk.t, desk.table, SUE)
    told = {line["act"]["irregularity"]: line["effect"] for line in irregularities(desk.t, desk.table, SUE, may)}
    assert ("The deck leaves the table" in told[found]) == (hands is None)
    desk.play(stud.Report(found, 1 if found.startswith("player") else 0), SUE)
    assert desk.table.deck.stage == stage
    assert desk.rules(e.DeckWithdrawn) == ["misdealt_deck_total"] * (hands is None)


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
    assert desk.refused(c.Play(stud.Report("shoe-jam"))).clause == "ma-13(f)"
