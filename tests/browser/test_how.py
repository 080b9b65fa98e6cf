"""What is done by hand, on the dealer's console: whole for the learner, folded with one key and kept so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.evening import KEYED, Evening
from tests.browser.houses import BOSTON, NAME, served

SHOE = BOSTON.split("[[table]]")[1]
TABLES = {
    "Shoe": ('"manual-shoe"\nmode = "keyed"', ""),
    "Hand": ('"from-hand"\nmode = "keyed"', "shuffler = true\n"),
    "Stacks": ('"automated-shoe"\nmode = "keyed"', "shuffler = true\n"),
}


def _table(name: str, dealing: str, shuffler: str) -> str:
    text = SHOE.replace('"Boston"', f'"{name}"').replace('"automated-shoe"', dealing)
    text = text.replace("shuffler = { counts = true }\n", shuffler).replace('backs = ["red", "blue"]\n', "")
    if name == "Hand":
        text = text.replace("shoe_approved = true\n", "")
    return f"[[table]]{text}"


HOUSE = NAME + BOSTON.split("[[table]]")[0] + "".join(_table(name, *more) for name, more in TABLES.items())


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    """A house for each test: who has cards at one table does not wager at another."""
    with served(tmp_path, HOUSE) as found:
        yield found.url


LOOK = """() => {
  const stage = document.querySelector('#stage');
  const next = document.querySelector('#next').getBoundingClientRect();
  return { over: Math.max(stage.scrollHeight - stage.clientHeight, stage.scrollWidth - stage.clientWidth),
    at: [next.top, next.left, next.width, next.height].map(Math.round),
    told: [...document.querySelectorAll('#how li')].length };
}"""

STEPS = (
    "Cut the red deck", "No more bets", "Count the progressive chips", "Deal", "Rack the stub", "Ask seat 1",
    "Turn up the dealer's hand", "Key seat 2's cards", "Settle seat 2", "Verify seat 1's hand",
)  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_every_line_is_in_view_and_the_button_stays_in_its_place(url: str, arrive: Arrive, name: str) -> None:
    slug = name.lower()
    evening = Evening(url)
    evening.seated(slug)
    people = arrive(url)
    screens: list[Page] = [
        people.dealer(slug, size=(1280, 800)).page,
        people.dealer(slug, size=(1024, 768), color_scheme="dark").page,
    ]
    stood: dict[int, Any] = {}
    told = 0
    for label in STEPS:
        if label == "Cut the red deck" and name != "Shoe":
            continue  # what a shuffler has mixed is not cut
        evening.steps(slug, label, KEYED)
        if label == "No more bets":
            evening.bets(slug, ("ante", "10.00"), ("progressive", "1.00"))
        for number, page in enumerate(screens):
            expect(page.locator("#next .next-label")).to_have_text(label)
            seen = page.evaluate(LOOK)
            assert seen["over"] <= 0, (label, number)
            assert stood.setdefault(number, seen["at"]) == seen["at"], (label, number)
            told += seen["told"]
    assert told > 60
    page = screens[0]
    page.keyboard.press("h")
    expect(page.locator("#how")).to_have_count(0)
    page.reload()
    expect(page.locator("#next")).to_be_visible()
    expect(page.locator("#how")).to_have_count(0)
    page.locator("#how-toggle").click()
    expect(page.locator("#how li").first).to_be_visible()
    evening.close()
