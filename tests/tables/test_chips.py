"""Chips, coupons and tokens of the progressive: what is counted, what is corrected, what stays where it is."""

from __future__ import annotations

import pytest

from tests.tables.desk import (
    DEE,
    FLO,
    SUE,
    Desk,
    massachusetts,
    player,
    south_dakota,
)  # fmt: skip
from tests.tables.test_deal import reports
from upcard.games import caribbean_stud as stud
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables import options
from upcard.web.views.actions import steps


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
