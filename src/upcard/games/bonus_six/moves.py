"""What the events of Bonus 6 move. No wager feeds a meter, and no coupon is taken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from upcard.games.bonus_six import events as e
from upcard.games.bonus_six.commands import Command
from upcard.games.bonus_six.round import Round
from upcard.games.moves import STILL, MeterStep, Moves, Stake
from upcard.games.payment import Payment

METER_STEPS: Mapping[str, MeterStep] = {}
MAY_LOCK: tuple[type, ...] = ()


def moves(round: Round | None, event: e.Event) -> Moves:
    """What an event moves; the round is as it was before."""
    match event:
        case e.WagerPlaced():
            return Moves(((event.seat, event.cents),), (Stake(event.seat, event.wager, event.cents),))
        case e.WagerTakenBack():
            return Moves(((event.seat, -event.cents),), withdrawn=((event.seat, event.wager),))
        case e.BetMade():
            return Moves(((event.seat, event.cents + event.tip),))
        case e.FinalDecided():
            return Moves(((event.seat, event.fee),), paid=event.payments)
        case e.HandFolded() | e.SeatSettled() | e.BonusCardDealt() | e.BonusCardRefused():
            return Moves(paid=event.payments)
        case e.HandVoided():
            return Moves(void=(event.seat,), reversed=event.reversed, paid=event.payments)
        case e.HandCorrected() | e.CommunityCorrected() | e.DealTakenBack():
            return Moves(reversed=event.reversed)
        case (
            e.BetsClosed() | e.HandsDealt() | e.HandsDealtUnseen() | e.CommunityTurned() | e.StreetDealt()
            | e.HandShown() | e.IrregularityNoted() | e.RoundCompleted()
        ):  # fmt: skip
            return STILL
        case _:
            assert_never(event)


def on_coupon(round: Round, payment: Payment) -> None:
    """No payment is made on a coupon."""


def present(round: Round) -> None:
    """No step of a settlement draws on a meter."""


def undoes(command: Command) -> None:
    """No award waits that a command could change."""
