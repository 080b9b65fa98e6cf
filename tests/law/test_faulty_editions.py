"""Editions with planted faults: a check names every one of them in one run."""

from __future__ import annotations

import os
from copy import deepcopy
from random import Random

import pytest

from tests.law.mutations import MUTATIONS, Mutation, planted
from tests.law.planting import parsed, written
from upcard.law import EDITIONS
from upcard.law.text import checked

LONG = bool(os.environ.get("UPCARD_LONG"))
MANY = range(100) if LONG else range(0, 100, 7)


@pytest.mark.parametrize("number", MANY)
def test_every_planted_fault_is_named_in_one_run(number: int) -> None:
    random = Random(number)
    base = EDITIONS[number % len(EDITIONS)]
    document, slips = planted(parsed(f"{base}.toml"), random, 1 + number % 5)
    assert len(slips) == 1 + number % 5
    id, found, faults = checked("faulty.toml", written(document))
    assert (id, found) == (base, None)
    told = "\n".join(fault.line("faulty.toml") for fault in faults)
    assert not [slip for slip in slips if not slip.told_by(faults)], told
    assert len(faults) <= 12 * len(slips), told


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
def test_each_slip_is_one_that_can_be_made_and_is_named(mutation: Mutation) -> None:
    made = 0
    for number, base in enumerate(EDITIONS):
        document = deepcopy(parsed(f"{base}.toml"))
        slip = mutation(document, Random(number))
        if slip is None:
            continue
        made += 1
        _, found, faults = checked("faulty.toml", written(document))
        told = "\n".join(fault.line("faulty.toml") for fault in faults)
        assert found is None
        assert slip.told_by(faults), f"{slip}\n{told}"
    assert made
