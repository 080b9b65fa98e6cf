"""Screens that lose the floor in the middle of a round: each says so, and shows the same round again by itself."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.houses import EVERY_EDITION, arguments, rigged
from tests.browser.people import WALL, Chair, Console, People
from tests.faults.scale import LONG, progress
from tests.faults.test_kill_postgres import Server, server
from tests.faults.test_serve import BACK_WITHIN, TOLD_WITHIN
from tests.web.served import Process

__all__ = ["server"]

RESTARTS = 20 if LONG else 1


class Pit:
    """A served house whose server can be killed and started again at the same address."""

    def __init__(self, folder: Path, db: str = "") -> None:
        self.folder = folder
        self.arguments = (*arguments(folder, EVERY_EDITION, db), "--heads", str(folder / "heads"))
        self.process: Process = rigged(folder, *self.arguments)
        self.url = self.process.url

    def again(self) -> None:
        self.process = rigged(self.folder, *self.arguments, port=self.process.port)


@pytest.fixture(scope="module")
def pit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pit]:
    found = Pit(tmp_path_factory.mktemp("resume"))
    yield found
    found.process.kill()


class Round:
    """A round in which seat 1 is asked, on four screens."""

    def __init__(self, people: People, slug: str) -> None:
        self.console = people.dealer(slug)
        self.console.take()
        self.pat, self.kim = people.player("pat", slug), people.player("kim", slug)
        self.sign = people.somebody(size=WALL)
        self.sign.goto(f"/sign/{slug}")
        self.pat.sit()
        self.kim.sit(2)
        self.console.steps(until="No more bets")
        self.pat.bet(2)
        self.kim.bet(2)
        self.console.steps(until="Ask seat 1")
        expect(self.pat.dock).to_contain_text("Fold")

    @property
    def pages(self) -> list[Page]:
        return [self.console.page, self.pat.page, self.kim.page, self.sign]

    def finish(self) -> None:
        self.pat.decide("b", "Bet")
        self.kim.decide("f", "Fold")
        self.console.steps(until="Reconcile: ready for the next round")
        self.console.step()
        self.pat.over()


SHOWN = {"dealer": ".felt", "table": ".seat-table", "sign": "#sign"}


def _shown(page: Page) -> str:
    """What a screen shows of the round: cards by name, wagers, what to do; not how many seconds are left for it."""
    part = page.locator(SHOWN[page.url.split("/")[3]]).first
    cards = part.locator("svg").evaluate_all("all => all.map(svg => svg.getAttribute('aria-label') || '')")
    return re.sub(r" in \d:\d\d", "", part.inner_text()) + "\n" + " ".join(cards)


def _link(page: Page, state: str) -> None:
    expect(page.locator(f"html[data-link={state}]")).to_have_count(1)


def test_a_server_that_is_killed_is_back_on_every_screen(pit: Pit, arrive: Arrive) -> None:
    people = arrive(pit.url)
    round = Round(people, "new")
    before = [_shown(page) for page in round.pages]
    assert any("of" in shown for shown in before)
    pit.process.kill()
    for page in round.pages:
        _link(page, "lost")
    expect(round.console.page.locator("#halt")).to_contain_text("No connection")
    pit.again()
    began = time.monotonic()
    for page in round.pages:
        _link(page, "live")
    print(f"\nall screens are back {time.monotonic() - began:.2f} seconds after the server")
    assert [_shown(page) for page in round.pages] == before
    expect(round.console.page.locator("#halt")).to_have_count(0)
    round.finish()


def test_a_database_that_is_restarted_is_told_on_every_screen(server: Server, tmp_path: Path, arrive: Arrive) -> None:
    """The server goes on by itself, and so does each screen, with the same round."""
    pit = Pit(tmp_path, server.schema("resumed"))
    try:
        round = Round(arrive(pit.url), "new")
        lobby = arrive(pit.url).somebody()
        lobby.goto("/")
        screens = [*round.pages, lobby]
        before = [_shown(page) for page in round.pages]
        for _ in progress(range(RESTARTS), RESTARTS, "restarts"):
            began = time.monotonic()
            server.stop_at_once()
            for page in screens:
                _link(page, "locked")
            told = time.monotonic() - began
            expect(lobby.locator("#link-state")).to_contain_text("Play has stopped")
            expect(round.console.page.locator("#halt")).to_contain_text("Play has stopped")
            server.start()
            began = time.monotonic()
            for page in screens:
                _link(page, "live")
            back = time.monotonic() - began
            print(f"\ntold after {told:.2f} seconds, back after {back:.2f}", file=sys.__stderr__)
            assert not LONG or (told <= TOLD_WITHIN and back <= BACK_WITHIN)
            assert [_shown(page) for page in round.pages] == before
        round.finish()
    finally:
        pit.process.kill()


def test_a_screen_that_was_cut_off_catches_up_by_itself(pit: Pit, arrive: Arrive) -> None:
    people = arrive(pit.url)
    round = Round(people, "old")
    kim = round.kim.page
    kim.context.set_offline(True)
    _link(kim, "lost")
    expect(kim.locator("#link-state")).to_contain_text("last reading")
    round.pat.decide("b", "Bet")
    kim.context.set_offline(False)
    _link(kim, "live")
    round.kim.decide("f", "Fold")
    round.console.steps(until="Reconcile: ready for the next round")
    round.console.step()
    round.kim.over()


def test_a_page_that_is_loaded_again_shows_the_same_round(pit: Pit, arrive: Arrive) -> None:
    people = arrive(pit.url)
    console, pat = people.dealer("six"), people.player("pat", "six")
    console.take()
    pat.sit()
    console.steps(until="No more bets")
    pat.bet()
    console.steps(until="Ask seat 1")
    before = _shown(pat.page), _shown(console.page)
    for page in (pat.page, console.page):
        page.reload()
        _link(page, "live")
    assert (_shown(pat.page), _shown(console.page)) == before
    Chair(pat.page).decide("f", "Fold")
    Console(console.page).steps(until="Reconcile: ready for the next round")
