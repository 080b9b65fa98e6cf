"""What people and the system may ask of a round of Caribbean stud."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from upcard.cards import Card
from upcard.games.caribbean_stud.round import ALL, StepKind
from upcard.games.payment import Meter


def _tag(name: str) -> str:
    """Both games have names in common; a journal tells them apart."""
    return f"stud.{name}"


class _Command(msgspec.Struct, frozen=True, tag=_tag):
    """An act, in the imperative."""


class PlaceWager(_Command, frozen=True):
    """A player puts a wager down; an ante comes first."""

    seat: int
    wager: str
    cents: int


class TakeBackWager(_Command, frozen=True):
    """A player takes a wager back while bets are open; a coupon is `match_play` or `progressive_coupon`."""

    seat: int
    wager: str


class PlaceCoupon(_Command, frozen=True):
    """A match play coupon beside the ante, or a progressive coupon for the wager."""

    seat: int
    coupon: str
    cents: int


class CloseBets(_Command, frozen=True):
    """The dealer closes the bets and locks the progressive."""


class Deal(_Command, frozen=True):
    """Cards from a shuffle; `up` is the place of the dealer's card that lies face up, or is turned up later."""

    hands: dict[int, tuple[Card, ...]]
    dealer: tuple[Card, ...]
    up: int
    turned: bool = True


class DealUnseen(_Command, frozen=True):
    """Real cards on a real table: the system is told how many lie where, and the card dealt face up, if any."""

    counts: dict[int, int]
    dealer_count: int
    up_card: Card | None = None


class TurnUpCard(_Command, frozen=True):
    """The dealer turns one card up where none was dealt face up; it is given where the system does not know it."""

    card: Card | None = None


class CompleteDealer(_Command, frozen=True):
    """The card that completes a dealer's short hand; None where it is not known."""

    card: Card | None = None


class Fold(_Command, frozen=True):
    """The player gives the hand up."""

    seat: int


class Bet(_Command, frozen=True):
    """The player bets the multiple of the ante that the edition says."""

    seat: int


class Reveal(_Command, frozen=True):
    """The dealer turns the hole cards over; the cards are given where the system does not know them."""

    dealer: tuple[Card, ...] = ()
    magic_card: Card | None = None
    lucky: str | None = None


class ShowHand(_Command, frozen=True):
    """A player's cards, keyed when they are turned up."""

    seat: int
    cards: tuple[Card, ...]


class CorrectHand(_Command, frozen=True):
    """A player's cards were keyed wrongly: these lie there.

    Where cards were exchanged while they were keyed, `also` has by seat the other hands as they lie, and as 0 the
    dealer's.
    """

    seat: int
    cards: tuple[Card, ...]
    also: dict[int, tuple[Card, ...]] = {}


class CorrectDealer(_Command, frozen=True):
    """The dealer's cards were keyed wrongly: these lie there."""

    dealer: tuple[Card, ...]


class CorrectUpCard(_Command, frozen=True):
    """The dealer's face-up card was keyed wrongly: this one lies there."""

    card: Card


class TakeBackDeal(_Command, frozen=True):
    """The deal was keyed wrongly: it is taken back, to be keyed again as the cards lie."""


class CorrectProgressive(_Command, frozen=True):
    """The device took another progressive wager at a seat than the system has: one of so many cents, or none.

    One that was accepted at the lock-out is struck, and put back as it was; it has no other amount after that.
    """

    seat: int
    cents: int


class Settle(_Command, frozen=True):
    """The next step of the settlement, with the meters as they are displayed."""

    kind: StepKind
    seat: int = ALL
    meters: dict[str, Meter] = {}


class Report(_Command, frozen=True):
    """An irregularity, with the seat that it concerns where it is one player's."""

    irregularity: str
    seat: int = ALL


class Complete(_Command, frozen=True):
    """Everything is settled; the round is over."""


Command: TypeAlias = (
    PlaceWager | TakeBackWager | PlaceCoupon | CloseBets | Deal | DealUnseen | TurnUpCard | CompleteDealer
    | Fold | Bet | Reveal | ShowHand | CorrectHand | CorrectDealer | CorrectUpCard | TakeBackDeal | CorrectProgressive
    | Settle | Report | Complete
)  # fmt: skip
