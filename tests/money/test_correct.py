"""A hand that was keyed wrongly: its award rejected, the cards corrected, and everybody paid what the cards say."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.money.keyed import DANA, SAM, SOL, Keyed, hand
from tests.money.pit import ROYALS, example, house_of, linked
from upcard.errors import Refused
from upcard.floor.audit.again import differences
from upcard.floor.audit.rounds import find
from upcard.games import caribbean_stud as stud
from upcard.money import account
from upcard.money import commands as c
from upcard.rules.house import House
from upcard.tables import commands as tc

ROYAL = ROYALS[0]
PAIR, FLUSH, NOTHING = "9c 9d 4s Jh 2c", "Kc Jc 7c 6c 3c", "8h 7d 4d 3h 2h"
PLAYS, NO_HAND = "Ah Kd 5s 4c 2d", "Qh Jd 5s 4c 2d"


def south_dakota(edition: str = "sd-2015") -> House:
    return linked(1, edition=edition, schedule="PMG-01")


def massachusetts() -> House:
    """Its first table, with the progressive alone."""
    return house_of(example("massachusetts"))


HOUSES: dict[str, Any] = {
    "sd-2015": south_dakota,
    "sd-2011": lambda: south_dakota("sd-2011"),
    "ma": massachusetts,
}


def jackpot(desk: Keyed) -> str:
    assert desk.t.jackpot is not None
    return desk.t.jackpot


def finished(desk: Keyed) -> Keyed:
    """The round to its end; awards that are keyed are validated on the way."""
    for _ in range(200):
        link = desk.link(jackpot(desk))
        for hit in link.open.values():
            if hit.state == "pending":
                desk.asks(SOL, c.ValidateHit(link.name, hit.number))
        if desk.table.number > 1:
            return desk
        desk.step()
    raise AssertionError("the round never ends")


def rejected(house: House, dealer: str, right: str) -> Keyed:
    """Seat 1 holds `right` and was keyed with a royal, whose award was locked and rejected."""
    desk = Keyed(house, {1: ROYAL, 2: NOTHING}, dealer, progressive=100)
    name = jackpot(desk)
    while not desk.link(name).open:
        desk.step()
    with pytest.raises(Refused, match="the award is rejected first"):
        desk.plays(stud.CorrectHand(1, hand(right)), SAM)
    desk.asks(SOL, c.RejectHit(name, 1, "the cards are others"))
    return desk


@pytest.mark.rule("settlement_order", "higher_hand_wins", "progressive_payout_hand")
@pytest.mark.parametrize("edition", list(HOUSES))
@pytest.mark.parametrize("dealer", [PLAYS, NO_HAND], ids=["plays", "no hand"])
@pytest.mark.parametrize("right", [PAIR, FLUSH, "9c 8c 7c 6c 5c"], ids=["pair", "flush", "straight flush"])
def test_a_royal_that_was_none_is_corrected_and_all_is_as_if_it_had_been_keyed_right(
    edition: str, dealer: str, right: str
) -> None:
    desk = rejected(HOUSES[edition](), dealer, right)
    paid = desk.round.payments
    (entry,) = desk.plays(stud.CorrectHand(1, hand(right)), SAM)
    assert "HandCorrected" in entry.event
    assert 1 not in desk.table.winners
    seat = desk.round.seats[1]
    assert seat.cards == hand(right)
    assert len(desk.round.payments) == len(paid), "what was paid against the dealer is judged again in its place"
    finished(desk)
    told = finished(Keyed(HOUSES[edition](), {1: right, 2: NOTHING}, dealer, progressive=100))
    assert desk.balances == told.balances
    (story, other) = (find(each.store, f"{each.t.name}:1") for each in (desk, told))
    assert differences(story) == differences(other) == ()
    assert story.round is not None
    assert other.round is not None
    assert story.round.payments == other.round.payments


def test_the_award_may_be_keyed_again_instead() -> None:
    desk = rejected(south_dakota(), PLAYS, PAIR)
    while desk.until("Settle").seat != 1 or desk.round.agenda[0].kind != "progressive":
        desk.follow(desk.until("Settle"))
    with pytest.raises(Refused, match="keyed and validated before it is paid"):
        desk.plays(stud.Settle("progressive", 1))
    desk.asks(DANA, c.LockHit("Link", desk.t.name))
    with pytest.raises(Refused, match="the award is rejected first"):
        desk.plays(stud.CorrectHand(1, hand(PAIR)), SAM)
    finished(desk)
    assert [hit.state for hit in desk.link("Link").last] == ["rejected", "paid"]
    assert desk.balances.get(account.pending("Link", "main"), 0) == 0


def test_only_a_supervisor_corrects_and_only_other_cards_of_one_deck() -> None:
    desk = rejected(south_dakota(), PLAYS, PAIR)
    with pytest.raises(Refused, match="is for a supervisor, not a dealer"):
        desk.plays(stud.CorrectHand(1, hand(PAIR)))
    for seat, cards, because in (
        (1, "9c 9d 4s Jh", "a hand has 5 cards"),
        (1, "9c 9d 4s Jh Ah", "not of one deck"),
        (1, "9c 9d 4s Jh 8h", "not of one deck"),
        (1, "Ts Js Qs Ks As", "that were keyed"),
        (3, PAIR, "no cards of seat 3"),
    ):
        with pytest.raises(Refused, match=because):
            desk.plays(stud.CorrectHand(seat, hand(cards)), SAM)
    with pytest.raises(Refused, match="something has been settled"):
        desk.plays(stud.CorrectDealer(hand(NO_HAND)), SAM)


def test_a_hand_that_is_in_the_rack_or_whose_side_wagers_are_settled_stays() -> None:
    desk = Keyed(south_dakota(), {1: PAIR, 2: FLUSH}, PLAYS, progressive=100)
    while desk.until("RackCards").seat != 1:
        desk.follow(desk.until("RackCards"))
    desk.follow(desk.until("RackCards"))
    with pytest.raises(Refused, match="in the rack"):
        desk.plays(stud.CorrectHand(1, hand("9c 9d 9h Jh 2c")), SAM)
    desk.until("Settle", 2)
    desk.plays(stud.Settle("progressive", 2))
    with pytest.raises(Refused, match="side wagers have been settled"):
        desk.plays(stud.CorrectHand(2, hand("Kc Jc 7c 6c 2s")), SAM)


@pytest.mark.rule("dealer_qualifies_with", "settlement_order")
@pytest.mark.parametrize("edition", list(HOUSES))
@pytest.mark.parametrize(("keyed", "right"), [(PLAYS, "Ah Qd 5s 4c 2d"), (NO_HAND, "Qh Qd 5s 4c 2d")])
def test_the_dealers_cards_are_corrected_before_anything_is_settled_by_them(
    edition: str, keyed: str, right: str
) -> None:
    desk = Keyed(HOUSES[edition](), {1: PAIR, 2: NOTHING}, keyed, progressive=100)
    desk.until("Reveal")
    with pytest.raises(Refused, match="not for now"):
        desk.plays(stud.CorrectDealer(hand(right)), SAM)
    desk.plays(stud.Reveal(hand(keyed)))
    before = desk.round.qualifies
    desk.plays(stud.CorrectDealer(hand(right)), SAM)
    assert desk.round.qualifies is not before
    finished(desk)
    told = finished(Keyed(HOUSES[edition](), {1: PAIR, 2: NOTHING}, right, progressive=100))
    assert desk.balances == told.balances
    story = find(desk.store, f"{desk.t.name}:1")
    assert differences(story) == ()


def test_a_virtual_table_knows_its_cards() -> None:
    desk = rejected(south_dakota(), PLAYS, PAIR)
    casino = desk.floor.casino
    casino.rules[desk.t.name] = replace(desk.t, mode="virtual")
    with pytest.raises(Refused, match="the cards come from the table's own deck"):
        desk.plays(stud.CorrectHand(1, hand(PAIR)), SAM)
    with pytest.raises(Refused, match="the cards come from the table's own deck"):
        desk.asks(SAM, tc.Play(stud.CorrectDealer(hand(PAIR))))
