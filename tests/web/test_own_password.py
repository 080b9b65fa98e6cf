"""The own password: chosen by whoever it is, before anything else where somebody else has set the one before."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.everybody import HEADERS, address, unhurried
from tests.web.security_site import ADDRESS, SECRET, Browser, Here, cookies, opened
from tests.web.served import FAULT, Casino, Person, casino
from upcard.web.app import routes
from upcard.web.security.authorize import WITH_A_FIRST_PASSWORD

GIVEN, OWN = "lee chose this 1", "one that I chose"


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Here]:
    with opened(tmp_path) as site:
        yield site


def given(here: Here, id: str = "sol") -> Browser:
    """The browser of a supervisor who has signed in with what a licensee has set."""
    here.people.add(id, id.title(), "supervisor", GIVEN, "lee")
    browser = here.browser()
    answer = browser.submit("/sign-in", {"id": id, "password": GIVEN})
    assert answer.status_code == 303
    return browser


def form(old: str = GIVEN, new: str = OWN, **more: str) -> dict[str, str]:
    return {"old": old, "password": new, "again": new, **more}


# ---- a first password ------------------------------------------------------------------------------------------------


def test_whoever_signs_in_with_a_first_password_is_led_to_choose_the_own_one(here: Here) -> None:
    browser = given(here)
    assert browser.me()["id"] == "sol"
    for path, back in (("/queue?a=b", "/queue%3Fa%3Db"), ("/", "/")):
        answer = browser.get(path)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/password?next={back}")
    page = browser.get("/password?next=/queue").text
    assert "somebody else has set the password" in page
    assert 'name="next" value="/queue"' in page
    assert 'aria-label="Rooms"' not in page, "no links that lead nowhere else"
    answer = browser.submit("/password", form(next="/queue"))
    assert (answer.status_code, answer.headers["location"]) == (303, "/queue")
    assert browser.get("/queue").text == "sol sees the queue"
    assert 'aria-label="Rooms"' in browser.get("/password").text


def test_with_a_first_password_nothing_is_done(here: Here) -> None:
    browser = given(here)
    answer = browser.post("/api/act", json={})
    assert answer.status_code == 403
    said = answer.json()["error"]["message"]
    assert said == "Somebody else has set your password: choose your own at /password before anything else."
    here.people.change_role("sol", "player", "lee")
    browser.submit("/sign-in", {"id": "sol", "password": GIVEN})
    answer = browser.submit("/form", {"seat": "3"})
    assert (answer.status_code, "choose your own" in answer.text) == (403, True)
    assert browser.submit("/sign-out", {}).status_code == 303, "but one may leave"
    assert browser.me()["role"] == "none"


def test_a_reset_ends_the_sessions_and_is_a_first_password(here: Here) -> None:
    browser = here.signed_in("sol", "supervisor")
    assert browser.get("/queue").status_code == 200
    here.people.set_password("sol", GIVEN, "lee")
    assert browser.get("/queue").headers["location"].startswith("/sign-in")
    browser.submit("/sign-in", {"id": "sol", "password": GIVEN})
    assert browser.get("/queue").headers["location"] == "/password?next=/queue"


# ---- choosing --------------------------------------------------------------------------------------------------------


def test_every_other_session_is_over_and_this_one_has_a_new_token(here: Here) -> None:
    one, other = here.signed_in("sol", "supervisor"), here.signed_in("sol", "supervisor")
    before = one.cookies["upcard"]
    answer = one.submit("/password", form(SECRET))
    assert (answer.status_code, answer.headers["location"]) == (303, "/password?changed=1")
    assert {"HttpOnly", "SameSite=Strict"} <= {part.strip() for part in cookies(answer)["upcard"].split(";")}
    assert one.cookies["upcard"] != before
    assert here.people.session(before) is None
    assert (one.me()["id"], other.me()["id"]) == ("sol", "")
    assert "You have another password" in one.get("/password?changed=1").text
    assert here.people.check("sol", OWN)
    assert here.people.check("sol", SECRET) is None


def test_programs_choose_it_too(here: Here) -> None:
    browser = given(here)
    answer = browser.post("/api/password", json={"old": GIVEN, "password": OWN})
    assert answer.status_code == 200
    me = answer.json()
    assert (me["id"], me["role"], me["name"]) == ("sol", "supervisor", "Sol")
    assert browser.post("/api/act", {"x-upcard-token": me["token"]}).status_code == 200
    unreadable: tuple[Any, ...] = (
        {"old": OWN},
        {"old": OWN, "password": 1},
        {"old": OWN, "password": SECRET, "id": "lee"},
        [],
    )
    for body in unreadable:
        assert browser.post("/api/password", json=body).status_code == 400
    answer = browser.post("/api/password", json={"old": "wrong", "password": SECRET})
    assert (answer.status_code, answer.json()["error"]["message"][:16]) == (403, "The old password")
    answer = browser.post("/api/password", json={"old": OWN, "password": "short"})
    assert (answer.status_code, answer.json()["error"]["message"]) == (422, "a password has 10 to 200 characters")


@pytest.mark.parametrize(
    ("fields", "status", "words"),
    [
        (form("wrong"), 403, "The old password is not right"),
        (form(new="short"), 422, "A password has 10 to 200 characters."),
        (form(new=GIVEN), 422, "The new password is another than the old one."),
        (form() | {"again": "another"}, 422, "The two new passwords are not the same."),
        ({}, 422, "A password has 10 to 200 characters."),
    ],
)
def test_what_is_wrong_with_it_is_said_and_nothing_is_changed(
    here: Here, fields: dict[str, str], status: int, words: str
) -> None:
    browser = given(here)
    answer = browser.submit("/password", fields)
    assert answer.status_code == status
    assert words in answer.text.split('role="alert">')[1].split("<")[0]
    assert "upcard" not in cookies(answer)
    assert not any(secret in answer.text for secret in (GIVEN, OWN))
    assert browser.me()["id"] == "sol"
    assert here.people.check("sol", GIVEN)


def test_guessing_the_old_password_locks_the_id_out(here: Here) -> None:
    """Else whoever finds an open screen could try for ever."""
    browser = given(here)
    for _ in range(5):
        assert browser.submit("/password", form("wrong")).status_code == 403
    assert browser.submit("/password", form()).status_code == 403
    assert here.browser().submit("/sign-in", {"id": "sol", "password": GIVEN}).status_code == 403
    tried = here.people.attempts()[1]
    assert (tried.id, tried.purpose, tried.outcome, tried.address) == ("sol", "own password", "failed", ADDRESS)
    assert [each.outcome for each in here.people.attempts()[-2:]] == ["locked", "locked"]


def test_it_is_as_slow_as_signing_in(here: Here) -> None:
    browser = here.signed_in("sol", "supervisor")
    for _ in range(10):
        assert browser.submit("/password", form("wrong")).status_code == 403
    assert browser.submit("/password", form("wrong")).status_code == 429
    assert browser.post("/api/password", json={"old": SECRET, "password": OWN}).status_code == 429
    assert len(here.people.attempts()) == 10


def test_a_full_queue_is_too_many(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = given(here)
    monkeypatch.setattr(here.people.passwords._places, "acquire", lambda *_, **__: False)
    for answer in (
        browser.submit("/password", form()),
        browser.post("/api/password", json={"old": GIVEN, "password": OWN}),
    ):
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "1")


@pytest.mark.parametrize("next", ["//evil.example", "https://evil.example", "/\\evil.example"])
def test_it_leads_to_a_path_of_this_site(here: Here, next: str) -> None:
    browser = given(here)
    assert 'name="next" value="/"' in browser.get(f"/password?next={next}").text
    assert browser.submit("/password", form(next=next)).headers["location"] == "/password?changed=1"


def test_it_is_for_whoever_is_signed_in(here: Here) -> None:
    nobody = here.browser()
    assert nobody.get("/password").headers["location"] == "/sign-in?next=/password"
    assert nobody.submit("/password", form()).status_code == 401
    assert nobody.post("/api/password", json={"old": GIVEN, "password": OWN}).status_code == 401
    for role in ("player", "dealer", "surveillance", "regulator", "licensee"):
        assert here.signed_in(f"a-{role}", role).get("/password").status_code == 200


# ---- in a whole house ------------------------------------------------------------------------------------------------


async def _real(room: Casino, id: str, password: str) -> Person:
    """Somebody of the house, who signs in with a password."""
    person = await room.somebody()
    fields = {"token": person.token, "id": id, "password": password}
    answer = await person.client.post("/sign-in", data=fields, headers=HEADERS)
    assert answer.status_code == 303
    await person.look()
    return person


def in_house(folder: Path, work: Any) -> None:
    async def run() -> None:
        async with casino(folder) as room:
            unhurried(room.site)
            room.site.people.add("ann", "Ann", "licensee", SECRET, "ann")
            await work(room, await _real(room, "ann", SECRET))

    asyncio.run(run())


def test_one_person_does_not_give_both_signatures(tmp_path: Path) -> None:
    """A licensee sets a supervisor's password and signs with it."""

    async def work(room: Casino, ann: Person) -> None:
        newcomer = {"id": "ben", "name": "Ben", "role": "supervisor", "password": GIVEN}
        assert (await ann.post("/api/house/people", newcomer)).status_code == 200
        await ann.do("", {"act": "SuspendLink", "jackpot": "Gold Rush", "reason": "a fault", **FAULT})
        head = room.site.journal.store.head()

        async def resumed(password: str, ann: Person = ann) -> Any:
            version = room.site.moment.versions["jackpot/Gold Rush"]
            act = {"act": "ResumeLink", "jackpot": "Gold Rush", "second": "ben"}
            return await ann.act("", act, version=version, second={"id": "ben", "password": password})

        for password in (GIVEN, "ann set another 1"):
            answer = await resumed(password)
            assert (answer.status_code, "has set the password of ben" in answer.text) == (403, True)
            body = {"password": "ann set another 1"}
            people = (await ann.post("/api/house/people/ben/password", body)).json()["people"]
            assert next(each for each in people if each["id"] == "ben")["first_password"]
        assert room.site.journal.store.head() == head
        ben = await _real(room, "ben", "ann set another 1")
        suspend = {"act": "SuspendLink", "jackpot": "Gold Rush", "reason": "x", **FAULT}
        assert (await ben.act("", suspend)).status_code == 403
        answer = await ben.post("/api/password", {"old": "ann set another 1", "password": OWN})
        assert answer.status_code == 200
        assert (await resumed("ann set another 1")).status_code == 403
        waits = await resumed(OWN)
        assert (waits.status_code, "ben does not sign yet: ann set a password" in waits.text) == (403, True)
        later = room.site.people.now() + room.site.people.limits.waiting
        room.site.people._clock = lambda: later / 1000
        assert (await resumed(OWN, await _real(room, "ann", SECRET))).status_code == 200
        vic = await room.somebody("surveillance")
        told = [
            (each["by"], each["id"], each["what"]) for each in (await vic.client.get("/api/changes")).json()["changes"]
        ]
        assert told[:3] == [
            ("ben", "ben", "chose the own password"),
            ("ann", "ben", "was given a first password"),
            ("ann", "ben", "was given a first password"),
        ]

    in_house(tmp_path, work)


def test_a_licensee_does_not_go_past_the_old_password(tmp_path: Path) -> None:
    async def work(room: Casino, ann: Person) -> None:
        answer = await ann.post("/api/house/people/ann/password", {"password": OWN})
        assert (answer.status_code, "at /password" in answer.json()["error"]["message"]) == (422, True)
        assert room.site.people.check("ann", SECRET)

    in_house(tmp_path, work)


def test_with_a_first_password_no_address_of_the_house_is_open(tmp_path: Path) -> None:
    async def work(room: Casino, ann: Person) -> None:
        open_to_all = [route for route in routes() if route.path in WITH_A_FIRST_PASSWORD]
        assert {route.path for route in open_to_all} == WITH_A_FIRST_PASSWORD, "each of them exists"
        for role in ("player", "dealer", "supervisor", "surveillance", "licensee"):
            room.site.people.add(f"new-{role}", "New", role, GIVEN, "ann")
            person = await _real(room, f"new-{role}", GIVEN)
            headers = {**HEADERS, "X-Upcard-Token": person.token}
            for route in routes():
                if route.path in WITH_A_FIRST_PASSWORD or route.path.startswith("/static/") or role not in route.roles:
                    continue
                body: dict[str, Any] = {"headers": headers, "json": {}} if route.method == "POST" else {}
                answer = await person.client.request(route.method, address(route.path), **body)
                page = route.method == "GET" and route.described is None
                led = answer.headers.get("location", "").startswith("/password?next=/")
                assert (answer.status_code, led) == ((303, True) if page else (403, False)), route.path
                assert page or "choose your own" in answer.text, route.path

    in_house(tmp_path, work)
