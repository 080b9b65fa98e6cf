"""What the next step of a settlement will pay, as far as the hands that it judges lie face up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from upcard.cards import describe
from upcard.games.caribbean_stud.progressive import may_bring_envy
from upcard.games.caribbean_stud.round import Round, Step
from upcard.games.caribbean_stud.settlement import perform
from upcard.games.caribbean_stud.view import RoundView
from upcard.games.meter import Meter
from upcard.games.payment import Payment
from upcard.rules.caribbean_stud import CaribbeanStudRules

AGAINST_DEALER = ("ante", "bet", "match_play", "tip")
"""The wagers that a dealer without a hand settles alike, whatever the player has."""


def preview(
    rules: CaribbeanStudRules, round: Round, step: Step, readings: Mapping[str, Meter]
) -> tuple[tuple[Payment, ...], str | None] | None:
    """The payments, and the hand that they are about; None as long as a hand that the step judges lies face down."""
    if not face_up(rules, round, step):
        return None
    return perform(rules, round, step, dict(readings)).payments, _judged(round, step)


def face_up(rules: CaribbeanStudRules, round: Round, step: Step) -> bool:
    """Whether every hand that a step judges is turned up; one that backs the dealer's hand alone is not judged."""
    match step.kind:
        case "misdeal":
            return True
        case "no_hand":
            return round.qualifies is not None
        case "five_card":
            seat = round.seats[step.seat]
            return round.qualifies is not None and (seat.shown or not seat.wagers.get("five_card_player"))
        case "progressive" if rules.same_round_jackpots == "split":
            rivals = (seat for seat in round.seats.values() if seat.standing and seat.progressive)
            return all(seat.shown for seat in rivals)
        case "hand" | "progressive":
            return round.seats[step.seat].shown
        case "envy":
            holders = (seat for n, seat in round.seats.items() if step.seat in (0, n))
            return all(seat.shown for seat in holders if may_bring_envy(rules, round, seat))
        case "cover_all":
            return round.qualifies is not None and all(s.shown for s in round.seats.values() if s.standing)
        case _:
            assert_never(step.kind)


def _judged(round: Round, step: Step) -> str | None:
    """The hand that a step is about, where it lies face up: a seat's own, or the dealer's that it backs."""
    if not step.seat:
        return None
    seat = round.seats[step.seat]
    if step.kind == "five_card" and not seat.wagers.get("five_card_player"):
        return f"the dealer's {describe(round.dealer_value)}"
    return describe(seat.value) if seat.shown and seat.value else None


def why_unjudged(round: Round | RoundView, payment: Payment) -> str:
    """Why no hand was looked at for a payment, or empty."""
    against = payment.wager in AGAINST_DEALER and payment.result in ("win", "push")
    unjudged = payment.rule in ("no_hand_ante", "no_hand_bet") or (round.qualifies is False and against)
    return "the dealer has no hand" if unjudged else ""
