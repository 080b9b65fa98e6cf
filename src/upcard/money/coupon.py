"""Coupons: no money of the player's, but the house pays on them, so they are counted as money is.

A coupon has a face and lies with a seat; who put it there answers for it. What is paid on it comes out of the tray or
off a meter like everything else, so that it needs no account: this says how much of that was paid for coupons.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from upcard.games.caribbean_stud import events as stud
from upcard.games.caribbean_stud.round import Round
from upcard.games.payment import Payment
from upcard.tables import events as te
from upcard.tables.state import Table

MATCH_PLAY, PROGRESSIVE = "match_play", "progressive"
KINDS = {"match_play": MATCH_PLAY, "progressive_coupon": PROGRESSIVE}
"""How a coupon is called that is taken back."""


class Coupons(msgspec.Struct, frozen=True):
    """So many coupons of a kind at a table, by whoever put them down, with their faces and what was paid, in cents."""

    table: str
    kind: str
    by: str
    number: int = 0
    face: int = 0
    paid: int = 0

    @property
    def key(self) -> tuple[str, str, str]:
        return self.table, self.kind, self.by


Down = Mapping[tuple[str, int, str], str]
"""By table, seat and kind, who put a coupon there."""


def coupons_of(name: str, table: Table, event: te.Event, by: str, down: Down) -> Iterator[Coupons]:
    """What an event adds to the count, or takes from it; `table` is as it was before."""
    if not isinstance(event, te.Played) or not isinstance(table.round, Round):
        return
    match event.event:
        case stud.CouponPlaced() as placed:
            yield Coupons(name, placed.coupon, by, 1, placed.cents)
        case stud.WagerTakenBack() as back if back.wager in KINDS:
            kind = KINDS[back.wager]
            yield Coupons(name, kind, down.get((name, back.seat, kind), by), -1, -back.cents)
        case stud.ProgressiveCorrected(wager="progressive_coupon") as struck:
            yield Coupons(name, PROGRESSIVE, down.get((name, struck.seat, PROGRESSIVE), by), -1, -struck.before)
        case played:
            for sign, payments in ((1, getattr(played, "payments", ())), (-1, getattr(played, "reversed", ()))):
                yield from _paid(name, table.round, payments, sign, by, down)


def _paid(name: str, round: Round, payments: Iterable[Payment], sign: int, by: str, down: Down) -> Iterator[Coupons]:
    for payment in payments:
        seat = round.seats.get(payment.seat)
        if not payment.paid or seat is None:
            continue
        kind = MATCH_PLAY if payment.wager == MATCH_PLAY else PROGRESSIVE
        if kind == MATCH_PLAY or (seat.coupon and payment.wager in ("progressive", "envy")):
            yield Coupons(name, kind, down.get((name, payment.seat, kind), by), paid=sign * payment.paid)


def by_table(found: Iterable[Coupons]) -> dict[str, Coupons]:
    """By table, all kinds of all people together."""
    return {one.table: one for one in together(replace(one, kind="", by="") for one in found).values()}


def together(found: Iterable[Coupons]) -> dict[tuple[str, str, str], Coupons]:
    """The same kinds of the same people summed up."""
    sums: dict[tuple[str, str, str], Coupons] = {}
    for one in found:
        was = sums.get(one.key, Coupons(*one.key))
        sums[one.key] = Coupons(*one.key, was.number + one.number, was.face + one.face, was.paid + one.paid)
    return sums
