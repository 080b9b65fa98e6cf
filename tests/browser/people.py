"""People with a browser of their own, who use nothing but the keyboard once their page is open."""

from __future__ import annotations

import re
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from tests.web.counting import counted
from upcard.web.security.security import DEMO_PEOPLE, PASSWORD

PATIENCE = 20_000
expect.set_options(timeout=PATIENCE)

_clicked: WeakSet[Browser] = WeakSet()

LAPTOP, WALL, PHONE = (1280, 800), (1920, 1080), (360, 740)


class People:
    """Everybody of one test. Whoever comes first in a browser signs in there, and the others without its drawing it."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url
        self.troubles: list[str] = []
        """What went wrong in a page and nobody saw: an exception, a script or style that the policy refused."""
        self._here: list[BrowserContext] = []

    def somebody(self, id: str = "", size: tuple[int, int] = LAPTOP, **look: Any) -> Page:
        """A page in a context of its own; signed in as somebody of the demonstration, or as nobody."""
        width, height = size
        look = {"reduced_motion": "reduce", "is_mobile": size == PHONE, "has_touch": size == PHONE, **look}
        context = self.browser.new_context(viewport={"width": width, "height": height}, base_url=self.url, **look)
        context.set_default_timeout(PATIENCE)
        self._here.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.troubles.append(f"{page.url}: {error}"))
        page.on("console", self._heard)
        if id and self.browser not in _clicked:
            _clicked.add(self.browser)
            page.goto("/sign-in")
            page.locator("tr", has=page.get_by_role("rowheader", name=id, exact=True)).get_by_role("button").click()
            expect(page.locator("form[action='/sign-out']")).to_have_count(1)
        elif id:
            token = re.search(r'name="token" value="([^"]+)"', context.request.get("/sign-in").text())
            assert token
            role = next(role for known, _, role in DEMO_PEOPLE if known == id)
            form = {"token": token[1], "next": "/", "id": id}
            answer = context.request.post(f"/demo/{role}", form=form, headers={"origin": self.url}, max_redirects=0)
            assert answer.status == 303, answer.text()
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            self.troubles.append(message.text)

    def dealer(self, slug: str, **more: Any) -> Console:
        page = self.somebody("dana", **more)
        page.goto(f"/dealer/{slug}")
        return Console(page)

    def supervisor(self, slug: str, **more: Any) -> Console:
        """A supervisor who stands at the table's console."""
        page = self.somebody("sam", **more)
        page.goto(f"/dealer/{slug}")
        return Console(page)

    def player(self, id: str, slug: str, **more: Any) -> Chair:
        page = self.somebody(id, **more)
        page.goto(f"/table/{slug}")
        return Chair(page)

    def leave(self) -> None:
        for context in self._here:
            context.close()


_reached: WeakKeyDictionary[Page, set[str]] = WeakKeyDictionary()


def tab_to(page: Page, selector: str, most: int = 120) -> None:
    """Presses Tab until something has the focus; what was reached so on this page once is given it the next time."""
    reached = _reached.setdefault(page, set())
    if selector in reached:
        page.locator(selector).focus()
        return
    for _ in range(most):
        if page.evaluate("what => Boolean(document.activeElement?.matches(what))", selector):
            reached.add(selector)
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached by Tab on {page.url}")


def fill(page: Page, selector: str, text: str) -> None:
    """Writes into a field in place of what stands there."""
    tab_to(page, selector)
    page.keyboard.press("Control+A")
    page.keyboard.type(text)


VIEW = "() => fetch(`/api/tables/${document.querySelector('#console').dataset.slug}?as=dealer`).then((r) => r.json())"
"""The table's document as the console has it."""
SEEN = "() => document.querySelector('#next').textContent + document.querySelector('#log').textContent"
CHANGED = f"before => document.querySelector('#next').ariaBusy === 'false' && ({SEEN})() !== before"
READY_OR = """label => document.querySelector('#next').ariaDisabled === 'false'
    || document.querySelector('#next .next-label').textContent === label"""
TWICE = 450
"""Milliseconds after which a second press is an answer."""
POLLING = 25
"""Milliseconds: to look at every frame makes the browser draw every frame."""


class Console:
    """A dealer's console and whoever stands at it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.next = page.locator("#next")
        self.label = page.locator("#next .next-label")
        expect(self.next).to_be_visible()

    def ready(self) -> None:
        """Until the next step is this person's."""
        expect(self.next).to_have_attribute("aria-disabled", "false")

    def press(self, key: str) -> None:
        """A key that does something: until it is done and seen."""
        before = self.page.evaluate(SEEN)
        self.page.keyboard.press(key)
        self.page.wait_for_function(CHANGED, arg=before, polling=POLLING)

    def step(self, label: str = "") -> str:
        """The next step, on the space bar; what it was called."""
        if label:
            expect(self.label).to_have_text(label)
        self.ready()
        said = self.label.inner_text()
        self.press("Enter" if self.count() else " ")
        return said

    def count(self) -> bool:
        """Writes what is to be counted, where the next step asks for it: no screen has it there already."""
        fields = self.page.locator("form.asks > .field > input[inputmode=numeric]")
        if not any(not field.input_value() for field in fields.all()):
            return False
        told = counted(self.page.evaluate(VIEW))
        for name, value in told.items():
            if isinstance(value, int):
                fill(self.page, f"#ask-{name}", str(value))
        return True

    def steps(self, until: str, most: int = 80) -> list[str]:
        """Steps, one after the other, until the next is the one named; what they were called.

        A step that waits for somebody else is waited for: its name is looked at once more when it can be pressed.
        """
        done: list[str] = []
        for _ in range(most):
            self.page.wait_for_function(READY_OR, arg=until, polling=POLLING, timeout=PATIENCE)
            if self.label.inner_text() == until:
                return done
            done.append(self.step())
        raise AssertionError(f"{until!r} did not come: {done}")

    def take(self) -> None:
        """Takes the table and opens it."""
        self.step("Take the table")
        self.step("Open the table")

    def key_cards(self, field: str, cards: str, *, sent: bool = True) -> None:
        """Real cards; with the last of them they are sent."""
        before = self.page.evaluate(SEEN)
        fill(self.page, f"#ask-{field}", cards)
        if sent:
            self.page.wait_for_function(CHANGED, arg=before, polling=POLLING)

    def second(self, id: str = "sol", password: str = PASSWORD) -> None:
        """The second person signs."""
        expect(self.page.locator("#second")).to_be_visible()
        fill(self.page, "#second-id", id)
        fill(self.page, "#second-password", password)
        before = self.page.evaluate(SEEN)
        self.page.keyboard.press("Enter")
        self.page.wait_for_function(CHANGED, arg=before, polling=POLLING)


class Chair:
    """A player's page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.dock = page.locator(".dock")
        self.receipt = page.locator("#receipt")
        expect(self.dock).to_be_visible()

    def sit(self, seat: int = 1) -> None:
        """In the first free seat, once the page knows that it is this one."""
        expect(self.dock).to_contain_text(f"Sit down in seat {seat}")
        self.page.keyboard.press("Enter")
        expect(self.page.locator(".seat-head")).to_contain_text("Leave")

    def bet(self, *others: int) -> None:
        """The least ante, and one step on other circles; then Enter."""
        expect(self.dock).to_contain_text(re.compile("Place wagers|Repeat last"))
        for number in others:
            self.page.keyboard.press(str(number))
            self.page.keyboard.press("+")
        self.page.keyboard.press("Enter")
        expect(self.page.locator(".circle.placed")).to_have_count(1 + len(others))

    def decide(self, key: str, label: str) -> None:
        """One of the choices, by its letter, when it is asked; once more where a good hand is given up."""
        expect(self.dock.get_by_role("button", name=label).first).to_be_visible()
        self.page.keyboard.press(key)
        if self.dock.locator(".asked").count():
            self.page.wait_for_timeout(TWICE)
            self.page.keyboard.press(key)
        expect(self.page.locator(".dock-decide")).to_have_count(0)

    def over(self, round: int = 1) -> str:
        """The receipt of a round, when there is one."""
        expect(self.receipt).to_contain_text(f"Receipt of round {round}")
        return self.receipt.inner_text()
