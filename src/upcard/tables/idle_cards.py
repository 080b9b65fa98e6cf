"""An open table without play: once everybody has left, its cards are spread before anything else is done there."""

from __future__ import annotations

from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables.due import Due, says
from upcard.tables.state import Table

WHILE_IDLE = (c.SpreadIdle, c.CloseTable, c.TakeSeat, c.LeaveSeat, c.CallSupervisor, c.AnswerCall, c.EndCall)
"""What may be done before the cards of an idle table are spread: people come and go."""


def idle_step(t: TableRules, table: Table) -> Due | None:
    """The spreading of the cards, where it is due.

    It is due also after somebody has come, as long as the cards have not been spread since the table stood empty.
    """
    rule = "idle_cards_spread"
    if says(t, rule) is None or not table.is_open or table.idle or not table.without_wagers:
        return None
    empty = table.deserted or not table.players
    return Due("SpreadIdle", rule) if empty and table.in_use else None
