"""How long the exact mathematics takes: a game solved anew, another schedule priced, and the first and later starts."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

from bench.measure import Figure, Goal, Report, figure

RUNS = 50
STARTS = 5
SOLVED, REPRICED = "Caribbean stud, counted and priced", "Caribbean stud, another schedule"
SOLVE_MS, REPRICE_MS = 10, 2

START = "from upcard.exact.caribbean_stud import solve; solve()"


def _milliseconds(act: Callable[[], object]) -> list[float]:
    act()
    taken = []
    for _ in range(RUNS):
        begun = time.perf_counter()
        act()
        taken.append(1000 * (time.perf_counter() - begun))
    return taken


def _start(cache: str) -> float:
    """Seconds for a new process to solve the game, its compiled kernels in that folder."""
    kept = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", START], check=True, env={**kept, "UPCARD_CACHE": cache})
    return time.perf_counter() - begun


def _caribbean_stud() -> tuple[Figure, ...]:
    from upcard.exact import caribbean_stud as stud

    schedules = [(odds, *stud.PAYS[1:8], 1 + odds % 3) for odds in range(100, 100 + RUNS + 1)]
    with tempfile.TemporaryDirectory() as cache:
        first = [_start(cache)]
        later = [_start(cache) for _ in range(STARTS)]
    return (
        figure(SOLVED, "ms", _milliseconds(lambda: stud.price(stud.count()))),
        figure(REPRICED, "ms", _milliseconds(lambda: stud.solve(schedules.pop()))),
        figure("Caribbean stud, a first process that compiles", "s", first),
        figure("Caribbean stud, a process with compiled kernels", "s", later),
    )


def measure() -> Report:
    found = _caribbean_stud()
    medians = {one.name: one.median for one in found}
    goals = tuple(
        Goal(name, f"at most {most} ms", medians[name], medians[name] <= most)
        for name, most in ((SOLVED, SOLVE_MS), (REPRICED, REPRICE_MS))
    )
    return Report("exact", found, goals, (f"{RUNS} runs on one core; {STARTS} later processes, one first.",))
