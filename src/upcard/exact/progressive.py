"""The progressive wager and the five card hand bonus: what they give back at any meter, and in the long run.

Everything is for each dollar wagered; meters and break-evens are in dollars. Every hand is taken as played to the end,
an opponent's too, and a percentage award as paid whole, with its fraction of a cent.

>>> from upcard.law import edition
>>> from upcard.rules.caribbean_stud.progressive import schedules
>>> d = progressive(schedules(edition("ma").law)["D"], opponents=6)
>>> d.per_meter_dollar["main"], d.envy
(Fraction(19, 6497400), Fraction(185, 32487))

>>> from upcard.rules.caribbean_stud import caribbean_stud
>>> rules = caribbean_stud("ma", {"five_card": True})
>>> five_card(rules).fixed, five_card(rules, hand="dealer", backers=2).per_meter_dollar
(Fraction(1385, 3822), {'five_card': Fraction(19, 12994800)})
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Literal, NamedTuple

import msgspec

from upcard.cards import DECK, Card, Category
from upcard.errors import HouseError
from upcard.exact.priced_wager import (
    CENTS_PER_DOLLAR,
    MICROS_PER_DOLLAR,
    NONE,
    Moments,
    PricedLine,
    PricedWager,
    moments,
)
from upcard.exact.side_wagers import all_hands, hands_from
from upcard.number_format import title, words
from upcard.rules.caribbean_stud import DRAWS, FIVE_CARD_METER, CaribbeanStudRules
from upcard.rules.caribbean_stud.jackpots import draw_steps, envy_steps
from upcard.rules.caribbean_stud.progressive import Line, Schedule
from upcard.rules.house_warnings import Payback, Step, payback
from upcard.rules.jackpot import PER_UNIT, Jackpot
from upcard.units import Award, Fixed, For, Micros, Share, To, micros, parse_dollars, whole_cents


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
        return award.ratio
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


# ---- five card ---------------------------------------------------------------------------------------------
# The five card hand bonus, on the player's hand or the dealer's, with the magic card and the lucky bonus.
#
# Either hand is five cards of one deck. What differs is the meter: a percentage award on the dealer's hand is divided
# among all who wagered on it. A draw of the system is independent of the cards; how often it happens is the
# licensee's election, and without one nothing is drawn. Figures are for each dollar wagered, meters in dollars.


Hand = Literal["player", "dealer"]
Draw = Literal["magic_card", "lucky"]

HAND_CARDS = 5
POSITIONS, MOST_POSITIONS = 8, 10
"""Seven seats and the dealer; the largest table has nine."""


def draw_chance(draw: Draw, elected: Fraction, positions: int) -> Fraction:
    """How often a draw that happens as often as elected meets one wager: a card of 52 in five, a position of all."""
    return elected * (Fraction(HAND_CARDS, len(DECK)) if draw == "magic_card" else Fraction(1, positions))


def _draws(
    rules: CaribbeanStudRules, elected: Mapping[Draw, Fraction], positions: int
) -> dict[Draw, tuple[Fraction, Moments]]:
    """The chance and the moments of each draw that is elected."""
    if not 2 <= positions <= MOST_POSITIONS:
        raise ValueError(f"a lucky position is drawn from 2 to {MOST_POSITIONS}, the dealer's among them")
    found: dict[Draw, tuple[Fraction, Moments]] = {}
    odds: dict[Draw, For | None] = {"magic_card": rules.magic_card, "lucky": rules.lucky}
    for draw in DRAWS:
        if draw not in elected:
            continue
        pays = odds[draw]
        if pays is None or not 0 <= elected[draw] <= 1:
            raise ValueError(f"{draw}: a draw that the law knows happens with a probability from 0 to 1")
        chance = draw_chance(draw, elected[draw], positions)
        met, all_times = chance.numerator, chance.denominator
        found[draw] = (chance, moments([(met, pays.ratio), (all_times - met, 0)]))
    return found


def _at(rules: CaribbeanStudRules, stake: int, backers: int, shown: int) -> dict[Category, Award]:
    """The lines with so many cents on the meter: under easier terms a hand is paid its own award where that is more."""
    assert rules.five_card is not None
    own, part = rules.five_card_instead, shown // backers
    more = {hand: award for hand, award in own.items() if award.pays(stake) > part}
    return {hand: more.get(hand, award) for hand, award in rules.five_card.items()}


def five_card(
    rules: CaribbeanStudRules,
    *,
    hand: Hand = "player",
    wager: int | None = None,
    backers: int = 1,
    meter: Micros | None = None,
    draws: Mapping[Draw, Fraction] | None = None,
    positions: int = POSITIONS,
) -> PricedWager:
    """The wager at this meter, or at the least seed that the law lets it start from; the least wager unless given."""
    lines = rules.five_card
    if lines is None or hand not in (rules.law.five_card_hands or ()):
        raise ValueError(f"{rules.edition.id}: no five card hand bonus is offered on the {hand}'s hand")
    if not 1 <= backers < MOST_POSITIONS or (hand == "player" and backers != 1):
        raise ValueError(f"the player's hand has one backer, the dealer's 1 to {MOST_POSITIONS - 1}")
    stake = rules.five_card_least if wager is None else wager
    if stake < 1:
        raise ValueError("a wager is at least a cent")
    assert rules.law.five_card_seed_minimum is not None
    shown = micros(parse_dollars(rules.law.five_card_seed_minimum)) if meter is None else meter
    hands = all_hands()
    lines = _at(rules, stake, backers, whole_cents(shown))
    back = brought(lines, stake, (FIVE_CARD_METER,), backers)
    brings = back.at({FIVE_CARD_METER: Fraction(shown, MICROS_PER_DOLLAR)})
    counts = {category.key: hands.of(category) for category in lines}
    missed = hands.deals - sum(counts.values())
    own = moments([*((hands.of(each), brings[each]) for each in lines), (missed, 0)])
    drawn = _draws(rules, draws or {}, positions)
    besides = sum((each.mean for _, each in drawn.values()), Fraction(0))
    nothing = Fraction(missed, hands.deals)
    for chance, _ in drawn.values():
        nothing *= 1 - chance
    odds = {"magic_card": rules.magic_card, "lucky": rules.lucky}
    return PricedWager(
        name=hand,
        wager_cents=stake,
        backers=backers,
        deals=hands.deals,
        counts={**counts, NONE: missed},
        lines=(
            *(PricedLine.of(title(each.key), words(str(award)), "five_card_table", hands.of(each), hands.deals,
                            brings[each]) for each, award in lines.items()),
            *(PricedLine(title(draw), str(odds[draw]), draw, None, chance, Fraction(getattr(odds[draw], "odds", 0)))
              for draw, (chance, _) in drawn.items()),
        ),
        hit_frequency=1 - nothing,
        fixed=hands.mean(back.fixed),
        per_meter_dollar={FIVE_CARD_METER: hands.mean(back.parts[FIVE_CARD_METER])},
        draws={draw: each.mean for draw, (_, each) in drawn.items()},
        break_even=eased_break_even(
            (award.pays(stake) * backers for award in rules.five_card_instead.values()),
            lambda own: _at(rules, stake, backers, own), FIVE_CARD_METER, stake, besides, backers,
        ),
        micros={FIVE_CARD_METER: shown},
        return_=own.mean + besides,
        variance=sum((each.variance for _, each in drawn.values()), own.variance),
    )  # fmt: skip


def five_card_long_run(
    rules: CaribbeanStudRules,
    jackpot: Jackpot,
    *,
    wager: int | None = None,
    draws: Mapping[Draw, Fraction] | None = None,
    positions: int = POSITIONS,
) -> LongRun:
    """All wagers on players' hands on the meter of a jackpot; draws come beside what the table pays."""
    assert rules.five_card is not None
    stake = rules.five_card_least if wager is None else wager
    elected: dict[str, Fraction] = {str(draw): chance for draw, chance in (draws or {}).items()}
    whole = any(isinstance(award, Share) and award.whole for award in rules.five_card.values())
    assert whole, "a meter that nothing empties has no mean"
    return on_meters(jackpot, rules.five_card, stake, draw_steps(rules, elected, positions))
