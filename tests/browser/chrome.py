"""The browser of these tests: an installed Chromium, started without anything that it would fetch by itself."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
QUIET = (
    "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run", "--font-render-hinting=none", "--hide-scrollbars",
)  # fmt: skip
WHERE_FROM = "no Chromium is installed: .ci/browser.sh installs it, or UPCARD_CHROMIUM names one"


def installed() -> str:
    """The path of a Chromium, or empty."""
    asked = os.environ.get("UPCARD_CHROMIUM", "")
    return asked or next((found for name in NAMES if (found := shutil.which(name))), "")


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without windows."""
    # Chromium's own sandbox refuses to start for root, as which it runs in containers.
    as_root = ("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=installed(), args=[*QUIET, *as_root])
        try:
            yield browser
        finally:
            browser.close()
