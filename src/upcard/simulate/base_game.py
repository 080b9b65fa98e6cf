"""The base game alone, and much faster: one player, an ante and a bet, a strategy that looks at no up-card.

Such a table is played by a kernel of its own, with a stream of its own; all that differs between its rounds is how they
end, and Python prices the counts.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from upcard.cards import Card
from upcard.compiled import load
from upcard.exact.caribbean_stud import LINES as PAY_LINES
from upcard.simulate.hand_tables import tables
from upcard.simulate.table import StudTable, Table
from upcard.simulate.tally import Line, Tally
from upcard.units import Cents

KERNEL = "simulate.kernels.base_game"
AKJ83 = (12, 11, 9, 6, 1)
"""Ace, king, jack, eight and three."""


def threshold(table: Table) -> int | None:
    """The lowest rank that is bet, counted from 1 upwards, where the table is one for the fast kernel."""
    if not isinstance(table, StudTable) or table.seats != 1 or table.before_the_deal != table.staked("ante")[0]:
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
    }.get(table.strategies[0])
    return None if lowest is None else lowest + 1


def worth(table: StudTable) -> dict[str, Cents]:
    """What each end of a round is worth to the player, in cents."""
    rules, (ante,) = table.rules, table.staked("ante")
    bet = rules.law.bet_multiple * ante
    odds = [line[0] for hand, line in sorted(rules.bet.items(), reverse=True)][: len(PAY_LINES)]
    found = {name: Cents(rules.ante.pays(ante) + pays.pays(bet)) for name, pays in zip(PAY_LINES, odds, strict=True)}
    ends = (rules.no_hand_ante.pays(ante), Cents(0), Cents(-ante), Cents(-ante - bet))
    return found | dict(zip(("no_hand", "push", "fold", "dealer_wins"), ends, strict=True))


def play(table: StudTable, seed: str, first: int, rounds: int) -> Tally:
    """Play `rounds` rounds from the round `first` on."""
    kernel: Any = load(KERNEL)
    counts = kernel.play(kernel.key_of(seed), first, rounds, threshold(table))
    assert counts.dtype == np.int64
    outcomes: dict[str, int] = dict(zip(kernel.OUTCOMES, counts.tolist(), strict=True))
    cents = worth(table)
    line = Line(
        sum(cents[name] * times for name, times in outcomes.items()),
        sum(cents[name] ** 2 * times for name, times in outcomes.items()),
    )
    return Tally(rounds=rounds, blocks=1, lines={"game": line, "table": line}, outcomes=outcomes, seats=(line.sum,))


def hands(seed: str, round: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The player's cards and the dealer's, the last of which lies face up."""
    kernel: Any = load(KERNEL)
    player, dealer = kernel.cards_of(kernel.key_of(seed), round)
    return tuple(player), tuple(dealer)
