"""The wagers that a table of Bonus 6 takes, what lies at a seat, and what a decision puts down."""

from __future__ import annotations

from upcard.games.bonus_six.phases import DECIDED_BY
from upcard.games.bonus_six.round import Round, Seat
from upcard.games.bonus_six.settlement import discarded_under
from upcard.games.offer import Offer, bounds_said
from upcard.rules.bonus_six import BonusSixRules

INSURANCE = "Half the ante, for the right to buy a bonus card; a fee that does not come back."


def offers(rules: BonusSixRules, seat: Seat | None) -> tuple[Offer, ...]:
    """Every wager that the table takes, in order; the fee is known once an ante lies there."""
    fee = (seat.ante // rules.law.insurance_divisor,) if seat is not None else None
    return (
        Offer("ante", "ante_range", rules.minimum, rules.maximum),
        Offer("insurance", "insurance_divisor", amounts=fee, instead=INSURANCE),
        Offer("tip", "tip_with_ante", None, rules.maxima.get("tip")),
    )


def limits(rules: BonusSixRules) -> str:
    """Such as: Ante $5 to $100; Insurance, Tip."""
    tip = f" {bounds_said(1, rules.maxima['tip'])}" if "tip" in rules.maxima else ""
    return f"Ante {bounds_said(rules.minimum, rules.maximum)}; Insurance, Tip{tip}"


def placed(seat: Seat) -> dict[str, int]:
    """The wagers that lie at a seat before the deal."""
    found = {"ante": seat.ante, "insurance": seat.insurance, "tip": sum(seat.tips[:1])}
    return {wager: cents for wager, cents in found.items() if cents or wager == "ante"}


def decided(rules: BonusSixRules, round: Round, number: int, act: str) -> tuple[int, str]:
    """What a decision puts down beside a tip, and the rule that it is made under."""
    ante, law = round.seats[number].ante, rules.law
    match act:
        case "Bet":
            first = round.phase == "second"
            return ante * (law.first_bet_multiple if first else law.second_bet_multiple), DECIDED_BY[round.phase]
        case "BuyCard":
            return ante * law.bonus_card_multiple, "bonus_card_multiple"
        case "Stand":
            return 0, "winning_hand_stands"
        case "Discard":
            return 0, discarded_under(round.seats[number])
        case _:
            return 0, DECIDED_BY[round.phase]
