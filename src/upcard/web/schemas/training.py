"""Exercises and marks."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from upcard.games.bonus_six.round import Decision
from upcard.web.schemas.payments import DealerHand
from upcard.web.schemas.table import DeckShown, WagerLine
from upcard.web.schemas.types import (
    Card,
    EditionId,
    ExactMoney,
    Game,
    Level,
    Money,
    Phase,
    SeatNumber,
    SeatState,
    Stub,
    Value,
    Wager,
    Why,
)
from upcard.web.training.model import Topic


class PictureTable(TypedDict):
    """The table of an exercise."""

    name: Annotated[str, "Its name."]
    edition: Annotated[EditionId, "The law that it plays under."]
    title: Annotated[str, "That law in words."]
    game: Annotated[Game, "Its game."]


class PictureMeter(TypedDict):
    """A meter of an exercise."""

    level: Annotated[Level, "Its name."]
    label: Annotated[str, "Its name in words."]
    amount: Annotated[Money, "What it shows."]


class PictureSeat(TypedDict):
    """A seat of an exercise."""

    seat: Annotated[int, "Its number."]
    player: Annotated[Literal[""], "Nobody is named."]
    cards: Annotated[list[Card | None], "Its cards; null where one lies face down."]
    hand: Annotated[str | None, "What they are, where that is told."]
    wagers: Annotated[list[WagerLine], "What lies there."]
    state: Annotated[SeatState, "How it stands."]
    words: Annotated[str, "How it stands, in words."]


class Picture(TypedDict):
    """The table as it lies there."""

    table: Annotated[PictureTable, "The table."]
    phase: Annotated[Phase | Literal[""], "How far the round is; empty at a closed table."]
    words: Annotated[str, "The same in words."]
    back: Annotated[str, "The colour of the backs of the cards in play."]
    decks: Annotated[list[DeckShown], "The decks."]
    devices: Annotated[list[str], "The devices."]
    stub: Annotated[Stub, "Where the rest of the deck is."]
    meters: Annotated[list[PictureMeter], "The meters."]
    dealer: Annotated[DealerHand | None, "The dealer's hand, in a round of Caribbean stud."]
    community: Annotated[Card | None, "The community card, once it is turned."]
    community_dealt: NotRequired[Annotated[bool, "Whether it lies there; only in Bonus 6."]]
    seats: Annotated[list[PictureSeat], "The seats."]


class Exercise(TypedDict):
    """An exercise without its answer."""

    exercise: Annotated[str, "Its id, from which it is made again."]
    school: Annotated[str, "Where: an edition, or a table of the house."]
    topic: Annotated[Topic, "About what."]
    subject: Annotated[str, "About what exactly."]
    level: Annotated[Literal[1, 2, 3], "How hard."]
    question: Annotated[str, "What is asked."]
    situation: Annotated[list[str], "What has happened."]
    picture: Annotated[Picture, "The table."]
    kind: Annotated[Literal["choice", "amount"], "Whether a choice or an amount is asked for."]
    choices: Annotated[list[str], "The choices; the answer is the number of one, from 1."]


class Told(TypedDict):
    """Something that the program did."""

    text: Annotated[str, "In a sentence."]
    why: Annotated[Why | None, "The rule behind it."]


class WrittenMeter(TypedDict):
    """A meter when the settlement began."""

    amount: Annotated[ExactMoney, "What it was."]
    seed: Annotated[ExactMoney, "What it goes back to."]
    reserve: Annotated[ExactMoney, "What its reserve was."]


class Coupons(TypedDict):
    """Coupons at a seat."""

    match_play: NotRequired[Annotated[Money, "A match play coupon."]]
    progressive: NotRequired[Annotated[Money, "A coupon for the progressive."]]


class StudSeatWritten(TypedDict):
    """A seat of Caribbean stud."""

    cards: Annotated[list[Card], "Its cards."]
    decision: Annotated[Literal["bet", "fold"] | None, "What was decided."]
    wagers: Annotated[dict[Wager, Money], "By name, its wagers."]
    coupons: NotRequired[Annotated[Coupons, "Its coupons."]]


class StudWritten(TypedDict):
    """A finished round of Caribbean stud, as `upcard settle` reads it."""

    edition: Annotated[EditionId, "The law."]
    house: Annotated[dict[str, Value], "What the house had elected."]
    meters: Annotated[dict[Level, WrittenMeter], "The meters when the settlement began."]
    dealer: Annotated[list[Card], "The dealer's cards."]
    seats: Annotated[dict[SeatNumber, StudSeatWritten], "The seats."]
    magic_card: NotRequired[Annotated[Card, "The magic card that was drawn."]]
    lucky: NotRequired[Annotated[str, "The lucky position that was drawn."]]


class SixWagers(TypedDict):
    """The wagers of a seat of Bonus 6."""

    ante: Annotated[Money, "The ante."]
    insurance: Annotated[Money, "The insurance."]


class SixSeatWritten(TypedDict):
    """A seat of Bonus 6."""

    cards: Annotated[list[Card], "Its cards."]
    decisions: Annotated[list[Decision], "What was decided, in order."]
    wagers: Annotated[SixWagers, "Its wagers."]
    tips: Annotated[list[Money], "Its tips."]


class SixWritten(TypedDict):
    """A finished round of Bonus 6, as `upcard settle` reads it."""

    edition: Annotated[EditionId, "The law."]
    house: Annotated[dict[str, Value], "What the house had elected."]
    community: Annotated[Card, "The community card."]
    seats: Annotated[dict[SeatNumber, SixSeatWritten], "The seats."]


class Mark(TypedDict):
    """The mark for an answer."""

    right: Annotated[bool, "Whether it is right."]
    note: Annotated[str, "What was mixed up, or empty."]
    answer: Annotated[str, "The right answer, as it is sent."]
    correct: Annotated[str, "The right answer in words."]
    why: Annotated[Why | None, "The rule behind it."]
    arithmetic: Annotated[str | None, "How an amount was worked out."]
    told: Annotated[list[Told], "What the program did."]
    round: Annotated[StudWritten | SixWritten | None, "The finished round, where a payment was asked for."]
