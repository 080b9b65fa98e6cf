"""What a fold gives up of a cover all wager: counted for a lone player, estimated with others, each in two ways."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from tests.rules.houses import house, ma
from tests.simulate.test_figures import found as simulated
from upcard.cards import DECK, Category, category, parse_card, parse_cards, rank_five, rank_of, suit_of
from upcard.exact.caribbean_stud import solve
from upcard.exact.cover_all import cover_all_wager
from upcard.exact.cover_all_folded import DEALS, FOLDS, _dealer, estimate, folded, given_up
from upcard.exact.warnings import warnings
from upcard.rules import caribbean_stud
from upcard.simulate.table import stud_table

RULES = caribbean_stud("ma", {"cover_all": True})
FAR = 5


def test_as_many_deals_are_folded_as_the_best_play_folds() -> None:
    best = solve()
    assert (best.outcomes["fold"], best.deals) == (FOLDS, DEALS)
    assert (folded(2).deals, folded(2).exact) == (FOLDS, True)
    assert not any(folded(hands).exact for hands in range(3, 10))


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


@pytest.mark.parametrize("hands", [2, 5, 8])
def test_random_deals_come_to_what_is_kept(hands: int) -> None:
    sample, kept = estimate(hands, 200_000, seed=7), folded(hands)
    for hand, count in sample.counts.items():
        chance = kept.counts[hand] / kept.deals
        assert abs(count - 200_000 * chance) < FAR * (200_000 * chance * (1 - chance)) ** 0.5 + 1


@pytest.mark.rule("cover_all_after_fold")
@pytest.mark.parametrize("players", [1, 7])
def test_simulated_rounds_come_to_it_too(players: int) -> None:
    """The simulation deals, folds and settles by its own code; 55 cents of a dollar come back at a full table."""
    table = stud_table(RULES, [{"ante": 1000, "cover_all": 500}] * players)
    found = simulated(table, 1_000_000)["cover_all"]
    cost = given_up(RULES, players + 1)
    assert abs(float(found.return_ - cost.forfeited)) < FAR * (found.standard_error + float(cost.error))
    assert abs(float(cost.forfeited) - {1: 0.6954, 7: 0.547}[players]) < 0.001
    assert cost.stands == cover_all_wager(RULES, players + 1).return_ > cost.forfeited
    assert cost.forfeited == cost.stands - Fraction(FOLDS, DEALS) * cost.by_a_fold
    assert float(cost.error) < 0.0005


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
    assert "54.7% (estimated)" in one.message
