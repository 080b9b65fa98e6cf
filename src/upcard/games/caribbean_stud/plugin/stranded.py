"""Wagers of Caribbean stud that lose what they play for before the bets are closed.

Another player leaves, a jackpot stands still, a device fails and the table cannot be dealt. An accepted token has moved
the meter, and plays whatever happens. After the bets are closed only a cover all wager falls, with the shuffler that
shows what it pays.
"""

from __future__ import annotations

from upcard.games.caribbean_stud.cover_all import column
from upcard.games.caribbean_stud.round import Round, Seat
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.tables.dealing import obstacle
from upcard.tables.devices import cover_all_unseen
from upcard.tables.due import says
from upcard.tables.state import Table
from upcard.tables.stranded import Stranded, stopped_under

PLAYED_AS = {"progressive_coupon": "progressive"}
"""A coupon by the wager that it is."""


def stranded(t: TableRules, table: Table) -> tuple[Stranded, ...]:
    """The wagers that cannot stand as things are, clockwise."""
    round: Round = table.round
    if round.phase == "closed":
        because = cover_all_unseen(t, table) if says(t, "cover_all_unshown") else ""
        covers = [seat for seat in round.clockwise if because and round.seats[seat].wagers.get("cover_all")]
        return tuple(Stranded(seat, "cover_all", "cover_all_unshown", because) for seat in covers)
    if (stands := obstacle(t, table)) is not None:
        all_lie = ((seat, wager) for seat in round.clockwise for wager in _all_back(t, round, seat))
        return tuple(Stranded(seat, wager, stands.rule, stands.because) for seat, wager in all_lie)
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


def _all_back(t: TableRules, round: Round, number: int) -> tuple[str, ...]:
    """All that a seat takes back, the ante last; nothing where a token that was accepted holds it there."""
    token = round.seats[number].wagers.get("progressive") and says(t, "contribution_at") == "token"
    coupon = ("match_play",) if round.seats[number].match_play else ()
    return () if token else (*_lie(round, number), *coupon, "ante")


def _falls(t: TableRules, table: Table, round: Round, wager: str) -> tuple[str, str] | None:
    """Why a wager cannot stand, under its rule."""
    rules: CaribbeanStudRules = t.rules
    if wager == "cover_all" and rules.cover_all is not None:
        if because := cover_all_unseen(t, table):
            return "cover_all_display", because
        count = column(rules, round)
        return None if count in rules.cover_all else ("cover_all_columns", f"there is no cover all column for {count}")
    played = PLAYED_AS.get(wager, wager)
    because = t.stopped.get(played, "")
    token = wager == "progressive" and rules.law.contribution_at == "token"
    return (stopped_under(t, played), because) if because and not token else None
