"""A clause of an edition, a reading of one, and what either gives to the rules."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from upcard.law.step_line import StepLine

Duty = Literal["compute", "enforce", "prompt", "show", "configure", "record"]

DUTIES: dict[str, str] = {
    "compute": "the engine works it out",
    "enforce": "the engine refuses anything else and cites the clause",
    "prompt": "a step of the procedure, shown in order and recorded as done",
    "show": "on signs or displays",
    "configure": "the licensee's choice, checked when a table or link is opened",
    "record": "kept in the journal with its documents",
}


class _Giver(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What gives values to rules, by fixing them, by bounding a choice, or by leaving them to a person."""

    sets: dict[str, Any] = {}
    permits: dict[str, Any] = {}
    leaves: dict[str, Any] = {}

    @property
    def rules(self) -> dict[str, Any]:
        return {**self.sets, **self.permits, **self.leaves}

    @property
    def gifts(self) -> tuple[tuple[str, Any], ...]:
        """Every rule given, one given twice appearing twice."""
        return (*self.sets.items(), *self.permits.items(), *self.leaves.items())


class Clause(_Giver, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One numbered clause: its duty, a summary in our own words, its rules, and what it has done by hand."""

    id: str
    duty: Duty
    summary: str
    steps: tuple[StepLine, ...] = ()


class Reading(_Giver, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How Upcard reads a text that is silent, unclear or at odds with itself."""

    number: int
    name: str
    editions: tuple[str, ...]
    reads: tuple[str, ...]
    summary: str
    clauses: dict[str, str] = {}

    def clause_of(self, rule: str, edition: str) -> str:
        return edition + self.clauses.get(rule, self.reads[0])


class Citation(msgspec.Struct, frozen=True):
    """Where a rule stands: its clause and, where the clause needed one, our reading of it."""

    clause: str
    reading: str | None = None
