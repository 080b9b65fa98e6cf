"""A round of Bonus 6 as it stands: seats, cards, streets and what has been paid."""

from __future__ import annotations

from typing import Literal

import msgspec

from upcard.cards import Card, show_card
from upcard.document import Rows, displayed
from upcard.games.payment import Payment
from upcard.games.settle import hand_line, round_line, round_rows

Phase = Literal["betting", "closed", "turning", "second", "third", "fourth", "cards", "settling", "settled", "complete"]
"""Bets; the deal; the community card; a decision on two cards, on three, on four; bonus cards; the settlement."""

Decision = Literal["bet", "fold", "stand", "discard", "card"]

OFF_TABLE = "card-off-table"
COMMUNITY_EXPOSED = "community-card-exposed"
WRONG_DECK = "wrong-deck"

BEFORE_BONUS = 4
"""Own cards before the bonus card."""

BURNT_AND_COMMUNITY = 2


@displayed
class Seat(msgspec.Struct, frozen=True):
    """One player's position."""

    ante: int = 0
    insurance: int = 0
    tips: tuple[int, ...] = ()
    """The tip bets, by the wager that they lie with: ante, first bet, second bet; 0 for none."""
    cards: tuple[Card, ...] = ()
    count: int = 0
    """How many own cards were dealt, also where the system does not know them."""
    decisions: tuple[Decision, ...] = ()
    void: str | None = None
    """The rule that voided this hand."""
    value: int = 0
    """The rank of the hand with the community card, once there are five cards or six."""
    verified: bool = False
    """Whether the bonus card, or its fee pushed back, has been dealt with."""
    shown: bool = False
    stray: bool = False
    """Whether a bonus card was dealt that is no part of the hand: it is taken away when the hand is verified again."""

    def _line(self) -> str:
        return hand_line(self)

    @property
    def decided(self) -> str:
        """What the player did, street by street."""
        return " ".join(self.decisions)

    @property
    def bets(self) -> int:
        """How many bets followed the ante."""
        return self.decisions.count("bet")

    @property
    def last(self) -> Decision | None:
        return self.decisions[-1] if self.decisions else None

    @property
    def in_play(self) -> bool:
        """Whether the hand is still to be decided on or judged."""
        return self.void is None and self.last not in ("fold", "discard")


@displayed
class Round(msgspec.Struct, frozen=True, tag="six"):
    """The whole round."""

    phase: Phase = "betting"
    seats: dict[int, Seat] = {}
    community: Card | None = None
    burnt: Card | None = None
    keyed: bool = False
    dealt_street: int = 0
    """How many streets have been dealt after the first cards."""
    settled: tuple[int, ...] = ()
    """The seats whose last hand has been judged."""
    payments: tuple[Payment, ...] = ()
    void: str | None = None
    """The rule that voided every hand."""

    @property
    def dealt(self) -> int:
        """How many cards have left the deck, the burnt and the community card among them."""
        own = sum(seat.count for seat in self.seats.values())
        return own and BURNT_AND_COMMUNITY + own

    def lying(self, but: int = 0) -> list[Card]:
        """The players' cards; what was keyed of a void hand may lie elsewhere and stands in nobody's way."""
        seats = (seat for n, seat in self.seats.items() if n != but and not (self.keyed and seat.void is not None))
        return [card for seat in seats for card in seat.cards]

    def conceals(self, seat: int) -> bool:
        """Whether a seat's hand is judged before the table has seen it."""
        return not (self.seats[seat].shown or seat in self.settled)

    @property
    def counter_clockwise(self) -> tuple[int, ...]:
        """The seats from the dealer's right."""
        return tuple(sorted(self.seats, reverse=True))

    @property
    def clockwise(self) -> tuple[int, ...]:
        """The seats from the dealer's left."""
        return tuple(sorted(self.seats))

    def _line(self) -> str:
        return round_line(self, f"community {'-' if self.community is None else show_card(self.community)}")

    def _rows(self) -> Rows:
        return round_rows(self, [self.seats[seat] for seat in self.clockwise])

    @property
    def turned(self) -> bool:
        """Whether the community card lies face up."""
        return self.phase not in ("betting", "closed", "turning")


STREETS: tuple[Phase, ...] = ("second", "third", "fourth")
"""The phases of decision, by how many streets came before."""


def to_decide(round: Round) -> tuple[int, ...]:
    """The seats that have not decided on the street that was dealt last."""
    if round.phase not in STREETS:
        return ()
    street = STREETS.index(round.phase)
    return tuple(n for n in round.clockwise if round.seats[n].in_play and len(round.seats[n].decisions) == street)


def to_verify(round: Round) -> tuple[int, ...]:
    """The seats that asked for a bonus card and wait for it, from the dealer's left."""
    return tuple(n for n in round.clockwise if round.seats[n].last == "card" and _waits(round.seats[n]))


def _waits(seat: Seat) -> bool:
    return seat.void is None and not seat.verified


def to_judge(round: Round) -> tuple[int, ...]:
    """The seats whose last hand is still to be judged, from the dealer's right."""
    return tuple(n for n in round.counter_clockwise if round.seats[n].in_play and n not in round.settled)
