"""One round's shuffle followed through a journal: where it was committed to, drawn, cut, dealt from and revealed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import merge
from typing import Generic, NamedTuple, TypeVar

from upcard.cards import Card
from upcard.errors import Refused
from upcard.floor.codec import TABLE, fair_event, table_event
from upcard.floor.fair import events as fe
from upcard.floor.fair.state import Fair, counting, evolve, seen
from upcard.floor.store.entry import Entry
from upcard.floor.store.store import Reading
from upcard.games.bonus_six import events as six
from upcard.games.caribbean_stud import events as stud
from upcard.tables import Table
from upcard.tables import events as te
from upcard.tables import evolve as evolve_table

E = TypeVar("E")

Dealt = stud.HandsDealt | six.HandsDealt | six.StreetDealt | six.BonusCardDealt
"""What brings cards from a virtual deck to the table."""


class At(NamedTuple, Generic[E]):
    """An event, and the entry that records it."""

    entry: Entry
    event: E


class Left(NamedTuple):
    """Cards that left the deck in one act."""

    entry: Entry
    event: Dealt
    order: tuple[Card, ...]
    """The deck as it then lay."""
    skipped: int
    """Cards found face up before, and racked unused."""


@dataclass(slots=True)
class Drawn:
    """One shuffle that was drawn."""

    commitments: tuple[At[fe.ShuffleCommitted], ...]
    """All since the draw before: one, where the system had no choice."""
    drawn: At[fe.ShuffleDrawn]
    given: dict[str, At[fe.ContributionGiven]]
    """By player, the contributions that lay there when it was drawn."""
    counting: tuple[fe.Contribution, ...]
    """Those that should have counted."""
    shuffled: At[te.DeckShuffled] | None = None
    cuts: list[At[te.DeckCut]] = field(default_factory=list)
    revealed: At[fe.ShuffleRevealed] | None = None

    @property
    def committed(self) -> At[fe.ShuffleCommitted]:
        return self.commitments[-1]


@dataclass(slots=True)
class Trail:
    """A round that is over, with the shuffle that its cards came from."""

    table: str
    round: int
    opened: te.TableOpened
    drawn: Drawn | None
    """None where nobody had committed himself to the cards."""
    closed: Entry | None
    """The end of the bets, if it came to that."""
    left: list[Left]
    hole: At[stud.HoleCardsRevealed] | None
    """The house's draws stand with the dealer's cards."""
    over: Entry
    unused: tuple[At[fe.ShuffleRevealed], ...] = ()
    """Shuffles since the round before that were drawn, and given up without a card dealt from them."""


def trail(reading: Reading, table: str, number: int) -> Trail:
    """The round of that number; a `Refused` says why there is nothing to be shown."""
    walk = _Walk(table, number)
    for entry in _entries(reading, table):
        if (found := walk.feed(entry)) is not None:
            return found
    if walk.opened is None:
        raise Refused(None, f"ID: the journal knows no table {table!r}")
    if not walk.fair.number:
        raise Refused(None, f"ID: the cards of {table} came with the acts there: nobody had committed himself to them")
    if number == walk.table.number and walk.table.is_open:
        raise Refused(None, f"ID: round {number} of {table} is in play: its shuffle is revealed after the round")
    raise Refused(None, f"ID: {table} has no round {number} that is over; the last is {walk.last}")


def _entries(reading: Reading, table: str) -> Iterator[Entry]:
    streams = (reading.entries(stream=f"{kind}{table}") for kind in (TABLE, fe.SHUFFLE))
    return merge(*streams, key=lambda entry: entry.seq)


class _Walk:
    """The table and its shuffles as far as they were read, and what was seen of the round that is asked for."""

    def __init__(self, name: str, number: int) -> None:
        self._name, self._number = name, number
        self.table = Table()
        self.fair = Fair()
        self.opened: te.TableOpened | None = None
        self.last = 0
        self._committed: list[At[fe.ShuffleCommitted]] = []
        """Since the last draw."""
        self._given: dict[str, At[fe.ContributionGiven]] = {}
        self._by_deck: dict[str, Drawn | None] = {}
        self._fresh: Drawn | None = None
        """Drawn just now: the next entry of the table gives its order."""
        self._unused: list[At[fe.ShuffleRevealed]] = []
        self._dealt_from: Drawn | None = None
        self._closed: Entry | None = None
        self._left: list[Left] = []
        self._hole: At[stud.HoleCardsRevealed] | None = None

    def feed(self, entry: Entry) -> Trail | None:
        if entry.stream.startswith(fe.SHUFFLE):
            self._shuffle(entry, fair_event(entry.event))
            return None
        return self._at_table(entry, table_event(entry.event))

    # ---- shuffles

    def _shuffle(self, entry: Entry, event: fe.FairEvent) -> None:
        before, self.fair = self.fair, evolve(self.fair, event)
        match event:
            case fe.ShuffleCommitted():
                self._committed.append(At(entry, event))
            case fe.ContributionGiven():
                self._given[event.player] = At(entry, event)
            case fe.ShuffleDrawn():
                self._draw(At(entry, event), counting(before, self.table))
            case fe.ShuffleRevealed():
                if not event.round:
                    self._unused.append(At(entry, event))
                for found in (*self._by_deck.values(), self._dealt_from):
                    if found is not None and found.drawn.event.number == event.number:
                        found.revealed = At(entry, event)

    def _draw(self, drawn: At[fe.ShuffleDrawn], counted: tuple[fe.Contribution, ...]) -> None:
        committed, self._committed = self._committed, []
        self._fresh = None
        if committed:
            given = {each.player: self._given[each.player] for each in counted if each.player in self._given}
            self._fresh = Drawn(tuple(committed), drawn, given, counted)

    # ---- the table

    def _at_table(self, entry: Entry, event: te.Event) -> Trail | None:
        table = self.table
        self.fair = seen(self.fair, table, event)
        self.table = evolve_table(table, event)
        match event:
            case te.TableOpened():
                self.opened = event
            case te.DeckShuffled():
                self._by_deck[event.deck] = self._fresh
                if self._fresh is not None:
                    self._fresh.shuffled = At(entry, event)
                self._fresh = None
            case te.DeckCut():
                cut = self._by_deck.get(event.deck)
                if cut is not None:
                    cut.cuts.append(At(entry, event))
            case te.CardsLeftDeck() if table.number == self._number:
                self._dealt_from = self._by_deck.get(event.deck)
            case te.Played() if table.number == self._number:
                self._played(entry, event, table)
            case te.RoundReconciled():
                self.last = event.number
                if event.number == self._number:
                    return self._found(entry, table)
                self._unused.clear()
        return None

    def _played(self, entry: Entry, played: te.Played, before: Table) -> None:
        event = played.event
        match event:
            case stud.BetsClosed() | six.BetsClosed():
                self._closed = entry
            case stud.HandsDealt() | six.HandsDealt() | six.StreetDealt() | six.BonusCardDealt():
                self._left.append(Left(entry, event, before.deck.order, before.discarded))
            case stud.HoleCardsRevealed():
                self._hole = At(entry, event)
            case _:
                pass

    def _found(self, entry: Entry, table: Table) -> Trail | None:
        assert self.opened is not None
        if not self.fair.number:
            return None
        drawn = self._dealt_from if self._left else self._by_deck.get(table.current)
        own = drawn.drawn.event.number if drawn else 0
        unused = tuple(each for each in self._unused if each.event.number != own)
        return Trail(self._name, self._number, self.opened, drawn, self._closed, self._left, self._hole, entry, unused)
