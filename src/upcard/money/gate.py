"""What a jackpot has to say to an act at a table, before the table itself is asked."""

from __future__ import annotations

from msgspec.structs import replace

from upcard.errors import Refused
from upcard.games import caribbean_stud as stud
from upcard.money.books import Books
from upcard.money.follows import readings_for
from upcard.rules.table import TableRules
from upcard.tables import commands as c
from upcard.tables.state import Table


def gated(t: TableRules, books: Books, table: Table, command: c.Command) -> c.Command:
    """The act with the meters that it is paid from; refused where a wager would play for a jackpot that stands still.

    Whoever asks for a payment does not say what the meters hold: they are read here.
    """
    match command:
        case c.Play(command=stud.PlaceWager() as placed):
            _takes(t, books, placed.wager)
        case c.Play(command=stud.PlaceCoupon(coupon="progressive")):
            _takes(t, books, "progressive")
        case c.LockOut() if isinstance(table.round, stud.Round):
            lying = {wager for seat in table.round.seats.values() for wager in seat.wagers if seat.wagers[wager]}
            coupons = {"progressive" for seat in table.round.seats.values() if seat.coupon}
            for wager in sorted(lying | coupons):
                _takes(t, books, wager)
        case c.Play(command=stud.Settle() as settle):
            return replace(command, command=replace(settle, meters=readings_for(t, books, table)))
    return command


PLAYS_FOR = {"progressive": "jackpot", "five_card_player": "five_card_jackpot", "five_card_dealer": "five_card_jackpot"}


def _takes(t: TableRules, books: Books, wager: str) -> None:
    """Refuses a wager for a jackpot that the table has lost or that stands still."""
    elected: str | None = getattr(t, PLAYS_FOR[wager]) if wager in PLAYS_FOR else None
    if elected is None:
        return
    jackpot = books.jackpot_of.get((t.name, wager))
    if jackpot is None:
        raise Refused(None, f"{t.name} is not on the link of {elected}: it takes no {wager} wager")
    link = books.links[jackpot]
    if not link.operating:
        raise Refused(None, f"{jackpot} takes no wagers: {link.ended or link.suspended}")
