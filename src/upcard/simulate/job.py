"""A simulation as work that can be divided: so many rounds of one table and seed, in blocks.

The blocks are part of the question, not of the machine that answers it: block b is rounds `b · block` onwards, and
where there are meters each block is a table of its own whose meters start from their seeds. So any number of cores or
machines gives the same tally, bit for bit.

>>> from upcard.rules import caribbean_stud
>>> from upcard.simulate.table import stud_table
>>> asked = work(stud_table(caribbean_stud("sd-2015"), [{"ante": 1000}]), "friday", 1000, block=300)
>>> asked.blocks, sum((played(asked, block) for block in range(4)), Tally()).rounds
(4, 1000)
"""

from __future__ import annotations

import msgspec

from upcard.errors import Refused
from upcard.simulate import base_game, bonus_six, caribbean_stud
from upcard.simulate.rng import MOST_ROUNDS, key_of
from upcard.simulate.table import StudTable, Table
from upcard.simulate.tally import Tally

METERED_BLOCK = 2**20
"""Rounds between one start of the meters and the next: at a full table about eleven royal flushes."""
FREE_BLOCK = 2**18
"""Rounds of a block without meters, where blocks only divide the work."""
BASE_BLOCK = 192 * 2**15
"""The same for the base game alone, in whole groups of its kernel."""


class Work(msgspec.Struct, frozen=True):
    """What is to be played."""

    table: Table
    seed: str
    rounds: int
    block: int

    @property
    def blocks(self) -> int:
        return -(-self.rounds // self.block)

    def length(self, block: int) -> int:
        """How many rounds a block has; the last may be short."""
        return min(self.block, self.rounds - block * self.block)


def work(table: Table, seed: str, rounds: int, *, block: int | None = None) -> Work:
    """So many rounds of a table, in blocks of the common length or the one given."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise Refused(None, f"rounds: {rounds} is not a number of rounds from 1 to {MOST_ROUNDS:,}")
    common = METERED_BLOCK if table.metered else FREE_BLOCK if base_game.threshold(table) is None else BASE_BLOCK
    length = common if block is None else block
    if not 1 <= length <= caribbean_stud.MOST_BLOCK:
        raise Refused(None, f"block: {length} is not a number of rounds from 1 to {caribbean_stud.MOST_BLOCK:,}")
    return Work(table, seed, rounds, min(length, rounds))


def played(asked: Work, block: int) -> Tally:
    """One block, played."""
    assert 0 <= block < asked.blocks
    first, rounds, key = block * asked.block, asked.length(block), key_of(asked.seed)
    if isinstance(asked.table, StudTable):
        if base_game.threshold(asked.table) is not None:
            return base_game.play(asked.table, asked.seed, first, rounds)
        meters = caribbean_stud.fresh(asked.table, asked.block)
        return caribbean_stud.play(asked.table, key, first, rounds, meters, asked.block)
    return bonus_six.play(asked.table, key, first, rounds)


def stretch(asked: Work, start: int, stop: int) -> Tally:
    """Several blocks, one after the other: what a machine of a cluster is asked for at a time."""
    return sum((played(asked, block) for block in range(start, stop)), Tally())


def ready(asked: Work) -> None:
    """Make prices and compile what the work needs, so that what follows can be timed."""
    played(msgspec.structs.replace(asked, rounds=1), 0)
