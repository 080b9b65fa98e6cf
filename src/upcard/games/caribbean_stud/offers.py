"""The wagers that a table of Caribbean stud takes, what lies at a seat, and what a decision puts down."""

from __future__ import annotations

from upcard.games.caribbean_stud.labels import LABELS
from upcard.games.caribbean_stud.round import Round, Seat
from upcard.games.caribbean_stud.wagers import OFFERED_BY, house_maximum, listed, most
from upcard.games.offer import Offer, bounds_said
from upcard.number_format import money
from upcard.rules.caribbean_stud import FIVE_CARD_WAGERS, CaribbeanStudRules


def offers(rules: CaribbeanStudRules, seat: Seat | None) -> tuple[Offer, ...]:
    """Every wager that the table takes, in order."""
    low, high = rules.minimum, most(rules, Seat(), "ante")
    rule, within = ("limit", _within(rules)) if rules.limit is not None else ("ante_required", "")
    return (Offer("ante", rule, low, high, also=within), *(_side(rules, wager) for wager in rules.wagers))


def _within(rules: CaribbeanStudRules) -> str:
    assert rules.limit is not None
    each = rules.limit_applies_to == "each-wager"
    of = "ante and bet, each with the progressive, stay" if each else "ante, bet and progressive together stay"
    return f": {of} within {money(rules.limit)}"


def _side(rules: CaribbeanStudRules, wager: str) -> Offer:
    rule = "five_card_wager" if wager in FIVE_CARD_WAGERS else OFFERED_BY.get(wager)
    if wager == "progressive" and rules.progressive is not None:
        rule = rules.progressive.wager_rule
    if amounts := listed(rules, wager):
        return Offer(wager, rule, amounts=amounts)
    high = house_maximum(rules, wager)
    if wager == "tip" and rules.law.tip_ceiling == "ante":
        return Offer(wager, rule, 1, high, any_amount="For the dealer", also=", no more than the ante")
    return Offer(wager, rule, 1, high)


def limits(rules: CaribbeanStudRules) -> str:
    """Such as: Ante $5 to $33; Progressive $1."""
    ante, *sides = offers(rules, None)
    said = [f"Ante {bounds_said(rules.minimum, ante.high)}"]
    if rules.progressive is not None:
        said.append(f"Progressive {' or '.join(money(cents) for cents in rules.progressive.wagers)}")
    others = [
        LABELS.wagers[one.wager] + (f" {bounds_said(1, one.high)}" if one.high is not None else "")
        for one in sides
        if one.wager != "progressive"
    ]
    return "; ".join([*said, *([", ".join(others)] if others else [])])


def placed(seat: Seat) -> dict[str, int]:
    """The wagers that lie at a seat before the deal, a coupon as the wager that it stands for."""
    found = {"ante": seat.ante, **{wager: cents for wager, cents in seat.wagers.items() if cents}}
    return {**found, "progressive": seat.coupon} if seat.coupon else found


def decided(rules: CaribbeanStudRules, round: Round, number: int, act: str) -> tuple[int, str]:
    """What a decision puts down, and the rule that it is made under."""
    if act == "Bet":
        return round.seats[number].ante * rules.law.bet_multiple, "bet_multiple"
    return 0, "fold_forfeits_ante"
