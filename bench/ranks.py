"""Hands in a second through `rank_hands`, beside four other evaluators in the same run; and whether all agree.

The others rank one hand a call, each in its own cards, made beforehand; the loop around the call is inside their time.
Afterwards every one of them, and `rank_hands`, ranks all 2,598,960 hands: they agree when the order and the ties are
the same.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.measure import Contestant, Figure, Goal, Report, figure, figures, in_turns
from upcard.cards import Card, show_card
from upcard.cards.arrays import MOST, best_of_six, rank_hands

REPETITIONS = 21
HANDS = 10_000_000
CACHED = 100_000
KEPT = 20_000
EVERY = comb(52, 5)
SPEED = 500_000_000

OURS = "rank_hands, 10 million hands"

Evaluator = tuple[str, Callable[[int], Any], Callable[[list[Any]], Any], bool]
"""A name, our card as theirs, their ranking of a list of cards, and whether higher is better."""


# ---- the others --------------------------------------------------------------------------------------------


def _eval7() -> Evaluator:
    kit: Any = import_module("eval7")
    return "eval7", lambda card: kit.Card(show_card(Card(card))), kit.evaluate, True


def _phevaluator() -> Evaluator:
    evaluate: Any = import_module("phevaluator").evaluate_cards
    return "phevaluator", int, lambda cards: evaluate(*cards), False  # the same numbers of cards as ours


def _treys() -> Evaluator:
    kit: Any = import_module("treys")
    return "treys", lambda card: kit.Card.new(show_card(Card(card))), kit.Evaluator()._five, False


def _pokerkit() -> Evaluator:
    kit: Any = import_module("pokerkit")
    entry = kit.StandardHighHand.lookup.get_entry
    return "pokerkit", lambda card: next(kit.Card.parse(show_card(Card(card)))), lambda cards: entry(cards).index, True


def others() -> tuple[list[Evaluator], list[str]]:
    """Those that are installed, and the names of those that are not."""
    found, missing = [], []
    for name, one in (("eval7", _eval7), ("phevaluator", _phevaluator), ("treys", _treys), ("pokerkit", _pokerkit)):
        try:
            found.append(one())
        except ImportError:
            missing.append(name)
    return found, missing


# ---- speed -------------------------------------------------------------------------------------------------


def every_hand() -> NDArray[np.uint8]:
    flat = np.fromiter((card for hand in combinations(range(52), 5) for card in hand), np.uint8, 5 * EVERY)
    return flat.reshape(-1, 5)


def random_hands(every: NDArray[np.uint8], many: int, source: np.random.Generator) -> NDArray[np.uint8]:
    """Hands in any order, their cards in any order."""
    hands = every[source.integers(0, EVERY, many)]
    source.permuted(hands, axis=1, out=hands)
    return hands


def _ours(every: NDArray[np.uint8], source: np.random.Generator) -> tuple[Contestant, ...]:
    hands = random_hands(every, HANDS, source)
    columns = np.asfortranarray(hands)
    sixes = source.permuted(np.tile(np.arange(52, dtype=np.uint8), (HANDS // 20, 1)), axis=1)[:, :6]
    sixes = np.tile(sixes, (20, 1))
    ranks = np.empty(HANDS, np.uint16)

    def ranking(name: str, rank: Callable[..., object], array: NDArray[np.uint8], at_once: int) -> Contestant:
        def batch(count: int) -> None:
            size = min(at_once, count)
            for _ in range(count // size):
                rank(array[:size], out=ranks[:size])

        return Contestant(name, "hands", batch, HANDS)

    return (
        ranking(OURS, rank_hands, hands, HANDS),
        ranking("rank_hands, the same in columns", rank_hands, columns, HANDS),
        ranking(f"rank_hands, {CACHED:,} hands in the cache", rank_hands, hands[:CACHED].copy(), CACHED),
        ranking("best_of_six, 10 million hands", best_of_six, sixes, HANDS),
    )


def _theirs(evaluator: Evaluator, hands: NDArray[np.uint8]) -> Contestant:
    name, card, rank, _ = evaluator
    cards = [card(number) for number in range(52)]
    kept = [[cards[number] for number in hand] for hand in hands.tolist()]

    def batch(count: int) -> None:
        for hand in kept[:count]:
            rank(hand)

    return Contestant(name, "hands", batch, KEPT)


# ---- agreement ---------------------------------------------------------------------------------------------


def agreeing(ranks: NDArray[np.uint16], theirs: NDArray[np.int64], higher_is_better: bool) -> int:
    """How many hands are in the same class for both; none when the classes are not in the same order."""
    by_rank = np.zeros(MOST + 1, np.int64)
    by_rank[ranks] = theirs
    steps = np.diff(by_rank[1:])
    if not (steps > 0 if higher_is_better else steps < 0).all():
        return 0
    return int((by_rank[ranks] == theirs).sum())


def _agreement(evaluator: Evaluator, ranks: NDArray[np.uint16]) -> Goal:
    name, card, rank, higher_is_better = evaluator
    print(f"ranks: {name} ranks every hand ...", file=sys.stderr, flush=True)
    cards = [card(number) for number in range(52)]
    theirs = np.fromiter((rank(list(hand)) for hand in combinations(cards, 5)), np.int64, EVERY)
    same = agreeing(ranks, theirs, higher_is_better)
    return Goal(f"hands on which {name} agrees", f"{EVERY:,}", same, same == EVERY)


def measure() -> Report:
    source = np.random.default_rng(52)
    every = every_hand()
    found, missing = others()
    ours = _ours(every, source)
    sample = random_hands(every, KEPT, source)
    theirs = tuple(_theirs(one, sample) for one in found)
    contestants = (*ours, *theirs)
    speeds = in_turns(contestants, REPETITIONS)
    ratios = [_ratio(speeds, one.name) for one in theirs]
    shown = figures(contestants, speeds)
    fastest = shown[0].median
    ranks = rank_hands(every)
    goals = [Goal(OURS, f"at least {SPEED:,} hands/s", fastest, fastest >= SPEED)]
    goals += [_agreement(one, ranks) for one in found]
    notes = [f"One core; {REPETITIONS} repetitions in turns; random hands, their cards in any order."]
    notes += [f"{name} is not installed, so nothing is compared with it." for name in missing]
    return Report("ranks", (*shown, *ratios), tuple(goals), tuple(notes))


def _ratio(speeds: dict[str, list[float]], name: str) -> Figure:
    # Each repetition is compared with itself: its two sides ran moments apart.
    pairs = [ours / theirs for ours, theirs in zip(speeds[OURS], speeds[name], strict=True)]
    return figure(f"rank_hands / {name}", "ratio", pairs)
