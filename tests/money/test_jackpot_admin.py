"""A link in operation: who joins and leaves, what stands still, and which parameters may change when."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.money.pit import FAULT, PEOPLE, ROYALS, Evening, dealt, example, house_of, linked
from upcard.errors import HouseError, Refused
from upcard.games import caribbean_stud as stud
from upcard.journal.floor import check_terms
from upcard.money import account
from upcard.money import commands as c
from upcard.money.jackpot_admin import SIGN_VARIANCE
from upcard.tables import Table
from upcard.tables import commands as tc
from upcard.tables.commands import Actor
from upcard.units import micros

METER = account.meter("Link", "main")
SEED = micros(1_000_000)


def change(evening: Evening, **fields: object) -> c.ChangeLevel:
    level = evening.link().tiers["main"].level
    return c.ChangeLevel("Link", "main", replace(level, **fields), "another", "approved")


@pytest.mark.rule("contribution_at")
def test_a_meter_that_each_token_advances_is_given_no_limit() -> None:
    evening = Evening(linked(1, edition="sd-2011"))
    evening.does("supervisor", c.SuspendLink("Link", "new values", *FAULT))
    with pytest.raises(Refused, match="it has no limit") as refused:
        evening.does("licensee", change(evening, limit=25_000_000))
    assert refused.value.clause == "sd-2011(4)"


def test_no_parameter_changes_while_the_link_is_in_operation() -> None:
    evening = Evening(linked(1))
    wanted = change(evening, rate=720_000)
    with pytest.raises(Refused, match="in operation"):
        evening.does("licensee", wanted)
    evening.does("supervisor", c.SuspendLink("Link", "maintenance", *FAULT))
    with pytest.raises(Refused, match="second person"):
        evening.does("licensee", replace(wanted, second=PEOPLE["licensee"].id))
    evening.does("licensee", wanted)
    assert evening.link().tiers["main"].level.rate == 720_000
    with pytest.raises(Refused, match="these parameters already"):
        evening.does("licensee", wanted)


@pytest.mark.parametrize(("below", "taken"), [(1, False), (0, True), (-1, True)])
def test_a_limit_is_not_set_below_what_the_meter_shows(below: int, taken: bool) -> None:
    evening = Evening(linked(1), seats=4)
    evening.play("T1", 2)
    evening.does("supervisor", c.SuspendLink("Link", "maintenance", *FAULT))
    limit = evening.casino.books.meter("Link", "main").displayed - below
    if taken:
        evening.does("licensee", change(evening, limit=limit))
        assert evening.link().tiers["main"].level.limit == limit
    else:
        with pytest.raises(Refused, match="below the"):
            evening.does("licensee", change(evening, limit=limit))


@pytest.mark.parametrize(
    ("fields", "because"),
    [
        ({"rate": -500_000}, "between nothing and the whole wager"),
        ({"rate": 1_000_001}, "between nothing and the whole wager"),
        ({"reserve_rate": 5_000_000}, "between nothing and the whole wager"),
        ({"rate": 990_000, "reserve_rate": 10_001}, "more than the whole wager"),
        ({"rate": 0}, "never progresses"),
        ({"seed": -1}, "less than nothing"),
        ({"seed": 3_000_000, "limit": 2_000_000}, "below its seed"),
        ({"seed": 3_000_000, "limit": 3_000_000}, "limit is its seed"),
    ],
)
def test_parameters_that_cannot_be(fields: dict[str, int], because: str) -> None:
    evening = Evening(linked(1))
    evening.does("supervisor", c.SuspendLink("Link", "maintenance", *FAULT))
    with pytest.raises(Refused, match=because):
        evening.does("licensee", change(evening, **fields))
    with pytest.raises(Refused, match="for a reason"):
        evening.does("licensee", replace(change(evening, rate=1), reason=" "))


@pytest.mark.rule("match_play")
def test_coupons_are_taken_by_the_dealer_and_double_the_ante_at_most() -> None:
    evening = Evening(house_of(example("massachusetts")))
    while not evening.table("Stud 1").players or evening.table("Stud 1").deck.stage != "ready":
        evening.step("Stud 1")
    dealer, player = PEOPLE["dealer"], Actor(evening.table("Stud 1").players[1], "player")
    evening.does(player, tc.Play(stud.PlaceWager(1, "ante", 2_500)), "Stud 1")
    with pytest.raises(Refused, match="a coupon goes to the dealer"):
        evening.does(player, tc.Play(stud.PlaceCoupon(1, "match_play", 2_500)), "Stud 1")
    with pytest.raises(Refused, match="doubles the ante that it lies with"):
        evening.does(dealer, tc.Play(stud.PlaceCoupon(1, "match_play", 2_501)), "Stud 1")
    evening.does(dealer, tc.Play(stud.PlaceCoupon(1, "match_play", 2_500)), "Stud 1")


@pytest.mark.rule("progression_rate_minimum")
def test_the_law_has_its_say_when_parameters_change() -> None:
    evening = Evening(house_of(example("massachusetts")))
    link = evening.link("Harbor")
    evening.does("supervisor", c.SuspendLink("Harbor", "maintenance", *FAULT))
    low = replace(link.tiers["main"].level, rate=699_999)
    with pytest.raises(Refused, match="below 70%") as refused:
        evening.does("licensee", c.ChangeLevel("Harbor", "main", low, "another", "cheaper"))
    assert refused.value.clause == "ma-11(d)(5)"


def test_a_table_off_the_link_takes_no_wagers_for_it() -> None:
    evening = Evening(linked(2), seats=3)
    evening.until("T1", "BetsClosed")
    leave = c.LeaveLink("Link", "T1")
    with pytest.raises(Refused, match="between rounds"):
        evening.does("licensee", leave)
    evening.until("T1", "RoundReconciled")
    evening.does(Actor("T2 dealer", "dealer"), tc.OpenTable(), "T2")
    evening.does("licensee", leave)
    with pytest.raises(Refused, match="does not play for"):
        evening.does("licensee", leave)
    person = Actor(evening.table("T1").players[1], "player")
    evening.does(person, tc.Play(stud.PlaceWager(1, "ante", 500)), "T1")
    with pytest.raises(Refused, match="not on the link of Link"):
        evening.does(person, tc.Play(stud.PlaceWager(1, "progressive", 100)), "T1")
    with pytest.raises(Refused, match="joins between rounds"):
        evening.does("licensee", c.JoinTable("Link", "T1"))
    evening.does(person, tc.Play(stud.TakeBackWager(1, "ante")), "T1")
    evening.does("licensee", c.JoinTable("Link", "T1"))
    evening.play("T1")
    with pytest.raises(Refused, match="plays for Link already"):
        evening.does("licensee", c.JoinTable("Link", "T1"))


@pytest.mark.rule("contribution_at")
@pytest.mark.parametrize(("edition", "at_once"), [("sd-2011", True), ("sd-2015", False)])
def test_when_a_wager_advances_the_meter(edition: str, at_once: bool) -> None:
    """Each token at once under the older text, together at the lock-out under the newer one."""
    evening = Evening(linked(1, edition=edition), seats=2)
    while evening.table("T1").deck.stage != "ready" or len(evening.table("T1").players) < 2:
        evening.step("T1")
    seed, rate = evening.balance(METER), evening.link().tiers["main"].level.rate
    person = Actor(evening.table("T1").players[1], "player")
    evening.does(person, tc.Play(stud.PlaceWager(1, "ante", 500)), "T1")
    evening.does(person, tc.Play(stud.PlaceWager(1, "progressive", 100)), "T1")
    assert evening.balance(METER) == seed + (100 * rate if at_once else 0)
    back = tc.Play(stud.TakeBackWager(1, "progressive"))
    if at_once:
        with pytest.raises(Refused, match="has moved the meter and stays"):
            evening.does(person, back, "T1")
    else:
        evening.does(person, back, "T1")
        assert evening.link().tiers["main"].wagered == 0
        evening.does(person, tc.Play(stud.PlaceWager(1, "progressive", 100)), "T1")
        assert evening.balance(METER) == seed
    evening.does(Actor("T1 dealer", "dealer"), tc.LockOut(), "T1")
    assert evening.balance(METER) == seed + 100 * rate
    assert evening.link().tiers["main"].wagered == 100


@pytest.mark.rule("void_hand_returns")
def test_a_dead_hand_takes_its_contribution_back() -> None:
    evening = Evening(linked(1), seats=3)
    evening.until("T1", "HandsDealt")
    before = {name: evening.balance(name) for name in (METER, account.reserve("Link", "main"))}
    level = evening.link().tiers["main"].level
    round = evening.table("T1").round
    assert isinstance(round, stud.Round)
    seat = next(number for number in round.clockwise if round.seats[number].progressive)
    cents, wagered = round.seats[seat].progressive, evening.link().tiers["main"].wagered
    evening.miscounts("T1", seat)
    assert evening.balance(METER) == before[METER] - cents * level.rate
    reserve = account.reserve("Link", "main")
    assert evening.balance(reserve) == before[reserve] - cents * level.reserve_rate
    assert evening.link().tiers["main"].wagered == wagered - cents


def test_corrections_take_two_people_and_a_reason() -> None:
    evening = Evening(linked(1))
    evening.play("T1")
    right = c.CorrectMeter("Link", "main", -5, "a stuck sensor", "another", 3)
    for wrong, because in (
        (replace(right, second=""), "second person"),
        (replace(right, micros=0), "an amount and a reason"),
        (replace(right, reason=" "), "an amount and a reason"),
        (replace(right, level="minor"), "no level"),
        (replace(right, micros=SEED - evening.balance(METER) - 1), "below the .10,000.00 that the house put up"),
    ):
        with pytest.raises(Refused, match=because):
            evening.does("supervisor", wrong)
    with pytest.raises(Refused, match="not a dealer"):
        evening.does("dealer", right)
    held, house = evening.balance(METER), evening.balance(account.HOUSE)
    evening.does("supervisor", right)
    assert (evening.balance(METER), evening.balance(account.HOUSE)) == (held - 5, house + 5)
    evening.does("supervisor", replace(right, micros=SEED - held + 5))
    assert evening.balance(METER) == SEED


@pytest.mark.rule("jackpot_ends_by")
def test_what_players_have_wagered_for_is_not_corrected_away() -> None:
    """No meter is emptied under a royal flush, nor while somebody plays for it."""
    evening = Evening(linked(1, reserve="0%"), rig=dealt(ROYALS[0]), seats=2)
    lower = c.CorrectMeter("Link", "main", -1, "a fault", "another")
    evening.does("supervisor", c.CorrectMeter("Link", "main", 10, "a fault", "another"))
    for moment in ("BetsClosed", "HoleCardsRevealed"):
        evening.until("T1", moment)
        with pytest.raises(Refused, match="a wager for Link lies at T1"):
            evening.does("supervisor", lower)
    evening.until("T1", "HitLocked")
    with pytest.raises(Refused, match="hit 1 of Link is open"):
        evening.does("supervisor", lower)
    evening.until("T1", "RoundReconciled")
    evening.does("supervisor", replace(lower, micros=1))


@pytest.mark.parametrize(("more", "reported"), [(-SIGN_VARIANCE - 1, True), (-SIGN_VARIANCE, False), (0, False),
                                                (SIGN_VARIANCE, False), (SIGN_VARIANCE + 1, True)])  # fmt: skip
def test_the_reading_of_a_sign(more: int, reported: bool) -> None:
    evening = Evening(linked(1))
    held = evening.casino.books.meter("Link", "main").displayed
    (entry,) = evening.does("floorperson", c.ReadSign("Link", "over T1", {"main": held + more}))
    assert f'"held":{{"main":{held}}},"reported":{"true" if reported else "false"}' in entry.event
    with pytest.raises(Refused, match="shown"):
        evening.does("floorperson", c.ReadSign("Link", "over T1", {"minor": held}))


def test_who_may_run_a_link() -> None:
    evening = Evening(linked(1))
    wanted: dict[c.MoneyCommand, tuple[str, ...]] = {
        c.SuspendLink("Link", "why", *FAULT): ("floorperson", "supervisor", "licensee", "regulator"),
        c.LeaveLink("Link", "T1"): ("supervisor", "licensee"),
        c.AnnounceEnd("Link"): ("supervisor", "licensee"),
        c.RecordPetition("Link", "easier criteria", "flush", "why"): ("licensee",),
    }
    for command, roles in wanted.items():
        for role, person in PEOPLE.items():
            if role not in roles:
                with pytest.raises(Refused, match=f"not a {role}"):
                    evening.does(person, command)


def test_a_jackpot_is_put_into_play_once() -> None:
    evening = Evening(linked(1))
    with pytest.raises(Refused, match="put into play already"):
        evening.does("licensee", c.OpenJackpot("Link"))
    with pytest.raises(Refused, match="no jackpot"):
        evening.does("licensee", c.OpenJackpot("Other"))
    assert evening.balance(METER) == micros(1_000_000) == -evening.balance(account.HOUSE)


@pytest.mark.parametrize(
    ("other", "field"),
    [
        ({"schedule": "PMG-02"}, "schedule"),
        ({"wager": ""}, "progressive_wager"),
        ({"wager": "3.00", "seed": "30000.00"}, "progressive_wager"),
        ({"reserve": "3%"}, "levels.main"),
        ({"level": 'limit = "90000.00"'}, "levels.main"),
    ],
    ids=["schedule", "no wager", "another wager", "rate", "limit"],
)
def test_a_house_that_comes_back_with_other_terms_of_a_jackpot_in_play_is_refused(
    other: dict[str, str], field: str
) -> None:
    elected = {"schedule": "PMG-01", "seed": "20000.00", "wager": "2.00"}
    evening = Evening(linked(1, **elected))
    check_terms(linked(1, **elected), evening.casino)
    with pytest.raises(HouseError) as refused:
        check_terms(linked(1, **{**elected, **other}), evening.casino)
    assert refused.value.field.endswith(field)


def test_tables_whose_names_read_alike_are_refused() -> None:
    """In one house file, and where another table of the journal has had such a name."""
    two = """
name = "Linked"
[[table]]
name = "{}"
edition = "sd-bonus6"
designated = true
signs = ["pay schedule"]
pay_table = "black-hawk"
maximum = "100.00"
"""
    (_, table) = two.split("[[table]]")
    for alike in ("k1", "K 1", "K1"):
        with pytest.raises(HouseError, match="name stands twice") as twice:
            house_of(two.format("K1") + "[[table]]" + table.format(alike))
        assert twice.value.field == "table 'K1'"
    evening = Evening(linked(1))
    check_terms(linked(1), evening.casino)
    house = linked(1)
    renamed = replace(house, tables=(replace(house.tables[0], name="t1"),))
    with pytest.raises(HouseError, match="reads like 'T1', which is in the journal") as refused:
        check_terms(renamed, evening.casino)
    assert refused.value.field == "table 't1'"
    other = replace(house, tables=(*house.tables, replace(house.tables[0], name="\u0422able")))
    with pytest.raises(HouseError, match="mixes Latin letters with Cyrillic ones"):
        check_terms(other, evening.casino)
    evening.casino.tables["\u0422able"] = Table()
    check_terms(other, evening.casino)  # it is known from before
