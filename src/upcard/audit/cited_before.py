"""What earlier engines cited another rule for: the money is the same, and the record stays as it was written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from upcard.games.payment import Payment

CITED_BEFORE = {("tip", "fold_forfeits_ante"): "tip_follows_ante"}
"""By wager and the rule that was cited, the one that is cited today."""


def lines_cited_today(payments: Iterable[Payment]) -> tuple[Payment, ...]:
    """The payments as today's engine would have written them."""
    return tuple(replace(line, rule=CITED_BEFORE.get((line.wager, line.rule), line.rule)) for line in payments)


def cited_today(event: Any) -> Any:
    """The same of an event in a round."""
    lines = getattr(event, "payments", ())
    return replace(event, payments=lines_cited_today(lines)) if lines else event
