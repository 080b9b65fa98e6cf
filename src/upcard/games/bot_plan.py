"""What bots of every game put down: the first ante, and how large other wagers are."""

from __future__ import annotations

from collections.abc import Iterator

from upcard.cards import below

DOLLAR = 100
USUAL = 5 * DOLLAR
"""The ante of a table whose house names no minimum."""

ANTES = (1, 1, 2, 3, 5)
SIDES = (DOLLAR, DOLLAR, 2 * DOLLAR, 5 * DOLLAR)


def first_ante(low: int, high: int | None, variant: int, stream: Iterator[int], afford: int | None) -> int:
    """A few times the least ante, in whole dollars where the bounds leave one; the fullest plan stakes the least."""
    least = low if low > 1 or (high is not None and high < USUAL) else USUAL
    times = ANTES[below(len(ANTES), stream)]
    cents = least * (times if variant else 1)
    high = high if afford is None else min(afford, high or afford)
    return cents if high is None else max(low, min(cents, high - high % DOLLAR or high))
