"""Whose signature counts, on both stores: after a wait, a confirmation by another licensee, or the own recovery."""

from __future__ import annotations

import pytest

from tests.people.conftest import CHEAP, Clock
from tests.people.test_older_stores import number
from upcard.errors import Refused
from upcard.people import People, Signing, open_people
from upcard.people import database as schema
from upcard.people.person import STAFF, Role

SECRET, OWN, GIVEN = "a long enough one", "one that I chose", "lee chose this 1"


def house(people: People) -> People:
    for id in ("lee", "max"):
        people.add(id, id.title(), "licensee", SECRET, id)
    return people


def signs(people: People, id: str) -> bool:
    found = people.get(id)
    assert found is not None
    return not found.signing.waits(people.now())


@pytest.mark.parametrize("role", sorted(STAFF - {"regulator"}))
def test_somebody_new_signs_exactly_when_the_wait_is_over(people: People, clock: Clock, role: Role) -> None:
    house(people)
    made = people.add("new", "New", role, GIVEN, "lee")
    assert made == people.get("new")
    assert made.signing.waiting_for(people.now()) == {"lee"}
    clock.seconds += people.limits.waiting // 1000 - 1
    assert not signs(people, "new")
    clock.seconds += 1
    assert signs(people, "new")


def test_a_player_signs_nothing_and_waits_for_nothing_until_given_a_role(people: People) -> None:
    house(people)
    people.add("pat", "Pat", "player", GIVEN, "lee")
    assert signs(people, "pat")
    people.change_role("pat", "dealer", "lee")
    assert not signs(people, "pat")


def test_both_who_did_something_alone_need_another(people: People) -> None:
    house(people).add("amy", "Amy", "licensee", SECRET, "amy")
    people.add("new", "New", "supervisor", GIVEN, "lee")
    people.set_password("new", "max set another 1", "max")
    for by in ("lee", "max"):
        with pytest.raises(Refused, match=f"another licensee than {by}"):
            people.confirm("new", by)
    people.confirm("new", "amy")
    assert signs(people, "new")
    with pytest.raises(Refused, match="nothing about new waits"):
        people.confirm("new", "amy")


def test_nobody_confirms_the_own_identity_and_only_licensees_confirm(people: People) -> None:
    house(people)
    people.add("sam", "Sam", "supervisor", SECRET, "sam")
    people.change_role("max", "licensee", "lee")
    for by, because in (("max", "who signs already"), ("sam", "who signs already"), ("lee", "another licensee")):
        with pytest.raises(Refused, match=because):
            people.confirm("max", by)


def test_a_recovery_code_is_the_owners_and_good_once(people: People) -> None:
    house(people)
    people.add("sam", "Sam", "supervisor", SECRET, "sam")
    assert people.recovery_code("sam", "a wrong password") is None
    older = people.recovery_code("sam", SECRET)
    code = people.recovery_code("sam", SECRET)
    assert older
    assert code
    people.set_password("sam", GIVEN, "lee")
    assert not signs(people, "sam")
    for wrong in (older, "", "-", "0" * 24, code[:-1], "\udfff"):
        assert people.recover("sam", wrong, OWN) is None, "another code"
    assert people.recover("lee", code, OWN) is None, "another's code"
    assert people.recover("nobody", code, OWN) is None
    with pytest.raises(Refused, match="characters"):
        people.recover("sam", code, "short")
    session = people.begin("sam")
    found = people.recover("sam", f" {code.upper()} ", OWN)
    assert found is not None
    assert (found.first_password, signs(people, "sam"), people.session(session)) == (False, True, None)
    assert people.check("sam", OWN)
    assert people.recover("sam", code, SECRET) is None, "it was good once"
    assert [each.outcome for each in people.attempts() if each.purpose == "recovery"].count("ok") == 1


def test_who_is_locked_does_not_come_back_by_a_code(people: People) -> None:
    house(people)
    code = people.recovery_code("max", SECRET)
    assert code
    people.lock("max", "lee")
    assert people.recover("max", code, OWN) is None


def test_each_code_enrols_one_regulator(people: People) -> None:
    codes = []
    for id in ("reg", "rex"):
        codes.append(people.regulator_code())
        assert people.enrol(codes[-1], id, id.title(), SECRET).role == "regulator"
        for code in codes:
            with pytest.raises(Refused, match="not the code"):
                people.enrol(code, "ray", "Ray", SECRET)
    assert len(set(codes)) == 2
    house(people)
    for change in (
        lambda: people.change_role("reg", "player", "lee"),
        lambda: people.set_password("reg", GIVEN, "lee"),
        lambda: people.lock("reg", "lee"),
        lambda: people.unlock("reg", "lee"),
        lambda: people.change_role("max", "regulator", "lee"),
        lambda: people.add("ray", "Ray", "regulator", GIVEN, "lee"),
    ):
        with pytest.raises(Refused, match="enrolled by a code"):
            change()
    assert people.check("reg", SECRET)


def test_a_store_of_schema_2_is_made_new(url: str, clock: Clock) -> None:
    """Whoever signed signs; a password that another had set, and that was never used, does not at once."""
    with open_people(url, clock=clock, cost=CHEAP) as people:
        house(people)
        people.add("new", "New", "supervisor", GIVEN, "lee")
        with people._database.write() as run:
            run("DROP TABLE signer", ())
            run("DROP TABLE approval", ())
        number(people, 2)
    with open_people(url, clock=clock, cost=CHEAP) as people:
        assert number(people) == schema.NUMBER
        assert people.get("lee") is not None
        lee, new = people.get("lee"), people.get("new")
        assert lee is not None
        assert new is not None
        assert lee.signing == Signing()
        assert (new.signing.password_by, new.signing.password_from > 0) == ("lee", True)
        assert people.recovery_code("lee", SECRET)
