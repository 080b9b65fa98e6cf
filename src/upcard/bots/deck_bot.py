"""The decks between rounds: opened, shuffled, counted and cut, each card where chance or a test has put it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from upcard.bots.irregularities import JAM, WRONG_COUNT
from upcard.bots.seeded_random import lots
from upcard.cards import DECK, Card, below, shuffle
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables.actor import Role
from upcard.tables.dealing import dealing_of, shuffle_method
from upcard.tables.deck import Deck
from upcard.tables.due import says
from upcard.tables.procedure import counts_shuffles, cut_needed, deck_step
from upcard.tables.state import Table

FULL = len(DECK)
LEAST_CUT = 10
"""So that a cut where the law names no number still looks like one."""

USED, FRESH = "used", "fresh"

Rig = Callable[[int], tuple[Card, ...] | None]
"""The order in which a round's cards are dealt, by the number of the round, or None where chance decides."""


class Decks(NamedTuple):
    """How the decks of one table are made ready."""

    t: TableRules
    seed: str
    rig: Rig | None
    sourced: bool = False
    """Whether the floor draws the cards, so that nobody here brings an order or counts otherwise than the system."""

    def step(self, table: Table, name: str, deck: Deck, wrong: str) -> tuple[Role, c.Command] | None:
        """The next step of a deck and whose it is; `wrong` names what goes wrong with a shuffler, if anything does."""
        step = deck_step(self.t, table, name)
        if step is None:
            return None
        role = step.roles[0]
        match step.act:
            case "ShuffleDeck":
                # Only a used deck jams: after a jam it lies there like a washed one and goes through.
                used = deck.stage == "racked"
                if wrong == JAM and used:
                    return role, c.ReportShufflerJam(name)
                method = shuffle_method(self.t, table)
                return role, c.ShuffleDeck(name, method, self._order(table, name, USED if used else FRESH))
            case "CutDeck":
                return role, c.CutDeck(name, self._cut(self._dealt_in(table, name), name))
            case "ReportShufflerCount":
                # A used deck alone is miscounted: the fresh one in its place has another order.
                short = wrong == WRONG_COUNT and deck.order == self._shuffled(self._dealt_in(table, name), name, USED)
                return role, c.ReportShufflerCount(name, FULL - short)
            case _:
                opening: Any = getattr(c, step.act)
                return role, opening(name)

    def _dealt_in(self, table: Table, name: str) -> int:
        """The round that a deck is made ready for: decks take turns."""
        names = list(table.decks)
        return table.number + (names.index(name) - names.index(table.current)) % len(names)

    def _cut(self, number: int, name: str) -> int:
        least = max(says(self.t, "cut_minimum") or 0, LEAST_CUT)
        return least + below(FULL - 2 * least + 1, lots(self.seed, self.t.name, number, f"cut {name}"))

    def _shuffled(self, number: int, name: str, cards: str) -> tuple[Card, ...]:
        return shuffle(DECK, lots(self.seed, self.t.name, number, f"shuffle {name} {cards}"))

    def _order(self, table: Table, name: str, cards: str) -> tuple[Card, ...]:
        """The shuffled deck, as it lies before it is cut."""
        if self.sourced:
            return ()
        number = self._dealt_in(table, name)
        rigged = self.rig(number) if self.rig is not None else None
        if rigged is None:
            return self._shuffled(number, name, cards)
        method = shuffle_method(self.t, table)
        if counts_shuffles(self.t, dealing_of(self.t, table), method) or not cut_needed(self.t, method):
            return rigged
        from_top = self._cut(number, name)
        return (*rigged[FULL - from_top :], *rigged[: FULL - from_top])
