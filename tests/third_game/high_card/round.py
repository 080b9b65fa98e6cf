"""A round of High Card: commands, events, and the state that follows from them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from upcard.cards import Card
from upcard.games.payment import Payment

Phase = Literal["betting", "closed", "dealt", "settling", "settled", "complete"]


def _tag(name: str) -> str:
    return f"high.{name}"


class _Command(msgspec.Struct, frozen=True, tag=_tag):
    """An act, in the imperative."""


class PlaceWager(_Command, frozen=True):
    seat: int
    wager: str
    cents: int


class TakeBackWager(_Command, frozen=True):
    seat: int
    wager: str


class CloseBets(_Command, frozen=True):
    pass


class Deal(_Command, frozen=True):
    hands: dict[int, Card]
    dealer: Card


class TurnDealer(_Command, frozen=True):
    pass


class SettleSeat(_Command, frozen=True):
    seat: int


class Report(_Command, frozen=True):
    irregularity: str
    seat: int = 0


class Complete(_Command, frozen=True):
    pass


Command: TypeAlias = PlaceWager | TakeBackWager | CloseBets | Deal | TurnDealer | SettleSeat | Report | Complete

PHASES: dict[str, tuple[type[Command], ...]] = {
    "betting": (PlaceWager, TakeBackWager, CloseBets),
    "closed": (Deal,),
    "dealt": (TurnDealer, Report),
    "settling": (SettleSeat,),
    "settled": (Complete,),
    "complete": (),
}


class _Event(msgspec.Struct, frozen=True, tag=_tag):
    """A fact."""


class WagerPlaced(_Event, frozen=True):
    seat: int
    wager: str
    cents: int


class WagerTakenBack(_Event, frozen=True):
    seat: int
    wager: str
    cents: int


class BetsClosed(_Event, frozen=True):
    pass


class CardsDealt(_Event, frozen=True):
    hands: dict[int, Card]
    dealer: Card


class DealerRevealed(_Event, frozen=True):
    pass


class SeatSettled(_Event, frozen=True):
    seat: int
    payments: tuple[Payment, ...]


class RoundVoided(_Event, frozen=True):
    rule: str
    payments: tuple[Payment, ...]


class RoundCompleted(_Event, frozen=True):
    pass


Event: TypeAlias = (
    WagerPlaced | WagerTakenBack | BetsClosed | CardsDealt | DealerRevealed | SeatSettled | RoundVoided | RoundCompleted
)


class Seat(msgspec.Struct, frozen=True):
    """An ante, and the card that plays for it."""

    ante: int
    card: Card | None = None


class Round(msgspec.Struct, frozen=True, tag="high"):
    """The whole round."""

    phase: Phase = "betting"
    seats: dict[int, Seat] = {}
    dealer: Card | None = None
    settled: tuple[int, ...] = ()
    payments: tuple[Payment, ...] = ()

    @property
    def void(self) -> str | None:
        return next((payment.rule for payment in self.payments if payment.result == "void"), None)

    @property
    def dealt(self) -> int:
        return 0 if self.dealer is None else len(self.seats) + 1

    @property
    def keyed(self) -> bool:
        return False

    def conceals(self, seat: int) -> bool:
        return False

    @property
    def clockwise(self) -> tuple[int, ...]:
        return tuple(sorted(self.seats))

    @property
    def to_settle(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.clockwise if seat not in self.settled)


def evolve(round: Round, event: Event) -> Round:
    """The round after an event."""
    match event:
        case WagerPlaced():
            return replace(round, seats={**round.seats, event.seat: Seat(event.cents)})
        case WagerTakenBack():
            return replace(round, seats={n: seat for n, seat in round.seats.items() if n != event.seat})
        case BetsClosed():
            return replace(round, phase="closed")
        case CardsDealt():
            seats = {n: replace(seat, card=event.hands[n]) for n, seat in round.seats.items()}
            return replace(round, phase="dealt", seats=seats, dealer=event.dealer)
        case DealerRevealed():
            return replace(round, phase="settling")
        case SeatSettled():
            paid = replace(round, settled=(*round.settled, event.seat), payments=round.payments + event.payments)
            return paid if paid.to_settle else replace(paid, phase="settled")
        case RoundVoided():
            return replace(round, phase="settled", payments=event.payments)
        case RoundCompleted():
            return replace(round, phase="complete")


def replay(round: Round, events: Iterable[Event]) -> Round:
    for event in events:
        round = evolve(round, event)
    return round
