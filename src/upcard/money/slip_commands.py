"""Jackpot slips: numbered in sequence, signed by as many as the amount calls for, and kept when they are void."""

from __future__ import annotations

from msgspec.structs import replace

from upcard.errors import Refused
from upcard.money import commands as c
from upcard.money import events as e
from upcard.money.books import Books
from upcard.money.context import FLOOR, Standing, for_role
from upcard.money.slip import Slip
from upcard.tables.actor import FLOORPERSON, Actor, Role


def _slip(books: Books, number: int) -> Slip:
    if number not in books.slips:
        raise Refused(None, f"there is no slip {number}")
    slip = books.slips[number]
    if slip.voided:
        raise Refused(None, f"slip {number} is void: {slip.voided}")
    return slip


def sign(now: Standing, by: Actor, command: c.SignSlip) -> tuple[e.SlipEvent, ...]:
    """One signature of each person, in a role that is still missing."""
    slip = _slip(now.books, command.number)
    above = by.role in FLOORPERSON and by.role not in slip.missing and "floorperson" in slip.missing
    role: Role = "floorperson" if above else by.role
    if role not in slip.missing:
        raise Refused(None, f"no signature of a {by.role} is missing on slip {command.number}")
    if any(signature.by.split(" ", 1)[-1] == by.id for signature in slip.signatures):
        raise Refused(None, f"{by.id} has signed slip {command.number}")
    return (e.SlipSigned(command.number, role),)


def void(now: Standing, by: Actor, command: c.VoidSlip) -> tuple[e.SlipEvent, ...]:
    """The number stays used; the award is written out again under the next."""
    for_role(by, FLOOR, "voiding a slip")
    slip = _slip(now.books, command.number)
    if not command.reason.strip():
        raise Refused(None, "a slip is voided for a reason")
    again = replace(slip.issued, number=len(now.books.slips) + 1, replaces=command.number)
    return (e.SlipVoided(command.number, command.reason), again)
