"""An event enters the books: what it moves is moved, and what follows from it is remembered. The one way in."""

from __future__ import annotations

from typing import NamedTuple

from upcard.money.books import Books
from upcard.money.coupon import Coupons, coupons_of
from upcard.money.events import MoneyEvent
from upcard.money.evolve import evolve, offered_at
from upcard.money.jackpot_postings import post_money
from upcard.money.table_postings import Posted, post
from upcard.money.transfer import totals
from upcard.tables import events as te
from upcard.tables.state import Table


class Recorded(NamedTuple):
    """What an event posted, what each account has more or less for it, in micros, and what it says of coupons."""

    posted: Posted
    moved: dict[str, int]
    coupons: tuple[Coupons, ...] = ()


def record(books: Books, name: str, table: Table, event: te.Event, by: str = "", at: str = "") -> Recorded:
    """Something happened at a table, which is given as it was before."""
    coupons = tuple(coupons_of(name, table, event, by, books.down))
    posted = post(books, name, table, event)
    moved = totals(posted.transfers)
    books.move(moved)
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
    return Recorded(posted, moved, coupons)


def _seat(event: te.Event) -> int:
    return int(getattr(event.event, "seat", 0)) if isinstance(event, te.Played) else 0


def record_money(books: Books, event: MoneyEvent, by: str, at: str) -> Recorded:
    """Something happened to a jackpot, at the cage or to a slip."""
    posted = post_money(books, event)
    moved = totals(posted.transfers)
    books.move(moved)
    for fed in posted.fed:
        books.count_fed(fed, 1)
    evolve(books, event, by, at, moved)
    return Recorded(posted, moved)
