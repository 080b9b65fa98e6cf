"""The five card hand bonus, on the player's hand or the dealer's, with the magic card and the lucky bonus.

Either hand is five cards of one deck. What differs is the meter: a percentage award on the dealer's hand is divided
among all who wagered on it. A draw of the system is independent of the cards; how often it happens is the licensee's
election, and without one nothing is drawn. Figures are for each dollar wagered, meters in dollars.

>>> from upcard.rules.caribbean_stud import caribbean_stud
>>> rules = caribbean_stud("ma", {"five_card": True})
>>> five_card(rules).fixed, five_card(rules, hand="dealer", backers=2).per_meter_dollar
(Fraction(1385, 3822), {'five_card': Fraction(19, 12994800)})
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from upcard.cards import DECK, Category
from upcard.exact.priced_wager import MICROS_PER_DOLLAR, NONE, Moments, PricedLine, PricedWager, moments
from upcard.exact.progressive import LongRun, brought, eased_break_even, on_meters
from upcard.exact.side_wagers import all_hands
from upcard.number_format import title, words
from upcard.rules.caribbean_stud import DRAWS, FIVE_CARD_METER, CaribbeanStudRules
from upcard.rules.caribbean_stud.jackpots import draw_steps
from upcard.rules.jackpot import Jackpot
from upcard.units import FULL_PERCENT, Award, For, Micros, Share, micros, parse_dollars, whole_cents

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
        found[draw] = (chance, moments([(met, pays.odds), (all_times - met, 0)]))
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
    whole = any(isinstance(award, Share) and award.percent == FULL_PERCENT for award in rules.five_card.values())
    assert whole, "a meter that nothing empties has no mean"
    return on_meters(jackpot, rules.five_card, stake, draw_steps(rules, elected, positions))
