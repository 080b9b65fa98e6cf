"""The wagers that feed a meter: what each adds, in the order of the seats, and what a void hand takes back.

>>> fed(Level(seed=100, rate=500_000, limit=120), micros(100), 100)
Contribution(meter=20000000, reserve=30000000, revenue=0)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from upcard.games.payment import Payment
from upcard.money import account
from upcard.money.link import Link
from upcard.money.transfer import Transfer, Transfers
from upcard.rules.jackpot import Level
from upcard.units import micros


class Contribution(NamedTuple):
    """Where the micros of one wager went: the meter, its reserve, and what the house kept above the limit."""

    meter: int
    reserve: int
    revenue: int


def fed(level: Level, amount: int, cents: int) -> Contribution:
    """The contribution of a wager in cents to a meter that stands at `amount` micros.

    Rates are whole millionths of a wager and a cent has a million micros, so nothing is ever rounded. A meter that is
    above its limit already, because a reserve was poured into it, stays and takes no more.
    """
    full, held = cents * level.rate, cents * level.reserve_rate
    if level.limit is None:
        return Contribution(full, held, 0)
    room = max(0, micros(level.limit) - amount)
    taken = min(full, room)
    over = full - taken
    if level.overflow == "reserve":
        return Contribution(taken, held + over, 0)
    return Contribution(taken, held, over)


class MeterContribution(NamedTuple):
    """What the wager of one seat has added to one level, and in which era of the meter and of its reserve."""

    seat: int
    jackpot: str
    level: str
    cents: int
    contribution: Contribution
    era: int
    fixed: int = 0
    """Cents of fixed awards that had come off the level before."""
    reserve_era: int | None = None
    """Where it is another than the meter's: the award came back, and a later one keeps the reserve that it poured."""

    @property
    def reserved_in(self) -> int:
        return self.era if self.reserve_era is None else self.reserve_era


class Spared(NamedTuple):
    """Micros of void contributions that a meter keeps, since fixed awards had carried them off; which of the round."""

    jackpot: str
    level: str
    micros: int
    awards: tuple[Payment, ...]


def feed(link: Link, balances: Mapping[str, int], wagers: Iterable[tuple[int, int]]) -> tuple[MeterContribution, ...]:
    """The contributions of wagers, by seat and cents, to every level of a jackpot."""
    found = []
    amounts = {name: balances.get(account.meter(link.name, name), 0) for name in link.tiers}
    for seat, cents in wagers:
        for name, tier in link.tiers.items():
            added = fed(tier.level, amounts[name], cents)
            amounts[name] += added.meter
            found.append(MeterContribution(seat, link.name, name, cents, added, tier.era, tier.fixed))
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


NOTHING_FIXED: Mapping[str, int] = {}


def moved_back(
    contributions: Iterable[MeterContribution],
    links: Mapping[str, Link],
    balances: Mapping[str, int],
    fixed: Mapping[str, int] = NOTHING_FIXED,
) -> Transfers:
    """The reversal of contributions.

    What a full award has carried off since stays with its winner, or waits with it; and a meter gives back no more than
    it holds. With `fixed`, the cents of fixed awards that have come off each meter, one that has paid any since gives
    back no more than it holds above its seed.
    """
    found = []
    left: dict[str, int] = {}
    for one in contributions:
        tier, meter = links[one.jackpot].tiers[one.level], account.meter(one.jackpot, one.level)
        stays = micros(tier.level.seed) if fixed.get(meter, 0) > one.fixed else 0
        for name, era, added, least in (
            (meter, one.era, one.contribution.meter, stays),
            (account.reserve(one.jackpot, one.level), one.reserved_in, one.contribution.reserve, 0),
        ):
            if tier.era != era:
                continue
            held = left.get(name, balances.get(name, 0))
            taken = min(added, max(0, held - least))
            left[name] = held - taken
            if taken:
                found.append(Transfer(name, account.HOUSE, taken))
    return tuple(found)
