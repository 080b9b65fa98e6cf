"""A round of Caribbean stud as it stands: seats, cards, what was decided and what has been paid."""

from __future__ import annotations

from typing import Literal

import msgspec

from upcard.cards import Card, show_cards
from upcard.document import Rows, displayed
from upcard.games.payment import Payment, percentage
from upcard.games.settle import hand_line, round_line, round_rows

Phase = Literal["betting", "closed", "short", "deciding", "decided", "settling", "settled", "complete"]

StepKind = Literal["misdeal", "no_hand", "hand", "progressive", "envy", "five_card", "cover_all"]

ALL = 0
"""The seat of a step that is done for the whole table."""

WRONG_HAND, WRONG_DEALER = "player_wrong_count", "dealer_wrong_count"
"""The rules that void a hand, or the round, for a wrong number of cards."""


class Step(msgspec.Struct, frozen=True):
    """One step of the settlement, in the order of the law."""

    kind: StepKind
    seat: int = ALL


class Done(msgspec.Struct, frozen=True):
    """A step that was done, or a part of it, and what it paid."""

    step: Step
    payments: tuple[Payment, ...] = ()


@displayed
class Seat(msgspec.Struct, frozen=True):
    """One player's position: what lies there, the cards, and what became of the hand."""

    ante: int = 0
    wagers: dict[str, int] = {}
    match_play: int = 0
    coupon: int = 0
    """Cents of a progressive coupon: a progressive wager that the house pays for."""
    accepted: tuple[str, int] | None = None
    """The progressive wager or coupon at the lock-out, in cents, where it stands otherwise since."""
    cards: tuple[Card, ...] = ()
    count: int = 0
    """How many cards were dealt, also where the system does not know them."""
    value: int = 0
    """The rank of the five cards, once they are known."""
    decision: Literal["fold", "bet"] | None = None
    void: str | None = None
    """The rule that voided this hand."""
    shown: bool = False

    def _line(self) -> str:
        return hand_line(self)

    @property
    def decided(self) -> str:
        """What the player did, in a word."""
        return self.decision or ""

    @property
    def progressive(self) -> int:
        """The progressive wager, whoever pays for it."""
        return self.wagers.get("progressive", 0) or self.coupon

    @property
    def folded(self) -> bool:
        return self.decision == "fold"

    @property
    def standing(self) -> bool:
        """Whether the hand is still in play."""
        return self.void is None and self.decision != "fold"


@displayed
class Round(msgspec.Struct, frozen=True, tag="stud"):
    """The whole round. `agenda` holds the steps of the settlement that are still to be done, of all in `order`."""

    phase: Phase = "betting"
    seats: dict[int, Seat] = {}
    dealer: tuple[Card, ...] = ()
    dealer_count: int = 0
    dealer_value: int = 0
    qualifies: bool | None = None
    up: Card | None = None
    up_place: int = 0
    """The place of the dealer's card that is still to be turned up; 0 where the system does not know the card."""
    keyed: bool = False
    completed: bool = False
    """Whether the dealer's short hand has got its card."""
    misdealt: bool = False
    void: str | None = None
    magic_card: Card | None = None
    lucky: str | None = None
    agenda: tuple[Step, ...] = ()
    order: tuple[Step, ...] = ()
    done: tuple[Done, ...] = ()
    """The steps that were done, in the order of the settlement."""
    shared: dict[str, int] = {}
    """Awards already worked out and divided, in cents for each."""
    unpaid: dict[str, int] = {}
    """How many parts of each of them are not paid yet."""
    parts: dict[str, int] = {}
    """By wager and award, in cents, what each who shares is due in all: once a part was paid, all are like it."""
    stays: tuple[tuple[int, str, str], ...] = ()
    """By seat, wager and odds, the percentages that were paid and stay with their winners, whatever the cards say."""
    payments: tuple[Payment, ...] = ()
    """Void hands and folds, then what the steps of the settlement have paid, in their order."""

    @property
    def without_steps(self) -> tuple[Payment, ...]:
        """What was paid or lost before the settlement, or beside it."""
        return self.payments[: len(self.payments) - sum(len(entry.payments) for entry in self.done)]

    def divides(self, key: str) -> bool:
        """Whether a part of an award that was divided is still to be paid."""
        return key in self.shared and self.unpaid.get(key, 1) > 0

    def keeps(self, line: Payment) -> bool:
        """Whether a line is a percentage that stays with its winner."""
        return (line.seat, line.wager, line.odds) in self.stays and percentage(line) is not None

    def kept(self, seat: int, wager: str) -> tuple[Payment, ...]:
        """The percentages that stay with a seat on a wager."""
        return tuple(p for p in self.payments if (p.seat, p.wager) == (seat, wager) and self.keeps(p))

    @property
    def dealt(self) -> int:
        """How many cards of the deck lie on the table."""
        return sum(seat.count for seat in self.seats.values()) + self.dealer_count

    def miscounted(self, size: int) -> int:
        """How many hands were found to hold another number of cards than was keyed, and nobody has said which."""
        hands = sum(seat.void == WRONG_HAND and seat.count == size for seat in self.seats.values())
        return self.keyed * (hands + (self.void == WRONG_DEALER and self.dealer_count == size))

    def lying(self, but: int = 0) -> list[Card]:
        """The players' cards; what was keyed of a void hand may lie elsewhere and stands in nobody's way."""
        seats = (seat for n, seat in self.seats.items() if n != but and not (self.keyed and seat.void is not None))
        return [card for seat in seats for card in seat.cards]

    def conceals(self, seat: int) -> bool:
        """Whether a seat's hand is judged before the table has seen it."""
        return False

    @property
    def counter_clockwise(self) -> tuple[int, ...]:
        """The seats from the dealer's right."""
        return tuple(sorted(self.seats, reverse=True))

    @property
    def clockwise(self) -> tuple[int, ...]:
        """The seats from the dealer's left."""
        return tuple(sorted(self.seats))

    def _line(self) -> str:
        return round_line(self, f"dealer {show_cards(self.dealer) or '-'}")

    def _rows(self) -> Rows:
        return round_rows(self, [self.seats[seat] for seat in self.clockwise])
