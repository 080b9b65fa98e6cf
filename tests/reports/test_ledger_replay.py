"""A journal that does not add up yields no document, and every transfer has a name."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from tests.reports.evening import whole
from tests.reports.test_shifts import EXAMPLES, played
from upcard.reports.money.ledger_replay import LedgerReplay, lines
from upcard.store import GENESIS, Entry, StoreError, chained


def read(entries: list[Entry]) -> LedgerReplay:
    journal = LedgerReplay()
    for _ in journal.read(entries):
        pass
    return journal


def forged(entries: list[Entry], at: int, **changes: str) -> list[Entry]:
    """The journal with one entry changed and every hash made right again."""
    found: list[Entry] = []
    for entry in entries:
        made = entry._replace(**changes) if entry.seq == at else entry  # type: ignore[arg-type]
        found.append(chained(found[-1].hash if found else GENESIS, made))
    return found


@pytest.mark.parametrize("name", ["evening", *EXAMPLES])
def test_the_journal_read_again_stands_where_the_floor_stands(name: str) -> None:
    e = whole() if name == "evening" else played(name)
    journal = read(e.entries)
    assert journal.books.balances == e.floor.casino.books.balances == e.store.held
    assert journal.books.links == e.floor.casino.books.links
    assert journal.tables == e.floor.casino.tables
    assert journal.head == e.store.head()


def test_an_entry_that_was_touched_or_is_missing_is_found() -> None:
    entries = list(whole().entries)
    touched = [*entries[:99], entries[99]._replace(by="dealer eve"), *entries[100:]]
    with pytest.raises(StoreError, match="entry 100 "):
        read(touched)
    with pytest.raises(StoreError, match="entry 101 "):
        read([*entries[:99], *entries[100:]])


def test_postings_that_do_not_follow_from_the_event_are_found_even_under_right_hashes() -> None:
    entries = list(whole().entries)
    at = next(entry for entry in entries if '"type":"TrayFilled"' in entry.event)
    moved = {name: micros * 2 for name, micros in json.loads(at.postings).items()}
    with pytest.raises(StoreError, match=f"entry {at.seq} moves other money"):
        read(forged(entries, at.seq, postings=json.dumps(moved, separators=(",", ":"))))


def test_both_sides_of_every_transfer_are_what_was_posted() -> None:
    journal = LedgerReplay()
    for moment in journal.read(whole().entries):
        found: Counter[str] = Counter()
        for line in lines(moment):
            found[line.account] += line.micros
        posted = json.loads(moment.entry.postings)
        assert {name: micros for name, micros in found.items() if micros} == posted
