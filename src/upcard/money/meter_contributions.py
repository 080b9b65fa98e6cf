"""The wagers that feed a meter: what each adds, in the order of the seats, and what a void hand takes back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from upcard.money import account
from upcard.money.contribution import Contribution, fed
from upcard.money.link import Link
from upcard.money.transfer import Transfer, Transfers


class MeterContribution(NamedTuple):
    """What the wager of one seat has added to one level, and in which era of it."""

    seat: int
    jackpot: str
    level: str
    cents: int
    contribution: Contribution
    era: int


def feed(link: Link, balances: Mapping[str, int], wagers: Iterable[tuple[int, int]]) -> tuple[MeterContribution, ...]:
    """The contributions of wagers, by seat and cents, to every level of a jackpot."""
    found = []
    amounts = {name: balances.get(account.meter(link.name, name), 0) for name in link.tiers}
    for seat, cents in wagers:
        for name, tier in link.tiers.items():
            added = fed(tier.level, amounts[name], cents)
            amounts[name] += added.meter
            found.append(MeterContribution(seat, link.name, name, cents, added, tier.era))
    return tuple(found)


def moved_in(contributions: Iterable[MeterContribution], source: str = account.HOUSE) -> Transfers:
    """The house owes what a meter shows: a contribution is its debt, whatever lies in the tray."""
    found = []
    for one in contributions:
        if one.contribution.meter:
            found.append(Transfer(source, account.meter(one.jackpot, one.level), one.contribution.meter))
        if one.contribution.reserve:
            found.append(Transfer(source, account.reserve(one.jackpot, one.level), one.contribution.reserve))
    return tuple(found)


def moved_back(
    contributions: Iterable[MeterContribution], links: Mapping[str, Link], balances: Mapping[str, int]
) -> Transfers:
    """The reversal of contributions.

    What a full award has carried off since stays with its winner, or waits with it; and a meter gives back no more than
    it holds.
    """
    found = []
    left: dict[str, int] = {}
    for one in contributions:
        if links[one.jackpot].tiers[one.level].era != one.era:
            continue
        for name, micros in (
            (account.meter(one.jackpot, one.level), one.contribution.meter),
            (account.reserve(one.jackpot, one.level), one.contribution.reserve),
        ):
            held = left.get(name, balances.get(name, 0))
            taken = min(micros, held)
            left[name] = held - taken
            if taken:
                found.append(Transfer(name, account.HOUSE, taken))
    return tuple(found)
