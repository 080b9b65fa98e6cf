"""How long the exact mathematics takes: games solved, another schedule priced, cover all recounted, and the command.

Everything runs on one core, with kernels compiled before, but for the one figure that says what compiling costs.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

from bench.measure import Figure, Goal, Report, figure

RUNS = 50
FEWER_RUNS = 10
STARTS = 5
COMMAND = (sys.executable, "-m", "upcard", "exact", "caribbean-stud", "--json")

SOLVED, REPRICED = "Caribbean stud, counted and priced", "Caribbean stud, another schedule"
SIXES, RECOUNTED = "Bonus 6, both games, counted and priced", "cover all, 2 to 9 hands recounted"
FIRST, LATER = "upcard exact caribbean-stud, the very first time", "upcard exact caribbean-stud, compiled before"

GOALS = {SOLVED: 10, REPRICED: 2, SIXES: 300, RECOUNTED: 60, LATER: 1, FIRST: 15}
"""At most, in the figure's unit."""


def _taken(act: Callable[[], object], runs: int, per_second: int = 1000) -> list[float]:
    taken = []
    for _ in range(runs):
        begun = time.perf_counter()
        act()
        taken.append(per_second * (time.perf_counter() - begun))
    return taken


def _start(cache: str) -> float:
    """Seconds from the shell to the answer, with compiled kernels in that folder."""
    begun = time.perf_counter()
    subprocess.run(
        COMMAND,
        check=True,
        env={**os.environ, "UPCARD_CACHE": cache},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return time.perf_counter() - begun


def _caribbean_stud() -> tuple[Figure, ...]:
    from upcard.exact import caribbean_stud as stud

    stud.price(stud.count())
    stud.solve()
    schedules = [(odds, *stud.PAYS[1:8], 1 + odds % 3) for odds in range(100, 100 + RUNS)]
    return (
        figure(SOLVED, "ms", _taken(lambda: stud.price(stud.count()), RUNS)),
        figure(REPRICED, "ms", _taken(lambda: stud.solve(schedules.pop()), RUNS)),
    )


def _bonus_six() -> Figure:
    from upcard.exact import bonus_six as six
    from upcard.rules.bonus_six import bonus_six

    rules = bonus_six({"pay_table": "black-hawk"})

    def both() -> None:
        six.streets.cache_clear()
        six._play.cache_clear()
        for insured in (False, True):
            six.bonus_six(rules, insured=insured)

    both()
    return figure(SIXES, "ms", _taken(both, FEWER_RUNS))


def _cover_all() -> Figure:
    from upcard.exact.cover_all import cover_all, recount

    recount(2, ranks=5, suits=4)

    def again() -> None:
        for hands, counts in recount().items():
            assert counts == cover_all(hands).counts, "the kept counts are those counted anew"

    return figure(RECOUNTED, "s", _taken(again, 1, per_second=1))


def measure() -> Report:
    with tempfile.TemporaryDirectory() as cache:
        first = [_start(cache)]
        later = [_start(cache) for _ in range(STARTS)]
    found = (
        *_caribbean_stud(),
        _bonus_six(),
        _cover_all(),
        figure(LATER, "s", later),
        figure(FIRST, "s", first),
    )
    goals = tuple(
        Goal(one.name, f"at most {GOALS[one.name]} {one.unit}", one.median, one.median <= GOALS[one.name])
        for one in found
    )
    return Report("exact", found, goals, (f"{RUNS} runs of the stud, {FEWER_RUNS} of Bonus 6, on one core.",))
