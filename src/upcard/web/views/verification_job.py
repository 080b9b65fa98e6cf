"""The proof that a journal is whole, on demand: the books, the guards and a replay, in a process of its own.

A process, so that whoever plays does not wait for whoever proves. Nothing is written, neither here nor there.
"""

from __future__ import annotations

import multiprocessing
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from threading import Lock
from typing import Annotated, Any, TypedDict

import msgspec

from upcard.audit.replay import STRIDE, Otherwise, replay
from upcard.document import Hash, Time, doc, one_of
from upcard.journal.floor import now
from upcard.journal.proof import Bad, Vouched, at_one_moment, attested, compare_approvals, public_key, verify
from upcard.people.person import read_approvals
from upcard.store.store import StoreError


class Proof(msgspec.Struct, frozen=True):
    """What a proof of the journal found: it is whole, or the first thing that is wrong with it."""

    whole: Annotated[bool, doc("Whether the journal is whole.")]
    entries: Annotated[int, doc("How many entries were proven.")]
    rounds: Annotated[int, doc("How many rounds.")]
    hash: Annotated[Hash | None, doc("The hash of the last, where no card could be guessed by it.")]
    signed_from: Annotated[int, doc("The first entry that a signed head stands for.")]
    signed_to: Annotated[int, doc("The last entry that a signed head stands for.")]
    key: Annotated[str, doc("The first digits of the key that signed, or empty.")]
    bad_entry: Annotated[int, doc("The first entry that is wrong, or 0.")]
    what: Annotated[str, doc("What is wrong, or empty.")]
    since: Annotated[int | None, doc("How many entries have come since.")]


class Verification(TypedDict):
    """How the proof of the journal stands."""

    state: Annotated[str, one_of("never", "whole", "bad"), doc("How the last proof came out.")]
    running: Annotated[bool, doc("Whether one is under way.")]
    played: Annotated[int | None, doc("How many entries it has played again.")]
    began: Annotated[Time | None, doc("When it began.")]
    ended: Annotated[Time | None, doc("When it ended.")]
    by: Annotated[str | None, doc("Who asked for it.")]
    entries: Annotated[int, doc("How many entries the journal has.")]
    proof: Annotated[Proof | None, doc("What the last one found.")]
    signed_upto: Annotated[int | None, doc("The last entry that a signed head stands for.")]
    key: Annotated[str | None, doc("The first digits of the key that signs.")]
    locked: Annotated[str, doc("Why play has stopped, or empty.")]
    hashes_upto: Annotated[int, doc("Up to which entry hashes are told.")]
    whole_upto: Annotated[int, doc("Up to which entry nothing is hidden.")]
    chain_upto: Annotated[int, doc("Up to which entry a copy can be checked, with what is hidden left out.")]


FINGERPRINT = 16
"""So many digits of a public key tell it from others at a glance."""


_counters: list[Synchronized[int]] = []
"""In the process that proves: where it counts for the one that waits."""


def _count_in(counter: Synchronized[int]) -> None:
    _counters.append(counter)


def _advance() -> None:
    for counter in _counters:
        counter.value += STRIDE


def vouched(heads: Path | None) -> Vouched:
    """The signed heads of a journal, and their public key where it lies beside them."""
    if heads is None or not heads.exists():
        return Vouched()
    return Vouched(heads, public_key(heads) if heads.with_suffix(".pub").exists() else None)


def prove(url: str, heads: Path | None) -> Proof:
    """What `upcard audit verify` proves, of the journal at an address as it is now."""
    try:
        who = attested(vouched(heads))
        with at_one_moment(url) as (snapshot, unguarded, _):
            books = verify(snapshot, who)
            if isinstance(books, Bad):
                return _wrong(books)
            if what := unguarded():
                return _wrong(Bad(0, what))
            if isinstance(approvals := compare_approvals(snapshot, books.sealed, read_approvals(url)), Bad):
                return _wrong(approvals)
            again = replay(snapshot.reading, advance=_advance)
    except StoreError as error:
        return _wrong(Bad(0, str(error)))
    if isinstance(again, Otherwise):
        return _wrong(Bad(again.seq, again.what))
    signed = books.signed
    signed_by = (signed.first, signed.last, signed.key.hex()[:FINGERPRINT]) if signed is not None else (0, 0, "")
    return Proof(True, books.events, books.rounds, books.head.hash.hex(), *signed_by, 0, "", None)


def _wrong(bad: Bad) -> Proof:
    return Proof(False, 0, 0, None, 0, 0, "", bad.seq, bad.what, None)


class Proving:
    """The last proof of a site's journal, and the one under way; never two at once."""

    def __init__(self) -> None:
        self._changing = Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._played: Synchronized[int] | None = None
        self.began = ""
        self.ended = ""
        self.by = ""
        self.last: Proof | None = None

    @property
    def running(self) -> bool:
        return self._pool is not None

    def start(self, url: str, heads: Path | None, by: str) -> bool:
        """Begins a proof, unless one is under way."""
        with self._changing:
            if self._pool is not None:
                return False
            spawned = multiprocessing.get_context("spawn")
            played: Synchronized[int] = spawned.Value("q", 0)
            self._pool = ProcessPoolExecutor(1, spawned, _count_in, (played,))
            self._played, self.began, self.by = played, now(), by
            self._pool.submit(prove, url, heads).add_done_callback(self._done)
            return True

    def _done(self, future: Future[Proof]) -> None:
        error = future.exception()
        with self._changing:
            self.last = _wrong(Bad(0, f"the proof itself failed: {error}")) if error else future.result()
            self.ended = now()
            if self._pool is not None:
                self._pool.shutdown(wait=False)
            self._pool = None

    def document(self, seq: int, hashes_upto: int) -> dict[str, Any]:
        """How the proof stands, for a journal that has `seq` entries by now."""
        last, played = self.last, self._played
        state = "never" if last is None else "whole" if last.whole else "bad"
        proof = None
        if last is not None:
            told = last.hash and last.entries <= hashes_upto
            since = max(0, seq - last.entries) if last.whole else None
            proof = msgspec.structs.replace(last, hash=last.hash if told else None, since=since)
        return {
            "state": state,
            "running": self.running,
            "played": played.value if self.running and played is not None else None,
            "began": self.began or None,
            "ended": self.ended or None,
            "by": self.by or None,
            "entries": seq,
            "proof": proof,
        }
