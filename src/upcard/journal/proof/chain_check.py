"""A walk through one part of a journal, entry by entry: the part of the proof that must be fast.

A part begins on the stored hash of the entry before it, so that several can be walked at once. What a part cannot know
alone, the versions and the balances that it begins with, it hands over for the joining (`books.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from upcard.store.store import Head

NEVER_NEGATIVE = ("meter/", "reserve/", "pending/")
"""The accounts that hold players' money."""
RECONCILED = '"type":"RoundReconciled"'

Row = tuple[int, str, int, str, str, str, str, str, bytes]
"""The fields of an entry, as a database gives them: nothing says that their types are right."""

Range = tuple[str, int, int]
"""A command that was answered with entries, and the places of the first and the last of them."""

NONE: Range = ("", 0, 0)

_moved = msgspec.json.Decoder(dict[str, int]).decode
_kind = msgspec.json.Decoder(dict[str, Any]).decode


class Bad(NamedTuple):
    """The first entry that is wrong, and what is wrong with it."""

    seq: int
    """0 where every entry is right, and what should follow from them is not."""
    what: str


class Witness(NamedTuple):
    """A head that somebody vouches for."""

    head: Head
    whose: str


class Part(NamedTuple):
    """What a walk found from one end of its part to the other, or to the first bad entry."""

    start: Head
    end: Head
    rounds: int
    begins: dict[str, tuple[int, int]]
    """By stream: the version of its first entry in this part, and where that is."""
    versions: dict[str, int]
    """By stream: the version of its last entry in this part."""
    moved: dict[str, int]
    """By account: what this part adds up to, in micros."""
    lows: dict[str, list[tuple[int, int]]]
    """By account that may not fall below zero: each new lowest sum below zero, and where it was reached."""
    answered: int
    """The last place that the answers so far speak of."""
    bad: Bad | None


def walk(
    start: Head,
    upto: int,
    rows: Iterable[Row],
    ranges: Iterator[Range],
    witnesses: Iterator[Witness],
    unreadable: tuple[type[Exception], ...] = (),
) -> Part:
    """Check the entries after `start` up to `upto`; `unreadable` is what reading a broken database raises."""
    place, before = start
    fresh = sha256().copy  # a copy begins sooner than a new one
    rounds = 0
    begins: dict[str, tuple[int, int]] = {}
    versions: dict[str, int] = {}
    held: dict[str, int] = {}
    lows: dict[str, list[tuple[int, int]]] = {}
    answered, until = "", place
    witness = next(witnesses, None)
    due = witness.head.seq if witness else 0
    bad: Bad | None = None
    what = ""
    try:
        for seq, stream, version, command, at, by, event, postings, stored in rows:
            place += 1
            if seq != place:
                what = f"is missing: entry {seq} stands in its place"
                break
            # Only text can be joined: a number or a blob in a column of text is an error here.
            text = "\n".join((str(seq), stream, str(version), command, at, by, event, postings)).encode()
            hashing = fresh()
            hashing.update(before + text)
            if hashing.digest() != stored:
                what = "is not what was recorded: its hash does not fit"
                break
            if text.count(b"\n") != 7:
                what = "has a line break in a field"
                break
            before = stored

            if stream not in versions:
                begins[stream] = version, seq
            elif version != versions[stream] + 1:
                what = f"is version {version} of {stream} after version {versions[stream]}"
                break
            versions[stream] = version

            if seq > until:
                answered, first, until = next(ranges, NONE)
                if first != seq and not (1 < seq == start.seq + 1 and first < seq <= until):
                    what = f"follows from command {command}, which was not answered with it"
                    break
            if command != answered:
                what = f"follows from command {command}, but was given in answer to {answered}"
                break

            if postings != "{}":
                moved = _moved(postings)
                if sum(moved.values()):
                    what = "moves money from nowhere: its postings do not sum to zero"
                    break
                for account, micros in moved.items():
                    held[account] = total = held.get(account, 0) + micros
                    if total < 0 and account.startswith(NEVER_NEGATIVE):
                        reached = lows.setdefault(account, [])
                        if not reached or total < reached[-1][1]:
                            reached.append((seq, total))

            if RECONCILED in event and _kind(event).get("type") == "RoundReconciled":
                rounds += 1
            while seq == due and witness and not what:
                if witness.head.hash != stored:
                    what = f"is not the one that was {witness.whose}"
                witness = next(witnesses, None)
                due = witness.head.seq if witness else 0
            if what:
                break
        else:
            if place != upto:
                place += 1
                what = "is missing"
            elif (beyond := next(ranges, NONE)) != NONE:
                command, first, _ = beyond
                if first <= upto:
                    bad = Bad(first, f"does not follow from command {command}, which claims it")
                else:
                    missing = upto + 1 if until > upto else first
                    bad = Bad(missing, "is missing, though a command was answered with it")
    except msgspec.MsgspecError:
        what = "cannot be read: its postings or its event are not in order"
    except (TypeError, UnicodeEncodeError):
        what = "cannot be read: a field is not text"
    except unreadable as error:
        # It was the next entry that failed, unless the answer for this one was being looked for.
        place += until >= place
        what = f"cannot be read: {error}"
    bad = Bad(place, what) if what else bad
    return Part(start, Head(place, before), rounds, begins, versions, held, lows, until, bad)
