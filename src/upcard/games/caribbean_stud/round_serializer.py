"""A round of Caribbean stud written down in the form that `upcard settle` reads, with every hand face up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from upcard.cards import show_card
from upcard.games.caribbean_stud.round import Round, Seat
from upcard.games.meter import Meter
from upcard.games.round_serializer import written_meters
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.units import show_cents


def _seat(seat: Seat) -> dict[str, Any]:
    wagers = {"ante": seat.ante, **seat.wagers}
    document: dict[str, Any] = {
        "cards": [show_card(card) for card in seat.cards],
        "decision": seat.decision,
        "wagers": {name: show_cents(cents) for name, cents in wagers.items()},
    }
    coupons = {"match_play": seat.match_play, "progressive": seat.coupon}
    if any(coupons.values()):
        document["coupons"] = {name: show_cents(face) for name, face in coupons.items() if face}
    return document


def written(rules: CaribbeanStudRules, round: Round, meters: Mapping[str, Meter]) -> dict[str, Any]:
    """The round, with the meters as they were displayed when its settlement began."""
    del rules
    document: dict[str, Any] = {
        "meters": written_meters(meters),
        "dealer": [show_card(card) for card in round.dealer],
        "seats": {str(number): _seat(round.seats[number]) for number in round.clockwise},
    }
    if round.magic_card is not None:
        document["magic_card"] = show_card(round.magic_card)
    if round.lucky is not None:
        document["lucky"] = round.lucky
    return document
