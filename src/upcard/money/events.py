"""What has happened to a jackpot, at the cage or to a slip: past tense, frozen, carrying all that was decided."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from upcard.games.payment import Draw, Meter
from upcard.rules.jackpot import Approval, Level, Title

FedAt = Literal["lock-out", "token"]


class _Event(msgspec.Struct, frozen=True, tag=True):
    """A fact."""


# ---- a jackpot and its link --------------------------------------------------------------------------------------


class JackpotOpened(_Event, frozen=True, tag=True):
    """A jackpot is put into play: its parameters stand here, and the house pays its seeds.

    `top` is the level that the top award empties; `ends_by` is how the law lets it end, where it says so.
    """

    jackpot: str
    edition: str
    schedule: str
    levels: dict[str, Level]
    top: str
    titles: tuple[Title, ...] = ()
    ends_by: tuple[str, ...] = ()
    wager: str | UnsetType = UNSET
    """Another wager than its schedule lists, where one was elected."""
    approval: Approval | UnsetType = UNSET


class TableJoined(_Event, frozen=True, tag=True, omit_defaults=True):
    """A table plays for the jackpot: with these wagers, which feed it at this moment of the round."""

    jackpot: str
    table: str
    wagers: tuple[str, ...]
    fed_at: FedAt
    stands_in: tuple[str, ...] = ()
    """Other jackpots that it counts for, since one of their tables was gone from the house before it came."""


class TableLeft(_Event, frozen=True, tag=True):
    jackpot: str
    table: str


class LinkSuspended(_Event, frozen=True, tag=True, omit_defaults=True):
    """The jackpot takes no wagers until it is resumed: for one of the causes of its law, and until when at most."""

    jackpot: str
    reason: str
    cause: str = ""
    until: str = ""

    @property
    def notice(self) -> str:
        """What every sign says of it."""
        because = f"{self.cause}: {self.reason}" if self.cause else self.reason
        return f"{because}, until {self.until}" if self.until else because


class LinkResumed(_Event, frozen=True, tag=True):
    """The jackpot takes wagers again; or what the regulator ordered ends alone, or everything but that."""

    jackpot: str
    second: str
    ordered: bool | UnsetType = UNSET


class LevelChanged(_Event, frozen=True, tag=True):
    """New parameters of a level, set by two people while the link stood still."""

    jackpot: str
    level: str
    before: Level
    after: Level
    second: str
    reason: str
    approval: Approval | UnsetType = UNSET


class MeterCorrected(_Event, frozen=True, tag=True):
    """A malfunction is put right by a new entry; `corrects` is the place of the entry that was wrong, 0 for none."""

    jackpot: str
    level: str
    micros: int
    reason: str
    second: str
    corrects: int = 0


class SignRead(_Event, frozen=True, tag=True):
    """What a sign showed and what the meter held, in cents by level."""

    jackpot: str
    sign: str
    shown: dict[str, int]
    held: dict[str, int]
    reported: bool


class TitleWagered(_Event, frozen=True, tag=True):
    """Wagers of another game title on the link."""

    jackpot: str
    title: str
    table: str
    cents: int


class HitLocked(_Event, frozen=True, tag=True):
    """An award is frozen with its number: it is off the meter, which starts again at once where the award is all of it.

    `readings` are the meters as they stood before, which the payment is worked out from.
    """

    jackpot: str
    number: int
    table: str
    round: int
    kind: str
    seat: int
    hand: int
    draws: tuple[Draw, ...]
    readings: dict[str, Meter]
    title: str = ""
    stops: Literal[True] | UnsetType = UNSET
    """Whether the jackpot, whose end is announced, stands still for it beside any other cause, while days are left."""


class HitValidated(_Event, frozen=True, tag=True):
    jackpot: str
    number: int


class HitRejected(_Event, frozen=True, tag=True):
    """The amount goes back to the meter, which keeps what was added since."""

    jackpot: str
    number: int
    reason: str


class HitPaid(_Event, frozen=True, tag=True):
    jackpot: str
    number: int


class HitUnwon(_Event, frozen=True, tag=True):
    """The top award was paid, and as the cards are known now no hand has won it: it is still to be won."""

    jackpot: str
    number: int


class HitStands(_Event, frozen=True, tag=True):
    """The hand that was paid the top award has won it after all: its cards were put right once more."""

    jackpot: str
    number: int


class EndAnnounced(_Event, frozen=True, tag=True, omit_defaults=True):
    """The jackpot stands still as soon as its top award has been won."""

    jackpot: str
    days: int = 0
    """For how many days it stands still at most once that award was keyed, where its law says so."""


class PetitionRecorded(_Event, frozen=True, tag=True, omit_defaults=True):
    """A petition to end a jackpot before its top award is won. `to` is the other jackpot, licensee or hand.

    `stated` and `document` are the day and the reference of the licensee's statement that the business closes.
    """

    jackpot: str
    number: int
    way: str
    to: str
    grounds: str
    stated: str = ""
    document: str = ""


class PetitionDecided(_Event, frozen=True, tag=True):
    jackpot: str
    number: int
    granted: bool
    reference: str


class CriteriaEased(_Event, frozen=True, tag=True):
    """From now on this hand, and any better one, wins the whole top meter."""

    jackpot: str
    petition: int
    hand: str


class FundTransferred(_Event, frozen=True, tag=True):
    """Debt and fund go over together, to the micro: from each level to a level of the other, or to a licensee."""

    jackpot: str
    petition: int
    to: str
    levels: dict[str, str]
    """Level by level; empty where it goes to another licensee."""


class JackpotEnded(_Event, frozen=True, tag=True, omit_defaults=True):
    """The jackpot is offered no more; what is left of the house's own goes back to it."""

    jackpot: str
    way: str
    owed: dict[str, int] = {}
    """By level, the cents above what the house put up: they stay the players'."""


# ---- the cage ------------------------------------------------------------------------------------------------------


class HouseOpened(_Event, frozen=True, tag=True):
    """Whose journal this is."""

    name: str


class TrayFilled(_Event, frozen=True, tag=True):
    table: str
    cents: int


class TrayCredited(_Event, frozen=True, tag=True):
    """Chips from the tray back to the cage."""

    table: str
    cents: int


class ChipsBought(_Event, frozen=True, tag=True):
    """Cash into the drop box, chips out of the tray."""

    table: str
    seat: int
    cents: int


class DropCounted(_Event, frozen=True, tag=True):
    """The box is emptied; a difference to the books is kept as one."""

    table: str
    counted: int
    booked: int


class TrayCounted(_Event, frozen=True, tag=True):
    table: str
    counted: int
    booked: int


class ShiftClosed(_Event, frozen=True, tag=True, omit_defaults=True):
    """The end of a shift, or of the gaming day where `last`; what it left open, and why it ended all the same."""

    day: str
    shift: str
    last: bool
    open: tuple[str, ...] = ()
    reason: str = ""


# ---- jackpot slips -------------------------------------------------------------------------------------------------


class AlertAcknowledged(_Event, frozen=True, tag=True):
    alert: str


class SlipIssued(_Event, frozen=True, tag=True):
    """A jackpot slip, numbered in sequence; `signers` are the roles that sign for such an amount.

    `staked` is the wager that won, 0 where the house paid for it by a coupon.
    """

    number: int
    jackpot: str
    hit: int
    table: str
    round: int
    seat: int
    hand: int
    wager: str
    staked: int
    cents: int
    signers: tuple[str, ...]
    replaces: int = 0


class SlipSigned(_Event, frozen=True, tag=True):
    number: int
    role: str


class SlipVoided(_Event, frozen=True, tag=True):
    """The number stays used, and the slip is kept."""

    number: int
    reason: str


JackpotEvent: TypeAlias = (
    JackpotOpened | TableJoined | TableLeft | LinkSuspended | LinkResumed | LevelChanged | MeterCorrected | SignRead
    | TitleWagered | HitLocked | HitValidated | HitRejected | HitPaid | HitUnwon | HitStands | EndAnnounced
    | PetitionRecorded | PetitionDecided | CriteriaEased | FundTransferred | JackpotEnded
)  # fmt: skip
CageEvent: TypeAlias = (
    HouseOpened | TrayFilled | TrayCredited | ChipsBought | DropCounted | TrayCounted | ShiftClosed | AlertAcknowledged
)  # fmt: skip
SlipEvent: TypeAlias = SlipIssued | SlipSigned | SlipVoided
MoneyEvent: TypeAlias = JackpotEvent | CageEvent | SlipEvent


def stream_of(event: MoneyEvent) -> str:
    """What an event happened to: the name of its stream in the journal."""
    match event:
        case (
            HouseOpened() | TrayFilled() | TrayCredited() | ChipsBought() | DropCounted() | TrayCounted()
            | ShiftClosed() | AlertAcknowledged()
        ):  # fmt: skip
            return "cage"
        case SlipIssued() | SlipSigned() | SlipVoided():
            return "slips"
        case _:
            return f"jackpot/{event.jackpot}"
