"""What whoever runs the house must know, one line each: on standard error, and the last of them on the page *Status*.

Every event has a name here, and docs/operate.md says of each what it means and what to do. Events that somebody outside
could bring about at will are told a few at once and then one a minute, with how many were left out: nobody fills a
disk with them.
"""

from __future__ import annotations

import json
import logging
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable
from datetime import UTC, datetime
from threading import Lock
from typing import Literal, NamedTuple, TextIO, TypeAlias

Level: TypeAlias = Literal["info", "warning", "alarm"]
Field: TypeAlias = str | int | float | bool | None


class Event(NamedTuple):
    """Something that is told: how grave it is, in which words, and whether somebody outside could bring it about."""

    level: Level
    words: str
    rated: bool = False


EVENTS: dict[str, Event] = {
    "start": Event("info", "Upcard {version} opens {house} on {store}, at entry {entry}."),
    "table-outdated": Event("warning", "{table}: {because}. Until then it takes nothing but being closed."),
    "ready": Event("info", "Ready at {place}."),
    "stop": Event("info", "Stopped cleanly, at entry {entry}."),
    "stop-locked": Event("alarm", "Stopped while play stood still: {because}."),
    "heads-off": Event("warning", "Nothing is signed (--no-heads): whoever writes the database can change it unseen."),
    "heads-late": Event("alarm", "No head was signed for {seconds} seconds, and {entries} entries wait for one."),
    "state-unkept": Event("warning", "{because}: play goes on, and the next start takes longer.", rated=True),
    "new-key": Event("warning", "Key {key} signs since entry {entry}; before it another did ({file}), until a backup."),
    "unvouched": Event("warning", "The seals begin now: the {entries} entries before them are taken over as they are."),
    "heads-elsewhere": Event("info", "Another process signs {file}; this one takes over when that one ends."),
    "floor-locked": Event("alarm", "Play has stopped: {because}. It goes on by itself when that is mended."),
    "floor-unlocked": Event("info", "Play goes on after {seconds} seconds, at entry {entry}."),
    "store-silent": Event("alarm", "Play has stopped: the store has not answered for {seconds} seconds."),
    "store-answers": Event("info", "The store answers again."),
    "store-gone": Event("alarm", "{file} is not the file that was opened: what is written is lost when this stops."),
    "store-back": Event("info", "The files of the store are those that were opened again."),
    "people-failing": Event("alarm", "The store of people fails, so nobody signs in or approves: {because}."),
    "people-back": Event("info", "The store of people answers again, after {seconds} seconds."),
    "disk-low": Event("alarm", "{folder} has {free} MB left on its disk: play stops when it is full."),
    "disk-fine": Event("info", "{folder} has {free} MB left on its disk."),
    "slow-act": Event("warning", "{act} took {seconds} seconds.", rated=True),
    "sign-in-locked": Event("warning", "{id} is locked out after wrong passwords, last from {address}.", rated=True),
    "unknown-name": Event("warning", "Asked for as {name}, which is not a name of this site (--name).", rated=True),
    "too-many-sign-ins": Event("warning", "Too many sign-ins from {network}: it is told to wait.", rated=True),
    "failed": Event("alarm", "{what}", rated=True),
}  # fmt: skip

KEPT = 100
"""Events that are kept for the page."""
AT_ONCE, BETWEEN = 5, 60.0
"""How many of a rated event are told at once, and seconds until the next one after that."""
LONGEST = 400


class Reported(NamedTuple):
    """One event that was told."""

    at: str
    level: Level
    event: str
    text: str


class OperatorLog:
    """Told from any thread. It writes nowhere until `begin` says where to."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._one = Lock()
        self._to: TextIO | None = None
        self._as_json = False
        self._left: dict[str, tuple[float, float]] = {}
        self._missed: Counter[str] = Counter()
        self.last: deque[Reported] = deque(maxlen=KEPT)
        self.count: Counter[str] = Counter()
        """By event, how often it happened, told or not."""

    def begin(self, to: TextIO, *, as_json: bool) -> None:
        """From here on it is written, a line for each; what the program itself logs comes along."""
        self._to, self._as_json = to, as_json
        handler = _Handler(self)
        for name in ("upcard", "uvicorn.error", "asyncio"):
            logger = logging.getLogger(name)
            logger.addHandler(handler)
            logger.propagate = False

    def report(self, event: str, /, **fields: Field) -> None:
        """Something happened that whoever runs the house must know."""
        level, words, rated = EVENTS[event]
        with self._one:
            self.count[event] += 1
            if rated and not self._may(event):
                self._missed[event] += 1
                return
            plain = {name: _one_line(value) if isinstance(value, str) else value for name, value in fields.items()}
            text = words.format(**{name: _shown(value) for name, value in plain.items()})
            if missed := self._missed.pop(event, 0):
                text, plain["left_out"] = f"{text} {missed} more like it were not told.", missed
            at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
            self.last.append(Reported(at, level, event, text))
            if self._to is not None:
                facts = {"at": at, "level": level, "event": event, "text": text, **plain}
                line = json.dumps(facts) if self._as_json else f"{at} {level} {event}: {text}"
                try:
                    self._to.write(f"{line}\n")
                    self._to.flush()
                except (OSError, ValueError):
                    self._to = None  # nobody listens any more, or the disk of the log is full: play goes on

    def _may(self, event: str) -> bool:
        now = self._clock()
        left, at = self._left.get(event, (float(AT_ONCE), now))
        left = min(float(AT_ONCE), left + (now - at) / BETWEEN)
        self._left[event] = (left - 1 if left >= 1 else left, now)
        return left >= 1


class _Handler(logging.Handler):
    """What the program logs, told as events."""

    def __init__(self, log: OperatorLog) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        what, fields = record.getMessage(), dict[str, Field]()
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            frames = traceback.extract_tb(error.__traceback__)
            where = f" at {frames[-1].filename.rpartition('/')[2]}:{frames[-1].lineno}" if frames else ""
            what = f"{what}: {type(error).__name__}: {error}{where}"
            fields["trace"] = "; ".join(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames)
        self._log.report("failed", what=what, **fields)


def _one_line(text: str) -> str:
    """What may have been said from outside, as a part of one line.

    >>> _one_line("a\\nb\\x1b[31m")
    'a b?[31m'
    """
    line = " ".join(text.split())
    return "".join(letter if letter.isprintable() else "?" for letter in line)[:LONGEST]


def _shown(value: Field) -> str:
    return f"{value:.1f}" if isinstance(value, float) else f"{value:,}" if type(value) is int else str(value)
