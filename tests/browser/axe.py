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


SHORTENED = """() => {
  const state = (one) => [one.ariaPressed, one.ariaDisabled, one.ariaCurrent, one.getAttributeNames()];
  const look = (one) => `${one.parentElement.className} ${one.tagName} ${one.className} ${state(one)}`;
  const whole = (one) => [look(one), ...[...one.querySelectorAll('*')].map(look)].join('\\n');
  const seen = new Map();
  for (const one of document.querySelectorAll('main :is(li, tr, article, section, details, dl > div)')) {
    if (!one.isConnected) continue;
    const known = whole(one);
    const before = seen.get(known) || 0;
    seen.set(known, before + 1);
    if (before >= 3) one.remove();
  }
}"""


def shortened(page: Page) -> None:
    """Takes away what stands on a long page a fourth time, made of the same elements: axe finds nothing else in it."""
    page.evaluate(SHORTENED)


UNSAID = r"""() => {
  const value = (element, name) => {
    const probe = document.createElement('i');
    probe.style.color = `var(--${name})`;
    element.append(probe);
    const found = getComputedStyle(probe).color;
    probe.remove();
    return found;
  };
  const meant = (element) => ['good', 'bad', 'warn'].map((name) => value(element, name));
  const whole = (element) => element.closest('li, tr, p, label, dl > div, button, section, [aria-label]') || element;
  const before = (element) => getComputedStyle(element, '::before').content.replace('none', '');
  const words = (element) => [element.ariaLabel || '', element.textContent, before(element)].join(' ');
  const said = (element) => /\p{L}{2}|[✓✗⚠★▲+−]/u.test(words(element));
  const found = [];
  for (const element of document.querySelectorAll('main *')) {
    if (!element.checkVisibility() || element.closest('svg')) continue;
    const look = getComputedStyle(element);
    const parent = getComputedStyle(element.parentElement);
    const edge = look.borderLeftWidth !== '0px' && look.borderLeftColor;
    const text = element.textContent.trim() && look.color !== parent.color && look.color;
    const own = [text, look.backgroundColor, edge];
    const colours = meant(element);
    if (own.some((colour) => colour && colours.includes(colour)) && !said(element) && !said(whole(element))) {
      found.push(element.outerHTML.slice(0, 160));
    }
  }
  return found;
}"""
"""Elements in the colour of good, bad or a warning without a word or a sign, themselves or in their line."""


def unsaid(page: Page) -> list[str]:
    """What is said by colour alone, a line for each place."""
    return [f"{page.url}: by colour alone, {place}" for place in page.evaluate(UNSAID)]
