"""Which rules touched a round: those behind each payment and behind how it was worked out."""

from __future__ import annotations

from collections.abc import Iterator

from upcard.games.bonus_six.round import Round
from upcard.games.payment import Payment
from upcard.rules.bonus_six import BonusSixRules


def applied(rules: BonusSixRules, round: Round, payments: tuple[Payment, ...]) -> Iterator[str]:
    """The rules, some of them more than once."""
    for payment in payments:
        yield payment.rule
        if payment.result == "void":
            yield "void_means"
        elif payment.result in ("win", "lose"):
            yield from ("pay_tables", "hand_ranks", "odds_apply_to")
