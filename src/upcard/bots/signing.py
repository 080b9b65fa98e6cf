"""The slip of an award is signed before its documents are complete: who of a table's people signs next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from upcard.money.commands import SignSlip
from upcard.money.slip import Slip, slips_of
from upcard.tables.actor import Actor, Role


def next_signature(slips: Iterable[Slip], table: str, round: int, seat: int) -> tuple[Actor, SignSlip] | None:
    """The next signature that is missing on the slips of a seat, or None where they are complete."""
    for slip in slips_of(slips, table, round, seat):
        for role in slip.missing:
            return Actor(f"{table} {role}", cast("Role", role)), SignSlip(slip.issued.number)
    return None
