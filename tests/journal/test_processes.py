"""Several processes on one journal and one linked meter, each with its own tables."""

from __future__ import annotations

import multiprocessing
import time
from collections import Counter
from itertools import pairwise

from tests.journal.racing.crew import crew
from tests.journal.racing.linked import Flavour, house_of
from tests.journal.racing.outcome import check
from upcard.store.open import open_store
from upcard.store.store import GENESIS, intact

CREWS = 4
ROUNDS = 6
PATIENCE = 120
"""Seconds after which a process that hangs is given up."""

HOUSE = Flavour("sd-2015", 2 * CREWS, feeders=0)


def test_four_processes_share_a_journal_and_a_meter(postgres_url: str) -> None:
    """One of them is killed on the way, and another goes on with its tables."""
    spawning = multiprocessing.get_context("spawn")
    tables = [HOUSE.winning[at::CREWS] for at in range(CREWS)]
    store = open_store(postgres_url)
    gun = spawning.Barrier(CREWS, timeout=PATIENCE)
    processes = [
        spawning.Process(target=crew, args=(postgres_url, HOUSE, names, ROUNDS, f"crew {at}", gun))
        for at, names in enumerate(tables)
    ]
    try:
        for process in processes:
            process.start()
        while len(list(store.entries(stream=f"table/{tables[0][0]}"))) < 40 and processes[0].is_alive():
            time.sleep(0.01)
        processes[0].kill()
        processes[0].join(PATIENCE)
        processes.append(spawning.Process(target=crew, args=(postgres_url, HOUSE, tables[0], ROUNDS, "crew 0 again")))
        processes[-1].start()
        for process in processes[1:]:
            process.join(PATIENCE)
        assert [process.exitcode for process in processes[1:]] == [0] * CREWS
    finally:
        for process in processes:
            process.kill()

    entries = list(store.entries())
    before = GENESIS
    for seq, entry in enumerate(entries, 1):
        assert entry.seq == seq
        assert intact(before, entry)
        before = entry.hash
    ledger = check(HOUSE, house_of(HOUSE), store, [])
    assert len(ledger.paid) == len(HOUSE.winning)
    assert not ledger.rejected

    at_tables = Counter(entry.stream for entry in entries if entry.stream.startswith("table/"))
    assert all(sum(at_tables[f"table/{name}"] for name in names) > 200 for names in tables), at_tables
    crews = [entry.command.partition("/")[0] for entry in entries if entry.command.startswith("crew")]
    assert set(crews) == {f"crew {at}" for at in range(CREWS)} | {"crew 0 again"}
    assert sum(one != other for one, other in pairwise(crews)) > 20, "they took turns"
    store.close()
