"""`python -m tests.browser.screens`: takes the pictures of docs/screens anew, from one rigged evening.

Deadwood 1 is dealt a full house against the dealer's pair; at Deadwood 2, with real cards, a royal is keyed.
"""

from __future__ import annotations

import io
import sys
import tempfile
from importlib.resources import files
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.chrome import WHERE_FROM, chromium, installed
from tests.browser.evening import Evening
from tests.browser.houses import arguments, rigged
from tests.browser.people import LAPTOP, PHONE, WALL, People
from upcard.web.security.security import PASSWORD

FOLDER = Path(__file__).parents[2] / "docs" / "screens"
SECRET = "evening 25867"
"""Pat's full house in seat 5, a pair for Kim in seat 2, nothing for Lou in seat 3, and a pair for the dealer."""
COLOURS = 256
"""Of a picture: enough for a felt, and a third of the bytes."""
RECONCILE = "Reconcile: ready for the next round"
KEYED = {
    "Key what was dealt": "9h",
    "Turn up the dealer's hand": ["9h", "Kd", "Ah", "7s", "2c"],
    "Key seat 2's cards": ["3s", "3d", "4h", "5c", "6c"],
    "Key seat 3's cards": ["8d", "8c", "Jh", "4c", "2d"],
    "Key seat 5's cards": ["As", "Ks", "Qs", "Js", "Ts"],
}


def house() -> str:
    """The house of the demonstration, with real cards at the second table."""
    text = files("upcard.web").joinpath("demo.toml").read_text("utf-8")
    return text.replace('name = "Deadwood 2"\n', 'name = "Deadwood 2"\nmode = "keyed"\n')


class Camera:
    """Takes pictures of what people see."""

    def __init__(self, people: People) -> None:
        self.people = people

    def take(self, page: Page, name: str) -> None:
        page.wait_for_function("() => !document.querySelector('#odds[aria-busy=true]')", timeout=90_000)
        # The place that is kept for a scrollbar is empty in a browser without any.
        page.evaluate("() => { document.documentElement.style.scrollbarGutter = 'auto'; }")
        taken: Image.Image = Image.open(io.BytesIO(page.screenshot(animations="disabled")))
        if (taken.width, taken.height) == WALL:
            taken = taken.resize((taken.width // 2, taken.height // 2), Image.Resampling.LANCZOS)
        small = taken.convert("RGB").quantize(COLOURS, kmeans=2, dither=Image.Dither.NONE)
        small.save(FOLDER / f"{name}.png", optimize=True)
        print(f"{name}.png {(FOLDER / f'{name}.png').stat().st_size // 1000} kB")

    def page(self, who: str, address: str, size: tuple[int, int] = LAPTOP, theme: str = "") -> Page:
        page = self.people.somebody(who, size=size)
        page.goto(address)
        if theme:
            page.evaluate("theme => localStorage.setItem('upcard-theme', theme)", theme)
            page.reload()
        if page.locator("script#view").count() and "/house" not in address and "/surveillance" not in address:
            expect(page.locator("html[data-link=live]")).to_have_count(1)
        return page

    def shot(self, name: str, who: str, address: str, size: tuple[int, int] = LAPTOP, theme: str = "") -> None:
        page = self.page(who, address, size, theme)
        self.take(page, name)
        page.close()


def first_table(camera: Camera, evening: Evening) -> None:
    """A round from the bets to the receipt."""
    evening.seated("deadwood-1")
    evening.steps("deadwood-1", "No more bets")
    camera.shot("seat-betting", "pat", "/table/deadwood-1")
    camera.shot("seat-betting-phone", "pat", "/table/deadwood-1", PHONE, "dark")
    evening.bets("deadwood-1", ("ante", "10.00"), ("progressive", "1.00"))
    camera.shot("console-betting", "dana", "/dealer/deadwood-1")
    evening.steps("deadwood-1", "Ask seat 2")
    kim = camera.page("kim", "/table/deadwood-1")
    kim.keyboard.press("a")
    expect(kim.locator(".advice")).to_be_visible()
    camera.take(kim, "seat-deciding")
    camera.shot("seat-deciding-phone", "kim", "/table/deadwood-1", PHONE, "dark")
    camera.shot("console-deciding-dark", "dana", "/dealer/deadwood-1", (1024, 768), "dark")
    evening.steps("deadwood-1", "Settle seat 5")
    evening.dealer.do("deadwood-1", evening.dealer.table("deadwood-1", "dealer")["next"]["act"])
    camera.shot("console-settling", "dana", "/dealer/deadwood-1")
    camera.shot("console-settling-pit", "dana", "/dealer/deadwood-1", theme="pit")
    evening.steps("deadwood-1", RECONCILE)
    evening.dealer.do("deadwood-1", {"act": "Reconcile"})
    evening.steps("deadwood-1", "No more bets")
    camera.shot("seat-receipt", "pat", "/table/deadwood-1")


def royal(camera: Camera, evening: Evening) -> None:
    """An award, from the key to the second signature."""
    evening.seated("deadwood-2")
    evening.steps("deadwood-2", "No more bets")
    evening.bets("deadwood-2", ("ante", "10.00"), ("progressive", "1.00"))
    evening.steps("deadwood-2", "Winner key, seat 5", KEYED)
    evening.dealer.do("deadwood-2", {"act": "KeyWinner", "seat": 5})
    evening.dealer.do("deadwood-2", {"act": "CallSupervisor"})
    camera.shot("console-jackpot", "dana", "/dealer/deadwood-2")
    floor = camera.page("sam", "/supervisor")
    camera.take(floor, "supervisor")
    floor.locator("#queue .approve").first.click()
    expect(floor.locator("#second")).to_be_visible()
    camera.take(floor, "supervisor-approval")
    camera.shot("sign", "", "/sign/deadwood-1", WALL)
    for id in ("sol", "vic"):  # the first is of the same department, and refused
        floor.locator("#second-id").fill(id)
        floor.locator("#second-password").fill(PASSWORD)
        floor.locator("#second-sign").click()
        if id == "sol":
            expect(floor.locator("#second .error")).to_contain_text("second person")
    expect(floor.locator("#second")).to_be_hidden()
    evening.steps("deadwood-2", RECONCILE, KEYED)


def elsewhere(camera: Camera) -> None:
    """The pages that are no table's."""
    camera.shot("lobby", "", "/")
    camera.shot("lobby-phone", "", "/", PHONE, "dark")
    camera.shot("sign-in", "", "/sign-in", (1280, 900))
    camera.shot("dealer", "dana", "/dealer")
    camera.shot("surveillance", "vic", "/surveillance?hand=royal+flush")
    film = camera.page("rae", "/surveillance/round/deadwood-1/1")
    for _ in range(24):
        film.keyboard.press("ArrowRight")
    camera.take(film, "film")
    camera.shot("documents", "lee", "/documents")
    camera.shot("attempts", "lee", "/attempts")
    camera.shot("status", "lee", "/status")
    camera.shot("law", "", "/law/sd-2015")
    camera.shot("law-index", "", "/law")
    camera.shot("law-diff", "", "/law/diff/sd-2011/sd-2015")
    camera.shot("odds", "", "/odds/deadwood-1")
    camera.shot("house", "lee", "/house")
    camera.shot("training", "dana", "/training")
    camera.shot("training-dark", "dana", "/training", theme="dark")
    camera.shot("signs", "", "/sign", WALL)


def take_all() -> int:
    if not installed():
        sys.stderr.write(f"{WHERE_FROM}\n")
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="upcard-") as folder, chromium() as browser:
        place = Path(folder)
        with rigged(place, *arguments(place, house()), secret=SECRET) as found:
            evening = Evening(found.url, {2: "kim", 3: "lou", 5: "pat"})
            camera = Camera(People(browser, found.url))
            first_table(camera, evening)
            royal(camera, evening)
            evening.seated("bonus-6")
            evening.seated("boston")
            elsewhere(camera)
            camera.people.leave()
            evening.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(take_all())
