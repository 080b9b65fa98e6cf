"""The floor while it plays: rounds, speed and meters, on standard error where that is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from upcard.cli.floor.summary import Measured
from upcard.cli.output import table
from upcard.journal.floor import Floor
from upcard.units import show_dollars

BETWEEN_PICTURES = 0.25


@contextmanager
def picture(floor: Floor, measured: Measured, rounds: int | None) -> Iterator[Callable[[], None]]:
    """A picture that is drawn anew a few times a second, and gone at the end."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.live import Live

    due = 0.0
    with Live(console=Console(stderr=True, markup=False), transient=True, auto_refresh=False) as live:

        def draw() -> None:
            nonlocal due
            if (moment := time.monotonic()) >= due:
                due = moment + BETWEEN_PICTURES
                live.update(_drawn(floor, measured, rounds), refresh=True)

        yield draw


def _drawn(floor: Floor, measured: Measured, rounds: int | None) -> Any:
    from rich.console import Group
    from rich.text import Text

    books = floor.casino.books
    of = f" of {rounds:,}" if rounds else ""
    speed = measured.events / max(measured.seconds, 0.001)
    line = f"{measured.rounds:,}{of} rounds, {measured.events:,} events, {speed:,.0f} a second"
    tables = table("table", "round", "phase", "players")
    for name in floor.casino.rules:
        found = floor.casino.tables.get(name)
        if found is not None and found.round is not None:
            tables.add_row(name, str(found.number), found.round.phase, str(len(found.players)))
    meters = table("jackpot", "level", "meter", "hits", "waiting")
    for name, link in books.links.items():
        for level, tier in link.tiers.items():
            waiting = ", ".join(f"{hit.table} {show_dollars(hit.cents)}" for hit in link.open.values())
            meters.add_row(name, level, show_dollars(books.meter(name, level).displayed), str(tier.hits), waiting)
    return Group(Text(line), tables, meters)
