"""Whole rounds in one call, against the same rounds in the form of `upcard settle`."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.rigged import Stub, hand, texts
from upcard.cards import DECK, Card, show_card
from upcard.games.payment import Meter, net
from upcard.games.play_round import play_bonus_six, play_caribbean_stud
from upcard.games.settle import settle
from upcard.rules import bonus_six, caribbean_stud
from upcard.units import show_cents


@pytest.mark.parametrize("seed", range(20))
def test_rounds_of_caribbean_stud(seed: int) -> None:
    rng = Random(seed)
    order = Stub(rng).take(52)
    rules = caribbean_stud("ma", {"bonus": "A"})
    wagers = {1: {"ante": 1000, "bonus": 100}, 4: {"ante": 500}}
    folds = rng.random() < 0.5
    round = play_caribbean_stud(rules, order, wagers, lambda cards, up: "fold" if folds and cards[0] < up else "bet")
    assert round.phase == "complete"
    assert round.up == order[14], "the dealer's last card"
    seats = {
        str(n): {
            "cards": texts(seat.cards),
            "decision": seat.decision,
            "wagers": {wager: show_cents(cents) for wager, cents in wagers[n].items()},
        }
        for n, seat in round.seats.items()
    }
    value = {"edition": "ma", "house": {"bonus": "A"}, "dealer": texts(round.dealer), "seats": seats}
    assert settle(value)["net"] == {str(n): show_cents(net(round.payments, n)) for n in (1, 4)}


@pytest.mark.rule("full_award_resets_to")
def test_an_award_draws_the_meter_down_in_place() -> None:
    royal, dealer = hand("Ts Js Qs Ks As"), hand("Ad Kd 5c 4c 2c")
    order = (*royal, *dealer, *(card for card in DECK if card not in (*royal, *dealer)))
    meters = {"main": Meter(10**12, 10**10, 5)}
    rules = caribbean_stud("sd-2015", {"progressive": "PMG-01"})
    round = play_caribbean_stud(rules, order, {1: {"ante": 100, "progressive": 100}}, lambda cards, up: "bet", meters)
    assert meters == {"main": Meter(10**10 + 5, 10**10, 0)}
    assert net(round.payments, 1) == 100 + 100 * 200 + 10**6 - 100


def order_of(*texts: str) -> tuple[Card, ...]:
    first = tuple(card for text in texts for card in hand(text))
    return (*first, *(card for card in DECK if card not in first))


def test_rounds_of_bonus_six() -> None:
    rules = bonus_six({"pay_table": "black-hawk"})
    wagers = {1: {"ante": 1000, "insurance": 500}, 2: {"ante": 1000}}
    # Burnt, then two rounds of first cards, the community card, two streets, and a bonus card.
    order = order_of("2s", "5s 6s", "9d 9c", "6h", "3c 3d", "2d 2c", "6d")
    round = play_bonus_six(rules, order, wagers, lambda cards, up: "card" if len(cards) == 4 else "bet")
    assert (round.phase, show_card(round.community or Card(0))) == ("complete", "6h")
    assert {n: seat.decisions[-1] for n, seat in round.seats.items()} == {1: "card", 2: "stand"}
    assert {n: net(round.payments, n) for n in (1, 2)} == {1: 3000 - 1500, 2: 3000}
    folded = play_bonus_six(rules, order, wagers, lambda cards, up: "fold")
    assert {n: net(folded.payments, n) for n in (1, 2)} == {1: -1500, 2: -1000}
    thrown = play_bonus_six(rules, order, wagers, lambda cards, up: "bet")
    assert thrown.seats[1].decisions == ("bet", "bet", "discard")
