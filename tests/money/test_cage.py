"""Trays, drops, counts and slips."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.money.pit import PEOPLE, ROYALS, Evening, dealt, linked
from upcard.errors import Refused
from upcard.journal.command import Command, money_event
from upcard.money import account
from upcard.money import commands as c
from upcard.money import events as e
from upcard.money.slip import signers
from upcard.tables import commands as tc
from upcard.tables.commands import Actor
from upcard.units import micros


def test_chips_and_cash_go_where_they_are_carried() -> None:
    evening = Evening(linked(1), seats=2)
    evening.until("T1", "SeatTaken")
    evening.does("cage", c.FillTray("T1", 500_000))
    evening.does("dealer", c.BuyChips("T1", 1, 20_000))
    evening.does("cage", c.CreditTray("T1", 100_000))
    held = {name: evening.balance(name) for name in ("tray/T1", "drop/T1", "cage")}
    assert held == {"tray/T1": micros(380_000), "drop/T1": micros(20_000), "cage": micros(-400_000)}
    evening.does("cage", c.CountDrop("T1", 19_900))
    assert evening.balance("drop/T1") == 0
    assert evening.balance(account.variance("T1")) == micros(100)
    evening.does("floorperson", c.CountTray("T1", 380_025))
    assert evening.balance("tray/T1") == micros(380_025)
    assert evening.balance(account.variance("T1")) == micros(75)


@pytest.mark.parametrize(
    ("role", "command", "because"),
    [
        ("cage", c.FillTray("T9", 100), "no table"),
        ("cage", c.FillTray("T1", 0), "more than nothing"),
        ("cage", c.FillTray("T1", -1), "more than nothing"),
        ("dealer", c.FillTray("T1", 100), "not a dealer"),
        ("dealer", c.BuyChips("T1", 5, 100), "nobody sits"),
        ("cage", c.BuyChips("T1", 1, 100), "for a dealer"),
        ("cage", c.CloseShift("", "day"), "a gaming day"),
        ("cage", c.CloseShift("15 Nov", "day"), "no date such as"),
        ("cage", c.CloseShift("2026-02-29", "day"), "no date such as"),
        ("dealer", c.AcknowledgeAlert("the tray is low"), "not a dealer"),
        ("supervisor", c.AcknowledgeAlert(" "), "has a name"),
        ("dealer", c.CloseShift("2026-01-01", "day"), "not a dealer"),
    ],
)
def test_what_the_cage_refuses(role: str, command: c.CageCommand, because: str) -> None:
    evening = Evening(linked(1), seats=2)
    evening.until("T1", "SeatTaken")
    before = dict(evening.casino.books.balances)
    with pytest.raises(Refused, match=because):
        evening.does(PEOPLE[role], command)
    assert evening.casino.books.balances == before


def test_a_tray_is_counted_between_rounds() -> None:
    evening = Evening(linked(1), seats=2)
    evening.until("T1", "BetsClosed")
    with pytest.raises(Refused, match="between rounds"):
        evening.does("cage", c.CountTray("T1", 0))


def shifts(evening: Evening) -> list[e.ShiftClosed]:
    found = [money_event(entry.event) for entry in evening.entries if entry.stream == "cage"]
    return [event for event in found if isinstance(event, e.ShiftClosed)]


def test_a_shift_with_something_open_is_ended_by_two_who_say_why_and_what_is_open_is_written_down() -> None:
    evening = Evening(linked(2), rig=dealt(ROYALS[0]), seats=2)
    evening.until("T1", "HitLocked")
    plain = c.CloseShift("2026-03-01", "swing")
    with pytest.raises(Refused, match="award 1 of Link is not paid; T1 is open: say why"):
        evening.does("supervisor", plain)
    with pytest.raises(Refused, match="say why"):
        evening.does("supervisor", replace(plain, second="lee"))
    for alone in ("", " ", PEOPLE["supervisor"].id):
        with pytest.raises(Refused, match="takes a second person"):
            evening.does("supervisor", replace(plain, reason="play goes on", second=alone))
    evening.does("supervisor", replace(plain, reason="play goes on", second="lee"))
    evening.play("T1")
    with pytest.raises(Refused, match=r"1 slip misses a signature, the oldest of them slip 1; T1 is open: say why"):
        evening.does("supervisor", c.CloseShift("2026-03-01", "grave"))
    for role in ("dealer", "floorperson", "supervisor"):
        evening.does(PEOPLE[role], c.SignSlip(1))
    evening.does("supervisor", tc.CloseTable(), "T1")
    evening.does("supervisor", c.CloseShift("2026-03-01", "grave"))
    (first, second) = shifts(evening)
    assert first == e.ShiftClosed(
        "2026-03-01", "swing", False, ("award 1 of Link is not paid", "T1 is open"), "play goes on"
    )
    assert second == e.ShiftClosed("2026-03-01", "grave", False)


def test_a_shift_does_not_end_twice_nor_one_of_an_earlier_day_nor_one_of_a_day_that_is_over() -> None:
    evening = Evening(linked(1))
    for day, shift, last, because in (
        ("2026-03-02", "swing", False, ""),
        ("2026-03-02", "swing", False, "shift swing of 2026-03-02 has ended before"),
        ("2026-03-01", "swing", False, "a shift of 2026-03-02 has ended before"),
        ("2026-03-02", "grave", True, ""),
        ("2026-03-02", "extra", False, "the gaming day 2026-03-02 has ended before"),
        ("2026-03-03", "swing", False, ""),
        ("2026-03-02", "late", True, "a shift of 2026-03-03 has ended before"),
        ("2026-03-03", "grave", False, ""),
    ):
        close = c.CloseShift(day, shift, last)
        if because:
            with pytest.raises(Refused, match=because):
                evening.does("supervisor", close)
            close = replace(close, reason="a wrong day was keyed", second="lee")
        evening.does("supervisor", close)
        assert shifts(evening)[-1].open == ((because,) if because else ())


@pytest.mark.parametrize(
    ("at", "day", "begun"),
    [
        ("2026-03-01T23:59:59.000000Z", "2026-03-02", True),  # elsewhere it has begun
        ("2026-03-01T00:00:00.000000Z", "2026-03-03", False),
        ("2026-02-28T12:00:00.000000Z", "2026-03-01", True),
        ("2026-12-31T12:00:00.000000Z", "2027-01-01", True),
        ("2026-03-01T12:00:00.000000Z", "2099-12-31", False),
        ("2026-03-01T12:00:00.000000Z", "2026-02-01", True),
    ],
)
def test_no_shift_of_a_day_that_has_not_begun_ends_by_one_person_nor_by_two(at: str, day: str, begun: bool) -> None:
    for close in (c.CloseShift(day, "swing"), c.CloseShift(day, "swing", True, "the books are ahead", "lee")):
        casino = Evening(linked(1)).casino
        if begun:
            casino.decide(Command("x", PEOPLE["supervisor"], close), at)
            continue
        with pytest.raises(Refused, match=f"day: {day} has not begun"):
            casino.decide(Command("x", PEOPLE["supervisor"], close), at)


@pytest.mark.parametrize(("cents", "count"), [(1, 2), (999_999, 2), (1_000_000, 3), (9_999_999, 3), (10_000_000, 4)])
def test_who_signs_for_an_amount(cents: int, count: int) -> None:
    assert len(signers(cents)) == count


def test_a_slip_is_signed_by_different_people_and_voids_are_kept() -> None:
    evening = Evening(linked(1), rig=dealt(ROYALS[0]), seats=2)
    evening.play("T1")
    slips = evening.casino.books.slips
    assert slips[1].missing == ("dealer", "floorperson", "supervisor")
    evening.does("dealer", c.SignSlip(1))
    for by, because in (
        (PEOPLE["dealer"], "no signature of a dealer is missing"),
        (PEOPLE["licensee"], "no signature of a licensee"),
        (Actor(PEOPLE["dealer"].id, "floorperson"), "has signed"),
    ):
        with pytest.raises(Refused, match=because):
            evening.does(by, c.SignSlip(1))
    with pytest.raises(Refused, match="for a reason"):
        evening.does("supervisor", c.VoidSlip(1, ""))
    evening.does("supervisor", c.VoidSlip(1, "spilled coffee"))
    assert slips[1].voided == "spilled coffee"
    assert (slips[2].issued.replaces, slips[2].issued.cents) == (1, slips[1].issued.cents)
    with pytest.raises(Refused, match="is void"):
        evening.does("floorperson", c.SignSlip(1))
    for role in ("dealer", "floorperson", "supervisor"):
        assert not slips[2].complete
        evening.does(PEOPLE[role], c.SignSlip(2))
    assert slips[2].complete
    with pytest.raises(Refused, match="no slip 3"):
        evening.does("dealer", c.SignSlip(3))
