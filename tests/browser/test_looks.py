"""Sizes, themes, the keyboard: nothing runs out of a phone, the next step is in sight, focus is visible."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.people import PHONE, POLLING, WALL
from tests.browser.test_axe import DRAWN, QUIET

SIDEWAYS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
INSIDE = """box => {
  const found = box.getBoundingClientRect();
  return found.top >= 0 && found.left >= 0 && found.bottom <= innerHeight && found.right <= innerWidth;
}"""

UNSAID = re.compile(r"(?<![:,\[])\b(null|undefined|NaN)\b|\[object ")
"""What a script writes where there is nothing to say."""

PHONE_PAGES = (
    ("", "/"), ("", "/sign-in"), ("", "/law"), ("", "/law/sd-2015"), ("", "/sign/boston"), ("pat", "/"),
    ("pat", "/table/new"),
    ("pat", "/table/boston"), ("pat", "/table/keyed"), ("pat", "/table/six"), ("pat", "/odds/new"),
    ("sam", "/supervisor"), ("vic", "/surveillance"), ("lee", "/house"), ("lee", "/status"), ("dana", "/dealer"),
    ("dana", "/training"), ("", "/help"), ("", "/help/roles"), ("dana", "/help/commands/audit"),
)  # fmt: skip


@pytest.mark.parametrize("who", sorted({who for who, _ in PHONE_PAGES}))
def test_nothing_runs_out_of_a_phone(busy: str, arrive: Arrive, who: str) -> None:
    page = arrive(busy).somebody(who, size=PHONE)
    out = {}
    for address in (address for looks, address in PHONE_PAGES if looks == who):
        page.goto(address, wait_until="load")
        page.wait_for_function(QUIET, timeout=90_000, polling=POLLING)
        out[address] = page.evaluate(SIDEWAYS)
        expect(page.locator("main")).not_to_contain_text(UNSAID, use_inner_text=True)
    assert {address: by for address, by in out.items() if by > 0} == {}


def test_a_player_decides_on_a_phone_without_scrolling(busy: str, arrive: Arrive) -> None:
    chair = arrive(busy).player("pat", "new", size=PHONE)
    for button in chair.dock.locator(".dock-row button").all():
        assert button.evaluate(INSIDE)
        assert (button.bounding_box() or {"height": 0})["height"] >= 44


def test_the_next_step_is_in_sight(busy: str, arrive: Arrive) -> None:
    """At every size that a console is made for; and in the same place, whatever it is and whatever is beside it."""
    page = arrive(busy).somebody("dana")
    places = defaultdict[tuple[int, int], set[str]](set)
    for slug in ("new", "keyed", "boston", "six"):
        page.goto(f"/dealer/{slug}")
        for width, height in ((1024, 768), (1280, 720), (1280, 800), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            button = page.locator("#next")
            assert button.evaluate(INSIDE), (slug, width, height)
            assert page.evaluate(SIDEWAYS) <= 0, (slug, width, height)
            places[width, height].add(str(button.bounding_box()))
    assert {size: found for size, found in places.items() if len(found) != 1} == {}


def test_a_sign_fits_its_wall(busy: str, arrive: Arrive) -> None:
    page = arrive(busy).somebody(size=WALL)
    for slug in ("new", "keyed", "boston", "six"):
        page.goto(f"/sign/{slug}")
        expect(page.locator("html[data-link=live]")).to_have_count(1)
        assert page.evaluate(SIDEWAYS) <= 0
        assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
        expect(page.locator("body")).not_to_contain_text(UNSAID, use_inner_text=True)


@pytest.mark.parametrize("theme", ["light", "dark", "pit"])
def test_a_theme_is_chosen_and_kept(busy: str, arrive: Arrive, theme: str) -> None:
    page = arrive(busy).somebody()
    page.goto("/")
    page.get_by_role("button", name="Display").click()
    page.get_by_label({"light": "Light", "dark": "Dark", "pit": "Pit, low glare"}[theme]).check()
    chosen = _ground(page)
    page.goto("/law")
    assert _ground(page) == chosen
    assert (sum(chosen) < 3 * 128) == (theme != "light")


def _ground(page: Page) -> list[int]:
    text: str = page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor")
    return [int(part) for part in re.findall(r"\d+", text)[:3]]


# ---- by keyboard

WALK = """() => {
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && one.tabIndex >= 0
    && !one.closest('[inert], dialog:not([open]), [popover]:not(:popover-open)');
  const wanted = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
  const isChosen = (one) => one.checked || !document.querySelector(`input[name="${one.name}"]:checked`);
  const found = [...document.querySelectorAll(wanted)].filter(shown)
    .filter((one) => one.type !== 'radio' || isChosen(one));
  for (const one of found) one.dataset.wanted = '';
  return found.length;
}"""
HERE = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  delete one.dataset.wanted;
  const seen = one.matches('.visually-hidden') ? document.querySelector(`label[for="${one.id}"]`) : one;
  const { outlineStyle, outlineWidth } = getComputedStyle(seen);
  return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 ? '' : one.outerHTML.slice(0, 160);
}"""
LEFT = "() => [...document.querySelectorAll('[data-wanted]')].map(one => one.outerHTML.slice(0, 160))"


def _walked(page: Page) -> None:
    """Tab from the top: everything that can be used is reached, and seen to be."""
    wanted = page.evaluate(WALK)
    assert wanted > 5
    unseen = []
    for _ in range(wanted * 2 + 20):
        page.keyboard.press("Tab")
        found = page.evaluate(HERE)
        if found:
            unseen.append(found)
        if found is None and not page.evaluate(LEFT):
            break
    assert page.evaluate(LEFT) == []
    assert unseen == []


@pytest.mark.parametrize(
    ("who", "address"),
    [
        ("dana", "/dealer/new"), ("dana", "/dealer/keyed"), ("pat", "/table/new"), ("pat", "/table/boston"),
        ("sam", "/supervisor"), ("lee", "/house"), ("vic", "/surveillance"), ("dana", "/training"), ("", "/"),
    ],
)  # fmt: skip
def test_everything_is_reached_by_tab(busy: str, arrive: Arrive, who: str, address: str) -> None:
    page = arrive(busy).somebody(who)
    page.goto(address)
    page.wait_for_function(DRAWN, polling=POLLING)
    if page.locator("script#view").count() and who not in ("lee", "vic"):
        expect(page.locator("html[data-link=live]")).to_have_count(1)
    _walked(page)
