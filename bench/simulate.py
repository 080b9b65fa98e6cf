"""Simulated rounds in a second: the base game, a full table with every wager, two cores beside one; and the long run.

The long run is asked for by the environment: `UPCARD_BENCH_ROUNDS=1e10` plays so many rounds of the base game on all
cores, holds the result against the exact one, and plays them again on a Dask cluster of two workers, if Dask is there.
"""

from __future__ import annotations

import importlib.util
import os
import time
from fractions import Fraction
from typing import Any

from bench.measure import Contestant, Figure, Goal, Report, figure, figures, in_turns
from upcard.rules import caribbean_stud
from upcard.simulate.figures import figures as returns
from upcard.simulate.run import Work, cores_here, run, work
from upcard.simulate.table import StudTable, stud_table
from upcard.simulate.tally import Tally

REPETITIONS = 7
BASE, FULL, TWO = "base game, AKJ83, one core", "seven seats, every wager, one core", "seven seats, two cores"
BASE_GOAL, FULL_GOAL, TWO_GOAL = 100_000_000, 3_000_000, 1.8
BASE_ROUNDS, FULL_ROUNDS = 192 * 2**18, 2**20
FARTHEST = 3
LONG = "UPCARD_BENCH_ROUNDS"


def base_game() -> StudTable:
    return stud_table(caribbean_stud("sd-2015"), [{"ante": 1000}], strategies=["AKJ83"])


def full_table() -> StudTable:
    """Seven seats in Massachusetts, each with every wager, and both draws."""
    rules = caribbean_stud("ma", {"progressive": "D", "bonus": "B", "five_card": True, "cover_all": True})
    wagers = {"ante": 1000, "progressive": 100, "bonus": 500}
    wagers |= {"five_card_player": 100, "five_card_dealer": 100, "cover_all": 500}
    return stud_table(rules, [wagers] * 7, draws={"magic_card": Fraction(1, 26), "lucky": Fraction(1, 20)})


def _played(name: str, table: StudTable, rounds: int, cores: int, block: int) -> Contestant:
    def batch(count: int) -> None:
        run(work(table, "bench", count, block=block), cores=cores)

    return Contestant(name, "rounds", batch, rounds)


def _cluster(asked: Work) -> Tally:
    """The same work on two workers of one thread each."""
    from distributed import LocalCluster

    from upcard.simulate.run import run_on_cluster

    made: Any = LocalCluster
    with made(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs=50) as cluster:
        return run_on_cluster(asked, cluster.scheduler_address).tally


def _long_run(rounds: int) -> tuple[tuple[Figure, ...], tuple[Goal, ...], tuple[str, ...]]:
    """So many rounds against the exact result, and on a cluster."""
    asked = work(base_game(), "the long run", rounds)
    found = run(asked)
    (game,) = returns(asked.table, found.tally)
    assert game.z is not None
    speed = figure("base game, all cores, the long run", "rounds/s", [rounds / found.seconds])
    goals = [
        Goal(
            f"standard errors from exact after {rounds:,}", f"at most {FARTHEST}", abs(game.z), abs(game.z) <= FARTHEST
        )
    ]
    exact = f"exact {float(game.exact or 0):.8f}, simulated {float(game.return_):.8f}, z {game.z:+.2f}"
    if importlib.util.find_spec("distributed") is None:
        return (speed,), tuple(goals), (exact, "Dask is not installed: no cluster was tried.")
    begun = time.perf_counter()
    same = _cluster(asked) == found.tally
    took = time.perf_counter() - begun
    goals.append(Goal("the same bits from two Dask workers", "1", float(same), same))
    return (speed,), tuple(goals), (exact, f"The cluster took {took:.1f} s, its start and its end included.")


def measure() -> Report:
    full = full_table()
    contestants = [
        _played(BASE, base_game(), BASE_ROUNDS, 1, 192 * 2**15),
        _played(FULL, full, FULL_ROUNDS, 1, FULL_ROUNDS // 16),
    ]
    if cores_here() > 1:
        contestants.append(_played(TWO, full, 2 * FULL_ROUNDS, 2, FULL_ROUNDS // 16))
    speeds = in_turns(contestants, REPETITIONS)
    measured = figures(contestants, speeds)
    medians = {one.name: one.median for one in measured}
    goals = [
        Goal(BASE, f"at least {BASE_GOAL:,}", medians[BASE], medians[BASE] >= BASE_GOAL),
        Goal(FULL, f"at least {FULL_GOAL:,}", medians[FULL], medians[FULL] >= FULL_GOAL),
    ]
    notes = ["A round of the full table is seven seats and the dealer, with both draws; meters grow and are hit."]
    if TWO in medians:
        ratios = [two / one for one, two in zip(speeds[FULL], speeds[TWO], strict=True)]
        ratio = figure("two cores against one", "times", ratios)
        measured = (*measured, ratio)
        goals.append(Goal("two cores against one", f"at least {TWO_GOAL}", ratio.median, ratio.median >= TWO_GOAL))
    if rounds := os.environ.get(LONG):
        more, further, said = _long_run(int(float(rounds)))
        measured, goals, notes = (*measured, *more), [*goals, *further], [*notes, *said]
    else:
        notes.append(f"{LONG}=1e10 adds the long run.")
    return Report("simulate", measured, tuple(goals), tuple(notes))
