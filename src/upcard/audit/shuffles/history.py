"""One round's shuffle followed through a journal: where it was committed to, drawn, cut, dealt from and revealed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from heapq import merge
from typing import Any, Generic, NamedTuple, TypeVar

from upcard.audit.round_reader import no_table
from upcard.cards import Card
from upcard.errors import Refused
from upcard.games.game import game_of_round
from upcard.games.moves import SINGLY
from upcard.journal.command import TABLE, fair_event, table_event
from upcard.shuffles import events as fe
from upcard.shuffles.key_derivation import Draws
from upcard.shuffles.state import Fair, bets_closed_on, counting, evolve, seen
from upcard.store.store import Entry, Reading
from upcard.tables import Table
from upcard.tables import events as te
from upcard.tables import evolve as evolve_table

E = TypeVar("E")


class At(NamedTuple, Generic[E]):
    """An event, and the entry that records it."""

    entry: Entry
    event: E


class Cut(NamedTuple):
    """A cut of the deck: somebody's, or after the end of the bets the system's own, counted from 1."""

    entry: Entry
    event: te.DeckCut
    turn: int = 0


class Left(NamedTuple):
    """Cards that left the deck in one act."""

    entry: Entry
    event: Any
    order: tuple[Card, ...]
    """The deck as it then lay."""
    skipped: int
    """Cards said to have been found face up before, and racked unused: none, where the system itself had drawn them."""


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
    first: fe.ShuffleDrawn
    """The first that was drawn since the table was opened or its way of dealing changed: they are all dealt alike."""
    table: Table
    """The table when it was drawn."""
    shuffled: At[te.DeckShuffled] | None = None
    cuts: list[Cut] = field(default_factory=list)
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
    """The first end of the bets, if it came to that."""
    left: list[Left]
    draws: At[Draws] | None
    """What the house drew beside the cards."""
    over: Entry
    unused: tuple[At[fe.ShuffleDrawn], ...] = ()
    """Shuffles of the same deck that were drawn since a card was last dealt from it, and were given up."""
    void: str | None = None
    """The rule that made every hand void, if one did."""
    voided: tuple[int, ...] = ()
    """The rounds just before it that were void, one after the other."""
    told: tuple[Entry, ...] = ()
    """Where people told cards of this round by hand: nowhere, where the system had drawn them."""


def trail(reading: Reading, table: str, number: int) -> Trail:
    """The round of that number; a `Refused` says why there is nothing to be shown."""
    walk = _Walk(table, number)
    for entry in _entries(reading, table):
        if (found := walk.feed(entry)) is not None:
            return found
    if walk.opened is None:
        raise Refused(None, f"ID: {no_table(reading, table)}")
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
        self._first: fe.ShuffleDrawn | None = None
        self._waiting: dict[str, list[At[fe.ShuffleDrawn]]] = {}
        """By deck, what was drawn for it since a card was last dealt from it."""
        self._before: list[At[fe.ShuffleDrawn]] = []
        """What had been drawn for the deck when the first card of the round left it."""
        self._dealt_from: Drawn | None = None
        self._closed: Entry | None = None
        self._left: list[Left] = []
        self._draws: At[Draws] | None = None
        self._voided: list[int] = []
        """The rounds that were void since the last one that was not."""
        self._told: list[Entry] = []

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
                for found in (*self._by_deck.values(), self._dealt_from):
                    if found is not None and found.drawn.event.number == event.number:
                        found.revealed = At(entry, event)

    def _draw(self, drawn: At[fe.ShuffleDrawn], counted: tuple[fe.Contribution, ...]) -> None:
        committed, self._committed = self._committed, []
        self._fresh = None
        self._first = self._first or drawn.event
        self._waiting.setdefault(drawn.event.deck, []).append(drawn)
        if committed:
            given = {each.player: self._given[each.player] for each in counted if each.player in self._given}
            self._fresh = Drawn(tuple(committed), drawn, given, counted, self._first, self.table)

    def _in_place_of(self, gone: Iterable[str], deck: str) -> None:
        """Decks left the table, and another is dealt from instead: what was drawn for them was given up as well."""
        for name in gone:
            self._waiting[deck] = [*self._waiting.pop(name, ()), *self._waiting.get(deck, ())]

    def _earlier(self, deck: str, used: Drawn | None) -> list[At[fe.ShuffleDrawn]]:
        return [each for each in self._waiting.get(deck, ()) if each.event.number < _number(used)]

    # ---- the table

    def _at_table(self, entry: Entry, event: te.Event) -> Trail | None:
        table = self.table
        self.fair = seen(self.fair, table, event)
        self.table = evolve_table(table, event)
        match event:
            case te.TableOpened():
                self.opened, self._first = event, None
                self._in_place_of([name for name in self._waiting if name not in event.decks], event.decks[0])
            case te.DealingChanged():
                self._first = None
            case te.DeckRemoved():
                self._in_place_of([event.deck], self.table.current)
            case te.DeckShuffled():
                self._by_deck[event.deck] = self._fresh
                if self._fresh is not None:
                    self._fresh.shuffled = At(entry, event)
                self._fresh = None
            case te.DeckCut():
                cut = self._by_deck.get(event.deck)
                if cut is not None:
                    turn = sum(each.turn > 0 for each in cut.cuts) + 1 if bets_closed_on(table, event.deck) else 0
                    cut.cuts.append(Cut(entry, event, turn))
            case te.CardsLeftDeck():
                used = self._by_deck.get(event.deck)
                if table.number == self._number:
                    self._dealt_from = used
                    self._before += self._earlier(event.deck, used)
                if used is not None:  # cards of another deck than was drawn use nothing up
                    later = [each for each in self._waiting.pop(event.deck, ()) if each.event.number > _number(used)]
                    self._waiting[event.deck] = later
            case te.Played() if table.number == self._number:
                self._played(entry, event, table)
            case te.RoundReconciled():
                self.last = event.number
                if event.number == self._number:
                    return self._found(entry, table)
                self._voided = [*self._voided, event.number] if _void(table) else []
        return None

    def _played(self, entry: Entry, played: te.Played, before: Table) -> None:
        event, game = played.event, game_of_round(before.round)
        if isinstance(event, game.CLOSED):
            self._closed = self._closed or entry
        elif game.core.leaving(event, SINGLY) is not None:
            self._left.append(Left(entry, event, before.deck.order, before.discarded))
        elif draws := game.core.house_draws(event):
            self._draws = At(entry, Draws(*draws))
        elif isinstance(event, game.core.TOLD):
            self._told.append(entry)

    def _found(self, entry: Entry, table: Table) -> Trail | None:
        assert self.opened is not None
        if not self.fair.number:
            return None
        drawn = self._dealt_from if self._left else self._by_deck.get(table.current)
        return Trail(
            table=self._name,
            round=self._number,
            opened=self.opened,
            drawn=drawn,
            closed=self._closed,
            left=self._left,
            draws=self._draws,
            over=entry,
            unused=tuple(self._before if self._left else self._earlier(table.current, drawn)),
            void=_void(table),
            voided=tuple(self._voided),
            told=tuple(self._told),
        )


def _void(table: Table) -> str | None:
    """The rule that made every hand void; only stud has one."""
    return getattr(table.round, "void", None)


def _number(drawn: Drawn | None) -> int:
    return drawn.drawn.event.number if drawn else 0
