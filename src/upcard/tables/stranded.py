"""Wagers that cannot stand: the bets are not closed over one, no card is dealt, and it is taken back first."""

from __future__ import annotations

from typing import NamedTuple

from upcard.games.game import game_of
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables.due import refuse
from upcard.tables.state import Table


class Stranded(NamedTuple):
    """A wager that cannot stand: where it lies, the rule that it falls under, and why."""

    seat: int
    wager: str
    rule: str
    because: str
    mended_by_players: bool = False
    """Whether it stands after all when more of those who sit there play."""

    @property
    def said(self) -> str:
        return f"seat {self.seat}'s {self.wager.replace('_', ' ')} wager cannot stand: {self.because}"


def check_taken(t: TableRules, wager: str) -> None:
    """Refuses a wager for a jackpot that the table has lost or that stands still."""
    if because := t.stopped.get(wager):
        raise refuse(t, stopped_under(t, wager), because)


def stopped_under(t: TableRules, wager: str) -> str:
    """The rule that a wager for a jackpot that stands still falls under: its causes, or else its being offered."""
    return "suspension_causes" if "suspension_causes" in t.edition.citations else game_of(t).OFFERED_BY[wager]


def stranded(t: TableRules, table: Table) -> tuple[Stranded, ...]:
    """The wagers that cannot stand as things are, clockwise."""
    round = table.round
    falls = round is not None and (round.phase == "betting" or (round.phase == "closed" and not table.drawn))
    return game_of(t).stranded(t, table) if falls else ()


def taken_back(t: TableRules, one: Stranded) -> c.Play:
    return c.Play(game_of(t).core.TakeBackWager(one.seat, one.wager))


def taken_back_for(t: TableRules, table: Table, command: object) -> Stranded | None:
    """The wager that a command takes back, where it is one that cannot stand."""
    if not isinstance(command, game_of(t).core.TakeBackWager):
        return None
    return next((one for one in stranded(t, table) if one[:2] == (command.seat, command.wager)), None)
