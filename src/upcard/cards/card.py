"""One card: a plain int from 0 to 51, and how it is written.

The rank is ``card >> 2`` (0 for the two, 12 for the ace), the suit is ``card & 3`` (clubs, diamonds, hearts,
spades). A card is only an int, so that hands are ranked and decks counted as fast as plain Python allows; the
type `Card` keeps other ints out where mypy looks, and the parsing here keeps other texts out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NewType, SupportsIndex, overload

Card = NewType("Card", int)

RANKS = "23456789TJQKA"
SUITS = "cdhs"

_SYMBOLS = "♣♦♥♠"
_NAMES = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
_TEXTS = tuple(rank + suit for rank in RANKS for suit in SUITS)
_BY_TEXT = {text: Card(number) for number, text in enumerate(_TEXTS)}
_BY_TEXT |= {text.replace("T", "10"): card for text, card in _BY_TEXT.items()}


def rank_of(card: Card) -> int:
    """The rank, from 0 (two) to 12 (ace).

    >>> rank_of(parse_card("Ts"))
    8
    """
    return card >> 2


def suit_of(card: Card) -> int:
    """The suit, from 0 to 3: clubs, diamonds, hearts, spades.

    >>> suit_of(parse_card("Ts"))
    3
    """
    return card & 3


def parse_card(text: str) -> Card:
    """The card written as a rank of 23456789TJQKA, 10 for T too, and a suit of cdhs; anything else is a ValueError.

    >>> parse_card("2c"), parse_card("As"), parse_card("10s") == parse_card("Ts")
    (0, 51, True)
    >>> parse_card("1s")
    Traceback (most recent call last):
    ValueError: '1s' is not a card: write a rank of 23456789TJQKA and a suit of cdhs, such as 'As'.
    """
    card = _BY_TEXT.get(text)
    if card is None:
        wanted = f"write a rank of {RANKS} and a suit of {SUITS}, such as 'As'"
        raise ValueError(f"{text!r} is not a card: {wanted}.")
    return card


def show_card(card: Card) -> str:
    """The card as `parse_card` reads it.

    >>> show_card(parse_card("Qh"))
    'Qh'
    """
    return _TEXTS[_checked(card)]


class Cards(tuple[Card, ...]):
    """Cards in an order: a plain tuple that prints as cards, and so do its slices.

    >>> parse_cards("As Kd 2c")[:2], list(parse_cards("As Kd"))
    (As Kd, [51, 45])
    """

    __slots__ = ()

    @overload
    def __getitem__(self, at: SupportsIndex) -> Card: ...

    @overload
    def __getitem__(self, at: slice) -> Cards: ...

    def __getitem__(self, at: SupportsIndex | slice) -> Card | Cards:
        return Cards(super().__getitem__(at)) if isinstance(at, slice) else super().__getitem__(at)

    def __repr__(self) -> str:
        return show_cards(self) or "no cards"


_RUN = re.compile(f"((?:10|[{RANKS}])+)([{SUITS}])")
_RUNS = re.compile(f"(?:{_RUN.pattern})+")


def parse_cards(text: str) -> Cards:
    """Cards in the order written, blanks between them or none; ranks in a row have the suit that follows them.

    A card may stand twice (ask `distinct` where it may not).

    >>> parse_cards("As Kd 2c"), parse_cards("AKs9h104d")
    (As Kd 2c, As Ks 9h Td 4d)
    """
    return Cards(card for word in text.split() for card in _runs(word))


def _runs(word: str) -> Iterator[Card]:
    """The cards of a word without blanks; one that is no run is refused whole."""
    if not _RUNS.fullmatch(word):
        yield parse_card(word)
        return
    for ranks, suit in _RUN.findall(word):
        yield from (parse_card(rank + suit) for rank in ranks.replace("10", "T"))


def show_cards(cards: Iterable[Card]) -> str:
    """The cards as `parse_cards` reads them.

    >>> show_cards(parse_cards("As Kd"))
    'As Kd'
    """
    return " ".join(show_card(card) for card in cards)


def pretty(card: Card) -> str:
    """The card with the sign of its suit, for people to read.

    >>> pretty(parse_card("As"))
    'A♠'
    """
    return RANKS[_checked(card) >> 2] + _SYMBOLS[card & 3]


def rank_name(rank: int) -> str:
    """The English name of a rank.

    >>> rank_name(12), rank_name(0)
    ('ace', 'two')
    """
    if not 0 <= rank < len(_NAMES):
        raise ValueError(f"{rank!r} is not a rank: ranks run from 0 (two) to 12 (ace).")
    return _NAMES[rank]


def rank_plural(rank: int) -> str:
    """The English name of several cards of a rank.

    >>> rank_plural(4), rank_plural(12)
    ('sixes', 'aces')
    """
    name = rank_name(rank)
    return name + ("es" if name.endswith("x") else "s")


def _checked(card: Card) -> Card:
    """The card itself; unchecked, a negative int would count from the end and be shown as another card."""
    if not 0 <= card < len(_TEXTS):
        raise ValueError(f"{card!r} is not a card: cards run from 0 (2c) to 51 (As).")
    return card


# ---- The 52 cards, the cut, and the question whether any card stands twice ---------------------------------


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
