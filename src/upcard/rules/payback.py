"""What a jackpot gives back in the long run for each dollar wagered on it.

Whatever flows into a meter flows out again, and each award that empties it puts the seed of the house on top; fixed
awards and envy come beside that. Every hand that the schedule pays is taken as played to the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb

import msgspec

from upcard.cards import Category
from upcard.rules.jackpot import PER_UNIT, Jackpot
from upcard.rules.progressive import Schedule
from upcard.units import FULL_PERCENT, Award, Fixed, For, Share

DEALS = comb(52, 5)

HANDS: dict[Category, int] = {
    Category.ROYAL_FLUSH: 4,
    Category.STRAIGHT_FLUSH: 9 * 4,
    Category.FOUR_OF_A_KIND: 13 * 48,
    Category.FULL_HOUSE: 13 * comb(4, 3) * 12 * comb(4, 2),
    Category.FLUSH: 4 * (comb(13, 5) - 10),
    Category.STRAIGHT: 10 * (4**5 - 4),
    Category.THREE_OF_A_KIND: 13 * comb(4, 3) * comb(12, 2) * 4**2,
    Category.TWO_PAIR: comb(13, 2) * comb(4, 2) ** 2 * 44,
    Category.PAIR: 13 * comb(4, 2) * comb(12, 3) * 4**3,
    Category.HIGH_CARD: (comb(13, 5) - 10) * (4**5 - 4),
}
"""How many of the deals of five cards make each hand."""


class Payback(msgspec.Struct, frozen=True, kw_only=True):
    """Parts of each dollar that come back in the long run."""

    fixed: Fraction
    """In awards of odds and dollars."""
    meters: Fraction
    """In percentage awards, from contributions and reserve."""
    seeds: Fraction
    """In percentage awards, from the seeds that the house puts up."""
    envy: Fraction
    """In envy, at a full table."""
    from_meter: bool
    """Whether fixed awards come off the meter too."""

    @property
    def total(self) -> Fraction:
        paid = max(self.fixed, self.meters) if self.from_meter else self.fixed + self.meters
        return paid + self.seeds + self.envy


def payback(
    jackpot: Jackpot, lines: Mapping[Category, Award], wager: int, *, from_meter: bool, envy: Fraction = Fraction(0)
) -> Payback:
    """The long run of a jackpot that pays these lines for this wager."""
    fixed = seeds = Fraction(0)
    for hand, award in lines.items():
        match award:
            case For() | Fixed():
                fixed += Fraction(HANDS[hand] * award.pays(wager), DEALS * wager)
            case Share() if award.percent == FULL_PERCENT:
                seeds += Fraction(HANDS[hand] * jackpot.levels[award.level].seed, DEALS * wager)
            case _:  # a part of a meter is paid from what flowed into it
                pass
    meters = Fraction(jackpot.rate + jackpot.reserve_rate, PER_UNIT)
    return Payback(fixed=fixed, meters=meters, seeds=seeds, envy=envy, from_meter=from_meter)


def envy_return(schedule: Schedule, opponents: int) -> Fraction:
    """What envy gives back for each dollar wagered among that many other players."""
    wager = schedule.wagers[0]
    cents = sum(HANDS[hand] * schedule.envy_cents(hand, wager) for hand in schedule.envy)
    return Fraction(opponents * cents, DEALS * wager)


def show_percent(part: Fraction) -> str:
    """A part as a percentage with one decimal.

    >>> show_percent(Fraction(7, 8))
    '87.5%'
    """
    tenths = round(part * 1000)
    return f"{tenths // 10}.{tenths % 10}%"
