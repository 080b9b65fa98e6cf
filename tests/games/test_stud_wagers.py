"""What may be put down in Caribbean stud, one cent on either side of every bound."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.houses import MA_SCHEDULES, SD_SCHEDULES
from tests.games.rounds import AK, WINS, line, outcome, play_stud, seat, stud
from upcard.errors import HouseError, Refused
from upcard.games.caribbean_stud import (
    CloseBets,
    PlaceCoupon,
    PlaceWager,
    Round,
    TakeBackWager,
    decide,
    options,
    view,
)
from upcard.rules import caribbean_stud

SOUTH_DAKOTA = ("sd-2011", "sd-2015")


def places(edition: str, house: dict[str, Any], *wagers: tuple[str, int]) -> str | None:
    """The rule that refuses the last wager, '' where no rule is named, or None where it is taken."""
    rules, round = caribbean_stud(edition, house), Round()
    *before, last = wagers
    for wager, cents in before:
        round = play_stud(rules, PlaceWager(1, wager, cents), round=round)
    command = PlaceWager(1, *last)
    offered = any(option.allows(command) for option in options(rules, round))
    try:
        decide(rules, round, command)
    except Refused as error:
        caught = error
    else:
        assert offered
        return None
    assert not offered
    assert caught.clause == (rules.clause(caught.rule) if caught.rule else None)
    return caught.rule or ""


@pytest.mark.rule("limit", "limit_applies_to")
@pytest.mark.parametrize("edition", SOUTH_DAKOTA)
@pytest.mark.parametrize(
    ("house", "highest"),
    [
        ({}, 3333),  # ante and twice as much again within $100
        ({"limit_applies_to": "each-wager"}, 5000),
        ({"limit": "90.00"}, 3000),
        ({"limit": "89.99"}, 2999),
        ({"limit": "90.01", "limit_applies_to": "each-wager"}, 4500),
        ({"maximum": "20.00"}, 2000),
    ],
)
def test_the_highest_ante(edition: str, house: dict[str, Any], highest: int) -> None:
    assert places(edition, house, ("ante", highest - 1)) is None
    assert places(edition, house, ("ante", highest)) is None
    assert places(edition, house, ("ante", highest + 1)) == ("" if "maximum" in house else "limit")


@pytest.mark.rule("limit", "limit_applies_to", "limit_combines")
@pytest.mark.parametrize("edition", SOUTH_DAKOTA)
def test_the_progressive_wager_within_the_limit(edition: str) -> None:
    total = {"progressive": "PMG-01"}
    assert places(edition, total, ("ante", 3300), ("progressive", 100)) is None
    assert places(edition, total, ("ante", 3301), ("progressive", 100)) == "limit"
    each = total | {"limit_applies_to": "each-wager"}  # the bet of $99 with the progressive wager within $100
    assert places(edition, each, ("ante", 4950), ("progressive", 100)) is None
    assert places(edition, each, ("ante", 4951), ("progressive", 100)) == "limit"
    small = {"progressive": "PMG-02", "limit_applies_to": "each-wager", "limit": "5.02"}
    assert places(edition, small, ("ante", 1), ("progressive", 500)) is None
    small |= {"limit": "5.01"}
    assert places(edition, small, ("ante", 1), ("progressive", 500)) == "limit"


@pytest.mark.rule("limit_applies_to", "limit_combines")
@pytest.mark.parametrize("edition", SOUTH_DAKOTA)
def test_each_wager_of_a_finished_round_has_the_progressive_with_it(edition: str) -> None:
    """The bet of a $50 ante fills the limit alone: with the progressive wager it is $101."""
    house = {"progressive": "PMG-01", "limit_applies_to": "each-wager"}
    main = {"main": {"amount": "1.00", "seed": "1.00"}}
    assert stud(edition, house, AK, seat(WINS, "50.00"))["net"] == {"1": "150.00"}
    assert stud(edition, house, AK, seat(WINS, "49.50", progressive="1.00"), meters=main)["net"] == {"1": "147.50"}
    with pytest.raises(Refused, match=r"progressive: \$1\.00 beside an ante of \$49\.51") as caught:
        stud(edition, house, AK, seat(WINS, "49.51", progressive="1.00"), meters=main)
    assert caught.value.clause == f"{edition}(limit)"


@pytest.mark.rule("limit")
def test_the_limit_of_a_finished_round() -> None:
    for cents, clause in (("33.00", None), ("33.01", "limit")):
        if clause is None:
            stud("sd-2015", {"progressive": "PMG-01"}, AK, seat(WINS, cents, progressive="1.00"),
                 meters={"main": {"amount": "1.00", "seed": "1.00"}})  # fmt: skip
        else:
            with pytest.raises(Refused) as caught:
                stud("sd-2015", {"progressive": "PMG-01"}, AK, seat(WINS, cents, progressive="1.00"))
            assert caught.value.rule == clause


def test_the_house_minimum() -> None:
    house = {"minimum": "5.00"}
    assert places("ma", house, ("ante", 499)) == ""
    assert places("ma", house, ("ante", 500)) is None
    assert places("ma", {}, ("ante", 0)) == ""
    assert places("ma", {}, ("ante", 1)) is None
    assert places("ma", {}, ("ante", 10**8)) is None, "Massachusetts sets no limit"
    assert places("sd-2015", {"minimum": "5.00", "limit": "14.99"}, ("ante", 500)) == "limit"
    assert places("sd-2015", {"minimum": "5.00", "limit": "15.00"}, ("ante", 500)) is None


WAGERS = {"PMG-02": (500,), "PTMGL02": (500,), "D": (100, 500)}


@pytest.mark.rule("progressive_amount", "classic_wager", "link_tables")
@pytest.mark.parametrize(
    ("edition", "schedule"),
    [(e, s) for e in SOUTH_DAKOTA for s in SD_SCHEDULES] + [("ma", s) for s in MA_SCHEDULES],
)
def test_the_progressive_wager_is_exact(edition: str, schedule: str) -> None:
    taken = WAGERS.get(schedule, (100,))
    kind = schedule[:3] if edition == "ma" else schedule[:7]
    rule = {"classic": "classic_wager", "PTM": "link_tables"}.get(kind, "progressive_amount")
    for cents in (1, 99, 100, 101, 200, 499, 500, 501):
        found = places(edition, {"progressive": schedule}, ("ante", 1000), ("progressive", cents))
        assert found == (None if cents in taken else rule), cents


@pytest.mark.rule("five_card_wager")
@pytest.mark.parametrize("wager", ["five_card_player", "five_card_dealer"])
@pytest.mark.parametrize(
    ("elected", "taken"), [("1.00", (100,)), ("2.50", (250,)), (["5.00", "1.00"], (100, 500)), (None, None)]
)
def test_a_five_card_wager_is_one_that_was_elected(wager: str, elected: Any, taken: tuple[int, ...] | None) -> None:
    house = {"five_card": True, "five_card_wager": elected}
    for cents in (1, 99, 100, 101, 249, 250, 499, 500, 501, 1_000_000):
        found = places("ma", house, ("ante", 1000), (wager, cents))
        assert found == (None if taken is None or cents in taken else "five_card_wager"), cents
    rules = caribbean_stud("ma", house)
    offered = options(rules, play_stud(rules, PlaceWager(1, "ante", 1000)))
    (one,) = [each for each in offered if each.fields.get("wager") == wager]
    assert (one.amounts, one.low) == (taken, None if taken else 1)


@pytest.mark.rule("tip_ceiling", "tip_area")
def test_a_tip_up_to_the_ante_and_not_in_massachusetts() -> None:
    assert places("sd-2015", {}, ("ante", 1000), ("tip", 999)) is None
    assert places("sd-2015", {}, ("ante", 1000), ("tip", 1000)) is None
    assert places("sd-2015", {}, ("ante", 1000), ("tip", 1001)) == "tip_ceiling"
    assert places("ma", {}, ("ante", 1000), ("tip", 1)) == "tip_area"
    assert stud("sd-2011", {}, AK, seat(WINS, "10.00", tip="10.00"))["tips"] == "20.00"
    with pytest.raises(Refused) as caught:
        stud("sd-2011", {}, AK, seat(WINS, "10.00", tip="10.01"))
    assert caught.value.rule == "tip_ceiling"


@pytest.mark.rule("progressive_tables", "progressive_device", "bonus_tables", "five_card_table", "cover_all_placed")
def test_a_wager_that_the_house_does_not_offer() -> None:
    assert places("ma", {}, ("ante", 1000), ("progressive", 100)) == "progressive_tables"
    assert places("sd-2015", {}, ("ante", 1000), ("progressive", 100)) == "progressive_device"
    assert places("ma", {}, ("ante", 1000), ("bonus", 100)) == "bonus_tables"
    assert places("ma", {}, ("ante", 1000), ("five_card_player", 100)) == "five_card_table"
    assert places("ma", {}, ("ante", 1000), ("five_card_dealer", 100)) == "five_card_table"
    assert places("ma", {}, ("ante", 1000), ("cover_all", 100)) == "cover_all_placed"
    assert places("ma", {}, ("ante", 1000), ("insurance", 100)) == ""


@pytest.mark.rule("contribution_at")
def test_a_token_stays_and_a_wager_on_a_sensor_may_be_taken_back() -> None:
    wagers = (PlaceWager(1, "ante", 1000), PlaceWager(1, "progressive", 100))
    back = TakeBackWager(1, "progressive")
    later = caribbean_stud("sd-2015", {"progressive": "PMG-01"})
    assert play_stud(later, *wagers, back).seats[1].wagers == {}
    earlier = caribbean_stud("sd-2011", {"progressive": "PMG-01"})
    with pytest.raises(Refused, match="token") as caught:
        play_stud(earlier, *wagers, back)
    assert caught.value.rule == "contribution_at"


@pytest.mark.rule("progressive_device", "lock_out", "contribution_at")
@pytest.mark.parametrize(
    ("edition", "before", "after"),
    [("sd-2011", "accepted", "accepted"), ("sd-2015", "placed", "accepted"), ("ma", "placed", "accepted")],
)
def test_a_light_says_of_every_seat_whether_a_progressive_wager_was_accepted(
    edition: str, before: str, after: str
) -> None:
    rules = caribbean_stud(edition, {"progressive": "D" if edition == "ma" else "PMG-01"})
    antes = (PlaceWager(1, "ante", 1000), PlaceWager(2, "ante", 1000))

    def lights(round: Round) -> list[list[str]]:
        return [[view(rules, round, viewer).seats[seat].lamp for seat in (1, 2)] for viewer in ("dealer", "sign", 1, 2)]

    round = play_stud(rules, *antes)
    assert lights(round) == [["inviting", "inviting"]] * 4
    round = play_stud(rules, PlaceWager(1, "progressive", 100), round=round)
    assert lights(round) == [[before, "inviting"]] * 4
    assert lights(play_stud(rules, CloseBets(), round=round)) == [[after, "off"]] * 4
    rules = caribbean_stud(edition)
    assert lights(play_stud(rules, *antes)) == [["off", "off"]] * 4


@pytest.mark.rule("match_play", "progressive_coupon")
def test_coupons_and_their_bounds() -> None:
    rules = caribbean_stud("ma", {"progressive": "D"})
    round = play_stud(rules, PlaceWager(1, "ante", 1000))
    for face in (99, 101, 500):
        with pytest.raises(Refused) as caught:
            decide(rules, round, PlaceCoupon(1, "progressive", face))
        assert caught.value.rule == "progressive_coupon"
    for face in (-1, 0):
        with pytest.raises(Refused):
            decide(rules, round, PlaceCoupon(1, "match_play", face))
    round = play_stud(rules, PlaceCoupon(1, "match_play", 1), PlaceCoupon(1, "progressive", 100), round=round)
    assert (round.seats[1].match_play, round.seats[1].coupon) == (1, 100)
    for again, rule in (("match_play", "match_play"), ("progressive", "progressive_coupon")):
        with pytest.raises(Refused) as caught:
            decide(rules, round, PlaceCoupon(1, again, 100))
        assert caught.value.rule == rule
    with pytest.raises(Refused):
        decide(rules, round, PlaceWager(1, "progressive", 100))
    five = caribbean_stud("ma", {"progressive": "PTMGL02"})
    with pytest.raises(Refused) as caught:
        play_stud(five, PlaceWager(1, "ante", 1000), PlaceCoupon(1, "progressive", 100))
    assert caught.value.clause == "ma-12(l)"
    for coupon in ("match_play", "progressive", "lunch"):
        with pytest.raises(Refused):
            play_stud(caribbean_stud("sd-2015"), PlaceWager(1, "ante", 1000), PlaceCoupon(1, coupon, 100))


@pytest.mark.rule("match_play_ceiling", "match_play")
def test_a_match_play_coupon_is_no_larger_than_its_ante() -> None:
    """In the library, in what is offered, and in a finished round."""
    rules = caribbean_stud("ma")
    round = play_stud(rules, PlaceWager(1, "ante", 1000))
    with pytest.raises(Refused) as caught:
        decide(rules, round, PlaceCoupon(1, "match_play", 1001))
    assert (caught.value.rule, caught.value.clause) == ("match_play_ceiling", "ma-6(a)")
    (offered,) = (o for o in options(rules, round) if o.act == "PlaceCoupon")
    assert (offered.low, offered.high) == (1, 1000)
    assert play_stud(rules, PlaceCoupon(1, "match_play", 1000), round=round).seats[1].match_play == 1000
    with pytest.raises(Refused, match=r"^seats\.1\.coupons: ") as caught:
        stud("ma", {}, AK, seat(WINS, "10.00", coupon_match_play="10.01"))
    assert caught.value.clause == "ma-6(a)"
    assert stud("ma", {}, AK, seat(WINS, "10.00", coupon_match_play="10.00"))["net"] == {"1": "40.00"}


@pytest.mark.rule("tip_area", "cover_all_placed", "wagers_frozen_after")
@pytest.mark.parametrize(
    ("edition", "house", "wager", "clause"),
    [
        ("sd-2015", {}, "tip", "sd-2015(8)"),
        ("sd-2011", {}, "tip", "sd-2011(8)"),
        ("sd-2015", {"progressive": "PMG-01"}, "progressive", "sd-2015(5)"),
        ("ma", {"cover_all": True}, "cover_all", "ma-12(a)"),
        ("ma", {"bonus": "A"}, "bonus", "ma-6(b)"),
    ],
)
def test_a_late_wager_cites_its_own_clause(edition: str, house: dict[str, Any], wager: str, clause: str) -> None:
    rules = caribbean_stud(edition, house)
    round = play_stud(rules, PlaceWager(1, "ante", 1000), CloseBets())
    with pytest.raises(Refused) as caught:
        decide(rules, round, PlaceWager(1, wager, 100))
    assert caught.value.clause == clause


BOUNDS: dict[str, tuple[str, dict[str, Any]]] = {
    "bonus": ("ma", {"bonus": "A"}),
    "cover_all": ("ma", {"cover_all": True}),
    "tip": ("sd-2015", {}),
    "five_card": ("ma", {"five_card": True}),
}


@pytest.mark.parametrize("named", list(BOUNDS))
def test_a_house_posts_the_most_that_it_takes(named: str) -> None:
    edition, offered = BOUNDS[named]
    house = offered | {f"{named}_maximum": "2.50"}
    for wager in ("five_card_player", "five_card_dealer") if named == "five_card" else (named,):
        assert places(edition, house, ("ante", 1000), (wager, 250)) is None
        assert places(edition, house, ("ante", 1000), (wager, 251)) == ""
        assert places(edition, offered, ("ante", 1000), (wager, 251)) is None
        with pytest.raises(Refused, match=rf"{wager}: the house takes no more than \$2\.50"):
            stud(edition, house, AK, seat(WINS, "10.00", **{wager: "2.51"}))
    with pytest.raises(HouseError, match="is not offered"):
        caribbean_stud("sd-2015" if edition == "ma" else "ma", {f"{named}_maximum": "2.50"})
    with pytest.raises(HouseError, match="more than nothing"):
        caribbean_stud(edition, offered | {f"{named}_maximum": "0.00"})


@pytest.mark.rule("match_play")
def test_a_match_play_coupon_is_paid_on_a_win_and_is_never_cash() -> None:
    won = line(stud("ma", {}, AK, seat(WINS, coupon_match_play="7.00")), 1, "match_play")
    assert (won["staked"], *outcome(won)) == ("0.00", "win", "0.00", "7.00")
    lost = line(stud("ma", {}, AK, seat("9c 8d 7s 4h 2c", coupon_match_play="7.00")), 1, "match_play")
    assert outcome(lost) == ("lose", "0.00", "0.00")
    tied = line(stud("ma", {}, AK, seat("As Kh 5d 4d 2c", coupon_match_play="7.00")), 1, "match_play")
    assert outcome(tied) == ("push", "0.00", "0.00")
    no_hand = stud("ma", {}, "Ah Qd Js 9c 8d", seat("7c 5d 4s 3h 2c", coupon_match_play="7.00"))
    assert outcome(line(no_hand, 1, "match_play")) == ("win", "0.00", "7.00")
    assert no_hand["net"] == {"1": "17.00"}


@pytest.mark.rule("cover_all_columns", "cover_all_counts")
@pytest.mark.parametrize(("counts", "first"), [("hands", 1), ("players", 2)])
def test_a_cover_all_column_for_two_to_eight(counts: str, first: int) -> None:
    rules = caribbean_stud("ma", {"cover_all": True, "cover_all_counts": counts})
    for players in range(1, 10):
        antes = [PlaceWager(number, "ante", 100) for number in range(1, players + 1)]
        round = play_stud(rules, *antes, PlaceWager(1, "cover_all", 100))
        offered = any(option.act == "CloseBets" for option in options(rules, round))
        exists = first <= players <= first + 6
        assert offered == exists
        if exists:
            assert play_stud(rules, CloseBets(), round=round).phase == "closed"
        else:
            with pytest.raises(Refused) as caught:
                decide(rules, round, CloseBets())
            assert caught.value.rule == "cover_all_columns"
    without = play_stud(rules, *(PlaceWager(number, "ante", 100) for number in range(1, 10)))
    assert play_stud(rules, CloseBets(), round=without).phase == "closed", "no wager, no column needed"
