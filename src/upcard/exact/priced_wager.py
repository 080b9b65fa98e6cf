"""What a wager is worth, worked out once: page, terminal, PAR sheet and JSON show it, each in its own way."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

import msgspec

from upcard.document import Rows, displayed
from upcard.number_format import count, decimal, exactly, one_in, percent, root
from upcard.units import MICROS_PER_CENT, Micros

CENTS_PER_DOLLAR = 100
MICROS_PER_DOLLAR = CENTS_PER_DOLLAR * MICROS_PER_CENT
NONE = "none"
"""The name under which hands that are not paid are counted."""


class PricedLine(NamedTuple):
    """One way in which a wager ends: what it pays by which rule, in how many deals, and what it brings of each unit.

    That is what comes back of a wager, and what is won or lost in antes of a game.
    """

    name: str
    pays: str
    rule: str
    deals: int | None
    """None where it is drawn beside the cards."""
    chance: Fraction
    brings: Fraction

    @classmethod
    def of(cls, name: str, pays: str, rule: str, count: int, deals: int, brings: Fraction | int) -> PricedLine:
        """One that comes in so many of all deals."""
        return cls(name, pays, rule, count, Fraction(count, deals), Fraction(brings))

    @property
    def adds(self) -> Fraction:
        """Its part of the return."""
        return self.chance * self.brings


class Moments(NamedTuple):
    """Mean and variance of what comes back for each unit wagered."""

    mean: Fraction
    variance: Fraction


def moments(outcomes: Iterable[tuple[int, Fraction | int]]) -> Moments:
    """The moments of outcomes that are each given with the number of deals behind them.

    >>> moments([(1, 3), (1, 1)])
    Moments(mean=Fraction(2, 1), variance=Fraction(1, 1))
    """
    listed = [(deals, Fraction(amount)) for deals, amount in outcomes]
    total = sum(deals for deals, _ in listed)
    mean = sum((deals * amount for deals, amount in listed), Fraction(0)) / total
    square = sum((deals * amount * amount for deals, amount in listed), Fraction(0)) / total
    return Moments(mean, square - mean * mean)


@displayed
class Priced(msgspec.Struct, frozen=True, kw_only=True):
    """What every wager and game is asked for, for each unit of it."""

    deals: int
    lines: tuple[PricedLine, ...] = ()
    hit_frequency: Fraction
    """How often it is paid anything, a draw among it and envy apart."""
    return_: Fraction
    """What comes back in the mean, the stake among it where it is handed back."""
    variance: Fraction

    @property
    def house_edge(self) -> Fraction:
        return 1 - self.return_

    @property
    def standard_deviation(self) -> str:
        return root(self.variance)

    def _line(self) -> str:
        return (
            f"house edge {percent(self.house_edge)}, hit frequency {percent(self.hit_frequency)}, {self.deals:,} deals"
        )

    def _rows(self) -> Rows:
        columns = ("outcome", "pays", "deals", "one in", "brings", "adds")
        return columns, [
            (
                line.name,
                line.pays,
                line.deals and count(line.deals),
                one_in(line.chance),
                exactly(line.brings),
                decimal(line.adds),
            )
            for line in self.lines
        ]


class PricedGame(Priced, frozen=True, kw_only=True):
    """A whole game, for each ante."""

    average_wager: Fraction
    """Ante and bets."""

    @property
    def element_of_risk(self) -> Fraction:
        """The house edge on ante and bets."""
        return self.house_edge / self.average_wager


class PricedWager(Priced, frozen=True, kw_only=True):
    """A wager beside the game; one that plays for meters stands at these."""

    counts: dict[str, int]
    """Deals by what is paid, best first, and `none` for those that are not."""
    name: str = ""
    """The schedule, or the hand that is wagered on."""
    wager_cents: int = CENTS_PER_DOLLAR
    opponents: int = 0
    backers: int = 1
    """Among how many a percentage award is divided."""
    fixed: Fraction = Fraction(0)
    """The return without meters, envy and draws."""
    per_meter_dollar: dict[str, Fraction] = {}
    """What each dollar on a meter adds to the return."""
    envy: Fraction = Fraction(0)
    """What each opponent adds to the return."""
    draws: dict[str, Fraction] = {}
    """The return of each draw that the house offers."""
    break_even: Fraction | None = None
    """The meter, in dollars, at which all comes back; none where several could bring it about, or none can."""
    micros: dict[str, Micros] = {}
    """The meters that the figures are for."""

    @property
    def meters(self) -> dict[str, Fraction]:
        """In dollars."""
        return {level: Fraction(amount, MICROS_PER_DOLLAR) for level, amount in self.micros.items()}

    @property
    def break_evens(self) -> dict[str, Fraction | None]:
        """The meter of each level at which all would come back, the others standing as they do; none where any does."""
        if len(self.per_meter_dollar) == 1:
            return dict.fromkeys(self.per_meter_dollar, self.break_even)
        short = {level: (1 - self.return_) / part for level, part in self.per_meter_dollar.items()}
        evens = {level: self.meters[level] + more for level, more in short.items()}
        return {level: even if even > 0 else None for level, even in evens.items()}
