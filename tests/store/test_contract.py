"""What a store does, whichever database is behind it."""

from __future__ import annotations

from contextlib import closing, suppress

import pytest

from tests.store.scribe import Scribe, answer, database, write
from upcard.store import GENESIS, Answer, Entry, Head, Store, StoreError, intact, open_store
from upcard.store.sql_store import PAGE


def test_a_new_store_is_empty(store: Store) -> None:
    assert store.head() == Head(0, GENESIS)
    assert list(store.entries()) == []
    assert list(store.answers()) == []
    assert store.balances() == {}
    assert store.answer("c1") is None


def test_what_was_appended_is_read_back_and_survives_closing(url: str) -> None:
    entries = Scribe().some(3, "table/One", "cage")
    answers = [answer(entry, "" if entry.seq < 3 else '{"rule":"ante"}') for entry in entries]
    with closing(open_store(url)) as store, store.turn(0, ["c1"]) as turn:
        assert (list(turn.missed), dict(turn.known)) == ([], {})
        turn.append(entries, {"tray/One": -5, "seat/One/1": 5}, answers)
    for read_only in (False, True):
        with closing(open_store(url, read_only=read_only)) as again:
            assert list(again.entries()) == entries
            assert again.head() == Head(3, entries[-1].hash)
            assert again.balances() == {"tray/One": -5, "seat/One/1": 5}
            assert list(again.answers()) == answers
            assert again.answer("c3") == answers[2]
            assert again.answer("c4") is None


def test_the_rows_are_entries_and_answers_with_bytes(store: Store) -> None:
    write(store, Scribe().some(1))
    (entry,) = store.entries()
    assert isinstance(entry, Entry)
    assert isinstance(entry.hash, bytes)
    assert intact(GENESIS, entry)
    found = store.answer("c1")
    assert isinstance(found, Answer)
    assert isinstance(found.digest, bytes)


def test_balances_are_replaced_not_added(store: Store) -> None:
    scribe = Scribe()
    for micros in (7, -3, 0):
        entry = scribe.next()
        with store.turn(entry.seq - 1) as turn:
            turn.append([entry], {"tray": micros}, [])
        assert store.balances() == {"tray": micros}


def test_a_part_of_the_journal_is_what_is_after_and_up_to(store: Store) -> None:
    entries = Scribe().some(9, "a", "b", "c")
    write(store, entries)
    for after in range(11):
        for upto in range(11):
            assert list(store.entries(after, upto=upto)) == entries[after:upto]
            chosen = [entry for entry in entries[after:upto] if entry.stream == "b"]
            assert list(store.entries(after, stream="b", upto=upto)) == chosen
    assert list(store.entries(stream="d")) == []


def test_a_journal_of_many_pages_is_read_whole(store: Store) -> None:
    entries = Scribe().some(2 * PAGE + 2, "a", "b")
    write(store, entries)
    assert list(store.entries()) == entries
    assert list(store.entries(PAGE)) == entries[PAGE:]
    assert list(store.entries(upto=PAGE)) == entries[:PAGE]
    assert list(store.entries(stream="b")) == entries[1::2]
    answers = list(store.answers())
    assert [given.id for given in answers] == sorted(entry.command for entry in entries)


def test_bytes_are_kept_exactly(store: Store) -> None:
    scribe = Scribe()
    odd = [
        scribe.next("table/Ä ♠ 卓", '{"note":"café cafe\u0301 \\u0000 \\n \' \\" % ? $1 \u2028 😀"}'),
        scribe.next("cage", '{"note":"' + "long ♥ " * 50_000 + '"}', '{ "a" : 1 , "a\u00a0b":-1}'),
        scribe.next(event='{"a":  1.0e3}', postings='{"a\\"b":1,"c\\\\d":-1}'),
    ]
    write(store, odd)
    assert list(store.entries()) == odd
    assert list(store.entries(stream="table/Ä ♠ 卓")) == odd[:1]


def test_integers_are_kept_up_to_the_last_bit(store: Store) -> None:
    scribe = Scribe()
    largest = {"most": 2**63 - 1, "least": -(2**63), "beyond a float": 2**53 + 1}
    entry = scribe.next(postings='{"least":-9223372036854775808,"most":9223372036854775807}')
    with store.turn(0) as turn:
        turn.append([entry], largest, [])
    assert store.balances() == largest


@pytest.mark.parametrize("micros", [2**63, -(2**63) - 1])
def test_an_integer_that_does_not_fit_is_refused(store: Store, micros: int) -> None:
    with pytest.raises(StoreError), store.turn(0) as turn:
        turn.append([Scribe().next()], {"tray": micros}, [])
    assert store.head().seq == 0


def test_postings_are_unpacked_by_the_database(url: str) -> None:
    scribe = Scribe()
    with closing(open_store(url)) as store:
        postings = '{"seat/One/1":-9007199254740993,"tray/One":9007199254740993}'
        write(
            store, [scribe.next(postings=postings), scribe.next(), scribe.next(postings='{"cage":9223372036854775807}')]
        )
    with database(url) as execute:
        assert execute("SELECT seq, account, micros FROM posting ORDER BY seq, account") == [
            (1, "seat/One/1", -9007199254740993),
            (1, "tray/One", 9007199254740993),
            (3, "cage", 9223372036854775807),
        ]


# ---- turns -------------------------------------------------------------------------------------------------


def test_a_turn_knows_the_answers_that_were_given(store: Store) -> None:
    scribe = Scribe()
    entries = scribe.some(3)
    write(store, entries)
    with store.turn(3, ["c2", "never", "c3"]) as turn:
        assert turn.known == {"c2": answer(entries[1]), "c3": answer(entries[2])}
    with store.turn(3) as turn:
        assert turn.known == {}


def test_a_turn_tells_what_was_missed(store: Store) -> None:
    entries = Scribe().some(5)
    write(store, entries)
    for after in range(6):
        with store.turn(after) as turn:
            assert list(turn.missed) == entries[after:]


def test_a_turn_after_an_entry_that_is_not_there_is_refused(store: Store) -> None:
    scribe = Scribe()
    write(store, scribe.some(2))
    with pytest.raises(StoreError, match="ends before entry 3"), store.turn(3):
        pass
    write(store, scribe.some(1))


def test_a_turn_may_append_more_than_once(store: Store) -> None:
    scribe = Scribe()
    with store.turn(0) as turn:
        for _ in range(3):
            turn.append([scribe.next()], {"tray": scribe.seq}, [])
        turn.append([], {}, [Answer("refused", bytes(32), 4, 3, "{}")])
    assert store.head() == Head(3, scribe.hash)
    assert store.balances() == {"tray": 3}
    assert store.answer("refused") == Answer("refused", bytes(32), 4, 3, "{}")


def test_a_large_turn_is_one_turn(store: Store) -> None:
    scribe = Scribe()
    entries = scribe.some(6000, "a", "b")

    def interrupted() -> None:
        with store.turn(0) as turn:
            for at in range(0, 6000, 1000):
                turn.append(entries[at : at + 1000], {}, [answer(entry) for entry in entries[at : at + 1000]])
            raise KeyError

    with pytest.raises(KeyError):
        interrupted()
    assert store.head().seq == 0
    with store.turn(0) as turn:
        for at in range(0, 6000, 1000):
            turn.append(entries[at : at + 1000], {}, [])
    assert store.head() == Head(6000, scribe.hash)


def test_an_open_turn_is_not_read(store: Store) -> None:
    entry = Scribe().next()
    with store.turn(0) as turn:
        turn.append([entry], {"tray": 1}, [answer(entry)])
        assert store.head().seq == 0
        assert list(store.entries()) == []
        assert store.balances() == {}
        assert store.answer("c1") is None
    assert store.head().seq == 1


def test_an_exception_of_the_caller_leaves_nothing_and_the_store_usable(store: Store) -> None:
    entries = Scribe().some(1)

    def interrupted() -> None:
        with store.turn(0) as turn:
            turn.append(entries, {"tray": 1}, [answer(entries[0])])
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        interrupted()
    assert store.head().seq == 0
    assert store.balances() == {}
    assert store.answer("c1") is None
    write(store, entries)
    assert list(store.entries()) == entries


def test_a_turn_that_is_over_appends_nothing(store: Store) -> None:
    with store.turn(0) as turn:
        pass
    with pytest.raises(StoreError, match="the turn is over"):
        turn.append(Scribe().some(1), {}, [])
    with store.turn(0), pytest.raises(StoreError, match="the turn is over"):
        turn.append(Scribe().some(1), {}, [])
    assert store.head().seq == 0


# ---- what is refused, and what follows ---------------------------------------------------------------------


def _bad(name: str) -> tuple[list[Entry], list[Answer]]:
    """What must not be appended after one entry of `table/One`, whose command was c1."""
    scribe = Scribe()
    first = scribe.next()
    second = scribe.next()
    bad = {
        "a place left out": [second._replace(seq=3)],
        "a place taken": [second._replace(seq=1)],
        "place nought": [second._replace(seq=0)],
        "a version left out": [second._replace(version=3)],
        "a version taken": [second._replace(version=1)],
        "a stream begun late": [second._replace(stream="cage", version=2)],
        "the same twice": [second, second],
        "a gap inside": [second, second._replace(seq=4, version=3)],
        "versions out of order": [second._replace(version=3), second._replace(seq=3)],
        "a short hash": [second._replace(hash=second.hash[:31])],
        "a line break": [second._replace(by="dealer\nada")],
        "postings that are no object": [second._replace(postings="[1]")],
        "postings that are no JSON": [second._replace(postings="{")],
        "a NUL": [second._replace(by="dealer\0ada")],
        "a lone surrogate": [second._replace(by="\ud800")],
    }
    answers = {
        "an answer given before": [answer(first)],
        "an answer with a short digest": [answer(second)._replace(digest=b"")],
        "an answer that ends before it begins": [answer(second)._replace(first=3, last=1)],
        "an answer without a command": [answer(second)._replace(id="")],
    }
    return bad.get(name, []), answers.get(name, [])


REFUSED = (
    "a place left out",
    "a place taken",
    "place nought",
    "a version left out",
    "a version taken",
    "a stream begun late",
    "the same twice",
    "a gap inside",
    "versions out of order",
    "a short hash",
    "a line break",
    "postings that are no object",
    "postings that are no JSON",
    "a NUL",
    "a lone surrogate",
    "an answer given before",
    "an answer with a short digest",
    "an answer that ends before it begins",
    "an answer without a command",
)


@pytest.mark.parametrize("name", REFUSED)
def test_what_does_not_follow_is_refused_and_stops_the_store(url: str, name: str) -> None:
    scribe = Scribe()
    first = scribe.some(1)
    entries, answers = _bad(name)
    assert entries or answers
    with closing(open_store(url)) as store:
        write(store, first)
        with pytest.raises(StoreError), store.turn(1) as turn:
            turn.append(entries, {"tray": 9}, answers)
        assert list(store.entries()) == first
        assert store.balances() == {"tray": 1}
        with pytest.raises(StoreError, match="must be opened again"):
            write(store, scribe.some(1))
    with closing(open_store(url)) as again:
        write(again, Scribe().some(2)[1:])
        assert again.head().seq == 2


def test_a_failure_that_the_caller_swallows_commits_nothing(store: Store) -> None:
    scribe = Scribe()
    good = scribe.next()

    def careless() -> None:
        with store.turn(0) as turn:
            turn.append([good], {}, [])
            with suppress(StoreError):
                turn.append([good._replace(seq=7)], {}, [])

    with pytest.raises(StoreError):
        careless()
    assert store.head().seq == 0


def test_a_store_that_was_opened_to_be_read_appends_nothing(url: str) -> None:
    open_store(url).close()
    with closing(open_store(url, read_only=True)) as store:
        with pytest.raises(StoreError, match="read only"):
            write(store, Scribe().some(1))
        assert store.head().seq == 0


def test_a_store_that_was_closed_is_not_used(url: str) -> None:
    store = open_store(url)
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.head()
    with pytest.raises(StoreError, match="closed"):
        write(store, Scribe().some(1))


def test_a_snapshot_stays_while_others_append(store: Store) -> None:
    scribe = Scribe()
    first = scribe.some(2)
    write(store, first)
    with store.snapshot() as snapshot:
        write(store, scribe.some(1))
        assert snapshot.head().seq == 2
        assert list(snapshot.entries()) == first
        assert snapshot.balances() == {"tray": 2}
        assert len(list(snapshot.answers())) == 2
        assert snapshot.answer("c3") is None
    assert store.head().seq == 3
