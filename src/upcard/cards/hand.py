"""Poker hands: five cards, or the best five of six, as one int that compares.

A value is ``category << 20`` and below it five ranks of four bits, the deciding one first: for a full house
the three then the pair, for a pair the pair then the side cards downwards, for a straight only its highest
card. Higher beats lower, equal is a tie, and `describe` needs nothing but the value. The ace is low in
5-4-3-2-A and nowhere else.

Speed: each rank weighs a power of five, so the sum of the weights names the ranks held (none is held more
than four times) and one lookup gives the value. The lookups fill themselves, so importing stays quick: a hand
is worked out the first time its ranks are seen, and every possible hand makes under 26,000 small entries.
"""

from collections.abc import Collection
from enum import IntEnum, unique
from itertools import combinations

from upcard.cards.card import Card, rank_name, rank_plural

ACE, KING, FIVE = 12, 11, 3


@unique
class Category(IntEnum):
    """The kinds of hand, lowest first."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def key(self) -> str:
        """The name as pay tables write it.

        >>> Category.ROYAL_FLUSH.key
        'royal_flush'
        """
        return self.name.lower()

    @property
    def words(self) -> str:
        """The name as people write it.

        >>> Category.ROYAL_FLUSH.words
        'royal flush'
        """
        return self.key.replace("_", " ")


_WEIGHT = tuple(5 ** (card >> 2) for card in range(52))

# Sum of weights -> value.
_suited: dict[int, int] = {}
_unsuited: dict[int, int] = {}
_unsuited_six: dict[int, int] = {}


def rank_five(cards: Collection[Card]) -> int:
    """The value of exactly five cards; that no card stands twice is the caller's promise (see `distinct`).

    >>> from upcard.cards.card import parse_cards
    >>> rank_five(parse_cards("2c 2d 3h 4s 5c")) > rank_five(parse_cards("Ac Kd Qh Js 9c"))
    True
    """
    try:
        a, b, c, d, e = cards
    except ValueError:
        raise ValueError(f"a hand to rank has five cards, not {len(cards)}.") from None
    weight = _WEIGHT[a] + _WEIGHT[b] + _WEIGHT[c] + _WEIGHT[d] + _WEIGHT[e]
    suited = a & 3 == b & 3 == c & 3 == d & 3 == e & 3
    try:
        return _suited[weight] if suited else _unsuited[weight]
    except KeyError:
        return _learn(weight, suited)


def best_of_six(cards: Collection[Card]) -> int:
    """The value of the best five among exactly six cards; that no card stands twice is the caller's promise.

    >>> from upcard.cards.card import parse_cards
    >>> describe(best_of_six(parse_cards("As 2d 3h 4s 5c 6c")))
    'straight, six high'
    """
    try:
        a, b, c, d, e, f = cards
    except ValueError:
        raise ValueError(f"the best five are chosen from six cards, not {len(cards)}.") from None
    # Five of six in one suit: either the first two share it and three of the rest do, or all the rest do.
    # (Four of one suit behind two odd ones come along; they only take the longer way to the same answer.)
    suit = a & 3
    if suit == b & 3:
        flush = (suit == c & 3) + (suit == d & 3) + (suit == e & 3) + (suit == f & 3) >= 3
    else:
        flush = c & 3 == d & 3 == e & 3 == f & 3
    if flush:
        return max(map(rank_five, combinations((a, b, c, d, e, f), 5)))
    # Otherwise the ranks alone decide.
    weight = _WEIGHT[a] + _WEIGHT[b] + _WEIGHT[c] + _WEIGHT[d] + _WEIGHT[e] + _WEIGHT[f]
    try:
        return _unsuited_six[weight]
    except KeyError:
        return _learn_six(weight)


_KINDS = tuple(Category)


def category(value: int) -> Category:
    """The kind of hand that a value stands for.

    >>> from upcard.cards.card import parse_cards
    >>> category(rank_five(parse_cards("Tc Jc Qc Kc Ac"))).key
    'royal_flush'
    """
    return _KINDS[value >> 20]


def pair_rank(value: int) -> int:
    """The rank of the pair in a hand that is one pair; any other hand is a ValueError.

    >>> from upcard.cards.card import parse_cards
    >>> pair_rank(rank_five(parse_cards("6c 6d 3h 4s 5c")))
    4
    """
    if category(value) is not Category.PAIR:
        raise ValueError(f"only a hand of one pair has a pair rank, not {describe(value)}.")
    return value >> 16 & 15


def ace_king_or_better(value: int) -> bool:
    """Whether the hand is a pair or better, or holds both an ace and a king.

    >>> from upcard.cards.card import parse_cards
    >>> [ace_king_or_better(rank_five(parse_cards(hand))) for hand in ("As Kd 4h 3c 2c", "As Qd Jh Tc 9c")]
    [True, False]
    """
    return value >= _LEAST_ACE_KING


def describe(value: int) -> str:
    """The hand in English.

    >>> from upcard.cards.card import parse_cards
    >>> for hand in ("9s 8s 7s 6s 5s", "Kc Kd Kh 2s 2c", "9c 9d Ah Ks Qc", "Ac Kd 7h 4s 2c"):
    ...     print(describe(rank_five(parse_cards(hand))))
    straight flush, nine high
    full house, kings over twos
    pair of nines
    ace-king high
    """
    kind = category(value)
    first, second = value >> 16 & 15, value >> 12 & 15
    match kind:
        case Category.ROYAL_FLUSH:
            return "royal flush"
        case Category.STRAIGHT_FLUSH | Category.FLUSH | Category.STRAIGHT:
            return f"{_spoken(kind)}, {rank_name(first)} high"
        case Category.FOUR_OF_A_KIND | Category.THREE_OF_A_KIND:
            return f"{_spoken(kind)}, {rank_plural(first)}"
        case Category.FULL_HOUSE:
            return f"full house, {rank_plural(first)} over {rank_plural(second)}"
        case Category.TWO_PAIR:
            return f"two pair, {rank_plural(first)} and {rank_plural(second)}"
        case Category.PAIR:
            return f"pair of {rank_plural(first)}"
        case Category.HIGH_CARD:
            return f"{rank_name(first)}-{rank_name(second)} high"


def _spoken(kind: Category) -> str:
    return kind.key.replace("_", " ")


def _learn(weight: int, suited: bool) -> int:
    value = _value(_groups(weight, 5), suited)
    (_suited if suited else _unsuited)[weight] = value
    return value


def _learn_six(weight: int) -> int:
    """The best of six without a flush: leave out one card of each rank in turn."""
    fives = [weight - 5**rank for _, rank in _groups(weight, 6)]
    value = max(_unsuited.get(five) or _learn(five, suited=False) for five in fives)
    _unsuited_six[weight] = value
    return value


def _groups(weight: int, size: int) -> list[tuple[int, int]]:
    """The (count, rank) pairs behind a sum of weights: most numerous first, then highest first."""
    groups = []
    for rank in range(13):
        weight, count = divmod(weight, 5)
        if count:
            groups.append((count, rank))
    # A fifth card of one rank carries into the next digit, which leaves fewer cards than were weighed.
    if weight or sum(count for count, _ in groups) != size:
        raise ValueError("no deck has five cards of one rank.")
    return sorted(groups, reverse=True)


_BY_COUNTS = {
    (4, 1): Category.FOUR_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (2, 2, 1): Category.TWO_PAIR,
    (2, 1, 1, 1): Category.PAIR,
}


def _value(groups: list[tuple[int, int]], suited: bool) -> int:
    """The value of five cards, worked out the plain way."""
    ranks = [rank for _, rank in groups]
    if len(ranks) < 5:
        if suited:
            raise ValueError("one suit has no two cards of one rank.")
        return _encode(_BY_COUNTS[tuple(count for count, _ in groups)], ranks)
    straight_high = None
    if ranks == [ACE, FIVE, 2, 1, 0]:
        straight_high = FIVE
    elif ranks[0] - ranks[4] == 4:
        straight_high = ranks[0]
    if straight_high is None:
        return _encode(Category.FLUSH if suited else Category.HIGH_CARD, ranks)
    if not suited:
        return _encode(Category.STRAIGHT, [straight_high])
    return _encode(Category.ROYAL_FLUSH if straight_high == ACE else Category.STRAIGHT_FLUSH, [straight_high])


def _encode(kind: Category, ranks: list[int]) -> int:
    value = int(kind)
    for rank in (ranks + [0] * 5)[:5]:
        value = value << 4 | rank
    return value


# Every ace-king hand is at or above this, and so is every pair; ace-queen and all below it are under.
_LEAST_ACE_KING = _encode(Category.HIGH_CARD, [ACE, KING])
