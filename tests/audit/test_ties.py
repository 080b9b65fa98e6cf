"""Why a wager won or lost where both hands have one name."""

from __future__ import annotations

import pytest

from upcard.cards import parse_cards, rank_five
from upcard.games.caribbean_stud.round import Round, Seat
from upcard.games.payment import Payment, Result
from upcard.present.payment import payment_said

SEVENS = "7c 7d Ah 3s 2c"


@pytest.mark.parametrize(
    ("hand", "dealer", "result", "said"),
    [
        (SEVENS, "7h 7s Qh 9s 8c", "win", "pair of sevens against the dealer's pair of sevens, the ace beside it"
         " against the queen"),
        ("7h 7s Ac 3d 2d", "7c 7d Ah 4s 2c", "lose", "pair of sevens to the dealer's pair of sevens, the three beside"
         " it against the four"),
        ("Ac Kd 9h 4s 2c", "Ad Kh 8h 7s 6c", "win", "ace-king high against the dealer's ace-king high, the nine beside"
         " it against the eight"),
        ("Ac Jc 9c 4c 2c", "Ad Jd 9d 4d 3d", "lose", "flush, ace high to the dealer's flush, ace high, the two beside"
         " it against the three"),
        ("Ac Ad Kh Ks 2c", "Ah As Kc Kd 9c", "lose", "two pair, aces and kings to the dealer's two pair, aces and"
         " kings, the two beside it against the nine"),
        (SEVENS, "7h 7s Ac 3d 2d", "push", "a tie: pair of sevens on both sides, rank for rank"),
        (SEVENS, "8h 8s Ac 3d 2d", "lose", "pair of sevens to the dealer's pair of eights"),
    ],
)  # fmt: skip
def test_the_first_card_that_decides_is_named(hand: str, dealer: str, result: Result, said: str) -> None:
    mine, theirs = rank_five(parse_cards(hand)), rank_five(parse_cards(dealer))
    round = Round(seats={1: Seat(ante=1000)}, qualifies=True, dealer_value=theirs)
    payment = Payment(1, "ante", result, 1000, 1000, 1000, "tray", "ante_odds", mine, "1 to 1")
    text = payment_said(round, payment).text
    assert f", {said}" in text
    assert text.count("beside") == said.count("beside")
