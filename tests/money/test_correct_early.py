"""What is put right before anybody decides, and a void hand whose contribution is gone already."""

from __future__ import annotations

import pytest

from tests.money.keyed import DANA, SAM, Keyed, hand
from tests.money.pit import Evening, dealt, house_of
from tests.money.test_correct import (
    FLUSH,
    HOUSES,
    NOTHING,
    PAIR,
    PLAYS,
    alike,
    finished,
    jackpot,
    massachusetts,
    off_the_meter,
)
from upcard.audit import Replayed, replay
from upcard.audit.document import differences
from upcard.audit.round_reader import find
from upcard.games import caribbean_stud as stud
from upcard.money import account
from upcard.tables import commands as tc
from upcard.units import micros


@pytest.mark.rule("progressive_chips_counted", "contribution_at")
def test_a_progressive_wager_that_was_struck_or_taken_leaves_the_books_as_if_it_had_been_so_at_first() -> None:
    desk = Keyed(massachusetts(), {1: PAIR, 2: NOTHING}, PLAYS, progressive=100)
    desk.until("CountChips")
    desk.asks(DANA, tc.CountChips(1))
    desk.plays(stud.CorrectProgressive(2, 0), SAM)
    only = Keyed(massachusetts(), {1: PAIR, 2: NOTHING}, PLAYS)
    only.plays(stud.PlaceWager(1, "progressive", 100))
    only.until("CountChips")
    assert desk.balances == only.balances
    desk.asks(DANA, tc.CountChips(1))
    alike(desk, only)
    back = Keyed(massachusetts(), {1: PAIR, 2: NOTHING}, PLAYS, progressive=100)
    back.until("CountChips")
    back.asks(DANA, tc.CountChips(1))
    for cents in (0, 100):
        back.plays(stud.CorrectProgressive(2, cents), SAM)
    alike(back, Keyed(massachusetts(), {1: PAIR, 2: NOTHING}, PLAYS, progressive=100))
    coupon, told = (Keyed(massachusetts(), {1: PAIR, 2: NOTHING}, PLAYS) for _ in range(2))
    for each in (coupon, told):
        each.plays(stud.PlaceWager(1, "progressive", 100))
        each.plays(stud.PlaceCoupon(2, "progressive", 100))
        each.until("CountChips")
    coupon.asks(DANA, tc.CountChips(2))
    for cents in (0, 100):
        coupon.plays(stud.CorrectProgressive(2, cents), SAM)
    alike(coupon, told)


@pytest.mark.rule("progressive_chips_counted", "contribution_at")
def test_a_round_that_is_void_for_its_chips_gives_everything_back() -> None:
    desk = Keyed(massachusetts(), {1: PAIR, 2: NOTHING}, PLAYS, progressive=100)
    opened = {name: held for name, held in desk.balances.items() if not name.startswith(("seat/", "felt/"))}
    desk.until("CountChips")
    desk.asks(DANA, tc.CountChips(3))
    desk.plays(stud.Report("chips-miscounted"), SAM)
    assert desk.balances == opened
    finished(desk)
    story = find(desk.store, f"{desk.t.name}:1")
    assert differences(story) == ()
    assert story.written["irregularity"] == "chips-miscounted"  # type: ignore[index]


@pytest.mark.rule("player_wrong_count", "dealer_wrong_count", "contribution_at")
@pytest.mark.parametrize("edition", list(HOUSES))
@pytest.mark.parametrize("wrong", [({1: 6, 2: 5}, 5), ({1: 4, 2: 6}, 5), ({1: 5, 2: 5}, 6)])
def test_a_deal_that_was_taken_back_leaves_the_books_as_if_it_had_been_keyed_right(
    edition: str, wrong: tuple[dict[int, int], int]
) -> None:
    desk = Keyed(HOUSES[edition](), {1: PAIR, 2: FLUSH}, PLAYS, progressive=100)
    up = hand("Qs")[0] if "up_card" in desk.until("DealUnseen").asks else None
    before = desk.balances
    tiers = desk.link(jackpot(desk)).tiers
    desk.plays(stud.DealUnseen(*wrong, up))
    desk.plays(stud.TakeBackDeal(), SAM)
    assert desk.balances == before
    assert desk.link(jackpot(desk)).tiers == tiers
    alike(desk, Keyed(HOUSES[edition](), {1: PAIR, 2: FLUSH}, PLAYS, progressive=100))


@pytest.mark.rule("awards_from", "meter_floor", "player_wrong_count", "contribution_at")
@pytest.mark.parametrize("then", ["nothing", "another hand", "another award", "a misdealt dealer", "3 void", "2 void"])
def test_a_void_hand_does_not_take_a_meter_below_its_seed(then: str) -> None:
    """What a fixed award has carried off of its contribution is not taken back, unless that award goes back itself."""
    house, hands = off_the_meter(), {1: NOTHING, 2: PAIR, 3: FLUSH}
    desk, told = (Keyed(house, hands, PLAYS, progressive=100) for _ in range(2))
    meter = account.meter("Link", "main")
    while not desk.link("Link").tiers["main"].fixed:
        desk.step()
    assert desk.balances[meter] == micros(1_000_000)
    desk.plays(stud.Report("player-wrong-count", 1), SAM)
    assert desk.balances[meter] == micros(1_000_000)
    told.until("DealUnseen")
    told.plays(stud.DealUnseen({1: 4, 2: 5, 3: 5}, 5, told.dealer[0]))
    for each in (desk, told):
        match then:
            case "another hand" | "another award":
                right = "9h 9s 5c Jd 6c" if then == "another hand" else "Kc Ks Kh 3c 3d"
                each.hands[3] = hand(right)
                if each is desk:
                    each.plays(stud.CorrectHand(3, hand(right)), SAM)
            case "a misdealt dealer":
                if each is told:
                    told.until("Reveal")
                each.plays(stud.Report("dealer-wrong-count"), SAM)
            case "3 void" | "2 void":
                each.plays(stud.Report("player-wrong-count", int(then[0])), SAM)
        finished(each)
        assert isinstance(replay(each.store, settle=True), Replayed)
    assert desk.balances[meter] == told.balances[meter]
    players = [{name: held for name, held in each.balances.items() if name[:4] == "seat"} for each in (desk, told)]
    assert players[0] == players[1]
    of_house = [sum(each.balances.get(name, 0) for name in ("house", "tray/One")) for each in (desk, told)]
    assert of_house[0] == of_house[1]


@pytest.mark.rule("awards_from", "meter_floor", "player_wrong_count", "contribution_at")
def test_a_void_hand_does_not_take_a_meter_below_its_seed_that_another_table_has_drawn_on() -> None:
    text = (
        'name = "Two"\n[[jackpot]]\nname = "Link"\nschedule = "D"\n'
        'approval = { reference = "25-114", date = "2025-12-15" }\n[jackpot.levels.main]\nseed = "10000.00"\n'
        'rate = "70%"\nreserve_rate = "5%"\n'
    )
    for number in (1, 2):
        text += (
            f'[[table]]\nname = "T{number}"\nedition = "ma"\ndevices = ["acceptor"]\ndealing = "automated-shoe"\n'
            'shoe_approved = true\njackpot = "Link"\nawards_from = "meter"\nminimum = "5.00"\n'
        )
    evening = Evening(house_of(text), rig=dealt(FLUSH, "Kd Jd 7d 6d 3d", "Ks Js 7s 6s 3s"), seats=3)
    evening.until("T1", "HandsDealt")
    fed = {seat: one for (name, seat), ones in evening.casino.books.fed.items() for one in ones}
    assert fed
    evening.until("T2", "RoundReconciled")
    meter, reserve = account.meter("Link", "main"), account.reserve("Link", "main")
    assert evening.link().tiers["main"].fixed
    assert evening.balance(meter) == micros(1_000_000)
    before, (seat, one) = evening.balance(reserve), next(iter(fed.items()))
    evening.miscounts("T1", seat)
    assert evening.balance(meter) == micros(1_000_000)
    assert evening.balance(reserve) == before - one.contribution.reserve
    assert '"spares_seed":true' in evening.entries[-1].event
