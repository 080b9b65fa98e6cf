"""The casino as it stands: every table, every account and jackpot, as the journal leaves them.

`decide` makes entries of a command and `apply` takes entries that others made; both move the same state, so that a
casino that was read from a journal cannot differ from the one that wrote it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from operator import attrgetter
from typing import TYPE_CHECKING, Any, cast

from msgspec import UNSET
from msgspec.structs import replace

from upcard.errors import Conflict, Refused
from upcard.games.game import CORES
from upcard.journal.act_table import apart
from upcard.journal.command import (
    TABLE,
    AnyCommand,
    Command,
    encode,
    fair_event,
    money_event,
    salt_of,
    salted,
    table_event,
    two_people,
)
from upcard.law.text import digest_of
from upcard.money.books import Books, Standing, check_offered, refuse_counters_beyond
from upcard.money.decide import decide as decide_money
from upcard.money.events import MoneyEvent, ShiftClosed, stream_of
from upcard.money.jackpot_awards import follows
from upcard.money.jackpot_end import ENDED, Terms, stopped_at, terms_at
from upcard.money.jackpot_guards import check_void, gated
from upcard.money.ledger import record, record_money
from upcard.money.purse import check_purse
from upcard.money.table_postings import seed_spared
from upcard.people.person import is_personal
from upcard.rules.house import House
from upcard.rules.jackpot import jackpots_of
from upcard.rules.table import TableRules
from upcard.shuffles import service
from upcard.shuffles.events import SHUFFLE, FairCommand, FairEvent
from upcard.shuffles.events import stream_of as stream_of_shuffle
from upcard.shuffles.key_derivation import Source
from upcard.shuffles.redraw_check import Redrawn
from upcard.shuffles.state import Fair, fault, seen
from upcard.shuffles.state import evolve as evolve_fair
from upcard.store.store import GENESIS, Entry, StoreError, chained
from upcard.tables import Act, Table, evolve
from upcard.tables import decide as decide_table
from upcard.tables import events as te
from upcard.tables.commands import CloseTable, LeaveSeat, OpenTable, Play, RelieveDealer, TakeBackStep
from upcard.tables.options import is_late
from upcard.tables.take_back import last_step
from upcard.units import SECOND, time_of

if TYPE_CHECKING:
    from upcard.money.commands import MoneyCommand
    from upcard.tables.commands import Actor
    from upcard.tables.commands import Command as TableCommand

Named = tuple[tuple[str, str], ...]

OUTDATED = "the table was opened under another text of the law; close it, and open it again"
"""What is said of a table that stayed open while the text of its edition changed."""


class Casino:
    """The state after `seq` entries."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.rules = {t.name: t for t in house.tables}
        self.tables: dict[str, Table] = {}
        self.books = Books()
        self.versions: dict[str, int] = {}
        self.moved_at: dict[str, str] = {}
        """By table, when its last entry was made: since then it waits for whoever is next."""
        self.pinned: dict[str, te.TableOpened] = {}
        """By table that is open, what it was opened with: its rounds are played by that and nothing else."""
        self.fair: dict[str, Fair] = {}
        """By table, its shuffles, where the system draws them."""
        self.source: Source | None = None
        """What secrets are made of, where this casino draws the cards of its virtual tables."""
        self.redrawn = Redrawn()
        """What holds the cards at its tables against the shuffles that they come from."""
        self.seq = 0
        self.hash = GENESIS
        self._terms: dict[tuple[str, tuple[Terms, ...], Named, Named], TableRules] = {}

    # ---- what a command leads to -----------------------------------------------------------------------------

    def decide(self, command: Command, at: str) -> list[Entry]:
        """The entries of a command; the casino has moved on when they are returned, and not at all when it refuses.

        One that breaks the judgement itself, or a balance, is refused too, and disturbs nobody.
        """
        stream = command.stream
        if command.version is not None and command.version != self.versions.get(stream, 0):
            raise Conflict(f"{stream} has moved on: it is at {self.versions.get(stream, 0)}")
        try:
            with attempt(self):
                return self._decided(command, at)
        except (Refused, Conflict):
            raise
        except StoreError as error:  # cards that do not come from the shuffle they should come from
            raise Refused(None, f"this {error}") from error
        except Exception as error:
            raise Refused(None, f"this cannot be judged: {type(error).__name__} {error}") from error

    def _decided(self, command: Command, at: str) -> list[Entry]:
        by = command.said_by
        if self.source is not None:
            two_people(command)
            apart(self.books, self.tables, self.rules, command)
        leads_to = self._judged(command, at)
        if self.source is not None:
            self._not_alone(command, leads_to)
        if not command.table:
            return [self._record_money(event, command.id, at, by) for event in leads_to]
        name, t = command.table, self.rules_of(command.table)
        made: list[Entry] = []

        def note(events: Iterable[FairEvent]) -> None:
            made.extend(self._record_fair(event, command.id, at, by) for event in events)

        for event in leads_to:
            if isinstance(event, FairEvent):
                note((event,))
                continue
            happened = seed_spared(self.books, name, self._table(name), event)
            note(service.before(t, self._fair(name), self._table(name), happened, drawing=self._draws(t)))
            salt = self.source.salt().hex() if self.source is not None else ""
            made.append(self._record_table(name, happened, command.id, at, by, salt))
            made += [
                self._record_money(following, command.id, at, by)
                for following in follows(self.rules_of(name), self.books, self.tables[name], happened)
            ]
        if self.source is not None and self.uncommitted(name):  # it is there before anybody contributes to it
            note((service.committed(t, self._fair(name), self.source),))
        return made

    def _not_alone(self, command: Command, leads_to: list[Any]) -> None:
        """Refuses by one person a late void, the end of a shift with something open, or to take back what two keyed.

        It is judged here, by the state that the act is done in and no older one.
        """
        if isinstance(command.ask, TakeBackStep):
            by = f"{command.by.role} {command.by.id}"
            step = last_step(self._table(command.table))
            because = step.signed(by) if step is not None else ""
            if because and (command.second is None or command.second.role != "supervisor"):
                raise Refused(None, f"a supervisor signs what is taken back here: {because}")
        if command.second is not None or isinstance(command.ask, FairCommand):
            return
        if any(isinstance(event, ShiftClosed) and event.open for event in leads_to):
            raise Refused(None, "a shift that leaves something open takes a second person")
        if not command.table:
            return
        if is_late(self._table(command.table), cast("TableCommand", command.ask), leads_to):
            raise Refused(None, "what voids a hand or the round once cards are out takes a second person")

    def _judged(self, command: Command, at: str) -> list[Any]:
        """The events that a command leads to."""
        if not command.table:
            second = command.second.id if command.second is not None else ""
            now = Standing(self.house, self.books, self.tables, self.rules_of, at, second)
            return list(decide_money(now, command.by, cast("MoneyCommand", command.ask)))
        t, table, ask = self.rules_of(command.table), self._table(command.table), command.ask
        fair = self._fair(command.table)
        if isinstance(ask, FairCommand):
            return list(service.decide(t, fair, table, command.by, ask))
        if isinstance(ask, Play) and not isinstance(ask.command, CORES[t.edition.game].Command):
            raise Refused(None, f"{type(ask.command).__name__} is an act of another game than {t.edition.game}")
        self._as_opened(t, ask)
        if isinstance(ask, OpenTable | CloseTable):
            self._offered(t, ask, at)
        ask = self._by_the_system(t, table, command.by, cast("TableCommand", ask))
        act = gated(t, self.books, table, command.by, ask)
        events = [recorded.event for recorded in decide_table(t, table, Act(command.judged_by, at, act))]
        check_void(t, self.books, table, events)
        check_purse(t, table, self.books.purses, command.by, ask)
        if self.source is not None and is_personal(command.by.id):
            since, until = time_of(self.moved_at.get(t.name, at)), time_of(at)
            waited = (until - since) // SECOND if until is not None and since is not None else 0
            service.check_waited(t, table, command.by, ask, waited)
        return events

    def _as_opened(self, t: TableRules, ask: AnyCommand) -> None:
        """Refuses to go on with other cards, or under another text of the law, than the table was opened with."""
        leaves = isinstance(ask, CloseTable | LeaveSeat) or (isinstance(ask, RelieveDealer) and not ask.dealer)
        if self.outdated(t.name) and not leaves:
            raise Refused(None, f"{t.name}: {OUTDATED}")
        mode = self.mode_of(t.name)
        if mode not in ("", t.mode) and not isinstance(ask, CloseTable):
            raise Refused(None, f"{t.name} was opened as {mode}: close it before its cards are {t.mode}")

    def _offered(self, t: TableRules, ask: OpenTable | CloseTable, at: str) -> None:
        """Refuses to open or close a table where a jackpot that may not be discontinued would be offered nowhere."""
        opens, closes = (t.name, "") if isinstance(ask, OpenTable) else ("", t.name)
        now = Standing(self.house, self.books, self.tables, self.rules_of, at)
        for link in self.books.links.values():
            if not link.ended:
                check_offered(now, link, link.members.keys(), opens, closes)

    def outdated(self, name: str) -> bool:
        """Whether a table waits to be closed, since it is open under another text than the one this house plays by.

        A round that is under way is played to its end first: what lies on the table is somebody's.
        """
        opened, t = self.pinned.get(name), self.rules.get(name)
        if opened is None or t is None or opened.edition != t.edition.id:
            return False
        return opened.digest != t.edition.digest and self._table(name).without_wagers

    def mode_of(self, name: str) -> str:
        """Whose cards an open table is played with; tables that do not say it are known by their decks, or not yet."""
        opened, decks = self.pinned.get(name), self._table(name).decks.values()
        if opened is not None and opened.mode is not UNSET:
            return opened.mode
        if self._fair(name).drawn or any(deck.order for deck in decks):
            return "virtual"
        return "keyed" if any(deck.stage in ("shuffled", "ready", "in play") for deck in decks) else ""

    def _by_the_system(self, t: TableRules, table: Table, by: Actor, ask: TableCommand) -> TableCommand:
        """The act with what the system draws; where cards are virtual, players act for themselves."""
        if t.mode == "keyed":
            return service.drawn_at_keyed(t, table, ask, self.source) if self.source is not None else ask
        if self.source is not None:
            service.own_act(t, table, by, ask)
        return service.filled(t, self._fair(t.name), table, ask) if self._draws(t) else ask

    def _draws(self, t: TableRules) -> bool:
        """Whether the cards of a table are drawn by the system: by this casino, or by one that has begun to."""
        return t.mode == "virtual" and (self.source is not None or self._fair(t.name).number > 0)

    def uncommitted(self, name: str) -> bool:
        """Whether this casino is to draw the cards of an open table and has not committed itself to any."""
        drawing = self.source is not None and self._draws(self.rules_of(name))
        return drawing and self._table(name).is_open and self._fair(name).next is None

    def rules_of(self, name: str) -> TableRules:
        """What a table is run by: eased terms, nothing of a jackpot that has ended, no wager for one that is still, no
        deck that was withdrawn from another table."""
        if name not in self.rules:
            raise Refused(None, f"the house has no table {name!r}")
        t = self.rules[name]
        jackpots, table = (t.jackpot, t.five_card_jackpot), self.tables.get(name)
        terms = tuple(terms_at(self.books, jackpot or "", name, table) for jackpot in jackpots)
        stopped, away = stopped_at(self.books, t), self._away(name)
        if terms == (None, None) and not stopped and not away:
            return t
        if (name, terms, stopped, away) not in self._terms:
            for term, five_card in zip(terms, (False, True), strict=True):
                if term == ENDED:
                    t = jackpots_of(t).without(t, five_card=five_card)
                elif term is not None:
                    t = replace(t, rules=jackpots_of(t).eased(t.rules, term, five_card=five_card))
            self._terms[name, terms, stopped, away] = replace(t, stopped=dict(stopped), away=dict(away))
        return self._terms[name, terms, stopped, away]

    def _away(self, name: str) -> tuple[tuple[str, str], ...]:
        """The decks that were withdrawn from the other tables, by id, with their rules."""
        others = (table for other, table in self.tables.items() if other != name)
        return tuple(gone for table in others for gone in table.withdrawn.items())

    # ---- what an entry leads to ------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> None:
        """An entry of the journal; one that this casino would not have written is a `StoreError`."""
        try:
            made = self._recorded(entry)
        except StoreError as error:
            raise StoreError(f"entry {entry.seq} {error}") from error
        if made != entry:
            names = [field for field, one, other in zip(Entry._fields, made, entry, strict=True) if one != other]
            because = f"is not what follows from the journal before it: {', '.join(names)}"
            raise StoreError(f"entry {entry.seq} {because}")

    def _recorded(self, entry: Entry) -> Entry:
        if entry.stream.startswith(TABLE):
            name, event, salt = entry.stream.removeprefix(TABLE), table_event(entry.event), salt_of(entry.event)
            return self._record_table(name, event, entry.command, entry.at, entry.by, salt)
        if entry.stream.startswith(SHUFFLE):
            return self._record_fair(fair_event(entry.event), entry.command, entry.at, entry.by)
        return self._record_money(money_event(entry.event), entry.command, entry.at, entry.by)

    def _record_table(self, name: str, event: te.Event, command: str, at: str, by: str, salt: str) -> Entry:
        table = self.tables.get(name, Table())
        self.redrawn.at_table(name, self.pinned.get(name), self._fair(name), table, event)
        moved = record(self.books, name, table, event, by, at).moved
        match event:
            case te.TableOpened():
                if event.text and digest_of(event.text) != event.digest:
                    raise StoreError("holds another text of the law than the one whose hash it names")
                self.pinned[name] = event
            case te.TableClosed():
                self.pinned.pop(name, None)
        if name in self.fair:
            self.fair[name] = seen(self.fair[name], table, event)
        self.tables[name] = evolve(table, event, by, command)
        self.moved_at[name] = at
        return self._entry(TABLE + name, command, at, by, salted(encode(event), salt), moved)

    def _record_fair(self, event: FairEvent, command: str, at: str, by: str) -> Entry:
        fair = self._fair(event.table)
        if because := fault(fair, event):
            raise StoreError(because)
        self.redrawn.shuffle(fair, self._table(event.table), event)
        self.fair[event.table] = evolve_fair(fair, event)
        return self._entry(stream_of_shuffle(event), command, at, by, encode(event), {})

    def _record_money(self, event: MoneyEvent, command: str, at: str, by: str) -> Entry:
        moved = record_money(self.books, event, by, at).moved
        return self._entry(stream_of(event), command, at, by, encode(event), moved)

    def _table(self, name: str) -> Table:
        return self.tables.get(name, Table())

    def _fair(self, name: str) -> Fair:
        return self.fair.get(name, Fair())

    def _entry(self, stream: str, command: str, at: str, by: str, event: str, moved: dict[str, int]) -> Entry:
        version = self.versions.get(stream, 0) + 1
        made = Entry(self.seq + 1, stream, version, command, at, by, event, encode(moved))
        entry = chained(self.hash, made)
        self.seq, self.hash = entry.seq, entry.hash
        self.versions[stream] = version
        return entry


# ---- an act is attempted: whatever refuses it, however late, leaves the casino exactly as it was ------------------

_MAPPINGS = (
    "tables", "versions", "moved_at", "pinned", "fair", "books.links", "books.jackpots_at", "books.fed",
    "books.spared", "books.posted", "books.divided", "books.coupons", "books.down", "books.purses",
)  # fmt: skip
_VALUES = ("seq", "hash", "books.house", "books.day", "books.shifts")
"""What an act may change, and few of each. The books themselves keep account of balances and slips, which are many."""

_mappings, _values = attrgetter(*_MAPPINGS), attrgetter(*_VALUES)


@contextmanager
def attempt(casino: Casino) -> Iterator[None]:
    """Nothing that happens within may take an account beyond the bound, and an error undoes all of it."""
    books, links = casino.books, casino.books.links.copy()
    mappings, values = _mappings(casino), _values(casino)
    held = [mapping.copy() for mapping in mappings]
    try:
        with books.trial():
            yield
            refuse_counters_beyond(links, books.links)
    except BaseException:
        casino.redrawn.forget()
        for mapping, before in zip(mappings, held, strict=True):
            mapping.clear()  # the same one is put back: whoever looks at it goes on looking at the same
            mapping.update(before)
        for name, value in zip((*_MAPPINGS, *_VALUES), (*mappings, *values), strict=True):
            setattr(books if name.startswith("books.") else casino, name.removeprefix("books."), value)
        raise
