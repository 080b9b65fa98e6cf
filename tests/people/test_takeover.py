"""One licensee alone does not become somebody else, on both stores: by a code, by another role, or by a straw."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from tests.people.conftest import CHEAP, Clock
from tests.people.test_older_stores import number
from tests.people.test_signer import GIVEN, OWN, SECRET, house, signs
from upcard.errors import Refused
from upcard.people import People, open_people
from upcard.people import database as schema
from upcard.people.person import ROLES, Role

THIRD, FOURTH = "only the owner knows", "somebody is back now"
DAY = 24 * 3600


def why(people: People, id: str) -> str:
    found = people.get(id)
    assert found is not None
    return found.signing.why(people.now())


def code_of(people: People, id: str, password: str = SECRET) -> str:
    code = people.recovery_code(id, password)
    assert code
    return code


def no_code(people: People, id: str, password: str) -> None:
    with pytest.raises(Refused, match="that you had before is still good"):
        people.recovery_code(id, password)


def given(people: People, id: str, first: str, own: str, by: str = "lee") -> None:
    """A first password, and whoever knows it chooses another."""
    people.set_password(id, first, by)
    assert people.choose_password(id, first, own)


# ---- a recovery code -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("founding", [False, True])
@pytest.mark.parametrize("role", [role for role in ROLES if role != "regulator"])
def test_who_was_just_made_is_given_no_code(people: People, clock: Clock, role: Role, founding: bool) -> None:
    """Also before the first table opens, where somebody new signs at once."""
    house(people)
    people.founding = lambda: founding
    people.add("vic", "Vic", role, GIVEN, "lee")
    no_code(people, "vic", GIVEN)
    assert people.choose_password("vic", GIVEN, OWN)
    people.founding = lambda: False
    for _ in range(2):
        no_code(people, "vic", OWN)
        clock.seconds += DAY // 2
    assert people.recover("vic", code_of(people, "vic", OWN), THIRD)


def test_the_wait_for_a_code_begins_when_the_own_password_is_chosen(people: People, clock: Clock) -> None:
    house(people).add("vic", "Vic", "surveillance", GIVEN, "lee")
    clock.seconds += 30 * DAY
    no_code(people, "vic", GIVEN)
    people.choose_password("vic", GIVEN, OWN)
    no_code(people, "vic", OWN)
    people.choose_password("vic", OWN, THIRD)
    clock.seconds += DAY - 1
    no_code(people, "vic", THIRD)
    clock.seconds += 1
    code_of(people, "vic", THIRD)


def test_a_confirmation_gives_nobody_a_code(people: People) -> None:
    house(people).add("vic", "Vic", "surveillance", GIVEN, "lee")
    people.choose_password("vic", GIVEN, OWN)
    people.confirm("vic", "max")
    assert signs(people, "vic")
    no_code(people, "vic", OWN)


def test_who_set_the_own_password_in_place_of_a_given_one_waits_too(people: People) -> None:
    house(people).add("vic", "Vic", "surveillance", GIVEN, "lee")
    people.set_password("vic", OWN, "vic")
    no_code(people, "vic", OWN)


def test_a_code_from_before_is_worth_nothing_when_a_later_password_has_become_the_own_one(
    people: People, clock: Clock
) -> None:
    """Lee holds an identity until it is believed, makes a code, and then hands the identity to whom it is for."""
    house(people).add("vic", "Vic", "surveillance", GIVEN, "lee")
    people.choose_password("vic", GIVEN, OWN)
    clock.seconds += DAY
    code = code_of(people, "vic", OWN)
    given(people, "vic", "a first one for vic", THIRD)
    clock.seconds += DAY
    assert signs(people, "vic")
    assert people.recover("vic", code, "lee is vic again") is None
    given(people, "vic", "a first one again", "not the same one")
    assert people.recover("vic", code, "lee is vic again") is None, "nor does another password bring it back"
    people.set_password("vic", "the last first one", "lee")
    assert people.recover("vic", code, "lee is vic again") is None


def test_the_owner_comes_back_while_what_another_set_has_not_become_the_own_one(people: People, clock: Clock) -> None:
    house(people).add("sam", "Sam", "supervisor", SECRET, "sam")
    code = code_of(people, "sam")
    people.set_password("sam", GIVEN, "lee")
    clock.seconds += 30 * DAY  # nobody used it
    people.choose_password("sam", GIVEN, "lee is here as sam")
    clock.seconds += DAY - 2
    given(people, "sam", "lee tries it again", "and once more as sam")
    clock.seconds += DAY - 1
    no_code(people, "sam", "and once more as sam")
    assert people.recover("sam", code, OWN)
    assert signs(people, "sam")
    code = code_of(people, "sam", OWN)
    given(people, "sam", GIVEN, THIRD)
    assert people.recover("sam", code, OWN), "each time"


def test_another_role_does_not_keep_the_owner_from_a_code(people: People) -> None:
    """Else a licensee would change the role, and then set a password that the owner cannot come back from twice."""
    house(people).add("sam", "Sam", "supervisor", SECRET, "sam")
    people.change_role("sam", "dealer", "lee")
    code = code_of(people, "sam")
    given(people, "sam", GIVEN, THIRD)
    assert people.recover("sam", code, OWN)
    assert why(people, "sam").startswith("lee alone gave the role: ")
    code_of(people, "sam", OWN)


def test_who_is_not_believed_any_longer_is_shown_no_code(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """The owner came back while the other's password was looked at."""
    house(people).add("sam", "Sam", "supervisor", SECRET, "sam")
    code = code_of(people, "sam")
    given(people, "sam", GIVEN, THIRD)
    believed = people._believed

    def meanwhile(*args: str) -> object:
        found = believed(*args)  # type: ignore[arg-type]
        assert people.recover("sam", code, OWN)
        return found

    monkeypatch.setattr(people, "_believed", meanwhile)
    assert people.recovery_code("sam", THIRD) is None


# ---- another role in between -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("founding", [False, True])
def test_a_detour_over_a_player_takes_no_wait_away(people: People, clock: Clock, founding: bool) -> None:
    house(people).add("sam", "Sam", "supervisor", SECRET, "sam")
    code = code_of(people, "sam")
    people.founding = lambda: founding
    people.change_role("sam", "player", "lee")
    given(people, "sam", GIVEN, "lee knows this one")
    no_code(people, "sam", "lee knows this one")
    people.change_role("sam", "supervisor", "lee")
    both = "lee set a password: " if founding else "lee alone gave the role and lee set a password: "
    assert why(people, "sam").startswith(both)
    with pytest.raises(Refused, match="another licensee than lee"):
        people.confirm("sam", "lee")
    no_code(people, "sam", "lee knows this one")
    assert people.recover("sam", code, OWN), "the owner's code is as good as it was"
    assert signs(people, "sam") is founding


def test_what_waits_goes_on_after_a_detour(people: People, clock: Clock) -> None:
    house(people).add("sam", "Sam", "supervisor", SECRET, "sam")
    people.set_password("sam", GIVEN, "lee")
    people.change_role("sam", "dealer", "lee")
    clock.seconds += 60
    people.change_role("sam", "player", "max")
    assert signs(people, "sam"), "a player signs nothing, and waits for nothing"
    people.change_role("sam", "supervisor", "max")
    assert why(people, "sam").startswith("max alone gave the role and lee set a password: ")


# ---- a licensee who waits --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", [role for role in ROLES if role not in ("regulator", "player")])
def test_who_waits_changes_nobody_on_the_staff_whatever_the_role_becomes(people: People, role: Role) -> None:
    house(people).add("sam", "Sam", role, SECRET, "sam")
    people.add("pat", "Pat", "player", SECRET, "pat")
    people.add("lil", "Lil", "licensee", GIVEN, "lee")
    before = people.get("sam")
    changes: list[Callable[[], None]] = [lambda: people.set_password("sam", GIVEN, "lil")]
    changes += [lambda to=to: people.change_role("sam", to, "lil") for to in ROLES if to != "regulator"]  # type: ignore[misc]
    changes.append(lambda: people.change_role("pat", role, "lil"))
    for change in changes:
        with pytest.raises(Refused, match="lil does not sign yet"):
            change()
    assert (people.get("sam"), bool(people.check("sam", SECRET))) == (before, True)
    people.set_password("pat", GIVEN, "lil")
    people.add("pia", "Pia", "player", GIVEN, "lil")


def test_the_last_licensee_who_signs_stays_one(people: People) -> None:
    house(people)
    people.add("sam", "Sam", "supervisor", SECRET, "sam")
    people.add("lil", "Lil", "licensee", GIVEN, "lee")  # who waits
    people.lock("lee", "max")
    changes: tuple[Callable[[], None], ...] = (
        lambda: people.lock("max", "lil"),
        lambda: people.lock("max", "sam"),
        lambda: people.change_role("max", "supervisor", "sam"),
        lambda: people.change_role("max", "player", "max"),
        lambda: people.change_role("max", "licensee", "sam"),
        lambda: people.set_password("max", GIVEN, "sam"),
    )
    for change in changes:
        with pytest.raises(Refused, match="max is the only licensee who signs"):
            change()
    assert people.check("max", SECRET)
    people.lock("lil", "max")
    people.unlock("lee", "max")
    people.lock("max", "lee")


def test_a_licensee_who_has_not_chosen_a_password_is_none_who_signs(people: People, clock: Clock) -> None:
    people.add("lee", "Lee", "licensee", SECRET, "lee")
    people.add("lil", "Lil", "licensee", GIVEN, "lee")
    clock.seconds += DAY
    with pytest.raises(Refused, match="lee is the only licensee who signs"):
        people.lock("lee", "lil")
    people.choose_password("lil", GIVEN, OWN)
    people.lock("lee", "lil")


# ---- stores of before ------------------------------------------------------------------------------------------------


def test_a_store_of_schema_4_keeps_the_codes_of_owners_alone(url: str, clock: Clock) -> None:
    codes = {}
    clock.seconds = int(time.time()) - 3 * DAY
    with open_people(url, clock=clock, cost=CHEAP) as people:
        house(people).add("own", "Own", "supervisor", SECRET, "own")
        for id in ("old", "new", "two", "taken"):
            people.add(id, id.title(), "supervisor", GIVEN, "lee")
            people.choose_password(id, GIVEN, SECRET)
        with people._database.write() as run:
            run("UPDATE signer SET own_from = 0", ())  # as version 4 did
        codes["new"] = code_of(people, "new")
        clock.seconds += DAY
        codes |= {id: code_of(people, id) for id in ("own", "old", "two", "taken")}
        given(people, "two", GIVEN, OWN)
        clock.seconds += 2 * DAY
        with people._database.write() as run:
            run("ALTER TABLE signer DROP COLUMN own_from", ())
        number(people, 4)
    with open_people(url, clock=clock, cost=CHEAP) as people:
        assert number(people) == schema.NUMBER
        given(people, "taken", GIVEN, OWN)
        back = {id for id, code in codes.items() if people.recover(id, code, THIRD)}
        assert back == {"own", "old", "taken"}, "not one who was just made, nor one from before another password"
        people.recovery_code("old", THIRD)


def test_in_a_store_of_schema_4_who_was_just_given_a_password_waits_for_a_code(url: str, clock: Clock) -> None:
    clock.seconds = int(time.time())
    with open_people(url, clock=clock, cost=CHEAP) as people:
        house(people).add("new", "New", "player", GIVEN, "lee")
        people.choose_password("new", GIVEN, OWN)
        with people._database.write() as run:
            run("DELETE FROM signer", ())
            run("ALTER TABLE signer DROP COLUMN own_from", ())
        number(people, 4)
    with open_people(url, clock=clock, cost=CHEAP) as people:
        no_code(people, "new", OWN)
        code_of(people, "lee")
