"""Faults that no tampering leads to, since each needs a writer that is itself wrong: one walk, one fault."""

from __future__ import annotations

import pytest

from upcard.journal.proof.verification import LedgerCheck, Part, walk
from upcard.store import GENESIS, Entry, Head, chained


def journal(*postings: str, by: str = "dealer d") -> list[Entry]:
    """One entry for each, all of one command."""
    entries: list[Entry] = []
    for seq, each in enumerate(postings, 1):
        before = entries[-1].hash if entries else GENESIS
        entries.append(chained(before, Entry(seq, "cage", seq, "c", "t", by, "{}", each)))
    return entries


def walked(entries: list[Entry], after: int = 0, upto: int | None = None, end: int | None = None) -> Part:
    """A part; `end` is where it should end, if not where its rows do."""
    rows = entries[after:upto]
    start = Head(after, entries[after - 1].hash if after else GENESIS)
    span = ("c", 1, len(entries))
    return walk(start, after + len(rows) if end is None else end, rows, iter([span]), iter(()))


def test_a_line_break_is_found_although_the_hash_fits() -> None:
    found = walked(journal("{}", by="dealer\nd"))
    assert found.bad == (1, "has a line break in a field")


@pytest.mark.parametrize("micros", [-3, -1, 1, 3])
def test_postings_sum_to_zero_and_to_nothing_else(micros: int) -> None:
    found = walked(journal("{}", f'{{"house":{micros},"tray/1":2,"cage":-2}}'))
    assert found.bad == (2, "moves money from nowhere: its postings do not sum to zero")


def test_rows_that_end_too_soon() -> None:
    found = walked(journal("{}", "{}", "{}"), upto=2, end=3)
    assert found.bad == (3, "is missing")


@pytest.mark.parametrize(("taken", "place"), [((3, 2), None), ((3, 3), 3), ((6, 0), 2), ((2, 1, 1, 1, 1), 6)])
def test_a_part_that_takes_more_than_the_part_before_put_in(taken: tuple[int, ...], place: int | None) -> None:
    entries = journal('{"meter/a":5,"cage":-5}', *(f'{{"meter/a":{-each},"cage":{each}}}' for each in taken))
    found = LedgerCheck()
    assert found.join(walked(entries, upto=1)) is None
    bad = found.join(walked(entries, after=1))
    assert bad == ((place, "takes more from meter/a than it holds") if place else None)


def test_a_part_that_stands_on_another_hash() -> None:
    entries = journal("{}", "{}", "{}")
    found = LedgerCheck()
    assert found.join(walked(entries, upto=1)) is None
    other = walked(journal("{}", '{"house":0}', "{}"), after=2)
    assert found.join(other) == (2, "is not what was recorded: its hash does not fit")
