"""The order of a settlement: counter-clockwise, side wagers in turn or after all, cover all last."""

from __future__ import annotations

import pytest

from tests.games.rigged import hand
from tests.games.rounds import AK, STRAIGHT_FLUSHES, WINS, meter, play_stud, seat, stud
from upcard.cards import rank_five
from upcard.games.caribbean_stud import Bet, CloseBets, Deal, DealUnseen, Fold, PlaceWager, Reveal, Settle
from upcard.games.option import Option
from upcard.games.payment import Payment, net, tips
from upcard.rules import caribbean_stud

SEATS = (seat(WINS, progressive="1.00"), seat("Qc Qh 3s 6d 8h", progressive="1.00"))
METERS = {"main": meter("10.00"), "five_card": meter("10.00")}


def order(document: dict[str, list[dict[str, str]]]) -> list[str]:
    return [f"{p['seat']} {p['wager']}" for p in document["payments"]]


@pytest.mark.rule("settlement_order", "progressive_settled")
@pytest.mark.parametrize("edition", ["sd-2011", "sd-2015"])
def test_south_dakota_settles_the_progressive_after_all_hands(edition: str) -> None:
    document = stud(edition, {"progressive": "PMG-01"}, AK, *SEATS, meters=METERS)
    assert order(document) == ["2 ante", "2 bet", "1 ante", "1 bet", "2 progressive", "1 progressive"]


@pytest.mark.rule("no_hand_paid")
def test_without_a_hand_south_dakota_pays_all_antes_at_once_and_massachusetts_in_turn() -> None:
    south = stud("sd-2015", {"progressive": "PMG-01"}, "Ah Qd Js 9s 8d", *SEATS, meters=METERS)
    assert order(south) == ["2 ante", "1 ante", "2 bet", "1 bet", "2 progressive", "1 progressive"]
    east = stud("ma", {"progressive": "D"}, "Ah Qd Js 9s 8d", *SEATS, meters=METERS)
    assert order(east) == ["2 ante", "2 bet", "2 progressive", "1 ante", "1 bet", "1 progressive"]


@pytest.mark.rule("envy_paid", "cover_all_last", "settlement_order", "forfeits_collected_first")
def test_massachusetts_settles_each_seat_whole_and_cover_all_last() -> None:
    house = {"progressive": "D", "bonus": "A", "five_card": True, "cover_all": True}
    every = {"progressive": "1.00", "bonus": "1.00", "five_card_player": "1.00", "five_card_dealer": "1.00"}
    document = stud(
        "ma", house, "Ah Kd 9c 7d 2d", seat(STRAIGHT_FLUSHES[0], **every, cover_all="1.00"),
        seat("Qc Qh 3s 6d 8h", **every, cover_all="1.00"),
        seat("Jc Th 4d 6c 8d", decision="fold", ante="3.00", five_card_dealer="1.00"), meters=METERS,
    )  # fmt: skip
    turn = ("ante", "bet", "bonus", "progressive")
    assert order(document) == [
        "3 ante", "3 five_card_dealer",
        *(f"2 {wager}" for wager in turn), "2 five_card_player", "2 five_card_dealer",
        *(f"1 {wager}" for wager in turn), "2 envy", "1 five_card_player", "1 five_card_dealer",
        "2 cover_all", "1 cover_all",
    ]  # fmt: skip


@pytest.mark.rule("envy_paid")
def test_south_dakota_pays_envy_at_the_end_of_the_round() -> None:
    seats = (seat("Qc Jd 6h 4h 2c", progressive="1.00"), seat(STRAIGHT_FLUSHES[0], progressive="1.00"))
    document = stud("sd-2015", {"progressive": "PMG-01"}, "Ah Kd Tc 3c 2d", *seats[::-1], meters=METERS)
    assert order(document)[-1] == "2 envy"


def test_a_winning_tip_is_the_dealers() -> None:
    payments = (
        Payment(1, "ante", "win", 100, 100, 100, "tray", "ante_odds"),
        Payment(1, "tip", "win", 50, 50, 50, "tray", "tip_follows_ante"),
        Payment(2, "tip", "push", 70, 70, 0, None, "tip_follows_ante"),
    )
    assert (net(payments, 1), net(payments, 2), tips(payments)) == (50, 0, 100)


def test_an_option_allows_what_lies_within_its_bounds() -> None:
    bounded = Option(act="PlaceWager", fields={"seat": 1, "wager": "ante"}, low=5, high=7)
    assert [bounded.allows(PlaceWager(1, "ante", cents)) for cents in (4, 5, 7, 8)] == [False, True, True, False]
    assert not bounded.allows(PlaceWager(2, "ante", 5))
    assert not bounded.allows(Fold(1))
    listed = Option(act="PlaceWager", fields={"seat": 1}, amounts=(100, 500))
    assert [listed.allows(PlaceWager(1, "progressive", cents)) for cents in (100, 200, 500)] == [True, False, True]
    assert Option(act="Fold", fields={"seat": 3}).allows(Fold(3))


@pytest.mark.rule("no_hand_ante", "no_hand_bet")
@pytest.mark.parametrize("edition", ["sd-2011", "sd-2015"])
def test_without_a_hand_it_is_the_dealers_rank_that_says_why(edition: str) -> None:
    """So that unseen cards and cards from a shuffle are paid alike, before a player's hand is turned up."""
    rules = caribbean_stud(edition)
    hands, dealer = {1: hand(WINS)}, hand("Ah Qd Js 9s 8d")
    wagers = (PlaceWager(1, "ante", 100), PlaceWager(1, "tip", 100), CloseBets())
    seen = play_stud(rules, *wagers, Deal(hands, dealer, 5), Bet(1), Reveal(), Settle("no_hand"))
    keyed = play_stud(rules, *wagers, DealUnseen({1: 5}, 5, dealer[4]), Bet(1), Reveal(dealer), Settle("no_hand"))
    assert seen.payments == keyed.payments
    assert {p.hand for p in seen.payments} == {rank_five(dealer)}
