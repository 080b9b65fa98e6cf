"""The lowest hand that counts as one, by its name, such as the hand with which a dealer qualifies."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from upcard.cards.card import Card, rank_name, rank_plural
from upcard.cards.hand import Category, rank_five

ANY_HAND = "any hand"

_KINDS = {kind.words: kind << 20 for kind in Category if Category.PAIR <= kind <= Category.STRAIGHT}
_PAIRS = {f"pair of {rank_plural(rank)}": Category.PAIR << 20 | rank << 16 for rank in range(13)}
_RANKS = {rank_name(rank): rank for rank in range(13)}


@cache
def high_cards() -> tuple[int, ...]:
    """The value of every hand of a high card, lowest first.

    >>> len(high_cards())
    1277
    """
    fives = (rank_five([Card(rank << 2 | (at == 0)) for at, rank in enumerate(five)])
             for five in combinations(range(13), 5))  # fmt: skip
    return tuple(sorted(value for value in fives if value < Category.PAIR << 20))


@cache
def lowest_value(name: str) -> int:
    """The value from which on a hand is one of that name or better; 0 for any hand.

    >>> from upcard.cards.card import parse_cards
    >>> lowest_value("ace-queen") <= rank_five(parse_cards("As Qd 4h 3c 2c")) < lowest_value("ace-king")
    True
    >>> rank_five(parse_cards("4s 4d 3h 2c 5c")) < lowest_value("pair of fives") < lowest_value("two pair")
    True
    >>> lowest_value("queen-ace")
    Traceback (most recent call last):
    ValueError: no hand of a high card begins with queen-ace
    """
    if name == ANY_HAND:
        return 0
    if name in _KINDS or name in _PAIRS:
        return _KINDS.get(name) or _PAIRS[name]
    ranks = [_RANKS.get(each, -1) for each in name.split("-")]
    if min(ranks) < 0:
        examples = ", ".join(_KINDS)
        raise ValueError(f"{name!r} is none of {ANY_HAND}, high cards such as ace-king, pair of fours, {examples}")
    beside, downwards = 5 - len(ranks), sorted(set(ranks), reverse=True)
    forced = [*ranks, *reversed(range(beside))] if ranks[-1] == beside or not beside else []
    if downwards != ranks or beside < 0 or ranks[-1] < beside or _straight(forced):
        raise ValueError(f"no hand of a high card begins with {name}")
    value = 0
    for rank in (*ranks, *[0] * beside):
        value = value << 4 | rank
    return value


def _straight(ranks: list[int]) -> bool:
    """Whether five ranks follow each other, an ace below the two too."""
    return len(ranks) == 5 and (ranks[0] - ranks[4] == 4 or ranks == [12, 3, 2, 1, 0])


def or_better(name: str) -> str:
    """What is at least that hand, in words.

    >>> or_better("ace-king"), or_better("pair of fours"), or_better("any hand")
    ('ace-king or better', 'a pair of fours or better', 'any hand')
    """
    if name == ANY_HAND:
        return name
    return f"{'a ' if name in _PAIRS or name in ('pair', 'straight') else ''}{name} or better"
