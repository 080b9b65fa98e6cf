"""What the next step of a settlement will pay, as far as the hands that it judges lie face up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from upcard.cards import category, describe
from upcard.games.caribbean_stud.progressive import may_bring_envy, sharing
from upcard.games.caribbean_stud.round import Round, Seat, Step
from upcard.games.caribbean_stud.settlement import perform
from upcard.games.caribbean_stud.view import RoundView
from upcard.games.payment import AwardShare, Draw, Meter, Payment
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.units import Award, Share

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


# ---- Who shares an award -----------------------------------------------------------------------------------
# the hands that divide it, and all who backed the dealer's hand, as far as they lie face up.


def award_shares(
    rules: CaribbeanStudRules, round: Round, kind: str, seat: int, draws: Sequence[Draw], readings: Mapping[str, Meter]
) -> list[AwardShare]:
    """The shares of an award on hands that lie face up."""
    if kind == "progressive":
        return _progressive(rules, round, seat, draws, readings)
    return _five_card(rules, round, seat, list(draws))


def _progressive(
    rules: CaribbeanStudRules, round: Round, number: int, draws: Sequence[Draw], readings: Mapping[str, Meter]
) -> list[AwardShare]:
    """The seat whose award it is, then whoever divides it with that seat."""
    assert rules.progressive is not None
    lines = rules.progressive.lines
    own = round.seats[number]
    line = lines.get(category(own.value)) if own.value else None
    if line is None:
        return []
    (draw,) = draws
    rivals = [n for n in round.counter_clockwise if n != number and draw.ways > 1]
    most = 0
    if rivals and isinstance(line.award, Share):
        most = sharing(rules, round, line.award, readings[draw.level])[1].most
    found = [(number, own), *((n, round.seats[n]) for n in rivals)]
    return [
        _own(n, "progressive", seat.progressive, seat, lines[category(seat.value)].award, line.rule, draw.each)
        for n, seat in found
        if seat.shown and seat.standing and seat.progressive and seat.value
        if (its := lines.get(category(seat.value))) is not None and its.award == line.award
        if n == number or its.least(seat.progressive) <= most
    ]


def _own(number: int, wager: str, staked: int, seat: Seat, award: Award, rule: str, cents: int) -> AwardShare:
    return AwardShare(number, wager, staked, "player", seat.cards, seat.value, award, rule, cents)


def _five_card(rules: CaribbeanStudRules, round: Round, number: int, draws: list[Draw]) -> list[AwardShare]:
    """On the player's own hand, and on the dealer's for all who backed it: in the order in which they are drawn."""
    assert rules.five_card is not None
    found = []
    seat = round.seats[number]
    staked = seat.wagers.get("five_card_player", 0)
    award = rules.five_card.get(category(seat.value)) if staked and seat.shown and seat.value else None
    if isinstance(award, Share) and draws:
        each = draws.pop(0).each
        found.append(_own(number, "five_card_player", staked, seat, award, "five_card_table", each))
    award = rules.five_card.get(category(round.dealer_value)) if round.dealer_value else None
    if isinstance(award, Share) and draws:
        value, draw = round.dealer_value, draws.pop(0)
        backers = [
            (n, cents)
            for n in round.counter_clockwise
            if draw.ways > 1 or n == number
            if round.seats[n].void is None and (cents := round.seats[n].wagers.get("five_card_dealer", 0))
        ]
        found += [
            AwardShare(
                n, "five_card_dealer", cents, "dealer", round.dealer, value, award, "dealer_award_divided", draw.each
            )
            for n, cents in backers
        ]
    return found
