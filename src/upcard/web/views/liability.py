"""What the wagers on a table could come to cost the house, for those who answer for it."""

from __future__ import annotations

from typing import Any

from upcard.games.game import game_of
from upcard.rules.table import TableRules
from upcard.tables.state import Table
from upcard.units import show_cents
from upcard.web.schemas.types import Liability
from upcard.web.views.citation import money

OVER = ("settled", "complete")


_known: dict[str, tuple[Any, Any, int]] = {}
"""By table, the rules and the wagers that a bound was last worked out for: they change only while bets are open."""


def most_owed(t: TableRules, table: Table) -> int:
    """The most that the round on the table can come to cost the tray, in cents."""
    round = table.round
    if round is None or round.phase in OVER:
        return 0
    wagers = {number: game_of(t).laid(seat) for number, seat in round.seats.items()}
    rules, known, most = _known.get(t.name, (None, None, 0))
    if rules is not t.rules or known != wagers:
        most = game_of(t).core.liability(t.rules, round.seats)
        _known[t.name] = t.rules, wagers, most
    return most


def liability_document(t: TableRules, table: Table) -> Liability:
    """The bound, the limit that the house has elected against it, and both in a sentence."""
    most, limit = most_owed(t, table), t.rules.liability_limit
    played_for = "; what the meters pay comes besides" if t.jackpot or t.five_card_jackpot else ""
    taken = f", of {money(limit)} that the house takes upon itself" if limit is not None else ""
    words = f"These wagers cost the tray no more than {money(most)}, whatever is dealt{taken}{played_for}."
    return {
        "most": show_cents(most),
        "limit": None if limit is None else show_cents(limit),
        "words": words if most or limit is not None else "",
    }
