"""What the tray could come to owe at most on wagers that lie on a table, whatever cards are dealt.

A bound, and named as one: each seat is given the hand that costs most, as far as one deck has such hands for all of
them. A deck makes one royal flush in each suit, and in thirteen cards of a suit no third straight flush is left beside
two. With bets alone the bound is met. What comes off a meter is no debt of the tray: the meter holds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from upcard.cards import Category
from upcard.units import show_dollars

ROYALS = 4
"""Royal flushes in a deck."""
SUITED = 8
"""Straight flushes, royal ones among them, that one deck can deal at once: two in each suit."""

Costs = Mapping[Category, int]
"""What a seat is paid for each hand, in cents."""


def most_owed(seats: Iterable[Costs]) -> int:
    """The most that these seats can be paid together, in cents."""
    best = {(0, 0): 0}
    """By royal flushes and by straight flushes, royal ones among them, that were given out."""
    for costs in seats:
        other = max((cents for hand, cents in costs.items() if hand < Category.STRAIGHT_FLUSH), default=0)
        royal, straight = costs.get(Category.ROYAL_FLUSH, 0), costs.get(Category.STRAIGHT_FLUSH, 0)
        after: dict[tuple[int, int], int] = {}
        for (royals, suited), cents in best.items():
            for at, more in (
                ((royals, suited), other),
                ((royals, suited + 1), straight),
                ((royals + 1, suited + 1), royal),
            ):
                if at[0] <= ROYALS and at[1] <= SUITED:
                    after[at] = max(after.get(at, 0), cents + more)
        best = after
    return max(best.values())


def too_much(owed: int, limit: int) -> str:
    """Why a wager is not taken that would have the table owe too much."""
    return (
        f"the wagers on the table could come to cost {show_dollars(owed)}, and the house has elected"
        f" {show_dollars(limit)} as the most"
    )


def largest(low: int, high: int, fits: Callable[[int], bool]) -> int | None:
    """The largest amount from `low` to `high` that fits, where every smaller one does; None where none does."""
    if high < low or not fits(low):
        return None
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    return low
