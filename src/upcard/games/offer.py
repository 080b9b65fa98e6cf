"""A wager that a table takes: its bounds before anything lies there, its rule, and the words for its limits."""

from __future__ import annotations

from typing import NamedTuple

from upcard.number_format import money


class Offer(NamedTuple):
    """What may be put down as a wager, in cents."""

    wager: str
    rule: str | None
    low: int | None = None
    high: int | None = None
    amounts: tuple[int, ...] | None = None
    """The only amounts that are taken."""
    any_amount: str = "Any amount"
    """What is said in the place of bounds."""
    also: str = ""
    """What is said of its limits besides."""
    instead: str = ""
    """What is said in the place of all that."""


def bounds_said(low: int, high: int | None) -> str:
    """
    >>> bounds_said(500, 3300), bounds_said(1, None), bounds_said(1, 10000)
    ('$5 to $33', 'any amount', 'up to $100')
    """
    if high is None:
        return f"from {money(low)}" if low > 1 else "any amount"
    return f"{money(low)} to {money(high)}" if low > 1 else f"up to {money(high)}"
