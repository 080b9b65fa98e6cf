"""The wagers of a seat before the deal: a walk from an empty place to a full one, found once and then looked up.

A plan names, for each state in which a seat can be found on the way, the wager that comes next. No state is met twice,
so that a seat which was left half way goes on from what lies there; one that is found in any other state is left alone.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from upcard.bots.seeded_random import lots
from upcard.errors import Refused
from upcard.games.game import game_of
from upcard.rules.table import TableRules
from upcard.tables import Act, Actor, Table, decide, evolve
from upcard.tables import commands as c

Found: TypeAlias = tuple[Any, ...] | None
Plan: TypeAlias = dict[Found, c.Play]


def found(t: TableRules, round: Any, seat: int) -> Found:
    """What lies at a seat while bets are open, as something to look up; None for an empty place."""
    place = round.seats.get(seat)
    return None if place is None else game_of(t).laid(place)


def plan(t: TableRules, seed: str, seat: int, variant: int, *, covered: bool, purse: int | None = None) -> Plan:
    """One set of wagers for a seat, each of them tried; `covered` where a cover all wager would be paid.

    A `purse` covers them and whatever may be put down after them in the same hand.
    """
    by = Actor("", "player")
    table = Table()
    for command in (c.OpenTable(), c.TakeSeat(seat, by.id)):
        table = _after(t, table, Actor("", "dealer"), command)
    game, steps = game_of(t), dict[Found, c.Play]()
    afford = None if purse is None else purse // t.rules.times("ante")
    stream = lots(seed, t.name, variant, f"wagers {seat}")
    for wager in game.wagers(t.rules, seat, variant, stream, covered=covered, afford=afford):
        coupon = not hasattr(wager, "wager")
        cost = 0 if coupon else getattr(wager, "cents", 0) * t.rules.times(wager.wager)
        if purse is not None and cost > purse:
            continue
        assert table.round is not None
        before = found(t, table.round, seat)
        try:
            after = _after(t, table, by, c.Play(wager))
        except Refused:
            continue
        assert after.round is not None
        if found(t, after.round, seat) not in steps:
            steps[before] = c.Play(wager)
            table = after
            purse = None if purse is None else purse - cost
    return steps


def taken(t: TableRules, table: Table, command: Any) -> bool:
    """Whether the house still takes a wager that was planned, beside what the others have put down."""
    if (getattr(command, "wager", "") or getattr(command, "coupon", "")) in t.stopped:
        return type(command).__name__ == "TakeBackWager"
    try:
        game_of(t).core.decide(t.rules, table.round, command)
    except Refused:
        return False
    return True


def _after(t: TableRules, table: Table, by: Actor, command: c.Command) -> Table:
    for entry in decide(t, table, Act(by, "", command)):
        table = evolve(table, entry.event)
    return table
