"""A journal played again from its first entry: every table, every account and every hash as they were recorded.

The books can balance and the chain can hold although an entry says what never followed from those before it. So every
event is applied anew, the money that it moves is worked out anew, the system's own shuffles are drawn anew, and the
entry that comes of it must be the entry that is there. What people did is taken from the events; what a hand is paid is
only worked out anew where that is asked for. No house is needed: what was decided stands in the events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

import msgspec

from upcard.floor.audit.again import differences
from upcard.floor.audit.follow import Follower
from upcard.floor.audit.rounds import RECONCILED
from upcard.floor.casino import Casino
from upcard.floor.codec import TABLE, table_event
from upcard.floor.fair.again import Redrawn
from upcard.floor.proof import Bad
from upcard.floor.proof.books import dollars, held_said
from upcard.floor.store.entry import Entry
from upcard.floor.store.store import Head, Reading, StoreError
from upcard.rules.house import House
from upcard.tables import events as te

STRIDE = 1000
"""Entries between two marks of progress."""


class Replayed(NamedTuple):
    """A journal that came out the same."""

    events: int
    rounds: int
    settled: int
    """The rounds that `upcard settle` settled once more, and equally; 0 where it was not asked."""
    head: Head
    seconds: float

    @property
    def per_second(self) -> int:
        return round(self.events / self.seconds) if self.seconds else 0


def replay(reading: Reading, *, settle: bool = False, advance: Callable[[], None] = lambda: None) -> Replayed | Bad:
    """Play a journal again; the first entry that does not follow is named. `advance` is called now and then.

    With `settle` each round that is over is also settled once more from its own document.
    """
    began = perf_counter()
    casino = Casino(House("", (), {}))
    casino.redrawn = Redrawn(strict=True)
    follower = Follower() if settle else None
    counted: Counter[str] = Counter()
    for entry in reading.entries():
        try:
            _numbered(casino, entry)
            casino.apply(entry)
            story = follower.feed(entry) if follower else None
        except StoreError as error:
            return Bad(entry.seq, str(error).removeprefix(f"entry {entry.seq} "))
        except msgspec.MsgspecError as error:
            return Bad(entry.seq, f"cannot be read: {error}")
        except (KeyError, AttributeError, TypeError, ValueError, AssertionError, IndexError) as error:
            # What no table could have recorded after what was there before.
            return Bad(entry.seq, f"does not follow from the journal before it: {error!r}")
        counted["rounds"] += entry.event.startswith(RECONCILED)
        if story is not None:
            counted["settled"] += 1
            if wrong := differences(story):
                return Bad(entry.seq, f"ends a round that was paid otherwise than it settles: {wrong[0]}")
        if entry.seq % STRIDE == 0:
            advance()
    wrong_balance = _balances(reading.balances(), casino.books.balances)
    if wrong_balance:
        return Bad(0, wrong_balance)
    took = perf_counter() - began
    return Replayed(casino.seq, counted["rounds"], counted["settled"], Head(casino.seq, casino.hash), took)


def _numbered(casino: Casino, entry: Entry) -> None:
    """A round is reconciled under its own number, which moves no money and so would not be missed otherwise."""
    if not entry.event.startswith(RECONCILED):
        return
    event, table = table_event(entry.event), casino.tables[entry.stream.removeprefix(TABLE)]
    if isinstance(event, te.RoundReconciled) and event.number != table.number:
        raise StoreError(f"reconciles round {event.number}, but round {table.number} was played")


def _balances(stored: dict[str, int], played: dict[str, int]) -> str:
    for account in sorted(stored.keys() | played.keys()):
        if stored.get(account, 0) != played.get(account, 0):
            return f"{held_said(account, stored.get(account))}, but played again {dollars(played.get(account, 0))}"
    return ""
