"""A password that somebody else has set is a first one; the own one is chosen with it, and is nobody else's."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.people.conftest import CHEAP, Clock
from upcard.errors import Refused
from upcard.people import People, Person, open_people

SECRET, OWN, THIRD = "a long enough one", "one that I chose", "yet another one"


def given(people: People, id: str = "sam") -> Person:
    """Somebody whom a licensee has made."""
    return people.add(id, id.title(), "supervisor", SECRET, "lee")


def first(people: People, id: str = "sam") -> bool:
    found = people.get(id)
    assert found is not None
    assert found in people.list()
    return found.first_password


# ---- whose password it is --------------------------------------------------------------------------------------------


def test_a_password_is_a_first_one_while_somebody_else_has_set_it(people: People) -> None:
    assert given(people).first_password
    assert first(people)
    believed = people.check("sam", SECRET)
    assert believed is not None
    assert believed.first_password
    chosen = people.choose_password("sam", SECRET, OWN)
    assert chosen is not None
    assert not chosen.first_password
    assert not first(people)
    people.set_password("sam", THIRD, "lee")
    assert first(people)
    assert people.choose_password("sam", OWN, SECRET) is None, "what was reset is worth nothing"
    assert people.choose_password("sam", THIRD, SECRET)
    assert not first(people)
    for change in (people.lock, people.unlock):
        change("sam", "lee")
    people.change_role("sam", "dealer", "lee")
    assert not first(people), "only another password is one"


def test_a_session_knows_whether_the_password_is_a_first_one(people: People) -> None:
    given(people)
    token = people.begin("sam")
    found = people.session(token)
    assert found is not None
    assert found.first_password
    people.choose_password("sam", SECRET, OWN)
    assert people.session(token) is None
    found = people.session(people.begin("sam"))
    assert found is not None
    assert not found.first_password


def test_the_first_licensee_and_whoever_sets_the_own_password_have_chosen_it(people: People) -> None:
    people.welcome(people.welcome_code(), "lee", "Lee", SECRET)
    assert not first(people, "lee")
    people.set_password("lee", OWN, "lee")
    assert not first(people, "lee")
    assert people.changes()[-1].what == "has another password"


def test_in_a_demonstration_everybody_knows_all_passwords(people: People) -> None:
    people.demo = True
    people.add("vic", "Vic", "surveillance", "demo", "demo", demo=True)
    people.set_password("vic", SECRET, "lee")
    assert not first(people, "vic")


# ---- choosing it -----------------------------------------------------------------------------------------------------


def test_the_old_password_is_asked_for_and_wrong_ones_lock_out(people: People, clock: Clock) -> None:
    given(people)
    for _ in range(5):
        assert people.choose_password("sam", "wrong", OWN, address="192.0.2.7") is None
    assert people.choose_password("sam", SECRET, OWN) is None
    assert people.check("sam", SECRET) is None, "they count as attempts to sign in"
    tried = [(each.purpose, each.outcome, each.address) for each in people.attempts()]
    assert tried[0] == ("own password", "failed", "192.0.2.7")
    assert tried[5] == ("own password", "locked", "")
    clock.seconds += 15 * 60
    assert people.choose_password("sam", SECRET, OWN)
    assert people.attempts()[-1].outcome == "ok"
    assert people.check("sam", OWN)
    assert people.check("sam", SECRET) is None


@pytest.mark.parametrize(
    ("new", "because"),
    [("nine chrs", "10 to 200"), (SECRET, "another than the old one"), ("sam-the-one", "not the id")],
)
def test_an_unfit_password_is_not_chosen(people: People, new: str, because: str) -> None:
    people.add("sam-the-one", "Sam", "dealer", SECRET, "lee")
    with pytest.raises(Refused, match=because):
        people.choose_password("sam-the-one", SECRET, new)
    assert first(people, "sam-the-one")
    assert people.check("sam-the-one", SECRET)


def test_the_same_password_in_other_letters_is_the_old_one(people: People) -> None:
    people.add("zoe", "Zoë", "dealer", "zoë is dealing", "lee")
    written = ("zoë is dealing", "zoe\u0308 is dealing")
    for old, new in (written, written[::-1]):
        with pytest.raises(Refused, match="another than the old one"):
            people.choose_password("zoe", old, new)


def test_every_session_of_that_person_is_over_and_no_other(people: People) -> None:
    given(people)
    given(people, "sol")
    tokens, other = [people.begin("sam") for _ in range(3)], people.begin("sol")
    assert all(people.session(token) for token in tokens)
    people.choose_password("sam", SECRET, OWN)
    assert not any(people.session(token) for token in tokens)
    assert people.session(other)


@pytest.mark.parametrize("what", ["reset", "lock"])
def test_what_a_licensee_does_meanwhile_wins(people: People, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    given(people)
    hash = people.passwords.hash

    def meanwhile(password: str) -> str:
        monkeypatch.undo()
        people.set_password("sam", THIRD, "lee") if what == "reset" else people.lock("sam", "lee")
        return hash(password)

    monkeypatch.setattr(people.passwords, "hash", meanwhile)
    assert people.choose_password("sam", SECRET, OWN) is None
    assert first(people)
    people.unlock("sam", "lee")
    assert people.check("sam", OWN) is None


def test_who_does_not_exist_chooses_nothing(people: People) -> None:
    with pytest.raises(Refused, match="nobody with the id kim"):
        people.choose_password("kim", SECRET, OWN)
    people.demo = True
    people.add_guest("guest-bcdf", "Guest BCDF")
    for old in ("-", "", SECRET):
        assert people.choose_password("guest-bcdf", old, OWN) is None


# ---- what is written down --------------------------------------------------------------------------------------------


def test_who_has_set_whose_password_is_written_down(people: People) -> None:
    given(people)
    people.choose_password("sam", SECRET, OWN)
    people.set_password("sam", THIRD, "lee")
    told = [(each.number, each.by, each.id, each.what) for each in people.last_changes()]
    assert told == [
        (3, "lee", "sam", "was given a first password"),
        (2, "sam", "sam", "chose the own password"),
        (1, "lee", "sam", "added as supervisor"),
    ]
    assert [each.number for each in people.last_changes(before=3, limit=1)] == [2]


# ---- demonstrations --------------------------------------------------------------------------------------------------


def test_whoever_is_made_in_a_demonstration_is_nobody_outside_of_it(people: People, url: str, clock: Clock) -> None:
    people.demo = True
    people.add("lee", "Lee", "licensee", "demo", "demo", demo=True)
    assert people.add("max", "Max", "licensee", SECRET, "lee").demo
    people.add("yan", "Yan", "supervisor", SECRET, "max")
    token = people.begin("yan")
    assert people.check("yan", SECRET)
    assert people.session(token)
    assert not first(people, "yan")
    with open_people(url, clock=clock, cost=CHEAP) as real:
        assert real.empty
        for id in ("max", "yan"):
            assert real.check(id, SECRET) is None
        assert real.session(token) is None


def test_a_demonstration_does_not_touch_the_people_of_the_house(people: People) -> None:
    people.demo = True
    people.add("lee", "Lee", "licensee", "demo", "demo", demo=True)
    people.add("ann", "Ann", "licensee", SECRET, "ann")
    before = people.list()
    changes: tuple[Callable[[], None], ...] = (
        lambda: people.set_password("ann", OWN, "lee"),
        lambda: people.change_role("ann", "player", "lee"),
        lambda: people.lock("ann", "lee"),
        lambda: people.unlock("ann", "lee"),
    )
    for change in changes:
        with pytest.raises(Refused, match="ann is a person of this house, and lee is one of a demonstration"):
            change()
    assert people.list() == before
    assert people.check("ann", SECRET)
    assert not people.add("bea", "Bea", "dealer", SECRET, "ann").demo
