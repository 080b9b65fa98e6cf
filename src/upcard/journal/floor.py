"""The floor: commands go in together, entries come out once they are on disk.

All commands that wait are decided in one turn of the store and committed together; nobody is answered before the
commit is on disk. When a turn fails, memory may be ahead of the disk and nobody knows what was committed: the floor
locks, nothing more is decided, shown or signed, and `recover` goes on from what is on disk.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from upcard.errors import Conflict, HouseError, Refused
from upcard.journal.act_table import HOUSE
from upcard.journal.casino import Casino
from upcard.journal.command import LONGEST_ID, TABLE, Command, Reply, invalid_reason, valid_id
from upcard.money import commands as c
from upcard.money.books import stands_in
from upcard.money.jackpot_guards import lapsed
from upcard.money.link import Member
from upcard.rules.house import House
from upcard.rules.jackpot import jackpots_of
from upcard.rules.table import TableRules, mixed, reads_as
from upcard.shuffles.events import SHUFFLE, CommitShuffle
from upcard.shuffles.key_derivation import Source
from upcard.store.store import Answer, Entry, Head, Store, StoreError
from upcard.tables.state import Table

# ---- house compatibility -----------------------------------------------------------------------------------
# Whether a house and the journal that it is opened on agree about open tables and the jackpots in play.


def check_terms(house: House, casino: Casino, *, jackpots: bool = True, fresh: Collection[str] = ()) -> None:
    """Refuses a house that changes what an open table is played by, or the terms of a jackpot in play.

    After an upgrade an open table between rounds may have been opened under an older text of its edition: the house
    opens, and the table takes nothing but being closed. A table that another process opens now (`fresh`) may not.
    Without `jackpots` only tables are looked at: what a licensee has changed at a jackpot since the start is in the
    journal, and not yet in the house.
    """
    try:
        if jackpots:
            _check_names(house, casino)
            _check_jackpots(house, casino)
        _check_tables(house, casino, fresh)
    except HouseError as error:
        theirs = casino.books.house
        if not theirs or theirs == house.name:
            raise
        because = f"{error.because}. The store holds the journal of {theirs}: name another one with --db"
        raise HouseError(error.field, because, rule=error.rule, clause=error.clause) from error


def _check_names(house: House, casino: Casino) -> None:
    """A name that reads, or may look, like another one of the journal would have two tables taken for one."""
    known = {*casino.tables, *(table for link in casino.books.links.values() for table in link.played)}
    read = {reads_as(name): name for name in known}
    for t in house.tables:
        if t.name not in known and reads_as(t.name) in read:
            because = f"it reads like {read[reads_as(t.name)]!r}, which is in the journal: take another name"
            raise HouseError(f"table {t.name!r}", because)
        if t.name not in known and (because := mixed(t.name)):
            raise HouseError(f"table {t.name!r}", because)


def _check_tables(house: House, casino: Casino, fresh: Collection[str]) -> None:
    """A table that is open was opened under an edition, its text and the elections: it is closed before they change."""
    tables = {t.name: t for t in house.tables}
    for name, opened in casino.pinned.items():
        t = tables.get(name)
        if t is None:
            raise HouseError(f"table {name!r}", "it is open in the journal: close it before it is taken away")
        if casino.outdated(name) and name not in fresh:
            continue  # it takes nothing but being closed
        now: dict[str, Any] = {"edition": t.edition.id, "elections": t.rules.elections}
        then: dict[str, Any] = {"edition": opened.edition, "elections": opened.elections}
        if name in fresh:
            now["text of the law"], then["text of the law"] = t.edition.digest, opened.digest
        now |= {"mode": t.mode, **t.equipment}
        then |= {"mode": casino.mode_of(name) or t.mode, **(opened.equipment or t.equipment)}
        for what, value in now.items():
            if value != then.get(what):
                named = _changed(opened.elections, t.rules.elections) if what == "elections" else what
                bots = "" if then["mode"] == "keyed" else " or with `upcard floor run --close`"
                because = (
                    f"the table was opened with another {named}: with the house as it was, close it on the House page"
                    f"{bots}, before that changes"
                )
                raise HouseError(f"table {name!r}", because)


def _changed(before: dict[str, Any], after: dict[str, Any]) -> str:
    return ", ".join(field for field in {**before, **after} if before.get(field) != after.get(field))


def _fixed(t: TableRules, name: str, schedule: str) -> HouseError:
    """A schedule stays as it was chosen: when, the law says where it has a rule for it."""
    chosen = t.law.schedule_fixed
    because = f"{schedule} was chosen {chosen}, and stays" if chosen else f"{schedule} was put into play, and stays"
    rule = "schedule_fixed" if chosen else None
    return HouseError(f"jackpot {name!r}.schedule", because, rule=rule, clause=t.rules.clause(rule) if rule else None)


def _check_order(house: House, casino: Casino) -> None:
    """Refuses a house whose tables wait for each other: none opens before one that offers what it once played for."""
    elected = {t.name: {t.jackpot, t.five_card_jackpot} for t in house.tables}
    kept = {name: link.played for name, link in casino.books.links.items() if link.ends_by and not link.ended}
    once = {
        t.name: {name for name in kept if t.name in kept[name]}.union(stands_in(house, casino.books.links, t))
        - elected[t.name]
        for t in house.tables
    }
    offered: set[str | None] = set()
    waiting = list(elected)
    while ready := [table for table in waiting if once[table] <= offered]:
        offered = offered.union(*(elected[table] for table in ready))
        waiting = [table for table in waiting if table not in ready]
    if waiting:
        missing = sorted(set().union(*(once[table] for table in waiting)) - offered)
        because = (
            f"{', '.join(missing)} would be offered only at tables that may not open before each other "
            f"({', '.join(waiting)}): elect one that has been on no other link"
        )
        raise HouseError(f"jackpot {missing[0]!r}", because)


def _check_jackpots(house: House, casino: Casino) -> None:
    for name, link in casino.books.links.items():
        if link.ended:
            # A table that is open was opened with it, and is closed under the house as it was.
            if name in house.jackpots and not any(t.name in casino.pinned for t in house.tables_on(name)):
                raise HouseError(f"jackpot {name!r}", f"it has ended: {link.ended}")
            continue
        jackpot = house.jackpots.get(name)
        if jackpot is None:
            raise HouseError(f"jackpot {name!r}", "it is in play and is offered until it has ended by the law's ways")
        if jackpot.schedule != link.schedule:
            raise _fixed(house.tables_on(name)[0], name, link.schedule)
        if (jackpot.wager or "") != link.wager:
            put = link.wager or "the one that its schedule lists"
            raise HouseError(f"jackpot {name!r}.progressive_wager", f"the wager put into play is {put}, and stays")
        if jackpot.titles != link.titles:
            raise HouseError(f"jackpot {name!r}.titles", "other titles are on the link than the house elects")
        for level, tier in link.tiers.items():
            if jackpot.levels.get(level) != tier.level:
                because = "its parameters are not those in play, which change only while the link is suspended"
                raise HouseError(f"jackpot {name!r}.levels.{level}", because)
    _check_order(house, casino)


# ---- The one task that writes ------------------------------------------------------------------------------
# whoever sends a command waits until it is on disk, and those who wait share a commit.
#
# While one batch is on its way to the disk the next gathers, so the busier the floor the larger the batches. The work
# itself happens in a thread of its own, so that a slow disk holds up nobody who only looks.


T = TypeVar("T")
R = TypeVar("R")

LARGEST_BATCH = 256


class Writer(Generic[T, R]):
    """`process` takes commands together and returns their replies once these are on disk; a floor's, for example."""

    def __init__(self, process: Callable[[Sequence[T]], list[R]]) -> None:
        self._process = process
        self._waiting: list[tuple[T, asyncio.Future[R]]] = []
        self._wake = asyncio.Event()
        self._thread = ThreadPoolExecutor(1, "upcard-writer")
        self._task = asyncio.get_running_loop().create_task(self._run())
        self._closed = False

    async def send(self, command: T) -> R:
        """The reply to a command, when it is on disk; the failure of the store where it failed."""
        if self._closed:
            raise RuntimeError("the writer is closed")
        reply: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self._waiting.append((command, reply))
        self._wake.set()
        return await reply

    async def close(self) -> None:
        """Everything that was sent is answered first."""
        self._closed = True
        self._wake.set()
        await self._task
        self._thread.shutdown()

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting or not self._closed:
            await self._wake.wait()
            batch, self._waiting = self._waiting[:LARGEST_BATCH], self._waiting[LARGEST_BATCH:]
            if not self._waiting and not self._closed:
                self._wake.clear()
            if not batch:
                continue
            try:
                replies = await loop.run_in_executor(self._thread, self._process, [command for command, _ in batch])
            except Exception as error:
                for _, reply in batch:
                    if not reply.done():
                        reply.set_exception(error)
                continue
            for (_, waiting), answer in zip(batch, replies, strict=True):
                if not waiting.done():
                    waiting.set_result(answer)


# ---- floor -------------------------------------------------------------------------------------------------


TABLE_OPENED, JACKPOT_OPENED = '{"type":"TableOpened"', '{"type":"JackpotOpened"'
OPENINGS = (TABLE_OPENED, JACKPOT_OPENED)
"""How entries begin that pin what everybody has to play by."""


def now() -> str:
    """The time of an entry, in UTC to the microsecond."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


class Floor:
    """A house on a store, going on where its journal ends."""

    def __init__(
        self,
        house: House,
        store: Store,
        clock: Callable[[], str] = now,
        load: Callable[[], Casino | None] = lambda: None,
        source: Source | None = None,
    ) -> None:
        """`load` gives a casino that has seen the journal up to some entry; the rest is read from the store.

        With a `source` the floor draws the cards of its virtual tables; without one they come with the commands.
        """
        self.house = house
        self.store = store
        self.clock = clock
        self.locked = ""
        """Why nothing is done any more, in words for everybody, or empty."""
        self.why = ""
        """The same in words for whoever runs the house."""
        self.watch: Callable[[Sequence[Entry]], None] = lambda entries: None
        """Told of every entry once it is on disk, also of those that others wrote."""
        self._load = load
        self._source = source
        self.casino = self._from_disk()
        check_terms(house, self.casino)
        self.head = Head(self.casino.seq, self.casino.hash)
        """The last entry that is known to be on disk: whatever is signed or kept ends here."""

    def process(self, commands: Sequence[Command]) -> list[Reply]:
        """The replies to commands, in their order, with everything on disk."""
        if self.locked:
            raise StoreError(f"the tables are locked: {self.locked}")
        with self._locking():
            return self._process(commands)

    def follow(self) -> None:
        """Take what others have written since, without a turn of the store's."""
        if self.locked:
            return
        with self._locking():
            missed = list(self.store.entries(self.casino.seq))
            if missed:
                self.store.prove(Head(missed[-1].seq, missed[-1].hash))
            self._take(missed)
            self.head = Head(self.casino.seq, self.casino.hash)
            if missed:
                self.watch(missed)

    def keep_terms(self) -> None:
        """End what lasts only for a term or a cause that is over, also where nobody does anything."""
        if not self.locked and any(lapsed_suspensions(self.casino, self.clock())):
            self.process(())

    def lock(self, error: Exception) -> None:
        """Nothing is done any more until the floor has recovered."""
        self.why = str(error) or type(error).__name__
        self.locked = getattr(error, "public", "something has failed in this server")

    def recover(self) -> None:
        """Drop what memory held, and go on from the disk; it raises, and the floor stays locked, while that fails."""
        with self._locking():
            self.store.reopen()
            casino = self._from_disk()
            check_terms(self.house, casino, jackpots=False)
            told = self.head
            known = next(iter(self.store.entries(told.seq - 1, upto=told.seq)), None) if told.seq else None
            if told.seq and (known is None or known.hash != told.hash):
                raise StoreError(f"entry {told.seq} was acknowledged and is no longer in the journal")
            missed = list(self.store.entries(told.seq, upto=casino.seq))
            self.casino, self.head = casino, Head(casino.seq, casino.hash)
            self.locked = self.why = ""
            self.watch(missed)

    @contextmanager
    def _locking(self) -> Iterator[None]:
        """Whatever fails in here locks the floor."""
        try:
            yield
        except Exception as error:
            self.lock(error)
            raise

    def _from_disk(self) -> Casino:
        casino = self._load() or Casino(self.house)
        casino.source = self._source
        for entry in self.store.entries(casino.seq):
            casino.apply(entry)
        self.store.prove(Head(casino.seq, casino.hash))
        return casino

    def _take(self, entries: Sequence[Entry]) -> None:
        """Entries that others wrote; what they opened must be what this floor's own house says."""
        for entry in entries:
            self.casino.apply(entry)
        opened = {name for entry in entries for name in OPENINGS if entry.event.startswith(name)}
        if opened:
            fresh = {entry.stream.removeprefix(TABLE) for entry in entries if entry.event.startswith(TABLE_OPENED)}
            check_terms(self.house, self.casino, jackpots=JACKPOT_OPENED in opened, fresh=fresh)

    def _process(self, commands: Sequence[Command]) -> list[Reply]:
        casino = self.casino
        entries: list[Entry] = []
        answers: dict[str, Answer] = {}
        replies: list[Reply] = []
        first_reply: dict[str, Reply] = {}
        with self.store.turn(casino.seq, [command.id for command in commands if valid_id(command.id)]) as turn:
            missed = turn.missed
            self._take(missed)
            at = self.clock()
            own = list(lapsed_suspensions(casino, at))
            for command in (*own, *commands):
                if because := invalid_reason(command):
                    replies.append(Reply((), Conflict(because)))
                    continue
                answer = answers.get(command.id) or turn.known.get(command.id)
                if answer is not None:
                    reply = self._again(command, answer, first_reply.get(command.id))
                else:
                    reply = self._decide(command, at)
                    if not isinstance(reply.error, Conflict) and (reply.error is None or command not in own):
                        answers[command.id] = _answer(command, reply, casino.seq)
                        first_reply[command.id] = reply
                    entries += reply.entries
                replies.append(reply)
            if entries or answers:
                changed = {name for entry in entries for name in entry.moved}
                balances = {name: casino.books.balances[name] for name in changed}
                turn.append(entries, balances, list(answers.values()))
        self.head = Head(casino.seq, casino.hash)
        if missed or entries:
            self.watch([*missed, *entries])
        return replies[len(own) :]

    def _decide(self, command: Command, at: str) -> Reply:
        try:
            return Reply(tuple(self.casino.decide(command, at)))
        except (Refused, Conflict) as error:
            return Reply((), error)

    def _again(self, command: Command, answer: Answer, first: Reply | None) -> Reply:
        """The first answer; another body under the same id is refused."""
        if answer.digest != command.digest:
            return Reply((), Conflict(f"the id {command.id!r} was used for another command"))
        if first is not None:
            return first._replace(again=True)
        if answer.refusal:
            said = json.loads(answer.refusal)
            return Reply((), Refused(said["rule"], said["because"], clause=said["clause"]), again=True)
        return Reply(tuple(self.store.entries(answer.first - 1, upto=answer.last)), again=True)


def _answer(command: Command, reply: Reply, seq: int) -> Answer:
    refusal = ""
    if isinstance(reply.error, Refused):
        error = reply.error
        refusal = json.dumps({"rule": error.rule, "because": error.because, "clause": error.clause})
    return Answer(command.id, command.digest, seq - len(reply.entries) + 1, seq, refusal)


# ---- a house is opened: its jackpots are put into play once, its tables leave and join them, open ones commit ------


def opening(floor: Floor) -> Iterator[Command]:
    """The commands that are still missing; their ids say what they do, so that doing it twice does it once."""
    casino = floor.casino
    links = casino.books.links
    if casino.books.house != casino.house.name:
        version = casino.versions.get("cage", 0)
        yield Command(f"open {casino.house.name} after {version}"[:LONGEST_ID], HOUSE, c.OpenHouse())
    elected = {t.name: (t.jackpot, t.five_card_jackpot) for t in casino.house.tables}
    for name, link in list(links.items()):
        for table in link.members:
            if table in elected and name not in elected[table] and casino.tables.get(table, Table()).without_wagers:
                version = casino.versions.get(f"jackpot/{name}", 0)
                yield Command(f"take {table} off {name} after {version}", HOUSE, c.LeaveLink(name, table))
    for name in casino.house.jackpots:
        if name not in links:
            yield Command(f"open jackpot {name}", HOUSE, c.OpenJackpot(name))
        elif links[name].ended:
            continue
        for t in casino.house.tables_on(name):
            if _joins(casino, name, t):
                version = casino.versions.get(f"jackpot/{name}", 0)
                yield Command(f"join {t.name} to {name} after {version}", HOUSE, c.JoinTable(name, t.name))
    for t in casino.house.tables:
        if casino.uncommitted(t.name):
            version = casino.versions.get(f"{SHUFFLE}{t.name}", 0)
            yield Command(f"commit {t.name} after {version}"[:LONGEST_ID], HOUSE, CommitShuffle(), t.name)


def _joins(casino: Casino, jackpot: str, t: TableRules) -> bool:
    """Whether a table is to join a jackpot, or to join it anew; one with wagers, or open on its link, does it later."""
    table = casino.tables.get(t.name, Table())
    member = casino.books.links[jackpot].members.get(t.name)
    if member is None:
        return table.without_wagers
    return not table.is_open and member != Member(*jackpots_of(t).fed_by(t, jackpot))


def lapsed_suspensions(casino: Casino, at: str) -> Iterator[Command]:
    """What ends suspensions whose term or cause is over; no two are the same, since each moves its jackpot on."""
    for name, link in casino.books.links.items():
        if lapsed(link, at):
            version = casino.versions.get(f"jackpot/{name}", 0)
            yield Command(f"end suspension of {name} after {version}"[:LONGEST_ID], HOUSE, c.EndSuspension(name))


def open_house(floor: Floor) -> None:
    """Everything that is missing, one after the other; what the law or the link refuses is raised."""
    for command in opening(floor):
        (reply,) = floor.process([command])
        if reply.error is not None:
            raise reply.error
