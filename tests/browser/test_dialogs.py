"""What opens over a page, looked at by axe-core in every theme; and nothing that is said by colour alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.test_axe import PAGES, looked_at, settled


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
    page.get_by_role("button", name="Look").click()
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


UNSAID = r"""() => {
  const value = (element, name) => {
    const probe = document.createElement('i');
    probe.style.color = `var(--${name})`;
    element.append(probe);
    const found = getComputedStyle(probe).color;
    probe.remove();
    return found;
  };
  const meant = (element) => ['good', 'bad', 'warn'].map((name) => value(element, name));
  const whole = (element) => element.closest('li, tr, p, label, dl > div, button, section, [aria-label]') || element;
  const before = (element) => getComputedStyle(element, '::before').content.replace('none', '');
  const words = (element) => [element.ariaLabel || '', element.textContent, before(element)].join(' ');
  const said = (element) => /\p{L}{2}|[✓✗⚠★▲+−]/u.test(words(element));
  const found = [];
  for (const element of document.querySelectorAll('main *')) {
    if (!element.checkVisibility() || element.closest('svg')) continue;
    const look = getComputedStyle(element);
    const parent = getComputedStyle(element.parentElement);
    const edge = look.borderLeftWidth !== '0px' && look.borderLeftColor;
    const text = element.textContent.trim() && look.color !== parent.color && look.color;
    const own = [text, look.backgroundColor, edge];
    const colours = meant(element);
    if (own.some((colour) => colour && colours.includes(colour)) && !said(element) && !said(whole(element))) {
      found.push(element.outerHTML.slice(0, 160));
    }
  }
  return found;
}"""
"""Elements in the colour of good, bad or a warning without a word or a sign, themselves or in their line."""


@pytest.mark.parametrize("who", sorted({who for places in PAGES.values() for who, _ in places}))
def test_nothing_is_said_by_colour_alone(busy: str, arrive: Arrive, who: str) -> None:
    page = arrive(busy).somebody(who)
    unsaid = {}
    for address in [address for places in PAGES.values() for looks, address in places if looks == who]:
        page.goto(address)
        settled(page)
        if found := page.evaluate(UNSAID):
            unsaid[address] = found
    assert unsaid == {}
