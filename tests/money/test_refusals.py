"""What a link refuses to do, and that a refusal changes nothing."""

from __future__ import annotations

import pytest

from tests.money.pit import FAULT, PEOPLE, ROYALS, STRAIGHT_FLUSH, Evening, dealt, example, house_of, linked
from upcard.errors import Refused
from upcard.money import account
from upcard.money import commands as c
from upcard.units import micros

TRI, TITLE = "Tri-Game Link", "Let It Ride, pit 2"


@pytest.mark.parametrize(
    ("role", "command", "because"),
    [
        ("dealer", c.LockHit("Gold", "Stud 1"), "no jackpot 'Gold'"),
        ("dealer", c.LockHit(TRI, "Stud 1"), "does not play for"),
        ("dealer", c.LockHit("Harbor", "Stud 1"), "nothing is being settled"),
        ("floorperson", c.LockTitleHit(TRI, "Faro", "1", "minor", 100), "no title on"),
        ("floorperson", c.LockTitleHit(TRI, TITLE, " ", "minor", 100), "at a table"),
        ("floorperson", c.LockTitleHit(TRI, TITLE, "LIR 1", "minor", 37), "is no award"),
        ("floorperson", c.LockTitleHit(TRI, TITLE, "LIR 1", "main", 100), "is no award"),
        ("floorperson", c.TakeTitleWagers(TRI, TITLE, "LIR 1", 1_000), "more than 9 wagers"),
        ("floorperson", c.TakeTitleWagers(TRI, TITLE, "LIR 1", 0), "a wager of"),
        ("floorperson", c.TakeTitleWagers(TRI, TITLE, " ", 100), "at a table"),
        ("floorperson", c.TakeTitleWagers(TRI, TITLE, "Stud 1", 100), "is a table of this house"),
        ("floorperson", c.TakeTitleWagers(TRI, TITLE, "STUD  1", 100), "is a table of this house"),
        ("floorperson", c.LockTitleHit(TRI, TITLE, "stud-1", "minor", 100), "keys its own awards"),
        ("licensee", c.JoinTable(TRI, "Nowhere"), "no table"),
        ("licensee", c.JoinTable("Harbor", "Stud 3"), "not elected to play for"),
        ("supervisor", c.SuspendLink(TRI, " ", *FAULT), "for a reason"),
        ("licensee", c.ResumeLink(TRI, "another"), "is in operation"),
        ("licensee", c.ResumeLink(TRI, " "), "second person"),
        ("supervisor", c.ValidateHit(TRI, 1), "not open"),
    ],
)
def test_what_is_refused_changes_nothing(role: str, command: c.MoneyCommand, because: str) -> None:
    evening = Evening(house_of(example("massachusetts")))
    before = dict(evening.casino.books.balances), dict(evening.casino.books.links), evening.casino.seq
    with pytest.raises(Refused, match=because):
        evening.does(PEOPLE[role], command)
    after = evening.casino.books.balances, evening.casino.books.links, evening.casino.seq
    assert after == before


def test_a_link_that_stands_still() -> None:
    evening = Evening(house_of(example("massachusetts")))
    evening.does("supervisor", c.SuspendLink(TRI, "dark", *FAULT))
    level = evening.link(TRI).tiers["minor"].level
    for command, because in (
        (c.SuspendLink(TRI, "again", *FAULT), "is suspended already"),
        (c.TakeTitleWagers(TRI, TITLE, "LIR 1", 100), "is suspended: device fault: dark"),
        (c.ChangeLevel(TRI, "main", level, "another", "why"), "no level 'main'"),
        (c.AnnounceEnd("Five Card"), ""),
        (c.AnnounceEnd("Five Card"), "announced already"),
    ):
        if because:
            with pytest.raises(Refused, match=because):
                evening.does("licensee", command)
        else:
            evening.does("licensee", command)


def test_nothing_ends_or_changes_while_a_hit_is_open() -> None:
    evening = Evening(linked(1), rig=dealt(ROYALS[0]), seats=3)
    evening.until("T1", "HitLocked")
    evening.does("supervisor", c.SuspendLink("Link", "dark", *FAULT))
    level = evening.link().tiers["main"].level
    with pytest.raises(Refused, match="hit 1 of Link is open"):
        evening.does("licensee", c.ChangeLevel("Link", "main", level, "another", "why"))


def test_the_present_award_is_keyed_once() -> None:
    evening = Evening(linked(1), rig=dealt(ROYALS[0]), seats=3)
    evening.until("T1", "HitLocked")
    with pytest.raises(Refused, match="no award off a meter is due now"):
        evening.does("dealer", c.LockHit("Link", "T1"))


def test_a_tenth_that_is_rejected_after_the_meter_was_emptied_goes_to_the_new_one() -> None:
    """It is players' money there too: the jackpot does not end over it."""
    evening = Evening(linked(2), seats=3)
    evening.pits["T1"] = Evening(linked(2), rig=dealt(STRAIGHT_FLUSH), seats=3).pits["T1"]
    evening.pits["T2"] = Evening(linked(2), rig=dealt(ROYALS[0]), seats=3).pits["T2"]
    evening.until("T1", "HitLocked")
    tenth = evening.link().open[1]
    evening.until("T2", "HitLocked")
    meter = evening.balance(account.meter("Link", "main"))
    evening.does("supervisor", c.RejectHit("Link", 1, "mistaken"))
    assert evening.balance(account.meter("Link", "main")) == meter + micros(tenth.cents)
    assert evening.link().tiers["main"].since_reset == tenth.cents


def test_an_award_that_is_keyed_again_is_keyed_under_the_eased_terms() -> None:
    evening = Evening(linked(1), rig=dealt(STRAIGHT_FLUSH), seats=3)
    evening.does("licensee", c.RecordPetition("Link", "easier criteria", "straight_flush", "nobody wins it"))
    evening.does("regulator", c.DecidePetition("Link", 1, True, "order 1"))
    evening.does("supervisor", c.SuspendLink("Link", "new terms", *FAULT))
    evening.does("licensee", c.EndJackpot("Link", "another", 1))
    evening.does("licensee", c.ResumeLink("Link", "another"))
    evening.until("T1", "HitLocked")
    evening.does("supervisor", c.RejectHit("Link", 1, "look again"))
    evening.does("dealer", c.LockHit("Link", "T1"))
    again = evening.link().open[2]
    assert again.draws[0].resets
    assert again.cents == again.readings["main"].displayed
