"""Upcard: regulated casino poker tables, exactly as the law writes them.

Every payment cites its clause, every rule is data with a name, every round is a pure state machine. Start here:

- `settle(round)`: a finished round in, its settlement out, each payment with its clause;
- `caribbean_stud(edition, house)` and `bonus_six(house)`: the rules of a table;
- `play_caribbean_stud` and `play_bonus_six`: a whole round in one call;
- `upcard.games`: the games step by step (`decide`, `evolve`, `options`, `view`);
- `rank_hands` and `best_of_six`: the ranks of hands in NumPy arrays, by the thousand million;
- `upcard.exact`: the odds of every game and wager, as exact fractions;
- `to_arrow`: rounds, payments, entries and simulations as Arrow tables, for pandas and polars;
- `upcard.client`: a served casino, as a program uses it;
- `upcard.tables`: the life of a table around its rounds;
- `upcard.law`: the editions, clause by clause.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from upcard.arrow import to_arrow
    from upcard.cards import DECK, byte_stream, parse_cards, shuffle
    from upcard.cards.arrays import best_of_six, rank_hands
    from upcard.errors import Conflict, HouseError, LawError, Refused
    from upcard.games.play_round import play_bonus_six, play_caribbean_stud
    from upcard.games.settle import settle
    from upcard.law import edition
    from upcard.rules import bonus_six, caribbean_stud

__version__ = "0.9.0"

_ROOMS = {
    "to_arrow": "upcard.arrow",
    "DECK": "upcard.cards",
    "byte_stream": "upcard.cards",
    "parse_cards": "upcard.cards",
    "best_of_six": "upcard.cards.arrays",
    "rank_hands": "upcard.cards.arrays",
    "shuffle": "upcard.cards",
    "Conflict": "upcard.errors",
    "HouseError": "upcard.errors",
    "LawError": "upcard.errors",
    "Refused": "upcard.errors",
    "play_bonus_six": "upcard.games.play_round",
    "play_caribbean_stud": "upcard.games.play_round",
    "settle": "upcard.games.settle",
    "edition": "upcard.law",
    "bonus_six": "upcard.rules",
    "caribbean_stud": "upcard.rules",
}
"""Where each public name lives; a room is imported when one of its names is first used, so that commands start fast."""

__all__ = [
    "DECK",
    "Conflict",
    "HouseError",
    "LawError",
    "Refused",
    "__version__",
    "best_of_six",
    "bonus_six",
    "byte_stream",
    "caribbean_stud",
    "edition",
    "parse_cards",
    "play_bonus_six",
    "play_caribbean_stud",
    "rank_hands",
    "settle",
    "shuffle",
    "to_arrow",
]


def __getattr__(name: str) -> Any:
    if name not in _ROOMS:
        raise AttributeError(f"upcard has no {name!r}")
    return getattr(import_module(_ROOMS[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
