"""What happened at a jackpot, in slips or at the cage while a round was played, with the meters before and after."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from msgspec import UNSET

from upcard.cards import describe
from upcard.games.meter import Meter
from upcard.money import events as e
from upcard.present.payment import wager_name
from upcard.present.sentence import Sentence, known, meter, money
from upcard.units import show_meter

KEYED_UNDER = ("award_verification", "winner_key")
CLOSED_UNDER = ("award_verification", "supervisor_called")
"""The rules for an award that is keyed, and for whoever verifies it; the first that the edition has."""


def in_books(rules: Any, event: e.MoneyEvent, meters: Mapping[str, Meter]) -> tuple[Sentence, ...]:
    """The sentences for an event; `meters` are as it left them."""
    match event:
        case e.HitLocked():
            return (Sentence(_locked(event, meters), known(rules, *KEYED_UNDER)),)
        case e.HitValidated():
            return (Sentence(f"Hit {event.number} of {event.jackpot} is validated.", known(rules, *CLOSED_UNDER)),)
        case e.HitRejected():
            text = f"Hit {event.number} of {event.jackpot} is rejected, {event.reason}: its amount goes back."
            return (Sentence(text, known(rules, *CLOSED_UNDER)),)
        case e.HitUnwon():
            text = f"Hit {event.number} of {event.jackpot} was paid, and no hand has won it"
            return (Sentence(f"{text}: the top award is still to be won.", known(rules, "jackpot_ends_by")),)
        case e.HitPaid():
            return (Sentence(f"Hit {event.number} of {event.jackpot} is paid."),)
        case e.SlipIssued():
            signers = f", to be signed by {' and '.join(event.signers)}" if event.signers else ""
            again = f" in the place of slip {event.replaces}" if event.replaces else ""
            text = f"Jackpot slip {event.number}{again}: {money(event.cents)} to seat {event.seat} for its"
            return (Sentence(f"{text} {wager_name(event.wager)}, {describe(event.hand)}{signers}."),)
        case e.SlipSigned():
            return (Sentence(f"Slip {event.number} is signed for the {event.role}."),)
        case e.SlipVoided():
            return (Sentence(f"Slip {event.number} is voided: {event.reason}."),)
        case _:
            return (Sentence(_beside(event)),)


def _locked(event: e.HitLocked, meters: Mapping[str, Meter]) -> str:
    parts = []
    for draw in event.draws:
        before = event.readings[draw.level]
        each = f", {draw.ways} parts of {money(draw.each)}" if draw.ways > 1 else ""
        after = f" → {meter(meters[draw.level].amount)}" if draw.level in meters else ""
        starts = " and starts again" if draw.resets else ""
        shown = f"the {draw.level.replace('_', ' ')} meter goes {meter(before.amount)}{after}{starts}"
        parts.append(f"{money(draw.cents)}{each}; {shown}")
    return f"Hit {event.number} of {event.jackpot} is locked for {_holder(event)}: {'; '.join(parts)}."


def _holder(event: e.HitLocked) -> str:
    """Whose award it is; at a table of another title neither the seat nor the hand is known here."""
    if event.title:
        return f"{event.title}, {event.table}"
    if event.kind == "five_card":  # on the player's own hand or on the dealer's
        return f"seat {event.seat}'s five card award, {describe(event.hand)}"
    return f"seat {event.seat}'s {describe(event.hand)}"


_Beside = (
    e.JackpotOpened | e.TableJoined | e.TableLeft | e.LinkSuspended | e.LinkResumed | e.LevelChanged | e.MeterCorrected
    | e.SignRead | e.TitleWagered | e.EndAnnounced | e.PetitionRecorded | e.PetitionDecided | e.CriteriaEased
    | e.FundTransferred | e.JackpotEnded | e.CageEvent
)  # fmt: skip


def _beside(event: _Beside) -> str:
    """What concerns the round only by happening during it."""
    match event:
        case e.JackpotOpened():
            wager = "" if event.wager is UNSET else f", for a wager of ${event.wager}"
            approved = "" if event.approval is UNSET else f" Its meters are approved: {event.approval}."
            return f"Jackpot {event.jackpot} is put into play{wager}.{approved}"
        case e.TableJoined():
            return f"{event.table} joins {event.jackpot}."
        case e.TableLeft():
            return f"{event.table} leaves {event.jackpot}."
        case e.LinkSuspended():
            return f"{event.jackpot} is suspended: {event.notice}."
        case e.LinkResumed():
            over = "since the term or the cause of its suspension is over"
            why = f"with {event.second} as the second person" if event.second else over
            return f"{event.jackpot} is in operation again, {why}."
        case e.LevelChanged():
            approved = "" if event.approval is UNSET else f" (approved: {event.approval})"
            return f"Level {event.level} of {event.jackpot} gets other parameters: {event.reason}{approved}."
        case e.MeterCorrected():
            by = show_meter(abs(event.micros))
            way = "raised" if event.micros > 0 else "lowered"
            return f"The {event.level} meter of {event.jackpot} is {way} by ${by} as a correction: {event.reason}."
        case e.SignRead():
            return f"The sign {event.sign} of {event.jackpot} is read."
        case e.TitleWagered():
            return f"{event.title} takes {money(event.cents)} for {event.jackpot}."
        case e.EndAnnounced():
            return f"The end of {event.jackpot} is announced."
        case e.PetitionRecorded():
            closes = f", with the statement {event.document} of {event.stated}" if event.stated else ""
            return f"Petition {event.number} about {event.jackpot} is recorded{closes}."
        case e.PetitionDecided():
            return f"Petition {event.number} about {event.jackpot} is {'granted' if event.granted else 'refused'}."
        case e.CriteriaEased():
            return f"From now on {event.hand.replace('_', ' ')} or better wins the whole top meter of {event.jackpot}."
        case e.FundTransferred():
            return f"The fund of {event.jackpot} goes over to {event.to}."
        case e.JackpotEnded():
            return f"{event.jackpot} has ended: {event.way}."
        case e.TrayFilled():
            return f"The tray of {event.table} is filled with {money(event.cents)}."
        case e.TrayCredited():
            return f"{money(event.cents)} of the tray of {event.table} goes back to the cage."
        case e.ChipsBought():
            return f"Seat {event.seat} of {event.table} buys chips for {money(event.cents)}."
        case e.DropCounted():
            return (
                f"The drop box of {event.table} is counted: {money(event.counted)}, {money(event.booked)} in the books."
            )
        case e.TrayCounted():
            return f"The tray of {event.table} is counted: {money(event.counted)}, {money(event.booked)} in the books."
        case e.HouseOpened():
            return f"The journal of {event.name} goes on."
        case e.ShiftClosed():
            left = f" although {'; '.join(event.open)}: {event.reason}" if event.open else ""
            return f"Shift {event.shift} of {event.day} is closed{left}."
        case e.AlertAcknowledged():
            return f"Seen: {event.alert}."
        case _:
            assert_never(event)
