"""A finished round read back: its fields checked one by one, so that an error names the field."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from upcard.cards import Card, parse_card
from upcard.errors import Refused
from upcard.games.meter import Meter
from upcard.games.payment import Payment
from upcard.units import Cents, parse_cents, parse_meter

T = TypeVar("T")


class Settled(NamedTuple):
    """A settlement: the round as it ended, its payments in the order of the dealer's hands, and the meters after."""

    round: Any
    payments: tuple[Payment, ...]
    meters: dict[str, Meter]


MOST_SEATS = 9
"""Ten hands of five leave two cards of a deck; an eleventh cannot be dealt."""

SEATS = tuple(str(seat) for seat in range(1, MOST_SEATS + 1))

POSITIONS = (*SEATS, "dealer")
"""Where a hand lies, as a draw names it."""


def malformed(field: str, because: str) -> Refused:
    """What cannot be read at all; no rule is at stake."""
    return Refused(None, f"{field}: {because}")


@contextmanager
def within(field: str) -> Iterator[None]:
    """Puts the field before what a rule refuses about it."""
    try:
        yield
    except Refused as refused:
        raise Refused(refused.rule, f"{field}: {refused.because}", clause=refused.clause) from None


def mapping(value: Any, field: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise malformed(field, "an object is expected")
    return value


def optional_mapping(value: Any, field: str) -> Mapping[str, Any]:
    """What may be left out."""
    return {} if value is None else mapping(value, field)


def known_fields(value: Mapping[str, Any], field: str, known: tuple[str, ...]) -> None:
    for name in value:
        if name not in known:
            raise malformed(f"{field}.{name}" if field else str(name), "there is no such field")


def text(value: Any, field: str) -> str:
    if not isinstance(value, str):
        raise malformed(field, "a text is expected")
    return value


def _parsed(value: Any, field: str, parse: Callable[[str], T]) -> T:
    if not isinstance(value, str):
        raise malformed(field, 'an amount is written as text, such as "10.00"')
    try:
        return parse(value)
    except ValueError as error:
        raise malformed(field, str(error)) from error


def cents(value: Any, field: str) -> Cents:
    return _parsed(value, field, parse_cents)


def cards(value: Any, field: str) -> tuple[Card, ...]:
    if not isinstance(value, list | tuple):
        raise malformed(field, "a list of cards is expected")
    return tuple(card(item, field) for item in value)


def card(value: Any, field: str) -> Card:
    try:
        return parse_card(text(value, field))
    except ValueError as error:
        raise malformed(field, str(error)) from error


def meters(value: Any, known: tuple[str, ...]) -> dict[str, Meter]:
    readings = optional_mapping(value, "meters")
    known_fields(readings, "meters", known)
    return {level: _meter(reading, f"meters.{level}") for level, reading in readings.items()}


def _meter(value: Any, field: str) -> Meter:
    reading = mapping(value, field)
    known_fields(reading, field, ("amount", "seed", "reserve"))
    for name in ("amount", "seed"):
        if name not in reading:
            raise malformed(f"{field}.{name}", "it is missing")
    return Meter(
        *(_parsed(reading.get(name, "0"), f"{field}.{name}", parse_meter) for name in ("amount", "seed", "reserve"))
    )


def seats(value: Any) -> dict[int, Mapping[str, Any]]:
    """The seats by number."""
    listed = mapping(value, "seats")
    if not listed:
        raise malformed("seats", "a round has at least one player")
    found = {}
    for name, seat in listed.items():
        if name not in SEATS:
            raise malformed(f"seats.{name}", f"seats are numbered 1 to {MOST_SEATS}")
        found[int(name)] = mapping(seat, f"seats.{name}")
    return found


def required(value: Mapping[str, Any], name: str, field: str = "") -> Any:
    if name not in value or value[name] is None:
        raise malformed(f"{field}.{name}" if field else name, "it is missing")
    return value[name]
