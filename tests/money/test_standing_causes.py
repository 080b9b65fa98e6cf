"""What a jackpot stands still for, cause by cause, and the awards that a round in play still hangs on."""

from __future__ import annotations

import pytest

from tests.money.keyed import PLAYERS, SAM, Keyed
from tests.money.pit import FAULT, STRAIGHT_FLUSH, linked
from tests.money.test_correct import PLAYS, finished
from tests.money.test_easier_terms import RIGHT, on_easier_terms, table_beside
from tests.money.test_paid_percentage import paid as award_paid
from upcard.cards import parse_cards
from upcard.errors import Refused
from upcard.games import caribbean_stud as stud
from upcard.money import commands as c
from upcard.money.link import LAST_HITS
from upcard.tables import commands as tc
from upcard.tables.commands import Actor

LEE = Actor("lee", "licensee")
NOTHING, ROYAL = "9h 7d 5d 3s 2c", "As Ks Qs Js Ts"


@pytest.mark.rule("jackpot_ends_by", "eased_terms_end")
@pytest.mark.parametrize("others", [0, LAST_HITS])
@pytest.mark.parametrize("eased", [False, True])
def test_a_paid_award_whose_round_is_in_play_is_not_forgotten(*, eased: bool, others: int) -> None:
    """However many awards are keyed and rejected at another table before its hand turns out to be a pair."""
    hands = {1: NOTHING, 2: "Kc Jc 8c 6c 3c" if eased else ROYAL}
    schedule = "PMG-01" if eased else "classic-10pct"
    desk = Keyed(linked(2, schedule=schedule, reserve="0%"), hands, PLAYS)
    if eased:
        on_easier_terms(desk)
    else:
        for seat in hands:
            desk.asks(PLAYERS[seat], tc.Play(stud.PlaceWager(seat, "progressive", 100)))
    desk.until("Reveal")
    beside = table_beside(desk, STRAIGHT_FLUSH)
    beside.until("T2", "HoleCardsRevealed")
    award_paid(desk)
    paid = desk.link("Link").last[-1].number
    beside.until("T2", "HitLocked")
    for _ in range(others):
        beside.does("supervisor", c.RejectHit("Link", max(desk.link("Link").open), "look again"))
        beside.does("dealer", c.LockHit("Link", "T2"))
    beside.until("T2", "RoundReconciled")
    assert desk.link("Link").top_won
    desk.plays(stud.CorrectHand(2, parse_cards(RIGHT["pair"])), SAM)
    link = desk.link("Link")
    assert (link.not_won, link.top_won) == ((paid,), False)
    assert link.easier == ("flush" if eased else "")
    assert len(link.last) <= LAST_HITS + 1
    finished(desk)
    won = c.SuspendLink("Link", "it was won", "top award won", FAULT[1])
    with pytest.raises(Refused, match="is not so"):
        desk.asks(LEE, won)
