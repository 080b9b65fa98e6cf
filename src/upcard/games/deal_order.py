"""The order in which cards leave a deck: round the table, each to a place with a name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from upcard.cards import Card

SINGLY, STACKS = "singly", "stacks"

Hand = tuple[str, tuple[Card, ...]]


class Going(NamedTuple):
    """A card that left the deck, and where it went."""

    to: str
    card: Card


def clockwise(hands: Mapping[int, tuple[Card, ...]]) -> list[Hand]:
    """The hands at the seats, from the dealer's left."""
    return [(str(seat), hands[seat]) for seat in sorted(hands)]


def in_stacks(hands: Iterable[Hand]) -> Iterator[Going]:
    """One hand after the other."""
    return (Going(to, card) for to, hand in hands for card in hand)


def singly(hands: list[Hand]) -> Iterator[Going]:
    """One card to each, again and again."""
    for place in range(max((len(hand) for _, hand in hands), default=0)):
        yield from (Going(to, hand[place]) for to, hand in hands if place < len(hand))
