"""Seeing more of the dealer's hand: small decks dealt out card by card, the full deck counted otherwise too."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest

from upcard.cards import DECK, RANKS, Card, ace_king_or_better, category, rank_five
from upcard.compiled import load
from upcard.exact import caribbean_stud as stud
from upcard.exact import exposure
from upcard.exact.exposure import hands, part

NEVER = stud.MOST_ODDS + 1
Table = dict[tuple[int, int], list[int]]
"""By the category of the player's hand and the least odds at which it is bet: the deals of each outcome."""


def rank_bits(ranks: str) -> int:
    return sum(1 << RANKS.index(rank) for rank in ranks)


@cache
def least_odds(no_hand: int, wins: int, push: int, dealer: int) -> int:
    """The least odds at which a bet is worth more than the ante that a fold gives up, by trying them."""
    fold = -(no_hand + wins + push + dealer)
    for odds in range(dealer + 2):
        if no_hand + (1 + 2 * odds) * wins - 3 * dealer > fold:
            return odds
    return NEVER


def outcome(dealer: int, own: int) -> int:
    if not ace_king_or_better(dealer):
        return 0
    return 1 if dealer < own else 2 if dealer == own else 3


def added_up(views: dict[tuple[object, ...], list[int]], kinds: dict[tuple[object, ...], int], times: int = 1) -> Table:
    table: Table = defaultdict(lambda: [0, 0, 0, 0])
    for view, counts in views.items():
        row = table[kinds[view], least_odds(*counts)]
        for at, number in enumerate(counts):
            row[at] += times * number
    return dict(table)


def dealt_out(suits: int, ranks: str, known: int, sorted_ranks: str) -> Table:
    """Every deal of a small deck, each put to the view that its player has of it."""
    deck = [Card(RANKS.index(rank) << 2 | suit) for rank in ranks for suit in range(suits)]
    views: dict[tuple[object, ...], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    kinds: dict[tuple[object, ...], int] = {}
    for player in combinations(deck, 5):
        own = rank_five(player)
        for dealer in combinations([card for card in deck if card not in player], 5):
            at = outcome(rank_five(dealer), own)
            turned = sum(RANKS[card >> 2] in sorted_ranks for card in dealer)
            for seen in combinations(dealer, known):
                backs = turned - sum(RANKS[card >> 2] in sorted_ranks for card in seen)
                view = (player, seen, backs)
                views[view][at] += 1
                kinds[view] = category(own)
    return added_up(views, kinds)


def by_ranks(counts: exposure.Counts) -> Table:
    keys = zip(counts.category.tolist(), counts.least.tolist(), strict=True)
    return dict(zip(keys, counts.found.tolist(), strict=True))


SMALL = (
    *((2, "AKQJT9", known, "") for known in (1, 2, 3, 4, 5)),
    *((1, "AKQJT986543", known, "") for known in (1, 2, 4)),
    *((4, "AK2", known, "") for known in (1, 3, 4, 5)),
    (2, "AK5432", 3, ""),
    (3, "AKQ7", 2, ""),
    (2, "AKQJT9", 1, "AK"),
    (2, "AKQJT9", 2, "QT9"),
    (3, "AKQ7", 1, "A"),
    (1, "AKQJT987654", 1, "AK"),
)


@pytest.mark.parametrize(("suits", "ranks", "known", "sorted_ranks"), SMALL)
def test_small_decks_dealt_out_in_python(suits: int, ranks: str, known: int, sorted_ranks: str) -> None:
    counts = exposure.count(known, rank_bits(sorted_ranks), suits, rank_bits(ranks))
    dealt = dealt_out(suits, ranks, known, sorted_ranks)
    assert by_ranks(counts) == dealt
    assert counts.deals == sum(map(sum, dealt.values()))


# ---- the full deck -----------------------------------------------------------------------------------------


def suited_in_every_way(ranks: str) -> list[tuple[Card, ...]]:
    """Every hand of those ranks."""
    each = [combinations(range(4), ranks.count(rank)) for rank in dict.fromkeys(ranks)]
    return [
        tuple(
            Card(RANKS.index(rank) << 2 | suit)
            for rank, suits in zip(dict.fromkeys(ranks), way, strict=True)
            for suit in suits
        )
        for way in product(*each)
    ]


SAMPLES = (
    ("99998", "75", ""),
    ("AAAKK", "QJ9", ""),
    ("QQQQ2", "AKJ", "T9"),
    ("KKQQ3", "AQ54", ""),
    ("TT999", "8765", ""),
    ("AKQJT", "AKQJT", ""),
    ("65432", "5432A", ""),
    ("88883", "A", "AK"),
)


@pytest.mark.parametrize(("player", "known", "sorted_ranks"), SAMPLES)
def test_decisions_on_the_full_deck_card_by_card(player: str, known: str, sorted_ranks: str) -> None:
    """All hands of some ranks against all known cards of some ranks, the first of them a club: one suit of four."""
    ranks = tuple(sorted(map(RANKS.index, player)))
    seen = tuple(sorted(map(RANKS.index, known)))
    every, parts = hands(), part(len(known), rank_bits(sorted_ranks))
    one = every.ranks.tolist().index(list(ranks))
    other = parts.known.tolist().index(list(seen))
    known_arrays = (parts.known[other, None], parts.known_places[:, other, None], parts.known_sets[other, None])
    table = load("exact.kernels.exposure").count(
        4,
        rank_bits(RANKS),
        (every.ranks[one, None], every.places[:, one, None], every.values[one, None], every.plain, every.suited),
        (*known_arrays, *parts[3:7], parts.codes[other, None]),
    )
    found = {
        (kind, NEVER if least == table.shape[1] - 1 else least): table[kind, least].tolist()
        for kind, least in np.argwhere(table.any(axis=2)).tolist()
    }
    views: dict[tuple[object, ...], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    kinds: dict[tuple[object, ...], int] = {}
    for shown in suited_in_every_way(known):
        if shown[0] & 3:
            continue
        for hand in suited_in_every_way(player):
            if set(hand) & set(shown):
                continue
            own = rank_five(hand)
            rest = [card for card in DECK if card not in hand and card not in shown]
            for others in combinations(rest, 5 - len(known)):
                view = (hand, shown, sum(RANKS[card >> 2] in sorted_ranks for card in others))
                views[view][outcome(rank_five((*shown, *others)), own)] += 1
                kinds[view] = category(own)
    assert found == added_up(views, kinds, 4)


SCHEDULES = (stud.PAYS, (0,) * 9, (50, 40, 30, 10, 6, 5, 4, 3, 2), (9, 8, 7, 6, 5, 4, 3, 2, 40), (stud.MOST_ODDS,) * 9)


@pytest.mark.parametrize("pays", SCHEDULES)
def test_the_up_card_alone_is_the_ordinary_game(pays: tuple[int, ...]) -> None:
    assert exposure.known_cards(1, pays) == stud.solve(pays)


@pytest.mark.parametrize("pays", SCHEDULES)
def test_one_who_knows_the_whole_hand_loses_no_bet(pays: tuple[int, ...]) -> None:
    """Which is counted without any decision: whoever always bets, but for the hands that lose."""
    always = stud.solve(pays, "always-raise").outcomes
    known = exposure.known_cards(5, pays).outcomes
    assert {**known, "dealer_wins": known["fold"], "fold": 0} == {name: number // 5 for name, number in always.items()}


@cache
def edges() -> list[Fraction]:
    return [-exposure.known_cards(known).house_edge for known in range(1, 6)]


def test_the_edge_of_one_who_knows_more() -> None:
    """A million random deals or more for each, dealt out card by card, came to -0.59(2)%, 11.97(1)% and 35.24(1)%."""
    assert edges() == [
        Fraction(-1041372912372, 19933230517200),
        Fraction(-245591705472, 39866461034400),
        Fraction(4770697101036, 39866461034400),
        Fraction(7027489102688, 19933230517200),
        Fraction(2562679248804, 3986646103440),
    ]


def test_the_best_play_is_no_worse_than_any_published() -> None:
    """Those who play by a strategy that can be learned: -5.23%, -1.74%, 11.57%, 35.21% and 64.27%."""
    for edge, published in zip(edges(), (-523, -174, 1157, 3521, 6427), strict=True):
        assert Fraction(published, 10_000) < edge < Fraction(published + 120, 10_000)


def test_the_other_figures_of_a_solution() -> None:
    two = exposure.known_cards(2)
    assert sum(two.outcomes.values()) == two.deals
    assert two.average_wager == 3 - Fraction(2 * two.outcomes["fold"], two.deals)
    assert two.element_of_risk == two.house_edge / two.average_wager
    # Every hand that may win more than even money is bet, whatever one other card may be.
    once = stud.solve().outcomes
    assert all(two.outcomes[line] == 2 * once[line] for line in stud.LINES[:-1])


# ---- sorted ranks ------------------------------------------------------------------------------------------


def test_backs_that_tell_nothing_are_worth_nothing() -> None:
    assert exposure.edge_sorted("") == exposure.edge_sorted(RANKS) == stud.solve()


def test_it_does_not_matter_which_way_the_backs_are_turned() -> None:
    assert exposure.edge_sorted("AK") == exposure.edge_sorted("23456789TJQ") == exposure.edge_sorted("KA")


def test_the_edge_of_aces_and_kings_sorted() -> None:
    """Published for a strategy that can be learned: about 6.90%."""
    solution = exposure.edge_sorted("AK")
    assert (solution.net, solution.deals) == (1415303665828, stud.DEALS)


# ---- what cannot be ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("known", [0, 6])
def test_a_dealer_has_five_cards(known: int) -> None:
    with pytest.raises(ValueError, match=f"one to five can be known, not {known}"):
        exposure.known_cards(known)


def test_sorted_ranks_are_ranks_and_stand_once() -> None:
    with pytest.raises(ValueError, match="'1' is not a rank"):
        exposure.edge_sorted("A1")
    with pytest.raises(ValueError, match="the rank A stands twice"):
        exposure.edge_sorted("AKA")


def test_a_schedule_has_nine_lines() -> None:
    with pytest.raises(ValueError, match="a schedule has 9 lines"):
        exposure.known_cards(1, (1, 2, 3))


def test_hands_by_ranks_are_all_hands() -> None:
    """As many hands as the deck has, by the suits that each list of ranks can be dealt in."""
    every = hands()
    found: Counter[int] = Counter()
    for ranks, (value, flush) in zip(every.ranks.tolist(), every.values.tolist(), strict=True):
        ways = 1
        for rank in set(ranks):
            ways *= (1, 4, 6, 4, 1)[ranks.count(rank)]
        found[value] += ways - (4 if flush else 0)
        if flush:
            found[flush] += 4
    assert found == Counter(map(rank_five, combinations(DECK, 5)))
