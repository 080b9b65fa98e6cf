"""What stands before every handler: names, headers, sizes, sessions, roles, origins, tokens and rates."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.security_site import ADDRESS, HOME, SECRET, Here, cookies, opened, room
from upcard.store.store import StoreError
from upcard.web.operator_log import AT_ONCE, OperatorLog
from upcard.web.router import ALL
from upcard.web.security.headers import LARGEST_BODY
from upcard.web.security.rate_limit import Buckets, Rate


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Here]:
    with opened(tmp_path) as site:
        yield site


# ---- every answer ----------------------------------------------------------------------------------------------------

SAFE = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


@pytest.mark.parametrize(
    ("path", "status"), [("/", 200), ("/api/me", 200), ("/nowhere", 404), ("/api/nowhere", 404), ("/broken", 500),
                         ("/queue", 303), ("/sign-in", 303)],
)  # fmt: skip
def test_every_answer_has_the_headers(here: Here, path: str, status: int) -> None:
    answer = here.browser().get(path)
    assert answer.status_code == status
    assert {name: answer.headers.get(name) for name in SAFE} == SAFE
    assert "camera=()" in answer.headers["permissions-policy"]


def test_what_fails_does_not_say_what_it_knows(here: Here, caplog: pytest.LogCaptureFixture) -> None:
    answer = here.browser().get("/broken")
    assert answer.status_code == 500
    assert "Something failed here" in answer.text
    assert "secret of the house" not in answer.text
    assert "secret of the house" in caplog.text, "whoever runs the server reads it in the log"


def test_only_a_file_under_its_hash_is_kept(here: Here) -> None:
    browser = here.browser()
    assert browser.get("/static/x.css?v=abc").headers["cache-control"] == "public, max-age=31536000, immutable"
    assert browser.get("/static/x.css").headers["cache-control"] == "no-cache"
    assert not cookies(browser.get("/static/x.css?v=abc"))


def test_errors_are_documents_for_programs_and_pages_for_people(here: Here) -> None:
    browser = here.browser()
    assert browser.get("/api/nowhere").json() == {
        "error": {"message": "There is no such page here.", "rule": None, "clause": None}
    }
    page = browser.get("/nowhere")
    assert page.headers["content-type"].startswith("text/html")
    assert "There is no such page here." in page.text
    assert browser.ask("DELETE", "/api/me", {}).status_code == 405


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1:8000", "[::1]:8000", "casino.example", "CASINO.example:443"])
def test_the_site_answers_to_its_names(here: Here, name: str) -> None:
    assert here.browser().get("/", {"host": name}).status_code == 200


@pytest.mark.parametrize(
    "name", ["evil.example", "casino.example.evil.example", "", "evil.example@localhost", "localhost evil", "127.0.0.2"]
)
def test_the_site_answers_to_no_other_name(here: Here, name: str) -> None:
    """A name of somebody else's that was made to lead here lets their page read ours."""
    answer = here.browser().get("/", {"host": name})
    assert answer.status_code == 421
    assert answer.headers["content-security-policy"]


def test_whoever_runs_the_site_is_told_of_a_name_that_it_was_not_given(here: Here) -> None:
    """Else a proxy that was set up wrongly leaves no trace; nobody fills a disk with it."""
    log = here.app.state.site.monitor.log
    for _ in range(AT_ONCE + 3):
        answer = here.browser().get("/", {"host": "poker.example"})
    assert "--name" in answer.text
    assert [each.event for each in log.last] == ["unknown-name"] * AT_ONCE
    assert "poker.example" in log.last[0].text
    here.browser().get("/", {"host": "casino.example"})
    assert log.count["unknown-name"] == AT_ONCE + 3


def test_a_large_body_is_refused_before_it_is_read(here: Here) -> None:
    player = here.signed_in("pat")
    assert player.post("/api/act", content=b"x" * LARGEST_BODY).status_code == 200
    answer = player.post("/api/act", content=b"x" * (LARGEST_BODY + 1))
    assert (answer.status_code, answer.headers["connection"]) == (413, "close"), "the rest is not even waited for"


def test_a_large_body_without_a_length_is_refused_as_it_comes(here: Here) -> None:
    player = here.signed_in("pat")

    async def parts() -> AsyncIterator[bytes]:
        yield b"x" * LARGEST_BODY
        yield b"x"

    answer = player.post("/api/act", content=parts())
    assert answer.status_code == 413
    assert "at most 64 kB" in answer.json()["error"]["message"]


@pytest.mark.parametrize("length", ["-1", "1e3", "9" * 30, "²"])
def test_an_unreadable_length_is_refused(here: Here, length: str) -> None:
    answer = here.browser().get("/", {"content-length": length.encode()})
    assert answer.status_code in (400, 413)


def test_a_stream_goes_through_as_it_comes(here: Here) -> None:
    """The guard passes each part on before the next one is made."""
    from upcard.web.security.headers import Guard

    log: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for part in (b"one", b"two"):
            log.append(f"made {part.decode()}")
            await send({"type": "http.response.body", "body": part, "more_body": True})

    async def send(message: Any) -> None:
        if message["type"] == "http.response.body":
            log.append(f"sent {message['body'].decode()}")

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": [(b"host", b"localhost")]}
    asyncio.run(Guard(app, here.security, OperatorLog())(scope, receive, send))
    assert log == ["made one", "sent one", "made two", "sent two"]


# ---- sessions --------------------------------------------------------------------------------------------------------


def test_signing_in_makes_a_session_and_signing_out_ends_it(here: Here) -> None:
    here.people.add("sam", "Sam", "supervisor", SECRET, "sam")
    browser = here.browser()
    answer = browser.submit("/sign-in", {"id": " Sam ", "password": SECRET, "next": "/"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/supervisor")
    kept = cookies(answer)["upcard"]
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= {part.strip() for part in kept.split(";")}
    assert "Secure" not in kept
    assert browser.me()["id"] == "sam"
    token = browser.cookies["upcard"]
    assert browser.submit("/sign-out", {}).status_code == 303
    assert browser.me() == {"id": "", "role": "none", "token": browser.me()["token"], "alive": True}
    assert here.people.session(token) is None


def test_signing_in_again_is_another_session(here: Here) -> None:
    here.people.add("sam", "Sam", "supervisor", SECRET, "sam")
    browser = here.browser()
    tokens = []
    for _ in range(2):
        browser.submit("/sign-in", {"id": "sam", "password": SECRET})
        tokens.append(browser.cookies["upcard"])
    assert here.people.session(tokens[0]) is None
    assert here.people.session(tokens[1]) is not None


def test_a_session_that_somebody_planted_is_not_taken_over(here: Here) -> None:
    here.people.add("sam", "Sam", "supervisor", SECRET, "sam")
    browser = here.browser()
    browser.cookies["upcard"] = "A" * 43
    assert browser.me()["role"] == "none"
    browser.submit("/sign-in", {"id": "sam", "password": SECRET})
    assert here.people.session("A" * 43) is None
    assert browser.cookies["upcard"] != "A" * 43


def test_a_wrong_password_an_unknown_id_and_a_locked_one_are_told_alike(here: Here) -> None:
    for id in ("sam", "lou"):
        here.people.add(id, id.title(), "supervisor", SECRET, id)
    here.people.lock("lou", "lee")
    pages = []
    for id, password in (("sam", "wrong"), ("nobody", SECRET), ("lou", SECRET)):
        answer = here.browser().submit("/sign-in", {"id": id, "password": password})
        assert answer.status_code == 403
        assert "upcard" not in cookies(answer)
        said = answer.text.split('role="alert">')[1].split("<")[0]
        pages.append(said)
    assert len(set(pages)) == 1
    assert [attempt.outcome for attempt in here.people.attempts()] == ["failed", "failed", "locked"]
    assert here.people.attempts()[0].address == ADDRESS


def test_cookies_are_for_https_alone_where_the_site_is(tmp_path: Path) -> None:
    with opened(tmp_path, https=True) as here:
        browser = here.browser("https://casino.example")
        answer = browser.get("/")
        assert "Secure" in cookies(answer)["upcard-form"]
        assert "max-age" in answer.headers["strict-transport-security"]
        here.people.add("sam", "Sam", "supervisor", SECRET, "sam")
        assert browser.submit("/sign-in", {"id": "sam", "password": SECRET}).status_code == 303
        assert browser.post("/sign-out", {"origin": "http://casino.example"}).status_code == 403


@pytest.mark.parametrize(
    ("next", "leads"),
    [
        ("/table/stud-1?x=1", "/table/stud-1?x=1"),
        ("//evil.example", "/supervisor"),
        ("https://evil.example", "/supervisor"),
        ("/\\evil.example", "/supervisor"),
        ("javascript:alert(1)", "/supervisor"),
        ("/a\r\nSet-Cookie: x=1", "/supervisor"),
    ],
)
def test_signing_in_leads_to_a_path_of_this_site(here: Here, next: str, leads: str) -> None:
    here.people.add("sam", "Sam", "supervisor", SECRET, "sam")
    answer = here.browser().submit("/sign-in", {"id": "sam", "password": SECRET, "next": next})
    assert answer.headers["location"] == leads


def test_a_stream_ends_with_its_session(here: Here) -> None:
    """`alive` is what a stream asks between its news."""
    from starlette.requests import Request

    from upcard.web.security.authorize import recognise

    def alive_of(cookie: str) -> Any:
        scope = {"type": "http", "headers": [(b"cookie", cookie.encode())], "app": here.app, "state": {}}
        request = Request(scope)
        asyncio.run(recognise(request))
        return request.state.alive

    here.people.add("sam", "Sam", "supervisor", SECRET, "sam")
    token = here.people.begin("sam")
    alive = alive_of(f"upcard={token}")
    assert asyncio.run(alive())
    here.people.change_role("sam", "dealer", "lee")
    assert not asyncio.run(alive())
    assert asyncio.run(alive_of("")()), "whoever is nobody goes on being nobody"


def test_without_its_store_nobody_is_taken_for_anybody(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    player = here.signed_in("pat")
    here.people.sessions.forget()

    def fails(*_: object, **__: object) -> None:
        raise StoreError("the disk is gone")

    monkeypatch.setattr(here.people.sessions, "session", fails)
    assert player.get("/api/me").status_code == 503


# ---- roles -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ALL)
def test_a_route_is_open_to_its_roles_and_to_nobody_else(here: Here, role: Any) -> None:
    browser = here.browser() if role == "none" else here.signed_in("someone", role)
    for route in room.routes:
        if route.path.startswith(("/broken", "/static")):
            continue
        answer = browser.get(route.path) if route.method == "GET" else browser.post(route.path)
        if role in route.roles:
            assert answer.status_code == 200, route.path
        elif role != "none":
            assert answer.status_code == 403, route.path
        else:
            assert answer.status_code == (303 if route.path == "/queue" else 401), route.path


def test_nobody_who_asks_for_a_page_is_sent_to_sign_in_and_back(here: Here) -> None:
    answer = here.browser().get("/queue?a=b&c=//d")
    assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in?next=/queue%3Fa%3Db%26c%3D//d")


# ---- where it comes from ---------------------------------------------------------------------------------------------

FOREIGN = [
    {"origin": "https://evil.example"},
    {"origin": "http://localhost:8001"},
    {"origin": "https://localhost:8000"},
    {"origin": "http://localhost:8000.evil.example"},
    {"origin": "http://localhost:8000@evil.example"},
    {"origin": "http://evil.example@localhost:8000"},
    {"origin": "null"},
    {"origin": None},
    {"origin": None, "referer": "https://evil.example/?http://localhost:8000/"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"sec-fetch-site": "none"},
]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_what_another_site_sends_is_refused(here: Here, headers: dict[str, str | None]) -> None:
    """Even with the cookie and the token, which another site does not have."""
    player = here.signed_in("pat")
    assert player.post("/api/act").status_code == 200
    assert player.post("/api/act", headers).status_code == 403


def test_a_referer_is_as_good_as_an_origin(here: Here) -> None:
    player = here.signed_in("pat")
    assert player.post("/api/act", {"origin": None, "referer": f"{HOME}/table/x"}).status_code == 200
    assert player.post("/api/act", {"sec-fetch-site": None}).status_code == 200


# ---- tokens of forms -------------------------------------------------------------------------------------------------


def test_what_is_sent_has_the_token_of_its_session(here: Here) -> None:
    pat, kim = here.signed_in("pat"), here.signed_in("kim")
    assert pat.submit("/form", {"seat": "3"}).text == "3"
    other = kim.me()["token"]
    for token in (None, "", "x", other, pat.me()["token"][:-1], "é"):
        given = token.encode() if token else token
        assert pat.post("/api/act", {"x-upcard-token": given}).status_code == 403, token
    assert pat.post("/form", {"x-upcard-token": None}, data={"seat": "3"}).status_code == 403
    assert pat.post("/api/act", {"x-upcard-token": None}, json={"token": pat.me()["token"]}).status_code == 403


def test_a_token_from_before_the_sign_in_is_worth_nothing_after_it(here: Here) -> None:
    here.people.add("pat", "Pat", "player", SECRET, "pat")
    browser = here.browser()
    before = browser.me()["token"]
    browser.submit("/sign-in", {"id": "pat", "password": SECRET})
    assert browser.me()["token"] != before
    assert browser.post("/api/act", {"x-upcard-token": before}).status_code == 403


def test_nobody_signs_in_without_the_token_of_the_page(here: Here) -> None:
    """Else another site could sign somebody in as somebody else."""
    here.people.add("eve", "Eve", "player", SECRET, "eve")
    browser = here.browser()
    fields = {"id": "eve", "password": SECRET}
    stranger = here.browser().me()["token"]
    for token in ({}, {"token": stranger}):
        answer = browser.post("/sign-in", {"x-upcard-token": None}, data={**fields, **token})
        assert answer.status_code == 403
    assert not here.people.attempts(), "the password was not even looked at"


def test_every_process_on_a_store_gives_the_same_token(here: Here, tmp_path: Path) -> None:
    with opened(tmp_path) as other:
        assert other.security.token("x") == here.security.token("x") != here.security.token("y")


# ---- rates -----------------------------------------------------------------------------------------------------------


def test_acts_are_sixty_at_once_and_twenty_a_second(here: Here) -> None:
    pat, kim = here.signed_in("pat"), here.signed_in("kim")
    token = pat.me()["token"]

    def send() -> Any:
        return pat.ask("POST", "/api/act", {"origin": HOME, "x-upcard-token": token})

    assert [send().status_code for _ in range(61)] == [200] * 60 + [429]
    answer = send()
    assert answer.headers["retry-after"] == "1"
    assert answer.json()["error"]["message"] == "Too many acts at once: try again in 1 second."
    assert kim.post("/api/act").status_code == 200, "others are not held up"
    here.clock.seconds += 1
    assert [send().status_code for _ in range(21)] == [200] * 20 + [429]


def test_sign_ins_are_ten_a_minute_from_one_address(here: Here) -> None:
    here.people.add("sam", "Sam", "supervisor", SECRET, "sam")
    browser = here.browser()
    for number in range(10):
        assert browser.submit("/sign-in", {"id": f"id{number}", "password": "wrong"}).status_code == 403
    answer = browser.submit("/sign-in", {"id": "sam", "password": SECRET})
    assert answer.status_code == 429
    assert answer.headers["retry-after"] == "6"
    assert len(here.people.attempts()) == 10
    here.clock.seconds += 6
    assert browser.submit("/sign-in", {"id": "sam", "password": SECRET}).status_code == 303
    assert browser.submit("/sign-in", {"id": "sam", "password": SECRET}).status_code == 429


def test_a_full_queue_of_passwords_is_too_many(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(here.people.passwords._places, "acquire", lambda *_, **__: False)
    answer = here.browser().submit("/sign-in", {"id": "sam", "password": SECRET})
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "1")


def test_the_memory_of_rates_is_bounded_and_forgets_the_fullest() -> None:
    now = 0
    buckets = Buckets(Rate(2, 1, 1), lambda: now, most=3)
    assert [buckets.take("a") for _ in range(3)] == [0, 0, 1]
    for key in "bc":
        buckets.take(key)
    assert buckets.take("a") == 1
    buckets.take("d")
    assert len(buckets) == 3
    assert buckets.take("a") == 1, "whoever keeps trying is remembered"
    now = 1
    assert buckets.take("a") == 0


# ---- the first licensee ----------------------------------------------------------------------------------------------


def test_the_first_licensee_begins_with_the_code(here: Here) -> None:
    browser = here.browser()
    assert browser.get("/sign-in").headers["location"] == "/welcome"
    code = here.people.welcome_code()
    assert f'value="{code}"' in browser.get(f"/welcome?code={code}").text
    fields = {"code": code, "id": "lee", "name": "Lee", "password": SECRET, "again": SECRET}
    wrong = browser.submit("/welcome", {**fields, "code": "0" * 20})
    assert (wrong.status_code, "This is not the code" in wrong.text) == (422, True)
    assert "not the same" in browser.submit("/welcome", {**fields, "again": "another"}).text
    assert SECRET not in browser.submit("/welcome", {**fields, "id": "!"}).text
    answer = browser.submit("/welcome", fields)
    assert (answer.status_code, answer.headers["location"]) == (303, "/house")
    assert browser.me()["role"] == "licensee"
    assert browser.get("/welcome").status_code == 404
    assert browser.submit("/welcome", {**fields, "id": "eve"}).status_code == 404


def test_the_log_of_attempts_is_for_those_who_watch(here: Here) -> None:
    here.people.check("sam", "wrong", address="192.0.2.7")
    vic = here.signed_in("vic", "surveillance")
    assert "192.0.2.7" in vic.get("/attempts").text
    [attempt] = vic.get("/api/attempts").json()["attempts"]
    assert (attempt["id"], attempt["outcome"], attempt["at"]) == ("sam", "failed", "2027-01-15T08:00:00Z")
    assert vic.get("/api/attempts?before=1").json() == {"attempts": []}
    assert here.signed_in("sol", "supervisor").get("/attempts").status_code == 403


def test_what_was_done_to_people_is_for_those_who_watch(here: Here) -> None:
    lee = here.signed_in("lee", "licensee")
    here.people.add("sol", "Sol", "supervisor", SECRET, "sol")
    here.people.set_password("sol", "lee chose this 1", "lee")
    for reader in (lee, here.signed_in("vic", "surveillance"), here.signed_in("rae", "regulator")):
        page = reader.get("/attempts").text
        row = page.split(">was given a first password<")
        assert len(row) == 2
        assert row[0].rstrip().endswith("<td"), "in the column of what was done"
        assert ">sol</th>" in row[0].rsplit("<tr>", 1)[1]
        assert ">lee</td>" in row[1].split("</tr>")[0]
        change = next(each for each in reader.get("/api/changes").json()["changes"] if "first" in each["what"])
        told = (change["by"], change["id"], change["what"], change["at"])
        assert told == ("lee", "sol", "was given a first password", "2027-01-15T08:00:00Z")
        assert [each["number"] for each in reader.get("/api/changes?before=3").json()["changes"]] == [2, 1]
    for path in ("/attempts", "/api/changes"):
        assert here.signed_in("sam", "supervisor").get(path).status_code == 403


def test_older_changes_and_older_attempts_are_led_to(here: Here) -> None:
    vic = here.signed_in("vic", "surveillance")
    assert "Older" not in vic.get("/attempts").text
    for _ in range(60):
        here.people.lock("vic", "lee")
        here.people.unlock("vic", "lee")
        here.people.check("nobody", "x")
        here.people.check("nobody", "x")
    vic = here.signed_in("vic", "surveillance")
    page = vic.get("/attempts").text
    assert 'href="/attempts?before=21"' in page
    assert 'href="/attempts?changes=22#changes"' in page
    older = vic.get("/attempts?changes=22").text
    assert ">added as surveillance<" in older
    assert ">added as surveillance<" not in page


def test_what_people_wrote_is_not_read_as_html(here: Here) -> None:
    here.people.add("sam", "Sam", "supervisor", SECRET, "sam")
    answer = here.browser().submit("/sign-in", {"id": '"><script>', "password": "x", "next": '/"><script>'})
    assert answer.status_code == 403
    assert "<script>" not in answer.text
