"""What was forged is not accepted, at any address that changes something, and nothing is written of it."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.house_texts import house_text
from tests.web.everybody import HEADERS, HOUSE, WHO, address, documented, everybody, registered, session, unhurried
from tests.web.served import BASE, FAULT, Casino, Person, casino
from upcard.units import show_cents
from upcard.web.security.security import PASSWORD
from upcard.web.views.verification_job import Proving

NEW = {"id": "new-dealer", "name": "New", "role": "dealer", "password": "a long enough one"}
BODIES: dict[str, Any] = {
    "/api/tables/{slug}/acts": {"act": {"act": "OpenTable"}},
    "/api/tables/{slug}/several": {"acts": [{"act": "CallSupervisor"}]},
    "/api/acts": {"act": {"act": "SuspendLink", "jackpot": "Gold Rush", "reason": "a fault", **FAULT}},
    "/api/tables/{slug}/chips": {"amount": "100.00"},
    "/api/tables/{slug}/contribution": {"value": "my own word"},
    "/api/house/check": {"toml": HOUSE},
    "/api/house/elections": {"toml": HOUSE},
    "/api/house/people": NEW,
    "/api/house/people/{id}/role": {"role": "dealer"},
    "/api/house/people/{id}/password": {"password": "another long one"},
    "/api/house/people/{id}/lock": {},
    "/api/house/people/{id}/unlock": {},
    "/api/house/people/{id}/confirm": {},
    "/api/recovery-code": {"password": "one that I chose"},
    "/recovery-code": {"password": PASSWORD},
    "/api/tokens": {"password": "one that I chose", "name": "forged"},
    "/api/tokens/{number}/revoke": {},
    "/tokens": {"password": PASSWORD, "name": "forged", "rate": "60", "days": "90"},
    "/tokens/{number}/revoke": {},
    "/recover": {},
    "/regulator": {},
    "/api/password": {"old": PASSWORD, "password": "one that I chose"},
    "/password": {"old": "one that I chose", "password": PASSWORD, "again": PASSWORD},
    "/api/training/answer": {},
    "/sign-in": {"id": "kim", "password": PASSWORD},
    "/sign-out": {},
    "/demo/{role}": {},
    "/welcome": {},
    "/surveillance/verify": {},
}
"""For each address that takes a POST, what it accepts when nothing is forged. A new one must be named here."""

AT_SECOND = ("/contribution", "/chips")
"""What a player asks for at the second table."""

ASKS = {"/api/tables/{slug}/acts": "supervisor", "/api/acts": "supervisor"}
"""Who asks, where it is not simply the last role that the document names."""

FOREIGN = ("http://evil.example", "https://127.0.0.1:8000", "http://127.0.0.1:8001", f"{BASE}.evil.example", "null",
           "http://localhost:8000", "http://evil.example@127.0.0.1:8000", "http://127.0.0.1:8000\\.evil.example",
           "file://", "http://127.0.0.1")  # fmt: skip
NAMES = ("evil.example", "127.0.0.1.evil.example", "evil.example:8000", "127.0.0.1@evil.example", "")


class Request:
    """One request that would be accepted, and everything that can be wrong with it."""

    def __init__(self, path: str, body: Any, token: str, others: dict[str, str]) -> None:
        self.path, self.body, self.token, self.others = path, body, token, others
        self.right = {**HEADERS, "X-Upcard-Token": token}

    @property
    def content(self) -> dict[str, Any]:
        return {"json": self.body} if self.path.startswith("/api/") else {"data": self.body}

    def without(self, *names: str, **more: str) -> dict[str, str]:
        kept = {name: value for name, value in self.right.items() if name not in names}
        return {**kept, **{name.replace("_", "-"): value for name, value in more.items()}}

    def forged(self) -> Iterator[tuple[str, dict[str, str], dict[str, Any]]]:
        """Each with what is wrong with it."""
        for origin in FOREIGN:
            yield f"Origin {origin}", self.without(Origin=origin), self.content
            yield f"Origin {origin}, our Referer", self.without(Origin=origin, Referer=f"{BASE}/"), self.content
            referer = f"{origin}/a/page"
            yield f"Referer {referer} alone", self.without("Origin", Referer=referer), self.content
        yield "neither Origin nor Referer", self.without("Origin"), self.content
        yield "an empty Origin", self.without(Origin=""), self.content
        for site in ("cross-site", "same-site", "none", "Same-Origin "):
            yield f"Sec-Fetch-Site {site}", self.without(Sec_Fetch_Site=site), self.content
        yield "no token", self.without("X-Upcard-Token"), self.content
        for whose, token in self.others.items():
            yield f"token {whose}", self.without(X_Upcard_Token=token), self.content
        yield "its token in the address", self.without("X-Upcard-Token"), self.content | {"params": {"token": "x"}}
        plain = httpx.Request("POST", BASE, json=self.body).read()
        for kind in ("text/plain", "application/x-www-form-urlencoded", "application/json"):
            headers = self.without("X-Upcard-Token", Content_Type=kind)
            yield f"without a token as {kind}", headers, {"content": plain}
        yield "without a token as a form", self.without("X-Upcard-Token"), {"data": {"x": "1"}}
        yield "without a token as parts", self.without("X-Upcard-Token"), {"files": {"x": b"1"}}
        yield "a file in the place of the token", self.without("X-Upcard-Token"), {"files": {"token": b"1"}}
        for name in NAMES:
            yield f"Host {name}", self.without(Host=name), self.content
            origin = f"http://{name}"
            yield f"Host and Origin {name}", self.without(Host=name, Origin=origin), self.content


def kept(here: Casino) -> tuple[object, ...]:
    """All that a request could have changed."""
    people = here.site.people
    return here.site.journal.store.head(), people.list(), people.attempts(limit=10_000), people.changes(limit=10_000)


async def _seated(here: Casino, people: dict[str, Person]) -> None:
    """A player sits at the second table, and can have a word in its shuffles and buy chips of the system."""
    await people["dealer"].do("stud-2", {"act": "OpenTable"})
    await people["player"].do("stud-2", {"act": "TakeSeat", "seat": 1, "player": "pat"})


async def _right(person: Person, path: str) -> Any:
    body = dict(BODIES[path])
    if path == "/api/training/answer":
        exercise = (await person.client.get("/api/training/exercise")).json()
        body = {"exercise": exercise["exercise"], "answer": "1"}
    elif "/acts" in path or path.endswith((*AT_SECOND, "several")):
        body["id"] = uuid.uuid4().hex
    return body


def _where(path: str) -> str:
    return path.format(slug="stud-2") if path.endswith(AT_SECOND) else address(path)


async def _forge_everything(folder: Path) -> tuple[list[str], dict[str, int]]:
    """What was accepted although it was forged, and by address what came of it when it was not."""
    accepted, right = [], {}
    async with casino(folder, HOUSE) as here:
        people = await everybody(here)
        await _seated(here, people)
        documents = documented("Pages and addresses")
        for path in sorted(path for method, path in registered(here.app) if method == "POST"):
            allowed = sorted(documents[f"POST {path}"] - {"none"}) or ["none"]
            role = ASKS.get(path, allowed[-1])
            person = people[role]
            session(here.site.people, person, role)
            other = await here.somebody("none")
            session(here.site.people, other, role)
            await other.look()
            nobody = await here.somebody("none")
            before_this = person.token
            await person.look()
            tokens = {"of another session": other.token, "of nobody": nobody.token, "empty": "", "wrong": "0" * 64,
                      "of the session before": before_this, "with a letter more": person.token + "0"}  # fmt: skip
            request = Request(path, await _right(person, path), person.token, tokens)
            before = kept(here)
            for what, headers, content in request.forged():
                answer = await person.client.post(_where(path), headers=headers, **content)
                session_given = any(each.startswith("upcard=") for each in answer.headers.get_list("set-cookie"))
                if answer.status_code not in (400, 403, 421) or session_given or kept(here) != before:
                    accepted.append(f"POST {path}, {what}: {answer.status_code} {answer.text[:80]}")
            stranger = await here.somebody("none")
            answer = await stranger.client.post(_where(path), headers=request.right, **request.content)
            if answer.status_code not in (401, 403) or kept(here) != before:
                accepted.append(f"POST {path} with somebody's token and nobody's cookie: {answer.status_code}")
            if (await person.client.get("/api/me")).json()["role"] != role:
                accepted.append(f"POST {path}: a forged request ended the session")
                continue
            answer = await person.client.post(_where(path), headers=request.right, **request.content)
            right[path] = answer.status_code
        return accepted, right


@pytest.fixture(scope="module")
def forged(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], dict[str, int]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Proving, "start", lambda *_: False)
        return asyncio.run(_forge_everything(tmp_path_factory.mktemp("forged")))


def test_nothing_forged_is_accepted_and_nothing_is_written(forged: tuple[list[str], dict[str, int]]) -> None:
    accepted, _ = forged
    assert not accepted


def test_each_of_them_would_have_been_accepted_otherwise(forged: tuple[list[str], dict[str, int]]) -> None:
    """Whatever is refused for a fault of its own shows nothing."""
    _, right = forged
    assert set(right) == set(BODIES)
    assert right.pop("/welcome") == 404, "there is a licensee"
    for path in ("/recover", "/regulator", "/api/house/people/{id}/confirm"):
        assert right.pop(path) == 422, "there is nothing to recover, to enrol or to confirm"
    assert {path: status for path, status in right.items() if status not in (200, 303)} == {}


# ---- approvals -------------------------------------------------------------------------------------------------------

LINK, TITLE = "Tri-Game Link", "Let It Ride, pit 2"
MASSACHUSETTS = house_text("massachusetts")


class Desk:
    """An award that waits, and the people who may approve it."""

    def __init__(self, here: Casino, people: dict[str, Person]) -> None:
        self.here, self.people = here, people
        self.number = 0

    @property
    def version(self) -> int:
        return self.here.site.moment.versions[f"jackpot/{LINK}"]

    @property
    def head(self) -> int:
        return self.here.site.journal.store.head().seq

    async def key(self, by: str = "licensee") -> None:
        """An award is keyed at a table of another title."""
        act = {
            "act": "LockTitleHit",
            "jackpot": LINK,
            "title": TITLE,
            "table": "LIR 1",
            "level": "mega",
            "percent": 100,
        }
        await self.people[by].do("", act)
        self.number += 1

    def body(self, **other: Any) -> dict[str, Any]:
        """The approval as the page sends it, with whatever is to be wrong with it; None leaves a part out."""
        hit = self.here.site.moment.links[LINK].open.get(self.number)
        right = {
            "id": uuid.uuid4().hex, "version": self.version,
            "act": {"act": "ValidateHit", "jackpot": LINK, "number": self.number},
            "second": {"id": "vic", "password": PASSWORD}, "expects": show_cents(hit.cents if hit else 0),
        }  # fmt: skip
        return {name: value for name, value in {**right, **other}.items() if value is not None}

    async def send(self, body: dict[str, Any], by: str = "supervisor") -> httpx.Response:
        return await self.people[by].post("/api/acts", body)

    async def refused(self, status: int, body: dict[str, Any], by: str = "supervisor") -> str:
        """Sent, refused so, and nothing written."""
        before = self.head
        answer = await self.send(body, by)
        assert (answer.status_code, self.head) == (status, before), answer.text
        said: str = answer.json()["error"]["message"]
        return said


def at_desk(tmp_path: Path, work: Any) -> None:
    async def run() -> None:
        async with casino(tmp_path, MASSACHUSETTS) as here:
            people = await everybody(here)
            people["sol"] = await here.somebody("supervisor", "sol")
            unhurried(here.site)
            await work(Desk(here, people))

    asyncio.run(run())


def test_an_approval_is_done_once_however_often_it_is_sent(tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        await desk.key()
        body, before = desk.body(), desk.head
        first = (await desk.send(body)).json()
        assert (first["again"], first["entries"], desk.head) == (False, 2, before + 2), "validated, and paid"
        for _ in range(3):
            assert (await desk.send(body)).json() == {**first, "again": True}
        assert desk.head == before + 2

    at_desk(tmp_path, work)


def test_an_approval_is_for_one_act_and_nobody_elses(tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        await desk.key()
        body = desk.body()
        assert (await desk.send(body)).status_code == 200
        await desk.refused(409, {**body, "id": uuid.uuid4().hex})
        await desk.refused(409, body, by="sol")
        await desk.refused(409, {**body, "second": {"id": "lee", "password": PASSWORD}})
        await desk.refused(409, {**body, "version": desk.version})
        await desk.key()
        await desk.refused(409, {**body, "id": uuid.uuid4().hex, "act": {**body["act"], "number": 2}})
        reject = {"act": "RejectHit", "jackpot": LINK, "number": 2, "reason": "keyed by mistake"}
        await desk.refused(409, {**body, "act": reject})

    at_desk(tmp_path, work)


def test_an_approval_is_for_the_state_and_the_amount_that_were_shown(tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        await desk.key()
        shown = desk.body()
        amount = shown["expects"]
        for version in (desk.version - 1, 0, -1, desk.version + 1):
            await desk.refused(409, desk.body(version=version))
        await desk.refused(400, desk.body(version=None))
        for expects in ("9999.99", "10000.01", "0", "100000", "1000"):
            await desk.refused(409, desk.body(expects=expects))
        for wrong in (None, "", "much", f"-{amount}", f"{amount}1", f" {amount}"):
            await desk.refused(400, desk.body(expects=wrong))
        wagers = {"act": "TakeTitleWagers", "jackpot": LINK, "title": TITLE, "table": "LIR 1", "amount": "3.00"}
        seen = {"version": desk.version, "second": {"id": "vic", "password": PASSWORD}}
        await desk.people["licensee"].do("", wagers, **seen)
        said = await desk.refused(409, shown)
        assert "has moved on" in said, "the amount is the same, and what was shown is not what is"
        assert (await desk.send(desk.body())).status_code == 200

    at_desk(tmp_path, work)


def test_the_second_person_is_none_but_one_who_may(tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        await desk.key()
        for id in ("sam", " SAM", "sol", "dana", "pat", "rae", "nobody-at-all"):
            await desk.refused(403, desk.body(second={"id": id, "password": PASSWORD}))
        await desk.refused(403, desk.body(second=None))
        await desk.refused(403, desk.body(second={"id": "vic", "password": "not the one"}))
        await desk.refused(403, desk.body(second={"id": "vic", "password": PASSWORD + " "}))
        for second in ({}, {"id": "vic"}, {"password": PASSWORD}, {"id": "", "password": PASSWORD},
                       {"id": "vic", "password": PASSWORD, "role": "licensee"}, {"id": "vic", "password": 1},
                       ["vic", PASSWORD], "vic"):  # fmt: skip
            await desk.refused(400, desk.body(second=second))
        desk.here.site.people.lock("vic", "lee")
        await desk.refused(403, desk.body())
        desk.here.site.people.unlock("vic", "lee")
        assert (await desk.send(desk.body())).status_code == 200

    at_desk(tmp_path, work)


@pytest.mark.parametrize("keyer", ["supervisor", "licensee"])
def test_who_keyed_an_award_neither_approves_it_nor_signs(tmp_path: Path, keyer: str) -> None:
    async def work(desk: Desk) -> None:
        await desk.key(keyer)
        assert WHO[keyer] in ("sam", "lee")
        if keyer == "supervisor":
            await desk.refused(403, desk.body())
        else:
            await desk.refused(403, desk.body(second={"id": "lee", "password": PASSWORD}))
        assert (await desk.send(desk.body(), by="sol")).status_code == 200

    at_desk(tmp_path, work)


TWO = (
    {"act": "ResumeLink", "jackpot": LINK, "second": "vic"},
    {"act": "CorrectMeter", "jackpot": LINK, "level": "mega", "micros": 5, "reason": "a fault", "second": "vic"},
    {"act": "EndJackpot", "jackpot": LINK, "second": "vic"},
    {"act": "ChangeLevel", "jackpot": LINK, "level": "mega", "second": "vic", "reason": "approved",
     "after": {"seed": 1_000_000, "rate": 310_000}},
)  # fmt: skip


@pytest.mark.parametrize("act", TWO, ids=lambda act: act["act"])
@pytest.mark.parametrize("role", ["supervisor", "licensee"])
def test_a_name_in_the_act_is_no_signature(tmp_path: Path, act: dict[str, Any], role: str) -> None:
    """The act names a second person; only the one who has proved to be that person counts."""

    async def work(desk: Desk) -> None:
        await desk.people["supervisor"].do("", {"act": "SuspendLink", "jackpot": LINK, "reason": "a fault", **FAULT})
        await desk.refused(403, desk.body(act=act, second=None), by=role)
        await desk.refused(400, desk.body(act=act, version=None), by=role)
        await desk.refused(409, desk.body(act=act, version=desk.version - 1), by=role)
        answer = await desk.send(desk.body(act={**act, "second": "somebody else"}), by=role)
        if answer.status_code == 200:
            last = list(desk.here.site.journal.store.entries(desk.head - 1))[-1]
            assert last.by == f"{role} {WHO[role]} with surveillance vic"
            assert "somebody else" not in last.event
        else:
            assert (answer.status_code, act["act"]) == (422, "EndJackpot"), answer.text

    at_desk(tmp_path, work)
