"""Payments as a screen shows them: each with its arithmetic and clause, and the chips to cut."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from upcard.cards import describe, show_card
from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.games.caribbean_stud.round import Step
from upcard.games.caribbean_stud.settlement import perform
from upcard.games.meter import Meter
from upcard.games.payment import Payment, net
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.units import show_cents
from upcard.web.views.labels import WAGERS
from upcard.web.views.why import arithmetic, why

CHIPS = (500000, 100000, 50000, 10000, 2500, 500, 100, 50, 25, 10, 5, 1)
"""Denominations in cents, the largest first."""


def chips(cents: int) -> list[list[str | int]]:
    """The fewest chips that make an amount.

    >>> chips(14050)
    [['100', 1], ['25', 1], ['5', 3], ['0.50', 1]]
    """
    found: list[list[str | int]] = []
    for worth in CHIPS:
        number, cents = divmod(cents, worth)
        if number:
            found.append([show_cents(worth).removesuffix(".00"), number])
    return found


def payment_document(rules: Any, payment: Payment) -> dict[str, Any]:
    """One payment."""
    hand = describe(payment.hand) if payment.hand else None
    label = WAGERS.get(payment.wager, payment.wager)
    return {
        "seat": payment.seat,
        "wager": payment.wager,
        "label": label,
        "result": payment.result,
        "staked": show_cents(payment.staked),
        "returned": show_cents(payment.returned),
        "paid": show_cents(payment.paid),
        "odds": payment.odds,
        "hand": hand,
        "source": payment.source,
        "why": why(rules, payment.rule, arithmetic(payment, hand, label.lower())),
    }


def paid_document(
    rules: Any, title: str, seat: int, payments: Iterable[Payment], hand: str | None, *, done: bool = False
) -> dict[str, Any]:
    """What is paid in one step, and what is collected; `done` where the step lies behind."""
    lines = list(payments)
    pays = sum(p.paid for p in lines)
    collects = sum(p.staked - p.returned for p in lines if p.result in ("lose", "forfeit", "fee"))
    return {
        "title": title,
        "seat": seat or None,
        "hand": hand,
        "lines": [payment_document(rules, p) for p in lines],
        "pay": show_cents(pays),
        "collect": show_cents(collects),
        "chips": chips(pays),
        "done": done,
    }


def preview(
    rules: CaribbeanStudRules, round: StudRound, step: Step, readings: dict[str, Meter]
) -> tuple[Payment, ...] | None:
    """What the next step of the settlement pays; None as long as a hand that it judges lies face down."""
    if step.seat and not round.seats[step.seat].shown:
        return None
    if step.kind in ("no_hand", "cover_all", "misdeal") and round.qualifies is None and step.kind != "misdeal":
        return None
    return perform(rules, round, step, readings).payments


def receipt(rules: Any, number: int, round: Any, seat: int) -> dict[str, Any]:
    """A seat's finished round: a receipt that adds up."""
    lines = [p for p in round.payments if p.seat == seat]
    place = round.seats[seat]
    staked = sum(p.staked for p in lines)
    gained = net(round.payments, seat)
    dealer = getattr(round, "dealer", ())
    value = getattr(round, "dealer_value", 0)
    return {
        "round": number,
        "lines": [payment_document(rules, p) for p in lines],
        "staked": show_cents(staked),
        "back": show_cents(staked + gained),
        "net": show_cents(gained),
        "cards": [show_card(card) for card in place.cards],
        "hand": describe(place.value) if place.value else None,
        "dealer": {
            "cards": [show_card(card) for card in dealer] if getattr(round, "qualifies", None) is not None else [],
            "hand": describe(value) if value else None,
            "qualifies": getattr(round, "qualifies", None),
        },
    }
