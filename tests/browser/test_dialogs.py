"""What opens over a page, looked at by axe-core in every theme."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.test_axe import looked_at, settled


def _help(page: Page) -> str:
    page.keyboard.press("?")
    return "#help"


def _irregularity(page: Page) -> str:
    page.keyboard.press("i")
    return "dialog[open]"


def _second(page: Page) -> str:
    page.locator("#queue .approve").click()
    return "#second"


def _reject(page: Page) -> str:
    page.locator("#queue .reject").click()
    return "#queue .asks input"


def _lever(page: Page) -> str:
    page.locator("main [data-act]").first.click()
    return "#lever"


def _why(page: Page) -> str:
    page.locator("main [data-why]").first.click()
    return "#why"


def _look(page: Page) -> str:
    page.get_by_role("button", name="Display").click()
    return "[popover]:popover-open"


OPENED: dict[str, tuple[str, str, Callable[[Page], str]]] = {
    "the sheet of keys": ("dana", "/dealer/new", _help),
    "an irregularity": ("dana", "/dealer/new", _irregularity),
    "an irregularity at real cards": ("dana", "/dealer/keyed", _irregularity),
    "a second signature": ("sam", "/supervisor", _second),
    "a rejection": ("sam", "/supervisor", _reject),
    "an act at a jackpot": ("lee", "/house", _lever),
    "why, in the console": ("dana", "/dealer/keyed", _why),
    "why, at a seat": ("pat", "/table/new", _why),
    "the choice of a theme": ("", "/", _look),
}


@pytest.mark.parametrize("opened", OPENED)
def test_no_serious_violation_in_what_opens(busy: str, arrive: Arrive, source: str, opened: str) -> None:
    who, address, opens = OPENED[opened]
    page = arrive(busy).somebody(who)
    page.goto(address)
    settled(page)
    place = opens(page)
    expect(page.locator(place).first).to_be_visible()
    assert looked_at(page, source) == []
