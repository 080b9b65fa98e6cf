"""An open table without play: while nobody sits there, its cards are spread before anything else is done."""

from __future__ import annotations

from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables.due import Due, says
from upcard.tables.state import Table

WHILE_IDLE = (c.SpreadIdle, c.CloseTable, c.TakeSeat, c.LeaveSeat, c.CallSupervisor, c.AnswerCall, c.EndCall)
"""What may be done before the cards of an idle table are spread: people come and go."""


def idle_step(t: TableRules, table: Table) -> Due | None:
    """The spreading of the cards, where it is due.

    It is due also after somebody has come, as long as a deck has not been spread since the table stood empty.
    """
    rule = "idle_cards_spread"
    if says(t, rule) is None or not table.is_open or not table.without_wagers:
        return None
    return Due("SpreadIdle", rule) if table.deserted else None
