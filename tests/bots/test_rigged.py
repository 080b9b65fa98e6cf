"""Rounds whose cards are given: what is dealt is what was asked for, whatever shuffles and cuts lie before it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from tests.bots.playing import ALWAYS, TABLES, Evening, titled
from tests.tables.stack import hand, six_order, stud_order
from upcard.bots import Pit
from upcard.cards import Card, Category, category
from upcard.games.payment import Payment
from upcard.rules.caribbean_stud import CaribbeanStudRules
from upcard.rules.table import TableRules

ROYAL = hand("As Ks Qs Js Ts")
RIGGED = (1, 4, 5)
"""The first round, and two after each other, so that both decks of a table are rigged."""


def order(t: TableRules, seat: int) -> tuple[Card, ...]:
    """A deck that deals a royal flush to one seat of a full table."""
    seats = range(1, t.seats + 1)
    if not isinstance(t.rules, CaribbeanStudRules):
        low = iter(hand("2c 3d 2d 3h 2h 3s 2s 3c 4c 5d 4d 5h 4h 5s"))
        own = {n: ROYAL[:4] if n == seat else (next(low), next(low)) for n in seats}
        bets = (*(n for n in seats if n == seat),)
        return six_order(own, ROYAL[4], (bets, bets))
    rest = iter(hand("2c 3d 4h 5c 9d 2d 3h 4c 5d 9h 2h 3c 4d 5h 9c Qh Jd 8c 7d 6h 8d 7h 6c Jh Qc 8h 7c 6d Jc Qd"))
    hands = {n: ROYAL if n == seat else tuple(next(rest) for _ in range(5)) for n in seats}
    assert t.dealing is not None
    return stud_order(hands, hand("Ah Kd Th 9s 2s"), singly=t.dealing.order.deal == "singly")


def to_the_first(t: TableRules, _number: int) -> tuple[Card, ...]:
    return order(t, 1)


def rig(t: TableRules, seat: int) -> Callable[[int], tuple[Card, ...] | None]:
    return lambda number: order(t, seat) if number in RIGGED else None


@pytest.mark.parametrize("t", TABLES, ids=titled)
def test_a_royal_flush_comes_to_the_seat_and_in_the_round_that_it_is_meant_for(t: TableRules) -> None:
    for seat in (1, t.seats):
        pit = Pit(t, "seed", t.seats, irregular=ALWAYS, rig=rig(t, seat))
        played = Evening(t)
        won: dict[int, tuple[Payment, ...]] = {}
        while played.table.number <= max(RIGGED):
            doing = pit.next(played.table)
            assert doing is not None
            round = played.table.round
            settled = round is not None and round.phase == "settled" and seat in round.seats
            if round is not None and settled and category(round.seats[seat].value) is Category.ROYAL_FLUSH:
                won[played.table.number] = round.payments
            played.do(*doing)
        assert tuple(won) == RIGGED
        for payments in won.values():
            wins = {p.wager for p in payments if p.seat == seat and p.result == "win"}
            assert wins >= ({"bet", "progressive"} if isinstance(t.rules, CaribbeanStudRules) else {"ante", "bet_2"})


def test_everybody_plays_a_rigged_round_and_nothing_goes_wrong_in_it() -> None:
    for t in TABLES:
        pit = Pit(t, "seed", t.seats, irregular=ALWAYS, rig=partial(to_the_first, t))
        played = Evening(t).play(4, partial(pit.under, t))
        antes = [command for command in played.commands() if getattr(command, "wager", "") == "ante"]
        assert len(antes) == 4 * t.seats
        assert played.reports == []
        assert "DeckWithdrawn" not in played.kinds()
