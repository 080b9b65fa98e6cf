"""An evening as one JSON document: rounds as `upcard settle` reads them, with what was paid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from upcard.cli.play.local_table import Meters
from upcard.cli.play.options import Opening
from upcard.cli.play.receipt import Settled
from upcard.games.game import game_of_round
from upcard.games.meter import written_meters
from upcard.games.payment import tips
from upcard.games.settle import written_payment
from upcard.rules.table import TableRules
from upcard.units import show_cents, show_meter


def round_document(t: TableRules, settled: Settled) -> dict[str, Any]:
    """One round in the form that `upcard settle` reads, beside the settlement that was paid."""
    return {
        "number": settled.number,
        "round": game_of_round(settled.round).core.written(t.rules, settled.round, settled.before),
        "settlement": {
            "payments": [written_payment(t.rules, payment) for payment in settled.payments],
            "net": {str(seat): show_cents(settled.net(seat)) for seat in settled.round.clockwise},
            "tips": show_cents(tips(settled.payments)),
            "meters": _shown(settled.after),
        },
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
        "meters": written_meters(meters),
    }
