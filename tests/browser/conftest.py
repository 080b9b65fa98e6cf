"""What tests in a real browser share. Without a browser they are skipped by name, or fail where one is required."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser import axe
from tests.browser.chrome import WHERE_FROM, chromium, installed
from tests.browser.evening import KEYED, Evening
from tests.browser.houses import EVERY_EDITION, served, stud
from tests.browser.people import People

Arrive = Callable[[str], People]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for a module: no other event loop runs in this thread while it does, so it ends with the module."""
    if not installed():
        if os.environ.get("UPCARD_BROWSER") == "required":
            pytest.fail(WHERE_FROM)
        pytest.skip(WHERE_FROM)
    with chromium() as found:
        yield found


@pytest.fixture
def arrive(browser: Browser) -> Iterator[Arrive]:
    """Makes the people of a test, each with a browser of their own; they leave after it, and no page has failed."""
    here: list[People] = []

    def come(url: str) -> People:
        here.append(People(browser, url))
        return here[-1]

    yield come
    troubles = [trouble for people in here for trouble in people.troubles]
    for people in here:
        people.leave()
    assert not troubles


@pytest.fixture(scope="session")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a house is served in the middle of an evening, for tests that only look.

    At New, after a whole round, seat 1 decides; at Keyed a royal waits for two people; at Boston bets are open.
    """
    house = EVERY_EDITION + stud("Keyed", mode="keyed")
    with served(tmp_path_factory.mktemp("busy"), house) as found:
        evening = Evening(found.url)
        evening.seated("new")
        evening.steps("new", "No more bets")
        evening.bets("new", ("ante", "5.00"), ("progressive", "1.00"))
        evening.steps("new", "Reconcile: ready for the next round")
        evening.dealer.do("new", {"act": "Reconcile"})
        evening.steps("new", "No more bets")
        evening.bets("new", ("ante", "5.00"))
        evening.steps("new", "Ask seat 1")
        evening.seated("keyed")
        evening.steps("keyed", "No more bets")
        evening.bets("keyed", ("ante", "30.00"), ("progressive", "1.00"))
        evening.steps("keyed", "Winner key, seat 1", KEYED)
        evening.dealer.do("keyed", {"act": "KeyWinner", "seat": 1})
        evening.dealer.do("keyed", {"act": "CallSupervisor"})
        evening.seated("boston")
        evening.steps("boston", "No more bets")
        evening.close()
        yield found.url


@pytest.fixture(scope="session")
def source() -> str:
    """axe-core, which is skipped by name where it is not there, or fails where a browser is required."""
    found = axe.script()
    if found is None:
        if os.environ.get("UPCARD_BROWSER") == "required":
            pytest.fail(axe.WHERE_FROM)
        pytest.skip(axe.WHERE_FROM)
    return found.read_text(encoding="utf-8")
