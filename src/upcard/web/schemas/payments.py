"""Payments, what is paid in one step, and receipts."""

from __future__ import annotations

from typing import Annotated, TypeAlias, TypedDict

from upcard.games.payment import Result, Source
from upcard.web.schemas.schema import Form, one_of
from upcard.web.schemas.types import Card, Money, SignedMoney, Wager, Why

Destination: TypeAlias = Annotated[str, one_of("tray→player", "meter, documented", "account", "dealer's tips")]

Chips: TypeAlias = Annotated[
    list[str | int],
    Form(
        "Chips",
        description="A denomination in dollars, and how many chips of it.",
        type="array",
        prefixItems=[{"type": "string", "pattern": r"^[0-9]+(\.[0-9]{2})?$"}, {"type": "integer", "minimum": 1}],
        items=False,
        minItems=2,
    ),
]


class PaymentLine(TypedDict):
    """What became of one wager."""

    seat: Annotated[int, "Whose wager it is."]
    wager: Annotated[Wager, "The wager."]
    label: Annotated[str, "The wager in words."]
    result: Annotated[Result, "What became of it."]
    staked: Annotated[Money, "What lay there."]
    returned: Annotated[Money, "What of it goes back."]
    paid: Annotated[Money, "What is paid on top."]
    odds: Annotated[str | None, "The odds or the award that it won."]
    hand: Annotated[str | None, "The hand that it was judged by."]
    source: Annotated[Source | None, "Where the money comes from."]
    to: Annotated[Destination | None, "Where the money goes."]
    why: Annotated[Why | None, "The rule, and the arithmetic."]


class Sum(TypedDict):
    """What goes to one place for one seat."""

    to: Annotated[Destination, "Where it goes."]
    seat: Annotated[int, "Whose it is."]
    amount: Annotated[Money, "How much."]


class Cut(TypedDict):
    """Chips to be cut for one seat."""

    seat: Annotated[int, "Whose they are."]
    amount: Annotated[Money, "What they are worth."]
    chips: Annotated[list[Chips], "The fewest that make it."]


class Pay(TypedDict):
    """What one step of the settlement pays and collects."""

    title: Annotated[str, "The step in words."]
    seat: Annotated[int | None, "The seat that it is about; none where it is about all."]
    hand: Annotated[str | None, "The hand that it is about, where it lies face up."]
    lines: Annotated[list[PaymentLine], "Every wager that it settles."]
    pay: Annotated[Money, "What goes from the tray to players."]
    collect: Annotated[Money, "What goes into the tray."]
    sums: Annotated[list[Sum], "What goes where."]
    chips: Annotated[list[Chips], "The chips, where one seat alone is paid."]
    cuts: Annotated[list[Cut], "The chips for each seat."]
    done: Annotated[bool, "Whether the step lies behind."]


class DealerHand(TypedDict):
    """The dealer's hand."""

    cards: Annotated[list[Card | None], "Its cards; null where one lies face down."]
    hand: Annotated[str | None, "What it is, where all of it is seen."]
    qualifies: Annotated[bool | None, "Whether it plays; null before that is known."]


class Receipt(TypedDict):
    """A seat's last finished round."""

    round: Annotated[int, "The number of the round."]
    lines: Annotated[list[PaymentLine], "What became of every wager."]
    staked: Annotated[Money, "All that was staked."]
    back: Annotated[Money, "All that came back."]
    net: Annotated[SignedMoney, "What was won or lost."]
    cards: Annotated[list[Card], "The seat's own cards."]
    hand: Annotated[str | None, "What they are."]
    community: Annotated[Card | None, "The card that all hands share, in Bonus 6."]
    dealer: Annotated[DealerHand, "The hand that they played against."]
