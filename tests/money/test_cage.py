"""Trays, drops, counts and slips."""

from __future__ import annotations

import pytest

from tests.money.pit import PEOPLE, ROYALS, Evening, dealt, linked
from upcard.errors import Refused
from upcard.money import account
from upcard.money import commands as c
from upcard.money.slip import signers
from upcard.tables.person import Person
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
        (Person(PEOPLE["dealer"].id, "floorperson"), "has signed"),
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
