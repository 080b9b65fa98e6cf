"""What an act at a jackpot, the cage or a slip leads to: events, or a refusal that changes nothing."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from upcard.errors import Refused
from upcard.money import commands as c
from upcard.money import events as e
from upcard.money import jackpot_admin
from upcard.money.books import FLOOR, Books, Standing, for_role
from upcard.money.cage import at_cage
from upcard.money.jackpot_awards import lock_again, lock_title_hit, reject, validate
from upcard.money.jackpot_end import announce_end, decide_petition, end_jackpot, record_petition
from upcard.money.slip import Slip
from upcard.tables.commands import FLOORPERSON, Actor, Role

# ---- Jackpot slips -----------------------------------------------------------------------------------------
# numbered in sequence, signed by as many as the amount calls for, and kept when they are void.


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


# ---- decide ------------------------------------------------------------------------------------------------


def decide(now: Standing, by: Actor, command: c.MoneyCommand) -> tuple[e.MoneyEvent, ...]:
    """The events that follow from an act; a `Refused` says why it may not be done."""
    match command:
        case c.OpenJackpot():
            return jackpot_admin.open_jackpot(now, by, command)
        case c.JoinTable():
            return jackpot_admin.join(now, by, command)
        case c.LeaveLink():
            return jackpot_admin.leave(now, by, command)
        case c.SuspendLink():
            return jackpot_admin.suspend(now, by, command)
        case c.ResumeLink():
            return jackpot_admin.resume(now, by, command)
        case c.EndSuspension():
            return jackpot_admin.end_suspension(now, command)
        case c.ChangeLevel():
            return jackpot_admin.change_level(now, by, command)
        case c.CorrectMeter():
            return jackpot_admin.correct_meter(now, by, command)
        case c.ReadSign():
            return jackpot_admin.read_sign(now, by, command)
        case c.TakeTitleWagers():
            return jackpot_admin.take_title_wagers(now, by, command)
        case c.LockTitleHit():
            return lock_title_hit(now, by, command)
        case c.LockHit():
            return lock_again(now, by, command)
        case c.ValidateHit():
            return validate(now, by, command)
        case c.RejectHit():
            return reject(now, by, command)
        case c.AnnounceEnd():
            return announce_end(now, by, command)
        case c.EndJackpot():
            return end_jackpot(now, by, command)
        case c.RecordPetition():
            return record_petition(now, by, command)
        case c.DecidePetition():
            return decide_petition(now, by, command)
        case (
            c.OpenHouse() | c.FillTray() | c.CreditTray() | c.BuyChips() | c.CountDrop() | c.CountTray()
            | c.CloseShift() | c.AcknowledgeAlert()
        ):  # fmt: skip
            return at_cage(now, by, command)
        case c.SignSlip():
            return sign(now, by, command)
        case c.VoidSlip():
            return void(now, by, command)
        case _:
            assert_never(command)
