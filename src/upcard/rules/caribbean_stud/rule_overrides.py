"""What a jackpot changes of the rules of its tables.

Easier terms, where a petition for them was granted: a lesser hand wins the whole of it. And its end: the wager for it
is not offered any more, and no sign speaks of it.
"""

from __future__ import annotations

from msgspec.structs import replace

from upcard.cards import Category
from upcard.law.implements import implements
from upcard.rules.caribbean_stud import FIVE_CARD_METER, FIVE_CARD_WAGERS, CaribbeanStudRules
from upcard.rules.table import TableRules
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


def without(t: TableRules, *, five_card: bool) -> TableRules:
    """What the table is run by without its progressive, or without its five card hand bonus and the draws for it."""
    rules: CaribbeanStudRules = t.rules
    gone = FIVE_CARD_WAGERS if five_card else ("progressive",)
    wagers = tuple(wager for wager in rules.wagers if wager not in gone)
    if five_card:
        rules = replace(rules, five_card=None, five_card_wagers=(), five_card_instead={}, wagers=wagers)
        return replace(t, rules=rules, five_card_jackpot=None, draws={})
    return replace(t, rules=replace(rules, progressive=None, wagers=wagers), jackpot=None)
