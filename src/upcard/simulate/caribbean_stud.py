"""Rounds of Caribbean stud through the kernels: a run of rounds on one table, whose meters go on from round to round.

The base game alone is played much faster: one player, an ante and a bet, a strategy that looks at no up-card. Such a
table has a kernel of its own, with a stream of its own; all that differs between its rounds is how they end, and Python
prices the counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upcard.cards import Card
from upcard.compiled import load
from upcard.exact.bonus_six import KINDS
from upcard.exact.stud_terms import LINES as PAY_LINES
from upcard.exact.stud_terms import USUAL, terms_of
from upcard.simulate.price_arrays import no_hand_won, prices, tables
from upcard.simulate.table import StudTable, Table
from upcard.simulate.tally import MOST_LOGGED, Line, Logged, MeterTally, Tally, key_of
from upcard.units import Cents

Array = NDArray[np.int64]

MOST_BLOCK = 2**24
"""Rounds of one call; the kernel's bounds are for so many."""

ENDS = ("no_hand", "push", "fold", "dealer_wins")


@dataclass(slots=True)
class Meters:
    """The meters of a table as they stand, in millionths of a cent: amount, seed, reserve; a column for each level."""

    state: Array

    @property
    def amounts(self) -> tuple[int, ...]:
        return tuple(self.state[0].tolist())

    @property
    def reserves(self) -> tuple[int, ...]:
        return tuple(self.state[2].tolist())


def fresh(table: StudTable, block: int) -> Meters:
    """The meters at their seeds."""
    seeds = prices(table, block).seeds
    (state,) = zeros(seeds.shape)
    state[:] = seeds
    return Meters(state)


def play(
    table: StudTable, key: int, first: int, rounds: int, meters: Meters, block: int, *, fed: bool = False
) -> Tally:
    """Play `rounds` rounds from the round `first` on; the meters are moved in place.

    With `fed` nothing is added to the meters: they are as the settlement finds them.
    """
    assert 0 <= rounds <= MOST_BLOCK
    kernel = load("simulate.kernels.caribbean_stud")
    made = prices(table, block)
    many, seats, lines = len(table.levels), table.seats, len(kernel.LINES)
    sums, outcomes, best, by_seat, kept, besides, log, deck, hands, line, shared = zeros(
        (3, lines), (kernel.OUTCOMES,), (kernel.KINDS,), (2 * seats,), (many, len(kernel.METER_COLUMNS)),
        (len(kernel.BESIDES),), (MOST_LOGGED, 1 + 2 * many), (52,), (3, seats + 1), (lines,), (kernel.KINDS,),
    )  # fmt: skip
    feeds = made.feeds
    if fed:
        feeds = np.zeros_like(feeds)
        feeds[2] = -1
    before = (meters.state[0] + meters.state[2]).tolist()
    logged = kernel.play(
        np.uint64(key), first, rounds, made.tables, made.limits, made.seating, made.by_outcome, made.by_kind,
        made.cover, made.awards, made.flags, (meters.state, feeds), made.draws,
        (sums, outcomes, best, by_seat, kept, besides, log),
        (deck, hands, line, shared),
    )  # fmt: skip
    after = (meters.state[0] + meters.state[2]).tolist()
    return Tally(
        rounds=rounds,
        blocks=1,
        lines={name: line_of(sums[:, at].tolist()) for at, name in enumerate(kernel.LINES)},
        outcomes=_outcomes(outcomes.tolist()),
        best=_by_hand(best.tolist()),
        seats=tuple(by_seat[seats:].tolist()),
        meters={
            level: _meter(kept[at].tolist(), before[at], after[at]) for at, (level, _) in enumerate(table.levels)
        },
        besides=dict(zip(kernel.BESIDES, besides.tolist(), strict=True)),
        log=tuple(
            Logged(row[0], tuple(row[1 : 1 + many]), tuple(row[1 + many :])) for row in log[:logged].tolist()
        ),
    )  # fmt: skip


def line_of(found: list[int]) -> Line:
    """A line from its sum, and the sum of its squares in two halves."""
    total, low, high = found
    return Line(total, low + (high << 32))


def _meter(found: list[int], started: int, ended: int) -> MeterTally:
    low, high, awards, resets, drawn, added, reserved, revenue = found
    return MeterTally(
        shown=low + (high << 32), awards=awards, resets=resets, drawn=drawn, added=added, reserved=reserved,
        revenue=revenue, started=started, ended=ended,
    )  # fmt: skip


def _by_hand(found: list[int]) -> dict[str, int]:
    """Counts of kinds as counts of hands, best first."""
    counts: dict[str, int] = {}
    for kind in reversed(range(len(KINDS))):
        name = KINDS[kind][0].key
        counts[name] = counts.get(name, 0) + found[kind]
    return counts


def _outcomes(found: list[int]) -> dict[str, int]:
    """Player's hands by how they ended, under the names of the exact mathematics."""
    won = _by_hand(found[: len(KINDS)])
    low = won.pop("pair") + won.pop("high_card")
    counts = dict(zip(PAY_LINES, (*won.values(), low), strict=True))
    return counts | dict(zip(ENDS, found[len(KINDS) :], strict=True))


# ---- the base game alone --------------------------------------------------------------------------------------

BASE_KERNEL = "simulate.kernels.base_game"
AKJ83 = (12, 11, 9, 6, 1)
"""Ace, king, jack, eight and three."""


def base_threshold(table: Table) -> int | None:
    """The lowest rank that is bet, counted from 1 upwards, where the table is one for the fast kernel."""
    terms = terms_of(table.rules) if isinstance(table, StudTable) else None
    if table.lone_strategy is None or (terms is not None and (terms.lowest, terms.tie) != (USUAL.lowest, USUAL.tie)):
        return None
    found = tables()
    value = 0
    for rank in AKJ83:
        value = value << 4 | rank
    lowest = {
        "AKJ83": found.values.index(value),
        "AK": found.ace_king,
        "pair": found.pair,
        "always-raise": 0,
    }.get(table.lone_strategy)
    return None if lowest is None else lowest + 1


def _worth(table: StudTable) -> dict[str, Cents]:
    """What each end of a round is worth to the player, in cents."""
    rules, (ante,) = table.rules, table.staked("ante")
    bet = rules.law.bet_multiple * ante
    odds = [line[0] for hand, line in sorted(rules.bet.items(), reverse=True)][: len(PAY_LINES)]
    found = {name: Cents(rules.ante.pays(ante) + pays.pays(bet)) for name, pays in zip(PAY_LINES, odds, strict=True)}
    ends = (Cents(no_hand_won(rules, ante)), Cents(0), Cents(-ante), Cents(-ante - bet))
    return found | dict(zip(ENDS, ends, strict=True))


def play_base(table: StudTable, seed: str, first: int, rounds: int) -> Tally:
    """Play `rounds` rounds from the round `first` on."""
    kernel: Any = load(BASE_KERNEL)
    counts = kernel.play(kernel.key_of(seed), first, rounds, base_threshold(table))
    assert counts.dtype == np.int64
    outcomes: dict[str, int] = dict(zip(kernel.OUTCOMES, counts.tolist(), strict=True))
    cents = _worth(table)
    line = Line(
        sum(cents[name] * times for name, times in outcomes.items()),
        sum(cents[name] ** 2 * times for name, times in outcomes.items()),
    )
    return Tally(rounds=rounds, blocks=1, lines={"game": line, "table": line}, outcomes=outcomes, seats=(line.sum,))


def base_hands(seed: str, round: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The player's cards and the dealer's, the last of which lies face up."""
    kernel: Any = load(BASE_KERNEL)
    player, dealer = kernel.cards_of(kernel.key_of(seed), round)
    return tuple(player), tuple(dealer)


def play_block(table: StudTable, seed: str, first: int, rounds: int, block: int) -> Tally:
    """Rounds of one block, whose meters start from their seeds."""
    if base_threshold(table) is not None:
        return play_base(table, seed, first, rounds)
    return play(table, key_of(seed), first, rounds, fresh(table, block), block)


# ---- memory for one call of a kernel, apart from that of other threads: two on one cache line wait -----------

APART = 32
"""Numbers of 64 bits left free at either end: more than a cache line and the one that is fetched with it."""


def zeros(*shapes: tuple[int, ...]) -> tuple[NDArray[np.int64], ...]:
    """Arrays side by side in one piece of memory, all of them zero."""
    sizes = [prod(shape) for shape in shapes]
    whole = np.zeros(sum(sizes) + 2 * APART, np.int64)
    found, at = [], APART
    for shape, size in zip(shapes, sizes, strict=True):
        found.append(whole[at : at + size].reshape(shape))
        at += size
    return tuple(found)
