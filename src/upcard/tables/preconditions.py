"""What more than one step asks first: whether it is this person's to do, and whether a round is under way."""

from __future__ import annotations

from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables import events as e
from upcard.tables.commands import STAFF, SUPERVISOR, Due, Role, refuse, says
from upcard.tables.procedure import due
from upcard.tables.state import Table


def check_role(t: TableRules, act: c.Act, roles: tuple[Role, ...], rule: str | None) -> None:
    """Refuses an act that is another's to do."""
    if act.by.role not in roles:
        done = act.command.command if isinstance(act.command, c.Play) else act.command
        raise refuse(t, rule, f"{type(done).__name__} is for a {' or '.join(roles)}, not a {act.by.role}")


def between_rounds(t: TableRules, table: Table, because: str, rule: str | None = None) -> None:
    """Refuses what has to wait until nobody has a wager down."""
    if table.round is None or not table.without_wagers:
        raise refuse(t, rule, because)


def nothing_due(t: TableRules, table: Table, act: str = "") -> None:
    """Refuses what stands behind a step of the procedure, unless it is that step."""
    for step in [step for step in due(t, table)[:1] if step.act != act]:
        raise refuse(t, step.rule, f"{_named(step)} comes first")


def due_now(t: TableRules, table: Table, act: c.Act, rule: str, seat: int = 0) -> Due:
    """The step that is due, which must be the one asked for; `rule` is the one under which it would be."""
    name = type(act.command).__name__
    waiting = due(t, table)
    if (name, seat) not in [(step.act, step.seat) for step in waiting]:
        rule = next((step.rule for step in waiting if step.act == name), rule)
        raise refuse(t, rule, f"{_named(Due(name, rule, seat))} is not called for now")
    first = waiting[0]
    alike = [step for step in waiting if step.any_order and first.any_order] or [first]
    for step in alike:
        if (step.act, step.seat) == (name, seat):
            check_role(t, act, step.roles, step.given_by)
            return step
    raise refuse(t, first.rule, f"{_named(first)} comes first")


RACKED, TO_SHUFFLE = ("racked",), ("racked", "washed")
"""Stages of a deck in the rack; and of one that is to be shuffled, which a jam may have left in the shuffler."""


def besides(t: TableRules, table: Table, stages: tuple[str, ...]) -> list[str]:
    """The decks besides the present one that stand at one of these stages, where two alternate."""
    if not says(t, "racked_decks_at_once"):
        return []
    return [name for name, deck in table.decks.items() if deck.stage in stages and name != table.current]


def one_deck_racked(t: TableRules, table: Table) -> None:
    """Refuses cards of a second deck in the rack."""
    if waiting := besides(t, table, RACKED):
        because = f"the {waiting[0]} deck is still in the rack: it is shuffled first"
        raise refuse(t, "racked_decks_at_once", because)


def other_is_shuffled(t: TableRules, table: Table) -> None:
    """Refuses to deal one deck while the other waits to be shuffled."""
    one_deck_racked(t, table)
    if waiting := besides(t, table, TO_SHUFFLE):
        because = f"the {waiting[0]} deck is not shuffled again: it is shuffled first"
        raise refuse(t, "racked_decks_at_once", because)


def _named(step: Due) -> str:
    return f"{step.act} of seat {step.seat}" if step.seat else step.act


# ---- Calls of a supervisor ---------------------------------------------------------------------------------
# one stands until it is answered, and ends when the supervisor is done.


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
