"""The counts behind Caribbean stud: three ways of counting, and small decks dealt out in plain Python.

The plain deal of every ace-king class on the full deck takes a minute or so and is made when UPCARD_SLOW is set.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import cache
from importlib import import_module
from itertools import combinations, product
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from upcard.cards import RANKS, Card, Category, category, rank_five
from upcard.exact import caribbean_stud as stud

Counts = tuple[int, int, int, int]
Key = tuple[int, int, int, int]
"""Five ranks of four bits, the up-card's rank, the ranks held in its suit, the category."""
Face = Callable[[tuple[Card, ...], Card, tuple[Card, ...]], Counts]

FULL = (4, RANKS)
MOST = 1000


def present(ranks: str) -> int:
    return sum(1 << RANKS.index(rank) for rank in ranks)


def cards_of(suits: int, ranks: str) -> tuple[Card, ...]:
    return tuple(
        Card(RANKS.index(rank) << 2 | suit) for rank in sorted(ranks, key=RANKS.index) for suit in range(suits)
    )


def key_of(player: tuple[Card, ...], up: Card) -> Key:
    hand = held = 0
    for card in sorted(player, reverse=True):
        hand = hand << 4 | card >> 2
        if card & 3 == up & 3:
            held |= 1 << (card >> 2)
    return hand, up >> 2, held, int(category(rank_five(player)))


def in_python(player: tuple[Card, ...], up: Card, deck: tuple[Card, ...]) -> Counts:
    return stud.holdings(player, up, deck)


def by_cards(player: tuple[Card, ...], up: Card, deck: tuple[Card, ...]) -> Counts:
    counts: Counts = import_module("tests.exact.stud_brute_force").holdings(player, up, deck)
    return counts


def classes(suits: int, ranks: str, face: Face, each: bool) -> dict[Key, tuple[int, Counts]]:
    """Every class with its weight and counts, the up-card in the first suit; each hand dealt, or one of a class."""
    deck = cards_of(suits, ranks)
    weights: Counter[Key] = Counter()
    found: dict[Key, Counts] = {}
    for player in combinations(deck, 5):
        for up in deck[::suits]:
            if up in player:
                continue
            key = key_of(player, up)
            weights[key] += suits
            if each or key not in found:
                counts = face(player, up, deck)
                assert found.setdefault(key, counts) == counts
    return {key: (weights[key], counts) for key, counts in found.items()}


def sorted_out(dealt: dict[Key, tuple[int, Counts]], least: int) -> tuple[dict[Key, tuple[int, Counts]], object]:
    """What the fast kernel should make of those classes: the rows it keeps, and its two tables."""
    kept = {}
    tables = np.zeros((2, len(Category), 4), np.int64)
    for key, (weight, counts) in dealt.items():
        no_hand, wins, push, dealer = counts
        kind = Category(key[3])
        bet = 2 * no_hand + (2 + 2 * least) * wins + push > 2 * dealer
        if (kind is Category.HIGH_CARD and key[0] >> 12 == 0xCB) or not (bet or wins == 0):
            kept[key] = (weight, counts)
        else:
            tables[0 if bet else 1, kind] += np.array(counts) * weight
    return kept, tables.tolist()


def by_ranks(counted: stud.Counts) -> dict[Key, tuple[int, Counts]]:
    columns = (counted.hand, counted.up, counted.held, counted.category, counted.weight, *counted.found)
    return {
        (hand, up, held, kind): (weight, (no_hand, wins, push, dealer))
        for hand, up, held, kind, weight, no_hand, wins, push, dealer in zip(
            *(column.tolist() for column in columns), strict=True
        )
    }


def agree(suits: int, ranks: str, dealt: dict[Key, tuple[int, Counts]]) -> None:
    """Both kernels make the same of a deck as those classes."""
    for least in (0, 1, 3):
        counted = stud.count(suits, present(ranks), least)
        kept, tables = sorted_out(dealt, least)
        assert by_ranks(counted) == kept
        assert [counted.bets.tolist(), counted.folds.tolist()] == tables
    patterns = import_module("tests.exact.stud_check")
    totals, odds = patterns.count(suits, present(ranks), 5)
    cells: defaultdict[tuple[tuple[int, ...], int, int], NDArray[np.int64]] = defaultdict(lambda: np.zeros(4, np.int64))
    by_odds = np.zeros((len(Category), 7, 4), np.int64)
    for (hand, up, _, kind), (weight, counts) in dealt.items():
        flush = kind in (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)
        ascending = tuple(hand >> shift & 15 for shift in range(0, 20, 4))
        cells[ascending, int(flush), up] += np.array(counts) * weight
        no_hand, wins, push, dealer = counts
        for x in range(6):
            if 2 * no_hand + (2 + 2 * x) * wins + push > 2 * dealer:
                by_odds[kind, x] += np.array(counts) * weight
        by_odds[kind, 6] += np.array(counts) * weight
    assert odds.tolist() == by_odds.tolist()
    index = {ascending: place for place, ascending in enumerate(patterns.HANDS)}
    expected = np.zeros_like(totals)
    for (ascending, suited, up), sums in cells.items():
        expected[index[ascending], suited, up] = sums
    assert np.array_equal(totals, expected)


@pytest.mark.parametrize(
    ("suits", "ranks"),
    [(1, RANKS), (2, "AKQJT93"), (2, "AK65432"), (3, "A5432"), (3, "AKQ7"), (4, "AK2")],
)
def test_small_decks_dealt_out_in_python(suits: int, ranks: str) -> None:
    agree(suits, ranks, classes(suits, ranks, in_python, each=True))


@pytest.mark.parametrize(("suits", "ranks"), [(4, "AKQJT"), (4, "AK9832"), (3, "AKQ8765"), (2, "AKT98765")])
def test_larger_decks_dealt_out_card_by_card(suits: int, ranks: str) -> None:
    agree(suits, ranks, classes(suits, ranks, by_cards, each=False))


# ---- the full deck -----------------------------------------------------------------------------------------


@cache
def listed() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The second method on the full deck."""
    suits, ranks = FULL
    totals, odds = import_module("tests.exact.stud_check").count(suits, present(ranks), MOST)
    return totals, odds


def priced(pays: tuple[int, ...]) -> tuple[int, dict[str, int]]:
    """Net and outcomes of the best play, from the second method's table."""
    _, odds = listed()
    by_category = (pays[8], *reversed(pays))
    bets = [odds[kind, x].tolist() for kind, x in enumerate(by_category)]
    fold = int(odds[:, -1].sum()) - sum(map(sum, bets))
    wins = [bet[1] for bet in bets]
    net = sum(bet[0] + (1 + 2 * x) * bet[1] - 3 * bet[3] for bet, x in zip(bets, by_category, strict=True)) - fold
    outcomes = dict(zip(stud.LINES, (*wins[:1:-1], wins[0] + wins[1]), strict=True))
    no_hand, _, push, dealer = (sum(column) for column in zip(*bets, strict=True))
    return net, {**outcomes, "no_hand": no_hand, "push": push, "fold": fold, "dealer_wins": dealer}


def test_both_methods_count_every_deal() -> None:
    totals, odds = listed()
    assert totals.sum() == odds[:, -1].sum() == stud.DEALS
    for least in (0, 1):
        assert stud.counted(least).deals == stud.DEALS


def test_both_methods_agree_on_a_thousand_schedules() -> None:
    random = Random("schedules")
    for number in range(1000):
        most = random.choice((2, 5, 20, MOST))
        pays = tuple(random.randint(0, most) for _ in range(9)) if number else stud.PAYS
        solution = stud.solve(pays)
        assert (solution.net, solution.outcomes) == priced(pays), pays


def test_both_methods_agree_at_every_odds_of_every_line() -> None:
    _, odds = listed()
    counts = stud.counted(0)
    for x in range(0, MOST + 1, 1 if os.environ.get("UPCARD_SLOW") else 7):
        bets = counts.bets + counts.betting(counts.margin((x,) * 9) > 0)
        assert np.array_equal(bets, odds[:, x])


def bets(strategy: str, ranks: tuple[int, ...], up: int) -> bool:
    """Whether a strategy bets an ace-king hand of those ranks, the highest first."""
    match strategy:
        case "rules-of-thumb":
            queen, jack, king = RANKS.index("Q"), RANKS.index("J"), RANKS.index("K")
            if up in ranks:
                return up <= queen or queen in ranks or jack in ranks
            return (up >= king and (queen in ranks or jack in ranks)) or (queen in ranks and up < ranks[3])
        case "AKJ83":
            return ranks >= tuple(map(RANKS.index, "AKJ83"))
        case "matching-rank":
            return up in ranks
        case "AK":
            return True
        case _:
            return False


@pytest.mark.parametrize("strategy", ["rules-of-thumb", "AKJ83", "matching-rank", "pair", "AK", "always-raise"])
def test_both_methods_agree_on_every_strategy(strategy: str) -> None:
    totals, _ = listed()
    chosen = np.ones(totals.shape[:3], np.bool_)
    ace_kings = 0
    for number, ascending in enumerate(import_module("tests.exact.stud_check").HANDS):
        ranks = ascending[::-1]
        straight = ranks[0] - ranks[4] == 4 or ranks == (12, 3, 2, 1, 0)
        if strategy != "always-raise" and len(set(ranks)) == 5 and not straight:
            ace_king = ranks[:2] == (12, 11)
            ace_kings += ace_king
            chosen[number, 0] = [ace_king and bets(strategy, ranks, up) for up in range(13)]
    assert ace_kings in (0, 164)
    no_hand, wins, push, dealer = totals[chosen].sum(axis=0).tolist()
    outcomes = stud.solve(strategy=strategy).outcomes
    assert outcomes["fold"] == stud.DEALS - no_hand - wins - push - dealer
    assert (outcomes["no_hand"], outcomes["push"], outcomes["dealer_wins"]) == (no_hand, push, dealer)
    assert sum(outcomes[line] for line in stud.LINES) == wins


def test_a_sample_of_hands_dealt_out_card_by_card() -> None:
    """Some ranks against some up-cards, in every suit, against both methods."""
    totals, _ = listed()
    index = {ascending: place for place, ascending in enumerate(import_module("tests.exact.stud_check").HANDS)}
    rows = by_ranks(stud.counted(1))
    random = Random("hands")
    deck = cards_of(*FULL)
    for number in range(40):
        ranks = tuple(sorted(card >> 2 for card in random.sample(deck, 5)))
        if number % 2:
            ranks = (*sorted(random.sample(range(11), 3)), 11, 12)
        up = Card(random.randrange(13) << 2)
        weights: Counter[Key] = Counter()
        found: dict[Key, Counts] = {}
        for suits in product(range(4), repeat=5):
            player = tuple(Card(rank << 2 | suit) for rank, suit in zip(ranks, suits, strict=True))
            if list(player) == sorted(set(player)) and up not in player:
                key = key_of(player, up)
                weights[key] += 4
                if key not in found:
                    found[key] = by_cards(player, up, deck)
        cell = np.zeros((2, 4), np.int64)
        for key, counts in found.items():
            flush = key[3] in (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)
            cell[int(flush)] += np.array(counts) * weights[key]
            if key[0] >> 12 == 0xCB and key[3] == Category.HIGH_CARD:
                assert rows[key] == (weights[key], counts)
        assert np.array_equal(totals[index[ranks], :, up >> 2], cell)


@pytest.mark.skipif(not os.environ.get("UPCARD_SLOW"), reason="takes a minute: set UPCARD_SLOW")
def test_every_ace_king_class_dealt_out_card_by_card() -> None:
    deck = cards_of(*FULL)
    for (hand, up, held, _), (_, counts) in by_ranks(stud.counted(1)).items():
        ranks = [hand >> shift & 15 for shift in range(0, 20, 4)]
        # The up-card is a club; what is not held in clubs is in diamonds, or in hearts to break a flush.
        player = [Card(rank << 2 | (0 if held >> rank & 1 else 1)) for rank in ranks]
        if held == 0:
            player[0] = Card(player[0] + 1)
        assert by_cards(tuple(player), Card(up << 2), deck) == counts
