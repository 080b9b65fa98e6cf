"""What a player's page has beside the rules: chips, one key for the last wagers, a question before a good hand goes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.evening import Evening
from tests.browser.houses import NAME, arguments, gold_rush, rigged, stud
from tests.browser.people import TWICE, fill

SECRET = "pat 1"
"""A pair of fives in the first round."""


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """Pat sits in seat 1 and bets are open; nobody deals, so that the table sells chips itself."""
    with rigged(tmp_path, *arguments(tmp_path, NAME + gold_rush() + stud("New")), secret=SECRET) as found:
        here = Evening(found.url, {1: "pat"})
        here.seated("new")
        here.steps("new", "No more bets")
        here.dealer.do("new", {"act": "RelieveDealer", "dealer": ""})
        yield here
        here.close()


def _on(evening: Evening, until: str) -> None:
    evening.dealer.do("new", {"act": "RelieveDealer", "dealer": "dana"})
    evening.steps("new", until)


def test_an_evening_at_a_seat(evening: Evening, arrive: Arrive) -> None:
    chair = arrive(evening.dealer.url).player("pat", "new")
    page, dock = chair.page, chair.dock
    dock.locator(".buying button").first.click()
    purse = page.locator(".purse")
    expect(purse).to_contain_text("Chips $100")

    # More than five times the usual is asked about, and what is not answered with yes is not done.
    for _ in range(5):
        dock.get_by_role("button", name="Add $5 to Ante").click()
    page.keyboard.press("Enter")
    expect(dock.locator(".asked")).to_contain_text("Ante $30 is much more than usual")
    page.keyboard.press("Escape")
    dock.get_by_role("button", name="Clear Ante").click()
    page.keyboard.press("+")
    chair.bet()
    expect(purse).to_contain_text("Chips $95")

    # A hand that is worth something is not folded by one press, nor by one that slipped.
    _on(evening, "Ask seat 1")
    expect(page).to_have_title(re.compile("^Your turn"))
    page.keyboard.press("f")
    page.keyboard.press("f")
    expect(dock.locator(".asked")).to_contain_text("You hold a pair of fives")
    page.wait_for_timeout(TWICE)
    page.keyboard.press("Escape")
    chair.decide("b", "Bet")
    evening.steps("new", "Reconcile: ready for the next round")
    evening.dealer.do("new", {"act": "Reconcile"})
    evening.steps("new", "No more bets")

    # The same wagers again, by one key; and the stay has its receipt.
    expect(dock).to_contain_text("Repeat last · $5")
    expect(page.locator(".last-round")).to_contain_text(
        re.compile(r"Last round \+\$5.00: pair of fives against the dealer")
    )
    page.keyboard.press("r")
    expect(page.locator(".circle.placed")).to_have_count(1)
    purse.click()
    expect(page.locator(".past")).to_have_count(1)
    page.locator(".pays summary").click()
    expect(page.locator(".pays")).to_contain_text("Progressive PMG-01")

    # The player's own limit holds at once.
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".circle.placed")).to_have_count(0)
    fill(page, "[name=loss]", "0.01")
    page.keyboard.press("Enter")
    page.locator("h1").click()
    for key in ("1", "+", "+", "Enter"):  # five were won, and ten could be lost
        page.keyboard.press(key)
    expect(dock).to_contain_text("Your own limit is a loss of $0.01")
    expect(page.locator(".circle.placed")).to_have_count(0)
