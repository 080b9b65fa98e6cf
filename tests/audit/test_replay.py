"""The whole journal played again: what follows comes out the same, and what does not is named."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.audit.journals import HOUSES, STEPS, Memory, irregular_night
from upcard.audit import Otherwise, Replayed, replay
from upcard.audit.document import OLDER
from upcard.store.store import GENESIS, Entry, chained


def changed(entries: list[Entry], where: int, change: Callable[[Entry], Entry]) -> Memory:
    """The journal with one entry changed and every hash after it made anew, as somebody would who has the database."""
    store = irregular_night("deadwood", STEPS).store
    rows: list[Entry] = []
    before = GENESIS
    for entry in entries:
        made = chained(before, change(entry) if entry.seq == where else entry)
        rows.append(made)
        before = made.hash
    return Memory(rows, store.balances())


@pytest.mark.parametrize("name", HOUSES)
def test_a_journal_comes_out_the_same(name: str) -> None:
    night = irregular_night(name, STEPS)
    found = replay(night.store, settle=name == "massachusetts")
    assert isinstance(found, Replayed)
    assert (found.events, found.head) == (len(night.store.rows), night.store.head())
    assert found.rounds == sum('"RoundReconciled"' in entry.event for entry in night.store.rows)
    assert found.settled == (found.rounds if name == "massachusetts" else 0)


def differing(store: Memory) -> Otherwise:
    found = replay(store)
    assert isinstance(found, Otherwise)
    return found


def first(entries: list[Entry], text: str) -> Entry:
    return next(entry for entry in entries if text in entry.event)


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("stud.BetMade", '"cents":', '"cents":1'),
        ("stud.WagerPlaced", '"seat":1', '"seat":2'),
        ("RoundReconciled", '"number":', '"number":7'),
        ("stud.StepSettled", '"paid":', '"paid":9'),
    ],
)
def test_an_event_that_was_changed_is_named_although_every_hash_fits(text: str, old: str, new: str) -> None:
    rows = irregular_night("deadwood", STEPS).store.rows
    where = first(rows, text)
    assert old in where.event
    store = changed(rows, where.seq, lambda entry: entry._replace(event=entry.event.replace(old, new, 1)))
    found = differing(store)
    assert found.seq == where.seq
    assert found.what


def test_hands_that_were_exchanged_are_not_those_on_top_of_the_deck() -> None:
    """Dealt are the very cards that lie on top, to other seats."""

    def exchanged(entry: Entry) -> Entry:
        event = json.loads(entry.event)
        for fields in (event["event"]["hands"], event["event"]["values"]):
            one, two = list(fields)[:2]
            fields[one], fields[two] = fields[two], fields[one]
        return entry._replace(event=json.dumps(event, separators=(",", ":")))

    rows = irregular_night("deadwood", STEPS).store.rows
    where = first(rows, '"type":"stud.HandsDealt"')
    found = replay(changed(rows, where.seq, exchanged), settle=True)
    assert isinstance(found, Otherwise)
    assert (found.seq, found.what) == (where.seq, "deals other cards than lie on top of the deck")


def test_postings_that_were_changed_are_named() -> None:
    rows = irregular_night("deadwood", STEPS).store.rows
    where = next(entry for entry in rows if entry.postings != "{}")
    store = changed(rows, where.seq, lambda entry: entry._replace(postings="{}"))
    found = differing(store)
    assert (found.seq, found.what) == (
        where.seq, "is not what follows from the journal before it: postings, hash"
    )  # fmt: skip


def test_an_event_that_cannot_be_read_is_named() -> None:
    rows = irregular_night("deadwood", STEPS).store.rows
    found = differing(changed(rows, 40, lambda entry: entry._replace(event='{"type":"Nothing"}')))
    assert found.seq == 40


def test_a_balance_that_is_not_what_the_journal_makes_is_named() -> None:
    store = irregular_night("deadwood", STEPS).store
    wrong = store.balances() | {"house": store.balances()["house"] + 1}
    found = differing(Memory(store.rows, wrong))
    assert found.seq == 0
    assert "house" in found.what


def test_a_table_that_an_older_upcard_opened_is_settled_and_not_judged() -> None:
    rows = irregular_night("deadwood", STEPS).store.rows
    engine = '"engine":"'
    opened = [entry.seq for entry in rows if '"TableOpened"' in entry.event]
    store = Memory(rows, irregular_night("deadwood", STEPS).store.balances())
    for seq in opened:
        store = Memory(
            changed(
                store.rows, seq, lambda entry: entry._replace(event=entry.event.replace(engine, f"{engine}0.3.1-"))
            ).rows,
            store.balances(),
        )
    found = replay(store, settle=True)
    assert isinstance(found, Replayed)
    assert found.settled == found.rounds
    assert found.not_compared[OLDER] == found.rounds
