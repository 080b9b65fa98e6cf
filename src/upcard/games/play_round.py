"""A whole round in one call, for programs that want outcomes rather than a table.

The cards come in an order that is given, in stacks of five for Caribbean stud and singly for Bonus 6; `choose` decides
for every seat from what that seat may see. In comes all of that, out goes the round as it ended, with its payments.

>>> from upcard.cards import DECK, byte_stream, shuffle
>>> from upcard.rules import bonus_six, caribbean_stud
>>> order = shuffle(DECK, byte_stream(b"an evening"))
>>> stud = play_caribbean_stud(caribbean_stud("sd-2015"), order, {1: {"ante": 1000}}, lambda cards, up: "bet")
>>> [(p.wager, p.result, p.returned + p.paid) for p in stud.payments]
[('ante', 'win', 2000), ('bet', 'win', 4000)]
>>> six = play_bonus_six(bonus_six({"pay_table": "black-hawk"}), order, {1: {"ante": 1000}}, lambda cards, up: "bet")
>>> six.seats[1].decisions
('bet', 'bet', 'discard')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from upcard.cards import Card
from upcard.errors import Refused
from upcard.games import bonus_six as six
from upcard.games import caribbean_stud as stud
from upcard.games.caribbean_stud.round import Round as StudRound
from upcard.games.payment import Meter, drawn
from upcard.rules.bonus_six import BonusSixRules
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules

Choose = Callable[[tuple[Card, ...], Card], str]
"""What a player does, from the own cards and the card that lies face up: `bet`, `fold` or, last in Bonus 6, `card`."""

Wagers = Mapping[int, Mapping[str, int]]
"""Cents by seat and wager; the ante first."""


def _chosen(choice: str, choices: tuple[str, ...]) -> str:
    """A player's choice; one that the game does not know is refused rather than guessed at."""
    if choice not in choices:
        raise Refused(None, f"choose: {choice!r} is not {' or '.join(choices)}")
    return choice


def play_caribbean_stud(
    rules: CaribbeanStudRules,
    order: tuple[Card, ...],
    wagers: Wagers,
    choose: Choose,
    meters: dict[str, Meter] | None = None,
) -> StudRound:
    """One round of Caribbean stud; `meters` is drawn down in place by the awards."""
    round = StudRound()
    size = rules.law.hand_size

    def do(command: stud.Command) -> None:
        nonlocal round
        for event in stud.decide(rules, round, command):
            round = stud.evolve(round, event)
            for taken in getattr(event, "draws", ()):
                assert meters is not None
                meters[taken.level] = drawn(meters[taken.level], taken)

    for seat, amounts in wagers.items():
        for wager, cents in amounts.items():
            do(stud.PlaceWager(seat, wager, cents))
    do(stud.CloseBets())
    stacks = [order[i * size : (i + 1) * size] for i in range(len(round.seats) + 1)]
    do(stud.Deal(dict(zip(round.clockwise, stacks[:-1], strict=True)), stacks[-1], size))
    for seat in round.clockwise:
        assert round.up is not None
        bets = _chosen(choose(round.seats[seat].cards, round.up), ("bet", "fold")) == "bet"
        do(stud.Bet(seat) if bets else stud.Fold(seat))
    do(stud.Reveal())
    while round.agenda:
        do(stud.Settle(round.agenda[0].kind, round.agenda[0].seat, meters or {}))
    do(stud.Complete())
    return round


def play_bonus_six(rules: BonusSixRules, order: tuple[Card, ...], wagers: Wagers, choose: Choose) -> six.Round:
    """One round of Bonus 6; at the end a winning hand stands and a losing one is discarded unless a card is chosen."""
    round = six.Round()
    deck = iter(order)

    def do(command: six.Command) -> None:
        nonlocal round
        for event in six.decide(rules, round, command):
            round = six.evolve(round, event)

    for seat, amounts in wagers.items():
        for wager, cents in amounts.items():
            do(six.PlaceWager(seat, wager, cents))
    do(six.CloseBets())
    burnt = next(deck)
    first: dict[int, tuple[Card, ...]] = dict.fromkeys(round.clockwise, ())
    for _ in range(rules.law.first_cards):
        first = {seat: (*cards, next(deck)) for seat, cards in first.items()}
    do(six.Deal(burnt, first, next(deck)))
    do(six.TurnCommunity())
    up = round.community
    assert up is not None
    while round.phase in ("second", "third"):
        for seat in six.to_decide(round):
            bets = _chosen(choose(round.seats[seat].cards, up), ("bet", "fold")) == "bet"
            do(six.Bet(seat) if bets else six.Fold(seat))
        if left := [seat for seat in round.clockwise if round.seats[seat].in_play]:
            do(six.DealStreet({seat: next(deck) for seat in left}))
    for seat in six.to_decide(round):
        hand = round.seats[seat]
        if rules.schedule.odds(hand.value) is not None:
            do(six.Stand(seat))
        else:
            wants = hand.insurance and _chosen(choose(hand.cards, up), ("card", "discard", "bet", "fold")) == "card"
            do(six.BuyCard(seat) if wants else six.Discard(seat))
    while round.phase == "cards":
        do(six.DealBonusCard(six.to_verify(round)[0], next(deck)))
    while round.phase == "settling":
        do(six.SettleSeat(six.to_judge(round)[0]))
    do(six.Complete())
    return round


# ---- A round to train with ---------------------------------------------------------------------------------
# the table, what is to happen there, and who is asked about.


DOLLAR = 100


class Place(NamedTuple):
    """A table to train at, and what its meters start from, in cents."""

    t: TableRules
    seeds: dict[str, int]


class Plan(NamedTuple):
    """What is to happen in the round: how many play, their wagers, the cards in the order of the deal, decisions."""

    seats: int
    wagers: tuple[Any, ...]
    order: tuple[Card, ...]
    decisions: Mapping[int, tuple[str, ...]] = {}
    """By seat, the decisions in their order, as their commands are named; the players' own judgement where none is."""
    instead: Any = None
    """A command that is given in the place of the usual one of its kind."""
    rounds: int = 0
    """How many rounds are played before it."""


class Situation(NamedTuple):
    """A planned round, the seat that is asked about, and its meters."""

    plan: Plan
    seat: int
    other: int
    meters: dict[str, Meter]
