"""Caribbean stud by other terms than the usual: two methods over every deal, and small decks dealt out in Python."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from importlib import import_module
from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.effort import effort
from tests.exact.test_caribbean_stud_counts import cards_of, present
from upcard.cards import RANKS, Card, Category, category, parse_card, parse_cards, rank_five
from upcard.cards.lowest_hand import high_cards, lowest_value, or_better
from upcard.exact import caribbean_stud as stud
from upcard.exact.stud_terms import LINES, Odds, Pays, Terms, beats_a_fold, by_category

ASKED = {
    "ace-queen to qualify": (Terms("ace-queen"), 177_834_107_616),
    "a bet of three antes": (Terms(multiple=3), 1_190_134_906_164),
    "2 to 1 on the ante without a hand": (Terms(no_hand_ante=2), 5_860_812_959_544),
    "the dealer always qualifies": (Terms("any hand"), 11_770_805_473_824),
    "a pair of fours to qualify": (Terms("pair of fours"), -1_376_578_045_692),
    "the bet is paid without a hand": (Terms(no_hand_bet=1), 14_175_704_133_180),
    "the dealer wins ties": (Terms(tie="dealer wins"), -1_042_337_054_664),
    "3 to 2 on the ante, 6 to 5 without a hand": (
        Terms("king-jack", ante=Fraction(3, 2), no_hand_ante=Fraction(6, 5), tie="player wins"), None,
    ),
}  # fmt: skip


def worth_of(value: int) -> int:
    """A hand's value as the second method writes it."""
    found = value >> 20
    for shift in (16, 12, 8, 4, 0):
        found = found * 13 + (value >> shift & 15)
    return found


@cache
def listed(terms: Terms, pays: Pays) -> NDArray[np.int64]:
    """The second method's bets of the best play on the full deck, by category and outcome."""
    prices = beats_a_fold(terms, pays)[:, :4].copy()
    _, _, best = import_module("tests.exact.stud_check").priced(4, present(RANKS), 0, worth_of(terms.lowest), prices)
    found: NDArray[np.int64] = best
    return found


def net_of(bets: NDArray[np.int64], terms: Terms, pays: Pays, deals: int) -> Fraction:
    """What the player wins over all deals: each end of a bet as the terms say it, and a fold the ante."""
    each = [terms.ends(odds) for odds in by_category(pays)]
    won = sum(int(times) * Fraction(end) for row, ends in zip(bets, each, strict=True)
              for times, end in zip(row, ends, strict=True))  # fmt: skip
    return Fraction(won - (deals - int(bets.sum())))


@pytest.mark.parametrize("named", ASKED)
def test_both_methods_agree_over_every_deal(named: str) -> None:
    terms, net = ASKED[named]
    solution = stud.solve(terms=terms)
    assert sum(solution.outcomes.values()) == solution.deals == stud.DEALS
    assert solution.net == net_of(listed(terms, stud.PAYS), terms, stud.PAYS, stud.DEALS)
    assert net is None or solution.net == net


def test_the_usual_terms_are_the_usual_game_by_either_count() -> None:
    counts = stud.counted_for(stud.PAYS, Terms())
    for strategy in stud.STRATEGIES:
        assert stud.price(counts, stud.PAYS, strategy) == stud.solve(strategy=strategy)


@pytest.mark.parametrize("strategy", [each for each in stud.STRATEGIES if each != "optimal"])
def test_no_other_strategy_does_better(strategy: str) -> None:
    for terms, _ in ASKED.values():
        other = stud.solve(strategy=strategy, terms=terms)
        assert sum(other.outcomes.values()) == stud.DEALS
        assert other.net <= stud.solve(terms=terms).net


# ---- small decks -------------------------------------------------------------------------------------------

HANDS = (
    "any hand", "seven", "nine-seven", "ten", "jack-ten-nine-eight", "queen", "king-six", "king", "ace", "ace-seven",
    "ace-queen", "ace-king", "ace-king-jack-eight-three", "pair of twos", "pair", "pair of fours", "pair of aces",
    "two pair", "three of a kind", "straight",
)  # fmt: skip
DECKS = ((1, RANKS), (2, "AKQJT93"), (2, "AK65432"), (3, "A5432"), (2, "765432A"), (3, "AKQ7"), (4, "AK2"))
ratios = st.builds(Fraction, st.integers(0, 12), st.integers(1, 4))
schedules = st.tuples(*[ratios] * 9)
random_terms = st.builds(
    Terms, st.sampled_from(HANDS), st.integers(1, 4), ratios, ratios, st.sampled_from((0, 1, Fraction(3, 2))),
    st.sampled_from(("push", "player wins", "dealer wins")),
)  # fmt: skip


@cache
def dealt(suits: int, ranks: str) -> tuple[tuple[tuple[Card, ...], Card, tuple[int, ...]], ...]:
    """Every hand of a deck, an up-card of the first suit, and the values that the dealer may have."""
    deck = cards_of(suits, ranks)
    return tuple(
        (player, up, tuple(rank_five((up, *four))
         for four in combinations([card for card in deck if card not in (*player, up)], 4)))
        for player in combinations(deck, 5) for up in deck[::suits] if up not in player
    )  # fmt: skip


@settings(max_examples=effort(8, 40), deadline=None)
@given(st.sampled_from(DECKS), random_terms, schedules)
def test_small_decks_dealt_out(deck: tuple[int, str], terms: Terms, pays: tuple[Fraction, ...]) -> None:
    suits, ranks = deck
    lowest = lowest_value(terms.qualifies_with)
    net: Odds = 0
    ends: Counter[str] = Counter()
    for player, _, dealers in dealt(suits, ranks):
        own = rank_five(player)
        kind = category(own)
        line = LINES[min(9 - kind, 8)]
        no_hand, won, _, lost = terms.ends(by_category(pays)[kind])
        bet: Counter[str] = Counter()
        for dealer in dealers:
            if dealer < lowest:
                bet["no_hand"] += 1
            elif own == dealer:
                bet[{"push": "push", "player wins": line, "dealer wins": "dealer_wins"}[terms.tie]] += 1
            else:
                bet[line if own > dealer else "dealer_wins"] += 1
        each = {"no_hand": no_hand, line: won, "push": 0, "dealer_wins": lost}
        worth = sum((times * Fraction(each[end]) for end, times in bet.items()), Fraction(0))
        if worth <= -len(dealers):
            bet, worth = Counter({"fold": len(dealers)}), Fraction(-len(dealers))
        net += suits * worth
        for end, times in bet.items():
            ends[end] += suits * times
    counts = stud.count(suits, present(ranks), pays, terms, pays)
    solution = stud.price(counts, pays)
    assert (solution.net, +Counter(solution.outcomes)) == (net, +ends)
    every = stud.count(suits, present(ranks), 0, terms)
    again = stud.price(every, pays)
    assert (again.net, again.outcomes) == (solution.net, solution.outcomes)


def test_what_is_bet_is_noted_by_the_ranks_held_in_the_suit_of_the_up_card() -> None:
    """The bits of a hand and an up-card are the decisions on its cards."""
    random = Random("bits")
    terms = Terms("ace-queen", no_hand_ante=2)
    counts = stud.counted_for(stud.PAYS, terms)
    place = {hand: at for at, hand in enumerate(counts.hands.tolist())}
    for _ in range(60):
        *player, up = random.sample(cards_of(4, RANKS), 6)
        ranks = sorted({card >> 2 for card in player})
        hand = 0
        for card in sorted(player, reverse=True):
            hand = hand << 4 | card >> 2
        held = sum(1 << ranks.index(card >> 2) for card in player if card & 3 == up & 3)
        if category(rank_five(player)) in (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH):
            held = 32 + (player[0] & 3 == up & 3)
        bet, fold = (int(bits) >> held & 1 for bits in counts.chosen[place[hand], up >> 2])
        best = stud.decision(player, up, terms=terms).best
        assert (bet, fold) == (best == "bet", best == "fold"), (player, up)


# ---- names -------------------------------------------------------------------------------------------------


def test_a_name_is_the_lowest_of_the_hands_that_it_names() -> None:
    spelled = "ace king queen jack ten nine eight seven six five four three two"
    names = dict(zip("AKQJT98765432", spelled.split(), strict=True))
    for cards, within in (("As Kd 4h 3c 2s", True), ("As Qd Jh Tc 9s", False), ("2s 2d 3h 4c 5s", True)):
        assert (rank_five(parse_cards(cards)) >= lowest_value("ace-king")) is within
    for value in high_cards():
        ranks = [RANKS[value >> shift & 15] for shift in (16, 12, 8, 4, 0)]
        for many in range(1, 6):
            least = lowest_value("-".join(names[rank] for rank in ranks[:many]))
            assert least <= value
            assert many < 5 or least == value


@pytest.mark.parametrize("name", ["five", "six", "six-five", "ace-five", "five-four-three", "king-king", "two-ace",
                                  "ace-king-queen-jack-ten", "ace-king-queen-jack-nine-eight"])  # fmt: skip
def test_a_name_that_no_hand_of_a_high_card_begins_with(name: str) -> None:
    with pytest.raises(ValueError, match="no hand of a high card begins with"):
        lowest_value(name)


def test_names_in_sentences() -> None:
    assert [or_better(name) for name in ("two pair", "pair", "straight", "three of a kind")] == [
        "two pair or better", "a pair or better", "a straight or better", "three of a kind or better",
    ]  # fmt: skip


def test_one_decision_follows_the_terms() -> None:
    hand, up = parse_cards("As Kd 4h 3c 2s"), parse_card("Qd")
    usual = stud.decision(hand, up)
    assert usual.best == "fold"
    richer = stud.decision(hand, up, terms=Terms(no_hand_ante=2))
    assert richer.bet == usual.bet + usual.share("no_hand")
