"""A program with an API token: what is opened to it, at which rate, and what is not."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.security_site import SECRET, Browser, Here, opened
from tests.web.served import casino
from upcard.people.api_tokens import Wish
from upcard.web.app import routes
from upcard.web.security.authorize import BY_API_TOKEN, CHECKED_BY_API_TOKEN


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Here]:
    with opened(tmp_path) as site:
        yield site


FEED = Wish("feed")


def token(here: Here, wish: Wish = FEED, id: str = "sol", role: Any = "supervisor") -> str:
    if here.people.get(id) is None:
        here.people.add(id, id.title(), role, SECRET, id)
    made = here.people.api_token(id, SECRET, wish)
    assert made is not None
    return made


def shown(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def said(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["message"]


def test_a_program_is_its_owner_without_a_cookie(here: Here) -> None:
    program = here.browser()
    answer = program.get("/api/me", shown(token(here)))
    assert answer.json() == {"id": "sol", "role": "supervisor", "token": "", "alive": True}
    assert "set-cookie" not in answer.headers
    assert program.get("/api/me").json()["role"] == "none", "nothing is kept of it"


def test_the_token_counts_and_not_the_cookie_beside_it(here: Here) -> None:
    browser = here.signed_in("pat")
    assert browser.get("/api/me", shown(token(here))).json()["id"] == "sol"
    assert said(browser.get("/api/me", shown("upc_" + "x" * 43)))[0] == 401


def test_a_revoked_token_is_refused_and_a_stream_of_it_ends(here: Here) -> None:
    made, program = token(here), here.browser()
    here.people.revoke_api_token("sol", 1)
    status, message = said(program.get("/api/me", shown(made)))
    assert (status, message.partition(":")[0]) == (401, "This API token is not known")


def test_pages_and_forms_are_not_for_programs(here: Here) -> None:
    headers, program = shown(token(here, Wish("feed", acts=True))), here.browser()
    assert program.get("/queue", headers).status_code == 403
    assert program.get("/tokens", headers).status_code == 403
    answer = program.ask("POST", "/tokens", headers, data={"password": SECRET, "name": "another"})
    assert answer.status_code == 403
    for path in ("/api/tokens", "/api/password"):
        answer = program.ask("POST", path, headers, json={"password": SECRET, "name": "another", "old": SECRET})
        assert said(answer) == (403, "This is not done with an API token: sign in.")
    assert [each.name for each in here.people.api_tokens_of("sol")] == ["feed"]


def test_the_rate_is_the_tokens_own_and_reads_count(here: Here) -> None:
    slow, fast, program = token(here, Wish("slow", rate=2)), token(here, Wish("fast", rate=60)), here.browser()
    assert [program.get("/api/me", shown(slow)).status_code for _ in range(3)] == [200, 200, 429]
    status, message = said(program.get("/api/me", shown(slow)))
    assert (status, message) == (429, "Too many requests with this API token (2 a minute): try again in 30 seconds.")
    assert program.get("/api/me", shown(fast)).status_code == 200
    here.clock.seconds += 29
    assert program.get("/api/me", shown(slow)).status_code == 429
    here.clock.seconds += 1
    assert program.get("/api/me", shown(slow)).status_code == 200


def test_what_a_program_may_post_is_named_and_is_there() -> None:
    posts = {each.path for each in routes() if each.method == "POST" and each.described is not None}
    assert posts >= BY_API_TOKEN | CHECKED_BY_API_TOKEN
    barred = posts - BY_API_TOKEN - CHECKED_BY_API_TOKEN
    assert all(
        re.match("/api/(tokens|password|recovery-code|house/people|tables/{slug}/several)", path) for path in barred
    ), barred


def test_a_casino_takes_an_act_of_a_program_that_acts_and_of_no_other(tmp_path: Path) -> None:
    async def tried() -> list[tuple[int, str]]:
        async with casino(tmp_path) as here:
            people = here.site.people
            people.add("wes", "Wes", "player", SECRET, "wes")
            reads, acts = (people.api_token("wes", SECRET, Wish(str(may), acts=may)) for may in (False, True))
            act = {"id": "a-program-sits", "version": None, "act": {"act": "TakeSeat", "seat": 1, "player": "wes"}}
            program, found = (await here.somebody()).client, []
            for headers in ({}, shown(str(reads)), shown(str(acts))):
                answer = await program.post("/api/tables/stud-1/acts", json=act, headers=headers)
                found.append((answer.status_code, answer.json().get("error", {}).get("message", "")))
            return found

    nobody, reader, actor = asyncio.run(tried())
    assert nobody[0] in {401, 403}
    assert reader == (403, "This API token reads, and does not act.")
    assert actor[0] == 422, "the floor has decided about it"
    assert actor[1] == "the table is closed"


# ---- the page --------------------------------------------------------------------------------------------------------


def form(browser: Browser, **changed: str) -> httpx.Response:
    return browser.submit("/tokens", {"name": "nightly", "rate": "30", "days": "7", "password": SECRET, **changed})


def test_a_token_is_made_on_the_page_shown_once_and_revoked(here: Here) -> None:
    browser = here.signed_in("pat")
    assert "You have no token." in browser.get("/tokens").text
    page = form(browser, acts="yes").text
    [made] = re.findall(r'id="api-token">(upc_[\w-]{43})<', page)
    found = here.people.bearer(made)
    assert found is not None
    assert (found[1].name, found[1].acts, found[1].rate) == ("nightly", True, 30)
    again = browser.get("/tokens").text
    assert made not in again
    assert "reads and acts" in again
    assert browser.submit("/tokens/1/revoke", {}).status_code == 303
    assert here.people.bearer(made) is None


@pytest.mark.parametrize(
    ("changed", "status", "message"),
    [
        ({"password": "not the right one"}, 403, "The old password is not right"),
        ({"rate": "many"}, 422, "both are whole numbers"),
        ({"rate": "0"}, 422, "1 to 1200 requests a minute"),
        ({"name": ""}, 422, "a name of 1 to 40 characters"),
    ],
)
def test_what_is_wrong_is_said_and_the_form_keeps_the_rest(
    here: Here, changed: dict[str, str], status: int, message: str
) -> None:
    answer = form(here.signed_in("pat"), **changed)
    assert (answer.status_code, message in answer.text) == (status, True)
    assert 'name="days" type="number" required min="1" max="366" value="7"' in answer.text
    assert here.people.api_tokens_of("pat") == ()


def test_the_same_by_a_program_that_has_signed_in(here: Here) -> None:
    browser = here.signed_in("pat")
    made = browser.post("/api/tokens", json={"password": SECRET, "name": "feed"}).json()["token"]
    [kept] = browser.get("/api/tokens").json()["tokens"]
    assert (kept["name"], kept["role"], kept["acts"], kept["rate"], kept["used"]) == ("feed", "player", False, 60, None)
    assert browser.post(f"/api/tokens/{kept['number']}/revoke", json={}).json() == {"tokens": []}
    assert here.people.bearer(made) is None
    for number in ("1", "x", "9" * 30):
        assert browser.post(f"/api/tokens/{number}/revoke", json={}).status_code == 422
