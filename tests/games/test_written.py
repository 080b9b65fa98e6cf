"""A round that was played, written down and settled again pays the same."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from upcard.cards import DECK, Card
from upcard.errors import LawError, Refused
from upcard.games import bonus_six as bonus
from upcard.games import caribbean_stud as stud
from upcard.games.caribbean_stud.round import Round
from upcard.games.payment import Meter, micros
from upcard.games.play_round import play_bonus_six, play_caribbean_stud
from upcard.games.settle import settle, written_payment
from upcard.rules import bonus_six, caribbean_stud


def shuffled(seed: int) -> tuple[Card, ...]:
    deck = list(DECK)
    Random(seed).shuffle(deck)
    return tuple(deck)


def by_text(payments: list[dict[str, object]]) -> list[str]:
    return sorted(map(str, payments))


@pytest.mark.parametrize("seed", range(40))
def test_caribbean_stud_with_coupons_and_draws(seed: int) -> None:
    rules = caribbean_stud("ma", {"progressive": "D", "five_card": True})
    order = shuffled(seed)
    meters = {level: Meter(micros(1_000_000), micros(500_000)) for level in rules.levels}
    round = Round()
    for command in (
        stud.PlaceWager(1, "ante", 1000),
        stud.PlaceWager(1, "five_card_player", 100),
        stud.PlaceCoupon(1, "match_play", 500),
        stud.PlaceCoupon(1, "progressive", 100),
        stud.PlaceWager(2, "ante", 1000),
        stud.CloseBets(),
        stud.Deal({1: order[:5], 2: order[5:10]}, order[10:15], 1),
        stud.Bet(1),
        stud.Fold(2),
        stud.Reveal(magic_card=order[0], lucky="1"),
    ):
        round = stud.replay(round, stud.decide(rules, round, command))
    document = stud.written(rules, round, meters)
    assert document["seats"]["1"]["coupons"] == {"match_play": "5.00", "progressive": "1.00"}
    while round.agenda:
        step = round.agenda[0]
        round = stud.replay(round, stud.decide(rules, round, stud.Settle(step.kind, step.seat, meters)))
    assert by_text(settle(document)["payments"]) == by_text([written_payment(rules, p) for p in round.payments])


@pytest.mark.parametrize("seed", range(40))
def test_whole_rounds_of_both_games(seed: int) -> None:
    random = Random(seed)
    order = shuffled(seed)
    sd = caribbean_stud("sd-2015", {"progressive": "PMG-01", "limit": "90.00"})
    meters = {"main": Meter(micros(1_000_000), micros(500_000))}
    wagers = {1: {"ante": 1000, "progressive": 100}, 4: {"ante": 500, "tip": 500}}
    before = dict(meters)
    ended = play_caribbean_stud(sd, order, wagers, lambda cards, up: random.choice(["bet", "fold"]), meters)
    again = settle(stud.written(sd, ended, before))
    assert by_text(again["payments"]) == by_text([written_payment(sd, p) for p in ended.payments])
    assert set(again["meters"]) == {"main"}
    rules = bonus_six({"pay_table": "black-hawk"})
    stakes = {1: {"ante": 1000, "insurance": 500}, 2: {"ante": 1000}, 3: {"ante": 1000, "insurance": 500, "tip": 100}}
    streets = {2: ["bet", "bet", "fold"], 3: ["bet", "bet", "fold"], 4: ["card", "discard"]}
    six = play_bonus_six(rules, order, stakes, lambda cards, up: random.choice(streets[len(cards)]))
    assert by_text(settle(bonus.written(rules, six, {}))["payments"]) == by_text(
        [written_payment(rules, p) for p in six.payments]
    )


@pytest.mark.parametrize("choice", ["Bet", "raise", ""])
def test_a_choice_that_the_game_does_not_know_is_refused(choice: str) -> None:
    with pytest.raises(Refused, match="choose"):
        play_caribbean_stud(caribbean_stud("ma"), shuffled(1), {1: {"ante": 100}}, lambda cards, up: choice)
    rules = bonus_six({"pay_table": "black-hawk"})
    with pytest.raises(Refused, match="choose"):
        play_bonus_six(rules, shuffled(1), {1: {"ante": 2}}, lambda cards, up: choice)


@pytest.mark.parametrize("cents", [10.5, True, "10.00", None])
def test_an_amount_is_a_whole_number_of_cents(cents: Any) -> None:
    with pytest.raises(Refused, match="whole number of cents"):
        play_caribbean_stud(caribbean_stud("ma"), shuffled(1), {1: {"ante": cents}}, lambda cards, up: "bet")
    with pytest.raises(Refused, match="whole number of cents"):
        play_bonus_six(
            bonus_six({"pay_table": "black-hawk"}), shuffled(1), {1: {"ante": cents}}, lambda cards, up: "bet"
        )


def test_the_rules_of_one_game_are_not_made_from_the_law_of_the_other() -> None:
    with pytest.raises(LawError, match="sd-bonus6"):
        caribbean_stud("sd-bonus6")
    with pytest.raises(LawError, match="ma is no edition"):
        bonus_six({"pay_table": "black-hawk"}, "ma")
