"""The deck as spread, the cut, and repeated cards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.cards import DECK, Card, cut, distinct, parse_cards, show_cards

SPREAD = """
2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac
2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad
2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah
2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As
"""


def test_the_deck_is_spread_by_suit_and_in_sequence() -> None:
    assert parse_cards(SPREAD) == DECK
    assert sorted(DECK) == list(range(52))


def test_a_cut_puts_the_rest_on_top() -> None:
    five = parse_cards("2c 3c 4c 5c 6c")
    assert show_cards(cut(five, 2)) == "4c 5c 6c 2c 3c"
    assert show_cards(cut(five, 1)) == "3c 4c 5c 6c 2c"
    assert show_cards(cut(five, 4)) == "6c 2c 3c 4c 5c"
    assert cut(five, 0) == cut(five, 5) == five
    assert cut(list(five), 2) == cut(five, 2)


@pytest.mark.parametrize("n", [-1, 53])
def test_a_cut_outside_the_deck_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match=f"cannot cut {n} cards from an order of 52"):
        cut(DECK, n)


@given(st.permutations(DECK), st.integers(0, 52))
def test_two_cuts_can_undo_each_other(order: list[Card], n: int) -> None:
    assert cut(cut(order, n), 52 - n) == tuple(order)


def test_distinct() -> None:
    assert distinct(DECK)
    assert distinct(())
    assert not distinct((*DECK, DECK[51]))
    assert not distinct(iter(parse_cards("As As")))
