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
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from upcard.display import Rows, displayed
from upcard.errors import HouseError, LawError, Refused
from upcard.games.meter import Meter
from upcard.games.payment import Payment, net, tips
from upcard.games.round_parser import malformed, optional_mapping, required, text
from upcard.law.registry import load, parts
from upcard.rules.game_rules import Rules, game_rules
from upcard.units import show_cents, show_meter

__all__ = [
    "Rules", "Settlement", "core", "readings_of", "rules_of", "settle", "settle_or_error", "settlement",
    "written_payment",
]  # fmt: skip


def core(rules: Rules) -> Any:
    """The core of the game that the rules are of; no other game is looked at, so that a settlement starts fast."""
    return load(parts(rules.edition.game).core)


@lru_cache(maxsize=256)
def _rules(id: str, house: str) -> Rules:
    return game_rules(id, json.loads(house))


def rules_of(value: Mapping[str, Any]) -> Rules:
    """The rules that a finished round was played by."""
    id = text(required(value, "edition"), "edition")
    house = optional_mapping(value.get("house"), "house")
    return _rules(id, json.dumps(house, sort_keys=True))


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
