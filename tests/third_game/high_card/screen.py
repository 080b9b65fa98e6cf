"""High Card on a screen: what its things are called, what is offered, and what lies on the felt."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from tests.third_game.high_card import round as r
from tests.third_game.high_card.play import view
from tests.third_game.high_card.round import Round, Seat
from tests.third_game.high_card.rules import HighCardRules
from upcard.document import CardText, EditionId, Money, SeatNumber, Value, doc
from upcard.games.option import KNOWN, STATES, Eye, Labels, Offer, Scene, SeatScene, bounds_said, seen_by

NAME, TAG = "High Card", "High"

LABELS = Labels(
    wagers={"ante": "Ante"},
    states=STATES,
    decisions={},
    steps={"TurnDealer": "Turn the dealer's card", "SettleSeat": "Settle seat {seat}"},
    settlement={},
    irregularities={"misdeal": ("The cards were misdealt", "")},
)

NOW: dict[r.Phase, str] = {
    "betting": "bets are open", "closed": "bets are closed", "dealt": "the cards are dealt",
    "settling": "the round is being settled", "settled": "the round is settled", "complete": "the round is over",
}  # fmt: skip

STRIP = (
    ("bets", "Bets", ("betting",)), ("deal", "Deal", ("closed",)), ("turn", "Turn", ("dealt",)),
    ("settle", "Settle", ("settling",)), ("reconcile", "Reconcile", ("settled",)),
)  # fmt: skip

REPORTED_UNDER = {"misdeal": "misdeal"}


class HighSeatWritten(TypedDict):
    """A seat of High Card."""

    card: Annotated[CardText, doc("Its card.")]
    ante: Annotated[Money, doc("Its ante.")]


class Written(TypedDict):
    """A finished round of High Card, as `upcard settle` reads it."""

    edition: Annotated[EditionId, doc("The law.")]
    house: Annotated[dict[str, Value], doc("What the house had elected.")]
    dealer: Annotated[CardText, doc("The dealer's card.")]
    seats: Annotated[dict[SeatNumber, HighSeatWritten], doc("The seats.")]


def stage(round: Round) -> str:
    return round.phase


def offers(rules: HighCardRules, seat: Seat | None) -> tuple[Offer, ...]:
    return (Offer("ante", "ante_required", rules.minimum, rules.maximum),)


def limits(rules: HighCardRules) -> str:
    return f"Ante {bounds_said(rules.minimum, rules.maximum)}"


def placed(seat: Seat) -> dict[str, int]:
    return {"ante": seat.ante}


def decided(rules: HighCardRules, round: Round, number: int, act: str) -> tuple[int, str]:
    raise AssertionError("nobody decides anything")


def consequence(kind: str, event: Any) -> str:
    return "Every ante goes back." if isinstance(event, r.RoundVoided) else ""


def scene(rules: HighCardRules, round: Round | None, eye: Eye, *, picked_up: bool = True) -> Scene:
    if round is None:
        return Scene({})
    seen: Any = round if eye == KNOWN else view(rules, round, seen_by(eye), picked_up=picked_up)
    state = "in" if round.void is None else "void"
    dealt = round.dealer is not None
    seats = {n: SeatScene((s.card,) * dealt, None, (("ante", s.ante),), state) for n, s in seen.seats.items()}
    return Scene(seats, dealer=(seen.dealer,) * dealt)
