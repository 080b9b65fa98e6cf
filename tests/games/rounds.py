"""Finished rounds written short, and rounds played act by act."""

from __future__ import annotations

from typing import Any

from upcard.games import bonus_six, caribbean_stud
from upcard.games.caribbean_stud import Round
from upcard.games.settle import settle
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import CaribbeanStudRules

AK = "Ah Kd 5s 4c 2d"
"""A dealer's lowest hand but for the suits."""
NO_HAND = "Ah Qd Js 9c 8d"
LOSES, WINS = "9c 8d 7s 4h 2c", "9c 9d 4s Jh 2c"
"""Against ace-king high."""
ROYALS = ("Ts Js Qs Ks As", "Th Jh Qh Kh Ah", "Tc Jc Qc Kc Ac")
STRAIGHT_FLUSHES = ("5s 6s 7s 8s 9s", "4h 5h 6h 7h 8h", "2c 3c 4c 5c 6c")


def seat(cards: str, ante: str = "10.00", decision: str | None = "bet", **wagers: str) -> dict[str, Any]:
    """One seat of a finished round; `coupon_…` are coupons."""
    coupons = {name.removeprefix("coupon_"): v for name, v in wagers.items() if name.startswith("coupon_")}
    down = {name: value for name, value in wagers.items() if not name.startswith("coupon_")}
    value: dict[str, Any] = {"cards": cards.split(), "wagers": {"ante": ante, **down}}
    if decision is not None:
        value["decision"] = decision
    return value | ({"coupons": coupons} if coupons else {})


def meter(amount: str, seed: str = "10000.00", reserve: str = "0.00") -> dict[str, str]:
    return {"amount": amount, "seed": seed, "reserve": reserve}


def stud(
    edition: str,
    house: dict[str, Any],
    dealer: str | None,
    *seats: dict[str, Any],
    meters: dict[str, dict[str, str]] | None = None,
    **fields: Any,
) -> dict[str, Any]:
    """The settlement of a finished round, seats numbered from 1."""
    numbered = {str(number): value for number, value in enumerate(seats, 1)}
    base = {
        "edition": edition,
        "house": house,
        "dealer": dealer.split() if dealer is not None else None,
        "seats": numbered,
        "meters": meters or {},
    }
    return settle(base | fields)


def line(document: dict[str, Any], number: int, wager: str) -> dict[str, Any]:
    """The one payment of a seat for a wager."""
    (found,) = lines(document, number, wager)
    return found


def lines(document: dict[str, Any], number: int, wager: str) -> list[dict[str, Any]]:
    return [p for p in document["payments"] if (p["seat"], p["wager"]) == (str(number), wager)]


def outcome(payment: dict[str, Any]) -> tuple[str, str, str]:
    return payment["result"], payment["returned"], payment["paid"]


def play_stud(rules: CaribbeanStudRules, *commands: caribbean_stud.Command, round: Round | None = None) -> Round:
    """The round after those acts."""
    round = round or Round()
    for command in commands:
        round = caribbean_stud.replay(round, caribbean_stud.decide(rules, round, command))
    return round


def play_six(
    rules: BonusSixRules, *commands: bonus_six.Command, round: bonus_six.Round | None = None
) -> bonus_six.Round:
    """The round after those acts."""
    round = round or bonus_six.Round()
    for command in commands:
        round = bonus_six.replay(round, bonus_six.decide(rules, round, command))
    return round
