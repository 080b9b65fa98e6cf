"""An award off a meter among several hands, some of which have an award of their own that may be more."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Division(NamedTuple):
    """Among how many an award is divided, and the most that the own award of one of them is."""

    ways: int
    most: int


def divided(whole: int, owns: Iterable[int]) -> Division:
    """Whoever would be paid more without the award does not share in it, the best paid first.

    >>> divided(100_000, [0, 0]), divided(100_000, [0, 60_000]), divided(100_000, [500_000])
    (Division(ways=2, most=0), Division(ways=1, most=0), Division(ways=0, most=0))
    """
    left = sorted(owns)
    while left and left[-1] > whole // len(left):
        left = [own for own in left if own < left[-1]]
    return Division(len(left), left[-1] if left else 0)


def at_most(key: str) -> str:
    """Where a round keeps the most that the own award of one who shares in an award is.

    >>> at_most("100% of main")
    '100% of main, own award at most'
    """
    return f"{key}, own award at most"
