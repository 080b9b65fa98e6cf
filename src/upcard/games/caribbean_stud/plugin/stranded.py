"""Wagers of Caribbean stud that lose what they play for before the bets are closed.

Another player leaves, a jackpot stands still. An accepted token has moved the meter, and plays whatever happens.
"""

from __future__ import annotations

from upcard.games.caribbean_stud.cover_all import column
from upcard.games.caribbean_stud.round import Round, Seat
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.tables.dealing import dealing_of
from upcard.tables.devices import cover_all_unseen
from upcard.tables.state import Table
from upcard.tables.stranded import Stranded

PLAYED_AS = {"progressive_coupon": "progressive"}
"""A coupon by the wager that it is."""


def stranded(t: TableRules, table: Table) -> tuple[Stranded, ...]:
    """The wagers that cannot stand as things are, clockwise."""
    round: Round = table.round
    lying = ((seat, wager, _falls(t, table, round, wager)) for seat in round.clockwise for wager in _lie(round, seat))
    return tuple(
        Stranded(seat, wager, *why, _mended(t, table, round, why[0])) for seat, wager, why in lying if why is not None
    )


def _mended(t: TableRules, table: Table, round: Round, rule: str) -> bool:
    """Whether a wager stands after all when more of those who sit there play."""
    rules: CaribbeanStudRules = t.rules
    if rule != "cover_all_columns":
        return False
    more = len(table.players.keys() - round.seats.keys())
    return any(column(rules, round) + joining in (rules.cover_all or ()) for joining in range(1, more + 1))


def _lie(round: Round, number: int) -> tuple[str, ...]:
    seat: Seat = round.seats[number]
    coupon = ("progressive_coupon",) if seat.coupon else ()
    return (*(wager for wager, cents in seat.wagers.items() if cents), *coupon)


def _falls(t: TableRules, table: Table, round: Round, wager: str) -> tuple[str, str] | None:
    """Why a wager cannot stand, under its rule."""
    rules: CaribbeanStudRules = t.rules
    if wager == "cover_all" and rules.cover_all is not None:
        if because := cover_all_unseen(t, table):
            return "cover_all_display", because
        count = column(rules, round)
        return None if count in rules.cover_all else ("cover_all_columns", f"there is no cover all column for {count}")
    because = t.stopped.get(PLAYED_AS.get(wager, wager), "")
    token = wager == "progressive" and rules.law.contribution_at == "token"
    dealing = dealing_of(t, table)
    return (dealing.lock_out_rule if dealing else "lock_out", because) if because and not token else None
