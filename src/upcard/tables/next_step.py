"""The one next thing: what the procedure leads to from the table as it stands, and whose it is to do.

`guide` names the next lawful step with the command that does it; where a person has to say something first (real cards,
a count, a cut), the command is missing and `asks` names the fields. Where players have to act, the step only says so.
Each step comes with its lines: what is done by hand at it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from upcard.games.game import game_of
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables.commands import DEALER, FLOORPERSON, STAFF, Due, Role, first_rule
from upcard.tables.dealing import Obstacle, dealing_of, idle_step, obstacle, shuffle_method, wagers_wait
from upcard.tables.options import SEAT_STEPS
from upcard.tables.preconditions import RACKED, TO_SHUFFLE, besides
from upcard.tables.procedure import (
    Line,
    StepContext,
    Stranded,
    deck_step,
    due,
    in_shuffler,
    in_turn,
    lines,
    stranded,
    taken_back,
)
from upcard.tables.state import Table

PLAYERS: tuple[Role, ...] = ("player", "dealer")

RACKING = ("RackStub", "CountStub")
"""What brings a deck to the rack, where another one may still lie."""


class Next(msgspec.Struct, frozen=True, kw_only=True):
    """The next step: the command by name and, where it is complete, itself; its rule, whose it is, what it concerns."""

    act: str
    command: c.Command | None = None
    rule: str | None = None
    roles: tuple[Role, ...] = DEALER
    seat: int = 0
    deck: str = ""
    asks: tuple[str, ...] = ()
    """The fields that a person fills in."""
    suggests: dict[str, Any] = {}
    """What stands in a field unless somebody knows better: how many cards each gets. What is counted is not there."""
    lines: tuple[Line, ...] = ()
    """What is done by hand, in order."""


def guide(t: TableRules, table: Table, hidden: Collection[int] = ()) -> Next | None:
    """The next step with its lines; None where nothing can follow. No line tells of a `hidden` hand."""
    found = following(t, table)
    if found is None:
        return None
    method, device = getattr(found.command, "method", ""), getattr(found.command, "device", "")
    moment = StepContext(t, table, found.act, found.rule, found.seat, found.deck, method, hidden, device)
    return msgspec.structs.replace(found, lines=lines(moment))


def lines_of(t: TableRules, table: Table, command: c.Command) -> tuple[Line, ...]:
    """What is done by hand for a command, whether or not it is the next step."""
    done: Any = command.command if isinstance(command, c.Play) else command
    act = "Decide" if type(done).__name__ in game_of(t).DECISIONS else type(done).__name__
    seat, deck = getattr(done, "seat", 0), getattr(done, "deck", "")
    coming = following(t, table)
    steps: list[tuple[str, str | None]] = [(step.act, step.rule) for step in due(t, table) if step.seat == seat]
    if coming is not None and (coming.seat, coming.deck) == (seat, deck):
        steps.append((coming.act, coming.rule))
    rule = next((rule for name, rule in steps if name == act), None)
    method, device = getattr(done, "method", ""), getattr(done, "device", "")
    return lines(StepContext(t, table, act, rule, seat, deck, method, device=device))


def following(t: TableRules, table: Table) -> Next | None:
    """The next step without its lines."""
    if not table.is_open:
        return Next(act="OpenTable", command=c.OpenTable(), roles=STAFF)
    round = table.round
    assert round is not None
    if round.phase == "betting":
        return _betting(t, table)
    if wagers_wait(table) and (stands := obstacle(t, table)) is not None:
        return _remedied(stands)
    waiting = due(t, table)[:1]
    racking = bool(waiting) and waiting[0].act in RACKING
    if racking or (not waiting and round.phase in ("closed", "settled")):
        for racked in besides(t, table, RACKED if racking else TO_SHUFFLE):
            name = in_shuffler(t, table) or racked
            shuffled = deck_step(t, table, name)
            assert shuffled is not None
            return deck_next(t, table, name, shuffled)
    for step in waiting:
        return _due(t, table, step)
    if round.phase == "settled":
        return Next(act="Reconcile", command=c.Reconcile(), rule=first_rule(t, "keypad_reset", "lock_out_cleared"))
    if wagers_wait(table):
        for fallen in stranded(t, table)[:1]:
            return handed_back(t, fallen)
        if (remade := deck_step(t, table, table.current)) is not None:
            return deck_next(t, table, table.current, remade)
    return game_of(t).next_step(t, table)


def _betting(t: TableRules, table: Table) -> Next:
    """Idle cards are spread, the table can be dealt, decks are made ready, wagers are made, the bets are closed.

    A wager that cannot stand is taken back first, unless those who sit there without one may mend it.
    """
    if (idle := idle_step(t, table)) is not None:
        return Next(act=idle.act, command=c.SpreadIdle(), rule=idle.rule)
    if (stands := obstacle(t, table)) is not None:
        return _remedied(stands)
    for name in in_turn(t, table):
        step = deck_step(t, table, name)
        if step is not None:
            return deck_next(t, table, name, step)
    assert table.round is not None
    for one in stranded(t, table)[:1]:
        if one.mended_by_players:
            return Next(act="LockOut", rule=one.rule, seat=one.seat)
        return handed_back(t, one)
    closing = c.LockOut() if table.round.seats else None
    dealing = dealing_of(t, table)
    rule = dealing.lock_out_rule if dealing else "ante_required"
    return Next(act="LockOut", command=closing, rule=rule)


def _remedied(stands: Obstacle) -> Next:
    """What a floorperson does about a table that cannot be dealt."""
    return Next(act=type(stands.remedy).__name__, command=stands.remedy, rule=stands.rule, roles=FLOORPERSON)


def handed_back(t: TableRules, one: Stranded) -> Next:
    """A wager that cannot stand is taken back."""
    return Next(act="TakeBackWager", command=taken_back(t, one), rule=one.rule, seat=one.seat)


def deck_next(t: TableRules, table: Table, name: str, step: Due) -> Next:
    """The next step of a deck."""
    found = Next(act=step.act, rule=step.rule, roles=step.roles, deck=name)
    change = msgspec.structs.replace
    match step.act:
        case "ShuffleDeck":
            return change(found, command=c.ShuffleDeck(name, shuffle_method(t, table)))
        case "CutDeck" if t.mode == "virtual" and table.round is not None and table.round.phase != "betting":
            return change(found, command=c.CutDeck(name))  # nobody chooses it: the system draws it
        case "CutDeck" | "ReportShufflerCount":
            return change(found, asks=("cards",))
        case "WashDeck" if not table.players:
            return found  # the first player sees the cards before they are washed
        case "SpreadDeck" if not table.players and table.decks[name].stage == "face down":
            return found  # they are turned up once a player has come
        case _:
            opening: Any = getattr(c, step.act)
            return change(found, command=opening(name))


def _due(t: TableRules, table: Table, step: Due) -> Next:
    found = Next(act=step.act, rule=step.rule, roles=step.roles, seat=step.seat, deck=step.deck)
    change = msgspec.structs.replace
    match step.act:
        case "CountChips":
            return change(found, asks=("chips",))
        case "CountStub":
            asks = ("cards",) if table.deck.order else ("cards", "hands")  # of its own cards the system knows better
            return change(found, asks=asks)
        case "RackStub":
            return change(found, command=c.RackStub())
        case "TurnUpCard" if t.mode == "keyed":
            return change(found, asks=("card",))
        case "TurnUpCard":
            return change(found, command=c.Play(game_of(t).core.TurnUpCard()))
        case "CallSupervisor":
            return change(found, command=c.CallSupervisor())
        case _:
            return change(found, command=SEAT_STEPS[step.act](step.seat))
