"""A round as a film that plays by itself, at the speed that is chosen, until it is stopped or over."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive

ROUND = "/surveillance/round/new/1"


def _at(page: Page, step: int) -> None:
    expect(page.locator(".controls .count")).to_have_text(f"Step {step} of {_steps(page)}")


def _steps(page: Page) -> int:
    return page.locator(".timeline li").count()


def _film(busy: str, arrive: Arrive) -> Page:
    page = arrive(busy).somebody("rae")
    page.clock.install()
    page.goto(ROUND)
    page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))
    return page


def test_a_film_plays_until_it_is_paused(busy: str, arrive: Arrive) -> None:
    page = _film(busy, arrive)
    _at(page, 1)
    page.keyboard.press(" ")
    _at(page, 2)
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    page.clock.run_for(1499)
    _at(page, 2)
    page.clock.run_for(1)
    _at(page, 3)
    page.keyboard.press(" ")
    page.clock.run_for(10_000)
    _at(page, 3)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_film_plays_as_fast_as_is_chosen(busy: str, arrive: Arrive) -> None:
    page = _film(busy, arrive)
    page.get_by_label("Speed").select_option("4")
    page.get_by_role("button", name="Play", exact=True).click()
    page.clock.run_for(1500)
    _at(page, 6)


def test_a_step_by_hand_stops_a_film(busy: str, arrive: Arrive) -> None:
    page = _film(busy, arrive)
    page.get_by_role("button", name="Play", exact=True).click()
    page.keyboard.press("ArrowLeft")
    page.clock.run_for(10_000)
    _at(page, 1)


def test_a_film_stops_at_its_end_and_plays_from_the_beginning(busy: str, arrive: Arrive) -> None:
    page = _film(busy, arrive)
    last = _steps(page)
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press(" ")
    _at(page, last)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.keyboard.press(" ")
    _at(page, 1)
