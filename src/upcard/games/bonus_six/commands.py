"""What people and the system may ask of a round of Bonus 6."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from upcard.cards import Card


def _tag(name: str) -> str:
    """Both games have names in common; a journal tells them apart."""
    return f"six.{name}"


class _Command(msgspec.Struct, frozen=True, tag=_tag):
    """An act, in the imperative."""


class PlaceWager(_Command, frozen=True):
    """An ante, an insurance fee or a tip bet on the ante, before any card."""

    seat: int
    wager: str
    cents: int


class TakeBackWager(_Command, frozen=True):
    """A player takes a wager or fee back while bets are open."""

    seat: int
    wager: str


class CloseBets(_Command, frozen=True):
    """The dealer closes the bets."""


class Deal(_Command, frozen=True):
    """The burn card, the first cards and the community card, from a shuffle."""

    burnt: Card
    hands: dict[int, tuple[Card, ...]]
    community: Card


class DealUnseen(_Command, frozen=True):
    """Real cards on a real table: how many own cards lie at each seat."""

    counts: dict[int, int]


class TurnCommunity(_Command, frozen=True):
    """The community card is turned up; it is given where the system does not know it."""

    card: Card | None = None


class Fold(_Command, frozen=True):
    """The player gives the hand up."""

    seat: int


class Bet(_Command, frozen=True):
    """The player bets as much as the ante, with a tip bet beside it where the house takes one."""

    seat: int
    tip: int = 0


class DealStreet(_Command, frozen=True):
    """The next card to every hand still in play; no cards are given where the system does not know them."""

    cards: dict[int, Card] = {}


class Stand(_Command, frozen=True):
    """A winning hand is tucked under the last wager."""

    seat: int


class Discard(_Command, frozen=True):
    """A losing hand is thrown in."""

    seat: int


class BuyCard(_Command, frozen=True):
    """An insured player pays for a bonus card."""

    seat: int


class ShowHand(_Command, frozen=True):
    """A player's cards, keyed when they are exposed."""

    seat: int
    cards: tuple[Card, ...]


class CorrectHand(_Command, frozen=True):
    """A player's cards were keyed wrongly: these lie there.

    Where cards were exchanged while they were keyed, `also` has by seat the other hands as they lie, and as 0 the
    community card.
    """

    seat: int
    cards: tuple[Card, ...]
    also: dict[int, tuple[Card, ...]] = {}


class CorrectCommunity(_Command, frozen=True):
    """The community card was keyed wrongly: this one lies there."""

    card: Card


class TakeBackDeal(_Command, frozen=True):
    """The deal was keyed wrongly: it is taken back, to be keyed again as the cards lie."""


class DealBonusCard(_Command, frozen=True):
    """The dealer verifies the exposed hand: a losing one gets the card, a winning one its fee back."""

    seat: int
    card: Card | None = None


class SettleSeat(_Command, frozen=True):
    """The dealer exposes a seat's last card and pays or collects."""

    seat: int


class Report(_Command, frozen=True):
    """An irregularity at one seat, or at none with the card that is everybody's."""

    irregularity: str
    seat: int = 0


class Complete(_Command, frozen=True):
    """Everything is settled; the round is over."""


Command: TypeAlias = (
    PlaceWager | TakeBackWager | CloseBets | Deal | DealUnseen | TurnCommunity | Fold | Bet | DealStreet
    | Stand | Discard | BuyCard | ShowHand | CorrectHand | CorrectCommunity | TakeBackDeal | DealBonusCard
    | SettleSeat | Report | Complete
)  # fmt: skip
