"""Counter-based chance: round i of a seed has its cards whoever deals it, when, and in which order.

A seed becomes a key of 64 bits. Word w of round i is the key plus `16 i + w` steps, well mixed (SplitMix64), so that
any round can be dealt without those before it. A word gives a hand: its upper 57 bits are a fraction that is multiplied
by the cards left, and whole part after whole part draws five cards. The fraction is finer than the orders of five cards
by four hundred million, and by no more than that one part is any of them dealt too often or too seldom.

This is the plain telling of what the kernels do fast; the check of a simulation deals its rounds from here.

>>> key = key_of("friday")
>>> hands(key, 7, 2) == hands(key, 7, 2), hands(key, 7, 2) == hands(key, 8, 2)
(True, False)
"""

from __future__ import annotations

from hashlib import sha256

from upcard.cards import Card
from upcard.simulate import kernels as layout
from upcard.simulate.kernels import FRACTION, WORD

MOST_ROUNDS = 2**58
"""Of a seed: the counter has 64 bits and a round takes sixteen of its steps."""

ORDER = tuple(Card(number) for number in range(52))
"""How the deck lies before every round."""

HAND = 5
_ALL = (1 << WORD) - 1


def key_of(seed: str) -> int:
    """The key of a seed, which may be any text."""
    return int.from_bytes(sha256(seed.encode()).digest()[:8], "big")


def word(key: int, round: int, place: int) -> int:
    """One word of a round."""
    mixed = key + (round * layout.WORDS + place) * layout.STEP & _ALL
    for shift, factor in layout.MIXERS:
        mixed = (mixed ^ mixed >> shift) * factor & _ALL
    return mixed ^ mixed >> layout.LAST_SHIFT


def cards(key: int, round: int, many: int) -> tuple[Card, ...]:
    """The first cards of a round, in the order in which they lie."""
    deck = list(ORDER)
    for place in range(many):
        if place % HAND == 0:
            fraction = word(key, round, place // HAND) >> WORD - FRACTION
        fraction *= len(deck) - place
        drawn = place + (fraction >> FRACTION)
        fraction &= (1 << FRACTION) - 1
        deck[place], deck[drawn] = deck[drawn], deck[place]
    return tuple(deck[:many])


def hands(key: int, round: int, many: int) -> tuple[tuple[Card, ...], ...]:
    """Hands of five; at a table the last one is the dealer's, whose last card lies face up."""
    dealt = cards(key, round, HAND * many)
    return tuple(dealt[HAND * hand : HAND * (hand + 1)] for hand in range(many))


def threshold(numerator: int, denominator: int) -> int:
    """The highest word at which something of that probability happens: one too many in 2^64 at the most."""
    assert 0 < numerator <= denominator
    return max((numerator << WORD) // denominator, 1) - 1


def below(drawn: int, many: int) -> int:
    """A whole number below `many` from a word."""
    return (drawn >> WORD - FRACTION) * many >> FRACTION


def draws(key: int, round: int, chances: dict[str, tuple[int, int]], positions: int) -> tuple[Card | None, int | None]:
    """The magic card and the place of the lucky hand, where they are drawn: places count from 0, the dealer's last."""
    magic, lucky = None, None
    if "magic_card" in chances and word(key, round, layout.MAGIC_CARD) <= threshold(*chances["magic_card"]):
        magic = Card(below(word(key, round, layout.MAGIC_WHICH), len(ORDER)))
    if "lucky" in chances and word(key, round, layout.LUCKY) <= threshold(*chances["lucky"]):
        lucky = below(word(key, round, layout.LUCKY_WHERE), positions)
    return magic, lucky
