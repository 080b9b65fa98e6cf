"""A script sent again in another way: each command up to five times, in one batch or later, over restarts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from tests.journal.racing.script import Script, said
from upcard.errors import Conflict, HouseError
from upcard.journal.command import Command, Reply
from upcard.journal.floor import Floor, check_terms
from upcard.tables import Actor

SOMEBODY = Actor("somebody else", "supervisor")


class Sent(NamedTuple):
    """One step of a script, or another body under its id."""

    step: int
    forged: bool = False

    def command(self, script: Script) -> Command:
        command = script.steps[self.step][0]
        return replace(command, by=SOMEBODY) if self.forged else command


Schedule = Sequence[Sequence[Sent]]


def scattered(script: Script, random: Random) -> list[list[Sent]]:
    """Every step in its turn, and up to four times more at any time after; batches are cut anywhere."""
    last = len(script.steps)
    placed: list[tuple[float, Sent]] = []
    for step in range(last):
        placed.append((step, Sent(step)))
        later = (0.5, random.random() * 8, random.random() * (last - step))
        placed += [(step + random.choice(later), Sent(step)) for _ in range(random.randint(0, 4))]
        if random.random() < 0.2:
            placed.append((step + 0.5 + random.choice(later), Sent(step, forged=True)))
    every = [sent for _, sent in sorted(placed, key=lambda found: found[0])]
    batches = []
    while every:
        size = random.randint(1, 12)
        batches.append(every[:size])
        every = every[size:]
    return batches


class Replay:
    """Sends a script to floors on one journal and holds every reply against the first one."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.seen: Counter[str] = Counter()
        self._answered: set[int] = set()

    def send(self, floor: Floor, batch: Sequence[Sent]) -> None:
        before = floor.store.head()
        replies = floor.process([sent.command(self.script) for sent in batch])
        new = sum(len(self.script.steps[step][1].entries) for step in {sent.step for sent in batch} - self._answered)
        assert floor.store.head().seq - before.seq == new
        for sent, reply in zip(batch, replies, strict=True):
            self._check(sent, reply)

    def _check(self, sent: Sent, reply: Reply) -> None:
        if sent.forged:
            assert isinstance(reply.error, Conflict)
            assert not reply.entries
            self.seen["forged"] += 1
            return
        assert said(reply) == said(self.script.steps[sent.step][1])
        assert reply.again is (sent.step in self._answered)
        self.seen["refused again" if reply.error and reply.again else "again" if reply.again else "first"] += 1
        self._answered.add(sent.step)

    def done(self, floor: Floor) -> None:
        """The journal is the one that was made without retries, to the byte."""
        store = floor.store
        assert tuple(store.entries()) == self.script.entries
        assert store.balances() == self.script.balances
        assert {answer.id for answer in store.answers()} == {command.id for command, _ in self.script.steps}


def may_restart(floor: Floor) -> bool:
    """Whether the elections on file are those in play: a house with others is not opened."""
    try:
        check_terms(floor.casino.house, floor.casino)
    except HouseError:
        return False
    return True


def replayed(
    script: Script, schedule: Schedule, restarted: Callable[[Floor | None], Floor], restarts: Random, floors: int = 1
) -> Replay:
    """The schedule on so many floors that share a journal, one of which is now and then another process."""
    open_floors = [restarted(None) for _ in range(floors)]
    replay = Replay(script)
    try:
        for batch in schedule:
            at = restarts.randrange(floors)
            if restarts.random() < 0.1 and all(may_restart(one) for one in open_floors):
                open_floors[at] = restarted(open_floors[at])
                replay.seen["restarts"] += 1
            replay.send(open_floors[at], batch)
        replay.done(open_floors[0])
    finally:
        for floor in open_floors:
            floor.store.close()
    return replay
