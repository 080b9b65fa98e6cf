"""What a tired dealer might pay instead: the other line, the forgotten stake, the wrong wager, the whole meter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from upcard.cards import Category, category
from upcard.games.game import game_of_round
from upcard.games.meter import Meter
from upcard.games.payment import Payment
from upcard.rules.game_rules import Rules
from upcard.units import Award, Share, To

Meters = Mapping[str, Meter]
Mistake = tuple[int, str]
"""Cents, and what was mixed up."""

FULL = 100


def worth(award: Award, stake: int, meters: Meters) -> int:
    """What an award hands over, stake included where it goes back."""
    if isinstance(award, Share):
        return meters[award.level].displayed * award.percent // FULL
    return award.pays(stake) + (stake if isinstance(award, To) else 0)


def mistakes(rules: Rules, round: Any, payment: Payment, meters: Meters) -> Iterator[Mistake]:
    """Amounts that somebody might hand over, the likeliest first."""
    stake, ante = payment.staked, round.seats[payment.seat].ante
    if payment.paid and payment.returned:
        yield payment.paid, "The stake was forgotten: odds to 1 hand it back beside the winnings."
    if payment.paid and stake and not payment.returned:
        yield payment.paid + stake, "The wager itself is kept: the award is all that is paid."
    yield from _neighbours(rules, round, payment, meters)
    yield from game_of_round(round).exercises.mistakes(rules, round, payment)
    if payment.result != "push" and stake:
        yield stake, "Only the wager went back, as in a tie."
    if payment.result == "fee":
        yield stake // 2, "A fee is collected whole."
    if stake:
        yield 2 * stake, "That is even money."
    yield 0, "The wager was taken."
    yield from _meters(rules, payment, meters)
    for times in (3, 4, 6):
        yield times * (stake or ante), "No line of the schedule pays that."


def _neighbours(rules: Rules, round: Any, payment: Payment, meters: Meters) -> Iterator[Mistake]:
    """The lines beside the right one, nearest first."""
    table: dict[Category, Award] = game_of_round(round).exercises.schedule(rules, round, payment.wager)
    if payment.hand is None:
        return
    stake = payment.staked or getattr(round.seats[payment.seat], "coupon", 0) or 0
    mine = category(payment.hand)
    for hand in sorted(table, key=lambda other: (abs(other - mine), other)):
        if hand is not mine:
            yield worth(table[hand], stake, meters), f"That is the line of a {hand.words}."


def _meters(rules: Rules, payment: Payment, meters: Meters) -> Iterator[Mistake]:
    if payment.wager not in ("progressive", "five_card_player", "five_card_dealer", "envy"):
        return
    for level, meter in meters.items():
        yield meter.displayed, f"That is the whole {level.replace('_', ' ')} meter."
        yield meter.displayed // 10, f"That is a tenth of the {level.replace('_', ' ')} meter."
