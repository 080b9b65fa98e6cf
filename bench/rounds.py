"""Rounds in a second through `decide` and `evolve`, beside pokerkit's hands in the same run."""

from __future__ import annotations

import random
from collections.abc import Callable
from random import Random

from bench import play
from bench.measure import Contestant, Goal, Report, figure, figures, in_turns
from bench.pokerkit_hands import hands

# Many short turns: a machine that is busy for a moment then spoils a few of them and not the median.
REPETITIONS = 21
ROUNDS = 100
RATIO = 1.0

MA = "Caribbean stud, ma, every wager"
SD = "Caribbean stud, sd-2015, every wager"
SIX = "Bonus 6, insured and tipped"


def _rounds(name: str, play_one: Callable[[Random], object]) -> Contestant:
    source = Random(name)

    def batch(count: int) -> None:
        for _ in range(count):
            play_one(source)

    return Contestant(name, "rounds", batch, ROUNDS)


def _hands(name: str, hand: Callable[[], object]) -> Contestant:
    random.seed(name)  # pokerkit shuffles from the one source that all share

    def batch(count: int) -> None:
        for _ in range(count):
            hand()

    return Contestant(name, "hands", batch, ROUNDS)


def measure() -> Report:
    ma, sd, six = play.ma(), play.sd_2015(), play.bonus_6()
    ours = (
        _rounds(MA, lambda source: play.play_caribbean_stud(ma, source)),
        _rounds(SD, lambda source: play.play_caribbean_stud(sd, source)),
        _rounds(SIX, lambda source: play.play_bonus_six(six, source)),
    )
    notes = [
        f"{len(play.SEATS)} seats; {REPETITIONS} repetitions of {ROUNDS} in turns.",
        "Every round and every hand has cards of its own. A shuffle by the standard library is inside the time on both",
        "sides, because pokerkit shuffles whenever it makes a state.",
    ]
    try:
        theirs = tuple(_hands(name, hand) for name, hand in hands())
    except ImportError:
        theirs = ()
        notes.append("pokerkit is not installed, so nothing is compared.")
    everyone = (*ours, *theirs)
    speeds = in_turns(everyone, REPETITIONS)
    ratios, goals = [], []
    for yardstick in theirs:
        # Each repetition is compared with itself: its two sides ran moments apart.
        pairs = [ours / hands for ours, hands in zip(speeds[MA], speeds[yardstick.name], strict=True)]
        ratio = figure(f"ma rounds / {yardstick.name}", "ratio", pairs)
        ratios.append(ratio)
        goals.append(Goal(ratio.name, f"at least {RATIO:.2f}", ratio.median, ratio.median >= RATIO))
    return Report("rounds", (*figures(everyone, speeds), *ratios), tuple(goals), tuple(notes))
