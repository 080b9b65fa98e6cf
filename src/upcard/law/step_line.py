"""What a clause has a person do with hands, cards and chips: one line of the procedure, when its moment comes.

The law knows the steps by the names that tables and games give them, and what a line may depend on, so that a text with
a slip in it fails when it is loaded.
"""

from __future__ import annotations

from collections.abc import Container
from string import Formatter
from typing import Any

import msgspec

STEPS = (
    "OpenTable", "InspectDeck", "VerifyDeck", "SpreadDeck", "WashDeck", "ShuffleDeck", "ReportShufflerCount", "CutDeck",
    "OrderRecut", "ReplaceDeck", "SpreadIdle", "InstallDevice", "RemoveDevice", "ReportShufflerJam", "LockOut",
    "CountChips", "DealCards", "RackStub", "CountStub", "Decide", "KeyWinner", "CallSupervisor", "VerifyAward",
    "VerifyHand", "VerifyLight", "ConfirmHand", "ValidateAward", "VerifyFiveCard", "ValidateFiveCard", "DocumentAward",
    "CollectForfeits", "LeaveExposed", "RackCards", "Reconcile",
)  # fmt: skip
"""The steps of the procedure of every game: commands of a table, and the player's decision."""

YES = ("yes", "no")

CONDITIONS: dict[str, tuple[str, ...] | None] = {
    "mode": ("virtual", "keyed"),
    "shuffle": ("hand", "shuffler", "pre-shuffled"),
    "two_decks": YES,
    "withdrawn": YES,
    "void": None,
    "rule": None,
}
"""What a line may depend on, with its values; None for a rule: the one that voided the round, or that the step is of.

`shuffle` is how the deck was or is shuffled, `withdrawn` whether it leaves the table. The law of a game adds its own to
both lists, as `STEPS` (its acts in a round) and `CONDITIONS`. Of these every table knows `dealing`, the `phase` of the
round, and `placed` and `without`:
what the seat has wagered, or anybody where the step concerns no seat.
"""

PLACES = ("seat", "deck")
"""What may be filled in within a line: the number of the seat, the deck with its description."""


class StepLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing to do, in our own words, at one or several steps; `part` says which part of the clause has it done.

    Lines come in the order of the clauses; one that is `first` is said before those that are not.
    """

    at: str | tuple[str, ...]
    do: str
    part: str = ""
    first: bool = False
    when: dict[str, str | tuple[str, ...]] = {}

    @property
    def steps(self) -> tuple[str, ...]:
        return (self.at,) if isinstance(self.at, str) else self.at

    @property
    def conditions(self) -> dict[str, tuple[str, ...]]:
        """What has to hold: for each condition one of these values."""
        return {name: (value,) if isinstance(value, str) else value for name, value in self.when.items()}

    def trouble(self, law: Any, rules: Container[str]) -> str:
        """What is not in order with the line; `law` is the struct of the edition's game, and `rules` its fields."""
        for step in self.steps:
            if step not in (*STEPS, *law.STEPS):
                return f"{step!r} is no step of the procedure"
        conditions = {**CONDITIONS, **law.CONDITIONS}
        for name, values in self.conditions.items():
            if name not in conditions:
                return f"a line cannot depend on {name!r}; it can on {', '.join(conditions)}"
            known: Container[str] = conditions[name] or rules
            for value in values:
                if value not in known:
                    return f"{name} is never {value!r}"
        if not self.do.strip():
            return "a line says what to do"
        try:
            places = [place for _, place, _, _ in Formatter().parse(self.do) if place is not None]
        except ValueError as error:
            return f"{self.do!r} cannot be filled in: {error}"
        return next((f"nothing is filled in for {{{place}}}" for place in places if place not in PLACES), "")


class NamedLine(msgspec.Struct, frozen=True):
    """A line at one step, with its name and the clause that has it done."""

    id: str
    """The step, the clause and the place among the clause's lines at that step, with strokes between."""
    clause: str
    line: StepLine

    @property
    def cites(self) -> str:
        """The clause with the part of it that is meant."""
        return self.clause + self.line.part
