"""What happened at a table: decks, devices, seats, counts, keys, verifications, the rack, and what its game tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, assert_never

from msgspec import UNSET

from upcard.cards import describe
from upcard.games.game import game_of_round
from upcard.games.payment import Meter, Payment, stake_of_kept
from upcard.money import events as m
from upcard.present.payment import Sentence, count, known, meter, money, payment_said, stake_said, wager_name, whose
from upcard.rules.table import DealingMethod
from upcard.tables import events as e
from upcard.tables.state import Table, is_beside
from upcard.units import show_meter

# ---- money -------------------------------------------------------------------------------------------------
# What happened at a jackpot, in slips or at the cage while a round was played, with the meters before and after.


KEYED_UNDER = ("award_verification", "winner_key")
CLOSED_UNDER = ("award_verification", "supervisor_called")
"""The rules for an award that is keyed, and for whoever verifies it; the first that the edition has."""


def in_books(rules: Any, event: m.MoneyEvent, meters: Mapping[str, Meter]) -> tuple[Sentence, ...]:
    """The sentences for an event; `meters` are as it left them."""
    match event:
        case m.HitLocked():
            return (Sentence(_locked(event, meters), known(rules, *KEYED_UNDER)),)
        case m.HitValidated():
            return (Sentence(f"Hit {event.number} of {event.jackpot} is validated.", known(rules, *CLOSED_UNDER)),)
        case m.HitRejected():
            text = f"Hit {event.number} of {event.jackpot} is rejected, {event.reason}: its amount goes back."
            return (Sentence(text, known(rules, *CLOSED_UNDER)),)
        case m.HitUnwon():
            text = f"Hit {event.number} of {event.jackpot} was paid, and no hand has won it"
            return (Sentence(f"{text}: the top award is still to be won.", known(rules, "jackpot_ends_by")),)
        case m.HitStands():
            text = f"Hit {event.number} of {event.jackpot} was paid, and the hand has won it after all."
            return (Sentence(text, known(rules, "jackpot_ends_by")),)
        case m.HitPaid():
            return (Sentence(f"Hit {event.number} of {event.jackpot} is paid."),)
        case m.SlipIssued():
            signers = f", to be signed by {' and '.join(event.signers)}" if event.signers else ""
            again = f" in the place of slip {event.replaces}" if event.replaces else ""
            text = f"Jackpot slip {event.number}{again}: {money(event.cents)} to seat {event.seat} for its"
            return (Sentence(f"{text} {wager_name(event.wager)}, {describe(event.hand)}{signers}."),)
        case m.SlipSigned():
            return (Sentence(f"Slip {event.number} is signed for the {event.role}."),)
        case m.SlipVoided():
            return (Sentence(f"Slip {event.number} is voided: {event.reason}."),)
        case _:
            return (Sentence(_beside(event)),)


def _locked(event: m.HitLocked, meters: Mapping[str, Meter]) -> str:
    parts = []
    for draw in event.draws:
        before = event.readings[draw.level]
        each = f", {draw.ways} parts of {money(draw.each)}" if draw.ways > 1 else ""
        after = f" → {meter(meters[draw.level].amount)}" if draw.level in meters else ""
        starts = " and starts again" if draw.resets else ""
        shown = f"the {draw.level.replace('_', ' ')} meter goes {meter(before.amount)}{after}{starts}"
        parts.append(f"{money(draw.cents)}{each}; {shown}")
    return f"Hit {event.number} of {event.jackpot} is locked for {_holder(event)}: {'; '.join(parts)}."


def _holder(event: m.HitLocked) -> str:
    """Whose award it is; at a table of another title neither the seat nor the hand is known here."""
    if event.title:
        return f"{event.title}, {event.table}"
    if event.kind == "five_card":  # on the player's own hand or on the dealer's
        return f"seat {event.seat}'s five card award, {describe(event.hand)}"
    return f"seat {event.seat}'s {describe(event.hand)}"


_Beside = (
    m.JackpotOpened | m.TableJoined | m.TableLeft | m.LinkSuspended | m.LinkResumed | m.LevelChanged | m.MeterCorrected
    | m.SignRead | m.TitleWagered | m.EndAnnounced | m.PetitionRecorded | m.PetitionDecided | m.CriteriaEased
    | m.FundTransferred | m.JackpotEnded | m.CageEvent
)  # fmt: skip


def _beside(event: _Beside) -> str:
    """What concerns the round only by happening during it."""
    match event:
        case m.JackpotOpened():
            wager = "" if event.wager is UNSET else f", for a wager of ${event.wager}"
            approved = "" if event.approval is UNSET else f" Its meters are approved: {event.approval}."
            return f"Jackpot {event.jackpot} is put into play{wager}.{approved}"
        case m.TableJoined():
            return f"{event.table} joins {event.jackpot}."
        case m.TableLeft():
            return f"{event.table} leaves {event.jackpot}."
        case m.LinkSuspended():
            return f"{event.jackpot} is suspended: {event.notice}."
        case m.LinkResumed():
            over = "since the term or the cause of its suspension is over"
            why = f"with {event.second} as the second person" if event.second else over
            return f"{event.jackpot} is in operation again, {why}."
        case m.LevelChanged():
            approved = "" if event.approval is UNSET else f" (approved: {event.approval})"
            return f"Level {event.level} of {event.jackpot} gets other parameters: {event.reason}{approved}."
        case m.MeterCorrected():
            by = show_meter(abs(event.micros))
            way = "raised" if event.micros > 0 else "lowered"
            return f"The {event.level} meter of {event.jackpot} is {way} by ${by} as a correction: {event.reason}."
        case m.SignRead():
            return f"The sign {event.sign} of {event.jackpot} is read."
        case m.TitleWagered():
            return f"{event.title} takes {money(event.cents)} for {event.jackpot}."
        case m.EndAnnounced():
            return f"The end of {event.jackpot} is announced."
        case m.PetitionRecorded():
            closes = f", with the statement {event.document} of {event.stated}" if event.stated else ""
            return f"Petition {event.number} about {event.jackpot} is recorded{closes}."
        case m.PetitionDecided():
            return f"Petition {event.number} about {event.jackpot} is {'granted' if event.granted else 'refused'}."
        case m.CriteriaEased():
            return f"From now on {event.hand.replace('_', ' ')} or better wins the whole top meter of {event.jackpot}."
        case m.FundTransferred():
            return f"The fund of {event.jackpot} goes over to {event.to}."
        case m.JackpotEnded():
            owed = sum(event.owed.values())
            theirs = f" {money(owed)} above what the house put up stay the players'." if owed else ""
            return f"{event.jackpot} has ended: {event.way}.{theirs}"
        case m.TrayFilled():
            return f"The tray of {event.table} is filled with {money(event.cents)}."
        case m.TrayCredited():
            return f"{money(event.cents)} of the tray of {event.table} goes back to the cage."
        case m.ChipsBought():
            return f"Seat {event.seat} of {event.table} buys chips for {money(event.cents)}."
        case m.DropCounted():
            return (
                f"The drop box of {event.table} is counted: {money(event.counted)}, {money(event.booked)} in the books."
            )
        case m.TrayCounted():
            return f"The tray of {event.table} is counted: {money(event.counted)}, {money(event.booked)} in the books."
        case m.HouseOpened():
            return f"The journal of {event.name} goes on."
        case m.ShiftClosed():
            left = f" although {'; '.join(event.open)}: {event.reason}" if event.open else ""
            return f"Shift {event.shift} of {event.day} is closed{left}."
        case m.AlertAcknowledged():
            return f"Seen: {event.alert}."
        case _:
            assert_never(event)


# ---- narration ---------------------------------------------------------------------------------------------


STAGES = {
    "received": "comes to the table",
    "inspected": "is inspected",
    "verified": "is verified",
    "spread": "is spread face up",
    "face down": "is spread face down",
    "washed": "is turned down, washed and stacked",
}
SHUFFLED = {"hand": "shuffled by hand", "shuffler": "shuffled by the shuffler", "pre-shuffled": "pre-shuffled"}
DEALT = {
    "manual-shoe": "from the manual shoe",
    "from-hand": "from the hand",
    "automated-shoe": "from the automated shoe",
    "singly": "one card at a time",
    "groups": "in groups of five",
}
STEPS = {
    "VerifyAward": "award is verified and announced",
    "VerifyHand": "progressive hand is verified",
    "VerifyLight": "light is verified to be on",
    "ConfirmHand": "progressive hand is verified by the floor",
    "ValidateAward": "award is validated",
    "VerifyFiveCard": "five card hand is verified",
    "ValidateFiveCard": "five card award is validated",
    "CollectForfeits": "forfeited wagers are collected",
    "TakeBackWager": "wager cannot stand and is handed back",
}

RACKED = {"spread, counted, racked": "spread, counted and racked", "racked": "racked"}
"""How cards go to the rack, as the law has it."""


def at_table(
    rules: Any, event: e.Event, round: Any = None, method: DealingMethod | None = None, before: Table | None = None
) -> tuple[Sentence, ...]:
    """The sentences for an event; of one in the round, `round` is as it left it, and `method` how it is dealt.

    What is taken back is told from the past of the table as it was `before`.
    """
    match event:
        case e.StepTakenBack():
            return _back(rules, event, method, before)
        case e.Played():
            return _in_round(rules, event.event, round, method)
        case e.TableOpened():
            ids = event.deck_ids or {}
            decks = " and ".join(event.decks)
            owned = f" ({', '.join(ids.values())})" if ids else ""
            beside = f", with {' and '.join(event.accessories)}" if event.accessories else ""
            at = f"; devices: {', '.join(event.devices)}" if event.devices else ""
            text = f"The table is opened with a deck of {decks} backs{owned}{beside}{at}."
            return (Sentence(text.replace("a deck of", "decks of") if " and " in decks else text),)
        case e.TableClosed():
            return (Sentence("The table is closed."),)
        case e.DealerRelieved():
            return (Sentence(f"{event.dealer} deals." if event.dealer else "The dealer leaves the table."),)
        case e.DeckStaged():
            stage = STAGES.get(event.stage, f"is {event.stage}")
            by = f" by {event.by}" if event.by else ""
            named = f" {event.id}" if event.id else ""
            return (Sentence(f"The {event.deck} deck{named} {stage}{by}.", event.rule),)
        case e.DeckShuffled():
            how = SHUFFLED.get(event.method, event.method)
            ready = ", and ready" if event.ready else ""
            return (Sentence(f"The {event.deck} deck is {how}{ready}.", known(rules, "shuffled_every_round")),)
        case e.DeckCounted():
            return (
                Sentence(f"The shuffler counts {count(event.cards, 'card')} in the {event.deck} deck.", event.rule),
            )
        case e.ShufflerJammed():
            return (Sentence(f"The shuffler jams; the {event.deck} deck is shuffled again.", event.rule),)
        case e.DeckCut():
            over = f" over the {event.over}" if event.over else ""
            rule = known(rules, "cut_required", "cut_minimum", "cut_after")
            return (Sentence(f"The {event.deck} deck is cut{over}, {event.cards} cards from the top.", rule),)
        case e.RecutOrdered():
            return (Sentence(f"The {event.deck} deck is to be cut again.", event.rule),)
        case e.DeckWithdrawn():
            return (Sentence(f"The {event.deck} deck is withdrawn from the table.", event.rule),)
        case e.DeckRemoved():
            return (Sentence(f"The {event.deck} deck leaves the table.", event.rule),)
        case e.CardsSpreadIdle():
            side = "up" if event.face_up else "down"
            return (Sentence(f"The table is idle; the cards lie spread face {side}.", event.rule),)
        case e.DeviceInstalled():
            return (Sentence(f"The {event.device} comes to the table.", known(rules, "device_removed_first")),)
        case e.DeviceRemoved():
            return (Sentence(f"The {event.device} leaves the table.", known(rules, "device_removed_first")),)
        case e.DealingChanged():
            return (Sentence(f"From now on the table is dealt {DEALT.get(event.dealing, event.dealing)}.", event.rule),)
        case e.SeatTaken():
            return (Sentence(f"{event.player} sits down in seat {event.seat}.", known(rules, "seated_players_only")),)
        case e.SeatLeft():
            return (Sentence(f"Seat {event.seat} is left.", known(rules, "seated_players_only")),)
        case e.CardsRacked():
            how = RACKED[getattr(rules.law, "cards_racked_in_turn", None) or "racked"]
            return (Sentence(f"{whose(event.seat)} cards are {how}.", event.rule),)
        case _:
            return _in_course(event)


def _back(
    rules: Any, event: e.StepTakenBack, method: DealingMethod | None, before: Table | None
) -> tuple[Sentence, ...]:
    """All that a step had said, and that none of it stands."""
    where = f", seat {event.seat}" if event.seat else ""
    first = Sentence(f"The last step is taken back, which was keyed by mistake{where}.", event.rule or None)
    return (
        first,
        *(one._replace(text=f"Taken back: {one.text}") for one in step_said(rules, before, event, method)),
    )


def step_said(
    rules: Any, table: Table | None, taken: e.StepTakenBack, method: DealingMethod | None = None
) -> Iterator[Sentence]:
    """What a step at a keyed table has said that is taken back."""
    past = table.past[-taken.events :] if table is not None else ()
    rounds = [*(one.before.round for one in past[1:]), table.round if table is not None else None]
    for place, (one, round) in enumerate(zip(past, rounds, strict=False)):
        if not is_beside(taken, place, one.event):
            yield from at_table(rules, one.event, round, method)


def _in_round(rules: Any, event: Any, round: Any, method: DealingMethod | None) -> tuple[Sentence, ...]:
    """What the game says of an event, what is reversed with it, and what is paid."""
    undone = [_reversed(round, payment) for payment in getattr(event, "reversed", ())]
    said = game_of_round(round).narrate(rules, method, round, event)
    return (*said, *undone, *(payment_said(round, payment) for payment in getattr(event, "payments", ())))


def _reversed(round: Any, payment: Payment) -> Sentence:
    """A payment that is reversed; of a percentage that stays, the stake alone."""
    line = stake_said(payment) if stake_of_kept(payment, round.payments) else payment_said(round, payment)
    return line._replace(text=f"Reversed: {line.text}")


_InCourse = (
    e.ChipsCounted | e.CardsLeftDeck | e.StubRacked | e.StubCounted | e.StubTakenBack | e.WinnerKeyed
    | e.SupervisorCalled | e.CallAnswered | e.CallEnded | e.StepDone | e.DocumentsOpened | e.AwardDocumented
    | e.HandLeftExposed | e.RoundReconciled
)  # fmt: skip


def _in_course(event: _InCourse) -> tuple[Sentence, ...]:
    match event:
        case e.ChipsCounted():
            right = "as many as" if event.chips == event.accepted else "NOT as many as"
            text = f"Progressive chips counted: {event.chips}, {right} the {event.accepted} accepted."
            return (Sentence(text, event.rule),)
        case e.CardsLeftDeck():
            drawn = f", drawn with the {event.drawing_hand} hand" if event.drawing_hand else ""
            held = f", held in the {event.holding_hand} hand" if event.holding_hand else ""
            return (Sentence(f"Cards leave the {event.deck} deck{drawn}{held}."),)
        case e.StubRacked():
            return (Sentence("The stub is racked unseen.", event.rule),)
        case e.StubTakenBack():
            return (
                Sentence("The stub is taken out of the rack, to be counted with the cards of all hands.", event.rule),
            )
        case e.StubCounted():
            counted = f"The stub is counted: {count(event.cards, 'card')}"
            if isinstance(event.in_all, int):
                return (Sentence(f"{counted}; the hands hold {event.hands}, {event.in_all} in all.", event.rule),)
            held = f"; the hands hold {event.hands}" if isinstance(event.hands, int) else ""
            return (Sentence(f"{counted}, {event.total} in all{held}.", event.rule),)
        case e.WinnerKeyed():
            key = "keyed as a progressive winner" if event.lit else "no longer keyed as a winner"
            return (Sentence(f"Seat {event.seat} is {key}.", event.rule),)
        case e.SupervisorCalled():
            award = f" for seat {event.seat}'s award" if event.seat else ""
            return (Sentence(f"A supervisor is called{award}.", event.rule or None),)
        case e.CallAnswered():
            return (Sentence("A supervisor has come to the table."),)
        case e.CallEnded():
            return (Sentence("The supervisor is done with the call."),)
        case e.StepDone():
            return (Sentence(f"Seat {event.seat}'s {STEPS[event.step]}.", event.rule),)
        case e.DocumentsOpened():
            hand = whose(event.hand)
            return (Sentence(f"{hand} hand stays until seat {event.seat}'s award is documented.", event.rule),)
        case e.AwardDocumented():
            return (Sentence(f"Seat {event.seat}'s award is documented.", event.rule),)
        case e.HandLeftExposed():
            return (Sentence(f"{whose(event.seat)} hand stays exposed, the highest so far.", event.rule),)
        case e.RoundReconciled():
            return (
                Sentence(
                    f"Round {event.number} is reconciled; the {event.next_deck} deck is next.", event.rule or None
                ),
            )
        case _:
            assert_never(event)
