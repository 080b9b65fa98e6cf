"""What an act at a jackpot, the cage or a slip leads to: events, or a refusal that changes nothing."""

from __future__ import annotations

from typing import assert_never

from upcard.money import commands as c
from upcard.money import events as e
from upcard.money import jackpot_admin
from upcard.money.cage import at_cage
from upcard.money.context import Standing
from upcard.money.jackpot_awards import lock_again, lock_title_hit, reject, validate
from upcard.money.jackpot_end import announce_end, decide_petition, end_jackpot, record_petition
from upcard.money.slip_commands import sign, void
from upcard.tables.actor import Actor


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
