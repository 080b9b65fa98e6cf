"""Hands in a second through `rank_five` and `best_of_six`, in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from bench.measure import Contestant, Report, figures, in_turns
from upcard.cards import DECK, Card, best_of_six, rank_five

REPETITIONS = 7
KEPT = 50_000
HANDS = 200_000


def _ranking(name: str, rank: Callable[[tuple[Card, ...]], int], size: int, source: Random) -> Contestant:
    hands = [tuple(source.sample(DECK, size)) for _ in range(KEPT)]
    for hand in hands:
        rank(hand)  # what a hand of these ranks is worth is learnt the first time

    def batch(count: int) -> None:
        for _ in range(max(count // KEPT, 1)):
            for hand in hands:
                rank(hand)

    return Contestant(name, "hands", batch, HANDS)


def measure() -> Report:
    source = Random("hands")
    contestants = (
        _ranking("rank_five", rank_five, 5, source),
        _ranking("best_of_six", best_of_six, 6, source),
    )
    speeds = in_turns(contestants, REPETITIONS)
    note = f"{KEPT:,} random hands of each size, seen once before; the loop around the call is inside the time."
    return Report("hands", figures(contestants, speeds), notes=(note,))
