"""One licensee is not every department: who is made, changed or given a password by one alone does not sign yet."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.everybody import unhurried
from tests.web.served import BASE, CHEAP, FAULT, STUD, Casino, Person, Process, casino
from upcard.people import open_people
from upcard.web.projection import UNTOUCHED
from upcard.web.security.authorize import Denied, check_signs

SECRET, GIVEN, OWN, THIRD = "a long enough one", "lee chose this 1", "one that I chose", "another of my own"
HEADERS = {"Origin": BASE}
SUSPEND = {"act": "SuspendLink", "jackpot": "Gold Rush", "reason": "a fault", **FAULT}
RESUME = {"act": "ResumeLink", "jackpot": "Gold Rush", "second": ""}


class House:
    """A house of its own people: ann and bob are licensees, sue a supervisor, val watches."""

    def __init__(self, room: Casino) -> None:
        self.room, self.people = room, room.site.people
        self._later = 0
        clock = self.people._clock
        self.people._clock = lambda: clock() + self._later

    def wait(self, seconds: float) -> None:
        self._later += int(seconds)
        self.people.sessions.forget()

    async def enter(self, id: str, password: str = SECRET) -> Person:
        person = await self.room.somebody()
        form = {"token": person.token, "id": id, "password": password}
        answer = await person.client.post("/sign-in", data=form, headers=HEADERS)
        assert answer.status_code == 303, answer.text
        await person.look()
        return person

    async def form(self, path: str, **fields: str) -> httpx.Response:
        somebody = await self.room.somebody()
        return await somebody.client.post(path, data={"token": somebody.token, **fields}, headers=HEADERS)

    async def chosen(self, id: str, given: str, own: str = OWN) -> None:
        """Somebody signs in with a first password, and chooses the own one."""
        person = await self.enter(id, given)
        assert (await person.post("/api/password", {"old": given, "password": own})).status_code == 200

    async def resumed(self, first: Person, id: str, password: str) -> httpx.Response:
        if not self.room.site.moment.links["Gold Rush"].suspended:
            await first.do("", SUSPEND)
        version = self.room.site.moment.versions["jackpot/Gold Rush"]
        return await first.act("", RESUME, version=version, second={"id": id, "password": password})


def in_house(folder: Path, work: Callable[[House], Awaitable[None]], *, opened: bool = True) -> None:
    async def run() -> None:
        async with casino(folder, STUD) as room:
            unhurried(room.site)
            house = House(room)
            for id, role in (("ann", "licensee"), ("bob", "licensee"), ("sue", "supervisor"), ("val", "surveillance")):
                house.people.add(id, id.title(), role, SECRET, id)  # type: ignore[arg-type]
            if opened:
                await (await house.enter("ann")).do("stud-1", {"act": "OpenTable"})
            await work(house)

    asyncio.run(run())


async def made(house: House, by: Person, id: str, role: str) -> None:
    body = {"id": id, "name": id.title(), "role": role, "password": GIVEN}
    answer = await by.post("/api/house/people", body)
    assert answer.status_code == 200, answer.text
    await house.chosen(id, GIVEN)


def of(people: list[dict[str, Any]], id: str) -> dict[str, Any]:
    return next(each for each in people if each["id"] == id)


def test_whom_one_licensee_makes_signs_after_the_wait_or_another_confirms(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        ann, bob = await house.enter("ann"), await house.enter("bob")
        await made(house, ann, "puppet", "supervisor")
        refused = await house.resumed(ann, "puppet", OWN)
        assert (refused.status_code, "puppet does not sign yet: ann alone gave the role" in refused.text) == (403, True)
        puppet = await house.enter("puppet", OWN)
        first = await house.resumed(puppet, "val", SECRET)
        assert (first.status_code, "puppet does not sign yet" in first.text) == (403, True), "nor as the first of two"
        shown = of((await ann.client.get("/api/house")).json()["people"], "puppet")
        assert (shown["waits"][:24], shown["confirm"]) == ("ann alone gave the role:", False)
        own = await ann.post("/api/house/people/puppet/confirm", {})
        assert (own.status_code, "another licensee than ann" in own.text) == (422, True)
        seen = await (await house.enter("val")).client.get("/attempts")
        assert "Who does not sign yet" in seen.text
        assert "puppet" in seen.text
        shown = of((await bob.post("/api/house/people/puppet/confirm", {})).json()["people"], "puppet")
        assert (shown["waits"], shown["confirm"]) == ("", False)
        assert (await house.resumed(ann, "puppet", OWN)).status_code == 200
        # Another one, whom nobody confirms.
        await made(house, ann, "second", "surveillance")
        house.wait(24 * 3600 - 60)
        ann = await house.enter("ann")
        assert (await house.resumed(ann, "second", OWN)).status_code == 403
        house.wait(60)
        assert (await house.resumed(ann, "second", OWN)).status_code == 200

    in_house(tmp_path, work)


def test_a_licensee_whom_one_has_made_confirms_nobody(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        ann = await house.enter("ann")
        await made(house, ann, "straw", "licensee")
        await made(house, ann, "puppet", "supervisor")
        straw = await house.enter("straw", OWN)
        refused = await straw.post("/api/house/people/puppet/confirm", {})
        assert (refused.status_code, "a licensee who signs already" in refused.text) == (422, True)

    in_house(tmp_path, work)


def test_a_licensee_whom_one_has_made_makes_nobody_for_the_other_to_confirm(tmp_path: Path) -> None:
    """Else one alone would be both: the straw makes somebody, and who made the straw confirms."""

    async def work(house: House) -> None:
        ann = await house.enter("ann")
        await made(house, ann, "straw", "licensee")
        straw = await house.enter("straw", OWN)
        body = {"id": "puppet", "name": "Puppet", "role": "supervisor", "password": GIVEN}
        refused = await straw.post("/api/house/people", body)
        assert (refused.status_code, "straw does not sign yet" in refused.text) == (422, True)
        assert house.people.get("puppet") is None, "nothing of it is kept"
        for what, sent in (("role", {"role": "surveillance"}), ("password", {"password": GIVEN})):
            refused = await straw.post(f"/api/house/people/sue/{what}", sent)
            assert (refused.status_code, "straw does not sign yet" in refused.text) == (422, True), what
        assert (await house.resumed(ann, "sue", SECRET)).status_code == 200, "sue is as she was"

    in_house(tmp_path, work)


def test_a_house_is_set_up_once_whatever_its_tables_are_called(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        site = house.room.site
        assert not site.is_new()
        moment = site.hub.moment
        site.hub.moment = moment._replace(tables={"Another 1": UNTOUCHED}, rules={})  # a house file with other tables
        assert not site.is_new()
        site.hub.moment = moment

    in_house(tmp_path, work)


def test_another_role_signs_later_too(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        ann = await house.enter("ann")
        assert (await ann.post("/api/house/people/sue/role", {"role": "surveillance"})).status_code == 200
        refused = await house.resumed(ann, "sue", SECRET)
        assert (refused.status_code, "sue does not sign yet" in refused.text) == (403, True)

    in_house(tmp_path, work)


def test_who_resets_a_password_does_not_sign_as_that_person(tmp_path: Path) -> None:
    """And its owner, who has a recovery code, comes back and signs at once."""

    async def work(house: House) -> None:
        ann, sue = await house.enter("ann"), await house.enter("sue")
        code = (await sue.post("/api/recovery-code", {"password": SECRET})).json()["code"]
        assert (await ann.post("/api/house/people/sue/password", {"password": GIVEN})).status_code == 200
        await house.chosen("sue", GIVEN)  # ann does, in sue's name
        refused = await house.resumed(ann, "sue", OWN)
        assert (refused.status_code, "sue does not sign yet: ann set a password" in refused.text) == (403, True)
        taken = await house.room.somebody()
        form = {"token": taken.token, "id": "sue", "password": OWN}
        led = await taken.client.post("/sign-in", data=form, headers=HEADERS)
        assert led.headers["location"].startswith("/password?next="), "whoever signs in is told"
        told = await taken.client.get(led.headers["location"])
        assert "What you sign does not count yet: ann set a password" in told.text
        await taken.look()
        again = await taken.post("/api/recovery-code", {"password": OWN})
        assert (again.status_code, "you had before is still good" in again.text) == (422, True), "no code for a taker"
        wrong = await house.form("/recover", id="sue", code="0" * 24, password=THIRD, again=THIRD)
        assert (wrong.status_code, "not right" in wrong.text) == (403, True)
        back = await house.form("/recover", id="sue", code=code.upper(), password=THIRD, again=THIRD)
        assert back.status_code == 303
        assert (await house.resumed(ann, "sue", OWN)).status_code == 403
        assert (await house.resumed(ann, "sue", THIRD)).status_code == 200
        used = await house.form("/recover", id="sue", code=code, password=OWN, again=OWN)
        assert used.status_code == 403, "a code is good once"
        log = [each.what for each in house.people.last_changes() if each.id == "sue"]
        assert log[:3] == ["came back by the own recovery code", "chose the own password", "was given a first password"]

    in_house(tmp_path, work)


def test_a_recovery_does_not_confirm_a_role(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        ann = await house.enter("ann")
        assert (await ann.post("/api/house/people/sue/role", {"role": "surveillance"})).status_code == 200
        sue = await house.enter("sue")
        page = await sue.client.post("/recovery-code", data={"token": sue.token, "password": SECRET}, headers=HEADERS)
        found = re.search(r'id="recovery-code">([0-9a-f-]+)<', page.text)
        assert found
        back = await house.form("/recover", id="sue", code=found[1], password=THIRD, again=THIRD)
        assert back.status_code == 303
        assert (await house.resumed(ann, "sue", THIRD)).status_code == 403

    in_house(tmp_path, work)


@pytest.mark.parametrize("opened", [False, True])
def test_who_makes_somebody_keeps_no_code_of_theirs(tmp_path: Path, opened: bool) -> None:
    """Else one licensee alone would sign as that person at once, whenever, whoever has set a password since."""

    async def work(house: House) -> None:
        ann = await house.enter("ann")
        await made(house, ann, "puppet", "supervisor")
        puppet = await house.enter("puppet", OWN)
        refused = await puppet.post("/api/recovery-code", {"password": OWN})
        assert (refused.status_code, "make a code from " in refused.text) == (422, True)
        form = {"token": puppet.token, "password": OWN}
        page = await puppet.client.post("/recovery-code", data=form, headers=HEADERS)
        assert (page.status_code, "is still good" in page.text) == (422, True)
        house.wait(24 * 3600)
        puppet = await house.enter("puppet", OWN)
        code = (await puppet.post("/api/recovery-code", {"password": OWN})).json()["code"]
        ann = await house.enter("ann")
        assert (await ann.post("/api/house/people/puppet/password", {"password": GIVEN})).status_code == 200
        await house.chosen("puppet", GIVEN, THIRD)  # whom the identity is for
        house.wait(24 * 3600)
        late = await house.form("/recover", id="puppet", code=code, password="ann is puppet", again="ann is puppet")
        assert late.status_code == 403, "the code is not of whose password this has become"
        assert (await house.resumed(await house.enter("ann"), "puppet", THIRD)).status_code == 200

    in_house(tmp_path, work, opened=opened)


@pytest.mark.parametrize("opened", [False, True])
def test_a_detour_over_a_player_takes_nobody_over(tmp_path: Path, opened: bool) -> None:
    async def work(house: House) -> None:
        ann, sue, bob = await house.enter("ann"), await house.enter("sue"), await house.enter("bob")
        code = (await sue.post("/api/recovery-code", {"password": SECRET})).json()["code"]
        for what, sent in (("role", {"role": "player"}), ("password", {"password": GIVEN})):
            assert (await ann.post(f"/api/house/people/sue/{what}", sent)).status_code == 200
        taken = await house.enter("sue", GIVEN)
        await taken.post("/api/password", {"old": GIVEN, "password": OWN})
        taken = await house.enter("sue", OWN)
        assert (await taken.post("/api/recovery-code", {"password": OWN})).status_code == 422
        await ann.post("/api/house/people/sue/role", {"role": "supervisor"})
        refused = await house.resumed(ann, "sue", OWN)
        assert (refused.status_code, "sue does not sign yet" in refused.text) == (403, True)
        shown = of((await bob.client.get("/api/house")).json()["people"], "sue")
        both = ("ann alone gave the role" in shown["waits"], "ann set a password" in shown["waits"], shown["confirm"])
        assert both == (opened, True, True)
        watched = await (await house.enter("val")).client.get("/attempts")
        assert shown["waits"] in watched.text
        back = await house.form("/recover", id="sue", code=code, password=THIRD, again=THIRD)
        assert back.status_code == 303, "the owner comes back"
        if opened:
            await bob.post("/api/house/people/sue/confirm", {})
        assert (await house.resumed(ann, "sue", THIRD)).status_code == 200

    in_house(tmp_path, work, opened=opened)


def test_a_player_signs_nothing_where_a_session_still_says_otherwise(tmp_path: Path) -> None:
    """Another process remembers a session for a moment: what is asked of the store then is that a player waits not."""

    async def work(house: House) -> None:
        house.people.set_password("sue", GIVEN, "ann")
        house.people.change_role("sue", "player", "ann")
        with pytest.raises(Denied, match="sue is a player, who signs nothing"):
            check_signs(house.room.site, house.people.get("sue"))

    in_house(tmp_path, work)


def test_a_licensee_who_waits_takes_nobody_out_of_the_way(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        ann, bob = await house.enter("ann"), await house.enter("bob")
        await made(house, ann, "straw", "licensee")
        assert (await bob.post("/api/house/people/ann/lock", {})).status_code == 200
        straw = await house.enter("straw", OWN)
        for what, sent, because in (
            ("role", {"role": "player"}, "straw does not sign yet"),
            ("role", {"role": "licensee"}, "straw does not sign yet"),
            ("password", {"password": GIVEN}, "straw does not sign yet"),
            ("lock", {}, "bob is the only licensee who signs"),
        ):
            refused = await straw.post(f"/api/house/people/bob/{what}", sent)
            assert (refused.status_code, because in refused.text) == (422, True), what
        assert (await bob.client.get("/api/house")).status_code == 200, "bob is still signed in"
        assert (await straw.post("/api/house/people/sue/role", {"role": "player"})).status_code == 422

    in_house(tmp_path, work)


def test_nobody_of_the_house_makes_or_changes_a_regulator(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        ann = await house.enter("ann")
        body = {"id": "reg", "name": "Reg", "role": "regulator", "password": GIVEN}
        for path, sent in (("", body), ("/sue/role", {"role": "regulator"})):
            refused = await ann.post(f"/api/house/people{path}", sent)
            assert (refused.status_code, "enrolled by a code" in refused.text) == (422, True), path
        assert "regulator" not in (await ann.client.get("/api/house")).json()["roles"]
        code = house.people.regulator_code()
        wrong = await house.form("/regulator", code="0" * 20, id="reg", name="Reg", password=OWN, again=OWN)
        assert (wrong.status_code, "not the code" in wrong.text) == (422, True)
        done = await house.form("/regulator", code=code, id="reg", name="Reg", password=OWN, again=OWN)
        assert done.status_code == 303
        again = await house.form("/regulator", code=code, id="two", name="Two", password=OWN, again=OWN)
        assert (again.status_code, "has been used" in again.text) == (422, True)
        for path, sent in (("role", {"role": "player"}), ("password", {"password": GIVEN}), ("lock", {})):
            refused = await ann.post(f"/api/house/people/reg/{path}", sent)
            assert (refused.status_code, "enrolled by a code" in refused.text) == (422, True), path
        assert house.people.check("reg", OWN)
        reg = await house.enter("reg", OWN)
        petition = {"act": "RecordPetition", "jackpot": "Gold Rush", "way": "x", "to": "y", "grounds": "z"}
        await ann.act("", petition)
        decided = {"act": "DecidePetition", "jackpot": "Gold Rush", "number": 1, "granted": True, "reference": "7"}
        assert (await reg.act("", decided)).status_code != 403

    in_house(tmp_path, work)


def test_a_regulator_may_be_enrolled_before_there_is_a_licensee(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        people = house.people
        with people._database.write() as run:
            for table in ("session", "signer", "person"):
                run(f"DELETE FROM {table}", ())
        assert people.enrol(people.regulator_code(), "reg", "Reg", OWN).role == "regulator"
        assert people.empty, "the first licensee is still to come"
        assert people.welcome(people.welcome_code(), "lea", "Lea", OWN).role == "licensee"

    in_house(tmp_path, work)


def test_a_regulator_of_before_whose_password_another_set_decides_nothing_yet(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        house.people.add("reg", "Reg", "regulator", SECRET, "reg")
        from upcard.people import person as persons

        with house.people._database.write() as run:
            persons.wait(run, "reg", "password", house.people.now() + 1000, "somebody")
        reg = await house.enter("reg")
        decided = {"act": "DecidePetition", "jackpot": "Gold Rush", "number": 1, "granted": True, "reference": "7"}
        refused = await reg.act("", decided)
        assert (refused.status_code, "reg does not sign yet" in refused.text) == (403, True)

    in_house(tmp_path, work)


def test_a_house_is_set_up_before_its_first_table_opens(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        ann = await house.enter("ann")
        await made(house, ann, "ned", "supervisor")
        assert (await house.resumed(ann, "ned", OWN)).status_code == 200
        assert "signs at once: the house has not opened a table yet" in [e.what for e in house.people.last_changes()]
        await ann.post("/api/house/people/ned/password", {"password": GIVEN})
        await house.chosen("ned", GIVEN, THIRD)
        assert (await house.resumed(ann, "ned", THIRD)).status_code == 403, "a reset waits even so"
        await ann.do("stud-1", {"act": "OpenTable"})
        await made(house, ann, "late", "supervisor")
        assert (await house.resumed(ann, "late", OWN)).status_code == 403

    in_house(tmp_path, work, opened=False)


def test_the_server_shows_a_code_for_the_regulator_until_one_is_enrolled(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(STUD)
    url = f"sqlite:{tmp_path / 'a.db'}"
    arguments = ("house.toml", "--db", url, "--no-bots")

    def shown() -> list[str]:
        with Process(tmp_path, *arguments) as server:
            server.stop()
            return re.findall(r"/regulator\?code=([0-9a-f]{20})", server.errors.read_text())

    (code,) = shown()
    with open_people(url, cost=CHEAP) as people:
        people.enrol(code, "reg", "Reg", SECRET)
    assert shown() == []
