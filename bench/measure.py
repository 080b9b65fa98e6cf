"""Taking turns with a clock, and what comes of it: figures, goals and the table that shows them."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Batch = Callable[[int], None]
"""Does a thing so many times."""


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured: the median and the range of the repetitions."""

    name: str
    unit: str
    median: float
    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Goal:
    """What a figure should be, and whether it is."""

    name: str
    wanted: str
    value: float
    met: bool


@dataclass(frozen=True, slots=True)
class Report:
    """One benchmark, measured."""

    title: str
    figures: tuple[Figure, ...]
    goals: tuple[Goal, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Contestant:
    """Something to be timed; `count` times make one repetition."""

    name: str
    unit: str
    batch: Batch
    count: int


def figure(name: str, unit: str, samples: Sequence[float]) -> Figure:
    return Figure(name, unit, statistics.median(samples), min(samples), max(samples))


def in_turns(contestants: Sequence[Contestant], repetitions: int) -> dict[str, list[float]]:
    """How many each does in a second, once for each repetition.

    All of them have a turn in each repetition and the first turn passes round, so that none is always the one that
    runs after a warm neighbour. Rubbish is collected between turns and as usual during them.
    """
    for one in contestants:
        one.batch(max(one.count // 10, 1))
    speeds: dict[str, list[float]] = {one.name: [] for one in contestants}
    for repetition in range(repetitions):
        first = repetition % len(contestants)
        for one in (*contestants[first:], *contestants[:first]):
            gc.collect()
            begun = time.perf_counter()
            one.batch(one.count)
            speeds[one.name].append(one.count / (time.perf_counter() - begun))
    return speeds


def figures(contestants: Sequence[Contestant], speeds: dict[str, list[float]]) -> tuple[Figure, ...]:
    return tuple(figure(one.name, f"{one.unit}/s", speeds[one.name]) for one in contestants)


def number(value: float) -> str:
    """Enough digits to compare by.

    >>> number(1234567.8), number(12.3456), number(0.012345)
    ('1,234,568', '12.35', '0.0123')
    """
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.2f}" if value >= 1 else f"{value:.4f}"


def table(report: Report) -> str:
    """A report for people to read."""
    head = (report.title, "median", "least", "most", "unit")
    rows = [(f.name, number(f.median), number(f.least), number(f.most), f.unit) for f in report.figures]
    wide = [max(len(row[column]) for row in (head, *rows)) for column in range(4)]
    lines = []
    for row in (head, *rows):
        numbers = (text.rjust(width) for text, width in zip(row[1:4], wide[1:], strict=True))
        lines.append("  ".join((row[0].ljust(wide[0]), *numbers, row[4])))
    lines.insert(1, "-" * max(map(len, lines)))
    for goal in report.goals:
        lines.append(f"{goal.name}: {number(goal.value)}, wanted {goal.wanted}: {'met' if goal.met else 'MISSED'}")
    return "\n".join((*lines, *report.notes))
