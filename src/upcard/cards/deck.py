"""The 52 cards, the cut, and the question whether any card stands twice."""

from collections.abc import Iterable, Sequence

from upcard.cards.card import Card, Cards

# As a new deck is spread on the table to be inspected: clubs, diamonds, hearts, spades, each from two to ace.
DECK = Cards(Card(rank << 2 | suit) for suit in range(4) for rank in range(13))


def cut(order: Sequence[Card], n: int) -> Cards:
    """Take n cards from the top and put the rest on top of them; the first card of an order is its top.

    How deep a cut must be is for the table's rules; here taking none or all is a cut that changes nothing.

    >>> from upcard.cards.card import parse_cards, show_cards
    >>> show_cards(cut(parse_cards("2c 3c 4c 5c"), 1))
    '3c 4c 5c 2c'
    """
    if not 0 <= n <= len(order):
        raise ValueError(f"cannot cut {n} cards from an order of {len(order)}.")
    return Cards((*order[n:], *order[:n]))


def distinct(cards: Iterable[Card]) -> bool:
    """Whether no card stands twice.

    >>> from upcard.cards.card import parse_cards
    >>> distinct(DECK), distinct(parse_cards("As Kd As"))
    (True, False)
    """
    seen = tuple(cards)
    return len(set(seen)) == len(seen)
