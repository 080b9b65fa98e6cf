"""The seals of a journal, checked: that every entry is covered, in order, and that the key of the house made them.

Each seal holds the digest of the one before, so that the chain is followed through all of them and the last signature
is checked, which binds the others. Only where it is wrong is each signature checked, to name the first that is.
"""

from __future__ import annotations

from typing import NamedTuple

from upcard.journal.proof.attestation import Attested
from upcard.journal.proof.chain_check import Bad
from upcard.journal.proof.key import signed_by
from upcard.journal.proof.raw_reader import Snapshot
from upcard.store.entry import GENESIS
from upcard.store.seal import Seal, digest_of

Answered = tuple[str, bytes, int, int]
"""A command that was answered with entries: its id, its digest, its first and last entry."""


class Sealed(NamedTuple):
    """From where to where the key has sealed every turn."""

    first: int
    """1 where nothing was there before; else what comes before was taken over as it stood."""
    last: int
    seals: int
    key: bytes


def check_seals(snapshot: Snapshot, who: Attested, end: int) -> Sealed | Bad | None:
    """What the seals cover, or what is wrong with them; None for a journal that has none and needs none."""
    after = who.last.sealed if who.last else None
    answered = snapshot.answered()
    waiting = next(answered, None)
    last: Seal | None = None
    count = 0
    key = who.vouched.key or (who.last.key if who.last else b"")
    try:
        for seal, stored in snapshot.seals():
            if after is None:
                after = seal.first - 1  # nobody says where they begin, so it is taken from them
            ours = seal.last > after
            key = key or seal.signer
            if what := _fault(last, seal, stored, after, key if ours else seal.signer):
                return Bad(seal.first, what)
            answers: list[Answered] = []
            while waiting is not None and waiting[2] <= seal.last:
                if waiting[2] >= seal.first:
                    answers.append(waiting)
                waiting = next(answered, None)
            if digest_of(answers) != seal.answers:
                return Bad(seal.first, "was sealed with other answers than those that are there")
            last, count = seal, count + ours
    except (AttributeError, TypeError, ValueError):
        return Bad(last.last + 1 if last else 1, "has a seal that cannot be read")
    if after is None:
        return None
    if max(end, after) != max(last.last if last else 0, after):
        return Bad(max(last.last if last else 0, after) + 1, "is not sealed: no process of this house wrote it")
    if last is not None and count and not _made_by(key, last):
        wrong = (seal for seal, _ in snapshot.seals() if seal.last > after and not _made_by(key, seal))
        return Bad(next(wrong, last).first, "has a seal that the key did not make")
    return Sealed(after + 1, max(end, after), count, key)


def _fault(last: Seal | None, seal: Seal, stored: bytes | None, after: int, key: bytes) -> str:
    """What is wrong with a seal beside its signature."""
    expected = last.last + 1 if last else None if seal.last <= after else after + 1
    if expected is not None and seal.first != expected:
        return f"begins a seal, though the seals before it end at entry {expected - 1}"
    if last is not None and seal.before != last.digest:
        return "has a seal that does not follow on the one before"
    if last is None and expected == 1 and seal.before != GENESIS:
        return "has a first seal that follows on another"
    if seal.first <= after < seal.last:
        return f"has a seal across entry {after}, where the seals of the key begin"
    if seal.signer != key:
        return "is sealed with another key"
    if stored != seal.hash:
        return f"and those up to entry {seal.last} are not the ones that were sealed"
    return ""


def _made_by(key: bytes, seal: Seal) -> bool:
    return signed_by(key, seal.signature, seal.message)
