"""A finished round of Bonus 6 as a document."""

from __future__ import annotations

from typing import Annotated, TypedDict

from upcard.document import CardText, EditionId, Money, SeatNumber, Value, doc
from upcard.games.bonus_six.round import Decision


class SixWagers(TypedDict):
    """The wagers of a seat of Bonus 6."""

    ante: Annotated[Money, doc("The ante.")]
    insurance: Annotated[Money, doc("The insurance.")]


class SixSeatWritten(TypedDict):
    """A seat of Bonus 6."""

    cards: Annotated[list[CardText], doc("Its cards.")]
    decisions: Annotated[list[Decision], doc("What was decided, in order.")]
    wagers: Annotated[SixWagers, doc("Its wagers.")]
    tips: Annotated[list[Money], doc("Its tips.")]


class SixWritten(TypedDict):
    """A finished round of Bonus 6, as `upcard settle` reads it."""

    edition: Annotated[EditionId, doc("The law.")]
    house: Annotated[dict[str, Value], doc("What the house had elected.")]
    community: Annotated[CardText, doc("The community card.")]
    seats: Annotated[dict[SeatNumber, SixSeatWritten], doc("The seats.")]
