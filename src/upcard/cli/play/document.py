"""An evening as one JSON document: rounds as `upcard settle` reads them, with what was paid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from upcard.cards import show_card
from upcard.cli.play.opening import Opening
from upcard.cli.play.receipt import Settled
from upcard.cli.play.session import Meters
from upcard.games import bonus_six as six
from upcard.games.payment import tips
from upcard.rules.table import TableRules
from upcard.units import show_cents, show_meter


def round_document(t: TableRules, settled: Settled) -> dict[str, Any]:
    """One round, every hand face up, and its settlement."""
    payments = [
        {
            "seat": str(payment.seat),
            "wager": payment.wager,
            "result": payment.result,
            "staked": show_cents(payment.staked),
            "returned": show_cents(payment.returned),
            "paid": show_cents(payment.paid),
            "source": payment.source,
            "clause": t.rules.clause(payment.rule),
        }
        for payment in settled.payments
    ]
    return {
        "round": settled.number,
        **_cards(settled.round),
        "meters": _readings(settled.before),
        "payments": payments,
        "net": {str(seat): show_cents(settled.net(seat)) for seat in settled.round.clockwise},
        "tips": show_cents(tips(settled.payments)),
        "meters_after": _shown(settled.after),
    }


def _cards(round: Any) -> dict[str, Any]:
    if isinstance(round, six.Round):
        assert round.community is not None
        return {
            "community": show_card(round.community),
            "seats": {
                str(number): {
                    "cards": [show_card(card) for card in seat.cards],
                    "decisions": list(seat.decisions),
                    "wagers": {"ante": show_cents(seat.ante), "insurance": show_cents(seat.insurance)},
                    "tips": [show_cents(tip) for tip in seat.tips],
                }
                for number, seat in sorted(round.seats.items())
            },
        }
    found: dict[str, Any] = {
        "dealer": [show_card(card) for card in round.dealer],
        "seats": {
            str(number): {
                "cards": [show_card(card) for card in seat.cards],
                "decision": seat.decision,
                "wagers": {name: show_cents(cents) for name, cents in {"ante": seat.ante, **seat.wagers}.items()},
            }
            for number, seat in sorted(round.seats.items())
        },
    }
    if round.magic_card is not None:
        found["magic_card"] = show_card(round.magic_card)
    if round.lucky is not None:
        found["lucky"] = round.lucky
    return found


def _readings(meters: Meters) -> dict[str, dict[str, str]]:
    return {
        level: {
            "amount": show_meter(meter.amount),
            "seed": show_meter(meter.seed),
            "reserve": show_meter(meter.reserve),
        }
        for level, meter in meters.items()
    }


def _shown(meters: Meters) -> dict[str, str]:
    return {level: show_meter(meter.amount) for level, meter in meters.items()}


def document(asked: Opening, rounds: Sequence[dict[str, Any]], nets: dict[int, int], meters: Meters) -> dict[str, Any]:
    """The whole evening."""
    return {
        "house": asked.house.name,
        "table": asked.table.name,
        "edition": asked.table.edition.id,
        "seed": asked.seed,
        "seat": str(asked.me),
        "bankroll": {
            "start": show_cents(asked.bankroll),
            "end": show_cents(asked.bankroll + nets.get(asked.me, 0)),
        },
        "rounds": list(rounds),
        "net": {str(seat): show_cents(cents) for seat, cents in sorted(nets.items())},
        "meters": _readings(meters),
    }
