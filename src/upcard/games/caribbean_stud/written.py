"""A round written down in the form that `upcard settle` reads, with every hand face up; its payments in order.

>>> from upcard.cards import DECK, byte_stream, shuffle
>>> from upcard.games.payment import net
>>> from upcard.games.play_round import play_caribbean_stud
>>> from upcard.games.settle import settle
>>> from upcard.rules import caribbean_stud
>>> rules = caribbean_stud("sd-2015", {"limit": "50.00"})
>>> order = shuffle(DECK, byte_stream(b"written"))
>>> round = play_caribbean_stud(rules, order, {1: {"ante": 1000}}, lambda cards, up: "bet")
>>> document = written(rules, round, {})
>>> document["house"], settle(document)["net"] == {"1": show_cents(net(round.payments, 1))}
({'limit': '50.00'}, True)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from upcard.cards import describe, show_card
from upcard.games.caribbean_stud.events import AwardKept
from upcard.games.caribbean_stud.round import Round, Seat
from upcard.games.meter import Meter, written_meters
from upcard.games.payment import KEPT, Payment
from upcard.rules.caribbean_stud import SIDE_WAGERS, CaribbeanStudRules
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
    """The round; `meters` are as they were displayed when its settlement began."""
    document: dict[str, Any] = {
        "edition": rules.edition.id,
        "house": rules.elections,
        "meters": written_meters(meters),
        "dealer": [show_card(card) for card in round.dealer],
        "seats": {str(number): _seat(round.seats[number]) for number in round.clockwise},
    }
    if round.magic_card is not None:
        document["magic_card"] = show_card(round.magic_card)
    if round.lucky is not None:
        document["lucky"] = round.lucky
    return document


def dealer_said(round: Round) -> dict[str, Any] | None:
    """What the settlement says of the dealer's hand."""
    judged = round.qualifies is not None
    return {"qualifies": round.qualifies, "hand": describe(round.dealer_value) if judged else None}


RETURNED = ("ante", "match_play", "bet", *SIDE_WAGERS)


def listed(round: Round) -> tuple[Payment, ...]:
    """The payments as a settlement lists them: dead hands, then folds, then the steps in their order."""
    return tuple(sorted(round.payments, key=lambda payment: _place(round, payment)))


def _place(round: Round, payment: Payment) -> tuple[int, int, int]:
    """The law does not say which wager of a void hand goes back first: they are listed as they are always listed."""
    if payment.rule == KEPT:
        return 2, 0, 0
    if round.seats[payment.seat].void is not None:
        coupon = payment.wager == "progressive" and not payment.staked
        return 0, -payment.seat, len(RETURNED) if coupon else RETURNED.index(payment.wager)
    if payment.result == "forfeit":
        return 1, payment.seat, 0
    return 2, 0, 0


def kept(payment: Payment) -> AwardKept:
    """What is recorded where a payment stays with its winner."""
    return AwardKept(payment.seat, payment.wager, payment.odds or "", payment.paid, KEPT)
