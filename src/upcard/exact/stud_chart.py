"""The best play of Caribbean stud as data: every class of hands, or a chart of the hands whose play hangs on more.

>>> found = chart()
>>> found.above, found.below, len(found.cells), found.cells["AKQJ9", "2"]
('pair', 'ace-king', 2132, 'bet')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Literal, NamedTuple

import numpy as np

from upcard.cards import RANKS, Category, category, pair_rank, rank_name, rank_plural
from upcard.cards.lowest_hand import ANY_HAND, lowest_value, or_better
from upcard.exact.caribbean_stud import PAYS, Act, checked, counted, counted_for
from upcard.exact.side_wagers import plain_value
from upcard.exact.stud_terms import HAND, USUAL, Odds, Pays, Terms, pays_of, terms_of
from upcard.rules.caribbean_stud import CaribbeanStudRules

Cell = Literal["bet", "fold", "suits"]

MOST_ROWS = 200
"""With more hands to be told apart, a row is all that begin alike."""
SUITS = (1 << 32) - 1
"""The bits of hands that are no flush."""


@dataclass(frozen=True, slots=True)
class Play:
    """The best play of one class of hands: its ranks, the up-card's rank, and the ranks held in the up-card's suit."""

    ranks: str
    up: str
    suited: str
    hands: int
    """Pairs of a hand and an up-card that are in the class."""
    bet: Fraction
    """What betting is worth, in antes; a fold is worth -1."""
    best: Act


def best_plays(pays: Sequence[Odds] = PAYS) -> Iterator[Play]:
    """By the usual terms every ace-king class, and any pair or better whose play hangs on the odds.

    The rest are bet and fold as ever.
    """
    schedule = checked(pays)
    counts = counted(0 if min(schedule) < 1 else 1)
    margins = counts.margin(schedule).tolist()
    total = counts.found.sum(axis=0).tolist()
    columns = (counts.hand.tolist(), counts.up.tolist(), counts.held.tolist(), counts.weight.tolist(), margins, total)
    for hand, up, held, weight, margin, deals in zip(*columns, strict=True):
        yield Play(
            ranks="".join(RANKS[rank] for rank in _ranks(hand)),
            up=RANKS[up],
            suited="".join(RANKS[rank] for rank in range(12, -1, -1) if held >> rank & 1),
            hands=weight,
            bet=Fraction(margin, deals) - 1,
            best="bet" if margin > 0 else "fold",
        )


def _ranks(hand: int) -> list[int]:
    return [hand >> shift & 15 for shift in (16, 12, 8, 4, 0)]


class Chart(NamedTuple):
    """The hands between those that are always bet and those that are always folded."""

    cells: dict[tuple[str, str], Cell]
    """By a hand's ranks and the up-card's: its play, or that suits decide."""
    above: str
    """The name of the lowest hand from which on every hand is bet; empty where there is none."""
    below: str
    """The name of the lowest hand of the chart: what is lower is folded; empty where nothing is."""
    ranks: int
    """How many ranks name a row. With fewer than five a row is all hands that begin so, and other cards may decide."""

    @property
    def rows(self) -> tuple[str, ...]:
        """The hands, pairs before the others and then best first."""
        named = dict.fromkeys(ranks for ranks, _ in self.cells)
        return tuple(sorted(named, key=lambda ranks: (ranks[0] != ranks[1], [-RANKS.index(rank) for rank in ranks])))

    @property
    def bet_from(self) -> int:
        """The value from which on no hand is ever folded."""
        return lowest_value(self.above) if self.above else (Category.FLUSH << 20)

    @property
    def one(self) -> bool:
        """Whether every hand of the chart has the same two highest ranks, and no pair."""
        return self.ranks == HAND and len({label[:2] for label, _ in self.cells}) == 1 and "-" in self.below

    @property
    def always(self) -> str:
        """What is done with every hand outside the chart, as a sentence."""
        said = [f"bet {or_better(self.above)}"] * bool(self.above) + [f"fold less than {self.below}"] * bool(self.below)
        return f"{', and '.join(said).capitalize()}." if said else ""

    @property
    def words(self) -> str:
        """How the chart is read."""
        if not self.cells:
            return self.always
        if self.one:
            first, second = self.below.split("-")[:2]
            depends = f"With {first} and {second} it depends on the three other cards (a row) and"
        else:
            depends = "In between it depends on the hand (a row) and"
            if self.ranks < HAND:
                depends = "In between a row is all hands that begin so; where suits decide, other cards may. It depends"
        return f"{self.always} {depends} on the dealer's up-card (a column). T is a ten.".lstrip()


def _name(value: int) -> str:
    """The name of the group that a hand is one of."""
    match category(value):
        case Category.HIGH_CARD:
            return f"{rank_name(value >> 16 & 15)}-{rank_name(value >> 12 & 15)}"
        case Category.PAIR:
            return f"pair of {rank_plural(pair_rank(value))}" if pair_rank(value) else "pair"
        case kind:
            return kind.words


def _label(ranks: list[int]) -> str:
    """A hand by its ranks, those that it holds oftener first."""
    held = Counter(ranks)
    return "".join(RANKS[rank] for rank in sorted(ranks, key=lambda rank: (-held[rank], -rank)))


def chart(pays: Sequence[Odds] = PAYS, terms: Terms = USUAL) -> Chart:
    """The best play of each hand (its ranks) against each up-card's rank; `suits` where suits decide."""
    return _chart(checked(pays), terms)


@cache
def _chart(pays: Pays, terms: Terms) -> Chart:
    counts = counted_for(pays, terms)
    found = ((counts.chosen & SUITS) > 0).astype(np.int64) @ np.array([1, 2])
    groups: dict[str, list[tuple[int, str, list[int]]]] = {}
    for hand, row in zip(counts.hands.tolist(), found.tolist(), strict=True):
        if any(row):
            value, ranks = plain_value(_ranks(hand)), _ranks(hand)
            groups.setdefault(_name(value), []).append((value, _label(ranks), row))
    names = sorted(groups, key=lambda name: min(groups[name])[0])
    plays = {name: {play for _, _, row in groups[name] for play in row} - {0} for name in names}
    shown = [at for at, name in enumerate(names) if plays[name] not in ({BET}, {FOLD})]
    low = next((at for at, name in enumerate(names) if plays[name] != {FOLD}), len(names))
    high = next((at for at in reversed(range(len(names))) if plays[names[at]] != {BET}), -1)
    within = names[low : high + 1] if shown else []
    labels = [label for name in within for _, label, _ in groups[name]]
    many = next((many for many in (HAND, 4, 3) if len({label[:many] for label in labels}) <= MOST_ROWS), 2)
    cells: dict[tuple[str, str], int] = {}
    for name in within:
        for _, label, row in groups[name]:
            for up, play in zip(RANKS, row, strict=True):
                if play:
                    place = (label[:many], up)
                    cells[place] = cells.get(place, 0) | play
    return Chart(
        {place: ACTS[play] for place, play in cells.items()},
        ANY_HAND if high < 0 else names[high + 1] if high + 1 < len(names) else "",
        names[low] if 0 < low < len(names) else "",
        many,
    )


def always_bet(rules: CaribbeanStudRules, hand: Category, lowest_pair: int = 0) -> bool:
    """Whether best play folds no hand of that kind or better, of pairs none from that rank on."""
    value = hand << 20 | (lowest_pair << 16 if hand is Category.PAIR else 0)
    return chart(pays_of(rules), terms_of(rules)).bet_from <= value


BET, FOLD = 1, 2
ACTS: dict[int, Cell] = {BET: "bet", FOLD: "fold", BET | FOLD: "suits"}
