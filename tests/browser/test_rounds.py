"""A whole round of each edition and of Bonus 6, by keyboard alone: a dealer and two players."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.houses import EVERY_EDITION, served
from tests.browser.people import Chair, Console, People
from tests.web.served import until


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("rounds"), EVERY_EDITION) as found:
        yield found.url


def _seated(people: People, slug: str) -> tuple[Console, Chair, Chair]:
    console = people.dealer(slug)
    console.take()
    pat, kim = people.player("pat", slug), people.player("kim", slug)
    pat.sit()
    kim.sit(2)
    return console, pat, kim


def _together(console: Console, floor: Console, last: str) -> list[str]:
    """Steps of the dealer, and of the floorperson where the law names one, until the next is the one named."""

    def whose() -> Console | str:
        able = (one for one in (console, floor) if one.next.get_attribute("aria-disabled") == "false")
        return last if console.label.inner_text() == last else next(able, "")

    done: list[str] = []
    while isinstance(one := until(whose), Console):
        done.append(one.step())
    return done


@pytest.mark.parametrize("slug", ["old", "new"])
def test_south_dakota(url: str, arrive: Arrive, slug: str) -> None:
    console, pat, kim = _seated(arrive(url), slug)
    console.steps(until="No more bets")
    pat.bet(2)
    kim.bet()
    console.steps(until="Ask seat 1")
    expect(console.page.locator(".waits")).to_contain_text("Seat 1 decides.")
    pat.decide("b", "Bet")
    kim.decide("f", "Fold")
    done = console.steps(until="Reconcile: ready for the next round")
    assert "Turn up the dealer's hand" in done
    console.step()
    assert "Progressive" in pat.over()
    assert "forfeited" in kim.over()
    expect(console.page.locator(".head")).to_contain_text("Round 2")


def test_massachusetts(url: str, arrive: Arrive) -> None:
    people = arrive(url)
    console, pat, kim = _seated(people, "boston")
    floor = people.supervisor("boston")
    _together(console, floor, last="No more bets")
    pat.bet(2, 3)
    kim.bet(2)
    _together(console, floor, last="Ask seat 1")
    pat.decide("b", "Bet")
    kim.decide("b", "Bet")
    done = _together(console, floor, last="Reconcile: ready for the next round")
    assert "Settle seat 1" in done or "Pay all antes; bets go back" in done
    console.step()
    assert "Bonus" in pat.over()
    assert "Progressive" in kim.over()


def test_bonus_six(url: str, arrive: Arrive) -> None:
    console, pat, kim = _seated(arrive(url), "six")
    console.steps(until="No more bets")
    pat.bet(2)
    kim.bet()
    console.steps(until="Ask seat 1")
    pat.decide("b", "Bet")
    kim.decide("f", "Fold")
    console.steps(until="Ask seat 1")
    pat.decide("b", "Bet")
    console.steps(until="Ask seat 1")
    pat.decide("c", "Bonus card")
    assert "Settle seat 1" in console.steps(until="Reconcile: ready for the next round")
    console.step()
    receipt = pat.over()
    assert "Insurance" in receipt
    assert "Community card" in receipt, "the hand is made with it"
    assert "forfeited" in kim.over()
