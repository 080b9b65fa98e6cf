"""The chips that a player has bought at a table, and what is left of them with all that was won and lost since.

The account of a seat says what whoever sits there has more or less than before, and knows of no purse. From the first
chips that are bought at the table on it is known what the player holds, until somebody else has the seat.
"""

from __future__ import annotations

from typing import NamedTuple

from upcard.errors import Refused
from upcard.games.game import game_of
from upcard.money import account
from upcard.number_format import money
from upcard.rules.table import TableRules
from upcard.tables import Actor, Table
from upcard.tables.commands import Command, Play
from upcard.units import micros, whole_cents


class Purse(NamedTuple):
    """Cents of chips that were bought, and the micros that are left of them."""

    bought: int
    micros: int

    @property
    def chips(self) -> int:
        """Cents that the player holds."""
        return max(0, whole_cents(self.micros))


def buys(purses: dict[tuple[str, int], Purse], table: str, seat: int, cents: int) -> None:
    """Chips for cash."""
    was = purses.get((table, seat), Purse(0, 0))
    purses[table, seat] = Purse(was.bought + cents, was.micros + micros(cents))


def moves(purses: dict[tuple[str, int], Purse], table: str, moved: dict[str, int]) -> None:
    """What an entry of a table moved, in the purses of those who sit there."""
    for (where, seat), purse in list(purses.items()):
        gained = moved.get(account.seat(where, seat), 0) if where == table else 0
        if gained:
            purses[where, seat] = purse._replace(micros=purse.micros + gained)


def empty(purses: dict[tuple[str, int], Purse], table: str, seat: int | None) -> None:
    """Somebody else has the seat, or nobody any seat of the table."""
    for key in [key for key in purses if key[0] == table and seat in (None, key[1])]:
        del purses[key]


def beyond(needs: int, purse: Purse) -> str:
    """Why a player who has bought chips does not put down so many cents, or empty."""
    if needs <= purse.chips:
        return ""
    return f"It takes {money(needs)} and you hold {money(purse.chips)}: buy chips first."


def check_purse(t: TableRules, table: Table, purses: dict[tuple[str, int], Purse], by: Actor, command: Command) -> None:
    """Refuses a player's own wager or decision that takes more chips than the player holds."""
    if by.role != "player" or not isinstance(command, Play):
        return
    play, core = command.command, game_of(t).core
    seat, act = getattr(play, "seat", 0), type(play).__name__
    purse = purses.get((t.name, seat))
    if purse is None:
        return
    needs = 0
    if act == "PlaceWager":
        needs = play.cents
    elif act in core.LABELS.decisions and table.round is not None and seat in table.round.seats:
        needs = core.decided(t.rules, table.round, seat, act)[0] + getattr(play, "tip", 0)
    if because := beyond(needs, purse):
        raise Refused(None, because)
