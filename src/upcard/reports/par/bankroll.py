"""How far a bankroll wanders: the exact outcomes of one round, added to themselves round after round.

Nothing is drawn by chance. The chances of every sum are carried from round to round; sums in floating point are made in
one order, one multiplication and one addition at a time, so that every machine gets the same digits. Sums at a ceiling
or above are kept together there; the ceiling is raised until that leaves the quantiles what they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

ROUNDS = 1000
EVERY = 10
MOST_SUMS = 60_000
LEVELS = (Fraction(5, 100), Fraction(25, 100), Fraction(1, 2), Fraction(75, 100), Fraction(95, 100))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a round may end in: a name, the number of deals behind it, and what the player has won by then."""

    name: str
    deals: int
    net: Fraction


@dataclass(frozen=True, slots=True)
class Fan:
    """Quantiles of what has been won after so many rounds, one row for each level."""

    rounds: tuple[int, ...]
    levels: tuple[Fraction, ...]
    quantiles: tuple[tuple[Fraction, ...], ...]

    def last(self, level: Fraction) -> Fraction:
        return self.quantiles[self.levels.index(level)][-1]


def fan(
    outcomes: Iterable[Outcome], rounds: int = ROUNDS, every: int = EVERY, levels: tuple[Fraction, ...] = LEVELS
) -> Fan | None:
    """The bankroll over so many rounds of one unit each, from nothing, however far it falls; none if it soars too far.

    >>> coin = [Outcome("heads", 1, Fraction(1)), Outcome("tails", 1, Fraction(-1))]
    >>> found = fan(coin, rounds=4, every=2, levels=(Fraction(1, 2), Fraction(95, 100)))
    >>> [[int(won) for won in row] for row in found.quantiles]
    [[0, 0, 0], [0, 2, 4]]
    """
    listed = tuple(outcomes)
    unit = lcm(*(each.net.denominator for each in listed))
    steps: dict[int, int] = {}
    for each in sorted(listed, key=lambda outcome: outcome.net):
        step = int(each.net * unit)
        steps[step] = steps.get(step, 0) + each.deals
    deepest = -min(*steps, 0) * rounds
    ceiling = 2 * max(deepest, rounds)
    while deepest + ceiling < MOST_SUMS:
        found = _carried(steps, rounds, every, levels, deepest, ceiling)
        # Whoever was ever at the ceiling is above every quantile still, however far the other rounds throw back.
        if max(max(row) for row in found) < ceiling - deepest:
            at = (0, *range(every, rounds + 1, every))
            return Fan(at, levels, tuple(tuple(Fraction(each, unit) for each in row) for row in found))
        ceiling *= 2
    return None


def _carried(
    steps: dict[int, int], rounds: int, every: int, levels: tuple[Fraction, ...], deepest: int, ceiling: int
) -> list[list[int]]:
    """The quantiles after every so many rounds, with sums from the deepest fall up to a ceiling."""
    deals = sum(steps.values())
    chances = np.zeros(deepest + ceiling + 1)
    chances[deepest] = 1.0
    found = [_quantiles(chances, levels, deepest)]
    for played in range(1, rounds + 1):
        chances = _after(chances, steps, deals)
        if played % every == 0:
            found.append(_quantiles(chances, levels, deepest))
    return [list(row) for row in zip(*found, strict=True)]


def _after(chances: NDArray[np.float64], steps: dict[int, int], deals: int) -> NDArray[np.float64]:
    """One more round; what goes through the ceiling is kept at it."""
    after = np.zeros_like(chances)
    for step, times in steps.items():
        part = chances * (times / deals)
        if step > 0:
            after[step:] += part[:-step]
            after[-1] += np.cumsum(part[-step:])[-1]
        elif step < 0:
            after[:step] += part[-step:]
        else:
            after += part
    return after


def _quantiles(chances: NDArray[np.float64], levels: tuple[Fraction, ...], deepest: int) -> list[int]:
    """The least sums that are not exceeded so often."""
    below = np.cumsum(chances)
    return [int(np.searchsorted(below, float(level) - 1e-9)) - deepest for level in levels]
