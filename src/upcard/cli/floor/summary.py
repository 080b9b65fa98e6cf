"""What a run of the floor came to: rounds, events, how fast, how long an answer took, and the meters."""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterator
from typing import Any

from upcard.bots.runner import Playing
from upcard.cli.output import console, say, show_json, table
from upcard.journal.floor import Floor
from upcard.units import show_dollars, show_meter

PERCENTILES = (50, 95, 99)


class Measured:
    """What happened since the floor was opened by this run."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._started = time.perf_counter()
        self._first = floor.casino.seq
        self.rounds = 0
        self.refused = 0
        self._waits = array("d")

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._started

    @property
    def events(self) -> int:
        return self._floor.casino.seq - self._first

    def steps(self, playing: Playing) -> Iterator[None]:
        """One act at every table after the other, each timed from when it was sent until it was on disk."""
        while True:
            commands = list(playing.acts())
            sent = time.perf_counter()
            replies = self._floor.process(commands)
            took = time.perf_counter() - sent
            self._waits.extend([took] * len(commands))
            self.refused += sum(reply.error is not None for reply in replies)
            self.rounds += sum(
                entry.event.startswith('{"type":"RoundReconciled"') for reply in replies for entry in reply.entries
            )
            yield

    def latency(self) -> dict[str, float]:
        """Milliseconds until an act was on disk, at the percentiles, and the longest."""
        waits = sorted(self._waits)
        if not waits:
            return {}
        at = {f"p{p}": waits[min(len(waits) - 1, len(waits) * p // 100)] for p in PERCENTILES}
        return {name: round(seconds * 1000, 3) for name, seconds in {**at, "max": waits[-1]}.items()}


def document(floor: Floor, measured: Measured) -> dict[str, Any]:
    books = floor.casino.books
    seconds = measured.seconds
    return {
        "house": floor.casino.house.name,
        "rounds": measured.rounds,
        "events": measured.events,
        "seconds": round(seconds, 3),
        "events_per_second": round(measured.events / seconds, 1),
        "latency_ms": measured.latency(),
        "refused": measured.refused,
        "meters": {
            name: {level: show_meter(books.meter(name, level).amount) for level in link.tiers}
            for name, link in books.links.items()
        },
        "hits": {name: link.sequence for name, link in books.links.items()},
        "in_play": [name for name, table in floor.casino.tables.items() if table.round and table.round.seats],
        "journal": {"entries": floor.casino.seq, "head": floor.casino.hash.hex()},
    }


def tell(floor: Floor, measured: Measured, *, signed: bool, as_json: bool) -> None:
    """The summary, for a program or for a person."""
    facts = document(floor, measured)
    if as_json:
        show_json(facts)
        return
    waits = facts["latency_ms"]
    say(
        f"{facts['house']}: {facts['rounds']:,} rounds and {facts['events']:,} events in {facts['seconds']:,.1f} s, "
        f"{facts['events_per_second']:,.0f} events a second."
    )
    if waits:
        listed = ", ".join(f"{name} {value:.1f} ms" for name, value in waits.items())
        say(f"An act was on disk after: {listed}.")
    if floor.casino.books.links:
        grid = table("jackpot", "level", "meter", "reserve", "wagered", "hits", "won", "fixed", title="Meters")
        for name, link in floor.casino.books.links.items():
            for level, tier in link.tiers.items():
                meter = floor.casino.books.meter(name, level)
                grid.add_row(
                    name, level, show_dollars(meter.displayed), show_dollars(meter.reserve // 1_000_000),
                    show_dollars(tier.wagered), str(tier.hits), show_dollars(tier.won), show_dollars(tier.fixed),
                )  # fmt: skip
        console().print(grid)
    if left := facts["in_play"]:
        say(f"Rounds are left in play at {', '.join(left)}: the next run takes them up.")
    journal = facts["journal"]
    unsigned = "" if signed else " Nothing is signed (--no-heads)."
    say(f"The journal has {journal['entries']:,} entries; its head is {journal['head'][:16]}.{unsigned}")
