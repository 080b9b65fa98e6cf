"""How words and cards are laid out in 64 bits; it stands with the kernels, whose machine code holds these numbers.

A round has sixteen words: one for each hand, and the last four for what the system draws. A card is what it adds to its
hand: from the lowest bit upwards its weight, one to the count of its suit, the bit of its rank, and its number.
"""

from __future__ import annotations

WORD, WORDS = 64, 16
MAGIC_CARD, MAGIC_WHICH, LUCKY, LUCKY_WHERE = 12, 13, 14, 15
"""The words for whether a magic card is drawn and which, whether a position is and where."""

STEP = 0x9E3779B97F4A7C15
MIXERS = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))
LAST_SHIFT = 31

FRACTION = 57
assert 52 << FRACTION < 2**63, "a fraction times the cards left fits a signed word"

WEIGHTS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
"""Of each rank: the least at which sums of five, none of them five times the same, are all different."""

SUITS_AT, RANKS_AT, NUMBER_AT = 19, 35, 52
SUIT_BITS = 4
EMPTY = sum(3 << (SUITS_AT + SUIT_BITS * suit) for suit in range(4))
"""Counts of suits start from three, so that the fifth card of one sets the highest bit of its four."""

MOST_WEIGHT = 4 * WEIGHTS[12] + WEIGHTS[11]
assert MOST_WEIGHT < 1 << SUITS_AT
assert RANKS_AT + 13 + 3 < NUMBER_AT, "ranks that stand twice carry no further than to the numbers"
assert 5 * 51 << NUMBER_AT < 2**62
