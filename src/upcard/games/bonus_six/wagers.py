"""Whether an ante, an insurance fee or a tip may lie where it is put."""

from __future__ import annotations

from upcard.games.bonus_six.round import Seat
from upcard.law.implements import implements
from upcard.rules.bonus_six import BonusSixRules
from upcard.units import show_dollars


@implements(ante_required=True, ante_range="posted")
def check_ante(rules: BonusSixRules, cents: int) -> None:
    if cents <= 0:
        raise rules.refuse("ante_required", "ante: before any card each player makes an ante")
    if cents < rules.minimum:
        raise rules.refuse("ante_range", f"ante: the posted minimum is {show_dollars(rules.minimum)}")
    if rules.maximum is not None and cents > rules.maximum:
        raise rules.refuse("ante_range", f"ante: the posted maximum is {show_dollars(rules.maximum)}")


def check_insurance(rules: BonusSixRules, ante: int, cents: int) -> None:
    if ante % rules.law.insurance_divisor:
        because = f"insurance: half of {show_dollars(ante)} is no whole number of cents: this ante cannot be insured"
        raise rules.refuse("insurance_divisor", because)
    if cents * rules.law.insurance_divisor != ante:
        raise rules.refuse("insurance_divisor", "insurance: the fee is exactly half the ante")


def check_tip(rules: BonusSixRules, cents: int) -> None:
    """A tip bet has no minimum in law; a house may post a maximum."""
    if cents <= 0:
        raise rules.refuse(None, "tip: a tip bet is more than nothing")
    if (most := rules.maxima.get("tip")) is not None and cents > most:
        raise rules.refuse(None, f"tip: the house takes no more than {show_dollars(most)}")


def check_tips(rules: BonusSixRules, seat: Seat) -> None:
    """Tips lie with the ante and with bets that were made; later ones equal the first."""
    for tip in seat.tips:
        if tip:
            check_tip(rules, tip)
    if len(seat.tips) > seat.bets + 1:
        raise rules.refuse("further_tips", "tips: there are more tip bets than wagers that they could lie with")
    if any(seat.tips[:1]) and not rules.law.tip_with_ante:
        raise rules.refuse("tip_with_ante", "tips: none is taken with the ante")
    for tip in seat.tips[1:]:
        if tip and not rules.further_tips:
            raise rules.refuse("further_tips", "tips: this house takes a tip with the ante only")
        if tip and tip != seat.tips[0] and rules.law.further_tips_equal:
            raise rules.refuse("further_tips_equal", "tips: a later tip bet equals the one on the ante")
