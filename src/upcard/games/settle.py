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

from upcard.cards import describe
from upcard.errors import HouseError, LawError, Refused
from upcard.games.applied_readings import six_readings, stud_readings
from upcard.games.bonus_six import round_parser as bonus_six
from upcard.games.caribbean_stud import round_parser as caribbean_stud
from upcard.games.payment import Payment, net, tips
from upcard.games.round_parser import malformed, optional_mapping, required, text
from upcard.games.round_serializer import written_payment
from upcard.law import edition
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.bonus_six import bonus_six as bonus_six_rules
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.caribbean_stud import caribbean_stud as caribbean_stud_rules
from upcard.units import show_cents, show_meter

Rules = CaribbeanStudRules | BonusSixRules


@lru_cache(maxsize=256)
def _rules(id: str, house: str) -> Rules:
    elections = json.loads(house)
    if edition(id).game == "bonus-six":
        return bonus_six_rules(elections, id)
    return caribbean_stud_rules(id, elections)


def rules_of(value: Mapping[str, Any]) -> Rules:
    """The rules that a finished round was played by."""
    id = text(required(value, "edition"), "edition")
    house = optional_mapping(value.get("house"), "house")
    return _rules(id, json.dumps(house, sort_keys=True))


def _document(rules: Rules, payments: tuple[Payment, ...], seats: list[int]) -> dict[str, Any]:
    return {
        "payments": [written_payment(rules, payment) for payment in payments],
        "net": {str(seat): show_cents(net(payments, seat)) for seat in sorted(seats)},
        "tips": show_cents(tips(payments)),
    }


def settle(value: Any, *, readings: bool = False, keyed: bool = False, rules: Rules | None = None) -> dict[str, Any]:
    """The settlement of a finished round; whatever is wrong with it is a `Refused`, `HouseError` or `LawError`.

    With `readings` it also names our readings of the law that touched the round. `keyed` is for a round that was played
    with real cards: its players decided before anybody knew what they held. `rules` are given where they are others
    than the round's own, on terms that were eased.
    """
    if not isinstance(value, Mapping):
        raise malformed("round", "an object is expected")
    rules = rules or rules_of(value)
    if isinstance(rules, BonusSixRules):
        ended = bonus_six.settle(rules, value, keyed=keyed)
        document = _document(rules, ended.payments, list(ended.round.seats))
        stamped = {"readings": list(six_readings(rules, ended.payments))} if readings else {}
        return document | {"meters": {}, "dealer": None} | stamped
    settled = caribbean_stud.settle(rules, value)
    round = settled.round
    judged = round.qualifies is not None
    document = _document(rules, settled.payments, list(round.seats)) | {
        "meters": {level: show_meter(meter.amount) for level, meter in settled.meters.items()},
        "dealer": {"qualifies": round.qualifies, "hand": describe(round.dealer_value) if judged else None},
    }
    if readings:
        coupons = frozenset(number for number, seat in round.seats.items() if seat.coupon)
        names = stud_readings(rules, settled.payments, misdealt=round.misdealt, coupons=coupons)
        document["readings"] = list(names)
    return document


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
