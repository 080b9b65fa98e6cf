"""What the events of Bonus 6 move. No wager feeds a meter, and no coupon is taken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from upcard.games.bonus_six import events as e
from upcard.games.bonus_six.commands import Command
from upcard.games.bonus_six.round import Round, to_verify
from upcard.games.moves import STILL, Going, MeterStep, Moves, Stake, clockwise, singly
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
        case e.HandFolded() | e.BonusCardDealt() | e.BonusCardRefused():
            return Moves(paid=event.payments)
        case e.SeatSettled():
            return Moves(reversed=event.reversed, paid=event.payments)
        case e.RoundVoided():
            assert round is not None
            return Moves(void=round.clockwise, reversed=event.reversed, paid=event.payments)
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


# ---- Which cards of a deck the events of a round bring to the table, and which cards people tell of --------


TOLD = (e.HandsDealtUnseen, e.HandShown, e.HandCorrected, e.CommunityCorrected, e.DealTakenBack)
"""What people tell of real cards: none of it happens where the system deals."""

FIRST_CARDS = 2


def leaving(event: Any, deal: str) -> tuple[Going, ...] | None:
    """The cards of one act, from the top of the deck on, always singly; None where it deals none."""
    match event:
        case e.HandsDealt():
            hands = singly(clockwise(event.hands))
            return Going("burnt", event.burnt), *hands, Going("community", event.community)
        case e.StreetDealt():
            return tuple(Going(str(seat), event.cards[seat]) for seat in sorted(event.cards))
        case e.BonusCardDealt():
            return () if event.card is None else (Going(str(event.seat), event.card),)
        case _:
            return None


def lies_right(round: Round, event: Any) -> bool:
    """Whether cards go to those who are next, to each as many as to the others, and are turned as they were dealt."""
    match event:
        case e.HandsDealt():
            even = all(len(hand) == FIRST_CARDS for hand in event.hands.values())
            return even and round.phase == "closed" and tuple(sorted(event.hands)) == round.clockwise
        case e.StreetDealt():
            return sorted(event.cards) == sorted(event.seats) == [n for n in round.clockwise if round.seats[n].in_play]
        case e.BonusCardDealt():
            return event.card is not None and to_verify(round)[:1] == (event.seat,)
        case e.CommunityTurned():
            return event.card == round.community
        case _:
            return True


def house_draws(of: Any) -> None:
    """The house draws nothing beside the cards."""
