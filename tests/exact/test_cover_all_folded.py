"""What a fold gives up of a cover all wager: every deal, counted in two ways where there are few hands.

The whole count is made anew only in a long run; it takes half an hour and eight gigabytes:

    UPCARD_LONG=1 .venv/bin/python -m pytest tests/exact/test_cover_all_folded.py
"""

from __future__ import annotations

import os
from collections import Counter
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import combinations
from math import comb, prod

import numpy as np
import pytest

from tests.exact.test_cover_all import Ints, categories
from tests.rules.houses import house, ma
from tests.simulate.test_figures import found as simulated
from upcard.cards import DECK, Category, category, parse_card, parse_cards, rank_five, rank_of, suit_of
from upcard.exact.advice import warnings
from upcard.exact.caribbean_stud import solve
from upcard.exact.cover_all import CATEGORIES, MOST, cover_all, cover_all_wager, deals, marks, without, written
from upcard.exact.cover_all_folded import (
    ACE,
    APART,
    DEALS,
    FOLDS,
    KING,
    OTHER,
    STRAIGHTS,
    Gone,
    _ace_kings,
    _word,
    folded,
    folds,
    given_up,
    marks_beside,
    recount,
)  # fmt: skip
from upcard.rules import caribbean_stud
from upcard.simulate.table import stud_table

RULES = caribbean_stud("ma", {"cover_all": True})
FAR = 5
LONG = bool(os.environ.get("UPCARD_LONG"))
MADE_ANEW = MOST if LONG else 3
EVERY = range(2, MOST + 1)

# ---- the counts ------------------------------------------------------------------------------------------------------


def test_as_many_deals_are_folded_as_the_best_play_folds() -> None:
    best = solve()
    assert (best.outcomes["fold"], best.deals) == (FOLDS, DEALS)
    for hands in EVERY:
        assert folded(hands).deals == FOLDS * deals(hands - 2, 42)
        assert list(folded(hands).counts) == [*(hand.key for hand in CATEGORIES), "none"]


def test_the_words_stand_for_all_that_is_folded() -> None:
    """Each for as many cards as its letters can mean: hands below ace-king are folded to 47 up-cards each."""
    below, alone, beside = (
        sum(
            times * prod({0: 1, OTHER: 4, 2 * OTHER: 12}[letter] for letter in word)
            for word, times in any_suits.items()
        )
        + sum(times * 4 * 3 ** sum(letter // OTHER for letter in word) for word, times in one_apart.items())
        for any_suits, one_apart in folds()
    )
    assert alone == beside
    assert (47 * below + alone) * comb(46, 4) == FOLDS


def test_the_cheap_counts_made_anew() -> None:
    """In a long run all of them."""
    assert recount(MADE_ANEW) == {hands: folded(hands).counts for hands in range(2, MADE_ANEW + 1)}


@pytest.mark.parametrize("hands", EVERY)
def test_the_kept_counts_hang_together(hands: int) -> None:
    """A folded hand changes a little of what the others hold, and one hand more is no worse."""
    found = folded(hands)
    assert all(count > 0 for count in found.counts.values())
    others = cover_all(hands - 1).distribution if hands > 2 else None
    at_least = above = Fraction(0)
    for hand in CATEGORIES:
        at_least += Fraction(found.counts[hand.key], found.deals)
        above += others[hand.key] if others else 0
        assert not others or abs(at_least - above) < above / 10
        if hands > 2:
            fewer = folded(hands - 1)
            assert at_least > Fraction(sum(fewer.counts[each.key] for each in CATEGORIES if each >= hand), fewer.deals)


def test_hands_below_three_of_a_kind_are_the_deals_that_have_none() -> None:
    """One hand is any such hand, the others are dealt beside it: all deals of `cover_all` without a better one."""
    gone = Gone(Counter(), Counter())  # each four times: a pair is two orders of its cards, and two pairs are four
    for ranks in map(frozenset, combinations(range(13), 5)):
        if ranks not in STRAIGHTS:
            gone.together[_word((rank, OTHER) for rank in ranks)] += 4
            gone.apart[_word((rank, APART) for rank in ranks)] -= 4
    for ranks in map(frozenset, combinations(range(13), 4)):
        for pair in ranks:
            gone.together[_word((rank, OTHER) for rank in (*ranks, pair))] += 2
    for ranks in map(frozenset, combinations(range(13), 3)):
        for single in ranks:
            gone.together[_word((rank, OTHER) for rank in (*ranks, *(ranks - {single})))] += 1
    found = marks_beside(Category.THREE_OF_A_KIND, MADE_ANEW - 1, gone)
    for hands in range(2, MADE_ANEW + 1):
        assert without(found, hands - 1, 47) == 4 * cover_all(hands).counts["none"]


def test_kept_as_written() -> None:
    kept = {hands: folded(hands).counts for hands in EVERY}
    assert (files("upcard.exact") / "data" / "cover_all_folded.json").read_text(encoding="utf-8") == written(kept)


@pytest.mark.parametrize("hands", [1, 10])
def test_no_count_is_kept(hands: int) -> None:
    with pytest.raises(ValueError, match="among 2 to 9 hands"):
        folded(hands)


# ---- in another way: the dealer alone, by ranks ----------------------------------------------------------------------


def _dealer(ranks: frozenset[int], up: int, held: frozenset[int]) -> dict[Category, int]:
    """The dealer's hands beside an up-card, where those ranks, and of them those in its suit, are the player's."""
    left = [4 - (rank in ranks) - (rank == up) for rank in range(13)]
    others = [rank for rank in range(13) if rank != up]
    suited = [rank for rank in others if rank not in held]
    twos, threes = (sum(comb(left[rank], many) for rank in others) for many in (2, 3))
    all_others = sum(left[rank] for rank in others)
    singles = (all_others**2 - sum(left[rank] ** 2 for rank in others)) // 2
    flushes = [run - {up} <= set(suited) for run in STRAIGHTS if up in run]
    royal = int(up in STRAIGHTS[-1] and STRAIGHTS[-1] - {up} <= set(suited))
    straights = sum(prod(left[rank] for rank in run - {up}) for run in STRAIGHTS if up in run)
    return {
        Category.ROYAL_FLUSH: royal,
        Category.STRAIGHT_FLUSH: sum(flushes) - royal,
        Category.FOUR_OF_A_KIND: comb(left[up], 3) * all_others + sum(comb(left[rank], 4) for rank in others),
        Category.FULL_HOUSE: comb(left[up], 2) * twos + left[up] * threes,
        Category.FLUSH: comb(len(suited), 4) - sum(flushes),
        Category.STRAIGHT: straights - sum(flushes),
        Category.THREE_OF_A_KIND: comb(left[up], 2) * singles
        + sum(comb(left[rank], 3) * (all_others - left[rank]) for rank in others),
    }


@pytest.mark.parametrize(("hand", "up"), [("As Kd 9h 6c 3s", "6d"), ("Qs Js 8s 7s 2h", "9s"), ("Ah 5h 4c 3h 8d", "Kh")])
def test_the_dealers_hands_beside_a_folded_one(hand: str, up: str) -> None:
    """All 163,185 holdings dealt out, against the sums by ranks."""
    own, shown = parse_cards(hand), parse_card(up)
    left = [card for card in DECK if card not in (*own, shown)]
    counts = Counter(category(rank_five((shown, *four))) for four in combinations(left, 4))
    held = frozenset(rank_of(card) for card in own if suit_of(card) == suit_of(shown))
    summed = _dealer(frozenset(map(rank_of, own)), rank_of(shown), held)
    assert summed == {hand: counts[hand] for hand in summed}
    assert min(summed) is Category.THREE_OF_A_KIND


@pytest.mark.skipif(not LONG, reason="it adds up for a minute: UPCARD_LONG=1")
def test_the_dealer_alone_beside_every_hand_that_is_folded() -> None:
    ace_kings = _ace_kings()
    totals = dict.fromkeys(CATEGORIES, 0)
    for ranks in map(frozenset, combinations(range(13), 5)):
        for up in range(13) if ranks not in STRAIGHTS else ():
            may = [rank for rank in ranks if rank != up]
            for held in (frozenset(some) for many in range(5) for some in combinations(may, many)):
                if {ACE, KING} <= ranks and (ranks, up, held) not in ace_kings:
                    continue
                weight = 4 * (3 ** (5 - len(held)) - 3 * (not held))  # no flush, in the up-card's suit or another
                for hand, count in _dealer(ranks, up, held).items():
                    totals[hand] += weight * count
    assert {hand.key: count for hand, count in totals.items()} == {
        hand: count for hand, count in folded(2).counts.items() if hand != "none"
    }


# ---- in another way: the dealer and one more, beside one hand --------------------------------------------------------

OWN, UP = "Ah Kh 9h 5h 3c", "8h"


@cache
def _beside_one() -> tuple[Ints, Ints, int]:
    """All hands of the 47 cards that one hand leaves, their categories, and where the up-card is among the cards."""
    left = np.array([card for card in range(52) if card not in parse_cards(OWN)])
    places = np.array(list(combinations(range(47), 5)))
    return places, categories(left[places]), int(np.flatnonzero(left == parse_card(UP))[0])


@pytest.mark.parametrize("lowest", [Category.THREE_OF_A_KIND, Category.STRAIGHT])
def test_the_dealer_and_another_beside_one_hand(lowest: Category) -> None:
    """Pairs of hands that share no card: all pairs, less those that share one, and so on by all shared sets."""
    places, kinds, up = _beside_one()
    other = places[kinds < lowest]
    dealer = other[(other == up).any(axis=1)]
    pairs = -len(dealer)  # the same five cards
    for shared in range(5):
        each = []
        for hands in (dealer, other):
            counts = np.zeros(47**shared, np.int64)
            for columns in combinations(range(5), shared):
                keys = sum(
                    (hands[:, column] * 47**at for at, column in enumerate(columns)), np.zeros(len(hands), np.int64)
                )
                counts += np.bincount(keys, minlength=len(counts))
            each.append(counts)
        pairs += (-1) ** shared * int((each[0] * each[1]).sum())
    # The club could be a diamond or a spade: three hands that are alike.
    own = [(rank_of(card), APART if suit_of(card) == suit_of(parse_card(UP)) else OTHER) for card in parse_cards(OWN)]
    alone, beside = _word(own), _word([*own, (rank_of(parse_card(UP)), APART)])
    dealt = [
        without(marks(lowest, 2, words={word: 1}, apart=True), 2, cards) for word, cards in ((alone, 47), (beside, 46))
    ]
    assert dealt[0] - dealt[1] == 3 * 2 * pairs


# ---- the price -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cover_all_after_fold")
@pytest.mark.parametrize("players", [1, 4, 7])
def test_simulated_rounds_come_to_it_too(players: int) -> None:
    """The simulation deals, folds and settles by its own code; 55 cents of a dollar come back at a full table."""
    table = stud_table(RULES, [{"ante": 1000, "cover_all": 500}] * players)
    found = simulated(table, 1_000_000)["cover_all"]
    cost = given_up(RULES, players + 1)
    assert found.exact == cost.forfeited
    assert abs(float(found.return_ - cost.forfeited)) < FAR * found.standard_error
    assert cost.stands == cover_all_wager(RULES, players + 1).return_ > cost.forfeited
    assert cost.forfeited == cost.stands - Fraction(FOLDS, DEALS) * cost.by_a_fold


@pytest.mark.rule("cover_all_after_fold")
@pytest.mark.parametrize(
    ("elected", "said"), [("forfeited", "a fold gives up the cover all wager"), ("stands", "stands")]
)
def test_the_house_check_says_which_reading_holds_and_what_it_costs(elected: str, said: str) -> None:
    elections = {"cover_all": True, "shuffler": {"cover_all_mode": True}, "cover_all_after_fold": elected}
    (one,) = (w for w in warnings(house([ma(**elections)])) if "cover_all_after_fold" in w.field)
    assert one.clause == "ma-10(b)"
    assert said in one.message
    assert "93.55%" in one.message
    assert "54.69%" in one.message
    assert "estimated" not in one.message
