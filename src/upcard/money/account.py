"""The accounts, by name. What one gives another takes: all of them together are always nothing.

>>> seat("Stud 1", 3), meter("Deadwood", "main")
('seat/Stud 1/3', 'meter/Deadwood/main')

>>> totals((Transfer("seat/One/1", "felt/One", 5), Transfer("felt/One", "tray/One", 5)))
{'seat/One/1': -5, 'tray/One': 5}
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

HOUSE = "house"
"""The licensee: what seeds and contributions come from, and what ended jackpots and overflow go back to."""

CAGE = "cage"
"""Where trays are filled from, and drops and credits are brought."""

NEVER_NEGATIVE = ("meter/", "reserve/", "pending/", "players/", "felt/", "tips/", "fees/")
"""Accounts that hold what belongs to somebody: they are never overdrawn."""


def seat(table: str, number: int) -> str:
    """What whoever sits there has more, or less, than before sitting down."""
    return f"seat/{table}/{number}"


def felt(table: str) -> str:
    """The wagers on the layout; nothing between rounds."""
    return f"felt/{table}"


def tray(table: str) -> str:
    return f"tray/{table}"


def tips(table: str) -> str:
    """Winning tip wagers with their winnings: the dealer's."""
    return f"tips/{table}"


def fees(table: str) -> str:
    return f"fees/{table}"


def drop(table: str) -> str:
    """The cash in the box under the table."""
    return f"drop/{table}"


def variance(table: str) -> str:
    """What a count found more, or less, than the books."""
    return f"variance/{table}"


def game_account(player: str) -> str:
    """Where the law has an award credited to a player rather than paid in chips."""
    return f"account/{player}"


def meter(jackpot: str, level: str) -> str:
    return f"meter/{jackpot}/{level}"


def reserve(jackpot: str, level: str) -> str:
    """What was held back for the next start of a meter."""
    return f"reserve/{jackpot}/{level}"


def pending(jackpot: str, level: str) -> str:
    """Awards that were taken off the meter when they were keyed and are not paid yet."""
    return f"pending/{jackpot}/{level}"


def players(jackpot: str) -> str:
    """What a jackpot still held for players when it ended: it falls to nobody."""
    return f"players/{jackpot}"


def title(name: str) -> str:
    """Another game title on a link: its wagers come from there and its awards go there."""
    return f"title/{name}"


def licensee(name: str) -> str:
    """Another licensee, who has taken over a debt and its fund."""
    return f"licensee/{name}"


# ---- Money moves from one account to another, so that a transaction cannot but balance ---------------------


class Transfer(NamedTuple):
    """So many micros from one account to another; fewer than none go the other way."""

    source: str
    to: str
    micros: int


Transfers = tuple[Transfer, ...]


def totals(transfers: Iterable[Transfer]) -> dict[str, int]:
    """What each account has more or less, in the order in which they were first met; nothing where nothing changed."""
    found: dict[str, int] = {}
    for source, to, micros in transfers:
        found[source] = found.get(source, 0) - micros
        found[to] = found.get(to, 0) + micros
    return {account: micros for account, micros in found.items() if micros}


def undone(transfers: Iterable[Transfer]) -> Transfers:
    """The same the other way round."""
    return tuple(Transfer(to, source, micros) for source, to, micros in transfers)
