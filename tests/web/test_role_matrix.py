"""Everybody asks for everything: what is answered is what docs/roles.md says, for every address, view and act."""

from __future__ import annotations

import asyncio
import os
import uuid
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from tests.effort import effort
from tests.web.everybody import (
    DOCUMENT,
    HEADERS,
    HOUSE,
    SECOND,
    WHO,
    Allowed,
    acts_path,
    address,
    documented,
    everybody,
    examples,
    registered,
    session,
    stream_of,
)
from tests.web.served import ROLES, Casino, Person, casino
from upcard.web.app import written
from upcard.web.security.authorize import DEPARTMENTS, SIGNERS
from upcard.web.security.security import PASSWORD
from upcard.web.views.verification_job import Proving

ADDRESSES = "Pages and addresses"
LOOKED, LIVE = "A table, looked at", "Live views"
AT_TABLES, ELSEWHERE = "Acts at a table", "Acts at a jackpot, the cage or a slip"

FORMS: dict[str, dict[str, str]] = {
    "/sign-in": {"id": "kim", "password": PASSWORD},
    "/sign-out": {},
    "/welcome": {},
    "/recovery-code": {"password": PASSWORD},
    "/tokens": {"password": PASSWORD, "name": "a program", "rate": "60", "days": "90"},
    "/demo/{role}": {},
    "/surveillance/verify": {},
}
"""What a page's own forms send. An unknown form is sent nothing, and fails where that is an answer of its own."""

OTHER_METHODS = ("none", "licensee") if effort(1, 0) else ROLES
"""Who tries methods that an address does not have: they are refused before anybody asks who it is."""

Answers = dict[tuple[str, str], tuple[int, str]]
"""By what was asked and by whom: the status, and where it leads to."""


class Found:
    """All that everybody was answered, by one casino."""

    def __init__(self) -> None:
        self.registered: set[tuple[str, str]] = set()
        self.addresses: Answers = {}
        self.others: Answers = {}
        self.looked: Answers = {}
        self.live: Answers = {}
        self.acts: Answers = {}


async def _asked(here: Casino, person: Person, role: str, method: str, path: str) -> tuple[int, str]:
    session(here.site.people, person, role)
    await person.look()
    where = address(path) + ("?view=nothing" if path == "/api/stream" else "")
    if method == "GET":
        answer = await person.client.get(where)
    else:
        headers = {**HEADERS, "X-Upcard-Token": person.token}
        body: dict[str, Any] = {"json": {}} if path.startswith("/api/") else {"data": FORMS.get(path, {})}
        answer = await person.client.post(where, headers=headers, **body)
    return answer.status_code, answer.headers.get("location", "")


async def _other_methods(person: Person, path: str, methods: set[str]) -> tuple[int, str]:
    """The worst answer to the methods that an address does not have."""
    headers = {**HEADERS, "X-Upcard-Token": person.token}
    worst = 405
    for method in {"GET", "POST", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE"} - methods:
        answer = await person.client.request(method, address(path), headers=headers)
        worst = answer.status_code if answer.status_code != 405 else worst
    return worst, ""


async def _begun(app: Starlette, person: Person, view: str) -> tuple[int, str]:
    """How a stream begins; nobody listens to the rest."""
    begun: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in person.client.cookies.jar)
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
        "path": "/api/stream", "raw_path": b"/api/stream", "query_string": f"view={view}".encode(), "root_path": "",
        "headers": [(b"host", b"127.0.0.1:8000"), (b"cookie", cookies.encode())],
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 8000),
    }  # fmt: skip

    async def receive() -> dict[str, Any]:
        await begun
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start" and not begun.done():
            begun.set_result(message["status"])

    await asyncio.wait_for(app(scope, receive, send), 20)
    return await begun, ""


async def _acted(here: Casino, person: Person, slug: str, act: dict[str, Any]) -> tuple[int, str]:
    version = here.site.moment.versions.get(stream_of(here, slug, act), 0)
    dealers = person.id == "dana" and act["act"] in ("CorrectUpCard", "TakeBackDeal", "CorrectProgressive")
    second = {**SECOND, "id": "sam"} if dealers else SECOND
    body = {"id": uuid.uuid4().hex, "act": act, "version": version, "second": second, "expects": "10.00"}
    answer = await person.post(acts_path(slug), body)
    return answer.status_code, answer.json().get("error", {}).get("message", "")


async def _everything(folder: Path) -> Found:
    found = Found()
    async with casino(folder, HOUSE) as here:
        people = await everybody(here)
        found.registered = registered(here.app)
        by_path: dict[str, set[str]] = {}
        for method, path in found.registered:
            by_path.setdefault(path, set()).add(method)
        for role, person in people.items():
            for method, path in sorted(found.registered):
                found.addresses[f"{method} {path}", role] = await _asked(here, person, role, method, path)
            session(here.site.people, person, role)
            await person.look()
            for path, methods in by_path.items() if role in OTHER_METHODS else ():
                found.others[path, role] = await _other_methods(person, path, methods)
            for as_ in documented(LOOKED):
                answer = await person.client.get(f"/api/tables/stud-1?as={as_}")
                found.looked[as_, role] = answer.status_code, ""
            for view in documented(LIVE):
                found.live[view, role] = await _begun(here.app, person, view.replace("…", "stud-1"))
        for slug, name, act in examples():
            for role, person in people.items():
                status, words = await _acted(here, person, slug, act)
                found.acts[f"{slug} {name}", role] = status, words
    return found


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Found:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Proving, "start", lambda *_: False)
        return asyncio.run(_everything(tmp_path_factory.mktemp("matrix")))


def denied(status: int, location: str) -> bool:
    """Whether somebody was told that it is not theirs to ask for."""
    return status in (401, 403) or (status == 303 and location.startswith("/sign-in?next="))


def wrong(answers: Answers, allowed: Allowed) -> list[str]:
    """Where the answers differ from the document."""
    return [
        f"{thing} as {role}: {status} {location}, and the document says {'yes' if role in allowed[thing] else 'no'}"
        for (thing, role), (status, location) in answers.items()
        if denied(status, location) is (role in allowed[thing]) or status >= 500
    ]


# ---- the document ----------------------------------------------------------------------------------------------------


def test_the_tables_are_drawn_from_the_site_itself() -> None:
    before = DOCUMENT.read_text(encoding="utf-8")
    if os.environ.get("UPCARD_REWRITE"):
        DOCUMENT.write_text(written(before), encoding="utf-8")
    assert DOCUMENT.read_text(encoding="utf-8") == written(before)


def test_every_address_of_the_application_is_in_the_document_and_no_other(found: Found) -> None:
    assert {f"{method} {path}" for method, path in found.registered} == set(documented(ADDRESSES))


def test_every_act_is_in_the_document_and_no_other() -> None:
    at_tables = {name for slug, name, _ in examples() if slug}
    elsewhere = {name for slug, name, _ in examples() if not slug}
    assert (at_tables, elsewhere) == (set(documented(AT_TABLES)), set(documented(ELSEWHERE)))


def test_what_may_never_be_whatever_the_document_says() -> None:
    """The document is drawn from the site: these few sentences are not."""
    addresses, acts = documented(ADDRESSES), documented(AT_TABLES) | documented(ELSEWHERE)
    posts = {name for name, roles in addresses.items() if name.startswith("POST") and "none" in roles}
    assert posts == {
        "POST /sign-in", "POST /welcome", "POST /recover", "POST /regulator", "POST /demo/{role}",
    }, "nobody changes anything else"  # fmt: skip
    assert not any({"none", "surveillance"} & roles for roles in acts.values()), "who watches does not act"
    assert {name for name, roles in acts.items() if "regulator" in roles} == {
        "DecidePetition",
        "ReadSign",
        "ResumeLink",
        "SuspendLink",
    }
    assert {name for name, roles in acts.items() if "player" in roles} == {
        "TakeSeat", "LeaveSeat", "PlaceWager", "TakeBackWager", "Fold", "Bet", "Stand", "Discard", "BuyCard",
        "Contribute",
    }  # fmt: skip
    for name in ("ValidateHit", "RejectHit", "ValidateAward", "VerifyAward", "OrderRecut", "AnswerCall", "EndCall"):
        assert acts[name] == {"supervisor"}, name
    assert {name for name, roles in acts.items() if "floorperson" in roles and "dealer" not in roles} == {
        "VerifyDeck", "InstallDevice", "RemoveDevice", "ChangeDealing", "ConfirmHand", "ValidateFiveCard",
        "DocumentAward", "AcknowledgeAlert",
    }  # fmt: skip
    for name, roles in addresses.items():
        if "/people" in name:
            assert roles == {"licensee"}, name
    assert documented(LOOKED)["surveillance"] == {"surveillance", "regulator"}
    assert not {"none", "player"} & documented(LOOKED)["dealer"]


# ---- everybody asks --------------------------------------------------------------------------------------------------


def test_every_address_answers_everybody_as_the_document_says(found: Found) -> None:
    assert len(found.addresses) == len(found.registered) * len(ROLES)
    assert not wrong(found.addresses, documented(ADDRESSES))


def test_no_address_answers_to_a_method_that_it_does_not_have(found: Found) -> None:
    assert {answer for answer in found.others.values() if answer != (405, "")} == set()


def test_a_table_is_seen_as_the_document_says(found: Found) -> None:
    assert len(found.looked) == 4 * len(ROLES)
    assert not wrong(found.looked, documented(LOOKED))
    assert {status for status, _ in found.looked.values()} == {200, 403}


def test_live_views_are_seen_as_the_document_says(found: Found) -> None:
    assert len(found.live) == 7 * len(ROLES)
    assert not wrong(found.live, documented(LIVE))
    assert {status for status, _ in found.live.values()} == {200, 403}


def test_every_act_is_asked_for_as_the_document_says(found: Found) -> None:
    permits = documented(AT_TABLES) | documented(ELSEWHERE)
    allowed = {thing: permits[thing.split(" ")[1]] for thing, _ in found.acts}
    assert not wrong(found.acts, allowed)


def test_the_people_that_a_house_needs_can_put_right_what_was_keyed_wrongly() -> None:
    rows = DOCUMENT.read_text(encoding="utf-8").split("\n| edition | people | for what |\n")[1].split("\n\n")[0]
    for edition, people in [line.split("|")[1:3] for line in rows.splitlines()[1:]]:
        named = {role for role in DEPARTMENTS if role in people}
        first = named & documented(AT_TABLES)["CorrectHand"]
        assert any(DEPARTMENTS[one] != DEPARTMENTS[two] for one in first for two in named & SIGNERS), edition


def test_the_examples_can_be_read(found: Found) -> None:
    """An act that nobody could read would not show who may ask for it."""
    unread = {(thing, words) for (thing, role), (status, words) in found.acts.items() if status == 400}
    assert not unread


def test_somebody_of_every_role_was_there(found: Found) -> None:
    assert set(WHO) == set(ROLES) - {"none"}
    assert found.addresses["GET /api/me", "licensee"] == (200, "")
