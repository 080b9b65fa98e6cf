"""A round and its hands in a few words, for whoever programs with them; people at a table are shown `present/`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from upcard.cards import Card, describe, show_cards
from upcard.display import Rows
from upcard.games.payment import Payment, net
from upcard.units import show_cents


class Hand(Protocol):
    """What the seat of any game has."""

    @property
    def ante(self) -> int: ...

    @property
    def cards(self) -> tuple[Card, ...]: ...

    @property
    def value(self) -> int: ...

    @property
    def decided(self) -> str: ...

    @property
    def void(self) -> str | None: ...


class Seated(Protocol):
    """What the round of any game has."""

    @property
    def phase(self) -> str: ...

    @property
    def clockwise(self) -> tuple[int, ...]: ...

    @property
    def payments(self) -> tuple[Payment, ...]: ...


def hand_line(hand: Hand) -> str:
    """The ante, the cards with what they make, and what was decided."""
    return ", ".join(part for part in (f"ante {show_cents(hand.ante)}", *_told(hand)) if part)


def round_line(round: Seated, open_cards: str) -> str:
    """The phase, the cards that are everybody's, and how much is there."""
    seats = ", ".join(map(str, round.clockwise)) or "none"
    return f"{round.phase}, {open_cards}, seats {seats}, payments {len(round.payments)}"


def round_rows(round: Seated, hands: Sequence[Hand]) -> Rows:
    """A row for each seat, from the dealer's left."""
    rows = [
        (seat, show_cents(hand.ante), *_told(hand), show_cents(net(round.payments, seat)))
        for seat, hand in zip(round.clockwise, hands, strict=True)
    ]
    return ("seat", "ante", "cards", "hand", "decided", "net so far"), rows


def _told(hand: Hand) -> tuple[str, str, str]:
    decided = f"void by {hand.void}" if hand.void is not None else hand.decided
    return show_cards(hand.cards), describe(hand.value) if hand.value else "", decided
