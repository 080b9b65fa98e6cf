"""How many strokes a round takes at a table with real cards: every key that goes down, and every click."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from importlib.resources import files
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import unsaid
from tests.browser.conftest import Arrive
from tests.browser.houses import LINKED, served, stud
from tests.browser.people import CHANGED, POLLING, SEEN, VIEW, Console
from tests.browser.test_axe import looked_at
from tests.web.counting import counted
from tests.web.visitor import Visitor

EXAMPLE = files("upcard.cli").joinpath("houses/massachusetts.toml").read_text(encoding="utf-8")
OFFERED = 'maximum = "500.00"\n'
DRAWN = re.compile("^(magic_card|lucky) = .*$", re.MULTILINE)
HARBOR = DRAWN.sub("", EXAMPLE.replace(OFFERED, f'{OFFERED}mode = "keyed"\n', 1))
"""The example house, with real cards at the table that offers every wager; nothing is drawn, so rounds are alike."""

OTHERWISE = re.compile(r"(Round|Rounds) [0-9]+|red|blue")
"""What is another in every round: its number, and which of two decks is in play."""

COUNTING = """
window.strokes = 0;
addEventListener('keydown', () => { window.strokes += 1; }, true);
addEventListener('click', (event) => { if (event.detail > 0) window.strokes += 1; }, true);
"""

NAMES = """() => [...document.querySelectorAll('[data-seat="1"] .wager, .wager-keys .button')]
  .map(one => [one.firstElementChild.textContent, one.scrollWidth <= one.clientWidth])"""

ACE_KING, NO_HAND = ["9c", "Ac", "Qc", "Jd", "Kd"], ["9c", "7c", "Qc", "Jd", "2d"]
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
            return {seat: sorted(hand, key=itemgetter(1)) for seat, hand in found.items()}


class Guests:
    """Guests at a table, who have played a round; the next one is keyed in a browser."""

    def __init__(
        self, url: str, slug: str, wagers: dict[int, dict[str, str]], dealer: list[str], folds: set[int]
    ) -> None:
        self.slug, self.dealer, self.folds, self.hands = slug, dealer, folds, _hands(dealer)
        self.dana, self.sam = Visitor(url, "dealer", "dana"), Visitor(url, "supervisor", "sam")
        self.vic = Visitor(url, "surveillance", "vic")
        self.dana.do(slug, {"act": "RelieveDealer", "dealer": "dana"})
        self.dana.do(slug, {"act": "OpenTable"})
        for seat in wagers:
            self.dana.do(slug, {"act": "TakeSeat", "seat": seat, "player": f"guest {seat} at {slug}"})
        self.until("No more bets")
        placed = [{"act": "PlaceWager", "seat": seat, "wager": name, "amount": amount}
                  for seat, each in wagers.items() for name, amount in each.items()]  # fmt: skip
        answer = self.dana.several(slug, placed)
        assert (answer["done"], answer["refused"]) == (len(placed), [])
        self.until("Reconcile: ready for the next round")
        self.dana.do(slug, {"act": "Reconcile"})

    def told(self, number: int) -> tuple[list[str], Any]:
        """What the journal says of a round from its lock-out on, and what was paid; settled again it is the same."""
        film = self.vic.get(f"/api/rounds/{self.slug}/{number}")
        assert (film["over"], film["settles_again"]) == (True, True)
        steps = film["steps"]
        closed = next(at for at, step in enumerate(steps) if "BetsClosed" in json.dumps(step["event"]))
        told = [said["text"] for step in steps[closed:] for said in step["said"]]
        return [OTHERWISE.sub("", text) for text in told], film["payments"]

    def leave(self) -> None:
        """Nobody acts over the wire any more."""
        for one in (self.dana, self.sam, self.vic):
            one.close()

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

    def until(self, label: str) -> None:
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


class Way(NamedTuple):
    """How a dealer keys a round: cards typed or tapped, each step by itself or all that hands do in one go."""

    taps: bool
    in_one_go: bool


TYPED, QUICK, TAPPED = Way(taps=False, in_one_go=False), Way(taps=False, in_one_go=True), Way(taps=True, in_one_go=True)


def _keyed(page: Page, guests: Guests, way: Way) -> int:
    """How many strokes the next round takes at the console, from one 'bets are open' to the next."""
    page.goto(f"/dealer/{guests.slug}")
    console = Console(page)
    if (page.locator("#in-one-go[aria-pressed=true]").count() == 1) is not way.in_one_go:
        page.keyboard.press(".")
    expect(page.locator("#in-one-go")).to_have_attribute("aria-pressed", str(way.in_one_go).lower())
    page.evaluate("window.strokes = 0")
    console.press("r")
    while not (view := page.evaluate(VIEW))["next"]["label"].startswith("Reconcile"):
        counts = [str(value) for value in counted(view).values() if isinstance(value, int)]
        if view["next"]["label"].startswith("Ask seat"):
            console.press(guests.decision(view))
        elif cards := guests.cards(view):
            _doing(page, _tap if way.taps else _type, cards)
        elif counts and view["next"]["asks"][0]["value"] is None:
            sends_itself = way.in_one_go and "most" in view["next"]["asks"][0]
            _doing(page, _press, [*"".join(counts), *([] if sends_itself else ["Enter"])])
        else:
            console.press(" ")
    console.press(" ")
    return int(page.evaluate("window.strokes"))


def _press(page: Page, keys: list[str]) -> None:
    for key in keys:
        page.keyboard.press(key)


def _type(page: Page, cards: list[str]) -> None:
    """The suit once behind the cards of it that lie together."""
    for suit, group in groupby(cards, key=itemgetter(1)):
        page.keyboard.type("".join(card[0] for card in group) + suit)


def _tap(page: Page, cards: list[str]) -> None:
    for card in cards:
        page.locator(f'.card-grid [data-card="{card}"]').click()


def _doing(page: Page, what: Callable[[Page, list[str]], None], how: list[str]) -> None:
    """Something that is sent with the last of it: until it is done and seen."""
    before = page.evaluate(SEEN)
    what(page, how)
    page.wait_for_function(CHANGED, arg=before, polling=POLLING)


@pytest.fixture
def harbor(tmp_path: Path) -> Iterator[str]:
    with served(tmp_path, HARBOR) as found:
        yield found.url


@pytest.fixture(scope="module")
def linked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    house = LINKED + "".join(stud(f"Stud {number}", mode="keyed") for number in range(3, 8))
    with served(tmp_path_factory.mktemp("linked"), house) as found:
        yield found.url


SEVEN = dict.fromkeys(range(1, 8), PLAIN)
SOME = {2, 4, 6}


@pytest.mark.parametrize(
    ("house", "slug", "wagers", "dealer", "folds", "most"),
    [
        ("linked", "stud-1", {1: PLAIN}, NO_HAND, set(), {TYPED: 20, QUICK: 16, TAPPED: 12}),
        ("linked", "stud-2", {1: PLAIN}, ACE_KING, set(), {TYPED: 29, QUICK: 25, TAPPED: 17}),
        ("linked", "stud-3", SEVEN, ACE_KING, SOME, {TYPED: 69, QUICK: 59, TAPPED: 41}),
        ("linked", "stud-4", SEVEN, ACE_KING, set(), {TAPPED: 60}),
        ("harbor", "stud-1", {**SEVEN, 1: EVERY}, ACE_KING, SOME, {TYPED: 80, QUICK: 66, TAPPED: 48}),
        ("harbor", "stud-1", dict.fromkeys(SEVEN, EVERY), ACE_KING, set(), {TAPPED: 79}),
    ],
)
def test_a_round_takes_few_strokes(
    house: str, slug: str, wagers: dict[int, dict[str, str]], dealer: list[str], folds: set[int], most: dict[Way, int],
    request: pytest.FixtureRequest, arrive: Arrive,
) -> None:  # fmt: skip
    """And leaves the same journal, the same cards and the same payments as a round that is sent step by step.

    Promised are 20 for one guest whose hand is judged and 80 for seven, where cards are tapped. Typed alone, each card
    takes a stroke for its rank, and all that lie together in a suit one for it: ten cards take more than ten.
    """
    url = request.getfixturevalue(house)
    guests = Guests(url, slug, wagers, dealer, folds)
    page = arrive(url).somebody("dana")
    page.add_init_script(COUNTING)
    first = guests.told(1)
    for number, way in enumerate(most, 2):
        assert _keyed(page, guests, way) <= most[way], way
        assert guests.told(number) == first
    guests.leave()
    _no_name_is_cut(page, len(wagers[1]))


def _keying(url: str, slug: str, arrive: Arrive) -> Page:
    """The console where the guest's cards are keyed."""
    guests = Guests(url, slug, {1: PLAIN}, ACE_KING, set())
    guests.dana.do(slug, {"act": "PlaceWager", "seat": 1, "wager": "ante", "amount": "10.00"})
    guests.until("Key seat 1's cards")
    guests.leave()
    return arrive(url).dealer(slug).page


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_pad_keeps_nobody_out(linked: str, arrive: Arrive, source: str, width: int, height: int) -> None:
    page = _keying(linked, f"stud-{6 if width > height else 7}", arrive)
    page.set_viewport_size({"width": width, "height": height})
    page.keyboard.press(".")
    page.keyboard.type("AKs9")
    assert looked_at(page, source) + unsaid(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") == width


def test_the_pad_shows_what_is_read_and_greys_what_lies_elsewhere(linked: str, arrive: Arrive) -> None:
    """It is walked by arrows, too, and what is typed there goes to its field."""
    page = _keying(linked, "stud-5", arrive)
    field, tiles = page.locator("#ask-cards"), page.locator(".keyed-cards .tile")
    grey = page.locator(".cell[aria-disabled=true]")
    assert sorted(grey.evaluate_all("cells => cells.map(cell => cell.dataset.card)")) == sorted(ACE_KING)
    page.locator('[data-card="Ac"]').click(force=True)
    expect(field).to_have_value("")
    page.keyboard.type("10")
    expect(tiles).to_have_text(["10", "", "", "", ""])
    page.keyboard.type("9h")
    expect(tiles).to_have_text(["10♥", "9♥", "", "", ""])
    for key in ("ArrowDown", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "Enter", "ArrowRight", " "):
        page.keyboard.press(key)
    expect(tiles).to_have_text(["10♥", "9♥", "A♠", "K♠", ""])
    page.keyboard.type("2")
    expect(field).to_be_focused()
    expect(tiles).to_have_text(["10♥", "9♥", "A♠", "K♠", "2"])
    page.keyboard.type("c")
    expect(page.locator("#next .next-label")).to_have_text("Settle seat 1")
    expect(page.locator('[data-seat="1"] .seat-hand')).to_have_text("ace-king high")


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
