"""A round written down in the form that `upcard settle` reads, with every hand face up.

>>> from upcard.cards import DECK, byte_stream, shuffle
>>> from upcard.games.play_round import play_caribbean_stud
>>> from upcard.games.settle import settle
>>> from upcard.rules import caribbean_stud
>>> rules = caribbean_stud("sd-2015", {"limit": "50.00"})
>>> order = shuffle(DECK, byte_stream(b"written"))
>>> round = play_caribbean_stud(rules, order, {1: {"ante": 1000}}, lambda cards, up: "bet")
>>> document = written_stud(rules, round, {})
>>> document["house"], settle(document)["net"] == {"1": show_cents(net(round.payments, 1))}
({'limit': '50.00'}, True)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from upcard.cards import show_card
from upcard.games.bonus_six.round import Round as SixRound
from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.games.caribbean_stud.round import Seat as StudSeat
from upcard.games.meter import Meter
from upcard.games.payment import Payment, net
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.units import show_cents, show_meter

__all__ = ["net", "show_cents", "written_meters", "written_payment", "written_six", "written_stud"]


def written_payment(rules: CaribbeanStudRules | BonusSixRules, payment: Payment) -> dict[str, Any]:
    """One line of a settlement, with its clause."""
    return {
        "seat": str(payment.seat),
        "wager": payment.wager,
        "result": payment.result,
        "staked": show_cents(payment.staked),
        "returned": show_cents(payment.returned),
        "paid": show_cents(payment.paid),
        "source": payment.source,
        "clause": rules.clause(payment.rule),
    }


def written_meters(meters: Mapping[str, Meter]) -> dict[str, dict[str, str]]:
    """Meters as they are displayed, with what they fall back to."""
    return {
        level: {
            "amount": show_meter(meter.amount),
            "seed": show_meter(meter.seed),
            "reserve": show_meter(meter.reserve),
        }
        for level, meter in meters.items()
    }


def _stud_seat(seat: StudSeat) -> dict[str, Any]:
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


def written_stud(rules: CaribbeanStudRules, round: StudRound, meters: Mapping[str, Meter]) -> dict[str, Any]:
    """A round of Caribbean stud; `meters` are as they were displayed when its settlement began."""
    document: dict[str, Any] = {
        "edition": rules.edition.id,
        "house": rules.elections,
        "meters": written_meters(meters),
        "dealer": [show_card(card) for card in round.dealer],
        "seats": {str(number): _stud_seat(round.seats[number]) for number in round.clockwise},
    }
    if round.magic_card is not None:
        document["magic_card"] = show_card(round.magic_card)
    if round.lucky is not None:
        document["lucky"] = round.lucky
    return document


def written_six(rules: BonusSixRules, round: SixRound) -> dict[str, Any]:
    """A round of Bonus 6."""
    assert round.community is not None
    return {
        "edition": rules.edition.id,
        "house": rules.elections,
        "community": show_card(round.community),
        "seats": {
            str(number): {
                "cards": [show_card(card) for card in round.seats[number].cards],
                "decisions": list(round.seats[number].decisions),
                "wagers": {
                    "ante": show_cents(round.seats[number].ante),
                    "insurance": show_cents(round.seats[number].insurance),
                },
                "tips": [show_cents(tip) for tip in round.seats[number].tips],
            }
            for number in round.clockwise
        },
    }
