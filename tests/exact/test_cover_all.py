"""The best of several hands: against every deal of small decks, against dealt hands, and priced."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import combinations, permutations, product
from math import comb, isqrt, perm, prod

import numpy as np
import pytest
from numpy.typing import NDArray

from upcard.cards import Card, Category, category, rank_five
from upcard.exact import cover_all as room
from upcard.exact.cover_all import CATEGORIES, MODULI, Word, cover_all, cover_all_wager, deals, marks, recount, without
from upcard.exact.progressive import _beside
from upcard.exact.side_wagers import all_hands
from upcard.rules.caribbean_stud import caribbean_stud

Ints = NDArray[np.int64]

# ---------------------------------------------------------------------------- every deal of a small deck


def small_category(hand: tuple[tuple[int, int], ...], ranks: int) -> Category:
    """The category on a deck of fewer ranks, whose ace (rank 0) lies above the next and below the last."""
    held = sorted(([rank for rank, _ in hand].count(rank) for rank in {rank for rank, _ in hand}), reverse=True)
    in_hand = {rank for rank, _ in hand}
    runs = [{*range(high, high + 5)} for high in range(ranks - 4)]
    wheel = {0, *range(ranks - 4, ranks)}
    straight, flush = in_hand in [*runs, wheel], len({suit for _, suit in hand}) == 1
    if straight and flush:
        return Category.ROYAL_FLUSH if in_hand == runs[0] else Category.STRAIGHT_FLUSH
    if held in ([4, 1], [3, 2]):
        return Category.FOUR_OF_A_KIND if held[0] == 4 else Category.FULL_HOUSE
    if flush:
        return Category.FLUSH
    if straight:
        return Category.STRAIGHT
    return Category.THREE_OF_A_KIND if held[0] == 3 else Category.HIGH_CARD


@cache
def small_hands(ranks: int, suits: int) -> tuple[tuple[int, Category], ...]:
    deck = [(rank, suit) for rank in range(ranks) for suit in range(suits)]
    return tuple(
        (sum(1 << card for card in five), small_category(tuple(deck[card] for card in five), ranks))
        for five in combinations(range(len(deck)), 5)
    )


def dealt_below(lowest: Category, hands: int, ranks: int, suits: int, gone: Iterable[tuple[int, int]] = ()) -> int:
    """Ways to deal that many hands, none of the category or better, without the cards that are gone.

    Over all sets of cards: how many hands lie within a set, and so in how many ways all of them do. So many hands fill
    a set of five times so many cards only if they are disjoint; those that fill a set come from those within its
    subsets by inclusion and exclusion, and each set of a size is a subset of equally many. Sums may wrap round 2^64.
    """
    cards = ranks * suits
    within = np.zeros(1 << cards, np.int64)
    away = sum(1 << (rank * suits + suit) for rank, suit in gone)
    within[[mask for mask, hand in small_hands(ranks, suits) if hand < lowest and not mask & away]] = 1
    for card in range(cards):
        halves = within.reshape(-1, 2, 1 << card)
        halves[:, 1] += halves[:, 0]
    full = 5 * hands
    signed = [
        (-1) ** (full - size) * comb(cards - size, full - size) if size <= full else 0 for size in range(cards + 1)
    ]
    sizes = np.bitwise_count(np.arange(1 << cards))
    return int((within**hands * np.array(signed, np.int64)[sizes]).sum())


@pytest.mark.parametrize("lowest", CATEGORIES)
@pytest.mark.parametrize(("ranks", "suits", "hands"), [(6, 3, 2), (6, 3, 3), (7, 2, 2), (8, 2, 3), (9, 2, 3)])
def test_every_deal_of_a_small_deck(lowest: Category, ranks: int, suits: int, hands: int) -> None:
    found = marks(lowest, hands, ranks=ranks, suits=suits)
    assert without(found, hands, ranks * suits) == dealt_below(lowest, hands, ranks, suits)


@pytest.mark.parametrize("lowest", [Category.STRAIGHT, Category.THREE_OF_A_KIND])
def test_every_deal_of_four_hands_from_four_suits(lowest: Category) -> None:
    found = marks(lowest, 4, ranks=6)
    assert without(found, 4, 24) == dealt_below(lowest, 4, 6, 4)


def meant(word: Word, suits: int, *, apart: bool) -> Iterator[list[tuple[int, int]]]:
    """The cards that a word can mean, as ranks and suits; the suit that is told apart is the first."""
    by_rank = [
        [
            [(rank, suit) for suit in (*range(letter & 1), *others)]
            for others in permutations(range(apart, suits), letter >> 1)
        ]
        for rank, letter in enumerate(word)
    ]
    for chosen in product(*by_rank):
        yield [card for cards in chosen for card in cards]


@pytest.mark.parametrize("lowest", CATEGORIES)
@pytest.mark.parametrize(
    ("ranks", "suits", "apart", "words"),
    [
        (6, 3, False, {(2, 0, 0, 2, 0, 0): 1, (0, 4, 0, 0, 0, 0): -2, (0, 0, 0, 0, 2, 2): 3}),
        (6, 3, True, {(1, 0, 0, 2, 0, 0): 1, (0, 3, 0, 0, 0, 0): -2, (0, 0, 1, 0, 1, 0): 3, (0, 0, 0, 0, 2, 2): 1}),
        (8, 2, False, {(4, 0, 0, 0, 2, 0, 0, 0): 5, (0, 0, 2, 2, 2, 0, 0, 0): -1}),
        (8, 2, True, {(1, 2, 0, 0, 0, 0, 0, 1): 1, (0, 0, 0, 3, 0, 1, 0, 0): 2, (0, 1, 0, 1, 0, 1, 0, 0): -1}),
    ],
)
def test_every_deal_of_a_small_deck_without_some_cards(
    lowest: Category, ranks: int, suits: int, apart: bool, words: dict[Word, int]
) -> None:
    (gone,) = {sum((letter & 1) + (letter >> 1) for letter in word) for word in words}
    found = marks(lowest, 2, ranks=ranks, suits=suits, words=words, apart=apart)
    dealt = sum(
        times * dealt_below(lowest, 2, ranks, suits, cards)
        for word, times in words.items()
        for cards in meant(word, suits, apart=apart)
    )
    assert without(found, 2, ranks * suits - gone) == dealt % prod(MODULI)


# ---------------------------------------------------------------------------------------- the whole deck


def test_one_hand_is_any_hand() -> None:
    above = 0
    for lowest in CATEGORIES:
        above += all_hands().of(lowest)
        assert without(marks(lowest, 1), 1) == comb(52, 5) - above


def test_two_hands_with_a_straight_flush() -> None:
    """Two hands at least one of which is a straight flush or better, from the hands that each leaves."""
    forty = 40 * comb(47, 5)
    both = sum(_beside()[a][b] for a in _beside() for b in _beside())
    counts = cover_all(2).counts
    assert counts["royal_flush"] + counts["straight_flush"] == 2 * forty - both


def test_the_cheap_counts_made_anew() -> None:
    anew = recount(3)
    assert anew == {hands: cover_all(hands).counts for hands in (2, 3)}


def test_marks_do_not_depend_on_how_many_are_wanted() -> None:
    """Those of five hands hold those of four."""
    four, five = (marks(Category.STRAIGHT, most) for most in (4, 5))
    assert {sizes: count for sizes, count in five.items() if sum(sizes) <= 4} == four
    assert without(five, 4) == without(four, 4)


@pytest.mark.parametrize("hands", range(2, 10))
def test_the_kept_counts_hang_together(hands: int) -> None:
    found = cover_all(hands)
    assert sum(found.counts.values()) == found.deals == deals(hands)
    assert list(found.counts) == [*(hand.key for hand in CATEGORIES), "none"]
    assert all(count > 0 for count in found.counts.values())
    assert sum(found.distribution.values()) == 1
    # Some hand of so many is as good as wanted at most so many times as often as one hand is.
    single = Fraction(all_hands().of(Category.ROYAL_FLUSH), all_hands().deals)
    assert found.distribution["royal_flush"] < hands * single
    some = range(1, min(hands, 4) + 1)
    royals = [(-1) ** (k + 1) * comb(4, k) * perm(hands, k) * deals(hands - k, 52 - 5 * k) for k in some]
    assert found.counts["royal_flush"] == sum(royals)


@pytest.mark.parametrize("hands", range(2, 9))
def test_one_hand_more_is_no_worse(hands: int) -> None:
    fewer, more = cover_all(hands).distribution, cover_all(hands + 1).distribution
    assert more["none"] < fewer["none"]
    keys = [hand.key for hand in CATEGORIES]
    for at in range(1, len(keys) + 1):
        assert sum(more[key] for key in keys[:at]) > sum(fewer[key] for key in keys[:at])


@pytest.mark.parametrize("hands", [1, 10])
def test_no_count_is_kept(hands: int) -> None:
    with pytest.raises(ValueError, match="among 2 to 9 hands"):
        cover_all(hands)


# ------------------------------------------------------------------------------------------ dealt by chance

DEALT = 120_000


def categories(hands: Ints) -> Ints:
    """The category of each hand of five cards, along the last axis."""
    ranks, suits = np.sort(hands >> 2, axis=-1), hands & 3
    same = ranks[..., 1:] == ranks[..., :-1]
    alike = same.sum(axis=-1)
    three = (same[..., 1:] & same[..., :-1]).any(axis=-1)
    four = (ranks[..., 3] == ranks[..., 0]) | (ranks[..., 4] == ranks[..., 1])
    wheel = (ranks == np.array([0, 1, 2, 3, 12])).all(axis=-1)
    straight = (alike == 0) & ((ranks[..., 4] - ranks[..., 0] == 4) | wheel)
    flush = (suits == suits[..., :1]).all(axis=-1)
    royal = straight & flush & (ranks[..., 0] == 8)
    chosen = [royal, straight & flush, four, (alike == 3) & three, flush, straight, three, alike == 2, alike == 1]
    return np.select(chosen, [9, 8, 7, 6, 5, 4, 3, 2, 1], 0)


@cache
def best_of_dealt() -> Ints:
    """The best of the first hand, of the first two and so on, of many deals of nine."""
    decks = np.tile(np.arange(52), (DEALT, 1))
    dealt = np.random.default_rng(2_598_960).permuted(decks, axis=1)[:, :45].reshape(DEALT, 9, 5)
    return np.maximum.accumulate(categories(dealt), axis=1)


def test_dealt_hands_are_ranked_as_the_cards_rank_them() -> None:
    decks = np.random.default_rng(1).permuted(np.tile(np.arange(52), (2000, 1)), axis=1)[:, :5]
    suited = np.array([[4 * rank for rank in five] for five in combinations(range(13), 5)])
    for hands in (decks, suited):
        expected = [category(rank_five([Card(int(card)) for card in hand])) for hand in hands]
        assert categories(hands).tolist() == expected


@pytest.mark.parametrize("hands", range(2, 10))
def test_dealt_hands_come_within_four_standard_errors(hands: int) -> None:
    best = best_of_dealt()[:, hands - 1]
    found = cover_all(hands).distribution
    for hand in CATEGORIES:
        expected = found[hand.key]
        four_errors = 4 * isqrt(int(DEALT * expected * (1 - expected) * 10**6)) / 10**3
        assert abs(int((best == hand).sum()) - DEALT * expected) <= max(four_errors, 4)
    lower = int((best < Category.THREE_OF_A_KIND).sum())
    assert abs(lower - DEALT * found["none"]) <= 4 * isqrt(int(DEALT * found["none"] * (1 - found["none"])))


# ------------------------------------------------------------------------------------------------ the price


@pytest.mark.rule("cover_all_columns", "cover_all_eight")
@pytest.mark.parametrize("column", range(2, 9))
def test_every_column_is_priced_by_its_hands(column: int) -> None:
    rules = caribbean_stud("ma", {"cover_all": True})
    assert rules.cover_all is not None
    found = cover_all_wager(rules, column)
    lines, counts = rules.cover_all[column], cover_all(column).counts
    back = sum(counts[hand.key] * (odds.odds + 1) for hand, odds in lines.items())
    assert found.return_ == Fraction(back, deals(column))
    assert found.hit_frequency == 1 - cover_all(column).distribution["none"]
    assert 0 < found.house_edge < 1


@pytest.mark.rule("cover_all_counts")
def test_columns_that_count_players_have_a_hand_more() -> None:
    by_hands = caribbean_stud("ma", {"cover_all": True})
    by_players = caribbean_stud("ma", {"cover_all": True, "cover_all_counts": "players"})
    assert [room.hands_in(rules, 8) for rules in (by_hands, by_players)] == [8, 9]
    for column in range(2, 9):
        assert cover_all_wager(by_players, column).hit_frequency == 1 - cover_all(column + 1).distribution["none"]
        assert cover_all_wager(by_players, column).house_edge < cover_all_wager(by_hands, column).house_edge


def test_no_such_column() -> None:
    with pytest.raises(ValueError, match="in a column for 9"):
        cover_all_wager(caribbean_stud("ma", {"cover_all": True}), 9)
    with pytest.raises(ValueError, match="no cover all wager is offered"):
        cover_all_wager(caribbean_stud("ma"), 8)


def test_kept_as_written() -> None:
    kept = {hands: cover_all(hands).counts for hands in range(2, 10)}
    assert (files("upcard.exact") / "data" / "cover_all.json").read_text(encoding="utf-8") == room.written(kept)
