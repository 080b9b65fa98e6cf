"""Statistics of shuffled decks, as standard normal scores: beyond 2.58 either way, chance is rejected at 99%."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cbrt, factorial, sqrt

AT_99, AT_99_99 = 2.576, 3.891

Orders = Sequence[Sequence[int]]


def normal(chi_square: float, freedom: int) -> float:
    """A chi-square as a normal score, by the cube root of Wilson and Hilferty."""
    spread = 2 / (9 * freedom)
    return (cbrt(chi_square / freedom) - (1 - spread)) / sqrt(spread)


def chi_square(counts: Iterable[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


def places(orders: Orders) -> float:
    """Every card in every place equally often."""
    size = len(orders[0])
    counts = Counter((place, card) for order in orders for place, card in enumerate(order))
    expected = len(orders) / size
    found = chi_square((counts[place, card] for place in range(size) for card in range(size)), expected)
    return normal(found, (size - 1) ** 2)


def neighbours(orders: Orders) -> float:
    """Every card followed by every other equally often: what is dealt together is not tied together."""
    size = len(orders[0])
    counts = Counter((one, two) for order in orders for one, two in pairwise(order))
    expected = len(orders) * (size - 1) / (size * (size - 1))
    pairs = [(one, two) for one in range(size) for two in range(size) if one != two]
    return normal(chi_square((counts[pair] for pair in pairs), expected), len(pairs) - 1)


def serial(orders: Orders) -> float:
    """The correlation of each card with the next one; without putting back it is -1/(n-1), not 0."""
    size = len(orders[0])
    mean = (size - 1) / 2
    variance = sum((card - mean) ** 2 for card in range(size)) / size
    sums = [sum((a - mean) * (b - mean) for a, b in pairwise(o)) for o in orders]
    expected = -variance  # that many pairs, each with -1/(n-1) of it
    average = sum(sums) / len(sums)
    spread = sqrt(sum((each - average) ** 2 for each in sums) / (len(sums) - 1) / len(sums))
    return (average - expected) / spread


def runs(orders: Orders) -> float:
    """How often the cards turn from rising to falling or back: (2n - 4) / 3 times on average."""
    size = len(orders[0])
    turns = [sum((o[i] - o[i - 1]) * (o[i + 1] - o[i]) < 0 for i in range(1, size - 1)) for o in orders]
    expected, variance = (2 * size - 4) / 3, (16 * size - 29) / 90
    return (sum(turns) - len(orders) * expected) / sqrt(variance * len(orders))


def gaps(orders: Orders, card: int = 0) -> float:
    """How many decks pass until a card is on top again: geometric, in classes of equal chance as far as they go."""
    size, most = len(orders[0]), 200
    found, since = Counter[int](), 0
    for order in orders:
        if order[0] != card:
            since += 1
            continue
        found[min(since // 20 * 20, most)] += 1
        since = 0
    total, miss = sum(found.values()), 1 - 1 / size
    chances = {start: miss**start - miss ** (start + 20) for start in range(0, most, 20)} | {most: miss**most}
    score = sum((found[start] - total * chance) ** 2 / (total * chance) for start, chance in chances.items())
    return normal(score, len(chances) - 1)


def permutations(orders: Orders) -> float:
    """Every order of a small deck equally often."""
    size = len(orders[0])
    counts = Counter(map(tuple, orders))
    missing = [0] * (factorial(size) - len(counts))
    return normal(chi_square([*counts.values(), *missing], len(orders) / factorial(size)), factorial(size) - 1)
