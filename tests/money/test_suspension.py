"""A jackpot that stands still: for which causes, for how long, and what lies there meanwhile."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.money.pit import FAULT, PEOPLE, ROYALS, Evening, dealt, example, house_of, linked
from upcard.errors import Refused
from upcard.games import caribbean_stud as stud
from upcard.journal.command import AnyCommand, Command
from upcard.money import account
from upcard.money import commands as c
from upcard.tables import commands as tc
from upcard.tables.commands import Actor


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
    stands = evening.link().longest
    assert (stands.cause, stands.until) == (ordered.cause, "2026-03-01T00:00")


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
