"""A finished round, whole, in the form that other programs rely on: `upcard settle` is this and nothing more.

>>> document = settle({
...     "edition": "sd-2015", "house": {}, "dealer": ["Ah", "Kd", "5s", "4c", "2d"],
...     "seats": {"1": {"cards": ["9c", "9d", "4s", "Jh", "2c"], "decision": "bet", "wagers": {"ante": "10.00"}}},
... })
>>> document["net"], document["dealer"]
({'1': '30.00'}, {'qualifies': True, 'hand': 'ace-king high'})
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, TypeVar

from upcard.cards import Card, describe, parse_card, show_cards
from upcard.document import Rows, displayed
from upcard.errors import HouseError, LawError, Refused
from upcard.games.payment import Meter, Payment, net, tips
from upcard.law import edition
from upcard.law.registry import load, parts
from upcard.rules.election import Rules, game_rules
from upcard.units import Cents, parse_cents, parse_meter, show_cents, show_meter

# ---- round text --------------------------------------------------------------------------------------------
# A round and its hands in a few words, for whoever programs with them; people at a table are shown `present/`.


class Hand(Protocol):
    """What the seat of any game has."""

    @property
    def ante(self) -> int: ...

    @property
    def cards(self) -> tuple[Card, ...]: ...

    @property
    def value(self) -> int: ...

    @property
    def decided(self) -> str: ...

    @property
    def void(self) -> str | None: ...


class Seated(Protocol):
    """What the round of any game has."""

    @property
    def phase(self) -> str: ...

    @property
    def clockwise(self) -> tuple[int, ...]: ...

    @property
    def payments(self) -> tuple[Payment, ...]: ...


def hand_line(hand: Hand) -> str:
    """The ante, the cards with what they make, and what was decided."""
    return ", ".join(part for part in (f"ante {show_cents(hand.ante)}", *_told(hand)) if part)


def round_line(round: Seated, open_cards: str) -> str:
    """The phase, the cards that are everybody's, and how much is there."""
    seats = ", ".join(map(str, round.clockwise)) or "none"
    return f"{round.phase}, {open_cards}, seats {seats}, payments {len(round.payments)}"


def round_rows(round: Seated, hands: Sequence[Hand]) -> Rows:
    """A row for each seat, from the dealer's left."""
    rows = [
        (seat, show_cents(hand.ante), *_told(hand), show_cents(net(round.payments, seat)))
        for seat, hand in zip(round.clockwise, hands, strict=True)
    ]
    return ("seat", "ante", "cards", "hand", "decided", "net so far"), rows


def _told(hand: Hand) -> tuple[str, str, str]:
    decided = f"void by {hand.void}" if hand.void is not None else hand.decided
    return show_cards(hand.cards), describe(hand.value) if hand.value else "", decided


# ---- A finished round read back ----------------------------------------------------------------------------
# its fields checked one by one, so that an error names the field.


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


# ---- settle ------------------------------------------------------------------------------------------------


__all__ = [
    "Rules", "Settlement", "core", "readings_of", "rules_of", "settle", "settle_or_error", "settlement",
    "written_payment",
]  # fmt: skip


def core(rules: Rules) -> Any:
    """The core of the game that the rules are of; no other game is looked at, so that a settlement starts fast."""
    return load(parts(rules.edition.game).core)


@lru_cache(maxsize=256)
def _rules(id: str, digest: str, house: str) -> Rules:
    del digest  # the same id may be another text
    return game_rules(id, json.loads(house))


def rules_of(value: Mapping[str, Any]) -> Rules:
    """The rules that a finished round was played by."""
    id = text(required(value, "edition"), "edition")
    house = optional_mapping(value.get("house"), "house")
    return _rules(id, edition(id).digest, json.dumps(house, sort_keys=True))


def written_payment(rules: Rules, payment: Payment) -> dict[str, Any]:
    """One line of a settlement, with its clause."""
    return {
        "seat": str(payment.seat),
        "wager": payment.wager,
        "result": payment.result,
        "staked": show_cents(payment.staked),
        "returned": show_cents(payment.returned),
        "paid": show_cents(payment.paid),
        "source": payment.source,
        "clause": rules.clause(payment.rule),
    }


@displayed
class Settlement(dict[str, Any]):
    """The document of a settlement, which prints as what each seat won or lost."""

    __slots__ = ()

    def _line(self) -> str:
        nets = ", ".join(f"seat {seat} {'' if net.startswith('-') else '+'}{net}" for seat, net in self["net"].items())
        return f"{nets or 'no seat'}; payments {len(self['payments'])}"

    def _rows(self) -> Rows:
        columns = ("seat", "wager", "result", "staked", "returned", "paid", "source", "clause")
        return columns, [[line[column] for column in columns] for line in self["payments"]]


def settlement(rules: Rules, round: Any, payments: tuple[Payment, ...], meters: Mapping[str, Meter]) -> Settlement:
    """What was paid in a round; `meters` are as it left them."""
    return Settlement(
        {
            "payments": [written_payment(rules, payment) for payment in payments],
            "net": {str(seat): show_cents(net(payments, seat)) for seat in round.clockwise},
            "tips": show_cents(tips(payments)),
            "meters": {level: show_meter(meter.amount) for level, meter in meters.items()},
            "dealer": core(rules).dealer_said(round),
        }
    )


def readings_of(rules: Rules, round: Any, payments: tuple[Payment, ...]) -> list[str]:
    """Our readings of the law that touched a round, in the order in which they stand."""
    applied = core(rules).applied(rules, round, payments)
    found = {rules.edition.citations.get(rule) for rule in applied} - {None}
    names = {citation.reading for citation in found}
    return [reading.name for reading in rules.edition.readings if reading.name in names]


def settle(value: Any, *, readings: bool = False, keyed: bool = False, rules: Rules | None = None) -> Settlement:
    """The settlement of a finished round; whatever is wrong with it is a `Refused`, `HouseError` or `LawError`.

    With `readings` it also names our readings of the law that touched the round. `keyed` is for a round that was played
    with real cards: its players decided before anybody knew what they held. `rules` are given where they are others
    than the round's own, on terms that were eased.
    """
    if not isinstance(value, Mapping):
        raise malformed("round", "an object is expected")
    rules = rules or rules_of(value)
    round, payments, meters = core(rules).settle(rules, value, keyed=keyed)
    stamped = {"readings": readings_of(rules, round, payments)} if readings else {}
    return Settlement(settlement(rules, round, payments, meters), **stamped)


def settle_or_error(
    value: Any, *, readings: bool = False, keyed: bool = False, rules: Rules | None = None
) -> dict[str, Any]:
    """The settlement, or in its place what is wrong and the clause that says so."""
    try:
        return settle(value, readings=readings, keyed=keyed, rules=rules)
    except (Refused, HouseError) as error:
        return {"error": {"message": str(error), "clause": error.clause}}
    except LawError as error:
        return {"error": {"message": str(error), "clause": None}}
