"""The slip of an award is signed before its documents are complete: who of a table's people signs next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from upcard.money.commands import SignSlip
from upcard.money.slip import Slip, unsigned
from upcard.rules.table import TableRules
from upcard.tables.actor import Actor, Role


def next_signature(
    t: TableRules, slips: Iterable[Slip], round: int, act: str, seat: int
) -> tuple[Actor, SignSlip] | None:
    """The next signature that an act at a table waits for, or None."""
    slip = unsigned(t, slips, round, act, seat)
    if slip is None:
        return None
    role = slip.missing[0]
    return Actor(f"{t.name} {role}", cast("Role", role)), SignSlip(slip.issued.number)
