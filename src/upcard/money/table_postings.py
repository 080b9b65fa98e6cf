"""From what happened at a table to the money that it moved: one arm for each kind of event.

Wagers go from the seat to the felt and, when they are settled, from there to whoever they are due. The house owes a
meter what a wager adds to it. Whatever was paid or lost and is reversed goes back the way it came.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, assert_never

from upcard.games.bonus_six import events as six
from upcard.games.caribbean_stud import events as stud
from upcard.games.caribbean_stud.round import Round
from upcard.games.payment import Payment
from upcard.money import account
from upcard.money.books import Books
from upcard.money.meter_contributions import MeterContribution, feed, moved_back, moved_in
from upcard.money.payment_postings import moved, share_of
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
    match event:
        case e.Played():
            return _played(books, name, table, event.event)
        case (
            e.TableOpened() | e.TableClosed() | e.DealerRelieved() | e.DeckStaged() | e.DeckShuffled()
            | e.DeckCounted() | e.ShufflerJammed() | e.DeckCut() | e.RecutOrdered() | e.DeckWithdrawn()
            | e.DeckRemoved() | e.CardsSpreadIdle() | e.DeviceInstalled() | e.DeviceRemoved() | e.DealingChanged()
            | e.SeatTaken() | e.SeatLeft() | e.ChipsCounted() | e.CardsLeftDeck() | e.StubRacked() | e.StubCounted()
            | e.WinnerKeyed() | e.SupervisorCalled() | e.CallAnswered() | e.CallEnded() | e.StepDone()
            | e.DocumentsOpened() | e.AwardDocumented() | e.HandLeftExposed() | e.CardsRacked() | e.RoundReconciled()
        ):  # fmt: skip
            return NOTHING
        case _:
            assert_never(event)


def _played(books: Books, name: str, table: Table, event: stud.Event | six.Event) -> Posted:
    match event:
        case stud.WagerPlaced() | six.WagerPlaced():
            put = _put_down(name, event.seat, event.cents)
            fed = _at_once(books, name, event.seat, event.wager, event.cents)
            return Posted((*put, *moved_in(fed)), fed)
        case stud.WagerTakenBack() | six.WagerTakenBack():
            return _taken_back(books, name, event)
        case stud.ProgressiveCorrected():
            return _corrected(books, name, event)
        case stud.BetMade():
            return Posted(_put_down(name, event.seat, event.cents))
        case six.BetMade():
            return Posted(_put_down(name, event.seat, event.cents + event.tip))
        case stud.BetsClosed():
            fed = _at_lock_out(books, name, table, event)
            return Posted(moved_in(fed), fed)
        case stud.StepSettled():
            return Posted(_paid(books, name, table, event.payments), fixed=_fixed(event.payments))
        case stud.HandFolded() | six.HandFolded() | six.SeatSettled():
            return Posted(_paid(books, name, table, event.payments))
        case six.BonusCardDealt() | six.BonusCardRefused():
            return Posted(_paid(books, name, table, event.payments))
        case six.FinalDecided():
            fee = _put_down(name, event.seat, event.fee)
            return Posted((*fee, *_paid(books, name, table, event.payments)))
        case stud.HandVoided() | six.HandVoided():
            back = undone(_paid(books, name, table, event.reversed))
            paid = _paid(books, name, table, event.payments)
            posted = _unfed(books, (*back, *paid), books.fed.get((name, event.seat), ()))
            return posted._replace(unfixed=_fixed(event.reversed))
        case stud.RoundVoided():
            back = undone(_paid(books, name, table, event.reversed))
            paid = _paid(books, name, table, event.payments)
            seats = sorted(seat for at, seat in books.fed if at == name)
            posted = _unfed(books, (*back, *paid), tuple(one for seat in seats for one in books.fed[name, seat]))
            return posted._replace(unfixed=_fixed(event.reversed))
        case stud.HandCorrected():
            back = undone(_paid(books, name, table, event.reversed))
            return Posted((*back, *_paid(books, name, table, event.payments)), unfixed=_fixed(event.reversed))
        case stud.DealerCorrected() | stud.TableMisdealt():
            return Posted(undone(_paid(books, name, table, event.reversed)), unfixed=_fixed(event.reversed))
        case stud.PartsReturned():
            level = books.jackpot_of[name, event.wager], event.level
            parts = micros(event.parts * event.each)
            return Posted((Transfer(account.pending(*level), account.meter(*level), parts),) if parts else ())
        case stud.DealTakenBack():
            fed = _fed_again(books, name, table)
            return Posted((*undone(_paid(books, name, table, event.reversed)), *moved_in(fed)), fed)
        case six.HandCorrected() | six.CommunityCorrected() | six.DealTakenBack():
            return Posted(undone(_paid(books, name, table, event.reversed)))
        case (
            stud.CouponPlaced() | stud.HandsDealt() | stud.HandsDealtUnseen() | stud.DealerFellShort()
            | stud.DealerCompleted() | stud.IrregularityNoted() | stud.HoleCardsRevealed() | stud.HandShown()
            | stud.UpCardTurned() | stud.UpCardCorrected() | stud.AwardKept()
            | stud.RoundCompleted() | six.BetsClosed() | six.HandsDealt()
            | six.HandsDealtUnseen() | six.CommunityTurned() | six.StreetDealt() | six.HandShown()
            | six.IrregularityNoted() | six.RoundCompleted()
        ):  # fmt: skip
            return NOTHING
        case _:
            assert_never(event)


def _put_down(name: str, seat: int, cents: int) -> Transfers:
    return (Transfer(account.seat(name, seat), account.felt(name), micros(cents)),) if cents else ()


def _paid(books: Books, name: str, table: Table, payments: Iterable[Payment]) -> Transfers:
    found: list[Transfer] = []
    for payment in payments:
        found += moved(name, table.players.get(payment.seat, ""), payment, _drawn_from(books, name, payment))
    return tuple(found)


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


def _at_once(books: Books, name: str, seat: int, wager: str, cents: int) -> tuple[MeterContribution, ...]:
    """Where each token advances the meter when it is taken."""
    jackpot = books.jackpot_of.get((name, wager))
    if jackpot is None or books.links[jackpot].members[name].fed_at != "token":
        return ()
    return feed(books.links[jackpot], books.balances, [(seat, cents)])


def _taken_back(books: Books, name: str, event: stud.WagerTakenBack | six.WagerTakenBack) -> Posted:
    """A wager goes back, and what it had already added; a coupon was never money."""
    if event.wager in ("match_play", "progressive_coupon"):
        return NOTHING
    put = undone(_put_down(name, event.seat, event.cents))
    jackpot = books.jackpot_of.get((name, event.wager))
    fed = tuple(one for one in books.fed.get((name, event.seat), ()) if one.jackpot == jackpot)
    return _unfed(books, put, fed)


def _corrected(books: Books, name: str, event: stud.ProgressiveCorrected) -> Posted:
    """A progressive wager is struck as if it had been taken back, or taken with what it adds; a coupon is no money."""
    jackpot = books.jackpot_of.get((name, "progressive"))
    if event.cents:
        fed = feed(books.links[jackpot], books.balances, [(event.seat, event.cents)]) if jackpot is not None else ()
        return Posted((*_put_down(name, event.seat, event.cents), *moved_in(fed)), fed)
    put = undone(_put_down(name, event.seat, event.before)) if event.wager == "progressive" else ()
    return _unfed(books, put, tuple(one for one in books.fed.get((name, event.seat), ()) if one.jackpot == jackpot))


def _fed_again(books: Books, name: str, table: Table) -> tuple[MeterContribution, ...]:
    """What the wagers of void hands add once more, since the deal that made them void is taken back."""
    round = table.round
    assert isinstance(round, Round)
    found: list[MeterContribution] = []
    for jackpot in books.jackpots_of(name):
        member = books.links[jackpot].members[name]
        wagers = []
        for number in round.clockwise:
            seat = round.seats[number]
            coupon = seat.coupon if member.fed_at == "lock-out" and "progressive" in member.wagers else 0
            cents = coupon + sum(seat.wagers.get(wager, 0) for wager in member.wagers)
            if cents and seat.void is not None:
                wagers.append((number, cents))
        found += feed(books.links[jackpot], books.balances, wagers)
    return tuple(found)


def _unfed(books: Books, transfers: Transfers, fed: tuple[MeterContribution, ...]) -> Posted:
    return Posted((*transfers, *moved_back(fed, books.links, books.balances)), (), fed)


def _at_lock_out(books: Books, name: str, table: Table, event: stud.BetsClosed) -> tuple[MeterContribution, ...]:
    """Where the accepted wagers of a round advance the meters together, seat by seat from the dealer's left."""
    round = table.round
    assert round is not None
    found: list[MeterContribution] = []
    for jackpot in books.jackpots_of(name):
        member = books.links[jackpot].members[name]
        if member.fed_at != "lock-out":
            continue
        wagers = []
        for seat in round.clockwise:
            put: dict[str, int] = getattr(round.seats[seat], "wagers", {})
            accepted = event.accepted.get(seat, 0)
            cents = sum(accepted if wager == "progressive" else put.get(wager, 0) for wager in member.wagers)
            if cents:
                wagers.append((seat, cents))
        found += feed(books.links[jackpot], books.balances, wagers)
    return tuple(found)
