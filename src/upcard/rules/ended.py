"""A table whose jackpot has ended: the wager for it is not offered there any more, and no sign speaks of it."""

from __future__ import annotations

from msgspec.structs import replace

from upcard.rules.caribbean_stud import FIVE_CARD_WAGERS, CaribbeanStudRules
from upcard.rules.table import TableRules


def without(t: TableRules, *, five_card: bool) -> TableRules:
    """What the table is run by without its progressive, or without its five card hand bonus and the draws for it."""
    rules = t.rules
    assert isinstance(rules, CaribbeanStudRules)
    gone = FIVE_CARD_WAGERS if five_card else ("progressive",)
    wagers = tuple(wager for wager in rules.wagers if wager not in gone)
    if five_card:
        rules = replace(rules, five_card=None, five_card_wagers=(), five_card_instead={}, wagers=wagers)
        return replace(t, rules=rules, five_card_jackpot=None, draws={})
    return replace(t, rules=replace(rules, progressive=None, wagers=wagers), jackpot=None)
