"""What people may ask of a jackpot, the cage and the slips. Some acts take a second person, named in `second`."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from upcard.rules.jackpot import Approval, Level


class _Command(msgspec.Struct, frozen=True, tag=True):
    """An act, in the imperative."""


class OpenJackpot(_Command, frozen=True, tag=True):
    """Put a jackpot of the house into play with the parameters that the house elected."""

    jackpot: str


class JoinTable(_Command, frozen=True, tag=True):
    """Bring a table of the house onto its jackpot."""

    jackpot: str
    table: str


class LeaveLink(_Command, frozen=True, tag=True):
    """Take a table off a jackpot, between rounds."""

    jackpot: str
    table: str


class SuspendLink(_Command, frozen=True, tag=True):
    """Stop a jackpot: no wagers are taken for it until it is resumed.

    `cause` is one of those that its law knows, and `until` the day and hour by which it goes on: 2026-03-01T20:00.
    """

    jackpot: str
    reason: str
    cause: str = ""
    until: str = ""


class ResumeLink(_Command, frozen=True, tag=True):
    jackpot: str
    second: str


class EndSuspension(_Command, frozen=True, tag=True):
    """The term or the cause of a suspension is over: the jackpot takes wagers again. The house itself does it."""

    jackpot: str


class ChangeLevel(_Command, frozen=True, tag=True):
    """Give a level other parameters while the link stands still."""

    jackpot: str
    level: str
    after: Level
    second: str
    reason: str
    approval: Approval | None = None


class CorrectMeter(_Command, frozen=True, tag=True):
    """Put a malfunction right, by so many micros up or down."""

    jackpot: str
    level: str
    micros: int
    reason: str
    second: str
    corrects: int = 0


class ReadSign(_Command, frozen=True, tag=True):
    """What a sign shows, in cents by level."""

    jackpot: str
    sign: str
    shown: dict[str, int]


class TakeTitleWagers(_Command, frozen=True, tag=True):
    """Wagers that another game title on the link has accepted."""

    jackpot: str
    title: str
    table: str
    cents: int


class LockTitleHit(_Command, frozen=True, tag=True):
    """An award keyed at another game title's table: a percentage of a level."""

    jackpot: str
    title: str
    table: str
    level: str
    percent: int


class LockHit(_Command, frozen=True, tag=True):
    """Key the award of a table's present step again, after it was rejected."""

    jackpot: str
    table: str


class ValidateHit(_Command, frozen=True, tag=True):
    """A supervisor has verified the hand: the award may be paid."""

    jackpot: str
    number: int


class RejectHit(_Command, frozen=True, tag=True):
    """The award was keyed by mistake: its amount goes back."""

    jackpot: str
    number: int
    reason: str


class AnnounceEnd(_Command, frozen=True, tag=True):
    """Let the jackpot stand still once its top award has been won."""

    jackpot: str


class EndJackpot(_Command, frozen=True, tag=True):
    """Offer a jackpot no more: after its top award has been won, or as a granted petition says."""

    jackpot: str
    second: str
    petition: int = 0


class RecordPetition(_Command, frozen=True, tag=True):
    """Record a petition to end a jackpot early; `to` is the other jackpot, the licensee, or the hand that shall win.

    To move it to another licensee takes the statement that this one closes: the day it was `stated`, its `document`.
    """

    jackpot: str
    way: str
    to: str
    grounds: str
    stated: str = ""
    document: str = ""


class DecidePetition(_Command, frozen=True, tag=True):
    """Record what the authority decided, under its reference."""

    jackpot: str
    number: int
    granted: bool
    reference: str


class OpenHouse(_Command, frozen=True, tag=True):
    """Write the name of the house into its journal, once and again if it changes."""


class FillTray(_Command, frozen=True, tag=True):
    table: str
    cents: int


class CreditTray(_Command, frozen=True, tag=True):
    table: str
    cents: int


class BuyChips(_Command, frozen=True, tag=True):
    """A player buys chips at the table."""

    table: str
    seat: int
    cents: int


class CountDrop(_Command, frozen=True, tag=True):
    """The drop box is emptied and counted."""

    table: str
    cents: int


class CountTray(_Command, frozen=True, tag=True):
    table: str
    cents: int


class CloseShift(_Command, frozen=True, tag=True, omit_defaults=True):
    """End a shift; the last of a gaming day ends the day.

    With something open, or out of order, two people end it and say why in `reason`.
    """

    day: str
    shift: str
    last: bool = False
    reason: str = ""
    second: str = ""


class AcknowledgeAlert(_Command, frozen=True, tag=True):
    """Somebody in charge has seen what a screen warned of."""

    alert: str


class SignSlip(_Command, frozen=True, tag=True):
    number: int


class VoidSlip(_Command, frozen=True, tag=True):
    """Void a slip and issue it again under the next number."""

    number: int
    reason: str


JackpotCommand: TypeAlias = (
    OpenJackpot | JoinTable | LeaveLink | SuspendLink | ResumeLink | EndSuspension | ChangeLevel | CorrectMeter
    | ReadSign | TakeTitleWagers | LockTitleHit | LockHit | ValidateHit | RejectHit | AnnounceEnd | EndJackpot
    | RecordPetition | DecidePetition
)  # fmt: skip
CageCommand: TypeAlias = (
    OpenHouse | FillTray | CreditTray | BuyChips | CountDrop | CountTray | CloseShift | AcknowledgeAlert
)  # fmt: skip
SlipCommand: TypeAlias = SignSlip | VoidSlip
MoneyCommand: TypeAlias = JackpotCommand | CageCommand | SlipCommand
