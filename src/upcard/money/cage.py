"""What the cage and the counts record: chips to and from the trays, cash in the boxes, the ends of shifts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from upcard.errors import Refused
from upcard.money import account
from upcard.money import commands as c
from upcard.money import events as e
from upcard.money.books import CAGE, FLOOR, IN_CHARGE, Standing, for_role, two_people
from upcard.money.jackpot_guards import signed_first
from upcard.money.link import Link
from upcard.money.slip import Slip
from upcard.tables.commands import Actor, refuse
from upcard.tables.state import Table
from upcard.units import DAY, is_day, show_cents, time_of, whole_cents

MOST_AT_ONCE = 10**9
"""Cents of chips or cash that one act carries: more than a tray holds. A count says what was found, however much."""


def at_cage(now: Standing, by: Actor, command: c.CageCommand) -> tuple[e.CageEvent, ...]:
    """The events of an act at the cage or at a table's tray or box."""
    if isinstance(command, c.OpenHouse):
        for_role(by, IN_CHARGE, "opening a house")
        if now.books.house == now.house.name:
            raise Refused(None, f"this is the journal of {now.house.name} already")
        return (e.HouseOpened(now.house.name),)
    if isinstance(command, c.CloseShift):
        for_role(by, (*FLOOR, *CAGE), "closing a shift")
        if not command.day.strip() or not command.shift.strip():
            raise Refused(None, "a shift has a name and a gaming day")
        if not is_day(command.day):
            raise Refused(None, f"day: {command.day!r} is no date such as 2026-03-01")
        _begun(now, command.day)
        _documented_first(now)
        return (_closed(now, by, command),)
    if isinstance(command, c.AcknowledgeAlert):
        for_role(by, (*FLOOR, "licensee"), "acknowledging an alert")
        if not command.alert.strip():
            raise Refused(None, "alert: what is acknowledged has a name")
        return (e.AlertAcknowledged(command.alert),)
    name = now.table(command.table).name
    if command.cents < 0 or (not command.cents and not isinstance(command, c.CountDrop | c.CountTray)):
        raise Refused(None, "cents: an amount of chips or cash is more than nothing")
    if command.cents > MOST_AT_ONCE and isinstance(command, c.FillTray | c.CreditTray | c.BuyChips):
        raise Refused(None, f"cents: no more than ${show_cents(MOST_AT_ONCE)} of chips or cash change hands at once")
    match command:
        case c.FillTray():
            for_role(by, CAGE, "filling a tray")
            return (e.TrayFilled(name, command.cents),)
        case c.CreditTray():
            for_role(by, CAGE, "crediting a tray")
            return (e.TrayCredited(name, command.cents),)
        case c.BuyChips():
            for_role(by, ("dealer",), "selling chips")
            table = now.tables.get(name)
            if table is None or command.seat not in table.players:
                raise Refused(None, f"nobody sits in seat {command.seat} of {name}")
            if table.dealer not in ("", by.id):
                raise Refused(None, f"{table.dealer} deals at {name}, and sells the chips there")
            return (e.ChipsBought(name, command.seat, command.cents),)
        case c.CountDrop():
            for_role(by, CAGE, "counting a drop")
            return (e.DropCounted(name, command.cents, _booked(now, account.drop(name))),)
        case c.CountTray():
            for_role(by, (*FLOOR, *CAGE), "counting a tray")
            if not now.idle(name):
                raise Refused(None, f"the tray of {name} is counted between rounds")
            return (e.TrayCounted(name, command.cents, _booked(now, account.tray(name))),)
        case _:
            assert_never(command)


def _closed(now: Standing, by: Actor, command: c.CloseShift) -> e.ShiftClosed:
    """The end of a shift; with something open, or out of order, by two people who say why."""
    books = now.books
    found = (
        *out_of_order(books.shifts, books.day, command.day, command.shift),
        *unfinished(books.links, books.slips, now.tables),
    )
    if not found:
        return e.ShiftClosed(command.day, command.shift, command.last)
    if not command.reason.strip():
        raise Refused(
            None, f"{'; '.join(found)}: say why the shift ends all the same, and have a second person sign it"
        )
    two_people(by, command.second, f"ending a shift although {'; '.join(found)}")
    return e.ShiftClosed(command.day, command.shift, command.last, found, command.reason)


def _begun(now: Standing, day: str) -> None:
    """No shift ends of a day to come; east of here a day begins before it does in universal time."""
    today, begins = time_of(f"{now.at[:10]}T00:00"), time_of(f"{day}T00:00")
    if today is not None and begins is not None and begins > today + DAY:
        raise Refused(None, f"day: {day} has not begun")


def _booked(now: Standing, name: str) -> int:
    return whole_cents(now.books.balances.get(name, 0))


def _documented_first(now: Standing) -> None:
    """No shift ends over an award whose documents the law wants complete: whoever saw it signs before going home."""
    for name, table in now.tables.items():
        for seat, rule, _ in table.documents:
            because = f"the award of seat {seat} of {name} is not documented: its slip is signed before the shift ends"
            raise refuse(now.table(name), rule, because)
        if any(t.name == name for t in now.house.tables):
            signed_first(now.table(name), now.books, table, "Reconcile")


# ---- The end of a shift ------------------------------------------------------------------------------------
# what is still open then, and which shifts have ended before.


def unfinished(links: Mapping[str, Link], slips: Mapping[int, Slip], tables: Mapping[str, Table]) -> Iterator[str]:
    """What a shift leaves open, in words: awards, slips without a signature, tables."""
    for link in links.values():
        yield from (f"award {number} of {link.name} is not paid" for number in link.open)
    unsigned = [number for number, slip in slips.items() if slip.missing and not slip.voided]
    if unsigned:
        many = f"{len(unsigned)} slips miss" if len(unsigned) > 1 else "1 slip misses"
        yield f"{many} a signature, the oldest of them slip {unsigned[0]}"
    yield from (f"{name} is open" for name, table in tables.items() if table.is_open)


def out_of_order(ended: tuple[str, tuple[str, ...]], day_ended: str, day: str, shift: str) -> Iterator[str]:
    """What speaks against a shift of that day: `ended` are the last day of which a shift has ended, and its shifts."""
    last, shifts = ended
    if day < last:
        yield f"a shift of {last} has ended before"
    elif day == last and shift in shifts:
        yield f"shift {shift} of {day} has ended before"
    elif day == day_ended:
        yield f"the gaming day {day} has ended before"
