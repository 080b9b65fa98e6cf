"""Wagers on five cards alone: every table of odds 'to 1' or 'for 1', priced over all the hands of a deck.

>>> from upcard.rules.caribbean_stud import caribbean_stud
>>> bonus = bonus_wager(caribbean_stud("ma", {"bonus": "A"}).bonus)
>>> bonus.deals, bonus.counts["pair"], bonus.house_edge
(2598960, 422400, Fraction(1347, 43316))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import msgspec

from upcard.cards import DECK, RANKS, Card, Category, category, pair_rank, rank_five, rank_of, rank_plural, suit_of
from upcard.exact.priced_wager import NONE, PricedLine, PricedWager, moments
from upcard.number_format import title
from upcard.rules.caribbean_stud import BonusTable
from upcard.units import For, To

# ------------------------------------------------------------------------------------------------ the hands


class Hands(msgspec.Struct, frozen=True):
    """How many hands of five cards make each category, and pairs by their rank."""

    counts: dict[Category, int]
    pairs: dict[int, int]

    @property
    def deals(self) -> int:
        return sum(self.counts.values())

    def of(self, hand: Category, lowest_pair: int = 0) -> int:
        """The hands of a category; of pairs only those of that rank or higher."""
        if hand is not Category.PAIR:
            return self.counts[hand]
        return sum(count for rank, count in self.pairs.items() if rank >= lowest_pair)

    def mean(self, brings: Mapping[Category, Fraction]) -> Fraction:
        """What a hand brings in the mean, from what each category does; the others bring nothing."""
        return sum((self.of(hand) * each for hand, each in brings.items()), Fraction(0)) / self.deals


def rank_lists(size: int) -> list[tuple[int, ...]]:
    """Every choice of so many ranks, each at most four times."""
    lists = combinations_with_replacement(range(len(RANKS)), size)
    return [ranks for ranks in lists if max(map(ranks.count, ranks), default=0) <= 4]


def plain_value(ranks: Sequence[int]) -> int:
    """The value of five ranks that are not of one suit.

    >>> plain_value([12, 11, 10, 9, 8]) < plain_value([0, 0, 0, 0, 1])
    True
    """
    # The n-th card of a rank is of the n-th suit; the last card steps aside by one, which parts five ranks.
    suits = [ranks[:at].count(rank) + (at == 4 and rank not in ranks[:4]) for at, rank in enumerate(ranks)]
    return rank_five([Card(rank << 2 | suit) for rank, suit in zip(ranks, suits, strict=True)])


@cache
def _shapes() -> tuple[tuple[tuple[tuple[int, int], ...], int], ...]:
    """Every way to hold five ranks, as (rank, how many) pairs, with the value that it has when it is no flush."""
    return tuple((tuple(Counter(ranks).items()), plain_value(ranks)) for ranks in rank_lists(5))


def hands_from(cards: Iterable[Card]) -> Hands:
    """All hands of five from these cards, counted by ranks and then corrected for the suited ones."""
    deck = frozenset(cards)
    held = Counter(rank_of(card) for card in deck)
    counts: Counter[Category] = Counter()
    pairs: Counter[int] = Counter()
    for shape, value in _shapes():
        if ways := prod(comb(held[rank], count) for rank, count in shape):
            counts[category(value)] += ways
            if category(value) is Category.PAIR:
                pairs[pair_rank(value)] += ways
    for suit in range(4):
        for five in combinations(sorted(card for card in deck if suit_of(card) == suit), 5):
            suited = category(rank_five(five))
            straight = suited in (Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)
            counts[Category.STRAIGHT if straight else Category.HIGH_CARD] -= 1
            counts[suited] += 1
    ranked = {hand: counts[hand] for hand in sorted(Category, reverse=True)}
    return Hands(ranked, {rank: pairs[rank] for rank in sorted(pairs, reverse=True)})


@cache
def all_hands() -> Hands:
    """All 2,598,960 hands of a whole deck."""
    return hands_from(DECK)


# ------------------------------------------------------------------------------------------------ the price


def given_back(odds: To | For) -> int | Fraction:
    """What a win puts into the player's hand for each unit: 'to 1' the stake too, 'for 1' only the payment."""
    return odds.ratio + 1 if isinstance(odds, To) else odds.ratio


def side_wager(lines: Mapping[Category, To | For], lowest_pair: int = 0, rule: str = "") -> PricedWager:
    """The price of a table of odds, whose line for a pair may begin at a rank above the two.

    >>> side_wager({Category.ROYAL_FLUSH: For(649_740)}).house_edge
    Fraction(0, 1)
    """
    hands = all_hands()
    counts = {hand: hands.of(hand, lowest_pair) for hand in lines}
    return by_category(counts, hands.deals, lines, lowest_pair, rule)


def paid_hand(key: str, lowest_pair: int) -> str:
    """The name of a hand that is paid; pairs may begin at a rank above the two.

    >>> paid_hand("two_pair", 8), paid_hand("pair", 8), paid_hand("pair", 0)
    ('Two pair', 'Pair, tens or better', 'Pair')
    """
    return title(key) + (f", {rank_plural(lowest_pair)} or better" if key == "pair" and lowest_pair else "")


def by_category(
    counts: Mapping[Category, int],
    deals: int,
    lines: Mapping[Category, To | For],
    lowest_pair: int = 0,
    rule: str = "",
) -> PricedWager:
    """The price of odds by category, where `counts` says in how many of the deals each is the one that counts."""
    paid = {hand: counts[hand] for hand in sorted(lines, reverse=True)}
    missed = deals - sum(paid.values())
    found = moments([*((count, given_back(lines[hand])) for hand, count in paid.items()), (missed, 0)])
    return PricedWager(
        deals=deals,
        counts={**{hand.key: count for hand, count in paid.items()}, NONE: missed},
        lines=(
            *(PricedLine.of(paid_hand(hand.key, lowest_pair), str(lines[hand]), rule, count, deals,
                            given_back(lines[hand])) for hand, count in paid.items()),
            PricedLine.of("Anything else", "lost", "", missed, deals, 0),
        ),
        hit_frequency=1 - Fraction(missed, deals),
        return_=found.mean,
        variance=found.variance,
    )  # fmt: skip


def bonus_wager(table: BonusTable) -> PricedWager:
    """The price of a bonus table, which pays from its lowest pair upwards."""
    return side_wager(table.lines, table.lowest_pair, "bonus_tables")
