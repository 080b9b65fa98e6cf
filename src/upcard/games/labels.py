"""What the things of a game are called on a screen, in the law's phrases where it has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Labels(NamedTuple):
    """Each by the name that the program has for it."""

    wagers: Mapping[str, str]
    states: Mapping[str, str]
    """How a seat stands."""
    decisions: Mapping[str, tuple[str, str]]
    """What a player decides, and the key for it."""
    steps: Mapping[str, str]
    settlement: Mapping[str, str]
    """The steps of the settlement by their kinds; with `, all` behind it where it is for no seat."""
    irregularities: Mapping[str, tuple[str, str]]
    """What can go wrong, and what is done where the round goes on all the same."""


STATES = {"in": "", "deciding": "deciding…", "bet": "bets", "fold": "folds", "void": "void"}
NOTED = "It is recorded, and the round goes on."
