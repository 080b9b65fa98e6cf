"""Linked tables that hit the top award within a moment: the journal says who was first, and each is paid accordingly.

A process may die before a commit, or after it and before anybody was told; whoever was told nothing asks again under
the same id. What is due is worked out a second time, from the bare facts and in fractions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from random import Random
from threading import Barrier

import pytest

from tests.effort import effort
from tests.journal.racing.linked import Flavour, Ready, Terms, make_ready
from tests.journal.racing.outcome import check
from tests.journal.racing.place import quick_folder
from tests.journal.racing.trial import Copied, Shared, Trial
from upcard.store.open import open_store
from upcard.store.sqlite import SqliteStore

PARTS, TRIALS = effort(5, 10), effort(52, 100)
SHARED_TRIALS = 20

CAPPED = Terms(limit=Fraction("10001.00"))
"""A meter that is full as soon as it has started again from seed and reserve."""

FLAVOURS = (
    *(Flavour("sd-2015", winners) for winners in range(2, 9)),
    Flavour("sd-2015", 4, twins=2),
    Flavour("sd-2015", 3, twins=2, split=True),
    Flavour("sd-2015", 5, feeders=4, terms=CAPPED),
    Flavour("ma", 2),
    Flavour("ma", 4, feeders=3),
    Flavour("sd-2011", 3),
)


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with quick_folder() as name:
        yield name


@pytest.fixture(scope="module")
def ready(folder: Path) -> dict[Flavour, Ready]:
    """By flavour, a journal in which every table stands right before the award is keyed."""
    found = {}
    for number, flavour in enumerate(FLAVOURS):
        path = folder / f"ready-{number}"
        store = SqliteStore(str(path))
        found[flavour] = make_ready(flavour, store, path)
        store.close()
    return found


@pytest.mark.parametrize("part", range(PARTS))
def test_each_of_several_hits_is_paid_what_is_due_in_their_order(
    part: int, folder: Path, ready: dict[Flavour, Ready]
) -> None:
    seen: Counter[str] = Counter()
    for number in range(part * TRIALS, (part + 1) * TRIALS):
        random = Random(number)
        flavour = FLAVOURS[number % len(FLAVOURS)]
        journal = Copied(ready[flavour].path, folder / f"trial-{number}")
        trial = Trial(flavour, ready[flavour], (*flavour.winning, *flavour.feeding), journal, random)
        trial.run()
        ledger = check(flavour, trial.house, trial.floor.store, trial.told)
        journal.close()
        for path in folder.glob(f"trial-{number}*"):
            path.unlink()
        seen[f"died {trial.died}"] += 1
        seen["rejected"] += bool(ledger.rejected)
        seen["told again"] += any(reply.again for _, reply in trial.told)
        seen[f"first was {ledger.awards[1].table}"] += 1
    kinds = ("died None", "died before the commit", "died after the commit", "rejected", "told again")
    assert all(seen[kind] >= TRIALS // 10 for kind in kinds), seen
    assert len([kind for kind in seen if kind.startswith("first was")]) > 4, "nobody is always first"


def test_floors_that_share_a_journal_agree_on_the_order(postgres_url: str, tmp_path: Path) -> None:
    seen: Counter[str] = Counter()
    for number in range(SHARED_TRIALS):
        random = Random(number)
        flavour = random.choice([flavour for flavour in FLAVOURS if flavour.winners < 6])
        url = f"{postgres_url}_{number}"
        first = open_store(url)
        ready = make_ready(flavour, first, tmp_path)
        names = [*flavour.winning, *flavour.feeding]
        crews = [names[at :: min(4, flavour.winners)] for at in range(min(4, flavour.winners))]
        gun = Barrier(len(crews))
        journals = [Shared(url) for _ in crews]
        trials = [
            Trial(flavour, ready, crew, journal, Random(f"{number} {crew[0]}"))
            for crew, journal in zip(crews, journals, strict=True)
        ]

        def run(trial: Trial, gun: Barrier = gun) -> None:
            gun.wait()
            trial.run()

        with ThreadPoolExecutor(len(crews)) as threads:
            list(threads.map(run, trials))
        ledger = check(flavour, ready.house, first, [told for trial in trials for told in trial.told])
        for trial in trials:
            seen[f"died {trial.died}"] += 1
        seen[f"first was {ledger.awards[1].table}"] += 1
        for journal in journals:
            journal.close()
        first.close()
    assert seen["died before the commit"]
    assert seen["died after the commit"]
    assert len([kind for kind in seen if kind.startswith("first was")]) > 1
