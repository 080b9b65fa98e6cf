"""The order in which cards leave a deck: round the table, each to a place with a name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from upcard.cards import DECK, Card, pretty

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


# ---- One deck on the table ---------------------------------------------------------------------------------
# whether cards can lie there together.


FULL = len(DECK)

EXCHANGED = "hands whose cards were exchanged are corrected together"
"""What to do about a correction that names a card of another hand."""


def is_card(card: Card) -> bool:
    """Whether there is such a card.

    >>> is_card(Card(51)), is_card(Card(52)), is_card(Card(-1))
    (True, False, False)
    """
    return 0 <= card < FULL


def keyed_twice(cards: Iterable[Card]) -> str:
    """Why the cards cannot lie on one table, or empty where they can.

    >>> keyed_twice([Card(0), Card(51)]), keyed_twice([Card(0), Card(51), Card(0)]), keyed_twice([Card(52)])
    ('', '2♣ was already keyed', 'there is no such card')
    """
    seen: set[Card] = set()
    for card in cards:
        if not is_card(card):
            return "there is no such card"
        if card in seen:
            return f"{pretty(card)} was already keyed"
        seen.add(card)
    return ""


def could_be_dealt(counts: Iterable[int]) -> bool:
    """Whether that many cards could have been dealt from one deck.

    >>> could_be_dealt([26, 26]), could_be_dealt([26, 27]), could_be_dealt([5, -1])
    (True, False, False)
    """
    seen = tuple(counts)
    return all(count >= 0 for count in seen) and sum(seen) <= FULL
