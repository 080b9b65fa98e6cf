"""Who else says what a journal was: its signed heads, the key that signed them, a head that was noted down elsewhere,
the seals of the house, and the log of approvals by second people.

The heads are read before the journal is: a head is signed after the entries that it vouches for are on disk, so every
head that was there before is in a journal that is read later, even while both grow.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from heapq import merge
from pathlib import Path
from typing import NamedTuple

from upcard.journal.proof.heads import Forged, SignedHead, proven, signed_heads
from upcard.journal.proof.key import public_key, signed_by
from upcard.journal.proof.raw_reader import Snapshot
from upcard.people.person import Approval, is_personal
from upcard.store.store import GENESIS, Head, Seal, StoreError, digest_of


class Bad(NamedTuple):
    """The first entry that is wrong, and what is wrong with it."""

    seq: int
    """0 where every entry is right, and what should follow from them is not."""
    what: str


class Witness(NamedTuple):
    """A head that somebody vouches for."""

    head: Head
    whose: str


class Vouched(NamedTuple):
    """Who else says what the journal was."""

    heads: Path | None = None
    """The file of signed heads."""
    key: bytes | None = None
    """The public key that must have signed them; without one, the key of the first line."""
    noted: Head | None = None
    """A head that was noted down where nobody here can reach it."""
    earlier: tuple[Path, ...] = ()
    """The heads of earlier keys, the oldest first, each with its public key beside it."""
    demanded: bool = False
    """Whether a journal that nobody signed is at fault: whoever names a key, or heads, wants signatures."""


NOBODY = Vouched()


class Signed(NamedTuple):
    """From where to where signed heads vouch for a journal, and whose they are."""

    first: int
    """1 where nothing was played before the first head, else the entry of the first head: what comes before it nobody
    vouches for beyond the chain, which anybody can make anew."""
    last: int
    key: bytes


class Attested(NamedTuple):
    """Signed heads that were proven to be one hand's."""

    vouched: Vouched
    first: SignedHead | None = None
    last: SignedHead | None = None


def attested(vouched: Vouched) -> Attested | Bad:
    """The heads as they are now, proven; or what is wrong with them."""
    if vouched.heads is None:
        return Attested(vouched)
    try:
        for each in vouched.earlier:
            proven(each, public_key(each))
        last = proven(vouched.heads, vouched.key)
        return Attested(vouched, next(signed_heads(vouched.heads), None) if last else None, last)
    except Forged as error:
        return Bad(error.seq, f"is not vouched for: {error}" if error.seq else str(error))
    except StoreError as error:
        return Bad(0, str(error))


def witnesses(vouched: Vouched, after: int, upto: int) -> Iterator[Witness]:
    """Every head that somebody vouches for in one part of a journal, in order."""
    files = (*vouched.earlier, *((vouched.heads,) if vouched.heads else ()))
    signed = merge(*((Witness(line.head, f"signed at {line.at}") for line in signed_heads(each)) for each in files))
    noted = (Witness(vouched.noted, "noted"),) if vouched.noted else ()
    return (each for each in merge(signed, noted) if after < each.head.seq <= upto)


def unvouched(who: Attested, end: int) -> Bad | None:
    """What was signed, noted or asked for, and is not in a journal that ends at that entry."""
    vouched, last = who.vouched, who.last
    noted = vouched.noted
    if last and last.head.seq > end:
        lines = signed_heads(vouched.heads) if vouched.heads else ()
        line = next(line for line in lines if line.head.seq > end)
        return Bad(line.head.seq, f"was signed at {line.at}, but the journal ends at entry {end}")
    if noted and noted.seq > end:
        return Bad(noted.seq, f"was noted, but the journal ends at entry {end}")
    if noted and vouched.heads and noted.seq > (last.head.seq if last else 0):
        return Bad(noted.seq, "was noted, but no signed head vouches for it")
    if vouched.demanded and last is None:
        return Bad(0, "nobody vouches for the journal: signatures were asked for, and no signed head is there")
    return None


# ---- seals: that every entry is covered, in order, and that the key of the house made them -------------------------
# Each seal holds the digest of the one before, so that the chain is followed through all of them and the last signature
# is checked, which binds the others. Only where it is wrong is each signature checked, to name the first that is.

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


# ---- approvals: whoever an entry names as the second person has signed it --------------------------------------------

SECOND = re.compile(r" with (?:dealer|supervisor|surveillance|licensee) (.+)")
"""How an entry's `by` names a second person."""


class Compared(NamedTuple):
    """Acts of two people in the sealed part of a journal."""

    compared: int = 0
    """Acts with exactly their approval."""
    by_bots: int = 0
    """Acts whose second person is a bot, as which nobody signs in: there is nothing to compare."""
    unused: int = 0
    """Approvals of acts that the floor refused or never saw."""
    not_compared: str = ""
    """Why nothing was compared; empty where everything was."""


def compare_approvals(snapshot: Snapshot, sealed: Sealed | None, approvals: Sequence[Approval] | str) -> Compared | Bad:
    """Hold every act of two people against its approval. The approvals are read after the moment of the journal:
    an approval is there before its act is.
    """
    try:
        acts = _acts(snapshot, sealed.first - 1 if sealed is not None else 0)
    except snapshot.unreadable as error:
        return Bad(0, f"the journal cannot be read: {error}")
    bots = sum(not is_personal(second) for _, _, second in acts.values())
    people = {command: act for command, act in acts.items() if is_personal(act[2])}
    if sealed is None and people:
        return Compared(by_bots=bots, not_compared="without seals nothing says which acts have approvals")
    if sealed is None or isinstance(approvals, str):
        return Compared(by_bots=bots, not_compared=approvals if people and isinstance(approvals, str) else "")
    logged: defaultdict[str, list[Approval]] = defaultdict(list)
    for approval in approvals:
        if approval.signer == sealed.key.hex() and not _by_the_house(approval, sealed.key):
            return Bad(0, f"approval {approval.number}, of command {approval.command}, is not signed by the house")
        logged[approval.command].append(approval)
    used = 0
    for command, (seq, by, _) in people.items():
        if what := _unapproved(snapshot, command, by, logged[command], sealed.key):
            return Bad(seq, what)
        used += 1
    theirs = sum(approval.signer == sealed.key.hex() for approval in approvals)
    return Compared(used, bots, max(0, theirs - used))


def _acts(snapshot: Snapshot, after: int) -> dict[str, tuple[int, str, str]]:
    """By command, the first entry of an act of two people, both of them, and the second."""
    found: dict[str, tuple[int, str, str]] = {}
    for seq, command, by in snapshot.by_two(after):
        if command not in found and (second := SECOND.search(by)):
            found[command] = (seq, by, second[1])
    return found


def _unapproved(snapshot: Snapshot, command: str, by: str, logged: Sequence[Approval], key: bytes) -> str:
    try:
        answer = snapshot.reading.answer(command)
    except StoreError as error:
        return f"has an answer that cannot be read: {error}"
    digest = answer.digest.hex() if answer else ""
    right = [approval for approval in logged if (approval.digest, approval.by) == (digest, by)]
    if not right:
        return f"is by {by}, but nobody has approved it{' as it stands' if logged else ''}"
    if len(right) > 1:
        return f"is by {by}, and was approved {len(right)} times"
    return "" if _by_the_house(right[0], key) else f"is by {by}, but its approval is not signed by the house"


def _by_the_house(approval: Approval, key: bytes) -> bool:
    try:
        signature = bytes.fromhex(approval.signature)
    except ValueError:
        return False
    return approval.signer == key.hex() and signed_by(key, signature, approval.message)
