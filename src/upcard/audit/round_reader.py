"""Following a journal entry by entry, and gathering what belongs to each round: at its table, its jackpots, in slips.

Whoever wants one round only is spared the decoding of all others: what a round does in itself leaves nothing behind at
the table once it is reconciled, and of the books only the meters are followed.
"""

from __future__ import annotations

from collections.abc import Mapping

from upcard.audit.opened_rules import Pinned, in_force, pinned
from upcard.audit.round_entries import Belonging
from upcard.audit.round_record import Meters, Step, Story
from upcard.games.game import game_of_round
from upcard.games.settle import Rules
from upcard.journal.codec import TABLE, fair_event, money_event, table_event
from upcard.money import events as me
from upcard.money.books import Books
from upcard.money.evolve import evolve as evolve_money
from upcard.shuffles.events import SHUFFLE
from upcard.store.entry import GENESIS, Entry
from upcard.tables import Table, evolve
from upcard.tables import events as te

PLAYED = '{"type":"Played"'
OWN = (me.HitLocked, me.HitPaid)
"""What a round itself does to a meter; whatever else belongs to its story is done by others.

A rejection takes the lock back, and with it may bring what others owed the meter since: only the lock is the round's.
"""

METERS = ("meter/", "reserve/")
METER, RESERVE = (f'"{kind}' for kind in METERS)


class Follower:
    """Every round of a journal, or the only one that is asked for by its table and number."""

    def __init__(self, only: tuple[str, int] | None = None) -> None:
        self.only = only
        self.stories: dict[str, Story] = {}
        """By table, the round that is not over yet."""
        self.last: dict[str, int] = {}
        """By table, the number of the last round that is over."""
        self._tables: dict[str, Table] = {}
        self._pinned: dict[str, Pinned] = {}
        self._books = Books()
        self._belonging = Belonging()
        self._readings: dict[str, Meters] = {}
        self._hash = GENESIS

    def feed(self, entry: Entry) -> Story | None:
        """Take the next entry; a round that ends with it is told."""
        self._move(entry)
        told = None
        if entry.stream.startswith(TABLE):
            told = self._table(entry, entry.stream.removeprefix(TABLE))
        elif entry.stream.startswith(SHUFFLE):
            self._shuffle(entry, entry.stream.removeprefix(SHUFFLE))
        else:
            self._money(entry, money_event(entry.event))
        self._hash = entry.hash
        return told

    # ---- meters --------------------------------------------------------------------------------------------------

    def _move(self, entry: Entry) -> None:
        """Only what meters and reserves hold is followed."""
        if METER not in entry.postings and RESERVE not in entry.postings:
            return
        self._books.move({name: sum for name, sum in entry.moved.items() if name.startswith(METERS)})
        self._readings.clear()

    def _meters(self, name: str) -> Meters:
        if name not in self._readings:
            self._readings[name] = self._books.readings(name)
        return self._readings[name]

    def _own(self, story: Story, moved: Mapping[str, int]) -> None:
        """What the round itself moves is kept apart from what others move meanwhile."""
        if story.meters is None:
            return
        for account, micros in moved.items():
            if account.startswith(METERS):
                story.own[account] = story.own.get(account, 0) + micros

    def _compare(self, story: Story) -> None:
        jackpots = {
            level: jackpot for jackpot in self._books.jackpots_of(story.table)
            for level in self._books.links[jackpot].tiers
        }  # fmt: skip
        story.check_moved(jackpots, self._meters(story.table))

    # ---- tables --------------------------------------------------------------------------------------------------

    def _table(self, entry: Entry, name: str) -> Story | None:
        if self.only is not None and name != self.only[0]:
            return None
        table = self._tables.get(name, Table())
        if self.only is not None and table.number < self.only[1] and entry.event.startswith(PLAYED):
            return None
        event = table_event(entry.event)
        story = self.stories.get(name)
        if story is not None:
            story.judged(table, *self._rules(name))  # others may have ended the terms, or brought them back, meanwhile
        after = self._tables[name] = evolve(table, event)
        if isinstance(event, te.TableOpened):
            self._pinned[name] = pinned(event)
            self._begin(name, after.number)
        story = self.stories.get(name)
        if story is None:
            return None
        self._own(story, entry.moved)
        meters = self._meters(name)
        story.settling(event, after, meters)
        story.judged(after, *self._rules(name))
        story.add(Step(entry, event, table, after, meters), self._hash)
        if isinstance(event, te.Played) and isinstance(event.event, game_of_round(after.round).PAYING):
            self._compare(story)
        if not isinstance(event, te.RoundReconciled):
            return None
        story.over = True
        self.last[name] = story.number
        self._begin(name, after.number)
        return story if self.only is None or self.only[1] == story.number else None

    def _begin(self, name: str, number: int) -> None:
        rules, terms = self._rules(name)
        self.stories[name] = Story(name, number, self._pinned[name], rules, eased=terms)

    def _rules(self, name: str) -> tuple[Rules, str]:
        return in_force(self._pinned[name], self._books, name, self._tables.get(name))

    def _shuffle(self, entry: Entry, name: str) -> None:
        story = self.stories.get(name)
        if story is not None:
            table = self._tables[name]
            story.add(Step(entry, fair_event(entry.event), table, table, self._meters(name)), self._hash)

    # ---- jackpots, slips, the cage -------------------------------------------------------------------------------

    def _money(self, entry: Entry, event: me.MoneyEvent) -> None:
        evolve_money(self._books, event, entry.by, entry.at)
        self._readings.clear()
        for name in self._belonging.tables(event, {name: story.number for name, story in self.stories.items()}):
            story = self.stories.get(name)
            if story is None:
                continue
            if isinstance(event, me.HitRejected):
                self._own(story, {account: -micros for account, micros in story.locked(event).items()})
            elif isinstance(event, OWN):
                self._own(story, entry.moved)
            if isinstance(event, me.HitLocked):
                self._compare(story)
                story.hits.append(event)
            if isinstance(event, me.SlipIssued):
                story.slips.append(event)
            table = self._tables[name]
            story.add(Step(entry, event, table, table, self._meters(name)), self._hash)
