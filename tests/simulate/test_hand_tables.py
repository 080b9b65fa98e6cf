"""Hands as sums: the same order as the games rank hands by."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from tests.simulate.tables import lone, massachusetts, six
from upcard.cards import DECK, Card, ace_king_or_better, category, pair_rank, parse_cards, rank_five
from upcard.exact.bonus_six import KINDS
from upcard.exact.caribbean_stud import PAYS, decision
from upcard.simulate.caribbean_stud import base_threshold as threshold
from upcard.simulate.price_arrays import bets, decides, kind_of, least, tables


def test_every_hand_has_its_place_in_the_order() -> None:
    found = tables()
    source = Random("places")
    for _ in range(20_000):
        five = tuple(source.sample(DECK, 5))
        assert found.values[found.rank(five)] == rank_five(five)
    assert all(low < high for low, high in pairwise(found.values))


@pytest.mark.parametrize(
    "hand", ["As Ks Qs Js Ts", "5h 4h 3h 2h Ah", "9c 9d 9h 9s 2c", "Kc Kd Kh 2s 2c", "2c 4c 6c 8c Tc", "Ac 2d 3h 4s 5c"]
)
def test_rare_hands_have_their_place_too(hand: str) -> None:
    cards = parse_cards(hand)
    assert tables().values[tables().rank(cards)] == rank_five(cards)


def test_kinds_and_thresholds_are_those_of_the_values() -> None:
    found = tables()
    for place, value in enumerate(found.values):
        hand, rank = KINDS[found.kinds[place]]
        assert hand is category(value)
        assert hand.key != "pair" or rank == pair_rank(value)
        assert (place >= found.ace_king) == ace_king_or_better(value)
        assert (place >= found.pair) == (category(value) > 0)
        assert kind_of(value) == found.kinds[place]


def test_a_strategy_bets_what_the_exact_mathematics_bets() -> None:
    # The best play of these was worked out by dealing every card of the dealer.
    seen = set()
    for hand, up in (
        ("As Kd Qh Jc 3s", "2d"), ("As Kd 4h 3c 2s", "Qd"), ("As Kd Qh 7c 6s", "4s"), ("As Ks 9s 8s 7d", "Th"),
        ("As Kd 9h 5c 3s", "9d"), ("As Kd Jh 4c 2s", "Ad"),
    ):  # fmt: skip
        cards, (card,) = parse_cards(hand), parse_cards(up)
        best = decision(cards, card).best
        seen.add(best)
        assert decides("optimal", PAYS, cards, card) == (best == "bet"), (hand, up)
    assert seen == {"bet", "fold"}


def test_where_suits_decide_the_right_suits_decide() -> None:
    """One hand whose play turns with the suit of one card, whichever card that is: every card of the dealer's dealt."""
    found = tables()
    table = bets("optimal", PAYS)
    wrong: list[tuple[list[Card], int]] = []
    turned: set[tuple[int, str]] = set()
    for place, up in zip(*(table.min(axis=2) != table.max(axis=2)).nonzero(), strict=True):
        value = found.values[found.ace_king + place]
        ranks = [value >> shift & 15 for shift in (16, 12, 8, 4, 0)]
        held = [mask for mask in range(1, 31) if mask.bit_count() == 1 and ranks[mask.bit_length() - 1] != up]
        plays = {int(table[place, up, mask]) for mask in held}
        if len(plays) == 1 or len(turned) >= 4:
            continue
        for mask in held:
            # One card in the up-card's suit, spades, and the others in the other three.
            cards = [Card(rank << 2 | (3 if mask >> at & 1 else at % 3)) for at, rank in enumerate(ranks)]
            best = decision(cards, Card(int(up) << 2 | 3)).best
            turned.add((int(place), best))
            if (best == "bet") != decides("optimal", PAYS, cards, Card(int(up) << 2 | 3)):
                wrong.append((cards, int(up)))
    assert len(turned) >= 4
    assert not wrong


def test_suits_matter_to_the_best_strategy_alone() -> None:
    assert (bets("optimal", PAYS).min(axis=2) != bets("optimal", PAYS).max(axis=2)).any()
    for strategy in ("rules-of-thumb", "AKJ83", "matching-rank", "pair", "AK"):
        table = bets(strategy, PAYS)
        assert (table.min(axis=2) == table.max(axis=2)).all()


def test_every_strategy_bets_pairs_and_only_one_bets_nothing() -> None:
    nothing, pair, (up,) = parse_cards("Qs Jd 9h 5c 3s"), parse_cards("2s 2d 9h 5c 3s"), parse_cards("Ad")
    for strategy in ("optimal", "rules-of-thumb", "AKJ83", "matching-rank", "pair", "AK", "always-raise"):
        assert decides(strategy, PAYS, pair, up)
        assert decides(strategy, PAYS, nothing, up) == (strategy == "always-raise")
        assert (least(strategy) == 0) == (strategy == "always-raise")


@pytest.mark.parametrize(
    ("strategy", "lowest", "below"),
    [
        ("AKJ83", "As Kd Jh 8c 3s", "As Kd Jh 8c 2s"),
        ("AK", "As Kd 4h 3c 2s", "As Qd Jh Tc 9s"),
        ("pair", "2s 2d 5h 4c 3s", "As Kd Qh Jc 9s"),
        ("always-raise", "7s 5d 4h 3c 2s", None),
    ],
)
def test_the_base_game_bets_from_the_same_hand_on(strategy: str, lowest: str, below: str | None) -> None:
    rank = threshold(lone(strategy))
    assert rank == tables().rank(parse_cards(lowest)) + 1
    (up,) = parse_cards("6d")
    assert decides(strategy, PAYS, parse_cards(lowest), up)
    if below is None:
        assert rank == 1
    else:
        assert rank == tables().rank(parse_cards(below)) + 2
        assert not decides(strategy, PAYS, parse_cards(below), up)


@pytest.mark.parametrize("strategy", ["optimal", "rules-of-thumb", "matching-rank"])
def test_who_looks_at_the_up_card_is_not_for_the_base_game(strategy: str) -> None:
    assert threshold(lone(strategy)) is None
    assert threshold(massachusetts(1)) is None
    assert threshold(six(1)) is None
