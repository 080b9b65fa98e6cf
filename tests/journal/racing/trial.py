"""One trial: linked tables key the top award within five milliseconds, the store dies or not, and all is paid."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from random import Random

from tests.journal.racing.dying import DEATHS, DyingStore, When, left_behind
from tests.journal.racing.linked import JACKPOT, SUPERVISOR, Flavour, Ready, pits_of, settles
from upcard.bots.table_bot import next_signature
from upcard.journal.command import Command, Reply
from upcard.journal.floor import Floor, Writer
from upcard.money import commands as mc
from upcard.money.link import Hit
from upcard.store.open import open_store
from upcard.store.sqlite import SqliteStore
from upcard.store.store import Store
from upcard.tables import Actor
from upcard.tables import commands as c
from upcard.tables.state import Table

WITHIN = 0.005
"""Seconds in which everybody sends."""

MOST_REJECTED = 3

Told = tuple[Command, Reply]


def batches(commands: Sequence[Command], random: Random) -> Iterator[list[Command]]:
    """The commands in the same order, cut at random."""
    left = list(commands)
    while left:
        size = random.randint(-(-len(left) // 3), len(left))
        yield left[:size]
        left = left[size:]


def one_by_one(floor: Floor, commands: Sequence[Command], random: Random) -> list[Told]:
    """Batches composed at random; what was told before the store died."""
    told: list[Told] = []
    try:
        for batch in batches(commands, random):
            told += zip(batch, floor.process(batch), strict=True)
    except Exception:
        assert floor.locked
    return told


async def at_once(floor: Floor, commands: Sequence[Command], random: Random, within: float = WITHIN) -> list[Told]:
    """Everybody sends on their own within a moment, and the writer makes the batches."""
    writer = Writer(floor.process)
    told: list[Told] = []

    async def send(command: Command, after: float) -> None:
        await asyncio.sleep(after)
        try:
            told.append((command, await writer.send(command)))
        except Exception:
            assert floor.locked

    await asyncio.gather(*(send(command, random.random() * within) for command in commands))
    await writer.close()
    return told


class Copied:
    """A copy of an SQLite journal that was made ready."""

    def __init__(self, path: Path, to: Path) -> None:
        self._path = left_behind(path, to)
        self._stores: list[SqliteStore] = []

    def opened(self, random: Random) -> Store:
        """For one process after the other; the last one has closed the journal, or left it as it was."""
        if self._stores and random.random() < 0.5:
            self._path = left_behind(self._path, self._path.with_name(f"{self._path.name}+"))
        elif self._stores:
            self._stores[-1].close()
        self._stores.append(SqliteStore(str(self._path)))
        return self._stores[-1]

    def close(self) -> None:
        for store in self._stores:
            store.close()


class Shared:
    """A journal in PostgreSQL, which others append to at the same time."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._stores: list[Store] = []

    def opened(self, random: Random) -> Store:
        if self._stores and random.random() < 0.5:
            self._stores[-1].close()
        self._stores.append(open_store(self._url))
        return self._stores[-1]

    def close(self) -> None:
        for store in self._stores:
            store.close()


class Trial:
    """Some or all tables of a house on a journal; all that chance decides comes from `random`."""

    def __init__(
        self, flavour: Flavour, ready: Ready, tables: Sequence[str], journal: Copied | Shared, random: Random
    ) -> None:
        self.flavour, self.house, self.tables, self.random = flavour, ready.house, tables, random
        self.told: list[Told] = []
        """What the senders were told, in whatever order."""
        self.rejected = 0
        self.died: When | None = None
        self._ready = ready
        self._journal = journal
        self._ids = (f"{tables[0]}/{number}" for number in count(1))
        self._pits = pits_of(flavour, ready.house)
        store = journal.opened(random)
        self._dies = random.choice((*DEATHS, None, None))
        self.floor = Floor(self.house, DyingStore(store, random.randint(1, 4), self._dies) if self._dies else store)

    def _again(self) -> None:
        """The next process goes on where the journal ends."""
        assert self._dies, self.floor.locked
        assert not self.died, "a store dies once"
        self.died = self._dies
        self.floor = Floor(self.house, self._journal.opened(self.random))

    # ---- what happens ----------------------------------------------------------------------------------------------

    def command(self, by: Actor, ask: c.Command | mc.MoneyCommand, table: str = "") -> Command:
        return Command(next(self._ids), by, ask, table)

    def run(self) -> None:
        """Keying and contributions all at once, then everything that pays the awards, table by table in any order."""
        acts = self._ready.keying | self._ready.feeding
        commands = [self.command(*acts[name], name) for name in self.tables]
        impatient = self.random.sample(commands, self.random.randint(0, 1))
        self.send([*commands, *impatient], writer=self.random.random() < 0.5, within=WITHIN)
        while acts_left := list(self._acts()):
            self.send(acts_left, writer=self.random.random() < 0.1)

    def send(self, commands: list[Command], *, writer: bool, within: float = 0) -> None:
        """Until everybody has been told, by as many processes as it takes; retries have the same ids."""
        waiting = commands
        self.random.shuffle(waiting)
        while waiting:
            if writer:
                told = asyncio.run(at_once(self.floor, waiting, self.random, within))
            else:
                told = one_by_one(self.floor, waiting, self.random)
            self.told += told
            answered = {command.id for command, _ in told}
            waiting = [command for command in waiting if command.id not in answered]
            if self.floor.locked:
                self._again()

    def _acts(self) -> Iterator[Command]:
        link = self.floor.casino.books.links[JACKPOT]
        hits = {hit.table: hit for hit in link.open.values()}
        for name in self.tables:
            table = self.floor.casino.tables[name]
            if table.number == 1 and name in self.flavour.winning:
                yield self._act(name, table, hits.get(name))

    def _act(self, name: str, table: Table, hit: Hit | None) -> Command:
        chance = self.random.random()
        if hit is not None and self.rejected < MOST_REJECTED and chance < 0.2:
            self.rejected += 1
            if hit.state == "pending" and self.flavour.edition == "sd-2015" and chance < 0.1:
                return self.command(Actor(f"{name} dealer", "dealer"), c.KeyWinner(hit.seat), name)
            return self.command(SUPERVISOR, mc.RejectHit(JACKPOT, hit.number, "looked at again"))
        if hit is not None and hit.state == "pending":
            return self.command(SUPERVISOR, mc.ValidateHit(JACKPOT, hit.number))
        doing = self._pits[name].next(table)
        assert doing is not None
        if isinstance(doing[1], c.DocumentAward):
            t, slips = self.floor.casino.rules_of(name), self.floor.casino.books.slips.values()
            if (signed := next_signature(t, slips, table.number, "DocumentAward", doing[1].seat)) is not None:
                return self.command(*signed)
        if hit is None and settles(doing[1]) and self._last_state(name) == "rejected":
            return self.command(Actor(f"{name} dealer", "dealer"), mc.LockHit(JACKPOT, name))
        return self.command(*doing, name)

    def _last_state(self, name: str) -> str:
        """What became of the last award that was keyed at a table."""
        closed = [hit for hit in self.floor.casino.books.links[JACKPOT].last if hit.table == name]
        return max(closed, key=lambda hit: hit.number).state if closed else ""
