"""From what happened at a table to the money that it moved.

Wagers go from the seat to the felt and, when they are settled, from there to whoever they are due. The house owes a
meter what a wager adds to it. Whatever was paid or lost and is reversed goes back the way it came. Only what happens in
a round moves anything, and its game says what.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from upcard.games.game import core_of
from upcard.games.moves import Moves, Stake
from upcard.games.payment import Payment, share_of
from upcard.money import account
from upcard.money.account import Transfer, Transfers, totals, undone
from upcard.money.books import Books
from upcard.money.link import Member, MeterContribution, Spared, feed, moved_back, moved_in
from upcard.tables import events as e
from upcard.tables.state import Table
from upcard.units import micros

# ---- What a line of a settlement moves ---------------------------------------------------------------------
# the stake off the felt, and what is paid beside it.


def moved(table: str, player: str, payment: Payment, drawn_from: str = "") -> Transfers:
    """The transfers of one payment; `drawn_from` is the account of what it draws off a meter.

    A winning tip is the dealer's, stake and winnings. A fee goes to an account of its own. What the law has credited
    to a player's game account comes from the house, not from the tray.
    """
    seat, felt, tray = account.seat(table, payment.seat), account.felt(table), account.tray(table)
    tip = payment.wager == "tip" and payment.result == "win"
    winner = account.tips(table) if tip else seat
    found = []
    if payment.returned:
        found.append(Transfer(felt, winner, micros(payment.returned)))
    if kept := payment.staked - payment.returned:
        keeper = account.fees(table) if payment.result == "fee" else tray
        found.append(Transfer(felt, keeper, micros(kept)))
    if payment.drawn:
        assert drawn_from, "a payment off a meter names the account that it comes from"
        found.append(Transfer(drawn_from, seat, micros(payment.drawn)))
    if rest := payment.paid - payment.drawn:
        if payment.source == "account":
            found.append(Transfer(account.HOUSE, account.game_account(player), micros(rest)))
        else:
            found.append(Transfer(tray, winner, micros(rest)))
    return tuple(found)


# ---- table postings ----------------------------------------------------------------------------------------


class Posted(NamedTuple):
    """The transfers of an event, the contributions among them, and those that were taken back."""

    transfers: Transfers = ()
    fed: tuple[MeterContribution, ...] = ()
    unfed: tuple[MeterContribution, ...] = ()
    fixed: tuple[Payment, ...] = ()
    """Fixed awards that came off a meter."""
    unfixed: tuple[Payment, ...] = ()
    """Fixed awards that went back to it."""
    spared: tuple[Spared, ...] = ()
    """All that meters keep of void contributions of the round, since fixed awards have carried it off."""


NOTHING = Posted()


def post(books: Books, name: str, table: Table, event: e.Event) -> Posted:
    """What an event at the table of that name moves; `table` is as it was before."""
    if not isinstance(event, e.Played):
        return NOTHING
    moves = core_of(event.event).moves(table.round, event.event)
    fed, unfed = _fed(books, name, moves), _unfed(books, name, moves)
    reversed, unfixed = undone(_paid(books, name, table, moves.reversed)), _fixed(moves.reversed)
    due, spared = _due_after_all(books, books.spared.get(name, ()), unfixed, reversed)
    back = moved_back(unfed, books.links, books.balances)
    if event.spares_seed:
        back, kept = _sparing(books, name, table, moves, unfed, (*reversed, *due))
        spared = (*spared, *kept)
    transfers = (
        *_laid_down(name, moves.down),
        *reversed,
        *_paid(books, name, table, moves.paid),
        *_unclaimed(books, name, moves.parts),
        *moved_in(fed),
        *due,
        *back,
    )
    return Posted(transfers, fed, unfed, _fixed(moves.paid), unfixed, spared)


def seed_spared(books: Books, name: str, table: Table, event: e.Event) -> e.Event:
    """The event, saying so where void contributions would take a meter below its seed that has paid fixed awards."""
    if not isinstance(event, e.Played) or not _unfed(books, name, core_of(event.event).moves(table.round, event.event)):
        return event
    sparing = replace(event, spares_seed=True)
    taken, spared = (totals(post(books, name, table, one).transfers) for one in (event, sparing))
    return event if taken == spared else sparing


def _sparing(
    books: Books, name: str, table: Table, moves: Moves, unfed: tuple[MeterContribution, ...], before: Transfers
) -> tuple[Transfers, tuple[Spared, ...]]:
    """The reversal of contributions that leaves a meter its seed, after what goes back with it; and what it leaves."""
    changed = totals(before)
    balances = ChainMap({of: books.balances.get(of, 0) + more for of, more in changed.items()}, books.balances)
    levels = dict.fromkeys((one.jackpot, one.level) for one in unfed)
    fixed = {account.meter(*at): books.links[at[0]].tiers[at[1]].fixed for at in levels}
    for payment in _fixed(moves.reversed):
        meter = _drawn_from(books, name, payment)
        fixed[meter] = fixed.get(meter, 0) - payment.drawn
    whole, back = moved_back(unfed, books.links, balances), moved_back(unfed, books.links, balances, fixed)
    less = totals((*whole, *undone(back)))
    stand = tuple(line for line in _fixed(table.round.payments) if line not in moves.reversed)
    kept = (Spared(*at, -less.get(account.meter(*at), 0), stand) for at in levels)
    return back, tuple(one for one in kept if one.micros)


def _due_after_all(
    books: Books, spared: tuple[Spared, ...], unfixed: Iterable[Payment], reversed: Transfers
) -> tuple[Transfers, tuple[Spared, ...]]:
    """What goes to the house of contributions that were spared, since the award that had carried them off goes back."""
    changed, due, left = totals(reversed), [], []
    for one in spared:
        meter = account.meter(one.jackpot, one.level)
        seed = micros(books.links[one.jackpot].tiers[one.level].level.seed)
        above = books.balances.get(meter, 0) + changed.get(meter, 0) - seed
        back = micros(sum(payment.drawn for payment in unfixed if payment in one.awards))
        taken = max(0, min(one.micros, back, above))
        changed[meter] = changed.get(meter, 0) - taken
        due.append(Transfer(meter, account.HOUSE, taken))
        left.append(one._replace(micros=one.micros - taken))
    return tuple(due), tuple(left)


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
    accounts = ((books.meter_of(name, wager), level, cents) for wager, level, cents in parts if cents)
    return tuple(Transfer(account.pending(*at), account.meter(*at), micros(cents)) for *at, cents in accounts)


def _fixed(payments: Iterable[Payment]) -> tuple[Payment, ...]:
    """The sums among them that are no percentage and came off a meter."""
    return tuple(payment for payment in payments if payment.drawn and share_of(payment) is None)


def _drawn_from(books: Books, name: str, payment: Payment) -> str:
    """A percentage was locked before it is paid; a fixed sum that a meter pays comes off the meter itself."""
    if not payment.drawn:
        return ""
    jackpot = books.meter_of(name, payment.wager)
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
        mine = [stake for stake in (*now, *moves.late) if books.jackpot_of(name, stake.wager) == jackpot]
        found += feed(link, books.balances, _by_seat(member, mine))
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
    withdrawn = {(seat, books.jackpot_of(name, wager)) for seat, wager in moves.withdrawn}
    seats = dict.fromkeys((*(seat for seat, _ in moves.withdrawn), *moves.void))
    contributions = (one for seat in seats for one in books.fed.get((name, seat), ()))
    return tuple(one for one in contributions if one.seat in moves.void or (one.seat, one.jackpot) in withdrawn)
