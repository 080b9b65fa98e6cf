"""How many strokes a round takes at a table with real cards: every key that goes down, and every click."""

from __future__ import annotations

import time
from collections.abc import Iterator
from importlib.resources import files
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.houses import LINKED, served, stud
from tests.browser.people import CHANGED, POLLING, SEEN, VIEW, Console
from tests.web.counting import counted
from tests.web.visitor import Visitor

EXAMPLE = files("upcard.cli").joinpath("houses/massachusetts.toml").read_text(encoding="utf-8")
OFFERED = 'maximum = "500.00"\n'
HARBOR = EXAMPLE.replace(OFFERED, f'{OFFERED}mode = "keyed"\n', 1)
"""The example house, with real cards at the table that offers every wager."""

COUNTING = """
window.strokes = 0;
addEventListener('keydown', () => { window.strokes += 1; }, true);
addEventListener('click', (event) => { if (event.detail > 0) window.strokes += 1; }, true);
"""

NAMES = """() => [...document.querySelectorAll('[data-seat="1"] .wager, .wager-keys .button')]
  .map(one => [one.firstElementChild.textContent, one.scrollWidth <= one.clientWidth])"""

ACE_KING, NO_HAND = ["9c", "Ac", "Jd", "Qc", "Kd"], ["9c", "7c", "Jd", "Qc", "2d"]
PLAIN = {"ante": "10.00"}
EVERY = {
    **PLAIN, "progressive": "1.00", "bonus": "5.00", "five_card_player": "1.00", "five_card_dealer": "1.00",
    "cover_all": "5.00",
}  # fmt: skip


def _hands(dealer: list[str]) -> dict[int, list[str]]:
    """Seven hands without anything in them, of the cards that the dealer does not have."""
    rest, chance = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs" if rank + suit not in dealer], Random(1)
    while True:
        chance.shuffle(rest)
        found = {seat: rest[5 * seat : 5 * seat + 5] for seat in range(1, 8)}
        if all(len({card[0] for card in hand}) == 5 and len({card[1] for card in hand}) > 1 for hand in found.values()):
            return found


class Guests:
    """Guests at a table, who have played a round; the next one is keyed in a browser."""

    def __init__(
        self, url: str, slug: str, wagers: dict[int, dict[str, str]], dealer: list[str], folds: set[int]
    ) -> None:
        self.slug, self.dealer, self.folds, self.hands = slug, dealer, folds, _hands(dealer)
        self.dana, self.sam = Visitor(url, "dealer", "dana"), Visitor(url, "supervisor", "sam")
        self.dana.do(slug, {"act": "RelieveDealer", "dealer": "dana"})
        self.dana.do(slug, {"act": "OpenTable"})
        for seat in wagers:
            self.dana.do(slug, {"act": "TakeSeat", "seat": seat, "player": f"guest {seat} at {slug}"})
        self._until("No more bets")
        placed = [{"act": "PlaceWager", "seat": seat, "wager": name, "amount": amount}
                  for seat, each in wagers.items() for name, amount in each.items()]  # fmt: skip
        answer = self.dana.several(slug, placed)
        assert (answer["done"], answer["refused"]) == (len(placed), [])
        self._until("Reconcile: ready for the next round")
        self.dana.do(slug, {"act": "Reconcile"})

    def leave(self) -> None:
        """Nobody acts over the wire any more."""
        self.dana.close()
        self.sam.close()

    def cards(self, view: dict[str, Any]) -> list[str]:
        """The cards that the next step asks for."""
        asked = {ask["name"]: ask for ask in view["next"]["asks"]}
        if "dealer" in asked:
            return [card for card in self.dealer if card not in asked["dealer"]["lie"]]
        if asked.keys() & {"up_card", "card"}:
            return self.dealer[:1]
        return self.hands[view["next"]["seat"]] if asked.get("cards", {}).get("kind") == "cards" else []

    def decision(self, view: dict[str, Any]) -> str:
        return "f" if view["next"]["seat"] in self.folds else "b"

    def _until(self, label: str) -> None:
        while (view := self.dana.table(self.slug, "dealer"))["next"]["label"] != label:
            self._step(view)

    def _step(self, view: dict[str, Any]) -> None:
        """The same over the wire, without a console."""
        time.sleep(0.05)  # nobody is that quick, and the site does not take it from them
        if view["next"]["label"].startswith("Ask seat"):
            key = self.decision(view)
            self.dana.do(self.slug, next(one["act"] for one in view["choices"] if one["key"] == key))
            return
        who = self.dana
        if not view["next"]["yours"]:
            who, view = self.sam, self.sam.table(self.slug, "dealer")
        names = {"dealer": "dealer", "up_card": "up_card", "card": "card", "cards": "cards"}
        asked = [ask["name"] for ask in view["next"]["asks"] if ask["kind"] in ("card", "cards")]
        keyed = self.dealer if asked == ["dealer"] else self.cards(view)
        told = {names[name]: keyed if name in ("dealer", "cards") else keyed[0] for name in asked}
        who.do(self.slug, {**view["next"]["act"], **counted(view), **told})


def _keyed(page: Page, guests: Guests) -> tuple[int, int]:
    """The next round by the console, from one 'bets are open' to the next: all strokes, and those for cards."""
    page.goto(f"/dealer/{guests.slug}")
    console, cards = Console(page), 0
    page.evaluate("window.strokes = 0")
    console.press("r")
    while (view := page.evaluate(VIEW))["next"]["label"] != "Reconcile: ready for the next round":
        following = view["next"]
        found = "".join(guests.cards(view))
        counts = [str(value) for value in counted(view).values() if isinstance(value, int)]
        if following["label"].startswith("Ask seat"):
            console.press(guests.decision(view))
        elif found:
            cards += len(found)
            _typed(page, found)
        elif counts and following["asks"][0]["value"] is None:
            _typed(page, *counts, "Enter")
        else:
            console.press(" ")
    console.press(" ")
    return page.evaluate("window.strokes"), cards


def _typed(page: Page, text: str, *keys: str) -> None:
    before = page.evaluate(SEEN)
    page.keyboard.type(text)
    for key in keys:
        page.keyboard.press(key)
    page.wait_for_function(CHANGED, arg=before, polling=POLLING)


@pytest.fixture(scope="module")
def harbor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("harbor"), HARBOR) as found:
        yield found.url


@pytest.fixture(scope="module")
def linked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("linked"), LINKED + stud("Stud 3", mode="keyed")) as found:
        yield found.url


SEVEN = dict.fromkeys(range(1, 8), PLAIN)
FOLDS = {2, 4, 6}


@pytest.mark.parametrize(
    ("house", "slug", "wagers", "dealer", "most"),
    [
        ("linked", "stud-1", {1: PLAIN}, NO_HAND, 22),
        ("linked", "stud-2", {1: PLAIN}, ACE_KING, 32),
        ("linked", "stud-3", SEVEN, ACE_KING, 80),
        ("harbor", "stud-1", {**SEVEN, 1: EVERY}, ACE_KING, 90),
    ],
)
def test_a_round_takes_few_strokes(
    house: str, slug: str, wagers: dict[int, dict[str, str]], dealer: list[str], most: int,
    request: pytest.FixtureRequest, arrive: Arrive,
) -> None:  # fmt: skip
    """Two for each card that the law has keyed, and for the rest of one guest's round twelve.

    Three of seven guests fold, so that their cards are keyed by nobody.
    """
    url = request.getfixturevalue(house)
    guests = Guests(url, slug, wagers, dealer, FOLDS if len(wagers) > 1 else set())
    guests.leave()
    page = arrive(url).somebody("dana")
    page.add_init_script(COUNTING)
    strokes, cards = _keyed(page, guests)
    assert cards == 2 * 5 * (1 + (len(wagers) - len(guests.folds)) * (dealer is ACE_KING))
    assert strokes <= most
    _no_name_is_cut(page, len(wagers[1]))


def _no_name_is_cut(page: Page, many: int) -> None:
    """Nor are two alike: the wagers that lie at a seat, and the buttons that key them."""
    page.set_viewport_size({"width": 1024, "height": 768})
    console = Console(page)
    console.press("r")
    page.keyboard.press("1")
    expect(page.locator("#keying h2")).to_contain_text("Seat 1")
    names = page.evaluate(NAMES)
    assert len({name for name, _ in names}) == len(names) >= 2 * many - 1
    assert [name for name, whole in names if not whole] == []
