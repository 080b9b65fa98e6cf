"""Wagers that cannot stand: the bets are not closed over one, no card is dealt, and it is taken back first.

A wager that was taken may lose what it plays for before the bets are closed: another player leaves, a jackpot comes to
stand still, a device fails and the table cannot be dealt. An accepted token has moved the meter, and plays whatever
happens. After the bets are closed only a cover all wager falls, with the shuffler that shows what it pays.
"""

from __future__ import annotations

from typing import NamedTuple

from upcard.games import caribbean_stud as stud
from upcard.games.caribbean_stud.cover_all import column
from upcard.games.caribbean_stud.round import Round, Seat
from upcard.games.caribbean_stud.wagers import OFFERED_BY
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables.dealing import obstacle
from upcard.tables.devices import cover_all_unseen
from upcard.tables.due import refuse, says
from upcard.tables.state import Table

PLAYED_AS = {"progressive_coupon": "progressive"}
"""A coupon by the wager that it is."""


class Stranded(NamedTuple):
    """A wager that cannot stand: where it lies, the rule that it falls under, and why."""

    seat: int
    wager: str
    rule: str
    because: str

    @property
    def said(self) -> str:
        return f"seat {self.seat}'s {self.wager.replace('_', ' ')} wager cannot stand: {self.because}"

    @property
    def taken_back(self) -> c.Play:
        return c.Play(stud.TakeBackWager(self.seat, self.wager))


def check_taken(t: TableRules, wager: str) -> None:
    """Refuses a wager for a jackpot that the table has lost or that stands still."""
    if because := t.stopped.get(wager):
        raise refuse(t, stopped_under(t, wager), because)


def stopped_under(t: TableRules, wager: str) -> str:
    """The rule that a wager for a jackpot that stands still falls under: its causes, or else its being offered."""
    return "suspension_causes" if "suspension_causes" in t.edition.citations else OFFERED_BY[wager]


def stranded(t: TableRules, table: Table) -> tuple[Stranded, ...]:
    """The wagers that cannot stand as things are, clockwise."""
    round = table.round
    if isinstance(round, Round) and round.phase == "closed" and not table.drawn and says(t, "cover_all_unshown"):
        because = cover_all_unseen(t, table)
        covers = [seat for seat in round.clockwise if because and round.seats[seat].wagers.get("cover_all")]
        return tuple(Stranded(seat, "cover_all", "cover_all_unshown", because) for seat in covers)
    if not isinstance(round, Round) or round.phase != "betting":
        return ()
    if (stands := obstacle(t, table)) is not None:
        all_lie = ((seat, wager) for seat in round.clockwise for wager in _all_back(t, round, seat))
        return tuple(Stranded(seat, wager, stands.rule, stands.because) for seat, wager in all_lie)
    found = ((seat, wager, _falls(t, table, round, wager)) for seat in round.clockwise for wager in _lie(round, seat))
    return tuple(Stranded(seat, wager, *why) for seat, wager, why in found if why is not None)


def taken_back_for(t: TableRules, table: Table, command: object) -> Stranded | None:
    """The wager that a command takes back, where it is one that cannot stand."""
    if not isinstance(command, stud.TakeBackWager):
        return None
    return next((one for one in stranded(t, table) if one[:2] == (command.seat, command.wager)), None)


def mended_by_players(t: TableRules, table: Table, one: Stranded) -> bool:
    """Whether a wager stands after all when more of those who sit there play."""
    round, rules = table.round, t.rules
    assert isinstance(round, Round)
    if one.rule != "cover_all_columns" or not isinstance(rules, CaribbeanStudRules):
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
    rules = t.rules
    assert isinstance(rules, CaribbeanStudRules)
    if wager == "cover_all" and rules.cover_all is not None:
        if because := cover_all_unseen(t, table):
            return "cover_all_display", because
        count = column(rules, round)
        return None if count in rules.cover_all else ("cover_all_columns", f"there is no cover all column for {count}")
    played = PLAYED_AS.get(wager, wager)
    because = t.stopped.get(played, "")
    token = wager == "progressive" and rules.law.contribution_at == "token"
    return (stopped_under(t, played), because) if because and not token else None
