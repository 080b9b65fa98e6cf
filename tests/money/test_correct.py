"""A hand that was keyed wrongly: its award rejected, the cards corrected, and everybody paid what the cards say."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.money.keyed import DANA, SAM, SOL, Keyed, hand
from tests.money.pit import ROYALS, example, house_of, linked
from upcard.audit import Replayed, replay
from upcard.audit.document import differences
from upcard.audit.round_reader import find
from upcard.errors import Refused
from upcard.games import caribbean_stud as stud
from upcard.games.caribbean_stud import listed
from upcard.money import account
from upcard.money import commands as c
from upcard.rules.house import House
from upcard.tables import commands as tc
from upcard.tables.next_step import guide

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
PAID_BY = {"sd-2015": "sd-2015(21)(f)", "sd-2011": "sd-2011(21)(f)", "ma": "ma-11(d)"}


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
    (entry,) = desk.plays(stud.CorrectHand(1, hand(right)), SAM)
    assert "HandCorrected" in entry.event
    assert 1 not in desk.table.winners
    seat = desk.round.seats[1]
    assert seat.cards == hand(right)
    alike(desk, Keyed(HOUSES[edition](), {1: right, 2: NOTHING}, dealer, progressive=100))


def alike(desk: Keyed, told: Keyed) -> None:
    """Both rounds to their ends: nothing tells one from the other but what was corrected."""
    finished(desk)
    finished(told)
    assert desk.balances == told.balances
    (story, other) = (find(each.store, f"{each.t.name}:1") for each in (desk, told))
    assert differences(story) == differences(other) == ()
    assert story.round is not None
    assert other.round is not None
    assert listed(story.round) == listed(other.round)
    for name, link in desk.floor.casino.books.links.items():
        one, two = ([replace(tier, era=0) for tier in found.tiers.values()] for found in (link, told.link(name)))
        assert one == two, "but for the number of the hit, since a rejected one keeps its own"


def test_the_award_may_be_keyed_again_instead() -> None:
    desk = rejected(south_dakota(), PLAYS, PAIR)
    while desk.until("Settle").seat != 1 or desk.round.agenda[0].kind != "progressive":
        desk.follow(desk.until("Settle"))
    with pytest.raises(Refused, match="keyed and validated before it is paid") as caught:
        desk.plays(stud.Settle("progressive", 1))
    assert caught.value.clause == "sd-2015(20)(d)"
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
        (1, "9c 9d 4s Jh Ah", "A♥ was already keyed"),
        (1, "9c 9d 4s Jh 8h", "was already keyed"),
        (1, "Ts Js Qs Ks As", "that were keyed"),
        (3, PAIR, "no cards of seat 3"),
    ):
        with pytest.raises(Refused, match=because):
            desk.plays(stud.CorrectHand(seat, hand(cards)), SAM)
    for cards, because in (
        ("Ah Kd 5s 4c", "a hand has 5 cards"),
        (PLAYS, "that were keyed"),
        ("8h Kd 5s 4c 2d", "8♥ was already keyed"),
    ):
        with pytest.raises(Refused, match=because):
            desk.plays(stud.CorrectDealer(hand(cards)), SAM)


def after_settling(desk: Keyed, steps: int) -> Keyed:
    """The round, with so many steps of its settlement done, or all of them; awards are validated on the way."""
    while desk.table.number == 1:
        link = desk.link(jackpot(desk))
        for hit in link.open.values():
            if hit.state == "pending":
                desk.asks(SOL, c.ValidateHit(link.name, hit.number))
        step = guide(desk.t, desk.table)
        assert step is not None
        if len(desk.round.done) == steps or step.act == "Reconcile":
            return desk
        desk.follow(step)
    raise AssertionError("the round is over")


DEALERS = (PLAYS, NO_HAND, "Ah Ad 5s 4c 2d", "5d 5h 5s 4c 2d")


@pytest.mark.rule("dealer_qualifies_with", "settlement_order", "no_hand_ante")
@pytest.mark.parametrize("edition", list(HOUSES))
@pytest.mark.parametrize("steps", [1, 2, 3, 4, 9])
@pytest.mark.parametrize("keyed", range(len(DEALERS)))
@pytest.mark.parametrize("right", range(len(DEALERS)))
def test_the_dealers_cards_are_corrected_after_any_step_of_the_settlement(
    edition: str, steps: int, keyed: int, right: int
) -> None:
    if keyed == right:
        return
    hands = {1: PAIR, 2: FLUSH}
    desk = after_settling(Keyed(HOUSES[edition](), hands, DEALERS[keyed], progressive=100), steps)
    desk.plays(stud.CorrectDealer(hand(DEALERS[right])), SAM)
    alike(desk, Keyed(HOUSES[edition](), hands, DEALERS[right], progressive=100))


@pytest.mark.rule("higher_hand_wins", "settlement_order", "progressive_settled", "envy_paid")
@pytest.mark.parametrize("edition", list(HOUSES))
@pytest.mark.parametrize("steps", [1, 2, 3, 4, 5, 9])
@pytest.mark.parametrize(("keyed", "right"), [(PAIR, FLUSH), (FLUSH, PAIR), (NOTHING, "9c 8c 7c 6c 5c"), (PAIR, ROYAL)])
@pytest.mark.parametrize("seat", [1, 2])
def test_a_hand_is_corrected_after_any_step_of_the_settlement(
    edition: str, steps: int, keyed: str, right: str, seat: int
) -> None:
    other = {3 - seat: "8s 6d 4h 3s Qh"}
    desk = after_settling(Keyed(HOUSES[edition](), {seat: keyed, **other}, PLAYS, progressive=100), steps)
    if not desk.round.seats[seat].cards:
        return
    desk.plays(stud.CorrectHand(seat, hand(right)), SAM)
    assert desk.table.number == 1
    alike(desk, Keyed(HOUSES[edition](), {seat: right, **other}, PLAYS, progressive=100))


@pytest.mark.rule("single_deck", "settlement_order")
@pytest.mark.parametrize("edition", list(HOUSES))
def test_whoever_really_holds_a_card_that_was_keyed_for_another_is_settled_truthfully(edition: str) -> None:
    right = {1: "9h 9c 4s Jh 2c", 2: "9d 9s 3d 7c 5s"}
    desk = Keyed(HOUSES[edition](), {1: right[1], 2: "9h 9s 3d 7c 5s"}, "Ah Kc 8d 4c 2d", progressive=100)
    desk.until("ShowHand", 1)
    with pytest.raises(Refused, match="was already keyed"):
        desk.plays(stud.ShowHand(1, hand(right[1])))
    desk.plays(stud.CorrectHand(2, hand(right[2])), SAM)
    alike(desk, Keyed(HOUSES[edition](), right, "Ah Kc 8d 4c 2d", progressive=100))


@pytest.mark.rule("award_verification", "settlement_order")
@pytest.mark.parametrize("edition", list(HOUSES))
def test_an_award_that_was_paid_stays_and_what_does_not_touch_it_is_corrected(edition: str) -> None:
    desk = after_settling(Keyed(HOUSES[edition](), {1: NOTHING, 2: ROYAL}, PLAYS, progressive=100), 99)
    assert [hit.state for hit in desk.link(jackpot(desk)).last] == ["paid"]
    desk.plays(stud.CorrectHand(2, hand("Ac Kc Qc Jc Tc")), SAM)  # a royal is a royal
    desk.plays(stud.CorrectHand(1, hand(PAIR)), SAM)
    desk.plays(stud.CorrectDealer(hand(DEALERS[3])), SAM)
    hands = {1: PAIR, 2: "Ac Kc Qc Jc Tc"}
    alike(desk, Keyed(HOUSES[edition](), hands, DEALERS[3], progressive=100))


@pytest.mark.rule("player_wrong_count", "void_hand_returns", "award_verification")
@pytest.mark.parametrize("edition", list(HOUSES))
@pytest.mark.parametrize("steps", [0, 1, 2, 3, 4])
def test_a_hand_found_void_while_settling_is_as_one_that_was_void_before(edition: str, steps: int) -> None:
    hands = {1: FLUSH, 2: PAIR}
    desk = Keyed(HOUSES[edition](), hands, PLAYS, progressive=100)
    desk.until("Reveal")
    desk.follow(desk.until("Reveal"))
    after_settling(desk, steps)
    told = Keyed(HOUSES[edition](), hands, PLAYS, progressive=100)
    told.until("Reveal")
    for each in (desk, told):
        if 1 in each.table.racked:
            return
        each.plays(stud.Report("player-wrong-count", 1))
    assert desk.round.seats[1].void == "player_wrong_count"
    alike(desk, told)


def misdealt(edition: str, hands: dict[int, str], dealer: str, found: str | int, fold: int = 0) -> Keyed:
    """A round whose dealer has a wrong number of cards, found before an act or after so many steps of settlement."""
    desk = Keyed(HOUSES[edition](), hands, dealer, progressive=100)
    desk.until("Decide")
    if fold:
        desk.folds = (fold,)
    if isinstance(found, str):
        desk.until(found)
    else:
        desk.follow(desk.until("Reveal"))
        after_settling(desk, found)
    return desk


@pytest.mark.rule("dealer_wrong_count", "misdeal_progressive", "misdeal_envy", "contribution_at", "settlement_order")
@pytest.mark.parametrize("edition", list(HOUSES))
@pytest.mark.parametrize("dealer", [PLAYS, NO_HAND], ids=["plays", "no hand"])
@pytest.mark.parametrize("fold", [0, 3])
@pytest.mark.parametrize("steps", [0, 1, 2, 3, 4, 5, 99])
def test_a_dealer_found_misdealt_while_settling_is_as_one_found_before(
    edition: str, dealer: str, fold: int, steps: int
) -> None:
    hands = {1: FLUSH, 2: PAIR, 3: "8s 6d 4h 3s Qc"}
    desk = misdealt(edition, hands, dealer, steps, fold)
    told = misdealt(edition, hands, dealer, "Reveal", fold)
    for each in (desk, told):
        each.plays(stud.Report("dealer-wrong-count"))
        with pytest.raises(Refused):
            each.plays(stud.Report("dealer-wrong-count"))
    assert {p.result for p in desk.round.payments if p.wager in ("ante", "bet")} <= {"void"}
    alike(desk, told)
    assert {p.result for p in find(desk.store, f"{desk.t.name}:1").round.payments if p.wager == "ante"} == {"void"}  # type: ignore[union-attr]
    assert isinstance(replay(desk.store, settle=True), Replayed)


@pytest.mark.rule("dealer_wrong_count", "award_verification", "misdeal_progressive")
@pytest.mark.parametrize("edition", ["sd-2015", "sd-2011"])
def test_an_award_that_was_paid_stays_at_a_misdealt_table(edition: str) -> None:
    hands = {1: NOTHING, 2: ROYAL}
    desk = misdealt(edition, hands, PLAYS, 99)
    desk.plays(stud.Report("dealer-wrong-count"))
    told = misdealt(edition, hands, PLAYS, "Reveal")
    told.plays(stud.Report("dealer-wrong-count"))
    alike(desk, told)


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
    casino.pinned[desk.t.name] = replace(casino.pinned[desk.t.name], mode="virtual")
    with pytest.raises(Refused, match="the cards come from the table's own deck"):
        desk.plays(stud.CorrectHand(1, hand(PAIR)), SAM)
    with pytest.raises(Refused, match="the cards come from the table's own deck"):
        desk.asks(SAM, tc.Play(stud.CorrectDealer(hand(PAIR))))


def off_the_meter_text() -> str:
    """Massachusetts, whose fixed awards come off the meter by the house's election."""
    return (
        'name = "Meter"\n[[jackpot]]\nname = "Link"\nschedule = "D"\n'
        'approval = { reference = "25-114", date = "2025-12-15" }\n[jackpot.levels.main]\nseed = "10000.00"\n'
        'rate = "71%"\n[[table]]\nname = "One"\nedition = "ma"\ndevices = ["acceptor"]\ndealing = "manual-shoe"\n'
        'shoe_approved = true\njackpot = "Link"\nawards_from = "meter"\nminimum = "5.00"\n'
    )


def off_the_meter() -> House:
    return house_of(off_the_meter_text())


@pytest.mark.rule("awards_from", "percentage_source")
@pytest.mark.parametrize("steps", [2, 3, 5, 99])
def test_a_fixed_award_goes_back_to_the_meter_that_paid_it(steps: int) -> None:
    other = "8s 6d 4h 3s Qh"
    desk = after_settling(Keyed(off_the_meter(), {1: other, 2: FLUSH}, PLAYS, progressive=100), steps)
    assert desk.link("Link").tiers["main"].fixed
    desk.plays(stud.CorrectHand(2, hand(PAIR)), SAM)
    assert desk.link("Link").tiers["main"].fixed == 0
    alike(desk, Keyed(off_the_meter(), {1: other, 2: PAIR}, PLAYS, progressive=100))


@pytest.mark.rule("awards_from", "dealer_wrong_count", "contribution_at")
@pytest.mark.parametrize("steps", [2, 99])
def test_a_fixed_award_goes_back_to_the_meter_when_the_dealer_is_found_misdealt(steps: int) -> None:
    desk, told = (Keyed(off_the_meter(), {1: PAIR, 2: FLUSH}, PLAYS, progressive=100) for _ in range(2))
    after_settling(desk, steps)
    assert desk.link("Link").tiers["main"].fixed
    told.until("Reveal")
    for each in (desk, told):
        each.plays(stud.Report("dealer-wrong-count"))
    assert desk.link("Link").tiers["main"].fixed == 0
    assert desk.table.documents == ()
    alike(desk, told)


@pytest.mark.rule("player_wrong_count")
@pytest.mark.parametrize("seats", [(1,), (2,), (1, 2)], ids=["folded", "settled", "both"])
@pytest.mark.parametrize("dealer", [PLAYS, NO_HAND], ids=["plays", "no hand"])
@pytest.mark.parametrize("edition", list(HOUSES))
def test_a_racked_hand_is_found_wrong_until_the_round_is_over(
    edition: str, dealer: str, seats: tuple[int, ...]
) -> None:
    """Also where it was counted into the rack: the texts set no time after which a wrong count is right."""
    desk = Keyed(HOUSES[edition](), {1: NOTHING, 2: PAIR, 3: FLUSH}, dealer, progressive=100)
    desk.folds = (1,)
    desk.until("Reconcile")
    assert {1, 2} <= set(desk.table.racked)
    for seat in seats:
        desk.plays(stud.Report("player-wrong-count", seat), SAM)
        assert desk.round.seats[seat].void == "player_wrong_count"
    finished(desk)
    story = find(desk.store, f"{desk.t.name}:1")
    assert story.round is not None
    for seat in seats:
        kept = [p for p in story.round.payments if p.seat == seat]
        assert {p.result for p in kept} == {"void"}
        assert sum(p.returned for p in kept) == sum(p.staked for p in kept)
    assert differences(story) == ()
    assert isinstance(replay(desk.store, settle=True), Replayed)
