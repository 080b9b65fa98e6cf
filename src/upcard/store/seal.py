"""The seal of a turn: the house's signature over what one turn has appended, written in the same transaction.

Whoever may write the database can append an entry and hash its chain. They cannot seal it: a seal is an Ed25519
signature with the key of the house, which is no part of the database. It covers the places of the turn's entries, the
hash of the last one, the answers that the entries were given in, and the seal before it, so that the last seal vouches
for every other and a missing one is a gap.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple

from upcard.store.entry import GENESIS, Answer, Entry
from upcard.store.store import ForeignEntry, Head

_log = logging.getLogger("upcard.journal")


class Seal(NamedTuple):
    """What a turn appended, signed by the house."""

    first: int
    last: int
    hash: bytes
    """The hash of the last entry."""
    answers: bytes
    """The digest of the answers that hold these entries (`digest_of`)."""
    before: bytes
    """The digest of the seal before this one; zeros for the first."""
    signer: bytes
    """The public key."""
    signature: bytes = b""

    @property
    def message(self) -> bytes:
        """The bytes that are signed."""
        first, last, hash_, answers, before, signer, _ = self
        hexadecimal = f"{hash_.hex()}\n{answers.hex()}\n{before.hex()}\n{signer.hex()}"
        return f"upcard seal\n{first}\n{last}\n{hexadecimal}".encode()

    @property
    def digest(self) -> bytes:
        """What the next seal stands on."""
        return sha256(self.message + b"\n" + self.signature.hex().encode()).digest()


class Sealer(NamedTuple):
    """The key of the house, as a store uses it."""

    key: bytes
    sign: Callable[[bytes], bytes]
    signed: Callable[[bytes, bytes], bool]
    """Whether a signature is the key's own, over a message."""
    after: int = 0
    """The last entry that was there before this key sealed anything; every later one is sealed by it."""

    def check(self, end: Head, seal: Seal | None) -> None:
        """Refuse an end of the journal that this key has not sealed.

        The last seal is enough. An entry's hash binds all entries before it, and the key seals only what its own
        process has checked.
        """
        if end.seq <= self.after:
            return
        if seal is None or seal.last != end.seq:
            what = "is not sealed by this house: another program wrote it, or its seal was removed"
        elif seal.hash != end.hash or seal.signer != self.key or not self.signed(seal.signature, seal.message):
            what = "has a seal that the key of this house did not make"
        else:
            return
        error = ForeignEntry(end.seq, f"entry {end.seq} {what}. Play stops; see 'A foreign entry' in docs/audit.md")
        _log.critical("%s", error)
        raise error


def digest_of(answers: Iterable[tuple[str, bytes, int, int]]) -> bytes:
    """The digest of answers with entries, in the order of the entries: id, digest, first and last of each."""
    lines = (f"{id}\n{digest.hex()}\n{first}\n{last}\n" for id, digest, first, last in answers)
    return sha256("".join(lines).encode()).digest()


class Sealing:
    """What a turn appends, gathered until its end."""

    def __init__(self, sealer: Sealer | None, last: Seal | None) -> None:
        self._sealer = sealer
        self._before = last.digest if last else GENESIS
        self._first = 0
        self._end: Entry | None = None
        self._answers: list[Answer] = []

    def add(self, entries: Sequence[Entry], answers: Sequence[Answer]) -> None:
        """More of the turn."""
        if self._sealer is not None:
            if entries:
                self._first = self._first or entries[0].seq
                self._end = entries[-1]
            self._answers += [answer for answer in answers if answer.last >= answer.first]

    def seal(self) -> Seal | None:
        """The seal, where anything was appended and there is a key."""
        if self._sealer is None or self._end is None:
            return None
        answers = digest_of(answer[:4] for answer in sorted(self._answers, key=lambda answer: answer.first))
        bare = Seal(self._first, self._end.seq, self._end.hash, answers, self._before, self._sealer.key)
        return bare._replace(signature=self._sealer.sign(bare.message))
