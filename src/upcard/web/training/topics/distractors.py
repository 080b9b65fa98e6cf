"""What a tired dealer might pay instead: the other line, the forgotten stake, the wrong wager, the whole meter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from upcard.cards import Category, category
from upcard.games.bonus_six.round import Round as SixRound
from upcard.games.caribbean_stud.cover_all import column
from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.games.meter import Meter
from upcard.games.payment import Payment
from upcard.rules.bonus_six import BonusSixRules
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


def lines(rules: Rules, round: Any, wager: str) -> dict[Category, Award]:
    """The schedule that a wager is paid by."""
    if isinstance(rules, BonusSixRules):
        return dict(rules.schedule.lines) if wager in ("ante", "bet_1", "bet_2", "tip") else {}
    match wager:
        case "bet":
            return {hand: odds for hand, (odds, _) in rules.bet.items()}
        case "progressive" if rules.progressive is not None:
            return {hand: line.award for hand, line in rules.progressive.lines.items()}
        case "bonus" if rules.bonus is not None:
            return dict(rules.bonus.lines)
        case "five_card_player" | "five_card_dealer":
            return rules.five_card or {}
        case "cover_all" if rules.cover_all is not None:
            return dict(rules.cover_all.get(column(rules, round), {}))
        case _:
            return {}


def mistakes(rules: Rules, round: StudRound | SixRound, payment: Payment, meters: Meters) -> Iterator[Mistake]:
    """Amounts that somebody might hand over, the likeliest first."""
    stake, ante = payment.staked, round.seats[payment.seat].ante
    if payment.paid and payment.returned:
        yield payment.paid, "The stake was forgotten: odds to 1 hand it back beside the winnings."
    if payment.paid and stake and not payment.returned:
        yield payment.paid + stake, "The wager itself is kept: the award is all that is paid."
    yield from _neighbours(rules, round, payment, meters)
    if payment.wager == "bet" and payment.paid:
        yield (
            payment.paid * ante // stake + stake,
            "The odds were taken on the ante; they are on the bet, which is twice as large.",
        )
    if payment.result != "push" and stake:
        yield stake, "Only the wager went back, as in a tie."
    if payment.result == "fee":
        yield stake // 2, "A fee is collected whole."
    if stake:
        yield 2 * stake, "That is even money."
    yield 0, "The wager was taken."
    if payment.wager in ("ante", "tip") and not isinstance(rules, BonusSixRules):
        yield 3 * stake, "The ante is paid even money, whatever the hand."
    yield from _meters(rules, payment, meters)
    for times in (3, 4, 6):
        yield times * (stake or ante), "No line of the schedule pays that."


def _neighbours(rules: Rules, round: Any, payment: Payment, meters: Meters) -> Iterator[Mistake]:
    """The lines beside the right one, nearest first."""
    table = lines(rules, round, payment.wager)
    if payment.hand is None:
        return
    stake = payment.staked or getattr(round.seats[payment.seat], "coupon", 0) or 0
    mine = category(payment.hand)
    for hand in sorted(table, key=lambda other: (abs(other - mine), other)):
        if hand is not mine:
            yield worth(table[hand], stake, meters), f"That is the line of a {hand.words}."
    if payment.wager == "envy" and not isinstance(rules, BonusSixRules) and rules.progressive is not None:
        for hand, cents in rules.progressive.envy.items():
            yield cents, f"That is the envy for a {hand.words} and the smallest wager."
            for wager in rules.progressive.wagers:
                yield rules.progressive.envy_cents(hand, wager), f"That is the envy for a {hand.words}."


def _meters(rules: Rules, payment: Payment, meters: Meters) -> Iterator[Mistake]:
    if payment.wager not in ("progressive", "five_card_player", "five_card_dealer", "envy"):
        return
    for level, meter in meters.items():
        yield meter.displayed, f"That is the whole {level.replace('_', ' ')} meter."
        yield meter.displayed // 10, f"That is a tenth of the {level.replace('_', ' ')} meter."
