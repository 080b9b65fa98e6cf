"""Rounds of Bonus 6 through the kernel, at the best play of the exact mathematics."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from upcard.compiled import load
from upcard.errors import Refused
from upcard.exact.bonus_six import KINDS, pays, play_of
from upcard.simulate.caribbean_stud import MOST_BLOCK, line_of, zeros
from upcard.simulate.price_arrays import MOST_LINE, tables
from upcard.simulate.table import SixTable
from upcard.simulate.tally import Tally, key_of

Array = NDArray[np.int64]

FIRST_ENDS = ("fold_first", "fold_second", "discard", "card_lost")


@dataclass(frozen=True, slots=True)
class Prepared:
    """What the kernel is told, in its own order."""

    finders: tuple[Array, ...]
    bits: Array
    acts: tuple[NDArray[np.uint8], ...]
    wins: NDArray[np.uint8]
    prices: Array


@lru_cache(maxsize=16)
def prepared(table: SixTable) -> Prepared:
    """The decisions of best play and the price of each end."""
    rules = table.rules
    kernel: Any = load("simulate.kernels.bonus_six")
    best = play_of(rules, insured=table.insured)
    acts = tuple(each.astype(np.uint8) for each in (*best.bets, best.buys))
    bits = np.array([int(keys.size).bit_length() + 1 for keys in best.streets.keys], np.int64)
    finders = tuple(kernel.index(keys, int(size)) for keys, size in zip(best.streets.keys, bits, strict=True))
    wins = np.array([odds is not None for odds in pays(rules.schedule)], np.uint8)
    made = Prepared(finders, bits, acts, wins, _prices(table, kernel))
    if int(np.abs(made.prices).max(axis=2).sum(axis=1).max()) >= MOST_LINE:
        raise Refused(None, "ante: wagers of this size could pay more in one round than a simulation can hold")
    return made


def _prices(table: SixTable, kernel: Any) -> Array:
    """Net cents of ante, bets and fees, of tips, and of the seat, by the end of its hand."""
    law, odds = table.rules.law, pays(table.rules.schedule)
    found = np.zeros((len(kernel.LINES), table.seats, kernel.ENDS), np.int64)
    second = 1 + law.first_bet_multiple
    last = second + law.second_bet_multiple
    more = table.rules.further_tips
    for seat, (ante, tip) in enumerate(zip(table.antes, table.tips, strict=True)):
        insurance = ante // law.insurance_divisor if table.insured else 0
        card = law.bonus_card_multiple * ante
        staked = {kernel.FOLD_FIRST: (ante, tip), kernel.FOLD_SECOND: (second * ante, tip + more * tip)}
        whole = (last * ante, tip + 2 * more * tip)
        for end in range(kernel.ENDS):
            wagered, tipped = staked.get(end, whole)
            fees = insurance + (card if end == kernel.CARD_LOST or end >= kernel.CARD else 0)
            wins = odds[(end - kernel.STAND) % len(KINDS)] if end >= kernel.STAND else None
            found[0, seat, end] = (-wagered if wins is None else wins * wagered) - fees
            found[1, seat, end] = -tipped if wins is None else wins * tipped
            found[2, seat, end] = found[0, seat, end] - tipped  # a winning tip is the dealer's
    return found


def play_block(table: SixTable, seed: str, first: int, rounds: int, block: int) -> Tally:
    """Rounds of one block: here blocks only divide the work."""
    del block
    return play(table, key_of(seed), first, rounds)


def play(table: SixTable, key: int, first: int, rounds: int) -> Tally:
    """Play `rounds` rounds from the round `first` on."""
    assert 0 <= rounds <= MOST_BLOCK
    kernel: Any = load("simulate.kernels.bonus_six")
    made = prepared(table)

    shapes = ((3, len(kernel.LINES)), (kernel.ENDS,), (table.seats,), (52,), (4,))
    sums, ends, by_seat, deck, masks = zeros(*shapes)
    kernel.play(
        np.uint64(key), first, rounds, tables().deck, made.finders, made.bits, made.acts, made.wins, made.prices,
        (sums, ends, by_seat), (deck, masks),
    )  # fmt: skip
    counted = ends.tolist()
    outcomes = dict(zip(FIRST_ENDS, counted, strict=False))
    for name, start in (("stand", kernel.STAND), ("card", kernel.CARD)):
        for kind in reversed(range(len(KINDS))):
            hand = f"{name}_{KINDS[kind][0].key}"
            outcomes[hand] = outcomes.get(hand, 0) + counted[start + kind]
    return Tally(
        rounds=rounds,
        blocks=1,
        lines={name: line_of(sums[:, at].tolist()) for at, name in enumerate(kernel.LINES)},
        outcomes=outcomes,
        seats=tuple(by_seat.tolist()),
    )
