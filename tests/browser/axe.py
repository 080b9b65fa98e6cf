"""axe-core, which looks for what keeps people out of a page: fetched by .ci/browser.sh, kept outside the tree."""

from __future__ import annotations

import os
from pathlib import Path

from playwright.sync_api import Page

WHERE_FROM = "axe-core is not there: .ci/browser.sh fetches it, or UPCARD_AXE names its axe.min.js"
BAD = ("serious", "critical")
RUN = """async only => {
  const options = only ? { runOnly: { type: 'rule', values: only } } : {};
  const found = await axe.run(document, { ...options, resultTypes: ['violations'] });
  const place = node => `${node.target}: ${node.failureSummary}`;
  return found.violations.map(one => [one.impact, one.id, one.nodes.map(place)]);
}"""


def script() -> Path | None:
    """Where axe-core is, if it is."""
    base = os.environ.get("UPCARD_CACHE") or os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    kept = Path(os.environ.get("UPCARD_AXE") or Path(base, "upcard", "axe-core", "axe.min.js"))
    return kept if kept.is_file() else None


def violations(page: Page, source: str, only: list[str] | None = None) -> list[str]:
    """What axe finds serious or worse, a line for each place."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(source)  # not a script tag: the page's own policy would refuse it
    return [
        f"{page.url}: {rule}, {place}"
        for impact, rule, places in page.evaluate(RUN, only)
        if impact in BAD
        for place in places
    ]
