"""Every page, looked at by axe-core in every theme: nothing keeps somebody out, or is said by colour alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import shortened, unsaid, violations
from tests.browser.conftest import Arrive
from tests.browser.houses import EVERY_EDITION, arguments
from tests.browser.people import POLLING, People, fill
from tests.web.served import Process
from upcard.people import open_people
from upcard.web.app import routes

PAGES: dict[str, tuple[tuple[str, str], ...]] = {
    "/": (("", "/"), ("pat", "/"), ("dana", "/")),
    "/table/{slug}": (("", "/table/six"), ("pat", "/table/new"), ("kim", "/table/keyed"), ("lou", "/table/six")),
    "/dealer": (("dana", "/dealer"),),
    "/dealer/{slug}": (("dana", "/dealer/new"), ("dana", "/dealer/keyed"), ("dana", "/dealer/boston")),
    "/supervisor": (("sam", "/supervisor"),),
    "/sign": (("", "/sign"),),
    "/sign/{slug}": (("", "/sign/new"), ("", "/sign/boston"), ("", "/sign/six")),
    "/sign-in": (("", "/sign-in"), ("pat", "/sign-in")),
    "/password": (("pat", "/password"), ("vic", "/password?changed=1")),
    "/recovery-code": (("pat", "/recovery-code"),),
    "/tokens": (("pat", "/tokens"),),
    "/recover": (("", "/recover"),),
    "/regulator": (("", "/regulator"),),
    "/welcome": (),  # only where nobody works yet: a test of its own
    "/attempts": (("vic", "/attempts"),),
    "/surveillance": (("vic", "/surveillance"), ("rae", "/surveillance?table=new")),
    "/surveillance/round/{slug}/{number}": (("vic", "/surveillance/round/new/1"),),
    "/petitions": (("rae", "/petitions"),),
    "/documents": (("lee", "/documents"),),
    "/documents/{kind}": (("lee", "/documents/slips"),),
    "/law": (("", "/law"),),
    "/law/{edition}": (("", "/law/sd-bonus6"),),
    "/law/{edition}/sentences": (("", "/law/sd-bonus6/sentences"),),
    "/law/diff/{old}/{new}": (("", "/law/diff/sd-2011/sd-2015"),),
    "/odds/{slug}": (("", "/odds/new"),),
    "/api": (("", "/api"),),
    "/help": (("", "/help"),),
    "/help/{name}": (("pat", "/help/roles"), ("", "/help/glossary")),
    "/help/{folder}/{name}": (("dana", "/help/guides/dealer"), ("", "/help/commands/exact")),
    "/status": (("lee", "/status"),),
    "/house": (("lee", "/house"), ("sam", "/house")),
    "/training": (("dana", "/training"),),
}
"""By the pattern of the address: who looks, and where."""

NO_PAGES = {
    "/favicon.ico", "/static/{name}", "/static/{folder}/{name}", "/documents/style.css", "/surveillance/export",
    "/surveillance/entries.csv", "/surveillance/round", "/help/search.js",
}  # fmt: skip
"""Addresses that a browser asks for and nobody reads: pictures, styles, an archive, a way to another address."""

LONG = bool(os.environ.get("UPCARD_LONG"))
THEMES = {"light": None, "dark": ["color-contrast"], "pit": ["color-contrast"]}
"""What is looked for in each: everything once, and then only what a theme can change."""


QUIET = "() => !document.querySelector('main [aria-busy=true]')"
DRAWN = "() => document.querySelector('main').innerText.trim().length > 40"


def test_no_page_is_forgotten() -> None:
    pages = {route.path for route in routes() if route.method == "GET" and route.described is None}
    assert pages == PAGES.keys() | NO_PAGES


def settled(page: Page) -> None:
    """The scripts have drawn what they draw."""
    page.wait_for_load_state("load")
    page.wait_for_function(QUIET, timeout=90_000, polling=POLLING)
    if page.locator("#link-state").count() and page.locator("script#view").count():
        page.wait_for_function(DRAWN, polling=POLLING)


def looked_at(page: Page, source: str, themes: tuple[str, ...] = tuple(THEMES)) -> list[str]:
    """In each theme."""
    found: list[str] = []
    for theme in themes:
        only = THEMES[theme]
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        found += [f"{theme}: {line}" for line in violations(page, source, only)]
    return found


def _visit(people: People, who: str, source: str) -> list[str]:
    page = people.somebody(who)
    found: list[str] = []
    for places in PAGES.values():
        for number, (looks, address) in enumerate(places):
            if looks != who:
                continue
            themes = tuple(THEMES)[: 1 if number and not LONG else None]  # a theme changes the same page alike
            answer = page.goto(address)
            assert answer is not None
            assert answer.ok, (who, address, answer.status)
            settled(page)
            found += unsaid(page)
            if not LONG:
                shortened(page)
            found += looked_at(page, source, themes)
    return found


@pytest.mark.parametrize("who", sorted({who for places in PAGES.values() for who, _ in places}))
def test_no_serious_violation(busy: str, arrive: Arrive, source: str, who: str) -> None:
    assert _visit(arrive(busy), who, source) == []


def test_the_welcome_of_a_new_house(tmp_path: Path, arrive: Arrive, source: str) -> None:
    house, *_ = arguments(tmp_path, EVERY_EDITION)
    with Process(tmp_path, house, "--db", f"sqlite:{tmp_path / 'casino.db'}") as found:
        page = arrive(found.url).somebody()
        answer = page.goto("/welcome")
        assert answer is not None
        assert answer.ok
        assert looked_at(page, source) == []


def test_the_first_password_of_somebody_new(tmp_path: Path, arrive: Arrive, source: str) -> None:
    """Led to it from the own page, told what is wrong, and led back."""
    house, *_ = arguments(tmp_path, EVERY_EDITION)
    store = f"sqlite:{tmp_path / 'casino.db'}"
    with open_people(store) as people:
        people.add("ben", "Ben", "supervisor", "somebody else set it", "ann")
    with Process(tmp_path, house, "--db", store) as found:
        page = arrive(found.url).somebody()
        page.goto("/sign-in?next=/house")
        fill(page, "#id", "ben")
        fill(page, "#password", "somebody else set it")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Choose your own password")).to_be_visible()
        assert looked_at(page, source) == []
        for old in ("not the one", "somebody else set it"):
            fill(page, "#old", old)
            fill(page, "#password", "one that I chose")
            fill(page, "#again", "one that I chose")
            page.keyboard.press("Enter")
            if old == "not the one":
                expect(page.get_by_role("alert")).to_contain_text("The old password is not right")
                assert looked_at(page, source) == []
        expect(page.get_by_role("heading", name="The house", exact=True)).to_be_visible()
        expect(page.get_by_role("link", name="Ben")).to_have_attribute("href", "/password")
