"""A licensee elects in a form, and a regulator hears of a petition and decides it: with the keyboard, on open pages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.houses import LINKED, served
from tests.browser.people import fill, tab_to
from tests.web.visitor import Visitor


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("oversight"), LINKED) as found:
        yield found.url


def test_an_election_is_written_into_the_text_and_offered_once_it_is_in_order(url: str, arrive: Arrive) -> None:
    page = arrive(url).somebody("lee")
    page.goto("/house")
    text, verdict, download = page.locator("#toml"), page.locator("#verdict"), page.locator("#download")
    expect(verdict).to_contain_text("is the house that is running")
    page.locator("#elect-table").select_option("1")
    page.locator("#elect-maximum").focus()
    fill(page, "#elect-maximum", "300.00")
    page.keyboard.press("Tab")
    expect(page.locator(".fields .error")).to_contain_text("within the limit")
    expect(page.locator("#elect-maximum")).to_have_attribute("aria-invalid", "true")
    expect(download).to_be_disabled()
    fill(page, "#elect-maximum", "20.00")
    page.keyboard.press("Tab")
    expect(verdict).to_contain_text("Stud 2, maximum: 30.00 → 20.00")
    expect(download).to_be_enabled()
    page.locator("#elect-seats").focus()
    fill(page, "#elect-seats", "many")
    page.keyboard.press("Tab")
    expect(page.locator(".fields .error")).to_contain_text("cannot be read")
    assert text.input_value() == LINKED.replace('"30.00"', '"20.00"').replace('"20.00"', '"30.00"', 1)
    with page.expect_download() as saved:
        download.click()
    assert saved.value.suggested_filename == "house.toml"


def test_a_regulator_hears_of_a_petition_and_grants_it(url: str, arrive: Arrive) -> None:
    page = arrive(url).somebody("rae")
    page.goto("/petitions")
    expect(page.locator("#petitions")).to_contain_text("No licensee has recorded a petition.")
    lee = Visitor(url, "licensee", "lee")
    asked = {"way": "easier criteria", "to": "straight_flush", "grounds": "nobody wins it"}
    lee.do("", {"act": "RecordPetition", "jackpot": "Gold Rush", **asked})
    lee.close()
    expect(page.locator("#done")).to_have_text("1 new petition.")
    expect(page.locator(".nav [aria-current]")).to_have_text("Petitions (1)")
    tab_to(page, "#petitions [data-act=DecidePetition]")
    page.keyboard.press("Enter")
    expect(page.locator("#lever")).to_contain_text("Two people of the house may then carry it out.")
    page.keyboard.type("26-17")
    page.keyboard.press("Enter")
    expect(page.locator("#petitions")).to_contain_text("26-17")
    expect(page.locator("#petitions .tag")).to_have_text("granted")
    expect(page.locator(".nav [aria-current]")).to_have_text("Petitions")


def test_an_amount_is_taken_as_people_write_it_and_what_was_refused_stays_in_its_dialog(
    url: str, arrive: Arrive
) -> None:
    page = arrive(url).somebody("sam")
    page.goto("/house")
    page.locator("[data-act=FillTray]").first.click()
    fill(page, "#ask-amount", "$20,0")
    page.keyboard.press("Enter")
    expect(page.locator("#lever .error")).to_contain_text("is not an amount in dollars")
    expect(page.locator("#ask-amount")).to_have_value("$20,0")
    fill(page, "#ask-amount", "$20,000")
    page.keyboard.press("Enter")
    expect(page.locator("#done")).to_have_text("The tray of Stud 1 is filled.")
    expect(page.locator("#house-tables article").first).to_contain_text("$20,000.00")
    page.locator("[data-act=CreditTray]").first.click()
    fill(page, "#ask-amount", "0")
    page.keyboard.press("Enter")
    expect(page.locator("#lever .error")).to_be_visible()
    expect(page.locator("#ask-amount")).to_have_value("0")


def test_a_petition_asks_only_for_what_its_way_needs(url: str, arrive: Arrive) -> None:
    page = arrive(url).somebody("lee")
    page.goto("/house")
    page.locator("[data-act=RecordPetition]").first.click()
    hands = page.locator("#ask-to input")
    expect(hands.first).to_be_checked()
    expect(page.locator("#lever")).to_contain_text("straight flush")
    expect(page.locator("#ask-stated")).to_have_count(0)
    page.get_by_label("liability and fund to another licensee").check()
    expect(page.locator("#ask-to")).to_have_value("")
    expect(page.locator("#ask-stated")).to_have_attribute("type", "date")


def test_a_shift_ends_today_unless_another_day_is_chosen(url: str, arrive: Arrive) -> None:
    page = arrive(url).somebody("sam")
    page.goto("/house")
    page.locator("[data-act=CloseShift]").first.click()
    today = page.evaluate("new Intl.DateTimeFormat('en-CA').format(new Date())")
    expect(page.locator("#ask-day")).to_have_value(today)
