"""A step that is due, and what an edition says: the two words that every part of the procedure uses."""

from __future__ import annotations

from typing import Any

import msgspec

from upcard.errors import Refused
from upcard.rules.table import TableRules
from upcard.tables.actor import DEALER, FLOORPERSON, SUPERVISOR, Role


class Due(msgspec.Struct, frozen=True):
    """A step that is due: the command that does it, its rule, its seat or deck, and who may do it."""

    act: str
    rule: str
    seat: int = 0
    deck: str = ""
    roles: tuple[Role, ...] = DEALER
    any_order: bool = False
    """Whether the steps beside it that say the same may be done before it."""
    whose: str | None = None
    """The rule that gives it to those people, where it is another than its own; empty where no text does."""

    @property
    def given_by(self) -> str:
        """The rule that gives it to those who may do it, or empty."""
        return self.rule if self.whose is None else self.whose


def says(t: TableRules, rule: str) -> Any:
    """What the table's edition says under a rule, or None where it is silent or has no such rule."""
    return getattr(t.rules.law, rule, None)


NAMED: dict[str, tuple[Role, ...]] = {"dealer": DEALER, "floorperson": FLOORPERSON, "supervisor": SUPERVISOR}
"""Who may act where the law names a person: that one, or whoever stands above."""


def acting(t: TableRules, rule: str) -> tuple[Role, ...]:
    """Who may do what a rule gives to a person."""
    return NAMED[says(t, rule)]


def refuse(t: TableRules, rule: str | None, because: str) -> Refused:
    """A refusal under a rule, or under none where the edition does not have it."""
    known = rule if rule in t.edition.citations else None
    return Refused(known, because, clause=t.rules.clause(known) if known else None)


def first_rule(t: TableRules, *names: str) -> str | None:
    """The first of the rules that the edition has."""
    return next((name for name in names if name in t.edition.citations), None)
