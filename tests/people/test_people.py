"""Identities: who may be made, how they are believed, when they are locked out, and that all of it is written down."""

from __future__ import annotations

import asyncio
import stat
from pathlib import Path
from threading import Event, Thread

import pytest

from tests.people.conftest import CHEAP, Clock
from upcard.errors import Refused
from upcard.people import Busy, Limits, People, open_people
from upcard.people.sessions import Cost, Passwords
from upcard.people.sqlite import OURS
from upcard.store import StoreError, open_store

SECRET = "a long enough one"


def sam(people: People) -> People:
    people.add("sam", "Sam", "supervisor", SECRET, "lee")
    return people


# ---- who may be made -------------------------------------------------------------------------------------------------


def test_a_person_is_believed_with_the_password_and_no_other(people: People) -> None:
    sam(people)
    found = people.check("sam", SECRET)
    assert found is not None
    assert (found.id, found.name, found.role) == ("sam", "Sam", "supervisor")
    assert people.check("sam", SECRET + " ") is None
    assert people.check("pat", SECRET) is None


@pytest.mark.parametrize("id", ["s", "Sam", "sam smith", "x" * 41, "", "sám", "sam\n"])
def test_an_unfit_id_is_refused(people: People, id: str) -> None:
    with pytest.raises(Refused, match="an id is 2 to 40"):
        people.add(id, "Sam", "dealer", SECRET, "lee")


@pytest.mark.parametrize(
    ("password", "because"),
    [
        ("nine chrs", "10 to 200"),
        ("x" * 201, "10 to 200"),
        ("SAM-THE-ONE", "not the id"),
        ("sam of the pit", "the name"),
    ],
)
def test_an_unfit_password_is_refused(people: People, password: str, because: str) -> None:
    with pytest.raises(Refused, match=because):
        people.add("sam-the-one", "Sam of the Pit", "dealer", password, "lee")
    assert people.empty


def test_ten_letters_are_enough_and_two_hundred_not_too_many(people: People) -> None:
    people.add("aa", "A", "dealer", "x" * 10, "lee")
    people.add("bb", "B", "dealer", "x" * 200, "lee")
    assert people.check("aa", "x" * 10)
    assert people.check("bb", "x" * 200)
    assert people.check("bb", "x" * 201) is None


def test_a_password_is_the_same_however_its_letters_are_composed(people: People) -> None:
    people.add("zoe", "Zoë", "dealer", "zoë is dealing", "lee")
    assert people.check("zoe", "zoe\u0308 is dealing")


def test_an_id_is_one_persons(people: People) -> None:
    sam(people)
    with pytest.raises(Refused, match="sam is taken"):
        people.add("sam", "Another", "dealer", SECRET, "lee")
    with pytest.raises(Refused, match="a role is one of"):
        people.add("kim", "Kim", "boss", SECRET, "lee")  # type: ignore[arg-type]
    assert [person.id for person in people.list()] == ["sam"]


def test_what_is_done_to_people_is_written_down(people: People) -> None:
    sam(people)
    people.change_role("sam", "dealer", "lee")
    people.set_password("sam", "another long one", "sam")
    people.lock("sam", "lee")
    people.unlock("sam", "lee")
    assert [(change.by, change.id, change.what) for change in people.changes()] == [
        ("lee", "sam", "added as supervisor"),
        ("lee", "sam", "is now dealer"),
        ("sam", "sam", "has another password"),
        ("lee", "sam", "locked"),
        ("lee", "sam", "unlocked"),
    ]
    found = people.get("sam")
    assert found is not None
    assert found.role == "dealer"
    for act in (people.lock, people.unlock):
        with pytest.raises(Refused, match="nobody with the id kim"):
            act("kim", "lee")
    with pytest.raises(Refused, match="nobody with the id kim"):
        people.set_password("kim", SECRET, "lee")


# ---- lock-out --------------------------------------------------------------------------------------------------------


def test_five_failures_in_a_row_lock_out_for_a_quarter_of_an_hour(people: People, clock: Clock) -> None:
    sam(people)
    for _ in range(4):
        assert people.check("sam", "wrong") is None
    assert people.check("sam", SECRET), "four failures do not lock out, and a success forgets them"
    for _ in range(5):
        assert people.check("sam", "wrong") is None
    assert people.check("sam", SECRET) is None
    clock.seconds += 15 * 60 - 1
    assert people.check("sam", SECRET) is None, "and trying does not make it shorter"
    clock.seconds += 1
    assert people.check("sam", "wrong") is None
    assert people.check("sam", SECRET), "afterwards the failures count anew"


def test_a_lock_out_is_seen_by_whoever_else_uses_the_store(people: People, url: str, clock: Clock) -> None:
    sam(people)
    with open_people(url, clock=clock, cost=CHEAP) as elsewhere:
        for each in (people, elsewhere, people, elsewhere, people):
            assert each.check("sam", "wrong") is None
        assert elsewhere.check("sam", SECRET) is None
        people.unlock("sam", "lee")
        assert elsewhere.check("sam", SECRET)


def test_many_tries_at_once_count_as_many(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one password is being looked at, five others may not slip by."""
    sam(people)
    looked: list[str | None] = []
    verify = people.passwords.verify
    begun, go_on = Event(), Event()

    def slow(kept: str | None, password: str) -> bool:
        looked.append(kept)
        if password == "the first":
            begun.set()
            assert go_on.wait(20)
        return verify(kept, password)

    monkeypatch.setattr(people.passwords, "verify", slow)
    first = Thread(target=people.check, args=("sam", "the first"))
    first.start()
    assert begun.wait(20)
    for _ in range(8):
        people.check("sam", "wrong")
    go_on.set()
    first.join(20)
    assert len([kept for kept in looked if kept]) == 5, "the real hash was compared five times in all"


def test_a_locked_identity_is_not_believed_until_it_is_unlocked(people: People, clock: Clock) -> None:
    sam(people)
    people.lock("sam", "lee")
    clock.seconds += 10**6
    assert people.check("sam", SECRET) is None
    people.unlock("sam", "lee")
    assert people.check("sam", SECRET)


def test_a_lock_during_the_verification_wins(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    sam(people)
    verify = people.passwords.verify

    def meanwhile(kept: str | None, password: str) -> bool:
        people.lock("sam", "lee")
        return verify(kept, password)

    monkeypatch.setattr(people.passwords, "verify", meanwhile)
    assert people.check("sam", SECRET) is None


def test_the_limits_are_the_houses(url: str, clock: Clock) -> None:
    with open_people(url, clock=clock, cost=CHEAP, limits=Limits(failures=2, lock_out=60_000)) as people:
        sam(people)
        people.check("sam", "wrong")
        people.check("sam", "wrong")
        assert people.check("sam", SECRET) is None
        clock.seconds += 60
        assert people.check("sam", SECRET)


# ---- the log of attempts ---------------------------------------------------------------------------------------------


def test_every_attempt_is_logged_with_what_came_of_it(people: People, clock: Clock) -> None:
    sam(people)
    people.check("sam", SECRET, address="192.0.2.7")
    people.check("nobody", "x")
    people.check(SECRET, "sam")
    people.lock("sam", "lee")
    people.check("sam", SECRET, purpose="approval", about="ValidateHit 1 of Gold Rush\n$52,114.07")
    kept = [(a.number, a.at, a.id, a.purpose, a.outcome, a.address, a.about) for a in people.attempts()]
    at = clock.seconds * 1000
    assert kept == [
        (1, at, "sam", "sign-in", "ok", "192.0.2.7", ""),
        (2, at, "nobody", "sign-in", "failed", "", ""),
        (3, at, "(no id)", "sign-in", "failed", "", ""),
        (4, at, "sam", "approval", "locked", "", "ValidateHit 1 of Gold Rush?$52,114.07"),
    ]
    assert [a.number for a in people.attempts(after=2, limit=1)] == [3]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE attempt SET outcome = 'ok'",
        "DELETE FROM attempt",
        "UPDATE change SET by = 'nobody'",
        "DELETE FROM change",
    ],
)
def test_the_logs_are_not_altered(people: People, statement: str) -> None:
    sam(people).check("sam", "wrong")
    before = people.attempts(), people.changes()
    with pytest.raises(StoreError), people._database.write() as run:
        run(statement, ())
    assert (people.attempts(), people.changes()) == before


def test_the_log_is_not_replaced_on_sqlite(tmp_path: Path) -> None:
    with open_people(f"sqlite:{tmp_path / 'j.db'}", cost=CHEAP) as people:
        people.check("sam", "wrong")
        with pytest.raises(StoreError, match="no gaps"), people._database.write() as run:
            run("INSERT OR REPLACE INTO attempt VALUES (1, 0, 'sam', 'sign-in', 'ok', '', '')", ())
        assert people.attempts()[0].outcome == "failed"


def test_nobody_is_believed_when_it_cannot_be_logged(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    sam(people)

    def full(*_: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr("upcard.people.database.tried", full)
    with pytest.raises(StoreError, match="full"):
        people.check("sam", SECRET)


# ---- the first person ------------------------------------------------------------------------------------------------


def test_the_first_licensee_is_made_with_the_code_once(people: People, url: str) -> None:
    code = people.welcome_code()
    assert (people.empty, people.list()) == (True, ())
    with open_people(url, cost=CHEAP) as elsewhere:
        assert elsewhere.welcome_code() == code
    with pytest.raises(Refused, match="not the code"):
        people.welcome(code[:-1], "lee", "Lee", SECRET)
    assert people.welcome(f" {code}\n", "lee", "Lee", SECRET).role == "licensee"
    assert (people.empty, len(people.list())) == (False, 1)
    with pytest.raises(Refused, match="has people already"):
        people.welcome(code, "eve", "Eve", SECRET)
    assert people.check("eve", SECRET) is None


# ---- the worker and the files ----------------------------------------------------------------------------------------


def test_the_password_is_kept_as_argon2id_at_a_sensible_cost() -> None:
    made = Passwords()
    try:
        assert made.hash(SECRET).startswith("$argon2id$v=19$m=65536,t=3,p=1$")
        assert made.hash(SECRET) != made.hash(SECRET), "each hash has a salt of its own"
    finally:
        made.close()


def test_a_hash_of_another_cost_is_made_anew_when_it_is_next_used(url: str) -> None:
    with open_people(url, cost=CHEAP) as people:
        sam(people)
    with open_people(url, cost=Cost(2, 8)) as people:
        assert people.check("sam", SECRET)
        [(hash,)] = people._database.read("SELECT hash FROM person")
        assert ",t=2," in hash
        assert people.check("sam", SECRET)


def test_unknown_ids_take_the_same_work(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    sam(people)
    people.add("loc", "Loc", "dealer", SECRET, "lee")
    people.lock("loc", "lee")
    asked: list[str] = []
    hasher = people.passwords._hasher

    class Counted:
        def verify(self, hash: str, password: bytes) -> bool:
            asked.append(f"{hash.rsplit('$', 2)[0]}, {len(hash)} letters")
            return hasher.verify(hash, password)

    monkeypatch.setattr(people.passwords, "_hasher", Counted())
    for id in ("sam", "nobody", "loc", "NO ID"):
        people.check(id, "wrong")
    assert len(asked) == 4
    assert len(set(asked)) == 1, "the same algorithm at the same cost"


def test_a_full_queue_says_so_at_once() -> None:
    passwords = Passwords(CHEAP, waiting=2)
    go_on = Event()

    async def flood() -> tuple[list[object], bool]:
        first = [asyncio.ensure_future(passwords.soon(go_on.wait, 20)) for _ in range(2)]
        await asyncio.sleep(0)
        results: list[object] = []
        with pytest.raises(Busy):
            await passwords.soon(go_on.wait, 20)
        go_on.set()
        results += await asyncio.gather(*first)
        return results, await passwords.soon(go_on.wait, 20)

    try:
        assert asyncio.run(flood()) == ([True, True], True)
    finally:
        passwords.close()


def test_an_asker_who_goes_away_leaves_no_place_taken() -> None:
    passwords = Passwords(CHEAP, waiting=2)
    go_on = Event()

    async def leave() -> bool:
        first = asyncio.ensure_future(passwords.soon(go_on.wait, 20))
        gone = asyncio.ensure_future(passwords.soon(go_on.wait, 20))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        go_on.set()
        await first
        return await passwords.soon(go_on.wait, 20) and await passwords.soon(go_on.wait, 20)

    try:
        assert asyncio.run(leave())
    finally:
        passwords.close()


def test_the_people_stand_beside_the_journal_and_do_not_disturb_it(url: str, tmp_path: Path) -> None:
    """In either order, on either database."""
    with open_people(url, cost=CHEAP) as people:
        sam(people)
    store = open_store(url)
    assert store.head().seq == 0
    store.close()
    with open_people(url, cost=CHEAP) as people:
        assert people.check("sam", SECRET)
        secret = people.secret
    with open_people(url, cost=CHEAP) as people:
        assert people.secret == secret
    if url.startswith("sqlite:"):
        file = tmp_path / "upcard.people.db"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert SECRET.encode() not in file.read_bytes()


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "j.people.db").write_bytes(b"something else, and long enough to be a page of it" * 100)
    with pytest.raises(StoreError, match="not a file of people"):
        open_people(f"sqlite:{tmp_path / 'j.db'}", cost=CHEAP)
    store = open_store(f"sqlite:{tmp_path / 'k.people.db'}")
    store.close()
    with pytest.raises(StoreError, match="not a file of people"):
        open_people(f"sqlite:{tmp_path / 'k.db'}", cost=CHEAP)
    assert OURS != 0
