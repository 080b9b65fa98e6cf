"""One deck on the table: whether cards can lie there together."""

from __future__ import annotations

from collections.abc import Iterable

from upcard.cards import DECK, Card, pretty

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
