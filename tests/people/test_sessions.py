"""Sessions: who holds the token is the person, while it is used, for one shift, and until something ends it."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

import pytest

from tests.people.conftest import CHEAP, Clock
from upcard.people import People, open_people

SECRET = "a long enough one"


def signed_in(people: People) -> str:
    people.add("sam", "Sam", "supervisor", SECRET, "lee")
    return people.begin("sam")


def test_a_token_is_its_holders_session(people: People) -> None:
    token = signed_in(people)
    found = people.session(token)
    assert found is not None
    assert found.id == "sam"
    assert people.session(token[:-1] + ("A" if token[-1] != "A" else "B")) is None
    assert people.session("") is None
    assert people.session("x' OR '1'='1") is None


def test_only_the_hash_of_a_token_is_stored(people: People) -> None:
    token = signed_in(people)
    [(kept,)] = people._database.read("SELECT token FROM session")
    assert kept == sha256(token.encode()).hexdigest()
    assert len(token) == 43
    assert people.begin("sam") != token


def test_a_session_is_over_after_half_an_hour_without_use(people: People, clock: Clock) -> None:
    token = signed_in(people)
    for _ in range(3):
        clock.seconds += 30 * 60
        assert people.session(token)
    clock.seconds += 30 * 60 + 1
    assert people.session(token) is None
    clock.seconds -= 60
    assert people.session(token) is None, "what is over stays over"


def test_a_session_is_over_after_twelve_hours_however_it_is_used(people: People, clock: Clock) -> None:
    token = signed_in(people)
    for _ in range(24):
        clock.seconds += 30 * 60
        assert people.session(token)
    clock.seconds += 1
    assert people.session(token) is None


def test_to_look_is_not_to_use(people: People, clock: Clock) -> None:
    token = signed_in(people)
    clock.seconds += 20 * 60
    assert people.session(token, touch=False)
    clock.seconds += 10 * 60 + 1
    assert people.session(token, touch=False) is None


def test_a_stream_of_requests_does_not_reach_the_store_each_time(
    people: People, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = signed_in(people)
    asked = 0
    read = people._database.read

    def counted(query: str, values: tuple[object, ...] = ()) -> object:
        nonlocal asked
        asked += 1
        return read(query, values)

    monkeypatch.setattr(people._database, "read", counted)
    for _ in range(100):
        assert people.session(token)
    assert asked == 1
    assert people.remembered(token)
    clock.seconds += 2
    assert people.remembered(token) is None
    assert people.session(token)
    assert asked == 2


def test_what_is_remembered_does_not_outlive_the_session(people: People, clock: Clock) -> None:
    token = signed_in(people)
    clock.seconds += 30 * 60 - 1
    people.session(token, touch=False)
    with people._database.write() as run:
        run("UPDATE session SET began = ?", (clock.seconds * 1000 - 12 * 3_600_000 + 1000,))
    assert people.session(token)
    clock.seconds += 1
    assert people.remembered(token) is None


ENDINGS: dict[str, Callable[[People], object]] = {
    "role": lambda people: people.change_role("sam", "dealer", "lee"),
    "password": lambda people: people.set_password("sam", "another long one", "sam"),
    "lock": lambda people: people.lock("sam", "lee"),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_all_sessions_end_when_the_person_is_changed(people: People, ending: str) -> None:
    tokens = [signed_in(people), people.begin("sam")]
    people.add("kim", "Kim", "player", SECRET, "lee")
    other = people.begin("kim")
    assert all(people.session(token) for token in (*tokens, other))
    ENDINGS[ending](people)
    assert not any(people.session(token) for token in tokens)
    assert people.session(other)


def test_a_session_that_is_ended_is_over_at_once_here_and_in_a_moment_elsewhere(
    people: People, url: str, clock: Clock
) -> None:
    token = signed_in(people)
    with open_people(url, clock=clock, cost=CHEAP) as elsewhere:
        assert people.session(token)
        assert elsewhere.session(token)
        people.end(token)
        assert people.session(token) is None
        clock.seconds += 2
        assert elsewhere.session(token) is None


def test_an_ending_while_the_session_is_being_read_is_not_forgotten(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = signed_in(people)
    read = people._database.read

    def meanwhile(query: str, values: tuple[object, ...] = ()) -> object:
        rows = read(query, values)
        if "FROM session" in query:
            monkeypatch.undo()
            people.end(token)
        return rows

    monkeypatch.setattr(people._database, "read", meanwhile)
    people.session(token)
    assert people.session(token) is None


def test_a_lock_out_after_failures_does_not_throw_out_who_is_signed_in(people: People) -> None:
    token = signed_in(people)
    for _ in range(6):
        people.check("sam", "wrong")
    assert people.session(token)


def test_sessions_outlive_a_restart_and_old_ones_are_swept(url: str, clock: Clock) -> None:
    with open_people(url, clock=clock, cost=CHEAP) as people:
        token = signed_in(people)
    with open_people(url, clock=clock, cost=CHEAP) as people:
        assert people.session(token)
        clock.seconds += 31 * 60
        people.begin("sam")
        assert people._database.read("SELECT count(*) FROM session") == [(1,)]
