"""What is refused at a table of Bonus 6, each under its own paragraph."""

from __future__ import annotations

import pytest

from tests.tables.desk import (
    DEE,
    FLO,
    Desk,
    bonus_six,
)  # fmt: skip
from tests.tables.test_refusals import P1, P3
from upcard.games import bonus_six as six
from upcard.tables import Actor
from upcard.tables import commands as c


def six_at(decided: int) -> Desk:
    """Two players who have bet on so many streets; on the last one dealt, seat 3 is still to decide."""
    desk = Desk(bonus_six()).open(1, 3).ready().bets(1, 3)
    desk.act(c.LockOut())
    desk.act(c.DealCards())
    desk.play(six.TurnCommunity())
    for street in range(decided + 1):
        desk.play(six.Bet(1), P1)
        if street < decided:
            desk.play(six.Bet(3), P3)
            desk.act(c.DealCards())
    return desk


@pytest.mark.parametrize(("streets", "clause"), [(0, "(8)"), (1, "(9)")])
def test_a_card_of_bonus_six_waits_for_every_wager_under_the_clause_that_deals_it(streets: int, clause: str) -> None:
    error = six_at(streets).refused(c.DealCards())
    assert (error.clause, error.because) == (f"sd-bonus6{clause}", "seat 3 has not decided")


@pytest.mark.parametrize(
    ("command", "by", "clause", "words"),
    [
        (c.LockOut(), DEE, "(2)", "the bets are closed already"),
        (c.Play(six.Stand(1)), P1, "(9)", "the players decide on two cards"),
        (c.Play(six.DealBonusCard(1)), DEE, None, "own deck"),
        (c.Play(six.SettleSeat(1)), DEE, "(10)", "the players decide on two cards"),
        (c.Play(six.SettleSeat(1)), FLO, "(10)", "is for a dealer"),
        (c.Play(six.TurnCommunity()), FLO, "(5)", "is for a dealer"),
        (c.Play(six.TurnCommunity()), DEE, "(5)", "the players decide on two cards"),
        (c.Play(six.PlaceWager(1, "ante", 500)), P1, "(2)", "the players decide on two cards"),
        (c.Play(six.PlaceWager(1, "insurance", 500)), P1, "(4)", "the players decide on two cards"),
        (c.Play(six.PlaceWager(1, "bet", 500)), P1, "(7)", "the players decide on two cards"),
        (c.Play(six.Fold(1)), FLO, "(7)", "a floorperson does not play a hand"),
        (c.Play(six.Report("card-off-table", 7)), DEE, None, "seat 7 has no hand"),
        (c.RackStub(), DEE, None, "says nothing of what is left of the deck"),
    ],
)  # fmt: skip
def test_bonus_six(command: c.Command, by: Actor, clause: str | None, words: str) -> None:
    error = six_at(0).refused(command, by)
    assert (error.clause, words in error.because) == (f"sd-bonus6{clause}" if clause else None, True), str(error)


def test_half_of_an_odd_ante_is_no_fee() -> None:
    desk = Desk(bonus_six()).open(1).ready()
    desk.play(six.PlaceWager(1, "ante", 501), P1)
    for cents in (250, 251):
        error = desk.refused(c.Play(six.PlaceWager(1, "insurance", cents)), P1)
        assert error.clause == "sd-bonus6(4)"
        assert "half of $5.01 is no whole number of cents" in error.because


def test_no_hand_of_bonus_six_is_misdealt_before_the_deal() -> None:
    desk = Desk(bonus_six()).open(1).ready().bets(1)
    assert desk.refused(c.Play(six.Report("card-off-table", 1))).clause == "sd-bonus6(6)"


def test_a_bet_of_bonus_six_is_not_placed_before_the_cards() -> None:
    desk = Desk(bonus_six()).open(1).ready().bets(1)
    assert desk.refused(c.Play(six.PlaceWager(1, "bet", 1000)), P1).clause == "sd-bonus6(7)"
