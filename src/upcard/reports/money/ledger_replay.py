"""The journal read again from its first entry: what happened, every transfer behind what was posted, and why.

An entry holds what each account gained or lost; a document also says from where to where. That follows from the events
alone, without the house file, and is compared with what was posted: a journal that does not add up yields no document.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from upcard.cards import Card
from upcard.games.bonus_six import events as six
from upcard.games.caribbean_stud import events as stud
from upcard.journal.command import TABLE, Event, money_event, table_event
from upcard.money import events as e
from upcard.money.account import Transfer, Transfers
from upcard.money.books import Books
from upcard.money.ledger import Recorded, record, record_money
from upcard.money.link import MeterContribution
from upcard.money.slip import Coupons
from upcard.money.table_postings import Posted
from upcard.shuffles.events import SHUFFLE
from upcard.store.store import GENESIS, Entry, Head, StoreError, intact
from upcard.tables import Table, evolve
from upcard.tables import events as te


class LedgerEntry(NamedTuple):
    """One entry, decoded; the journal stands as the entry left it."""

    entry: Entry
    event: Event
    table: str
    """The table at which it happened, or empty."""
    round: int
    """The number of that table's round."""
    transfers: Transfers
    fed: tuple[MeterContribution, ...]
    """What wagers added to meters."""
    unfed: tuple[MeterContribution, ...]
    """What was taken back of it."""
    coupons: tuple[Coupons, ...] = ()
    """What it adds to the count of coupons, or takes from it."""

    @property
    def day(self) -> str:
        """The date, in UTC."""
        return self.entry.at[:10]

    @property
    def played(self) -> Any:
        """What happened in a round, or nothing."""
        return self.event.event if isinstance(self.event, te.Played) else None


class LedgerReplay:
    """Tables and books as far as the journal has been read."""

    def __init__(self) -> None:
        self.books = Books()
        self.tables: dict[str, Table] = {}
        self.head = Head(0, GENESIS)

    def read(self, entries: Iterable[Entry]) -> Iterator[LedgerEntry]:
        """Entry by entry, from the first one of the journal."""
        for entry in entries:
            if entry.seq != self.head.seq + 1 or not intact(self.head.hash, entry):
                raise StoreError(f"entry {entry.seq} does not follow on entry {self.head.seq}: no document is made")
            self.head = Head(entry.seq, entry.hash)
            if entry.stream.startswith(SHUFFLE):
                continue  # no money moves with the cards
            name = entry.stream.removeprefix(TABLE) if entry.stream.startswith(TABLE) else ""
            yield self._at_table(entry, name) if name else self._elsewhere(entry)

    def _at_table(self, entry: Entry, name: str) -> LedgerEntry:
        event = table_event(entry.event)
        table = self.tables.get(name, Table())
        recorded = record(self.books, name, table, event, entry.by, entry.at)
        posted = _compared(entry, recorded)
        self.tables[name] = evolve(table, event, entry.by, entry.command)
        return LedgerEntry(
            entry, event, name, table.number, posted.transfers, posted.fed, posted.unfed, recorded.coupons
        )

    def _elsewhere(self, entry: Entry) -> LedgerEntry:
        event = money_event(entry.event)
        posted = _compared(entry, record_money(self.books, event, entry.by, entry.at))
        return LedgerEntry(entry, event, "", 0, posted.transfers, posted.fed, posted.unfed)

    def cards(self, table: str, seat: int, hand: int, *, dealers: bool = False) -> tuple[Card, ...]:
        """The cards of a hand in the present round, as far as the journal knows them."""
        round: Any = self.tables[table].round if table in self.tables else None
        if not hasattr(round, "dealer_value") or seat not in round.seats:
            return ()
        own = round.seats[seat]
        holder = (round.dealer, round.dealer_value) if dealers or own.value != hand else (own.cards, hand)
        return tuple(holder[0]) if holder[1] == hand else ()

    def player(self, table: str, seat: int) -> str:
        """Who sits there, or nobody."""
        found = self.tables.get(table)
        return found.players.get(seat, "") if found else ""


def _compared(entry: Entry, recorded: Recorded) -> Posted:
    """What was posted then is what follows now."""
    if recorded.moved != entry.moved:
        raise StoreError(f"entry {entry.seq} moves other money than follows from what happened")
    return recorded.posted


# ---- why money moved: the names of the lines of every statement -------------------------------------------------

SETTLED = {
    ("felt", "seat"): "stake returned",
    ("felt", "tray"): "stake collected",
    ("felt", "fees"): "fee",
    ("felt", "tips"): "tip",
    ("tray", "seat"): "payment",
    ("tray", "tips"): "payment",
    ("pending", "seat"): "award paid",
    ("meter", "seat"): "fixed award",
    ("house", "account"): "account credited",
}
"""What a settlement moves; a void hand may move it back."""

ROUTES = SETTLED | {
    ("seat", "felt"): "wager",
    ("pending", "title"): "award paid",
    ("cage", "tray"): "fill",
    ("tray", "cage"): "credit",
    ("tray", "drop"): "chips sold",
    ("variance", "tray"): "count",
    ("variance", "drop"): "count",
    ("drop", "cage"): "drop",
    ("meter", "pending"): "award",
    ("pending", "meter"): "award put back",
    ("reserve", "meter"): "reserve poured",
    ("meter", "reserve"): "reserve taken back",
    ("meter", "meter"): "transfer",
    ("reserve", "reserve"): "transfer",
    ("meter", "players"): "owed to players",
    ("reserve", "players"): "owed to players",
    ("meter", "licensee"): "transfer",
    ("reserve", "licensee"): "transfer",
    ("title", "meter"): "contribution",
    ("title", "reserve"): "contribution",
    ("house", "reserve"): "contribution",
}
REVERSED = ", reversed"


class Line(NamedTuple):
    """What one account gained, or lost, and why."""

    account: str
    reason: str
    micros: int


def kind(account: str) -> str:
    """
    >>> kind("meter/Harbor/main"), kind("house")
    ('meter', 'house')
    """
    return account.partition("/")[0]


def reason(event: Event, transfer: Transfer, before: Transfer | None = None) -> str:
    """The name of what a transfer did; `before` is the one before it in the same entry."""
    route = (kind(transfer.source), kind(transfer.to))
    played = event.event if isinstance(event, te.Played) else None
    if hasattr(played, "reversed") and route[::-1] in SETTLED:
        return SETTLED[route[::-1]] + REVERSED
    if isinstance(event, te.StepTakenBack) and route[::-1] in ROUTES:
        return ROUTES[route[::-1]] + REVERSED
    match route, event:
        case ("felt", "seat"), te.Played(event=stud.WagerTakenBack() | six.WagerTakenBack()):
            return "wager taken back"
        case ("felt", "seat"), te.Played(event=stud.ProgressiveCorrected()):
            return "wager struck"
        case ("house", "meter"), e.JackpotOpened() | e.HitLocked():
            return "seed"
        case ("house", "meter"), e.MeterCorrected():
            return "correction"
        case ("house", "meter"), _:
            return "contribution"
        case ("meter", "house"), e.HitRejected():
            # Contributions that were found void while the award waited leave with it, the seed only after its reserve.
            waited = before is not None and kind(before.source) == "pending"
            return "contribution" + REVERSED if waited else "seed taken back"
        case ("meter" | "reserve", "house"), e.JackpotEnded():
            return "left over"
        case ("meter" | "reserve", "house"), _:
            return "contribution" + REVERSED
        case _:
            return ROUTES[route]


def lines(moment: LedgerEntry) -> Iterator[Line]:
    """Both sides of every transfer: together they are nothing."""
    before: Transfer | None = None
    for transfer in moment.transfers:
        if transfer.micros:
            why = reason(moment.event, transfer, before)
            yield Line(transfer.source, why, -transfer.micros)
            yield Line(transfer.to, why, transfer.micros)
        before = transfer
