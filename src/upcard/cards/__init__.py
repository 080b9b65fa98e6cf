"""Cards, the deck, the ranking of hands and the shuffle: the floor under every game.

In come texts ("As Kd"), cards and bytes; out go cards, orders and the value of a hand. Nothing here knows a
game, a law or money, and nothing reads a clock or a random source: a shuffle uses the bytes that it is given.

A card is an int from 0 to 51, written as rank and suit:

    >>> hand = parse_cards("As Ad Kh Ks 2c")
    >>> show_cards(hand), pretty(hand[0])
    ('As Ad Kh Ks 2c', 'A♠')

A hand's value is an int: higher beats lower, equal ties, and the value alone can be asked what it is:

    >>> value = rank_five(hand)
    >>> category(value).key, describe(value)
    ('two_pair', 'two pair, aces and kings')
    >>> value > rank_five(parse_cards("Qs Qd Jh Js Ac")), ace_king_or_better(value)
    (True, True)
    >>> describe(best_of_six(parse_cards("As Ad Kh Ks 2c Kc")))
    'full house, kings over aces'

A deck is spread, shuffled and cut; the same bytes give the same order:

    >>> order = cut(shuffle(DECK, byte_stream(b"table 1")), 20)
    >>> len(order), distinct(order), order == cut(shuffle(DECK, byte_stream(b"table 1")), 20)
    (52, True, True)

Wrong texts and wrong numbers of cards are a ValueError; bytes that run out are an EOFError.
"""

from upcard.cards.card import (
    DECK,
    RANKS,
    SUITS,
    Card,
    Cards,
    cut,
    distinct,
    parse_card,
    parse_cards,
    pretty,
    rank_name,
    rank_of,
    rank_plural,
    show_card,
    show_cards,
    suit_of,
)
from upcard.cards.hand import (
    Category,
    ace_king_or_better,
    best_of_six,
    category,
    describe,
    pair_rank,
    rank_five,
)
from upcard.cards.shuffle import below, byte_stream, shuffle

__all__ = [
    "DECK",
    "RANKS",
    "SUITS",
    "Card",
    "Cards",
    "Category",
    "ace_king_or_better",
    "below",
    "best_of_six",
    "byte_stream",
    "category",
    "cut",
    "describe",
    "distinct",
    "pair_rank",
    "parse_card",
    "parse_cards",
    "pretty",
    "rank_five",
    "rank_name",
    "rank_of",
    "rank_plural",
    "show_card",
    "show_cards",
    "shuffle",
    "suit_of",
]
