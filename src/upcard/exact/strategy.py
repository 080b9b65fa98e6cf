"""When to bet in Caribbean stud: the strategies that people play, and the best one as data.

All but `always-raise` bet any pair or better and fold anything below ace-king; they differ in what they do with ace and
king high, and for that they look at ranks alone. The best strategy looks at suits too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ranks = NDArray[np.int64]
Choice = NDArray[np.bool_]

JACK, QUEEN, KING = 9, 10, 11


@dataclass(frozen=True, slots=True)
class AceKings:
    """Ace-king hands against up-cards: the up-card's rank and, highest first, the three ranks behind ace and king."""

    up: Ranks
    third: Ranks
    fourth: Ranks
    fifth: Ranks

    @classmethod
    def of(cls, hands: Ranks, up: Ranks) -> AceKings:
        """From hands written as five ranks of four bits."""
        return cls(up, hands >> 8 & 15, hands >> 4 & 15, hands & 15)

    @property
    def matched_behind(self) -> Choice:
        """The up-card has the rank of a card behind ace and king."""
        matched: Choice = (self.up == self.third) | (self.up == self.fourth) | (self.up == self.fifth)
        return matched

    @property
    def matched(self) -> Choice:
        return (self.up >= KING) | self.matched_behind


def _rules_of_thumb(hands: AceKings) -> Choice:
    """A match behind ace and king; ace or king up, with a queen or jack; no match, a queen, and up below the fourth."""
    queen_or_jack = (hands.third == QUEEN) | (hands.third == JACK)
    below_fourth = (hands.third == QUEEN) & (hands.up < hands.fourth)
    chosen: Choice = hands.matched_behind | ((hands.up >= KING) & queen_or_jack) | (~hands.matched & below_fourth)
    return chosen


def _akj83(hands: AceKings) -> Choice:
    """Ace-king-jack-eight-three or better."""
    behind = (hands.third << 4 | hands.fourth) << 4 | hands.fifth
    least = (JACK << 4 | 6) << 4 | 1
    return behind >= least


BY_RANKS: dict[str, Callable[[AceKings], Choice]] = {
    "rules-of-thumb": _rules_of_thumb,
    "AKJ83": _akj83,
    "matching-rank": lambda hands: hands.matched,
    "pair": lambda hands: np.zeros(len(hands.up), np.bool_),
    "AK": lambda hands: np.ones(len(hands.up), np.bool_),
    "always-raise": lambda hands: np.ones(len(hands.up), np.bool_),
}
"""Which ace-king hands each strategy bets, the best strategy apart."""

STRATEGIES = ("optimal", *BY_RANKS)
