"""Verification of whole journals: both ways to read one, in one part or in several, at rest and while it grows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.journal.proof.evidence import alone
from tests.journal.proof.synthetic import fill, journal
from upcard.journal.proof import (
    Bad,
    Heads,
    Signed,
    Verified,
    Vouched,
    attested,
    exported,
    heads_beside,
    verification,
    verify,
    verify_sqlite,
    verify_store,
)
from upcard.journal.proof.heads import signed_heads
from upcard.journal.proof.raw_reader import sqlite_snapshot
from upcard.journal.proof.verification import LedgerCheck, walk
from upcard.store import GENESIS, Answer, Entry, Head, Store, StoreError, chained, open_store


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    return journal(tmp_path_factory.mktemp("house"), 160, every=20)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    store = open_store(f"sqlite:{path}")
    yield store
    store.close()


def test_a_journal_in_order(house: tuple[Path, bytes]) -> None:
    path, key = house
    found = verify_sqlite(path, Vouched(heads_beside(path), key))
    store = open_store(f"sqlite:{path}", read_only=True)
    entries = list(store.entries())
    assert isinstance(found, Verified)
    assert (found.events, found.head) == (len(entries), store.head())
    first = next(signed_heads(heads_beside(path))).head.seq
    assert found.signed == Signed(first, len(entries), key)
    assert first > 1, "what came before the first head was played, and nobody vouches for it"
    assert found.rounds == sum(entry.event.startswith('{"type":"RoundReconciled"') for entry in entries) > 5
    again = verify_store(store, Vouched(heads_beside(path), key, store.head()))
    assert isinstance(again, Verified)
    assert again._replace(seconds=found.seconds) == found
    store.close()


def test_two_processes_find_what_one_finds(house: tuple[Path, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    path, key = house
    vouched = Vouched(heads_beside(path), key)
    one = verify_sqlite(path, vouched, processes=1)
    monkeypatch.setattr(verification, "WORTH_SHARING", 2)
    two = verify_sqlite(path, vouched)
    assert isinstance(one, Verified)
    assert isinstance(two, Verified)
    assert two._replace(seconds=one.seconds) == one


def test_a_journal_is_verified_while_it_is_open(path: Path, store: Store) -> None:
    heads = Heads(heads_beside(path))
    end = fill(store, 60, heads=heads, every=20)
    for found in (verify_sqlite(path, Vouched(heads_beside(path), heads.public)), verify_store(store)):
        assert isinstance(found, Verified)
        assert found.head == end
    assert alone(["", str(path), "--heads", str(heads_beside(path))]) == ""
    heads.close()


def test_a_journal_is_verified_while_it_grows(path: Path, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """By two processes, which do not see the same moment: what comes later is neither missed nor held against it."""
    monkeypatch.setattr(verification, "WORTH_SHARING", 2)
    end = fill(store, 200)
    found = []
    verifying = Thread(target=lambda: found.append(verify_sqlite(path)))
    with store.turn(end.seq) as turn:
        verifying.start()
        later = chained(end.hash, Entry(end.seq + 1, "cage", 1, "later", "t", "s", "{}", '{"house":5,"cage":-5}'))
        turn.append([later], {"house": 5, "cage": -5}, [Answer("later", bytes(32), later.seq, later.seq)])
    verifying.join()
    assert isinstance(found[0], Verified)
    assert found[0].events in {end.seq, end.seq + 1}


def test_a_head_that_is_signed_while_the_journal_is_read_is_not_missed_in_it(path: Path, store: Store) -> None:
    heads = Heads(heads_beside(path))
    end = fill(store, 40, heads=heads, every=20)
    who = attested(Vouched(heads_beside(path), heads.public))
    with sqlite_snapshot(path) as snapshot:
        with store.turn(end.seq) as turn:
            later = chained(end.hash, Entry(end.seq + 1, "cage", 1, "later", "t", "s", "{}", "{}"))
            turn.append([later], {}, [Answer("later", bytes(32), later.seq, later.seq)])
        heads.sign(Head(later.seq, later.hash), "t")
        found = verify(snapshot, who)
        assert snapshot.reading.head() == end, "a replay sees the same moment"
    heads.close()
    assert isinstance(found, Verified)
    assert (found.events, found.signed and found.signed.last) == (end.seq, end.seq)


def test_a_house_that_signed_before_anything_was_played_is_vouched_for_from_the_first(path: Path, store: Store) -> None:
    heads = Heads(heads_beside(path))
    opened = entry(1, '{"house":-5,"meter/a":5}', '{"type":"JackpotOpened"}')
    record(store, {"house": -5, "meter/a": 5}, opened, entry(2, "{}", '{"type":"TableOpened"}'))
    heads.sign(store.head(), "t")
    heads.close()
    found = verify_store(store, Vouched(heads_beside(path)))
    assert isinstance(found, Verified)
    assert found.signed == Signed(1, 2, heads.public)


def test_a_forged_head_is_told_in_one_sentence(path: Path, store: Store) -> None:
    heads = Heads(heads_beside(path))
    fill(store, 40, heads=heads, every=20)
    heads.close()
    lines = heads_beside(path).read_bytes().splitlines(keepends=True)
    bent = lines[1].replace(b'"at":"2', b'"at":"3')
    heads_beside(path).write_bytes(lines[0] + bent)
    found = verify_store(store, Vouched(heads_beside(path), heads.public))
    assert isinstance(found, Bad)
    said = f"line 2 of {heads_beside(path)}, the head at entry {found.seq}, is not signed by the key"
    assert found.what == f"is not vouched for: {said}"


def test_heads_that_are_missing_are_not_passed_over(path: Path, store: Store) -> None:
    fill(store, 20)
    found = verify_store(store, Vouched(path.with_name("none.heads")))
    assert isinstance(found, Bad)
    assert "none.heads cannot be read" in found.what


def test_what_is_no_journal_is_said_to_be_none(path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be read as a journal"):
        verify_sqlite(path)
    path.write_text("a letter\n" * 500)
    with pytest.raises(StoreError, match="cannot be read as a journal"):
        verify_sqlite(path)


# ---- books that the house itself kept wrongly: no chain and no signature shows it ------------------------------------


def record(store: Store, balances: Mapping[str, int], *entries: Entry) -> None:
    """Entries of one command."""
    before = GENESIS
    hashed = []
    for entry in entries:
        hashed.append(chained(before, entry))
        before = hashed[-1].hash
    with store.turn(0) as turn:
        turn.append(hashed, balances, [Answer("c", bytes(32), 1, len(entries))])


def entry(seq: int, postings: str, event: str = "{}") -> Entry:
    return Entry(seq, "cage", seq, "c", "2026-01-01T12:00:00Z", "supervisor s", event, postings)


@pytest.mark.parametrize(
    ("postings", "balances", "what"),
    [
        ('{"house":1,"cage":-2}', {"house": 1, "cage": -2}, "entry 1 .*sum to zero"),
        ('{"meter/a":-1,"cage":1}', {"meter/a": -1, "cage": 1}, "entry 1 .*meter/a"),
        ('{"reserve/a":-1,"cage":1}', {"reserve/a": -1, "cage": 1}, "entry 1 .*reserve/a"),
        ('{"pending/a":-1,"cage":1}', {"pending/a": -1, "cage": 1}, "entry 1 .*pending/a"),
        ('{"house":"1"}', {"house": 1}, "entry 1 (cannot be read|has .* no whole number)"),
        ('{"house":1,"cage":-1}', {"house": 1, "cage": 0}, "balance of cage"),
        ('{"house":1,"cage":-1}', {"house": 1}, "balance of cage is (missing, but|None)"),
        ('{"house":0}', {}, "balance of house"),
        ("{}", {"house": 0}, "balance of house"),
        (
            '{"house":-1500000000,"cage":1500000000}',
            {"house": -150, "cage": 1500000000},
            r"house is (-\$0.0000015, but its postings come to -\$15.00|-150, its)",
        ),
    ],
)
def test_books_that_do_not_balance(
    path: Path, store: Store, postings: str, balances: dict[str, int], what: str
) -> None:
    record(store, balances, entry(1, postings))
    for found in (verify_store(store), verify_sqlite(path)):
        assert isinstance(found, Bad)
        assert re.search(what, f"entry {found.seq} {found.what}"), found
    assert re.search(what, alone(["", str(path)]))


def test_a_meter_may_be_emptied_and_not_more(path: Path, store: Store) -> None:
    filled, emptied = entry(1, '{"meter/a":7,"cage":-7}'), entry(2, '{"meter/a":-7,"cage":7}')
    record(store, {"meter/a": 0, "cage": 0}, filled, emptied)
    assert isinstance(verify_store(store), Verified)
    assert alone(["", str(path)]) == ""


def test_a_word_about_a_round_is_no_round(store: Store) -> None:
    record(store, {}, entry(1, "{}", '{"type":"Noted","about":{"type":"RoundReconciled"}}'))
    found = verify_store(store)
    assert isinstance(found, Verified)
    assert (found.events, found.rounds) == (1, 0)


def test_words_of_any_language_are_kept(path: Path, store: Store) -> None:
    event = '{"type":"Noted","words":"José \u2028 ace of spades 🂡"}'
    record(store, {}, entry(1, "{}", event))
    assert isinstance(verify_store(store), Verified)
    assert alone(["", str(path)]) == ""
    text = path.with_name("journal.jsonl")
    text.write_text("".join(f"{exported(each)}\n" for each in store.entries()), encoding="utf-8")
    assert alone(["", str(text)]) == ""


# ---- parts -----------------------------------------------------------------------------------------------------------

Step = tuple[str, int, str, int]
steps = st.tuples(
    st.sampled_from(["table/1", "cage"]),
    st.sampled_from([1, 1, 1, 1, 1, 1, 1, 2, 0]),
    st.sampled_from(["meter/a", "meter/b", "tray/1"]),
    st.integers(-3, 5),
)


def made(script: list[Step]) -> list[Entry]:
    """A journal that is chained well, and may be wrong in everything else."""
    versions: dict[str, int] = {}
    head = Head(0, GENESIS)
    entries = []
    for stream, step, account, micros in script:
        versions[stream] = versions.get(stream, 0) + step
        postings = f'{{"{account}":{micros},"cage":{-micros}}}' if micros else "{}"
        bare = Entry(head.seq + 1, stream, versions[stream], f"c{head.seq // 3}", "t", "s", "{}", postings)
        entries.append(chained(head.hash, bare))
        head = Head(bare.seq, entries[-1].hash)
    return entries


def joined(entries: list[Entry], cuts: list[int]) -> tuple[Bad | None, Head, dict[str, int]]:
    """What walking a journal in parts comes to."""
    ranges = [(f"c{at // 3}", at + 1, min(at + 3, len(entries))) for at in range(0, len(entries), 3)]
    found = LedgerCheck()
    for after, upto in zip([0, *cuts], [*cuts, len(entries)], strict=True):
        start = Head(after, entries[after - 1].hash if after else GENESIS)
        mine = iter([span for span in ranges if span[2] > after and span[1] <= upto])
        bad = found.join(walk(start, upto, entries[after:upto], mine, iter(())))
        if bad:
            return bad, Head(0, GENESIS), {}
    return None, found.head, found.balances


@settings(deadline=None, max_examples=300)
@given(st.data(), st.lists(steps, min_size=1, max_size=40))
def test_parts_come_to_the_same_wherever_a_journal_is_cut(data: st.DataObject, script: list[Step]) -> None:
    entries = made(script)
    cuts = sorted(data.draw(st.sets(st.integers(1, len(entries)), max_size=3)))
    whole, parted = joined(entries, []), joined(entries, cuts)
    assert whole == parted
    assert whole[0] is None or whole[0].seq > 0


# ---- PostgreSQL ------------------------------------------------------------------------------------------------------


def test_a_journal_on_postgresql(postgres_url: str, path: Path) -> None:
    heads = Heads(heads_beside(path))
    store = open_store(postgres_url)
    end = fill(store, 120, heads=heads, every=20)
    heads.check(store)
    found = verify_store(store, Vouched(heads_beside(path), heads.public, end))
    assert isinstance(found, Verified)
    assert (found.events, found.head) == (end.seq, end)
    assert found.signed is not None
    assert (found.signed.last, found.signed.key) == (end.seq, heads.public)
    store.close()
    heads.close()


def test_tampering_on_postgresql(postgres_url: str) -> None:
    """A database administrator who takes the triggers away."""
    import psycopg

    store = open_store(postgres_url)
    fill(store, 60)
    address, _, schema = postgres_url.rpartition("schema=")
    with psycopg.connect(address.rstrip("?&"), autocommit=True) as administrator:
        administrator.execute(f"SET search_path = {schema}".encode())
        administrator.execute("ALTER TABLE entry DISABLE TRIGGER ALL")
        administrator.execute("""UPDATE entry SET "by" = 'dealer nobody' WHERE seq = 17""")
        assert verify_store(store) == Bad(17, "is not what was recorded: its hash does not fit")
        administrator.execute("DELETE FROM entry WHERE seq = 9")
        assert verify_store(store) == Bad(9, "is missing: entry 10 stands in its place")
    store.close()
