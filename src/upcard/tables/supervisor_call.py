"""Calls of a supervisor: one stands until it is answered, and ends when the supervisor is done."""

from __future__ import annotations

from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.actor import STAFF, SUPERVISOR
from upcard.tables.due import refuse
from upcard.tables.preconditions import check_role
from upcard.tables.procedure import due
from upcard.tables.state import Table


def call(
    t: TableRules, table: Table, act: c.Act, command: c.CallSupervisor | c.AnswerCall | c.EndCall
) -> tuple[e.Event, ...]:
    """A call for an award stands under the rule that wants it; any other under none, and not beside another."""
    if isinstance(command, c.CallSupervisor):
        award = next((step for step in due(t, table) if step.act == "CallSupervisor"), None)
        check_role(t, act, STAFF, award.rule if award else None)
        if award is not None:
            return (e.SupervisorCalled(award.rule, award.seat, stands=True),)
        if table.call == "answered":
            raise refuse(t, None, "a supervisor is at the table: the call ends first")
        if table.called:
            raise refuse(t, None, "a supervisor is called already and has not come yet")
        return (e.SupervisorCalled("", stands=True),)
    check_role(t, act, SUPERVISOR, None)
    if isinstance(command, c.AnswerCall):
        if not table.called:
            raise refuse(t, None, "no call waits for an answer")
        return (e.CallAnswered(),)
    if table.call != "answered":
        raise refuse(t, None, "a call ends once a supervisor has come: answer it first")
    return (e.CallEnded(),)
