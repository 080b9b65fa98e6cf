"""The manual in a browser: the search finds a word and leads to it, in the casino and in the site of plain files."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from upcard.web.manual import write


def finds_envy(page: Page) -> None:
    page.locator("#help-q").fill("envy")
    first = page.locator("#help-found li a").first
    expect(first).to_contain_text("Glossary")
    first.click()
    expect(page.locator("h2#envy")).to_be_in_viewport()
    page.locator("#help-q").fill("envy qwxz")
    expect(page.locator("#help-found")).to_have_text("Nothing has all of these words.")


def test_the_search_leads_to_a_word(busy: str, arrive: Arrive) -> None:
    page = arrive(busy).somebody("")
    page.goto("/help/guides/dealer")
    finds_envy(page)


def test_the_site_of_plain_files_needs_no_server(busy: str, arrive: Arrive, tmp_path: Path) -> None:
    write(tmp_path)
    page = arrive(busy).somebody("")
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.goto((tmp_path / "guides" / "dealer.html").as_uri())
    finds_envy(page)
    assert asked
    assert all(url.startswith(tmp_path.as_uri()) for url in asked)
