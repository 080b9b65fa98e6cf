"""The first page: how many bytes it is, and when a browser can use it."""

from __future__ import annotations

import shutil
import statistics
import time

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run",
]  # fmt: skip


class NoBrowser(Exception):
    """There is no browser to measure with."""


def loaded(port: int, times: int) -> tuple[float, float]:
    """Kilobytes of everything that the first page loads, and the median of the seconds until it can be used.

    It can be used when a seat can be taken and the page has heard of the casino by its stream.
    """
    if CHROMIUM is None:
        raise NoBrowser("no chromium is installed")
    from playwright.sync_api import sync_playwright

    sizes, seconds = [], []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for _ in range(times):
            context = browser.new_context()
            page = context.new_page()
            received: list[int] = []
            page.on(
                "response",
                lambda answer, received=received: "stream" not in answer.url and received.append(len(answer.body())),
            )
            began = time.perf_counter()
            page.goto(f"http://127.0.0.1:{port}/")
            page.wait_for_selector('html[data-link="live"] a[href^="/table/"], html[data-link="live"] main form')
            seconds.append(time.perf_counter() - began)
            page.wait_for_timeout(300)
            sizes.append(sum(received) / 1000)
            context.close()
        browser.close()
    return statistics.median(sizes), statistics.median(seconds)
