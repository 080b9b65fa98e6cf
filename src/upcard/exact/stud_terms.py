"""What ante and bet of Caribbean stud come to, as an edition says it, and as the kernels are told it.

The ante is the unit. A fold loses it. A bet adds its multiple: where the dealer has no hand, ante and bet are paid what
the edition says; else the better hand wins, the player's the odds of the ante and of the bet, the dealer's both wagers.

    >>> USUAL.worth((100, 50, 20, 7, 5, 4, 3, 2, 1))["pair_or_less"]
    3
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from upcard.cards import Category
from upcard.cards.lowest_hand import high_cards, lowest_value
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.units import To

Odds: TypeAlias = int | Fraction
"""To 1."""
Pays: TypeAlias = tuple[Odds, ...]
"""Nine odds of the bet, from a royal flush to a pair or less."""

LINES: tuple[str, ...] = (
    *("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind"),
    *("two_pair", "pair_or_less"),
)
"""The lines of a pay schedule for the bet."""


HAND = 5


class Terms(NamedTuple):
    """All but the odds of the bet."""

    qualifies_with: str = "ace-king"
    multiple: int = 2
    ante: Odds = 1
    no_hand_ante: Odds = 1
    no_hand_bet: Odds = 0
    tie: Literal["push", "player wins", "dealer wins"] = "push"

    @property
    def lowest(self) -> int:
        """The value of the lowest hand with which the dealer qualifies."""
        return lowest_value(self.qualifies_with)

    @property
    def no_hand(self) -> Odds:
        """What is won where the dealer has no hand."""
        return self.no_hand_ante + self.multiple * self.no_hand_bet

    def won(self, odds: Odds) -> Odds:
        """What a better hand wins, with the bet paid at those odds."""
        return self.ante + self.multiple * odds

    def tied(self, odds: Odds) -> Odds:
        """What equal hands win or lose."""
        return {"push": 0, "player wins": self.won(odds), "dealer wins": -1 - self.multiple}[self.tie]

    def ends(self, odds: Odds) -> tuple[Odds, Odds, Odds, Odds]:
        """What a bet comes to: no hand, player wins, push, dealer wins."""
        return self.no_hand, self.won(odds), self.tied(odds), -1 - self.multiple

    def worth(self, pays: Sequence[Odds]) -> dict[str, Odds]:
        """What the player wins by each outcome, in antes; a tie that is paid counts with the line that pays it."""
        won = {line: self.won(odds) for line, odds in zip(LINES, pays, strict=True)}
        return {**won, "no_hand": self.no_hand, "push": 0, "fold": -1, "dealer_wins": -1 - self.multiple}

    @property
    def named_ends(self) -> dict[str, tuple[str, str, str]]:
        """What a round may end in but a line of the schedule: its name, what becomes of the wagers, and the rule."""
        ante = To.of(self.no_hand_ante)
        bet = To.of(self.no_hand_bet) if self.no_hand_bet else "returned"
        may = {} if not self.lowest else {"no_hand": ("Dealer has no hand", f"ante {ante}, bet {bet}", "no_hand_ante")}
        may |= {"push": ("Push", "both returned", "tie")} if self.tie == "push" else {}
        return {
            **may,
            "fold": ("Fold", "ante lost", "fold_forfeits_ante"),
            "dealer_wins": ("Dealer wins", "lost", "higher_hand_wins"),
        }

    @property
    def floor(self) -> NDArray[np.int64]:
        """The lowest hand that qualifies, as the kernels take it."""
        value = self.lowest
        kind = value >> 20
        if kind > Category.HIGH_CARD:
            return np.array([kind, value >> 16 & 15, 0, 0, 0, 0, 0, 0], np.int64)
        least = next(each for each in high_cards() if each >= value)
        places = self.qualifies_with.count("-") + 1 if value else HAND
        return np.array([kind, least, places, *(least >> shift & 15 for shift in (16, 12, 8, 4, 0))], np.int64)


USUAL = Terms()


def terms_of(rules: CaribbeanStudRules) -> Terms:
    """What the edition of a table says."""
    law = rules.law
    return Terms(
        law.dealer_qualifies_with, law.bet_multiple, rules.ante.ratio, rules.no_hand_ante.ratio,
        rules.no_hand_bet.ratio if rules.no_hand_bet is not None else 0, law.tie,
    )  # fmt: skip


def pays_of(rules: CaribbeanStudRules) -> Pays:
    """The nine odds of the bet, from a royal flush to a pair or less."""
    return tuple(rules.bet[hand][0].ratio for hand in sorted(Category, reverse=True) if hand is not Category.HIGH_CARD)


def by_category(pays: Sequence[Odds]) -> list[Odds]:
    """Odds by category, high card first."""
    return [pays[-1], *reversed(pays)]


def parts(terms: Terms, pays: Pays) -> int:
    """Into how many parts an ante must be divided for every end to be a whole number of them."""
    return lcm(*(Fraction(end).denominator for odds in pays for end in terms.ends(odds)))


@cache
def beats_a_fold(terms: Terms, pays: Pays) -> NDArray[np.int64]:
    """By category, how much better than a fold a bet is that comes to each end, in the largest common part of an ante.

    With the widest gap between two ends, which a kernel is told too.
    """
    better, part = [[1 + end for end in terms.ends(odds)] for odds in by_category(pays)], parts(terms, pays)
    return np.array([[*(int(part * each) for each in row), int(part * (max(row) - min(row)))] for row in better])
