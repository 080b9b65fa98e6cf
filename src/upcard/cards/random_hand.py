"""Cards for a situation: a hand of a wanted kind, from what is left of the deck, as chance has it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from upcard.cards import DECK, Card, Category, below, category, pair_rank, rank_five, rank_of

# ---- Chance from a stream of bytes -------------------------------------------------------------------------
# one of some, and some in another order.


T = TypeVar("T")


def pick(choices: Sequence[T], stream: Iterator[int]) -> T:
    """One of them."""
    return choices[below(len(choices), stream)]


def mixed(items: Iterable[T], stream: Iterator[int]) -> tuple[T, ...]:
    """All of them, in an order of chance."""
    left = list(items)
    return tuple(left.pop(below(len(left), stream)) for _ in range(len(left)))


# ---- random hand -------------------------------------------------------------------------------------------


SUITS, RANKS, HAND = 4, 13, 5
TRIES = 2000

Wanted = Callable[[int], bool]
"""Whether a hand of that value will do."""


def _card(rank: int, suit: int) -> Card:
    return Card(rank * SUITS + suit)


def _ranks(count: int, stream: Iterator[int]) -> tuple[int, ...]:
    return mixed(range(RANKS), stream)[:count]


def _of_rank(rank: int, count: int, stream: Iterator[int]) -> list[Card]:
    return [_card(rank, suit) for suit in mixed(range(SUITS), stream)[:count]]


GROUPS = {
    Category.FOUR_OF_A_KIND: (4, 1),
    Category.FULL_HOUSE: (3, 2),
    Category.THREE_OF_A_KIND: (3, 1, 1),
    Category.TWO_PAIR: (2, 2, 1),
    Category.PAIR: (2, 1, 1, 1),
    Category.HIGH_CARD: (1, 1, 1, 1, 1),
}


def _attempt(kind: Category, stream: Iterator[int]) -> list[Card]:
    """Five cards that are often of the kind."""
    if kind in GROUPS:
        ranks = _ranks(len(GROUPS[kind]), stream)
        return [card for rank, count in zip(ranks, GROUPS[kind], strict=True) for card in _of_rank(rank, count, stream)]
    suit = below(SUITS, stream)
    if kind is Category.FLUSH:
        return [_card(rank, suit) for rank in _ranks(HAND, stream)]
    top = RANKS - 1 if kind is Category.ROYAL_FLUSH else 3 + below(RANKS - 3, stream)
    ranks = tuple((top - place) % RANKS for place in range(HAND))
    if kind is Category.STRAIGHT:
        return [_card(rank, below(SUITS, stream)) for rank in ranks]
    return [_card(rank, suit) for rank in ranks]


def hand_of(
    kind: Category, left: set[Card], stream: Iterator[int], wanted: Wanted = lambda value: True
) -> tuple[Card, ...] | None:
    """A hand of the kind from the cards that are left, in no order; None where chance finds none."""
    for _ in range(TRIES):
        cards = _attempt(kind, stream)
        if left.issuperset(cards):
            value = rank_five(cards)
            if category(value) is kind and wanted(value):
                return mixed(cards, stream)
    return None


def same_ranks(hand: Sequence[Card], left: set[Card], stream: Iterator[int]) -> tuple[Card, ...] | None:
    """The same ranks in other suits: a tie."""
    rest = set(left)
    found: list[Card] = []
    for card in hand:
        alike = sorted(other for other in rest if rank_of(other) == rank_of(card))
        if not alike:
            return None
        found.append(pick(alike, stream))
        rest.remove(found[-1])
    return mixed(found, stream) if rank_five(found) == rank_five(hand) else None


def some(count: int, left: set[Card], stream: Iterator[int]) -> tuple[Card, ...]:
    """Any cards."""
    return mixed(sorted(left), stream)[:count]


def plain(left: set[Card], stream: Iterator[int], most: Category = Category.TWO_PAIR) -> tuple[Card, ...]:
    """A hand that is nothing much, so that it does not take part in what is asked."""
    for _ in range(TRIES):
        cards = some(HAND, left, stream)
        if category(rank_five(cards)) <= most:
            return cards
    raise AssertionError("most hands are nothing much")


def from_pair(lowest: int) -> Wanted:
    """A pair from that rank upwards, or anything that is no pair."""
    return lambda value: category(value) is not Category.PAIR or pair_rank(value) >= lowest


def whole_deck() -> set[Card]:
    return set(DECK)


def whole(first: Sequence[Card]) -> tuple[Card, ...]:
    """A whole deck that begins with these cards."""
    held = set(first)
    return (*first, *(card for card in DECK if card not in held))
