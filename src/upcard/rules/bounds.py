"""What a house takes upon itself: the most on each side wager, and the most that a round could come to cost."""

from __future__ import annotations

from collections.abc import Mapping

from upcard.rules.election import Elections
from upcard.units import show_dollars

MOST_OWED = 10**11
"""Cents: a thousand million dollars, the most that a round may come to cost, whatever a house elects. A tenth of what
an account may owe, so that what is taken can be paid."""

MOST_ODDS = 1_000_000
"""To 1: beyond what would be fair on a royal flush."""


def posted_maxima(house: Elections, offered: Mapping[str, bool]) -> dict[str, int]:
    """The most that the house takes on each side wager that may have such a maximum, in cents, where it has one."""
    found: dict[str, int] = {}
    for wager, on_offer in offered.items():
        most = house.cents(f"{wager}_maximum")
        if most is None:
            continue
        if not on_offer:
            raise house.error(f"{wager}_maximum", f"the {wager.replace('_', ' ')} wager is not offered")
        if most <= 0:
            raise house.error(f"{wager}_maximum", "a maximum is more than nothing")
        found[wager] = most
    return found


def liability_limit(house: Elections) -> int | None:
    """The most that the wagers of a round may come to cost the tray, in cents."""
    limit = house.cents("liability_limit")
    if limit is not None and limit <= 0:
        raise house.error("liability_limit", "a limit is more than nothing")
    return limit


def check_least(house: Elections, least: int, limit: int | None) -> None:
    """A limit must leave room for the smallest wager, which could come to cost so much."""
    if least > most_owed(limit):
        field = "minimum" if limit is None or least > MOST_OWED else "liability_limit"
        raise house.error(field, f"the smallest ante alone could come to cost {show_dollars(least)}")


def most_owed(limit: int | None) -> int:
    """The most that the wagers of a round may come to cost where a house has elected that limit, or none."""
    return MOST_OWED if limit is None else min(limit, MOST_OWED)
