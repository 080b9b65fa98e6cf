"""Proof that a journal is whole and that its books balance: everything that can be known without playing it again.

Checked are the chain of hashes, the places without a gap in the journal and in each stream, that every entry's postings
sum to zero, that no meter, reserve or pending award was ever negative, that every entry is part of the answer to the
command that it names, that the balances are what the postings add up to, that every signed head is in the journal, and
that every entry is sealed by the house from the first that it sealed.

Outside remains an answer without entries; and entries removed together with the seals and the signed heads that vouch
for them, back to an earlier moment. Against that helps a head that somebody noted down elsewhere (`noted`).
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import msgspec

from upcard.journal.proof.attestation import (
    NOBODY,
    Attested,
    Bad,
    Sealed,
    Signed,
    Vouched,
    Witness,
    attested,
    check_seals,
    unvouched,
    witnesses,
)
from upcard.journal.proof.raw_reader import Range, Row, Snapshot, sqlite_snapshot
from upcard.store.store import GENESIS, Head, Store
from upcard.units import show_meter

OPENED_WITH = ("HouseOpened", "JackpotOpened", "TableJoined", "TableOpened", "ShuffleCommitted")
OPENINGS = tuple(f'{{"type":"{name}"' for name in OPENED_WITH)
LONGEST_OPENING = 1000
"""Entries that are looked at for whether anything was played before the first head."""

WORTH_SHARING = 60_000
"""Entries from which a second process is worth its start."""


class Verified(NamedTuple):
    """A journal without a fault."""

    events: int
    rounds: int
    head: Head
    signed: Signed | None
    """What signed heads vouch for; nothing where there are none."""
    seconds: float
    sealed: Sealed | None = None
    """What the house has sealed; nothing in a journal without seals."""


def verify_sqlite(path: Path, vouched: Vouched = NOBODY, *, processes: int = 2) -> Verified | Bad:
    """Verify the journal in a file, which may be in use."""
    who = attested(vouched)
    with sqlite_snapshot(path) as snapshot:
        return verify(snapshot, who, path if processes > 1 else None)


def verify_store(store: Store, vouched: Vouched = NOBODY) -> Verified | Bad:
    """Verify the journal behind any store, as it is at this moment."""
    who = attested(vouched)
    with store.snapshot() as reading:
        return verify(Snapshot(reading), who)


def verify(snapshot: Snapshot, who: Attested | Bad, shared: Path | None = None) -> Verified | Bad:
    """Verify one moment of a journal, with heads that were read before it; `shared` is a file that a second process
    can read, too.
    """
    began = perf_counter()
    if isinstance(who, Bad):
        return who
    vouched = who.vouched
    try:
        count, end = snapshot.extent()
        parts = _shared(snapshot, vouched, end, shared) if shared and end >= WORTH_SHARING else ()
        parts = parts or (_part(snapshot, vouched, 0, end, last=True),)
        rounds = 0
        books = LedgerCheck()
        for part in parts:
            bad = books.join(part)
            if bad:
                return bad
            rounds += part.rounds
        if parts[-1].answered != end:
            return Bad(end + 1, "is missing, though a command was answered with it")
        bad = unvouched(who, end) or _beside(snapshot, count, end, books)
        covered = check_seals(snapshot, who, end)
        signed = _signed(snapshot, who)
    except snapshot.unreadable as error:
        return Bad(0, f"the journal cannot be read: {error}")
    if isinstance(covered, Bad):
        bad = bad or covered
        covered = None
    return bad or Verified(end, rounds, books.head, signed, perf_counter() - began, covered)


def _signed(snapshot: Snapshot, who: Attested) -> Signed | None:
    """Before the first head there is either nothing but the opening of the house, or something to be told."""
    if who.first is None or who.last is None or not who.last.head.seq:
        return None
    first = who.first.head.seq
    opening = first <= LONGEST_OPENING and all(row[6].startswith(OPENINGS) for row in snapshot.rows(0, first))
    return Signed(1 if opening else first, who.last.head.seq, who.last.key)


def _part(snapshot: Snapshot, vouched: Vouched, after: int, upto: int, *, last: bool) -> Part:
    return walk(
        snapshot.at(after),
        upto,
        snapshot.rows(after, upto),
        snapshot.ranges(after, None if last else upto),
        witnesses(vouched, after, upto),
        snapshot.unreadable,
    )


def _shared(snapshot: Snapshot, vouched: Vouched, end: int, path: Path) -> Sequence[Part]:
    """The older half by another process, the newer half here, where the moment of the snapshot is known."""
    middle = end // 2
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        older = pool.submit(_older, path, vouched, middle)
        newer = _part(snapshot, vouched, middle, end, last=True)
        return older.result(), newer


def _older(path: Path, vouched: Vouched, upto: int) -> Part:
    with sqlite_snapshot(path) as snapshot:
        return _part(snapshot, vouched, 0, upto, last=False)


class LedgerCheck:
    """What the parts joined so far come to."""

    def __init__(self) -> None:
        self.head = Head(0, GENESIS)
        self.versions: dict[str, int] = {}
        self.balances: dict[str, int] = {}

    def join(self, part: Part) -> Bad | None:
        """Add the next part, or say what is first wrong in it, now that it is known what it began with."""
        faults = [part.bad] if part.bad else []
        if part.start != self.head:
            faults.append(Bad(part.start.seq, "is not what was recorded: its hash does not fit"))
        for stream, (version, seq) in part.begins.items():
            before = self.versions.get(stream, 0)
            if version != before + 1:
                faults.append(Bad(seq, f"is version {version} of {stream} after version {before}"))
        for account, lows in part.lows.items():
            held = self.balances.get(account, 0)
            below = next((seq for seq, low in lows if held + low < 0), None)
            if below:
                faults.append(Bad(below, f"takes more from {account} than it holds"))
        for account, micros in part.moved.items():
            self.balances[account] = self.balances.get(account, 0) + micros
        self.versions.update(part.versions)
        self.head = part.end
        return min(faults, default=None)


def _beside(snapshot: Snapshot, count: int, end: int, books: LedgerCheck) -> Bad | None:
    """What is wrong beside a journal whose entries are right."""
    if count != end:
        return Bad(0, f"there are {count} entries in a journal that ends at entry {end}")
    wrong = snapshot.contradictory()
    if wrong:
        return Bad(wrong[1], f"is claimed by command {wrong[0]}, whose answer contradicts itself")
    return _balances(list(snapshot.balances()), books.balances)


def _balances(rows: list[tuple[str, int]], computed: dict[str, int]) -> Bad | None:
    stored = dict(rows)
    if len(stored) != len(rows):
        return Bad(0, "an account has two balances")
    for account in sorted(stored.keys() | computed.keys(), key=str):
        held, moved = stored.get(account), computed.get(account)
        if type(held) is not int or held != moved:
            return Bad(0, f"{held_said(account, held)}, but {posted_said(moved)}")
    return None


def held_said(account: str, held: object) -> str:
    """What a balance says, in dollars; whatever else stands there as it is.

    >>> held_said("house", -1_500_000_000), held_said("tray/1", None), held_said("cage", "12")
    ('the balance of house is -$15.00', 'the balance of tray/1 is missing', "the balance of cage is '12'")
    """
    said = dollars(held) if type(held) is int else "missing" if held is None else repr(held)
    return f"the balance of {account} is {said}"


def posted_said(moved: int | None) -> str:
    return "nothing was ever posted to it" if moved is None else f"its postings come to {dollars(moved)}"


def dollars(micros: int) -> str:
    """
    >>> dollars(-150_000), dollars(123_456_000_000)
    ('-$0.0015', '$1234.56')
    """
    return f"{'-' * (micros < 0)}${show_meter(abs(micros))}"


# ---- a walk through one part of a journal, entry by entry: what must be fast ----------------------------------------
# A part begins on the stored hash of the entry before it, so that several can be walked at once. What a part cannot
# know alone, the versions and the balances that it begins with, it hands over for the joining (`LedgerCheck`).

NEVER_NEGATIVE = ("meter/", "reserve/", "pending/")
"""The accounts that hold players' money."""
RECONCILED = '"type":"RoundReconciled"'

NONE: Range = ("", 0, 0)

_moved = msgspec.json.Decoder(dict[str, int]).decode
_kind = msgspec.json.Decoder(dict[str, Any]).decode


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
