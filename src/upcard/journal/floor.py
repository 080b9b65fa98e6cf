"""The floor: commands go in together, entries come out once they are on disk.

All commands that wait are decided in one turn of the store and committed together; nobody is answered before the
commit is on disk. When a turn fails, memory may be ahead of the disk and nobody knows what was committed: the floor
locks, nothing more is decided, shown or signed, and `recover` goes on from what is on disk.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime

from upcard.errors import Conflict, Refused
from upcard.journal.act_table import HOUSE
from upcard.journal.casino import Casino
from upcard.journal.codec import TABLE
from upcard.journal.command import LONGEST_ID, Command, Reply, invalid_reason, valid_id
from upcard.journal.house_compatibility import check_terms
from upcard.money import commands as c
from upcard.money.link import Member
from upcard.money.suspension import lapsed
from upcard.rules.house import House
from upcard.rules.jackpot import jackpots_of
from upcard.rules.table import TableRules
from upcard.shuffles.commands import CommitShuffle
from upcard.shuffles.entropy import Source
from upcard.shuffles.events import SHUFFLE
from upcard.store.entry import Answer, Entry
from upcard.store.store import Head, Store, StoreError
from upcard.tables.state import Table

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
