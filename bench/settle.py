"""Finished rounds in a second through `upcard.games.settle.settle`: a mapping in, a document out."""

from __future__ import annotations

from random import Random
from typing import Any

from bench import play
from bench.measure import Contestant, Report, figures, in_turns
from upcard.games.settle import settle

REPETITIONS = 7
KEPT = 200


def _settling(name: str, rounds: list[dict[str, Any]]) -> Contestant:
    def batch(count: int) -> None:
        for place in range(count):
            settle(rounds[place % KEPT])

    return Contestant(name, "rounds", batch, 2 * KEPT)


def measure() -> Report:
    ma, sd, six = play.ma(), play.sd_2015(), play.bonus_6()
    source = Random("finished rounds")
    contestants = (
        _settling(
            "Caribbean stud, ma, every wager",
            [play.finished_caribbean_stud(ma, source) for _ in range(KEPT)],
        ),
        _settling(
            "Caribbean stud, sd-2015, every wager",
            [play.finished_caribbean_stud(sd, source) for _ in range(KEPT)],
        ),
        _settling(
            "Bonus 6, insured and tipped",
            [play.finished_bonus_six(six, source) for _ in range(KEPT)],
        ),
    )
    speeds = in_turns(contestants, REPETITIONS)
    note = (
        f"{len(play.SEATS)} seats; {KEPT} different rounds of each game, made beforehand; no JSON is read or written."
    )
    return Report("settle", figures(contestants, speeds), notes=(note,))
