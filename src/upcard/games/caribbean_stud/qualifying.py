"""Whether the dealer has a hand at all."""

from __future__ import annotations

from collections.abc import Callable

from upcard.cards import ace_king_or_better
from upcard.rules.caribbean_stud import CaribbeanStudRules

QUALIFIES: dict[str, Callable[[int], bool]] = {"ace-king": ace_king_or_better}
"""The lowest hand that counts as the dealer's, by the name that the law gives it."""


def qualifies(rules: CaribbeanStudRules, value: int) -> bool:
    """Whether a dealer's hand of that value qualifies."""
    return QUALIFIES[rules.law.dealer_qualifies_with](value)
