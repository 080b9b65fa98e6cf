"""A link in operation: who joins and leaves, what stands still, and which parameters may change when."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.money.pit import FAULT, PEOPLE, ROYALS, Evening, dealt, example, house_of, linked
from upcard.errors import HouseError, Refused
from upcard.games import caribbean_stud as stud
from upcard.journal.casino import Casino
from upcard.journal.command import AnyCommand, Command
from upcard.journal.floor import check_terms
from upcard.money import account
from upcard.money import commands as c
from upcard.money.jackpot_admin import SIGN_VARIANCE
from upcard.rules.jackpot import Approval
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


def test_a_link_that_stands_still_takes_no_wagers_and_settles_what_lies() -> None:
    evening = Evening(linked(1), seats=3)
    evening.until("T1", "BetsClosed")
    evening.does("supervisor", c.SuspendLink("Link", "the sign is dark", *FAULT))
    evening.until("T1", "RoundReconciled")
    person = Actor(evening.table("T1").players[1], "player")
    while evening.table("T1").deck.stage != "ready":
        evening.step("T1")
    evening.does(person, tc.Play(stud.PlaceWager(1, "ante", 500)), "T1")
    with pytest.raises(Refused, match="takes no wagers: device fault: the sign is dark, until 2026-01-05T00:00"):
        evening.does(person, tc.Play(stud.PlaceWager(1, "progressive", 100)), "T1")
    evening.does("licensee", c.ResumeLink("Link", "another"))
    evening.does(person, tc.Play(stud.PlaceWager(1, "progressive", 100)), "T1")
    evening.does("supervisor", c.SuspendLink("Link", "again", *FAULT))
    with pytest.raises(Refused, match="takes no wagers: device fault: again"):
        evening.does(Actor("T1 dealer", "dealer"), tc.LockOut(), "T1")
    evening.does(person, tc.Play(stud.TakeBackWager(1, "progressive")), "T1")
    evening.does(Actor("T1 dealer", "dealer"), tc.LockOut(), "T1")


@pytest.mark.rule("suspension_causes")
@pytest.mark.parametrize("edition", ["sd-2011", "sd-2015"])
def test_a_jackpot_stands_still_for_a_cause_of_its_law_alone(edition: str) -> None:
    evening = Evening(linked(1, edition=edition), seats=2)
    until = FAULT[1]
    for cause in ("", "not worth it", "nobody plays it", "Device fault"):
        with pytest.raises(Refused, match="it is suspended for one of") as refused:
            evening.does("licensee", c.SuspendLink("Link", "not worth it", cause, until))
        assert refused.value.clause == f"{edition}(7)"
    for cause in ("top award won", "petition granted", "award being verified"):
        with pytest.raises(Refused, match="is not so: Link is offered") as refused:
            evening.does("licensee", c.SuspendLink("Link", "not worth it", cause, until))
        assert refused.value.clause == f"{edition}(7)"
    assert evening.link().operating
    (entry,) = evening.does("licensee", c.SuspendLink("Link", "two readers are dark", "device fault", until))
    assert '"reason":"two readers are dark","cause":"device fault","until":"2026-01-05T00:00"}' in entry.event
    assert evening.link().suspended == "device fault: two readers are dark, until 2026-01-05T00:00"


@pytest.mark.rule("suspension_causes")
def test_a_suspension_ends_with_its_cause() -> None:
    """The award is paid, or turns out to be none; a petition is carried out."""
    evening = Evening(linked(1, reserve="0%"), rig=dealt(ROYALS[0]), seats=2)
    end = c.EndSuspension("Link")
    evening.until("T1", "HitLocked")
    with pytest.raises(Refused, match="'top award won' is not so"):
        evening.does("supervisor", c.SuspendLink("Link", "a royal", "top award won", FAULT[1]))
    evening.does("supervisor", c.SuspendLink("Link", "a royal", "award being verified", FAULT[1]))
    with pytest.raises(Refused, match="beyond its term or cause"):
        evening.does("licensee", end)
    evening.until("T1", "HitPaid")
    evening.does("licensee", end)
    evening.until("T1", "RoundReconciled")
    evening.does("supervisor", c.SuspendLink("Link", "it was won", "top award won", FAULT[1]))
    with pytest.raises(Refused, match="beyond its term or cause"):
        evening.does("licensee", end)
    evening.does("licensee", c.ResumeLink("Link", "another"))
    evening.does("licensee", c.RecordPetition("Link", "easier criteria", "flush", "nobody wins it"))
    evening.does("regulator", c.DecidePetition("Link", 1, True, "order 7"))
    evening.does("licensee", c.SuspendLink("Link", "as the order says", "petition granted", FAULT[1]))
    evening.does("licensee", c.EndJackpot("Link", "another", 1))
    assert not evening.link().operating
    evening.does("licensee", end)
    assert evening.link().operating


@pytest.mark.rule("suspension_causes")
def test_a_stop_after_the_top_award_outlasts_the_cause_of_another_suspension() -> None:
    evening = Evening(linked(2, reserve="0%"), rig=dealt(ROYALS[0]), seats=2)
    evening.does("licensee", c.AnnounceEnd("Link"))
    evening.until("T2", "BetsClosed")
    evening.until("T1", "HitLocked")
    evening.does("supervisor", c.RejectHit("Link", 1, "looked at again"))
    evening.does("dealer", c.LockHit("Link", "T1"))
    assert evening.link().suspended.startswith("its top award has been keyed")
    evening.until("T1", "RoundReconciled")
    with pytest.raises(Refused, match="beyond its term or cause"):
        evening.does("licensee", c.EndSuspension("Link"))
    other = Evening(linked(2, reserve="0%"), rig=dealt(ROYALS[0]), seats=2)
    other.until("T2", "BetsClosed")
    other.until("T1", "HitLocked")
    other.does("supervisor", c.SuspendLink("Link", "a royal", "award being verified", FAULT[1]))
    other.does("licensee", c.AnnounceEnd("Link"))
    other.until("T2", "HitLocked")
    for name in ("T1", "T2"):
        other.until(name, "RoundReconciled")
    with pytest.raises(Refused, match="beyond its term or cause"):
        other.does("licensee", c.EndSuspension("Link"))


@pytest.mark.rule("contribution_at")
def test_a_table_on_two_links_takes_no_wager_for_either() -> None:
    """Old journals have tables that came to another jackpot by the house file and stayed on the link of the first."""
    evening = Evening(linked(1, reserve="0%", more="", seed="10000.00"), seats=2)
    books = evening.casino.books
    other = replace(books.links["Link"], name="Other")
    books.links["Other"] = other
    books.join("T1", "Other")
    held = {name: evening.balance(account.meter(name, "main")) for name in ("Link", "Other")}
    assert "on that of Other" in evening.casino.rules_of("T1").stopped["progressive"]
    with pytest.raises(Refused, match="on that of Other"):
        evening.until("T1", "BetsClosed")
    evening.does("dealer", tc.Play(stud.TakeBackWager(1, "ante")), "T1")
    evening.does("licensee", c.LeaveLink("Other", "T1"))
    evening.until("T1", "BetsClosed")
    assert evening.balance(account.meter("Link", "main")) > held["Link"], "what it shows is what it feeds"
    assert evening.balance(account.meter("Other", "main")) == held["Other"]


@pytest.mark.rule("suspension_causes")
def test_causes_that_the_books_must_bear_out() -> None:
    evening = Evening(linked(1, reserve="0%"), rig=dealt(ROYALS[0]), seats=2)
    petition = c.RecordPetition("Link", "easier criteria", "flush", "nobody wins it")
    evening.does("licensee", petition)
    suspend = c.SuspendLink("Link", "as the order says", "petition granted", FAULT[1])
    with pytest.raises(Refused, match="is not so"):
        evening.does("licensee", suspend)
    evening.does("regulator", c.DecidePetition("Link", 1, True, "order 7"))
    evening.does("licensee", suspend)
    evening.does("licensee", c.ResumeLink("Link", "another"))
    evening.until("T1", "HitLocked")
    evening.does("supervisor", c.SuspendLink("Link", "a royal", "award being verified", FAULT[1]))
    evening.does("supervisor", c.ResumeLink("Link", "another"))
    evening.until("T1", "RoundReconciled")
    evening.does("licensee", c.SuspendLink("Link", "it was won", "top award won", FAULT[1]))
    evening.does("licensee", c.ResumeLink("Link", "another"))
    evening.play("T1")
    with pytest.raises(Refused, match="'top award won' is not so"):
        evening.does("licensee", c.SuspendLink("Link", "it was won once", "top award won", FAULT[1]))


@pytest.mark.rule("suspension_causes", "suspension_days")
def test_an_order_of_the_authority_is_the_authoritys_to_give() -> None:
    evening = Evening(linked(1))
    ordered = c.SuspendLink("Link", "order 7", "order of the authority", FAULT[1])
    for role in ("floorperson", "supervisor", "licensee"):
        with pytest.raises(Refused, match="for the regulator to give") as refused:
            evening.does(role, ordered)
        assert refused.value.clause == "sd-2015(7)"
    with pytest.raises(Refused, match="say until when"):
        evening.does("regulator", replace(ordered, until=""))
    evening.does("regulator", replace(ordered, until="2026-03-01T00:00"))
    assert (evening.link().cause, evening.link().until) == (ordered.cause, "2026-03-01T00:00")


@pytest.mark.rule("suspension_days")
@pytest.mark.parametrize(
    ("until", "because"),
    [
        ("", "say until when"),
        ("soon", "no day and hour"),
        ("2026-01-01T00:00", "over before it begins"),
        ("2026-01-08T00:00:01", "7 days at most"),
        ("2026-01-08T00:00", None),
        ("2026-01-07T20:00-04:00", None),
        ("2026-01-07T20:00:01-04:00", "7 days at most"),
    ],
)
def test_a_jackpot_stands_still_for_a_term(until: str, because: str | None) -> None:
    casino = Evening(linked(1)).casino
    command = Command("s", PEOPLE["licensee"], c.SuspendLink("Link", "dark", "sign fault", until))
    if because is None:
        casino.decide(command, "2026-01-01T00:00:00.000000Z")
        end = Command("e", PEOPLE["licensee"], c.EndSuspension("Link"))
        with pytest.raises(Refused, match="beyond its term or cause"):
            casino.decide(end, "2026-01-08T00:00:00.000000Z")
        casino.decide(end, "2026-01-08T00:00:00.000001Z")
        assert casino.books.links["Link"].operating
    else:
        with pytest.raises(Refused, match=because):
            casino.decide(command, "2026-01-01T00:00:00.000000Z")


@pytest.mark.rule("suspension_days")
def test_days_of_standing_still_count_on_whatever_the_cause() -> None:
    """Until the jackpot has been offered for as long; what the authority orders does not count."""
    casino = Evening(linked(1)).casino

    def does(by: str, ask: AnyCommand, day: str, table: str = "") -> None:
        casino.decide(Command(f"{day} {ask}"[:90], PEOPLE[by], ask, table), f"2026-01-{day}:00:00.000000Z")

    def still(day: str, until: str, cause: str = "device fault", by: str = "licensee") -> None:
        does(by, c.SuspendLink("Link", "dark", cause, f"2026-01-{until}:00"), day)

    def refused(day: str, until: str, left: str) -> None:
        for cause in ("device fault", "meter fault", "dispute under investigation"):
            with pytest.raises(Refused, match=f"{left} hours are left of 7 days") as found:
                still(day, until, cause)
            assert (found.value.rule, found.value.clause) == ("suspension_days", "sd-2015(7)")

    again = c.ResumeLink("Link", "another")
    still("01T00", "07T00")
    does("licensee", again, "07T00")
    refused("07T00", "08T01", "24")
    still("07T00", "08T00", "sign fault")
    does("licensee", c.EndSuspension("Link"), "09T00")
    refused("09T00", "09T01", "0")
    still("09T00", "16T00", "order of the authority", by="regulator")
    does("licensee", again, "17T00")
    refused("24T00", "24T01", "0")  # nor is operation while no table of it is open
    does("dealer", tc.OpenTable(), "24T00", "T1")
    refused("26T00", "28T01", "48")
    does("dealer", tc.CloseTable(), "26T00", "T1")
    refused("28T00", "30T01", "48")
    does("dealer", tc.OpenTable(), "28T00", "T1")
    still("29T00", "31T00")
    assert casino.books.links["Link"].suspended


def test_massachusetts_lists_no_causes_and_a_journal_without_one_says_the_same() -> None:
    evening = Evening(house_of(example("massachusetts")))
    (entry,) = evening.does("supervisor", c.SuspendLink("Harbor", "dark"))
    assert entry.event == '{"type":"LinkSuspended","jackpot":"Harbor","reason":"dark"}'
    assert evening.link("Harbor").suspended == "dark"


@pytest.mark.rule("meter_approval", "five_card_submission")
def test_what_was_approved_changes_under_an_approval_of_its_own() -> None:
    evening = Evening(house_of(example("massachusetts")))
    assert str(evening.link("Harbor").approval) == "Submission 25-114 of 2025-12-15"
    again = Approval("Submission 26-020", "2026-02-01")
    for jackpot, level, fields, clause in (
        ("Harbor", "main", {"seed": 1_000_001}, "ma-11(d)(5)"),
        ("Five Card", "five_card", {"seed": 1_000_001}, "ma-11(e)(4)"),
        ("Five Card", "five_card", {"rate": 460_000}, "ma-11(e)(4)"),
        ("Five Card", "five_card", {"reserve_rate": 300_000}, "ma-11(e)(4)"),
    ):
        if evening.link(jackpot).operating:
            evening.does("supervisor", c.SuspendLink(jackpot, "new values"))
        after = replace(evening.link(jackpot).tiers[level].level, **fields)
        wanted = c.ChangeLevel(jackpot, level, after, "another", "new values")
        for approval in (None, Approval(" ", "2026-02-01"), Approval("Submission 26-020", "in May")):
            with pytest.raises(Refused, match="approv") as refused:
                evening.does("licensee", replace(wanted, approval=approval))
            assert refused.value.clause == clause
        evening.does("licensee", replace(wanted, approval=again))
        assert evening.link(jackpot).approval == again
    rate = replace(evening.link("Harbor").tiers["main"].level, rate=710_000)
    evening.does("licensee", c.ChangeLevel("Harbor", "main", rate, "another", "the text asks for no approval of it"))
    for fields, because, under in (({"rate": 0}, "never progresses", None), ({"seed": 0}, "at least", "ma-11(e)(4)")):
        none = replace(evening.link("Five Card").tiers["five_card"].level, **fields)
        with pytest.raises(Refused, match=because) as refused:
            evening.does("licensee", c.ChangeLevel("Five Card", "five_card", none, "another", "dear", again))
        assert refused.value.clause == under


@pytest.mark.rule("five_card_submission")
def test_a_limit_that_turns_a_part_of_the_rate_to_the_house_is_approved_too() -> None:
    evening = Evening(house_of(example("massachusetts")))
    evening.does("supervisor", c.SuspendLink("Five Card", "new values"))
    before = evening.link("Five Card").tiers["five_card"].level
    to_house = replace(before, limit=before.seed + 1, overflow="revenue")
    wanted = c.ChangeLevel("Five Card", "five_card", to_house, "another", "it is dear")
    with pytest.raises(Refused, match="another rate of progression is submitted") as refused:
        evening.does("licensee", wanted)
    assert refused.value.clause == "ma-11(e)(4)"
    evening.does("licensee", replace(wanted, approval=Approval("Submission 26-020", "2026-02-01")))
    higher = replace(wanted, after=replace(to_house, limit=before.seed + 2))
    with pytest.raises(Refused, match="another rate of progression is submitted"):
        evening.does("licensee", higher)
    to_reserve = replace(before, limit=before.seed + 2)
    with pytest.raises(Refused, match="another rate of progression is submitted"):
        evening.does("licensee", replace(wanted, after=to_reserve))
    evening.does("licensee", replace(wanted, after=to_reserve, approval=Approval("Submission 26-021", "2026-02-01")))
    evening.does("licensee", replace(wanted, after=replace(to_reserve, limit=before.seed + 3)))


@pytest.mark.rule("meter_approval", "five_card_submission")
def test_an_approval_that_is_yet_to_come_is_none() -> None:
    house = house_of(example("massachusetts"))
    late = {
        name: replace(one, approval=Approval("Submission 26-020", "2026-01-02")) for name, one in house.jackpots.items()
    }

    def opened(at: str) -> Casino:
        casino = Casino(replace(house, jackpots=late))
        for name in late:
            casino.decide(Command(name, PEOPLE["licensee"], c.OpenJackpot(name)), at)
        return casino

    with pytest.raises(Refused, match="approval: 2026-01-02 is yet to come") as refused:
        opened("2026-01-01T23:59:59.000000Z")
    assert refused.value.clause == "ma-11(d)(5)"
    casino = opened("2026-01-02T00:00:00.000000Z")
    seed = replace(casino.books.links["Five Card"].tiers["five_card"].level, seed=1_000_001)
    approval = Approval("Submission 26-021", "2026-01-04")
    change = c.ChangeLevel("Five Card", "five_card", seed, "another", "more", approval)
    casino.decide(Command("still", PEOPLE["supervisor"], c.SuspendLink("Five Card", "new values")), "2026-01-03T10:00")
    with pytest.raises(Refused, match="2026-01-04 is yet to come") as refused:
        casino.decide(Command("early", PEOPLE["licensee"], change), "2026-01-03T10:00:00.000000Z")
    assert refused.value.clause == "ma-11(e)(4)"
    casino.decide(Command("due", PEOPLE["licensee"], change), "2026-01-04T10:00:00.000000Z")
    assert casino.books.links["Five Card"].approval == approval


@pytest.mark.rule("meter_approval")
def test_a_jackpot_that_nobody_approved_is_not_put_into_play_and_one_in_play_goes_on() -> None:
    house = house_of(example("massachusetts"))
    bare = replace(house, jackpots={name: replace(one, approval=None) for name, one in house.jackpots.items()})
    with pytest.raises(Refused, match="submitted and approved") as refused:
        Evening(bare)
    assert refused.value.clause == "ma-11(d)(5)"
    evening = Evening(house)
    evening.casino.house = bare
    evening.play("Stud 1")


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
