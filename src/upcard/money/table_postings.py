"""From what happened at a table to the money that it moved.

Wagers go from the seat to the felt and, when they are settled, from there to whoever they are due. The house owes a
meter what a wager adds to it. Whatever was paid or lost and is reversed goes back the way it came. Only what happens in
a round moves anything, and its game says what.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from upcard.games.game import core_of
from upcard.games.moves import Moves, Stake
from upcard.games.payment import Payment, share_of
from upcard.money import account
from upcard.money.books import Books
from upcard.money.link import Member
from upcard.money.meter_contributions import MeterContribution, feed, moved_back, moved_in
from upcard.money.payment_postings import moved
from upcard.money.transfer import Transfer, Transfers, undone
from upcard.tables import events as e
from upcard.tables.state import Table
from upcard.units import micros


class Posted(NamedTuple):
    """The transfers of an event, the contributions among them, and those that were taken back."""

    transfers: Transfers = ()
    fed: tuple[MeterContribution, ...] = ()
    unfed: tuple[MeterContribution, ...] = ()
    fixed: tuple[Payment, ...] = ()
    """Fixed awards that came off a meter."""
    unfixed: tuple[Payment, ...] = ()
    """Fixed awards that went back to it."""


NOTHING = Posted()


def post(books: Books, name: str, table: Table, event: e.Event) -> Posted:
    """What an event at the table of that name moves; `table` is as it was before."""
    if not isinstance(event, e.Played):
        return NOTHING
    moves = core_of(event.event).moves(table.round, event.event)
    fed, unfed = _fed(books, name, moves), _unfed(books, name, moves)
    transfers = (
        *_laid_down(name, moves.down),
        *undone(_paid(books, name, table, moves.reversed)),
        *_paid(books, name, table, moves.paid),
        *_unclaimed(books, name, moves.parts),
        *moved_in(fed),
        *moved_back(unfed, books.links, books.balances),
    )
    return Posted(transfers, fed, unfed, _fixed(moves.paid), _fixed(moves.reversed))


def _laid_down(name: str, down: Iterable[tuple[int, int]]) -> Transfers:
    """What goes on the felt; what comes back from it goes the other way."""
    found: list[Transfer] = []
    for seat, cents in down:
        put = (Transfer(account.seat(name, seat), account.felt(name), micros(abs(cents))),) if cents else ()
        found += put if cents > 0 else undone(put)
    return tuple(found)


def _paid(books: Books, name: str, table: Table, payments: Iterable[Payment]) -> Transfers:
    found: list[Transfer] = []
    for payment in payments:
        found += moved(name, table.players.get(payment.seat, ""), payment, _drawn_from(books, name, payment))
    return tuple(found)


def _unclaimed(books: Books, name: str, parts: Iterable[tuple[str, str, int]]) -> Transfers:
    """Parts of a locked award that go back to its meter."""
    accounts = ((books.jackpot_of[name, wager], level, cents) for wager, level, cents in parts if cents)
    return tuple(Transfer(account.pending(*at), account.meter(*at), micros(cents)) for *at, cents in accounts)


def _fixed(payments: Iterable[Payment]) -> tuple[Payment, ...]:
    """The sums among them that are no percentage and came off a meter."""
    return tuple(payment for payment in payments if payment.drawn and share_of(payment) is None)


def _drawn_from(books: Books, name: str, payment: Payment) -> str:
    """A percentage was locked before it is paid; a fixed sum that a meter pays comes off the meter itself."""
    if not payment.drawn:
        return ""
    jackpot = books.jackpot_of[name, payment.wager]
    if level := share_of(payment):
        return account.pending(jackpot, level)
    return account.meter(jackpot, next(iter(books.links[jackpot].tiers)))


def _fed(books: Books, name: str, moves: Moves) -> tuple[MeterContribution, ...]:
    """What wagers add to the meters: each when it is taken, or all that are accepted together, seat by seat."""
    if not (moves.placed or moves.accepted or moves.late):
        return ()
    found: list[MeterContribution] = []
    for jackpot in books.jackpots_of(name):
        link = books.links[jackpot]
        member = link.members[name]
        now = moves.placed if member.fed_at == "token" else moves.accepted
        found += feed(link, books.balances, _by_seat(member, (*now, *moves.late)))
    return tuple(found)


def _by_seat(member: Member, stakes: Iterable[Stake]) -> list[tuple[int, int]]:
    """By seat, what a jackpot counts of these wagers; a token that is taken is no coupon."""
    sums: dict[int, int] = {}
    for stake in stakes:
        if stake.wager in member.wagers and not (stake.coupon and member.fed_at == "token"):
            sums[stake.seat] = sums.get(stake.seat, 0) + stake.cents
    return [(seat, cents) for seat, cents in sums.items() if cents]


def _unfed(books: Books, name: str, moves: Moves) -> tuple[MeterContribution, ...]:
    """What wagers that are taken back, or void, had added."""
    withdrawn = {(seat, books.jackpot_of.get((name, wager))) for seat, wager in moves.withdrawn}
    seats = dict.fromkeys((*(seat for seat, _ in moves.withdrawn), *moves.void))
    contributions = (one for seat in seats for one in books.fed.get((name, seat), ()))
    return tuple(one for one in contributions if one.seat in moves.void or (one.seat, one.jackpot) in withdrawn)
