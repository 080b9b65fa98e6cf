"""Money moves from one account to another, so that a transaction cannot but balance.

>>> totals((Transfer("seat/One/1", "felt/One", 5), Transfer("felt/One", "tray/One", 5)))
{'seat/One/1': -5, 'tray/One': 5}
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


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
