"""Which hands are bet: a strategy as a table of every ace-king hand, up-card, and ranks held in the up-card's suit.

Any pair or better is bet and anything below ace-king is folded (`always-raise` bets that too), so that nothing else
needs a table. The best strategy is the exact one for the odds of the table.

>>> from upcard.exact.caribbean_stud import PAYS
>>> table = bets("AKJ83", PAYS)
>>> table.shape, int(table.sum())
((164, 13, 32), 26624)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from upcard.cards import Card
from upcard.exact.caribbean_stud import counted
from upcard.exact.strategy import BY_RANKS, AceKings
from upcard.simulate.hand_tables import tables

UP_RANKS, HELD = 13, 32


def least(strategy: str) -> int:
    """The lowest place in the order of hands at which the strategy may bet."""
    return 0 if strategy == "always-raise" else tables().ace_king


@lru_cache(maxsize=32)
def bets(strategy: str, pays: tuple[int, ...]) -> NDArray[np.uint8]:
    """Whether each ace-king hand is bet, by its place among them, the up-card's rank and the ranks held in its suit."""
    found = tables()
    hands = np.array(found.values[found.ace_king : found.pair], np.int64)
    table = np.zeros((hands.size, UP_RANKS, HELD), np.uint8)
    if strategy != "optimal":
        up = np.arange(UP_RANKS, dtype=np.int64)
        every = AceKings.of(np.repeat(hands, UP_RANKS), np.tile(up, hands.size))
        table[:] = BY_RANKS[strategy](every).reshape(hands.size, UP_RANKS, 1)
        return table
    assert min(pays) >= 1, "with odds below 1 to 1 a pair is not always bet"
    counts = counted()
    assert not counts.category.any(), "only ace-king hands hang on the up-card"
    chosen = counts.margin([pays[-1], *reversed(pays)]) > 0
    place = np.searchsorted(hands, counts.hand)
    assert (hands[place] == counts.hand).all()
    held = np.zeros(counts.hand.size, np.int64)
    for at in range(5):
        rank = counts.hand >> (4 * (4 - at)) & 15
        held |= (counts.held >> rank & 1) << at
    table[place, counts.up, held] = chosen
    return table


def decides(strategy: str, pays: tuple[int, ...], cards: Sequence[Card], up: Card) -> bool:
    """Whether the strategy bets these five cards against that up-card."""
    found = tables()
    place = found.rank(tuple(cards))
    if place >= found.pair:
        return True
    if place < found.ace_king:
        return strategy == "always-raise"
    downwards = sorted(cards, reverse=True)
    held = sum(1 << at for at, card in enumerate(downwards) if card & 3 == up & 3)
    return bool(bets(strategy, pays)[place - found.ace_king, up >> 2, held])
