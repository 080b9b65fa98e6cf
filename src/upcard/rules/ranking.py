"""Whether an edition ranks cards and hands as Upcard does."""

from __future__ import annotations

from upcard.cards import RANKS, Category
from upcard.errors import LawError
from upcard.law.bonus_six import BonusSixLaw
from upcard.law.caribbean_stud import CaribbeanStudLaw


def check_ranking(law: CaribbeanStudLaw | BonusSixLaw) -> None:
    """The law's order of cards and hands is the one that `cards` ranks by."""
    if law.card_order != RANKS[::-1] or law.hand_ranks != tuple(hand.key for hand in sorted(Category, reverse=True)):
        raise LawError("hand_ranks: cards and hands are ranked otherwise than Upcard ranks them")
