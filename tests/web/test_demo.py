"""The people of a demonstration: anybody is anybody with one click, on this machine alone and nowhere else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.security_site import SECRET, opened
from upcard.cli.output import BAD_INPUT
from upcard.cli.serve import serve
from upcard.errors import HouseError
from upcard.web.security.security import DEMO_PEOPLE, PASSWORD, add_demo_people


def test_one_click_is_enough_to_be_somebody(tmp_path: Path) -> None:
    with opened(tmp_path, demo=True) as here:
        add_demo_people(here.people, "127.0.0.1")
        add_demo_people(here.people, "localhost")
        browser = here.browser()
        page = browser.get("/sign-in").text
        assert all(f">{id}<" in page for id, _, _ in DEMO_PEOPLE)
        assert PASSWORD in page
        for role, id, home in (("dealer", "dana", "/dealer"), ("supervisor", "sam", "/supervisor")):
            answer = browser.submit(f"/demo/{role}", {})
            assert (answer.status_code, answer.headers["location"]) == (303, home)
            assert browser.me()["id"] == id
        browser.submit("/demo/supervisor", {"id": "sol"})
        assert browser.me()["id"] == "sol"
        browser.submit("/demo/player", {"id": "pat"})
        assert browser.me()["id"] == "pat"
        for wrong in ("/demo/boss", "/demo/none"):
            assert browser.submit(wrong, {}).status_code == 404
        assert browser.submit("/demo/player", {"id": "lee"}).status_code == 404
        assert browser.get("/welcome").status_code == 404


def test_every_guest_is_a_new_player(tmp_path: Path) -> None:
    with opened(tmp_path, demo=True) as here:
        add_demo_people(here.people, "127.0.0.1")
        found = set()
        for _ in range(5):
            browser = here.browser()
            browser.submit("/demo/player", {})
            me = browser.me()
            assert me["role"] == "player"
            found.add(me["id"])
        assert len(found) == 5
        guest = found.pop()
        assert guest.startswith("guest-")
        for password in ("", "-", PASSWORD):
            assert here.people.check(guest, password) is None


def test_a_demonstration_click_has_a_token_too(tmp_path: Path) -> None:
    with opened(tmp_path, demo=True) as here:
        add_demo_people(here.people, "127.0.0.1")
        assert here.browser().post("/demo/dealer", {"x-upcard-token": None}).status_code == 403
        assert here.browser().post("/demo/dealer", {"origin": "https://evil.example"}).status_code == 403


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7", "casino.example", "localhost.evil.example"])
def test_a_demonstration_is_refused_where_others_could_reach_it(tmp_path: Path, host: str) -> None:
    with opened(tmp_path) as here:
        with pytest.raises(HouseError, match="this machine alone"):
            add_demo_people(here.people, host)
        assert not here.people.list()


def test_who_was_left_over_from_a_demonstration_is_nobody_in_a_real_house(tmp_path: Path) -> None:
    with opened(tmp_path, demo=True) as here:
        add_demo_people(here.people, "127.0.0.1")
        assert here.people.check("lee", PASSWORD)
        token = here.people.begin("lee")
        assert here.people.session(token)
    with opened(tmp_path) as here:
        assert here.people.check("lee", PASSWORD) is None
        assert here.people.session(token) is None
        assert here.people.remembered(token) is None
        assert here.people.empty
        assert here.browser().submit("/demo/licensee", {}).status_code == 404
        assert here.browser().get("/sign-in").headers["location"] == "/welcome"


def test_whoever_was_made_in_a_demonstration_is_nobody_in_a_real_house(tmp_path: Path) -> None:
    with opened(tmp_path, demo=True) as here:
        add_demo_people(here.people, "127.0.0.1")
        here.people.add("yan", "Yan", "supervisor", SECRET, "lee")
        browser = here.browser()
        assert browser.submit("/sign-in", {"id": "yan", "password": SECRET}).status_code == 303
        assert browser.get("/queue").status_code == 200, "everybody knows passwords here: none is a first one"
    with opened(tmp_path) as here:
        here.people.welcome(here.people.welcome_code(), "ann", "Ann", SECRET)
        assert here.browser().submit("/sign-in", {"id": "yan", "password": SECRET}).status_code == 403
        again = here.browser()
        again.cookies = browser.cookies
        assert again.me()["role"] == "none"


class Begun(Exception):
    """The journal is about to be opened."""


def _begun(*_: Any, **__: Any) -> None:
    raise Begun


@pytest.mark.parametrize(
    "more",
    [
        {"https": True}, {"name": ("casino.example",)}, {"name": ("localhost", "192.0.2.7:8000")}, {"host": "0.0.0.0"},
        {"name": ("fe80::1",)}, {"name": ("localhost.evil.example",)}, {"behind_proxy": ("127.0.0.1",)},
    ],
)  # fmt: skip
def test_a_demonstration_is_not_begun_where_others_are_to_reach_it(
    more: dict[str, Any], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("upcard.cli.serve.opened", _begun)
    assert serve(demo=True, port=0, **more) == BAD_INPUT
    told = capsys.readouterr().err
    assert told.startswith("--demo: anybody could be anybody, so it ")
    assert told.count(".\n") == 1
    with pytest.raises(Begun):
        serve(demo=True, port=0, name=("localhost:8000", "[::1]", "::1", "127.0.0.2"))
    with pytest.raises(Begun):
        serve(port=0, https=True, name=("casino.example",))
    assert not capsys.readouterr().err


def test_a_demonstration_does_not_take_a_real_persons_id(tmp_path: Path) -> None:
    with opened(tmp_path, demo=True) as here:
        here.people.add("sam", "Sam", "supervisor", SECRET, "lee")
        with pytest.raises(HouseError, match="people of its own"):
            add_demo_people(here.people, "127.0.0.1")
        assert here.people.check("sam", PASSWORD) is None


def test_a_house_that_has_people_of_its_own_is_no_demonstration(tmp_path: Path) -> None:
    """Else whoever starts it that way is every department at once, on the journal of a real house."""
    with opened(tmp_path, demo=True) as here:
        here.people.welcome(here.people.welcome_code(), "ann", "Ann", SECRET)
        with pytest.raises(HouseError, match="people of its own"):
            add_demo_people(here.people, "127.0.0.1")
        assert [each.id for each in here.people.list()] == ["ann"]
