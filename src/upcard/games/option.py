"""What may be done now: one option for each kind of act, with its bounds. This is what buttons offer."""

from __future__ import annotations

import re
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from upcard.errors import Refused

T = TypeVar("T", bound=msgspec.Struct)

Viewer: TypeAlias = int | Literal["dealer", "sign", "surveillance"]
"""Who looks at a round: a seat by its number, or one of those who see every seat."""


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """An act by its command's name; `fields` are fixed, and an amount lies within bounds or among `amounts`."""

    act: str
    fields: dict[str, Any] = {}
    low: int | None = None
    high: int | None = None
    amounts: tuple[int, ...] | None = None

    def allows(self, command: msgspec.Struct) -> bool:
        """Whether the command is this option."""
        if type(command).__name__ != self.act:
            return False
        if any(getattr(command, name) != value for name, value in self.fields.items()):
            return False
        cents = getattr(command, "cents", None)
        if cents is None:
            return True
        if self.amounts is not None:
            return cents in self.amounts
        return (self.low is None or self.low <= cents) and (self.high is None or cents <= self.high)


def with_fields_of(event: msgspec.Struct, command: type[T]) -> T:
    """The command with what an event holds under the names of its fields."""
    held = {name: getattr(event, name, msgspec.UNSET) for name in command.__struct_fields__}
    return command(**{name: value for name, value in held.items() if value is not msgspec.UNSET})


def act_name(command: msgspec.Struct) -> str:
    """A command's name as people say it.

    >>> class PlaceWager(msgspec.Struct):
    ...     pass
    >>> act_name(PlaceWager())
    'place wager'
    """
    return re.sub("(?<=[a-z])(?=[A-Z])", " ", type(command).__name__).lower()


def check_whole(cents: int, what: str) -> None:
    """Refuses an amount that is no whole number of cents, whatever a program hands in."""
    if type(cents) is not int:
        raise Refused(None, f"{what}: {cents!r} is not a whole number of cents")


def range_of(low: int, high: int | None) -> bool:
    """Whether there is anything between the bounds."""
    return high is None or low <= high
