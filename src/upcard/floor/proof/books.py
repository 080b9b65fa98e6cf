"""Proof that a journal is whole and that its books balance: everything that can be known without playing it again.

Checked are the chain of hashes, the places without a gap in the journal and in each stream, that every entry's postings
sum to zero, that no meter, reserve or pending award was ever negative, that every entry is part of the answer to the
command that it names, that the balances are what the postings add up to, and that every signed head is in the journal.

Outside remains what the journal itself does not hold: the digest of a command, an answer without entries; and entries
removed together with the signed heads that vouch for them, back to an earlier moment. Against that helps a head that
somebody noted down elsewhere (`noted`).
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from heapq import merge
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from upcard.floor.proof.heads import Forged, SignedHead, proven, signed_heads
from upcard.floor.proof.snapshot import ReadingSnapshot, Snapshot, sqlite_snapshot
from upcard.floor.proof.walk import Bad, Part, Witness, walk
from upcard.floor.store.entry import GENESIS
from upcard.floor.store.store import Head, Store, StoreError

WORTH_SHARING = 60_000
"""Entries from which a second process is worth its start."""


class Verified(NamedTuple):
    """A journal without a fault."""

    events: int
    rounds: int
    head: Head
    signed: int
    """The last entry that a signed head vouches for; 0 where no heads were given."""
    seconds: float


class Vouched(NamedTuple):
    """Who else says what the journal was."""

    heads: Path | None = None
    """The file of signed heads."""
    key: bytes | None = None
    """The public key that must have signed them; without one, the key of the first line."""
    noted: Head | None = None
    """A head that was noted down where nobody here can reach it."""


NOBODY = Vouched()


def verify_sqlite(path: Path, vouched: Vouched = NOBODY, *, processes: int = 2) -> Verified | Bad:
    """Verify the journal in a file, which may be in use."""
    began = perf_counter()
    with sqlite_snapshot(path) as snapshot:
        return _verify(began, snapshot, vouched, path if processes > 1 else None)


def verify_store(store: Store, vouched: Vouched = NOBODY) -> Verified | Bad:
    """Verify the journal behind any store, as it is at this moment."""
    began = perf_counter()
    with store.snapshot() as reading:
        return _verify(began, ReadingSnapshot(reading), vouched, None)


def _verify(began: float, snapshot: Snapshot, vouched: Vouched, shared: Path | None) -> Verified | Bad:
    try:
        last = proven(vouched.heads, vouched.key) if vouched.heads else None
    except StoreError as error:
        return Bad(error.seq if isinstance(error, Forged) else 0, str(error))
    try:
        count, end = snapshot.extent()
        parts = _shared(snapshot, vouched, end, shared) if shared and end >= WORTH_SHARING else ()
        parts = parts or (_part(snapshot, vouched, 0, end, last=True),)
        rounds = 0
        books = Books()
        for part in parts:
            bad = books.join(part)
            if bad:
                return bad
            rounds += part.rounds
        if parts[-1].answered != end:
            return Bad(end + 1, "is missing, though a command was answered with it")
        bad = _beside(snapshot, vouched, count, end, last, books)
    except snapshot.unreadable as error:
        return Bad(0, f"the journal cannot be read: {error}")
    if bad:
        return bad
    return Verified(end, rounds, books.head, last.head.seq if last else 0, perf_counter() - began)


def _part(snapshot: Snapshot, vouched: Vouched, after: int, upto: int, *, last: bool) -> Part:
    return walk(
        snapshot.at(after),
        upto,
        snapshot.rows(after, upto),
        snapshot.ranges(after, None if last else upto),
        _witnesses(vouched, after, upto),
        snapshot.unreadable,
    )


def _witnesses(vouched: Vouched, after: int, upto: int) -> Iterator[Witness]:
    lines = signed_heads(vouched.heads) if vouched.heads else ()
    signed = (Witness(line.head, f"signed at {line.at}") for line in lines)
    noted = (Witness(vouched.noted, "noted"),) if vouched.noted else ()
    return (each for each in merge(signed, noted) if after < each.head.seq <= upto)


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


class Books:
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


def _beside(
    snapshot: Snapshot, vouched: Vouched, count: int, end: int, last: SignedHead | None, books: Books
) -> Bad | None:
    """What is wrong beside a journal whose entries are right."""
    noted = vouched.noted
    if last and last.head.seq > end:
        lines = signed_heads(vouched.heads) if vouched.heads else ()
        line = next(line for line in lines if line.head.seq > end)
        return Bad(line.head.seq, f"was signed at {line.at}, but the journal ends at entry {end}")
    if noted and noted.seq > end:
        return Bad(noted.seq, f"was noted, but the journal ends at entry {end}")
    if noted and vouched.heads and noted.seq > (last.head.seq if last else 0):
        return Bad(noted.seq, "was noted, but no signed head vouches for it")
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
            return Bad(0, f"the balance of {account} is {held}, but its postings come to {moved}")
    return None
