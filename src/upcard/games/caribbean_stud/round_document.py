"""A finished round of Caribbean stud as a document."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from upcard.document import CardText, EditionId, ExactMoney, Level, Money, SeatNumber, Value, Wager, doc


class WrittenMeter(TypedDict):
    """A meter when the settlement began."""

    amount: Annotated[ExactMoney, doc("What it was.")]
    seed: Annotated[ExactMoney, doc("What it goes back to.")]
    reserve: Annotated[ExactMoney, doc("What its reserve was.")]


class Coupons(TypedDict):
    """Coupons at a seat."""

    match_play: NotRequired[Annotated[Money, doc("A match play coupon.")]]
    progressive: NotRequired[Annotated[Money, doc("A coupon for the progressive.")]]


class StudSeatWritten(TypedDict):
    """A seat of Caribbean stud."""

    cards: Annotated[list[CardText], doc("Its cards.")]
    decision: Annotated[Literal["bet", "fold"] | None, doc("What was decided.")]
    wagers: Annotated[dict[Wager, Money], doc("By name, its wagers.")]
    coupons: NotRequired[Annotated[Coupons, doc("Its coupons.")]]


class StudWritten(TypedDict):
    """A finished round of Caribbean stud, as `upcard settle` reads it."""

    edition: Annotated[EditionId, doc("The law.")]
    house: Annotated[dict[str, Value], doc("What the house had elected.")]
    meters: Annotated[dict[Level, WrittenMeter], doc("The meters when the settlement began.")]
    dealer: Annotated[list[CardText], doc("The dealer's cards.")]
    seats: Annotated[dict[SeatNumber, StudSeatWritten], doc("The seats.")]
    magic_card: NotRequired[Annotated[CardText, doc("The magic card that was drawn.")]]
    lucky: NotRequired[Annotated[str, doc("The lucky position that was drawn.")]]
