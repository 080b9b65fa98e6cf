"""An event enters the books: what it moves is moved, and what follows from it is remembered. The one way in."""

from __future__ import annotations

from typing import NamedTuple, assert_never

from msgspec.structs import replace

from upcard.money import account, purse
from upcard.money import events as e
from upcard.money.account import Transfer, Transfers, totals, undone
from upcard.money.books import Books
from upcard.money.events import MoneyEvent
from upcard.money.evolve import evolve, offered_at
from upcard.money.jackpot_awards import returned
from upcard.money.link import Hit, MeterContribution, came_off, feed, moved_in
from upcard.money.slip import Coupons, coupons_of
from upcard.money.table_postings import NOTHING, Posted, post
from upcard.tables import events as te
from upcard.tables.state import Table, is_beside
from upcard.units import micros

# ---- From what happened to a jackpot, at the cage or to a slip, to the money that it moved -----------------
# one arm for each kind.


def post_money(books: Books, event: e.MoneyEvent) -> Posted:
    """What an event moves, before the books know of it."""
    match event:
        case e.JackpotOpened():
            seeds = ((account.meter(event.jackpot, name), level.seed) for name, level in event.levels.items())
            return Posted(tuple(Transfer(account.HOUSE, meter, micros(cents)) for meter, cents in seeds))
        case e.MeterCorrected():
            meter = account.meter(event.jackpot, event.level)
            return Posted((Transfer(account.HOUSE, meter, event.micros),))
        case e.TitleWagered():
            fed = feed(books.links[event.jackpot], books.balances, [(0, event.cents)])
            return Posted(moved_in(fed, account.title(event.title)), fed)
        case e.HitLocked():
            return Posted(_locked(books, event))
        case e.HitRejected():
            return Posted(_put_back(books, event.jackpot, books.links[event.jackpot].open[event.number]))
        case e.HitPaid():
            return Posted(_paid_to_title(event.jackpot, books.links[event.jackpot].open[event.number]))
        case e.FundTransferred():
            return Posted(_transferred(books, event))
        case e.JackpotEnded():
            return Posted(_left_over(books, event))
        case e.TrayFilled():
            return Posted((Transfer(account.CAGE, account.tray(event.table), micros(event.cents)),))
        case e.TrayCredited():
            return Posted((Transfer(account.tray(event.table), account.CAGE, micros(event.cents)),))
        case e.ChipsBought():
            return Posted((Transfer(account.tray(event.table), account.drop(event.table), micros(event.cents)),))
        case e.DropCounted():
            box = account.drop(event.table)
            found = Transfer(account.variance(event.table), box, micros(event.counted - event.booked))
            return Posted((found, Transfer(box, account.CAGE, micros(event.counted))))
        case e.TrayCounted():
            found = Transfer(
                account.variance(event.table), account.tray(event.table), micros(event.counted - event.booked)
            )
            return Posted((found,))
        case (
            e.TableJoined() | e.TableLeft() | e.LinkSuspended() | e.LinkResumed() | e.LevelChanged() | e.SignRead()
            | e.HitValidated() | e.HitUnwon() | e.HitStands() | e.EndAnnounced() | e.PetitionRecorded()
            | e.PetitionDecided() | e.CriteriaEased() | e.HouseOpened() | e.ShiftClosed() | e.AlertAcknowledged()
            | e.SlipIssued() | e.SlipSigned() | e.SlipVoided()
        ):  # fmt: skip
            return NOTHING
        case _:
            assert_never(event)


def _locked(books: Books, event: e.HitLocked) -> Transfers:
    """An award leaves the meter for where it waits; a full one has the meter start again from seed and reserve."""
    found: list[Transfer] = []
    poured: set[str] = set()
    for draw in event.draws:
        meter = account.meter(event.jackpot, draw.level)
        found.append(Transfer(meter, account.pending(event.jackpot, draw.level), micros(draw.cents)))
        if not draw.resets:
            continue
        found.append(Transfer(account.HOUSE, meter, micros(books.links[event.jackpot].tiers[draw.level].level.seed)))
        reserve = account.reserve(event.jackpot, draw.level)
        if draw.level not in poured and (held := books.balances.get(reserve, 0)):
            found.append(Transfer(reserve, meter, held))
        poured.add(draw.level)
    return tuple(found)


def _put_back(books: Books, jackpot: str, hit: Hit) -> Transfers:
    """The award goes back to the meter, and out of it what came in for its sake."""
    found = []
    for level in dict.fromkeys(draw.level for draw in hit.draws):
        meter, reserve = account.meter(jackpot, level), account.reserve(jackpot, level)
        back = returned(books, jackpot, hit, level)
        found.append(Transfer(account.pending(jackpot, level), meter, back.award))
        found.append(Transfer(meter, account.HOUSE, back.void))
        found.append(Transfer(meter, reserve, back.to_reserve))
        found.append(Transfer(meter, account.HOUSE, back.seed))
        found.append(Transfer(reserve, account.HOUSE, back.void_reserve))
    return tuple(found)


def _paid_to_title(jackpot: str, hit: Hit) -> Transfers:
    """What another title's table has won goes to that title, which pays it; our own tables have paid it already."""
    if not hit.title:
        return ()
    return tuple(
        Transfer(account.pending(jackpot, draw.level), account.title(hit.title), micros(draw.cents))
        for draw in hit.draws
    )


def _transferred(books: Books, event: e.FundTransferred) -> Transfers:
    """Meters and reserves, whole, or what a jackpot that has ended held for players."""
    link = books.links[event.jackpot]
    owed = account.players(link.name)
    to = account.meter(event.to, event.levels[link.top]) if event.levels else account.licensee(event.to)
    found = [Transfer(owed, to, books.balances.get(owed, 0))]
    for level in link.tiers:
        for kind in (account.meter, account.reserve):
            name = kind(event.jackpot, level)
            to = kind(event.to, event.levels[level]) if event.levels else account.licensee(event.to)
            found.append(Transfer(name, to, books.balances.get(name, 0)))
    return tuple(found)


def _left_over(books: Books, event: e.JackpotEnded) -> Transfers:
    """To the house, but for what is the players'."""
    found = []
    for level in books.links[event.jackpot].tiers:
        owed: int = micros(event.owed.get(level, 0))
        for name in (account.meter(event.jackpot, level), account.reserve(event.jackpot, level)):
            held = books.balances.get(name, 0)
            theirs = min(owed, held)
            owed -= theirs
            found.append(Transfer(name, account.players(event.jackpot), theirs))
            found.append(Transfer(name, account.HOUSE, held - theirs))
    return tuple(found)


# ---- ledger ------------------------------------------------------------------------------------------------


class Recorded(NamedTuple):
    """What an event posted, what each account has more or less for it, in micros, and what it says of coupons."""

    posted: Posted
    moved: dict[str, int]
    coupons: tuple[Coupons, ...] = ()


def record(books: Books, name: str, table: Table, event: te.Event, by: str = "", at: str = "") -> Recorded:
    """Something happened at a table, which is given as it was before."""
    if isinstance(event, te.StepTakenBack):
        recorded = _undone(books, name, table, event)
    else:
        posted = post(books, name, table, event)
        coupons = tuple(coupons_of(name, table, event, by, books.down))
        recorded = Recorded(posted, totals(posted.transfers), coupons)
        if table.keyed:
            books.posted[name] = (*books.posted_at(name, table), recorded)
    posted, moved, coupons = recorded
    books.move(moved)
    purse.moves(books.purses, name, moved)
    if isinstance(event, te.SeatTaken | te.SeatLeft | te.TableClosed):
        purse.empty(books.purses, name, getattr(event, "seat", None))
    books.add_fed(name, posted.fed)
    books.drop_fed(name, posted.unfed)
    if posted.spared:
        books.spared[name] = posted.spared
    for payment in posted.fixed:
        books.count_fixed(name, payment, 1)
    for payment in posted.unfixed:
        books.count_fixed(name, payment, -1)
    for found in coupons:
        books.count_coupons(_seat(event), found)
    if isinstance(event, te.RoundReconciled):
        books.end_round(name)
    if isinstance(event, te.TableOpened | te.TableClosed):
        for jackpot in books.jackpots_of(name):
            is_open = isinstance(event, te.TableOpened)
            books.links[jackpot] = offered_at(books.links[jackpot], name, at, is_open=is_open)
    return recorded


def _undone(books: Books, name: str, table: Table, event: te.StepTakenBack) -> Recorded:
    """What a step had moved goes back the way it came: each transfer, each contribution, each coupon.

    A void contribution that had come off the meter and counts again goes into it as it is now, whoever has won it
    since; one that somebody had won before stays won.
    """
    known = books.posted_at(name, table)
    gone = [
        (is_beside(event, place, one.event), moved)
        for place, (one, moved) in enumerate(zip(table.past[-event.events :], known[-event.events :], strict=True))
    ]
    books.posted[name] = (*known[: -event.events], *(moved for beside, moved in gone if beside))
    back = tuple(moved for beside, moved in reversed(gone) if not beside)
    posted = Posted(
        tuple(each for one in back for each in undone(one.posted.transfers)),
        tuple(_counts_again(books, fed, one.posted) for one in back for fed in one.posted.unfed),
        tuple(books.fed_now(name, fed) or fed for one in back for fed in one.posted.fed),
    )
    coupons = (each for one in back for each in one.coupons)
    less = tuple(replace(each, number=-each.number, face=-each.face, paid=-each.paid) for each in coupons)
    return Recorded(posted, totals(posted.transfers), less)


def _counts_again(books: Books, fed: MeterContribution, posted: Posted) -> MeterContribution:
    off_meter, off_reserve = came_off(fed, posted.unfed, posted.transfers)
    if not off_meter:
        return fed
    era = books.links[fed.jackpot].tiers[fed.level].era
    return fed._replace(era=era, reserve_era=None if off_reserve else fed.reserved_in)


def _seat(event: te.Event) -> int:
    return int(getattr(event.event, "seat", 0)) if isinstance(event, te.Played) else 0


def record_money(books: Books, event: MoneyEvent, by: str, at: str) -> Recorded:
    """Something happened to a jackpot, at the cage or to a slip."""
    posted = post_money(books, event)
    moved = totals(posted.transfers)
    books.move(moved)
    if isinstance(event, e.ChipsBought):
        purse.buys(books.purses, event.table, event.seat, event.cents)
    for fed in posted.fed:
        books.count_fed(fed, 1)
    evolve(books, event, by, at, moved)
    return Recorded(posted, moved)
