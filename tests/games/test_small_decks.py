"""Every deal of a small deck against a plain oracle that shares nothing with the engine but the cards."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from upcard.games.bonus_six import round_document as six
from upcard.games.caribbean_stud import round_document as stud
from upcard.rules import bonus_six, caribbean_stud

ORDER = "23456789TJQKA"
BET = (1, 1, 2, 3, 4, 5, 7, 20, 50, 100)
BLACK_HAWK = (0, 1, 2, 3, 4, 6, 20, 50, 100, 1000)


def plain(cards: tuple[str, ...]) -> tuple[int, list[int]]:
    """The kind of a five-card hand, from 0 to 9, and the ranks that decide within it."""
    ranks = sorted((ORDER.index(card[0]) for card in cards), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda held: (held[1], held[0]), reverse=True)
    sizes = [size for _, size in groups]
    suited = len({card[1] for card in cards}) == 1
    top = ranks[0] if ranks == list(range(ranks[0], ranks[0] - 5, -1)) else 0
    if ranks == [12, 3, 2, 1, 0]:
        top = 3
    order = [top] if top else [rank for rank, _ in groups]
    if suited and top:
        return (9 if top == 12 else 8), order
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    kind = kinds.get(tuple(sizes), 0)
    return max(kind, 5 * suited, 4 * bool(top)), order


def expected(player: tuple[str, ...], dealer: tuple[str, ...]) -> tuple[tuple[str, int], tuple[str, int]]:
    """What becomes of an ante of 1 and a bet of 2: result and winnings."""
    mine, theirs = plain(player), plain(dealer)
    if theirs[0] == 0 and theirs[1][:2] != [12, 11]:
        return ("win", 1), ("push", 0)
    if mine > theirs:
        return ("win", 1), ("win", 2 * BET[mine[0]])
    result = "push" if mine == theirs else "lose"
    return (result, 0), (result, 0)


DECKS = (
    "As Ks Qs Js Ts 9s Ah Kh Ad Kd 2c 2d",
    "As 2s 3s 4s 5s 6s Ah 2h 3d 4d Kc Kd",
)


@pytest.mark.rule(
    "hand_ranks", "card_order", "same_rank_decided_by", "dealer_qualifies_with", "no_hand_ante", "no_hand_bet", "tie",
    "higher_hand_wins", "ante_odds", "bet_multiple", "bet_royal_flush", "bet_straight_flush", "bet_full_house",
    "bet_flush", "bet_straight", "bet_three_of_a_kind", "bet_two_pair", "bet_pair_or_less",
)  # fmt: skip
@pytest.mark.no_cover
@pytest.mark.parametrize("edition", ["sd-2015", "ma"])
@pytest.mark.parametrize("deck", DECKS)
def test_every_deal_of_twelve_cards(edition: str, deck: str) -> None:
    rules, cards = caribbean_stud(edition), tuple(deck.split())
    deals = 0
    for player in combinations(cards, 5):
        rest = [card for card in cards if card not in player]
        for dealer in combinations(rest, 5):
            seat = {"cards": list(player), "decision": "bet", "wagers": {"ante": "0.01"}}
            found = stud.settle(rules, {"dealer": list(dealer), "seats": {"1": seat}}).payments
            results = {p.wager: (p.result, p.paid) for p in found}
            assert (results["ante"], results["bet"]) == expected(player, dealer), (player, dealer)
            deals += 1
    assert deals == 792 * 21


@pytest.mark.rule("bet_four_of_a_kind", "bet_full_house", "bet_two_pair", "same_rank_decided_by")
@pytest.mark.no_cover
def test_every_deal_of_a_deck_of_three_ranks() -> None:
    rules = caribbean_stud("sd-2011")
    cards = tuple(rank + suit for rank in "AK7" for suit in "cdhs")
    for player in combinations(cards, 5):
        rest = [card for card in cards if card not in player]
        for dealer in combinations(rest, 5):
            seat = {"cards": list(player), "decision": "bet", "wagers": {"ante": "0.01"}}
            found = stud.settle(rules, {"dealer": list(dealer), "seats": {"1": seat}}).payments
            results = {p.wager: (p.result, p.paid) for p in found}
            assert (results["ante"], results["bet"]) == expected(player, dealer), (player, dealer)


def six_odds(cards: tuple[str, ...]) -> int:
    """The odds of the best five, a pair winning from sixes upwards."""
    kind, order = max(plain(five) for five in combinations(cards, 5))
    return BLACK_HAWK[kind] if kind != 1 or order[0] >= ORDER.index("6") else 0


def six_net(hand: tuple[str, ...], community: str, bonus: str | None) -> int:
    """The net of an insured ante of 2 cents: standing, discarding, or buying the bonus card."""
    odds = six_odds((*hand, community))
    if odds:
        return 3 * 2 * odds - 1
    if bonus is None:
        return -3 * 2 - 1
    odds = six_odds((*hand, community, bonus))
    return (3 * 2 * odds if odds else -3 * 2) - 1 - 2


@pytest.mark.rule(
    "pay_tables", "best_five_of", "odds_apply_to", "winning_hand_stands", "bonus_card_multiple", "insured_may_discard"
)
@pytest.mark.parametrize("deck", ["As Ks Qs Js Ts 9s Ah 5c 5d 6d", "6s 6h 6d 5s 5h 5d 4s 3s 2s 7s"])
def test_every_hand_of_bonus_six_from_ten_cards(deck: str) -> None:
    rules, cards = bonus_six({"pay_table": "black-hawk"}), tuple(deck.split())
    for hand in combinations(cards, 4):
        for community in (card for card in cards if card not in hand):
            wins = bool(six_odds((*hand, community)))
            rest = [card for card in cards if card not in (*hand, community)]
            for bonus in (None, *rest) if not wins else (None,):
                last = "stand" if wins else "discard" if bonus is None else "card"
                seat: dict[str, Any] = {
                    "cards": [*hand, *([bonus] if bonus else [])],
                    "decisions": ["bet", "bet", last],
                    "wagers": {"ante": "0.02", "insurance": "0.01"},
                }
                settled = six.settle(rules, {"community": community, "seats": {"1": seat}})
                net = sum(p.returned + p.paid - p.staked for p in settled.payments)
                assert net == six_net(hand, community, bonus), (hand, community, bonus)
