"""Easier terms for a jackpot, where a petition for them was granted: a lesser hand wins the whole of it."""

from __future__ import annotations

from msgspec.structs import replace

from upcard.cards import Category
from upcard.law.implements import implements
from upcard.rules.caribbean_stud import FIVE_CARD_METER, CaribbeanStudRules
from upcard.units import FULL_PERCENT, Award, For, Share

RULE = "jackpot_ends_by"


def top_hand(rules: CaribbeanStudRules, *, five_card: bool) -> Category:
    """The least hand that wins the whole of the highest meter."""
    if five_card:
        assert rules.five_card is not None
        whole = Share(FULL_PERCENT, FIVE_CARD_METER)
        return min(hand for hand, award in rules.five_card.items() if award == whole)
    assert rules.progressive is not None
    award = rules.progressive.lines[rules.progressive.top_hand].award
    return min(hand for hand, line in rules.progressive.lines.items() if line.award == award)


@implements(eased_hand_paid="the larger award", eased_terms_end="with the top award")
def eased(rules: CaribbeanStudRules, hand: Category, *, five_card: bool) -> CaribbeanStudRules:
    """The rules under which that hand, and any better one, wins it, or its own award where that is more."""
    if five_card:
        assert rules.five_card is not None
        whole = Share(FULL_PERCENT, FIVE_CARD_METER)
        better: dict[Category, Award] = {h: whole for h in sorted(Category, reverse=True) if h >= hand}
        less = {h: award for h, award in rules.five_card.items() if h < hand}
        own = {h: award for h, award in rules.five_card.items() if h >= hand and isinstance(award, For)}
        return replace(rules, five_card={**better, **less}, five_card_instead=own)
    assert rules.progressive is not None
    rule = RULE if RULE in rules.edition.citations else None
    return replace(rules, progressive=rules.progressive.eased(hand, rule))
