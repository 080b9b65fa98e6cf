"""The progressive wager: what a schedule gives back at any meter, with any number of opponents, and in the long run.

Everything is for each dollar wagered; meters and break-evens are in dollars. Every hand is taken as played to the end,
an opponent's too, and a percentage award as paid whole, with its fraction of a cent.

>>> from upcard.law import edition
>>> from upcard.rules.caribbean_stud.progressive import schedules
>>> d = progressive(schedules(edition("ma").law)["D"], opponents=6)
>>> d.per_meter_dollar["main"], d.envy
(Fraction(19, 6497400), Fraction(185, 32487))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import msgspec

from upcard.cards import DECK, Card, Category
from upcard.errors import HouseError
from upcard.exact.priced_wager import CENTS_PER_DOLLAR, MICROS_PER_DOLLAR, NONE, PricedLine, PricedWager
from upcard.exact.side_wagers import all_hands, hands_from
from upcard.number_format import title
from upcard.rules.caribbean_stud.jackpots import envy_steps
from upcard.rules.caribbean_stud.progressive import Line, Schedule
from upcard.rules.jackpot import PER_UNIT, Jackpot
from upcard.rules.payback import Payback, Step, payback
from upcard.units import FULL_PERCENT, Award, Fixed, For, Micros, Share, To, micros, whole_cents


def fixed_cents(award: Award, wager: int) -> int:
    """What an award pays whatever the meter shows: nothing for a share of one."""
    match award:
        case For() | Fixed():
            return award.pays(wager)
        case To():
            return award.pays(wager) + wager
        case Share():
            return 0


def meter_part(award: Award, level: str) -> Fraction:
    """The part of a meter that an award takes."""
    if isinstance(award, Share) and award.level == level:
        return Fraction(award.percent, FULL_PERCENT)
    return Fraction(0)


class Brought(NamedTuple):
    """What each hand brings of each unit wagered: whatever the meters show, and for each dollar on each of them."""

    fixed: dict[Category, Fraction]
    parts: dict[str, dict[Category, Fraction]]

    def at(self, dollars: Mapping[str, Fraction]) -> dict[Category, Fraction]:
        """With these meters."""
        return {
            hand: sum((part[hand] * dollars[level] for level, part in self.parts.items()), fixed)
            for hand, fixed in self.fixed.items()
        }


def brought(awards: Mapping[Category, Award], stake: int, levels: Iterable[str], backers: int = 1) -> Brought:
    """By the award of each hand; so many divide what comes off a meter."""
    fixed = {hand: Fraction(fixed_cents(award, stake), stake) for hand, award in awards.items()}
    parts = {
        level: {hand: meter_part(award, level) / backers * CENTS_PER_DOLLAR / stake for hand, award in awards.items()}
        for level in levels
    }
    return Brought(fixed, parts)


def seeds(schedule: Schedule, wager: int) -> dict[str, Micros]:
    """The seeds that the law lists, for this wager; a meter starts from nothing where it lists none."""
    return {
        level: Micros(micros(schedule.seeds.get(level, 0)) * wager // CENTS_PER_DOLLAR) for level in schedule.levels
    }


def break_even(fixed: Fraction, per_meter_dollar: Mapping[str, Fraction], besides: Fraction) -> Fraction | None:
    """The meter at which all comes back; none where there are several meters, or more comes back at any."""
    if len(per_meter_dollar) != 1:
        return None
    (part,) = per_meter_dollar.values()
    meter = (1 - fixed - besides) / part
    return meter if meter >= 0 else None


def _shown_cents(line: Line, meters: Mapping[str, Micros]) -> int:
    """The cents that the meter of a line shows."""
    return whole_cents(meters[line.award.level]) if isinstance(line.award, Share) else 0


def eased_break_even(
    owns: Iterable[int],
    awards_at: Callable[[int], Mapping[Category, Award]],
    level: str,
    stake: int,
    besides: Fraction,
    backers: int = 1,
) -> Fraction | None:
    """The meter at which all comes back: under easier terms a hand is paid its own award until the meter is more.

    `owns` are the meters, in cents, from which on the awards at them are others.
    """
    hands, steps = all_hands(), sorted({0, *owns})
    for own, more in zip(steps, (*steps[1:], None), strict=True):
        back = brought(awards_at(own), stake, (level,), backers)
        found = break_even(hands.mean(back.fixed), {level: hands.mean(back.parts[level])}, besides)
        if found is None or more is None or found * CENTS_PER_DOLLAR < more:
            return found
    raise AssertionError("beyond the largest award of its own a meter is always more")


def _break_even(schedule: Schedule, stake: int, besides: Fraction) -> Fraction | None:
    if len(schedule.levels) != 1:
        return None
    owns = (line.least(stake) for line in schedule.lines.values())
    at = {own: {hand: line.at(stake, own).award for hand, line in schedule.lines.items()} for own in (0, *owns)}
    return eased_break_even(at, at.__getitem__, schedule.levels[0], stake, besides)


def progressive(
    schedule: Schedule,
    *,
    wager: int | None = None,
    opponents: int = 0,
    meters: Mapping[str, Micros] | None = None,
) -> PricedWager:
    """The schedule at these meters, or at the seeds that the law lists; the wager, in cents, is one that it takes."""
    stake = schedule.wagers[0] if wager is None else wager
    if stake not in schedule.wagers:
        raise ValueError(f"{schedule.name} does not take a wager of {stake} cents")
    if not 0 <= opponents <= 8:
        raise ValueError(f"{opponents} opponents do not find room at a table")
    shown = seeds(schedule, stake) if meters is None else dict(meters)
    if set(shown) != set(schedule.levels):
        raise ValueError(f"{schedule.name} has the meters {', '.join(schedule.levels)}")
    hands = all_hands()
    at = {hand: line.at(stake, _shown_cents(line, shown)) for hand, line in schedule.lines.items()}
    awards = {hand: line.award for hand, line in at.items()}
    dollars = {level: Fraction(amount, MICROS_PER_DOLLAR) for level, amount in shown.items()}
    back = brought(awards, stake, schedule.levels)
    own = back.at(dollars)
    envy = {hand: Fraction(schedule.envy_cents(hand, stake), stake) for hand in schedule.envy}
    per_opponent = hands.mean(envy)
    mean = hands.mean(own) + opponents * per_opponent
    counts = {hand.key: hands.of(hand) for hand in awards}
    missed = hands.deals - sum(counts.values())
    return PricedWager(
        name=schedule.name,
        wager_cents=stake,
        opponents=opponents,
        deals=hands.deals,
        counts={**counts, NONE: missed},
        lines=(
            *(PricedLine.of(title(hand.key), str(now.award), now.rule, hands.of(hand), hands.deals, own[hand])
              for hand, now in at.items()),
            PricedLine.of("Any other hand", "lost", schedule.lost_rule, missed, hands.deals, 0),
        ),
        hit_frequency=1 - Fraction(missed, hands.deals),
        fixed=hands.mean(back.fixed),
        per_meter_dollar={level: hands.mean(part) for level, part in back.parts.items()},
        envy=per_opponent,
        break_even=_break_even(schedule, stake, opponents * per_opponent),
        micros=shown,
        return_=mean,
        variance=_square(own, envy, opponents) - mean * mean,
    )  # fmt: skip


# ------------------------------------------------------------------------------ hands that share one deck

_ENVIED = (Category.ROYAL_FLUSH, Category.STRAIGHT_FLUSH)


@cache
def _beside() -> dict[Category, dict[Category, int]]:
    """For a royal flush and for all straight flushes of another player: the hands that are left, by category.

    The ten sequences of one suit stand for those of all four.
    """
    found: dict[Category, dict[Category, int]] = {}
    for top in range(3, 13):
        other = {Card((rank % 13) << 2) for rank in range(top - 4, top + 1)}
        left = hands_from(card for card in DECK if card not in other).counts
        hand = Category.ROYAL_FLUSH if top == 12 else Category.STRAIGHT_FLUSH
        before = found.setdefault(hand, dict.fromkeys(left, 0))
        found[hand] = {each: before[each] + 4 * count for each, count in left.items()}
    return found


def _square(own: Mapping[Category, Fraction], envy: Mapping[Category, Fraction], opponents: int) -> Fraction:
    """The mean square of what comes back: the own hand, each opponent's, and every two of them together."""
    hands, zero = all_hands(), Fraction(0)
    square = hands.mean({hand: back * back for hand, back in own.items()})
    if not opponents or not envy:
        return square
    assert set(envy) <= set(_ENVIED), "only a straight flush or better brings envy"
    square += opponents * hands.mean({hand: each * each for hand, each in envy.items()})
    beside = _beside()
    two = hands.deals * sum(beside[Category.ROYAL_FLUSH].values()) // hands.of(Category.ROYAL_FLUSH)
    mixed = sum((beside[e][h] * envy[e] * own[h] for e in envy for h in own), zero)
    both = sum((beside[e][h] * envy[e] * envy[h] for e in envy for h in envy), zero)
    return square + (2 * opponents * mixed + opponents * (opponents - 1) * both) / two


# ---------------------------------------------------------------------------------------------- the long run


class LongRun(msgspec.Struct, frozen=True, kw_only=True):
    """What a jackpot gives back for each dollar in the long run, and where its meters stand in the mean."""

    payback: Payback
    mean_meters: dict[str, Fraction] | None
    """The mean of each meter in dollars, as a wager finds it; none with a limit, or with fixed awards off the meter."""

    @property
    def return_(self) -> Fraction:
        return self.payback.total

    @property
    def house_edge(self) -> Fraction:
        return 1 - self.return_


def mean_meters(jackpot: Jackpot, lines: Mapping[Category, Award], wager: int) -> dict[str, Fraction]:
    """Where each meter stands in the mean: there it gives out what flows in, and the seed with each whole award."""
    hands = all_hands()
    found = {}
    for level, set_up in jackpot.levels.items():
        parts = {hand: meter_part(award, level) for hand, award in lines.items()}
        taken, emptied = hands.mean(parts), hands.mean({hand: part for hand, part in parts.items() if part == 1})
        flow = Fraction((set_up.rate + set_up.reserve_rate) * wager, PER_UNIT) + emptied * set_up.seed
        found[level] = flow / taken / CENTS_PER_DOLLAR
    return found


def long_run(
    schedule: Schedule, jackpot: Jackpot, *, wager: int | None = None, opponents: int = 0, from_meter: bool = False
) -> LongRun:
    """A schedule on the meters of a jackpot, whose seeds, rates and reserves are those of its house."""
    stake = schedule.wagers[0] if wager is None else wager
    if jackpot.levels.keys() != set(schedule.levels):
        raise HouseError("levels", f"{schedule.name} has the meters {', '.join(schedule.levels)}")
    lines = {hand: line.award for hand, line in schedule.lines.items()}
    return on_meters(jackpot, lines, stake, envy_steps(schedule, opponents), from_meter)


def on_meters(
    jackpot: Jackpot, lines: Mapping[Category, Award], stake: int, besides: tuple[Step, ...], from_meter: bool = False
) -> LongRun:
    """Awards on the meters of a jackpot, with what is paid beside them."""
    found = payback(jackpot, lines, stake, from_meter=from_meter, besides=besides)
    limited = any(level.limit is not None for level in jackpot.levels.values())
    return LongRun(payback=found, mean_meters=None if from_meter or limited else mean_meters(jackpot, lines, stake))
