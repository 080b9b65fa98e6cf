"""An award that waits: it is rejected before its cards, its shares or its round become others."""

from __future__ import annotations

import pytest

from tests.money.keyed import DANA, SAM, SOL, Keyed, hand
from tests.money.pit import linked
from tests.money.test_correct import (
    FLUSH,
    HOUSES,
    NO_HAND,
    NOTHING,
    PAIR,
    PLAYS,
    ROYAL,
    alike,
    finished,
    jackpot,
    massachusetts,
    misdealt,
    off_the_meter,
    south_dakota,
)
from upcard.audit.round_reader import find
from upcard.errors import Refused
from upcard.games import caribbean_stud as stud
from upcard.games.caribbean_stud.irregularity import IRREGULARITIES
from upcard.money import commands as c
from upcard.tables import commands as tc


@pytest.mark.rule("dealer_wrong_count", "award_verification")
@pytest.mark.parametrize("edition", list(HOUSES))
def test_an_award_that_waits_is_rejected_before_the_dealer_is_found_misdealt(edition: str) -> None:
    hands = {1: ROYAL, 2: NOTHING}
    desk, told = Keyed(HOUSES[edition](), hands, PLAYS, progressive=100), misdealt(edition, hands, PLAYS, "Reveal")
    while not desk.link(jackpot(desk)).open:
        desk.step()
    with pytest.raises(Refused, match="the award is rejected first"):
        desk.plays(stud.Report("dealer-wrong-count"))
    desk.asks(SOL, c.RejectHit(jackpot(desk), 1, "six cards at the dealer's"))
    for each in (desk, told):
        each.plays(stud.Report("dealer-wrong-count"))
    finished(desk)
    finished(told)
    assert desk.balances == told.balances


@pytest.mark.rule("player_wrong_count", "award_verification")
def test_an_award_that_waits_is_rejected_before_its_hand_is_void() -> None:
    desk = Keyed(south_dakota(), {1: ROYAL, 2: NOTHING}, PLAYS, progressive=100)
    while not desk.link("Link").open:
        desk.step()
    with pytest.raises(Refused, match="the award is rejected first"):
        desk.plays(stud.Report("player-wrong-count", 1))
    desk.asks(SOL, c.RejectHit("Link", 1, "six cards"))
    desk.plays(stud.Report("player-wrong-count", 1))
    told = Keyed(south_dakota(), {1: ROYAL, 2: NOTHING}, PLAYS, progressive=100)
    told.until("Reveal")
    told.plays(stud.Report("player-wrong-count", 1))
    finished(desk)
    finished(told)
    assert desk.balances == told.balances
    assert not find(desk.store, f"{desk.t.name}:1").meters_moved, "an award that was rejected has moved no meter"


@pytest.mark.rule("award_verification", "awards_from")
def test_an_award_that_waits_is_rejected_before_something_is_drawn_ahead_of_it() -> None:
    desk = Keyed(off_the_meter(), {1: ROYAL, 2: PAIR}, PLAYS, progressive=100)
    while not desk.link("Link").open:
        desk.step()
    with pytest.raises(Refused, match="what comes before it is settled again: it is rejected first"):
        desk.plays(stud.CorrectHand(2, hand(FLUSH)), SAM)
    desk.plays(stud.CorrectHand(2, hand("9c 9h 4s Jh 2c")), SAM)  # a pair of nines all the same
    desk.asks(SOL, c.RejectHit("Link", 1, "seat 2 is looked at first"))
    desk.plays(stud.CorrectHand(2, hand(FLUSH)), SAM)
    alike(desk, Keyed(off_the_meter(), {1: ROYAL, 2: FLUSH}, PLAYS, progressive=100))


@pytest.mark.rule("award_verification", "same_round_jackpots")
def test_an_open_award_is_rejected_before_a_correction_that_would_divide_it_otherwise() -> None:
    house = linked(1, schedule="classic-10pct", more='same_round_jackpots = "split"')
    desk = Keyed(house, {1: NOTHING, 2: "Tc 9c 8c 7c 6c"}, PLAYS, progressive=100)
    while not desk.link("Link").open:
        desk.step()
    shares = stud.CorrectHand(1, hand("Td 9d 8d 7d 6d"))
    with pytest.raises(Refused, match="would be divided otherwise: it is rejected first"):
        desk.plays(shares, SAM)
    desk.asks(SOL, c.RejectHit("Link", 1, "another hand shares in it"))
    desk.plays(shares, SAM)
    alike(desk, Keyed(house, {1: "Td 9d 8d 7d 6d", 2: "Tc 9c 8c 7c 6c"}, PLAYS, progressive=100))


@pytest.mark.rule("award_verification", "settlement_order")
def test_another_card_of_the_dealers_leaves_an_open_award_alone_that_does_not_hang_on_it() -> None:
    """It is not rejected and locked again, which would put it behind an award of another table."""
    hands = {1: NOTHING, 2: ROYAL}
    desk, told = (Keyed(massachusetts(), hands, dealer, progressive=100) for dealer in (NO_HAND, PLAYS))
    while not desk.link("Harbor").open:
        desk.step()
    (hit,) = desk.link("Harbor").open.values()
    with pytest.raises(Refused, match="the award is rejected first"):
        desk.plays(stud.Report("dealer-wrong-count"), SAM)
    with pytest.raises(Refused, match="the award is rejected first"):
        desk.plays(stud.Report("dealer-short"), SAM)
    desk.plays(stud.CorrectDealer(hand(PLAYS)), SAM)
    assert tuple(desk.link("Harbor").open.values()) == (hit,)
    desk.dealer = hand(PLAYS)
    alike(desk, told)
    assert [one.number for one in desk.link("Harbor").last] == [1]


@pytest.mark.rule("hole_card_exposed", "award_verification")
@pytest.mark.parametrize("edition", list(HOUSES))
@pytest.mark.parametrize("state", ["pending", "validated"])
def test_no_round_is_over_while_an_award_waits(edition: str, state: str) -> None:
    """Where every hand becomes void an award is rejected first: none is left over, and none pays for a later hand."""
    desk = Keyed(HOUSES[edition](), {1: ROYAL, 2: NOTHING}, PLAYS, progressive=100)
    name = jackpot(desk)
    while not desk.link(name).open:
        desk.step()
    if state == "validated":
        desk.asks(SOL, c.ValidateHit(name, 1))
    waits = "is open: the award is rejected first"
    for kind in (known.kind for known in IRREGULARITIES):
        late = edition == "ma" and kind in {"hole-card-exposed", "face-up-cards", "shoe-jam", "wrong-deck"}
        with pytest.raises(Refused, match=waits if late else None):
            desk.asks(SAM, tc.Play(stud.Report(kind)), second=SOL)
    desk.asks(SOL, c.RejectHit(name, 1, "the hands are void"))
    if edition == "ma":
        desk.asks(SAM, tc.Play(stud.Report("hole-card-exposed")), second=SOL)
        desk.until("LockOut")
        assert not desk.link(name).open


@pytest.mark.rule("stub_count_wrong", "award_verification")
def test_a_count_that_voids_every_hand_waits_for_an_award_to_be_rejected() -> None:
    """The stub was right, a hand is found wrong while an award is paid, and stub and hands do not make one deck."""
    desk = Keyed(HOUSES["ma"](), {1: NOTHING, 2: ROYAL}, PLAYS, progressive=100)
    name = jackpot(desk)
    desk.until("RackStub")
    desk.asks(DANA, tc.CountStub(37))
    while not desk.link(name).open:
        desk.step()
    desk.asks(SAM, tc.Play(stud.Report("player-wrong-count", 1)), second=SOL)
    counted = tc.CountStub(37, hands=14)
    before = desk.balances
    with pytest.raises(Refused, match="hit 1 of Harbor is open: the award is rejected first"):
        desk.asks(DANA, counted, second=SOL)
    assert desk.balances == before
    desk.asks(SOL, c.RejectHit(name, 1, "the deck is wrong"))
    desk.asks(DANA, counted, second=SOL)
    assert desk.round.void is not None
