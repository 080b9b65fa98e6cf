"""Coupons: no money of the player's, but the house pays on them, so they are counted as money is.

A coupon has a face and lies with a seat; who put it there answers for it. What is paid on it comes out of the tray or
off a meter like everything else, so that it needs no account: this says how much of that was paid for coupons.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from upcard.games.game import core_of
from upcard.tables import events as te
from upcard.tables.state import Table


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
    if not isinstance(event, te.Played) or table.round is None:
        return
    core = core_of(event.event)
    moves = core.moves(table.round, event.event)
    for seat, kind, number, cents in moves.coupons:
        yield Coupons(name, kind, by if number > 0 else down.get((name, seat, kind), by), number, cents)
    for sign, payments in ((1, moves.paid), (-1, moves.reversed)):
        for payment in payments:
            if payment.paid and (kind := core.on_coupon(table.round, payment)):
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
