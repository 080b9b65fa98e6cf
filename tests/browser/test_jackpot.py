"""A progressive royal with real cards: keyed, validated by two people, seen on the sign of a linked table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.houses import LINKED, served
from tests.browser.people import WALL, Console, fill, tab_to
from upcard.web.security.security import PASSWORD

ROYAL, PAIR, DEALER = "As Ks Qs Js Ts", "3s 3d 4h 5c 6c", "2c Kd Ah 7s 9h"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("jackpot"), LINKED) as found:
        yield found.url


def _keyed(console: Console, field: str, cards: str, label: str) -> None:
    """Real cards, keyed when they are asked for."""
    expect(console.label).to_have_text(label)
    console.key_cards(field, cards)


def _to_the_award(console: Console) -> None:
    """From the decisions to the winner key."""
    _keyed(console, "dealer", DEALER, "Turn up the dealer's hand")
    _keyed(console, "cards", PAIR, "Key seat 2's cards")
    console.steps(until="Key seat 1's cards")
    _keyed(console, "cards", ROYAL, "Key seat 1's cards")
    console.steps(until="Winner key, seat 1")


def _approved(floor: Page, first: str, then: str) -> None:
    """The award that waits longest, approved with a second person's own password, after one who may not sign.

    A signature that does not count leaves the dialog as it is, but for the password.
    """
    tab_to(floor, "#queue .approve")
    floor.keyboard.press("Enter")
    dialog = floor.locator("#second")
    expect(dialog).to_contain_text("$10,000.50")
    fill(floor, "#second-id", first)
    fill(floor, "#second-password", PASSWORD)
    floor.keyboard.press("Enter")
    expect(dialog.locator(".error")).to_contain_text("different person")
    expect(dialog).to_contain_text("$10,000.50")
    expect(floor.locator("#second-id")).to_have_value(first)
    expect(floor.locator("#second-password")).to_have_value("")
    expect(floor.locator("#second-password")).to_be_focused()
    fill(floor, "#second-id", then)
    fill(floor, "#second-password", "no such password")
    floor.keyboard.press("Enter")
    expect(dialog.locator(".error")).to_contain_text("password is not right")
    fill(floor, "#second-password", PASSWORD)
    floor.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect(floor.locator("#queue .item.hit")).to_have_count(0)


def test_a_royal_is_keyed_validated_by_two_people_and_paid(url: str, arrive: Arrive) -> None:
    people = arrive(url)
    sign = people.somebody(size=WALL)
    sign.goto("/sign/stud-2")
    meter = sign.locator("#meter-main > .visually-hidden")
    console = people.dealer("stud-1")
    console.take()
    pat, kim = people.player("pat", "stud-1"), people.player("kim", "stud-1")
    pat.sit()
    kim.sit(2)
    console.steps(until="No more bets")
    expect(meter).to_have_text("$10,000.00")
    pat.bet(2)
    kim.bet(2)
    console.steps(until="Key what was dealt")
    expect(meter).to_have_text("$10,000.50")
    _keyed(console, "up_card", "2c", "Key what was dealt")
    console.steps(until="Ask seat 1")
    pat.decide("b", "Bet")
    kim.decide("b", "Bet")
    _to_the_award(console)

    console.page.keyboard.press("1")
    console.press("w")
    expect(meter).to_have_text("$10,000.00")
    expect(sign.locator(".pending")).to_contain_text("$10,000.50")
    expect(sign.locator(".pending")).to_contain_text("Stud 1, seat 1")
    console.step("Call a supervisor")
    expect(console.page.locator(".waits")).to_contain_text("waits for two people")
    console.page.keyboard.press(" ")
    expect(console.page.locator("#refusal")).to_contain_text("waits for two people")

    floor = people.somebody("sam")
    floor.goto("/supervisor")
    _approved(floor, first="sam", then="vic")
    console.step("Settle seat 1's progressive")
    console.steps(until="Reconcile: ready for the next round")
    card = floor.locator("#queue .item.paid")
    expect(card.locator(".way .now")).to_have_count(3)
    tab_to(floor, "#queue .item.paid [data-act=SignSlip]")
    floor.keyboard.press("Enter")
    expect(card.locator(".way")).to_contain_text("done: sam")
    expect(sign.locator(".pending")).to_have_count(0)
    expect(sign.locator(".last")).to_contain_text("$10,000.50")
    console.step()
    receipt = pat.over()
    assert "$10,000.50" in receipt
    assert "Progressive" in receipt
    kim.over()


def test_a_misdeal_gives_the_wagers_back(url: str, arrive: Arrive) -> None:
    people = arrive(url)
    console = people.dealer("stud-2")
    console.take()
    lou, pat = people.player("lou", "stud-2"), people.player("pat", "stud-2")
    lou.sit()
    pat.sit(2)
    console.steps(until="No more bets")
    lou.bet()
    pat.bet()
    console.steps(until="Key what was dealt")
    _wrongly_dealt(console)
    _keyed(console, "up_card", "2c", "Key what was dealt")
    console.steps(until="Ask seat 1")
    _reported(console, "The dealer's hand has a wrong number of cards")
    console.steps(until="Reconcile: ready for the next round")
    console.step()
    for chair in (lou, pat):
        receipt = chair.over()
        assert "void(10)" in receipt
        assert "$0.00" in receipt


def _wrongly_dealt(console: Console) -> None:
    """A wrong number says what it does and is asked about; once it is recorded, a supervisor takes the deal back."""
    page = console.page
    expect(page.locator("#ask-up_card")).to_be_focused()
    page.keyboard.press("i")
    expect(page.locator("#irregularity")).to_be_visible()
    page.keyboard.press("Escape")
    fill(page, "#ask-counts-2", "6")
    console.key_cards("up_card", "2c", sent=False)
    dialog = page.locator("#wrong-deal")
    expect(dialog).to_contain_text("Seat 2: 6 cards. That hand is void; all its wagers go back.")
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect(console.label).to_have_text("Key what was dealt")
    page.locator("#ask-up_card").focus()
    page.keyboard.press("Enter")
    expect(dialog).to_be_visible()
    tab_to(page, "#wrong-deal-record")
    console.press("Enter")
    page.get_by_role("button", name="Take the keyed deal back").click()
    console.second("sam")
    expect(console.label).to_have_text("Key what was dealt")


def _reported(console: Console, what: str) -> None:
    """An irregularity, chosen and signed by a second person without a pointer."""
    page = console.page
    page.keyboard.press("i")
    dialog = page.locator("#irregularity")
    expect(dialog).to_be_visible()
    tab_to(page, "#irregularity input[type=radio]")
    while not dialog.get_by_label(what).is_checked():
        page.keyboard.press("ArrowDown")
    expect(dialog).to_contain_text("A second person signs")
    tab_to(page, "#irregularity-record")
    page.keyboard.press("Enter")
    console.second("sam")
