"""Whole rounds through `decide` and `evolve`, with every wager that the table takes, at seven seats.

The players are plain: at Caribbean stud they bet on ace-king or better; at Bonus 6 they fold a third street without a
pair or a court card, and buy a bonus card whenever they lose.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from upcard.cards import DECK, ace_king_or_better
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.games.caribbean_stud.events import StepSettled
from upcard.games.payment import Meter, drawn, micros
from upcard.rules import BonusSixRules, CaribbeanStudRules, bonus_six, caribbean_stud

SEATS = range(1, 8)
ANTE = 1000
INSURANCE = 500
JACK = 9

MA_HOUSE: dict[str, Any] = {"progressive": "D", "bonus": "B", "five_card": True, "cover_all": True}
SD_HOUSE: dict[str, Any] = {"progressive": "PMG-01"}
SIX_HOUSE: dict[str, Any] = {"pay_table": "black-hawk"}

SIDE_STAKES = {
    "progressive": 100, "bonus": 500, "five_card_player": 100, "five_card_dealer": 100, "cover_all": 500, "tip": 500,
}  # fmt: skip

READING, SEED = 5_000_000, 1_000_000
"""What each meter shows at the start of a round and falls back to, in cents."""

Play = Callable[[Random], object]


def ma() -> CaribbeanStudRules:
    return caribbean_stud("ma", MA_HOUSE)


def sd_2015() -> CaribbeanStudRules:
    return caribbean_stud("sd-2015", SD_HOUSE)


def bonus_6() -> BonusSixRules:
    return bonus_six(SIX_HOUSE)


def shuffled(random: Random) -> list[Any]:
    deck = list(DECK)
    random.shuffle(deck)
    return deck


def meters(rules: CaribbeanStudRules) -> dict[str, Meter]:
    return {level: Meter(micros(READING), micros(SEED)) for level in rules.levels}


def play_caribbean_stud(rules: CaribbeanStudRules, random: Random) -> tuple[stud.Round, dict[str, Meter]]:
    """A round from the first ante to the last payment; the round as it ends, and the meters drawn down."""
    deck = shuffled(random)
    readings = meters(rules)
    side_wagers = rules.wagers
    round = stud.Round()

    def do(command: stud.Command) -> None:
        nonlocal round
        for event in stud.decide(rules, round, command):
            round = stud.evolve(round, event)
            if isinstance(event, StepSettled):
                for taken in event.draws:
                    readings[taken.level] = drawn(readings[taken.level], taken)

    for seat in SEATS:
        do(stud.PlaceWager(seat, "ante", ANTE))
        for wager in side_wagers:
            do(stud.PlaceWager(seat, wager, SIDE_STAKES[wager]))
    do(stud.CloseBets())
    do(stud.Deal({seat: tuple(deck[5 * seat : 5 * seat + 5]) for seat in SEATS}, tuple(deck[:5]), 1))
    for seat in SEATS:
        do(stud.Bet(seat) if ace_king_or_better(round.seats[seat].value) else stud.Fold(seat))
    do(stud.Reveal())
    while round.agenda:
        step = round.agenda[0]
        do(stud.Settle(step.kind, step.seat, readings))
    do(stud.Complete())
    return round, readings


def play_bonus_six(rules: BonusSixRules, random: Random) -> six.Round:
    """A round from the first ante to the last payment; the round as it ends."""
    deck = iter(shuffled(random))
    round = six.Round()

    def do(command: six.Command) -> None:
        nonlocal round
        for event in six.decide(rules, round, command):
            round = six.evolve(round, event)

    for seat in SEATS:
        do(six.PlaceWager(seat, "ante", ANTE))
        do(six.PlaceWager(seat, "insurance", INSURANCE))
        do(six.PlaceWager(seat, "tip", SIDE_STAKES["tip"]))
    do(six.CloseBets())
    burnt = next(deck)
    do(six.Deal(burnt, {seat: (next(deck), next(deck)) for seat in SEATS}, next(deck)))
    do(six.TurnCommunity())
    for seat in SEATS:
        do(six.Bet(seat))
    do(six.DealStreet({seat: next(deck) for seat in SEATS}))
    for seat in SEATS:
        do(six.Bet(seat) if _worth_a_bet(round, seat) else six.Fold(seat))
    if round.phase == "third":
        do(six.DealStreet({seat: next(deck) for seat in SEATS if round.seats[seat].in_play}))
    for seat in six.to_decide(round):
        wins = rules.schedule.odds(round.seats[seat].value) is not None
        do(six.Stand(seat) if wins else six.BuyCard(seat))
    for seat in six.to_verify(round):
        do(six.DealBonusCard(seat, next(deck)))
    for seat in six.to_judge(round):
        do(six.SettleSeat(seat))
    do(six.Complete())
    return round


def _worth_a_bet(round: six.Round, number: int) -> bool:
    assert round.community is not None
    ranks = [card >> 2 for card in (*round.seats[number].cards, round.community)]
    return max(ranks) >= JACK or len(set(ranks)) < len(ranks)


# ------------------------------------------------------------------------------------- finished rounds


def finished_caribbean_stud(rules: CaribbeanStudRules, random: Random) -> dict[str, Any]:
    """A round that was played, as another program would hand it in."""
    round, _ = play_caribbean_stud(rules, random)
    return stud.written(rules, round, meters(rules))


def finished_bonus_six(rules: BonusSixRules, random: Random) -> dict[str, Any]:
    """A round that was played, as another program would hand it in."""
    return six.written(rules, play_bonus_six(rules, random), {})
