"""Forms of the console and of a seat: what is typed goes into the form, and what was set is not lost."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.houses import EVERY_EDITION, served, stud


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("forms"), EVERY_EDITION + stud("Keyed", mode="keyed")) as found:
        yield found.url


def test_a_form_that_was_opened_with_the_pointer_takes_what_is_typed(url: str, arrive: Arrive) -> None:
    console = arrive(url).dealer("keyed")
    console.take()
    page = console.page
    page.locator(".seat").last.click()
    page.locator("#seat-choices [data-act=TakeSeat]").first.click()
    form = page.locator("form.asks")
    expect(form).to_contain_text("Seat 1")
    page.keyboard.type("Sis 2")
    expect(page.locator("#ask-player")).to_have_value("Sis 2")
    page.locator(".head").click()
    page.keyboard.type("sw5")
    expect(form).to_contain_text("Seat 1")
    expect(page.locator("#call")).not_to_have_attribute("aria-disabled", "true")
    expect(page.locator("#log")).not_to_contain_text("supervisor")
    page.locator("#ask-player").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".felt")).to_contain_text("Sis 2")


def test_wagers_that_were_set_too_late_are_set_in_the_next_round(url: str, arrive: Arrive) -> None:
    people = arrive(url)
    console = people.dealer("new")
    console.take()
    pat, kim = people.player("pat", "new"), people.player("kim", "new")
    pat.sit()
    kim.sit(2)
    console.steps(until="No more bets")
    pat.bet()
    for key in "++2+":
        kim.page.keyboard.press(key)
    total = kim.dock.get_by_role("button", name="Place wagers")
    expect(total).to_contain_text("$16")
    console.steps(until="Ask seat 1")
    expect(kim.dock).to_contain_text("The bets closed before your wagers were placed.")
    pat.decide("f", "Fold")
    console.steps(until="Reconcile: ready for the next round")
    console.step()
    console.steps(until="No more bets")
    expect(total).to_contain_text("$16")
