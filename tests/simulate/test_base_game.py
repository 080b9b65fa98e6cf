"""The fast base game: its stream, its cards and its counts, each against something slow and plain."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import combinations, pairwise
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from upcard.cards import ace_king_or_better, category, parse_cards, rank_five
from upcard.cards.arrays import MOST, category_of, rank_hands, rank_of_value, value_of
from upcard.compiled import load
from upcard.exact.caribbean_stud import LINES, PAYS, solve
from upcard.games.play_round import play_caribbean_stud
from upcard.rules import caribbean_stud

game: Any = load("simulate.kernels.base_game")
KEY = game.key_of("base game")
FAR = 2**40 + 17
"""A round whose block does not fit 32 bits; nor does its number."""


def _end(number: int, threshold: int) -> str:
    """How a round ends, from the values of both hands."""
    own, theirs = map(rank_five, game.cards_of(KEY, number))
    if own < value_of(threshold):
        return "fold"
    if not ace_king_or_better(theirs):
        return "no_hand"
    if own <= theirs:
        return "push" if own == theirs else "dealer_wins"
    line = category(own).key
    return line if line in LINES else "pair_or_less"


def _counted(ends: list[str]) -> list[int]:
    return [ends.count(outcome) for outcome in game.OUTCOMES]


# ---- the stream --------------------------------------------------------------------------------------------


def test_the_plain_stream_is_chacha() -> None:
    # The block that RFC 8439 prints, which has twenty rounds.
    key = [int.from_bytes(bytes(range(at, at + 4)), "little") for at in range(0, 32, 4)]
    block = game.chacha(key, 1 | 0x09000000 << 32, 0x4A000000, double_rounds=10)
    printed = """
        e4e7f110 15593bd1 1fdd0f50 c47120a3 c7f4d1c7 0368c033 9aaa2204 4e6cd4c3
        466482d2 09aa9f07 05d7c214 a2028bd9 d19c12b5 b94e16de e883d0cb 4e3c50a2
    """
    assert block == [int(word, 16) for word in printed.split()]


@pytest.mark.parametrize("first", [0, FAR, 3 * 2**38 - 100, game.MOST_ROUNDS - 2000])
def test_the_kernel_draws_as_plain_python_does(first: int) -> None:
    drawn = game.draws(KEY, first, 2000)
    assert drawn.tolist() == [game.draws_of(KEY, first + at) for at in range(2000)]


def test_draws_that_are_made_again_are_drawn_as_plain_python_does() -> None:
    # The words themselves, before any is refused, tell which rounds to look at.
    rounds = 60 * game.ROUNDS
    words = np.array([game._halves(game.chacha(KEY, block, 0))[:30] for block in range(rounds // 3)])
    words = words.reshape(60, 64, 3, 10).transpose(0, 2, 1, 3).reshape(rounds, 10)
    left = np.arange(52, 42, -1)
    refused = np.flatnonzero(((words * left & 0xFFFF) < (1 << 16) % left).any(axis=1))
    assert len(refused) > 20
    drawn = game.draws(KEY, 0, rounds)
    assert (drawn != words * left >> 16).any(axis=1).sum() > 20
    assert [drawn[at].tolist() for at in refused] == [game.draws_of(KEY, int(at)) for at in refused]
    assert (np.delete(drawn, refused, axis=0) == np.delete(words * left >> 16, refused, axis=0)).all()


def test_refused_words_leave_every_card_as_many() -> None:
    words = np.arange(1 << 16)
    for left, unfair in zip(game.LEFT, game.UNFAIR, strict=True):
        kept = words[words * left % (1 << 16) >= unfair]
        assert len(set(np.bincount(kept * left >> 16).tolist())) == 1


def test_each_draw_and_each_pair_of_draws_is_uniform() -> None:
    drawn = game.draws(KEY, FAR, 2_000_000).astype(np.int64)
    for at in range(10):
        _assert_uniform(drawn[:, at], 52 - at)
        _assert_uniform(drawn[1:, at] * 52 + drawn[:-1, at], 52 * 52, (52 - at) ** 2)
    for one, other in combinations(range(10), 2):
        _assert_uniform(drawn[:, one] * 52 + drawn[:, other], 52 * 52, (52 - one) * (52 - other))


def _assert_uniform(seen: NDArray[np.int64], room: int, cells: int | None = None) -> None:
    cells = cells or room
    counts = np.bincount(seen, minlength=room)
    assert (counts > 0).sum() == cells
    expected = len(seen) / cells
    square = float(((counts[counts > 0] - expected) ** 2).sum() / expected)
    assert abs(square - (cells - 1)) < 4.5 * sqrt(2 * (cells - 1))


def test_seeds_have_streams_of_their_own() -> None:
    ones, others = (game.draws(game.key_of(seed), 0, 1000) for seed in ("one", "other"))
    assert (ones[:, 0] == others[:, 0]).mean() < 0.05
    assert (game.draws(game.key_of("one"), 0, 1000) == ones).all()


# ---- the cards ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("threshold", [1, game.AKJ83, 1278, 4138])
def test_rounds_end_as_their_cards_say(threshold: int) -> None:
    for first in (0, FAR):
        ends = [_end(first + at, threshold) for at in range(1400)]
        for at in range(0, 1400, 7):
            assert game.play(KEY, first + at, 7, threshold).tolist() == _counted(ends[at : at + 7])


def test_rounds_are_paid_as_the_law_pays_them() -> None:
    rules = caribbean_stud("sd-2015")
    worth = dict(zip(LINES, (1 + 2 * odds for odds in PAYS), strict=True))
    worth |= {"no_hand": 1, "push": 0, "fold": -1, "dealer_wins": -3}
    least = value_of(game.AKJ83)
    for number in range(400):
        player, dealer = game.cards_of(KEY, number)
        played = play_caribbean_stud(
            rules, player + dealer, {1: {"ante": 100}}, lambda cards, _: "bet" if rank_five(cards) >= least else "fold"
        )
        assert played.up == dealer[-1]
        ended = dict(zip(game.OUTCOMES, game.play(KEY, number, 1).tolist(), strict=True))
        assert sum(ended.values()) == 1
        net = sum(payment.returned + payment.paid - payment.staked for payment in played.payments)
        assert net == 100 * sum(worth[outcome] * times for outcome, times in ended.items())


def _cards(drawn: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The cards of draws: each draw counts the cards that are left."""
    cards = np.empty(drawn.shape, np.uint8)
    for at in range(10):
        card = drawn[:, at].copy()
        for gone in np.sort(cards[:, :at], axis=1).T:
            card += card >= gone
        cards[:, at] = card
    return cards


@pytest.fixture(scope="module")
def two_million() -> NDArray[np.uint8]:
    cards = _cards(game.draws(KEY, 0, 2_000_000))
    for at in range(0, 2_000_000, 5003):
        player, dealer = game.cards_of(KEY, at)
        assert cards[at].tolist() == [*player, *dealer]
    return cards


@pytest.mark.parametrize("threshold", [1, game.AKJ83 - 1, game.AKJ83, game.AKJ83 + 1, 5864, MOST, MOST + 1])
def test_many_rounds_end_as_their_ranks_say(threshold: int, two_million: NDArray[np.uint8]) -> None:
    own, theirs = rank_hands(two_million[:, :5]), rank_hands(two_million[:, 5:])
    folds = own < threshold
    bare = ~folds & (theirs < 1114)
    shown = ~folds & ~bare
    won = np.bincount(category_of(own[shown & (own > theirs)]), minlength=10)
    ends = [*won[:1:-1], won[0] + won[1], bare.sum(), (shown & (own == theirs)).sum(), folds.sum()]
    ends.append((shown & (own < theirs)).sum())
    assert game.play(KEY, 0, 2_000_000, threshold).tolist() == ends
    if threshold == 1:
        assert min(ends[1:9]) > 5  # every line but the royal flush was there to be counted


# ---- the counts --------------------------------------------------------------------------------------------


def test_rounds_may_be_played_in_any_pieces() -> None:
    for first in (0, 100, FAR):
        whole = game.play(KEY, first, 5000)
        assert whole.sum() == 5000
        for cuts in ((1,), (63, 64, 65), (191, 192, 193), (200, 200, 1000, 4999), tuple(range(0, 5000, 37))):
            edges = [0, *cuts, 5000]
            pieces = [game.play(KEY, first + at, end - at) for at, end in pairwise(edges)]
            assert (np.sum(pieces, axis=0) == whole).all()
    assert not game.play(KEY, 100, 0).any()


def test_a_hundred_million_rounds_come_near_the_exact_counts() -> None:
    exact = solve(strategy="AKJ83")
    rounds = 100_000_000
    counts = dict(zip(game.OUTCOMES, game.play(KEY, 0, rounds).tolist(), strict=True))
    assert list(exact.outcomes) == list(counts)
    for outcome, deals in exact.outcomes.items():
        chance = deals / exact.deals
        assert abs(counts[outcome] - rounds * chance) < 4 * sqrt(rounds * chance * (1 - chance)), outcome


def test_other_thresholds_come_near_the_exact_counts() -> None:
    for strategy, least in (("always-raise", 1), ("AK", game.ACE_KING), ("pair", 1278)):
        exact = solve(strategy=strategy)
        counts = dict(zip(game.OUTCOMES, game.play(KEY, FAR, 10_000_000, least).tolist(), strict=True))
        for outcome, deals in exact.outcomes.items():
            chance = deals / exact.deals
            assert abs(counts[outcome] - 10_000_000 * chance) <= 4 * sqrt(10_000_000 * chance * (1 - chance)), outcome


def test_the_named_ranks_are_those_hands() -> None:
    assert rank_of_value(rank_five(parse_cards("As Kd Jh 8c 3s"))) == game.AKJ83
    assert rank_of_value(rank_five(parse_cards("As Kd 4h 3c 2s"))) == game.ACE_KING
    assert [ace_king_or_better(value_of(game.ACE_KING - low)) for low in (0, 1)] == [True, False]
    assert game.LINES == LINES


PLAIN_MACHINE = """
from upcard.compiled import load
game = load("simulate.kernels.base_game")
print(game.play(game.key_of("base game"), 2**40, 50_000).tolist())
"""


def test_a_processor_without_wide_vectors_counts_the_same(tmp_path: Path) -> None:
    plain = {**os.environ, "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "UPCARD_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", PLAIN_MACHINE], check=True, capture_output=True, text=True, env=plain)
    assert done.stdout.strip() == str(game.play(KEY, 2**40, 50_000).tolist())


# ---- what is refused ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "rounds"), [(-1, 5), (0, -1), (game.MOST_ROUNDS - 4, 5)])
def test_rounds_without_a_number_are_refused(first: int, rounds: int) -> None:
    for act in (game.play, game.draws):
        with pytest.raises(ValueError, match=r"^rounds: rounds are numbered from 0 to "):
            act(KEY, first, rounds)


def test_what_is_no_threshold_and_no_key_is_refused() -> None:
    for threshold in (0, MOST + 2):
        with pytest.raises(ValueError, match=r"^threshold: a rank is from 1 to 7462"):
            game.play(KEY, 0, 1, threshold)
    for key in (KEY[:7], KEY.astype(np.int64)):
        with pytest.raises(ValueError, match=r"^key: eight words of 32 bits"):
            game.play(key, 0, 1)
