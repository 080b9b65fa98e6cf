"""A round written down in the form that `upcard settle` reads, with every hand face up.

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

from upcard.games.meter import Meter
from upcard.games.payment import Payment
from upcard.law.registry import load, parts
from upcard.rules.game_rules import GameRules
from upcard.units import show_cents, show_meter


def written_payment(rules: GameRules, payment: Payment) -> dict[str, Any]:
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


def written(rules: GameRules, round: Any, meters: Mapping[str, Meter]) -> dict[str, Any]:
    """A round; `meters` are as they were displayed when its settlement began."""
    document: dict[str, Any] = load(parts(rules.edition.game).core).written(rules, round, meters)
    return {"edition": rules.edition.id, "house": rules.elections, **document}
