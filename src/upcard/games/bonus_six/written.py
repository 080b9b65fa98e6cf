"""A round written down in the form that `upcard settle` reads, with every hand face up; its payments in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from upcard.cards import show_card
from upcard.games.bonus_six.round import Round
from upcard.games.bonus_six.settlement import FEES
from upcard.games.meter import Meter
from upcard.games.payment import Payment
from upcard.rules.bonus_six import BonusSixRules
from upcard.units import show_cents


def written(rules: BonusSixRules, round: Round, meters: Mapping[str, Meter]) -> dict[str, Any]:
    """The round; it plays for no `meters`."""
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


def dealer_said(round: Round) -> dict[str, Any] | None:
    """The dealer has no hand."""
    return None


def listed(round: Round) -> tuple[Payment, ...]:
    """The payments as a settlement lists them: void hands, folds by street, last decisions, then the hands judged."""
    return tuple(sorted(round.payments, key=lambda payment: _place(round, payment)))


def _place(round: Round, payment: Payment) -> tuple[int, int]:
    seat, number = round.seats[payment.seat], payment.seat
    if seat.void is not None:
        return 0, number
    match seat.last:
        case "fold":
            return 1 + seat.bets, number
        case "discard":
            return 3, number
        case "stand" if payment.wager in FEES:
            return 3, number
        case "card" if payment.wager in FEES:
            return 4, number
        case _:
            return 5, -number


def applied(rules: BonusSixRules, round: Round, payments: tuple[Payment, ...]) -> Iterator[str]:
    """The rules behind each payment and behind how it was worked out, some of them more than once."""
    for payment in payments:
        yield payment.rule
        if payment.result == "void":
            yield "void_means"
        elif payment.result in ("win", "lose"):
            yield from ("pay_tables", "hand_ranks", "odds_apply_to")
