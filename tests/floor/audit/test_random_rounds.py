"""Floors walked at random, every command among it: the audit takes every journal that comes of it.

    UPCARD_LONG=1 .venv/bin/python -m pytest -s tests/floor/audit/test_random_rounds.py

walks ten thousand rounds of each edition, virtual and keyed.
"""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.effort import effort
from tests.floor.audit.random_rounds import Walk, walked
from tests.floor.audit.walked_houses import EDITIONS, MODES
from upcard.floor.audit import Replayed, replay
from upcard.floor.audit.again import WHOLLY

ROUNDS = effort(90, 10_000)
NIGHT = effort(90, 500)
"""Rounds in one journal: a jackpot that has ended is not offered again, so that every night begins anew."""

MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
"""Where nothing has to be written to a disk that others wait for."""


def audited(walk: Walk) -> Replayed:
    """What the audit says of the journal, which has to be nothing at all."""
    found = replay(walk.floor.store, settle=True)
    assert isinstance(found, Replayed), f"{len(found.differences)}, the first is {found.differences[0]}"
    assert found.rounds == sum('"RoundReconciled"' in entry.event for entry in walk.floor.store.entries())
    assert found.settled + sum(found.not_compared.get(why, 0) for why in WHOLLY) == found.rounds
    return found


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_whatever_the_product_writes_settles_again(edition: str, mode: str) -> None:
    told: Counter[str] = Counter()
    rounds = settled = 0
    for night in range(-(-ROUNDS // NIGHT)):
        with TemporaryDirectory(dir=MEMORY) as folder:
            # On every third night the floor is as it is served: it draws the cards, and asks for two people.
            walk = walked(Path(folder) / "night.db", edition, mode, f"night {night}", NIGHT, sourced=night % 3 == 2)
            with closing(walk.floor.store):
                found = audited(walk)
        rounds, settled = rounds + found.rounds, settled + found.settled
        told.update(found.not_compared)
    print(f"{edition}, {mode}: {rounds:,} rounds, {settled:,} settled again; not all of it: {dict(told)}")
    assert settled > rounds * 0.7


@pytest.mark.parametrize("mode", MODES)
def test_a_served_floor_settles_again(mode: str) -> None:
    with TemporaryDirectory(dir=MEMORY) as folder:
        for edition in ("ma", "sd-bonus6"):
            walk = walked(Path(folder) / f"{edition}.db", edition, mode, "served", effort(25, 500), sourced=True)
            with closing(walk.floor.store):
                audited(walk)
