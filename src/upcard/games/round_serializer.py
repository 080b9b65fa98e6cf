"""Parts of what `upcard settle` reads and writes that are the same in every game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from upcard.games.meter import Meter
from upcard.games.payment import Payment
from upcard.units import show_cents, show_meter


def written_payment(rules: Any, payment: Payment) -> dict[str, Any]:
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
