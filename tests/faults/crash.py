"""A floor that is killed: a child process plays, and says through a pipe what it asks and what it was told.

The child is forked from a parent that has imported everything, so that it plays at once. It says what it was told only
after the reply, as whoever sends commands to a floor would learn it: what it said must be in the journal for ever.
"""

from __future__ import annotations

import gc
import os
import pickle
import select
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple, NoReturn

from upcard.journal.command import Command, Reply
from upcard.journal.floor import Floor
from upcard.rules.house import House
from upcard.store.store import Store

LENGTH = 4
CHUNK = 1 << 16
PATIENCE = 60.0
"""Seconds after which a child that says nothing is taken for one that hangs."""


class Told(NamedTuple):
    """The reply to one command, as its sender knows it."""

    command: str
    first: int
    last: int
    hash: bytes
    """Of the last entry; empty where there is none."""


class Said(NamedTuple):
    """What a child said before it died."""

    told: tuple[Told, ...]
    lost: tuple[Command, ...]
    """The last commands that it sent, where no reply to them was heard."""
    answered: tuple[Command, ...]
    """The last commands whose replies were heard."""
    complaint: str = ""
    """Why it ended of its own accord."""


Say = Callable[[object], None]


class TalkingFloor(Floor):
    """A floor that says what it is asked before it is done, and what was replied after it."""

    def __init__(self, house: House, store: Store, say: Say) -> None:
        self._say = say
        super().__init__(house, store)

    def process(self, commands: Sequence[Command]) -> list[Reply]:
        self._say(tuple(commands))
        replies = super().process(commands)
        self._say([told(command, reply) for command, reply in zip(commands, replies, strict=True)])
        return replies


def told(command: Command, reply: Reply) -> Told:
    """What a sender learns of a reply; nobody in these tests asks for what is refused."""
    assert reply.error is None, (command, reply.error)
    entries = reply.entries
    return (
        Told(command.id, entries[0].seq, entries[-1].seq, entries[-1].hash) if entries else Told(command.id, 0, 0, b"")
    )


class Child(NamedTuple):
    """A process that plays, and the end of its pipe."""

    pid: int
    pipe: int

    def kill(self, after_words: int, after_seconds: float) -> Said:
        """SIGKILL once the child has said so much and so many seconds have passed, and all that it said.

        The words make sure that something has happened, on a slow machine too; the seconds are for the moment.
        """
        heard = self._listen(PATIENCE, after_words)
        hangs = _count(heard) < after_words
        heard += self._listen(after_seconds)
        os.kill(self.pid, signal.SIGKILL)
        said = self._last_words(heard)
        assert said.complaint or not hangs, "the child hangs"
        return said

    def hear(self, words: int) -> bytes:
        """What the child says until it has said so much."""
        return self._listen(PATIENCE, words)

    def listen_to_the_end(self, heard: bytes = b"") -> Said:
        """All that the child says until it ends of its own accord."""
        heard += self._listen(PATIENCE)
        os.kill(self.pid, signal.SIGKILL)
        return self._last_words(heard)

    def _listen(self, seconds: float, words: int | None = None) -> bytes:
        heard = b""
        until = time.monotonic() + seconds
        while (words is None or _count(heard) < words) and (left := until - time.monotonic()) > 0:
            if select.select([self.pipe], [], [], left)[0]:
                chunk = os.read(self.pipe, CHUNK)
                if not chunk:
                    break
                heard += chunk
        return heard

    def _last_words(self, heard: bytes) -> Said:
        while chunk := os.read(self.pipe, CHUNK):
            heard += chunk
        os.close(self.pipe)
        os.waitpid(self.pid, 0)
        return _understood(heard)


def fork(play: Callable[[Say], NoReturn]) -> Child:
    """A child that plays for ever; whatever it raises is said as a complaint."""
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        # The threads of a test runner take no part in what the child does.
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork()
    if pid:
        os.close(writing)
        return Child(pid, reading)
    try:
        sys.settrace(None)
        os.close(reading)
        play(lambda what: _write(writing, what))
    except BaseException as error:
        _write(writing, f"{type(error).__name__}: {error}")
    finally:
        os._exit(1)


@contextmanager
def warm() -> Iterator[None]:
    """Children share what the parent has, and do not stop to collect it."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def _write(pipe: int, what: object) -> None:
    said = pickle.dumps(what)
    left = memoryview(len(said).to_bytes(LENGTH, "big") + said)
    while left:
        left = left[os.write(pipe, left) :]


def _messages(heard: bytes) -> Iterator[bytes]:
    """The whole messages; one that was cut off was not said."""
    start = 0
    while start + LENGTH <= len(heard):
        end = start + LENGTH + int.from_bytes(heard[start : start + LENGTH], "big")
        if end > len(heard):
            return
        yield heard[start + LENGTH : end]
        start = end


def _count(heard: bytes) -> int:
    return sum(1 for _ in _messages(heard))


def _understood(heard: bytes) -> Said:
    told: list[Told] = []
    lost: tuple[Command, ...] = ()
    answered: tuple[Command, ...] = ()
    complaint = ""
    for message in _messages(heard):
        match pickle.loads(message):
            case tuple() as asked:
                lost = asked
            case list() as replied:
                told += replied
                lost, answered = (), lost
            case str() as complaint:
                pass
    return Said(tuple(told), lost, answered, complaint)
