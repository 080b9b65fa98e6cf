"""What voids a hand or the round once cards are out takes two people, whatever it is called; the deal does not."""

from __future__ import annotations

import pytest

from tests.tables.desk import DEE, HANDS, QUALIFIES, SUE, Desk, bonus_six, massachusetts, south_dakota
from tests.tables.test_keyed import keyed
from upcard.cards import DECK
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.rules.table import TableRules
from upcard.tables import Actor
from upcard.tables import commands as c
from upcard.tables.options import voids_late


def late(desk: Desk, command: c.Command, by: Actor = DEE) -> bool:
    return voids_late(desk.t, desk.table, by, command)


def report(kind: str, seat: int = 0) -> c.Play:
    return c.Play(stud.Report(kind, seat))


@pytest.mark.parametrize("t", [south_dakota(mode="keyed"), massachusetts(mode="keyed")])
def test_wrong_counts_are_late_once_the_cards_lie_there(t: TableRules) -> None:
    desk = keyed(t)
    assert late(desk, report("player-wrong-count", 3))
    assert late(desk, report("dealer-wrong-count"))
    assert not late(desk, report("player-wrong-count", 2)), "nobody sits there: it is refused, and voids nothing"


@pytest.mark.rule("dealer_completes_from")
def test_a_dealer_who_lacks_a_card_is_late_once_hands_are_settled_by_that_hand() -> None:
    desk = keyed(massachusetts(mode="keyed"))
    desk.clear()
    assert not late(desk, report("dealer-short"))
    desk.decide()
    desk.play(stud.Reveal(QUALIFIES))
    assert late(desk, report("dealer-short"))


@pytest.mark.rule("face_up_card")
def test_the_second_card_found_face_up_is_late_and_the_first_is_not() -> None:
    desk = Desk(massachusetts(mode="keyed")).open(*HANDS).ready().bets(*HANDS).deal()
    assert desk.table.cards_out
    assert late(desk, report("face-up-cards"))
    assert not late(desk, report("face-up-card"))
    desk.act(report("face-up-card"))
    assert late(desk, report("face-up-card")), "one more of them, and every hand is void"


@pytest.mark.rule("stub_count_wrong")
def test_a_stub_that_is_found_misdealt_is_late_and_a_right_count_is_not() -> None:
    desk = keyed(massachusetts(mode="keyed", dealing="manual-shoe"))
    left = 52 - 5 * (len(HANDS) + 1)
    assert late(desk, c.CountStub(left - 1, misdealt=True))
    assert not late(desk, c.CountStub(left))


def test_before_a_card_is_out_nothing_is_late() -> None:
    desk = Desk(massachusetts(mode="keyed")).open(*HANDS).ready().bets(*HANDS)
    assert not late(desk, report("hole-card-exposed"))
    assert not desk.table.cards_out


def test_a_wrong_count_that_the_deal_itself_tells_is_not_late() -> None:
    desk = Desk(south_dakota(mode="keyed")).open(*HANDS).ready().bets(*HANDS).deal()
    counts = {**dict.fromkeys(HANDS, 5), 3: 6}
    assert not late(desk, c.Play(stud.DealUnseen(counts, 5, HANDS[3][0])))


@pytest.mark.rule("exposed_hole_card")
def test_a_hole_card_exposed_late_is_as_the_house_has_elected() -> None:
    void = keyed(massachusetts(mode="keyed", exposed_hole_card="void"))
    goes_on = keyed(massachusetts(mode="keyed", exposed_hole_card="play-on"))
    assert late(void, report("hole-card-exposed-late"), SUE)
    assert not late(goes_on, report("hole-card-exposed-late"), SUE)


@pytest.mark.rule("card_off_table", "exposed_card")
def test_a_card_off_the_table_is_late_in_bonus_six() -> None:
    desk = Desk(bonus_six(mode="keyed")).open(1, 2).ready().bets(1, 2)
    desk.act(c.LockOut())
    desk.play(six.DealUnseen({1: 2, 2: 2}))
    assert late(desk, c.Play(six.Report("card-off-table", 1)))
    assert not late(desk, c.Play(six.Report("exposed-card", 1)))


@pytest.mark.rule("card_off_table", "exposed_card")
def test_a_card_that_falls_before_the_deal_is_keyed_has_left_the_deck() -> None:
    desk = Desk(bonus_six(mode="keyed")).open(1, 2).ready().bets(1, 2)
    desk.act(c.LockOut())
    assert late(desk, c.Play(six.Report("card-off-table", 1)))
    desk.play(six.Report("community-card-exposed"))
    assert desk.table.cards_out
    assert late(desk, c.Play(six.Report("card-off-table", 1)))
    desk.play(six.Report("card-off-table", 1))
    desk.play(six.DealUnseen({1: 2, 2: 2}))
    desk.play(six.TurnCommunity(DECK[0]))
    assert (desk.six.phase, desk.six.seats[1].void, desk.table.drawn) == ("second", "card_off_table", False)
    virtual = Desk(bonus_six()).open(1).ready().bets(1)
    virtual.act(c.LockOut())
    for kind in ("card-off-table", "exposed-card"):
        assert "no card has left the deck" in virtual.refused(c.Play(six.Report(kind, 1))).because
