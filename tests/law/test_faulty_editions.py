"""Editions with planted faults: a check names every one of them in one run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from copy import deepcopy
from datetime import date
from random import Random
from typing import Any

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


ODD: tuple[Any, ...] = (7, "zzz", [1, "a", [2]], {"a": 1, "royal_flush": "x"}, True, -3, date(2020, 1, 1), "", [], {})


def ways(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a document."""
    yield from ((way,) if way else ())
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from ways(part, (*way, key))


@pytest.mark.parametrize("number", range(1500) if LONG else range(0, 1500, 75))
def test_whatever_stands_in_a_file_is_told_and_never_a_crash(number: int) -> None:
    random = Random(number)
    document = deepcopy(parsed(f"{EDITIONS[number % len(EDITIONS)]}.toml"))
    for _ in range(random.randint(1, 4)):
        *way, last = random.choice([*ways(document)])
        at = document
        for key in way:
            at = at[key]
        at[last] = random.choice(ODD)
    _, found, faults = checked("odd.toml", written(document))
    assert (found is None) == bool(faults)
