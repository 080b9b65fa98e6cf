"""What a licensee elects for one game, checked against what the edition permits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from upcard.errors import HouseError
from upcard.law import Edition
from upcard.units import Cents, parse_cents

T = TypeVar("T")


class Elections:
    """A reader of one table of elections: each field is taken once, and what is left over is refused."""

    def __init__(self, edition: Edition | None, values: Mapping[str, Any], where: str = "house") -> None:
        self._edition = edition
        self._id = edition.id if edition else "a jackpot"
        self._values = dict(values)
        self._where = where

    def error(self, field: str, because: str, rule: str | None = None) -> HouseError:
        citation = self._edition.citations.get(rule) if rule and self._edition else None
        return HouseError(f"{self._where}.{field}", because, rule=rule, clause=citation.clause if citation else None)

    def has(self, field: str) -> bool:
        return field in self._values

    def put(self, field: str, value: Any, because_of: str) -> None:
        """A value that another field decides."""
        if field in self._values:
            raise self.error(field, f"it is decided by {because_of}")
        self._values[field] = value

    def elected(self, fields: tuple[str, ...]) -> dict[str, Any]:
        """What was elected among these fields, as it was written."""
        return {field: self._values[field] for field in fields if self._values.get(field) is not None}

    def take(self, field: str) -> Any:
        """The raw value, or None where nothing was elected."""
        value = self._values.pop(field, None)
        return None if value is False else value

    def flag(self, field: str, *, default: bool, no: str, rule: str) -> bool:
        """True or false, where both are elections and `no` is a word for false."""
        value = self._values.pop(field, default)
        if value == no:
            return False
        if not isinstance(value, bool):
            raise self.error(field, f"{value!r} is neither true nor false nor {no}", rule)
        return value

    def one_of(self, field: str, choices: tuple[str, ...] | None, *, rule: str, default: str) -> str:
        """One of the values that the law permits; where the law is silent nothing may be elected."""
        value = self.take(field)
        if value is None:
            return choices[0] if choices else default
        if choices is None:
            raise self.error(field, f"{self._id} has nothing to elect here")
        if value not in choices:
            raise self.error(field, f"{value!r} is not permitted; it is {' or '.join(choices)}", rule)
        assert isinstance(value, str)
        return value

    def named(self, field: str, catalogue: Mapping[str, T] | None, *, rule: str, what: str) -> tuple[str, T] | None:
        """A table of the law by its name."""
        value = self.take(field)
        if value is None:
            return None
        if catalogue is None:
            raise self.error(field, f"{self._id} knows no {what}")
        if not isinstance(value, str) or value not in catalogue:
            raise self.error(field, f"{value!r} is no {what} of {self._id}: {', '.join(catalogue)}", rule)
        return value, catalogue[value]

    def offered(self, field: str, known: bool, what: str) -> bool:
        """Whether an optional wager is offered."""
        value = self.take(field)
        if value is None:
            return False
        if value is not True:
            raise self.error(field, f"{value!r} is neither true nor false")
        if not known:
            raise self.error(field, f"{self._id} knows no {what}")
        return True

    def cents(self, field: str) -> Cents | None:
        return self._parsed(field, parse_cents)

    def amounts(self, field: str, *, rule: str, known: bool) -> tuple[Cents, ...]:
        """One amount or a list of them, each above nothing and named once, least first; none where none is elected."""
        value = self.take(field)
        if value is None:
            return ()
        if not known:
            raise self.error(field, f"{self._id} has nothing to elect here")
        listed = value if isinstance(value, list) else [value]
        try:
            found = [parse_cents(each) for each in listed if isinstance(each, str)]
        except ValueError as error:
            raise self.error(field, str(error), rule) from error
        if len(found) != len(listed):
            raise self.error(field, f'{value!r} is not an amount written as text, such as "1.00", or a list', rule)
        if not found or min(found) <= 0 or len(set(found)) != len(found):
            raise self.error(field, "each amount is above nothing and is named once", rule)
        return tuple(sorted(found))

    def _parsed(self, field: str, parse: Callable[[str], T]) -> T | None:
        value = self.take(field)
        if value is None:
            return None
        if not isinstance(value, str):
            raise self.error(field, f'{value!r} is not an amount written as text, such as "10.00"')
        try:
            return parse(value)
        except ValueError as error:
            raise self.error(field, str(error)) from error

    def done(self) -> None:
        """Refuses whatever nobody asked for."""
        for field in self._values:
            raise self.error(field, f"{self._id} has no such election")
