"""The best strategy for Bonus 6 as data: every set of three, four or five cards, alike but for a change of suits.

>>> from upcard.rules.bonus_six import bonus_six as rules
>>> acts = list(best_acts(rules({"pay_table": "black-hawk"}), seen=3))
>>> len(acts), sum(each.sets for each in acts), sum(each.sets for each in acts if each.best == "bet")
(1755, 22100, 10400)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from upcard.cards import RANKS, Card, rank_of
from upcard.compiled import load
from upcard.exact.bonus_six import FIRST_SEEN, LAST_SEEN, SUITS, Act, insurance_fee, play_of
from upcard.rules.bonus_six import BonusSixRules


@dataclass(frozen=True, slots=True)
class BestAct:
    """What to do with some cards, the community card among them."""

    cards: tuple[Card, ...]
    """One of the sets that are alike."""
    sets: int
    value: Fraction
    """Of the act, in antes for the whole round with its fees."""
    best: Act


def best_acts(rules: BonusSixRules, *, seen: int, insured: bool = False) -> Iterator[BestAct]:
    """Every set of so many cards that differs by more than a change of suits."""
    if not FIRST_SEEN <= seen <= LAST_SEEN:
        raise ValueError(f"a player decides on {FIRST_SEEN} to {LAST_SEEN} cards, not on {seen}.")
    play = play_of(rules, insured=insured)
    street = seen - FIRST_SEEN
    paid = insurance_fee(rules.law) if insured else Fraction(0)
    keys = play.streets.keys[street]
    sets = load("exact.kernels.bonus_six").orbits(keys).tolist()
    going_on = play.going_on[street].tolist()
    for place, key in enumerate(keys.tolist()):
        act: Act
        worth = Fraction(int(going_on[place]), play.scales[street])
        if street < 2:
            stake = (play.stakes.first, play.stakes.second)[street]
            act = "bet" if play.bets[street][place] else "fold"
            worth = worth if act == "bet" else Fraction(-stake)
        else:
            act = "stand" if play.wins[place] else "card" if play.buys[place] else "discard"
        yield BestAct(_cards(key), sets[place], worth - paid, act)


def _cards(key: int) -> tuple[Card, ...]:
    """The cards of a key, highest rank first."""
    held = [
        Card(rank << 2 | suit)
        for suit in range(SUITS)
        for rank in range(len(RANKS))
        if key >> (len(RANKS) * (SUITS - 1 - suit) + rank) & 1
    ]
    return tuple(sorted(held, key=lambda card: (-rank_of(card), card)))
