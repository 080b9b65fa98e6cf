"""What an event in a round means for money: what is put down, accepted, void, paid and taken back.

A game tells it of each of its events, and accounts know no more of a game than this.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from upcard.games.meter import Draw
from upcard.games.payment import Payment


class Stake(NamedTuple):
    """A wager at a seat; a coupon is no money, but adds to a meter where the accepted wagers do so together."""

    seat: int
    wager: str
    cents: int
    coupon: bool = False


class CouponMove(NamedTuple):
    """Coupons of a kind that come to a seat, or leave it."""

    seat: int
    kind: str
    number: int
    cents: int


class Moves(NamedTuple):
    """Everything that one event moves."""

    down: tuple[tuple[int, int], ...] = ()
    """By seat, the cents that go on the felt, or come back from it."""
    placed: tuple[Stake, ...] = ()
    """What may add to a meter as soon as it is put down."""
    accepted: tuple[Stake, ...] = ()
    """What is accepted together when the bets are closed."""
    late: tuple[Stake, ...] = ()
    """What adds to a meter after that, however wagers do."""
    withdrawn: tuple[tuple[int, str], ...] = ()
    """By seat, the wagers that take back what they have added."""
    void: tuple[int, ...] = ()
    """The seats all of whose wagers do so."""
    reversed: tuple[Payment, ...] = ()
    paid: tuple[Payment, ...] = ()
    parts: tuple[tuple[str, str, int], ...] = ()
    """By wager and level, the cents of a locked award that nobody is due and that go back to the meter."""
    coupons: tuple[CouponMove, ...] = ()
    settled: Any = None
    """The step of the settlement that this is, where steps draw on meters."""
    draws: tuple[Draw, ...] = ()
    """What it takes off meters."""


STILL = Moves()
"""Nothing moves."""


class MeterStep(NamedTuple):
    """A kind of step in a settlement that draws on a meter."""

    wager: str
    verified_by: tuple[str, ...]
    """The steps of the procedure with which its verification begins."""
