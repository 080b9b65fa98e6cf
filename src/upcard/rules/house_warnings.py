"""What the law permits and a licensee should still know before a house opens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Literal

import msgspec

from upcard.cards import Category
from upcard.rules.election import house_of
from upcard.rules.house import House, TableRules
from upcard.rules.jackpot import PER_UNIT, Jackpot, Level, jackpots_of, show_rate
from upcard.units import Award, Fixed, For, Share, show_dollars


class Advice(msgspec.Struct, frozen=True):
    """A warning: the election it is about, a sentence, and the clause behind it, if there is one."""

    field: str
    message: str
    clause: str | None = None

    def __str__(self) -> str:
        cited = f" ({self.clause})" if self.clause else ""
        return f"{self.field}: {self.message}{cited}"


def long_run(house: House, jackpot: Jackpot) -> Payback:
    """What a jackpot of the house gives back at its full tables."""
    tables = house.tables_on(jackpot.name)
    found: Payback = jackpots_of(tables[0]).long_run(jackpot, tables)
    return found


def advise(house: House) -> tuple[Advice, ...]:
    """Every warning, tables first."""
    found = [advice for table in house.tables for advice in _about_table(table)]
    return (*found, *(advice for jackpot in house.jackpots.values() for advice in _about_jackpot(house, jackpot)))


def _about_table(table: TableRules) -> Iterator[Advice]:
    edition, where = table.edition, f"table {table.name!r}"
    if edition.ended is not None:
        because = f"{edition.id} was in force until {edition.ended}; a table of today needs a later one"
        yield Advice(f"{where}.edition", because)
    if edition.undecided:
        because = f"{edition.id} is a draft: {len(edition.undecided)} of its rules are listed as undecided"
        yield Advice(f"{where}.edition", because)
    for field, message, rule in house_of(edition).warnings(table):
        yield Advice(f"{where}.{field}", message, table.rules.clause(rule) if rule else None)


def _about_jackpot(house: House, jackpot: Jackpot) -> Iterator[Advice]:
    where = f"jackpot {jackpot.name!r}"
    for name, level in jackpot.levels.items():
        if level.overflow == "revenue" and level.limit is None:
            yield Advice(f"{where}.levels.{name}.overflow", "it has no effect: the meter has no limit")
    tables = house.tables_on(jackpot.name)
    for field, message, rule in jackpots_of(tables[0]).warnings(jackpot, tables):
        yield Advice(f"{where}.{field}", message, tables[0].rules.clause(rule) if rule else None)


# ---- What a jackpot gives back in the long run for each dollar wagered on it -------------------------------
# Whatever flows into a meter flows out again, and each award that empties it puts the seed of the house on top; fixed
# awards, envy and draws come beside that. Every hand that the schedule pays is taken as played to the end.


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


Part = Literal["fixed", "meters", "seeds", "envy", "draws"]

Bound = Literal["exactly", "at least", "at most", "about"]

PARTS: dict[Part, str] = {
    "fixed": "fixed awards",
    "meters": "meters",
    "seeds": "seeds",
    "envy": "envy",
    "draws": "draws",
}
"""The parts of a payback as people call them."""


class Step(msgspec.Struct, frozen=True):
    """One term of a payback: which part it belongs to, where it comes from, and what it gives back of each dollar."""

    part: Part
    because: str
    share: Fraction


class Payback(msgspec.Struct, frozen=True, kw_only=True):
    """What comes back of each dollar in the long run, term by term."""

    steps: tuple[Step, ...]
    from_meter: bool
    """Whether fixed awards come off the meter too."""
    limited: bool = False
    """Whether what a meter would take beyond its limit goes to the house."""

    @property
    def bound(self) -> Bound:
        """How the total is meant: the tray helps a meter that stands at its seed, and a limit keeps money from it."""
        if self.from_meter:
            return "about" if self.limited else "at least"
        return "at most" if self.limited else "exactly"

    def part(self, part: Part) -> Fraction:
        return sum((step.share for step in self.steps if step.part == part), Fraction(0))

    @property
    def fixed(self) -> Fraction:
        """In awards of odds and dollars."""
        return self.part("fixed")

    @property
    def meters(self) -> Fraction:
        """In percentage awards, from contributions and reserve."""
        return self.part("meters")

    @property
    def seeds(self) -> Fraction:
        """In percentage awards, from the seeds that the house puts up."""
        return self.part("seeds")

    @property
    def envy(self) -> Fraction:
        """In envy, at a full table."""
        return self.part("envy")

    @property
    def draws(self) -> Fraction:
        """In magic cards and lucky positions."""
        return self.part("draws")

    @property
    def total(self) -> Fraction:
        """All of it; fixed awards off the meter are paid from what flows into it, and beyond that from the tray.

        A fixed award never takes of the seed, so that all seeds are won besides, and never more than flowed in.
        """
        paid = max(self.fixed, self.meters) if self.from_meter else self.fixed + self.meters
        return paid + self.seeds + self.envy + self.draws


def payback(
    jackpot: Jackpot,
    lines: Mapping[Category, Award],
    wager: int,
    *,
    from_meter: bool,
    besides: tuple[Step, ...] = (),
) -> Payback:
    """The long run of a jackpot that pays these lines for this wager; `besides` comes from elsewhere."""
    steps = []
    for hand, award in lines.items():
        often = f"{hand.words}, {HANDS[hand]:,} of {DEALS:,} hands"
        match award:
            case For() | Fixed():
                share = Fraction(HANDS[hand] * award.pays(wager), DEALS * wager)
                steps.append(Step("fixed", f"{often}, pays {award} on {show_dollars(wager)}", share))
            case Share() if award.whole:
                seed = jackpot.levels[award.level].seed
                share = Fraction(HANDS[hand] * seed, DEALS * wager)
                emptied = f"{often}, empties {award.level}, which restarts from {show_dollars(seed)}"
                steps.append(Step("seeds", f"{emptied}, on {show_dollars(wager)}", share))
            case _:  # a part of a meter is paid from what flowed into it
                pass
    steps += [_flow(name, level, lines, wager) for name, level in jackpot.levels.items()]
    limited = any(level.to_revenue for level in jackpot.levels.values())
    order = list(PARTS)
    steps = sorted((*steps, *besides), key=lambda step: order.index(step.part))
    return Payback(steps=tuple(steps), from_meter=from_meter, limited=limited)


def _flow(name: str, level: Level, lines: Mapping[Category, Award], wager: int) -> Step:
    """What flows into a meter comes out again, but for what a limit turns away from it."""
    reserve = f" and {show_rate(level.reserve_rate)} for its reserve" if level.reserve_rate else ""
    flows = f"{show_rate(level.rate)} of each wager flows into {name}{reserve}"
    share = Fraction(level.rate + level.reserve_rate, PER_UNIT)
    if level.limit is None or not level.to_revenue:
        return Step("meters", f"{flows}, and out again by awards", share)
    shares = {hand: award for hand, award in lines.items() if isinstance(award, Share) and award.level == name}
    taken = sum((Fraction(HANDS[hand], DEALS) * award.ratio for hand, award in shares.items()), Fraction(0))
    emptied = Fraction(sum(HANDS[hand] for hand, award in shares.items() if award.whole), DEALS)
    most = (taken * level.limit - emptied * level.seed) * Fraction(1, wager)
    turned = f"{flows} up to {show_dollars(level.limit)} and beyond that to revenue, so that awards bring at most this"
    return Step("meters", turned, min(share, max(most, Fraction(0))))
