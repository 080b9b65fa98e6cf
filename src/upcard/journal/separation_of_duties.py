"""Whoever plays at a table does nothing there for the house, and whoever deals there does not play.

The table is not always in the act. A fill names it in a field, an award and a slip belong to one, and what is done to a
jackpot is done to every table on its link.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from upcard.errors import Refused
from upcard.journal.command import Command
from upcard.money import commands as c
from upcard.rules.table import TableRules
from upcard.shuffles.commands import FairCommand
from upcard.tables.commands import LeaveSeat, RelieveDealer, TakeSeat
from upcard.tables.state import Table

if TYPE_CHECKING:
    from upcard.money.books import Books

NO_TABLE = (c.OpenHouse, c.CloseShift, c.AcknowledgeAlert)
"""Acts that belong to no table."""


def concerned(books: Books, command: Command) -> tuple[str, ...]:
    """The tables that an act is done at, or to."""
    ask = command.ask
    if command.table or isinstance(ask, NO_TABLE):
        return (command.table,) if command.table else ()
    if isinstance(ask, c.SlipCommand):
        slip = books.slips.get(ask.number)
        return (slip.issued.table,) if slip is not None else ()
    own = (str(ask.table),) if hasattr(ask, "table") else ()
    link = books.links.get(getattr(ask, "jackpot", ""))
    if link is None:
        return own
    if isinstance(ask, c.ValidateHit | c.RejectHit):
        hit = link.open.get(ask.number)
        return (hit.table,) if hit is not None else ()
    return (*own, *(name for name in link.members if name not in own))


def apart(books: Books, tables: Mapping[str, Table], rules: Mapping[str, TableRules], command: Command) -> None:
    """Refuses an act for the house by somebody who plays at a table that it concerns."""
    ask = command.ask
    if isinstance(ask, FairCommand | LeaveSeat):
        return
    for name in concerned(books, command):
        table = tables.get(name)
        if table is None:
            continue
        people = [person.id for person in (command.by, command.second) if person and person.role != "player"]
        if isinstance(ask, RelieveDealer):
            people.append(ask.dealer)
        seated = {_as_written(rules[name], player) for player in table.players.values()}
        for id in people:
            if id and id in seated:
                raise Refused(None, f"{id} plays at {name}, and does not act there for the house")
        if isinstance(ask, TakeSeat) and table.dealer and _as_written(rules[name], ask.player) == table.dealer:
            raise Refused(None, f"{ask.player} deals at {name}, and does not play there")
        if isinstance(ask, c.BuyChips) and command.by.id != table.dealer:
            raise Refused(None, f"chips are sold by the dealer of the table: take {name} first")
        if isinstance(ask, c.LockHit) and command.by.role == "dealer" and table.dealer not in ("", command.by.id):
            raise Refused(None, f"{table.dealer} deals at {name}")


def _as_written(t: TableRules, player: str) -> str:
    """A player as an identity is written: where the cards are real, somebody at the table has keyed the name."""
    return player.strip().lower() if t.mode == "keyed" else player
