"""Five cards as one sum, and what that sum is worth: the tables that the kernels rank hands by, and bet by.

Each card adds its weight (no two sets of five ranks have one sum), one to the count of its suit, the bit of its rank
and its own number. A hand's place in the order of all 7,462 different hands is then one look-up: by the ranks where
five of one suit are there, and else by the weight. Its kind says what pay tables ask for: no pair, a pair of each rank,
and the nine kinds above.

>>> found = tables()
>>> len(found.kinds), found.ace_king < found.pair
(7462, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from upcard.cards import Card, Category, ace_king_or_better, category, pair_rank, rank_five
from upcard.exact.bonus_six import KINDS
from upcard.exact.caribbean_stud import BY_RANKS, AceKings, counted
from upcard.exact.side_wagers import plain_value, rank_lists
from upcard.simulate.kernels import EMPTY, MOST_WEIGHT, NUMBER_AT, RANKS_AT, SUIT_BITS, SUITS_AT, WEIGHTS


def kind_of(value: int) -> int:
    """The place in `KINDS` of a hand's value."""
    hand = category(value)
    return KINDS.index((hand, pair_rank(value) if hand is Category.PAIR else 0))


@dataclass(frozen=True, slots=True)
class Tables:
    """Look-ups from cards and sums of cards to the order of hands."""

    deck: NDArray[np.int64]
    """What each card adds, by its number."""
    by_weight: NDArray[np.uint16]
    by_ranks: NDArray[np.uint16]
    """For five cards of one suit."""
    kinds: NDArray[np.uint8]
    ace_king: int
    """The lowest hand with ace and king, and all below it without."""
    pair: int
    """The lowest pair: what lies between them is ace-king high."""
    values: tuple[int, ...]
    """The value of each hand in the order, as `upcard.cards` has it."""

    def rank(self, cards: tuple[Card, ...]) -> int:
        """The place of five cards, as a kernel finds it."""
        total = EMPTY + sum(int(self.deck[card]) for card in cards)
        suited = any(total >> (SUITS_AT + SUIT_BITS * suit) & 8 for suit in range(4))
        if suited:
            return int(self.by_ranks[total >> RANKS_AT & 0x1FFF])
        return int(self.by_weight[total & (1 << SUITS_AT) - 1])


@cache
def tables() -> Tables:
    """The tables of a whole deck, made from the ranking of hands that the games use."""
    unsuited: dict[int, int] = {}
    for ranks in rank_lists(5):
        weight = sum(WEIGHTS[rank] for rank in ranks)
        assert weight not in unsuited, "two hands have one weight"
        unsuited[weight] = plain_value(ranks)
    suited = {sum(1 << rank for rank in five): rank_five([Card(rank << 2) for rank in five])
              for five in combinations(range(13), 5)}  # fmt: skip
    values = sorted({*unsuited.values(), *suited.values()})
    place = {value: at for at, value in enumerate(values)}
    by_weight = np.zeros(MOST_WEIGHT + 1, np.uint16)
    by_ranks = np.zeros(1 << 13, np.uint16)
    for weight, value in unsuited.items():
        by_weight[weight] = place[value]
    for mask, value in suited.items():
        by_ranks[mask] = place[value]
    return Tables(
        deck=np.array([_adds(Card(number)) for number in range(52)], np.int64),
        by_weight=by_weight,
        by_ranks=by_ranks,
        kinds=np.array([kind_of(value) for value in values], np.uint8),
        ace_king=next(at for at, value in enumerate(values) if ace_king_or_better(value)),
        pair=next(at for at, value in enumerate(values) if category(value) is Category.PAIR),
        values=tuple(values),
    )


def _adds(card: Card) -> int:
    rank, suit = card >> 2, card & 3
    return WEIGHTS[rank] | 1 << (SUITS_AT + SUIT_BITS * suit) | 1 << (RANKS_AT + rank) | card << NUMBER_AT


# ---- which hands are bet: each ace-king hand by up-card and ranks held in its suit ---------------------------

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
