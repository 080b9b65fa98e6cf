"""What the floor asks of a store, whichever database is behind it.

A store holds the journal, the balances that follow from it and the answers to commands. Whoever wants to append takes a
*turn*: nobody else appends meanwhile, the turn begins by telling what others appended since, and it ends with a commit
that is on disk, or with nothing at all.

>>> first = chained(GENESIS, Entry(1, "table/One", 1, "c1", "2026-01-01T00:00:00Z", "dealer ada", "{}", "{}"))
>>> first.hash.hex()[:16], intact(GENESIS, first)
('a42578d3a17abf06', True)
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from hashlib import sha256
from typing import NamedTuple, Protocol

import msgspec

from upcard.document import displayed

# ---- One entry of the journal, and the chain that binds each entry to all before it ------------------------
# The hash of an entry is the SHA-256 of the hash before it and of the entry's own fields, one to a line; the first
# stands on 32 zero bytes. Nothing else is hashed, so that a stranger can check a journal with a page of any language.


GENESIS = bytes(32)
"""What the first entry stands on."""


@displayed
class Entry(NamedTuple):
    """An event as it was recorded: where, after which command, when, by whom, and the money that it moved.

    `event` and `postings` are JSON without line breaks, kept to the byte; `postings` leads from accounts to micros.
    """

    seq: int
    """The place in the whole journal, from 1 without a gap."""
    stream: str
    """What it happened to: `table/NAME`, `jackpot/NAME`, `cage`."""
    version: int
    """The place in its stream, from 1 without a gap."""
    command: str
    """The id of the command that it follows from."""
    at: str
    by: str
    """The role and the identity, with a space between."""
    event: str
    postings: str
    hash: bytes = b""

    @property
    def moved(self) -> dict[str, int]:
        """The micros that each account gained or lost."""
        return _postings.decode(self.postings)

    @property
    def kind(self) -> str:
        """The kind of its event."""
        return _kind.decode(self.event).type

    def _line(self) -> str:
        return f"{self.seq}, {self.stream} {self.version}, {self.kind} by {self.by} at {self.at}"


class _Kind(msgspec.Struct):
    type: str = ""


_postings = msgspec.json.Decoder(dict[str, int])
_kind = msgspec.json.Decoder(_Kind)


class Answer(NamedTuple):
    """What a command was answered: the entries that it led to, or why it was refused. A retry is given the same."""

    id: str
    digest: bytes
    """The SHA-256 of the command's body; the same id with another body is refused."""
    first: int
    last: int
    """The entries that it led to; `last` is `first - 1` where there were none."""
    refusal: str = ""
    """A refusal as JSON, or empty where the command was accepted."""


def digest(before: bytes, entry: Entry) -> bytes:
    """The hash of an entry that follows on `before`."""
    seq, stream, version, command, at, by, event, postings, _ = entry
    lines = f"{seq}\n{stream}\n{version}\n{command}\n{at}\n{by}\n{event}\n{postings}"
    return sha256(before + lines.encode()).digest()


def chained(before: bytes, entry: Entry) -> Entry:
    """The entry with its hash."""
    return entry._replace(hash=digest(before, entry))


def intact(before: bytes, entry: Entry) -> bool:
    """Whether the entry is what was recorded after `before`."""
    return entry.hash == digest(before, entry)


# ---- The seal of a turn ------------------------------------------------------------------------------------
# the house's signature over what one turn has appended, written in the same transaction.
#
# Whoever may write the database can append an entry and hash its chain. They cannot seal it: a seal is an Ed25519
# signature with the key of the house, which is no part of the database. It covers the places of the turn's entries,
# the hash of the last one, the answers that the entries were given in, and the seal before it, so that the last seal
# vouches for every other and a missing one is a gap.


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


# ---- store -------------------------------------------------------------------------------------------------


class StoreError(Exception):
    """A store that cannot be opened as it is, or that fails: says what is wrong, and nothing is acknowledged."""

    public = "the journal cannot be written at this moment"
    """What everybody may be told: the full sentence can name files and servers."""


class ForeignEntry(StoreError):
    """An entry that no process of this house wrote: nothing of it is taken, shown or signed."""

    public = "somebody else has written to the journal"

    def __init__(self, seq: int, what: str) -> None:
        super().__init__(what)
        self.seq = seq


def one_line(error: BaseException) -> str:
    """The first line of what a database, its server or its driver says."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]


class Head(NamedTuple):
    """The end of a journal."""

    seq: int
    hash: bytes


class Turn(Protocol):
    """The sole right to append, for as long as it lasts."""

    @property
    def missed(self) -> Sequence[Entry]:
        """What others have appended since the entry that the turn was taken after."""

    @property
    def known(self) -> Mapping[str, Answer]:
        """The answers already given to the commands that the turn was taken for."""

    def append(self, entries: Sequence[Entry], balances: Mapping[str, int], answers: Sequence[Answer]) -> None:
        """Entries with their hashes, the balances in micros of every account that they changed, and answers."""

    def carry(self, seals: Sequence[Seal]) -> None:
        """Seals that were made elsewhere, for a copy of a journal."""


class Reading(Protocol):
    """A journal with what follows from it, to be read."""

    def head(self) -> Head:
        """The last entry's place and hash; 0 and the genesis where there is none."""

    def entries(self, after: int = 0, *, stream: str | None = None, upto: int | None = None) -> Iterator[Entry]:
        """The journal in order, or one stream of it; `after` and `upto` are places in the whole journal."""

    def balances(self) -> dict[str, int]:
        """Every account that ever held anything, in micros."""

    def answer(self, command: str) -> Answer | None:
        """What a command was answered."""

    def answers(self) -> Iterator[Answer]:
        """Every answer, in the order of the ids."""


class SealedReading(Reading, Protocol):
    """A journal to be read with its seals."""

    def seals(self, after: int = 0) -> Iterator[tuple[Seal, bytes | None]]:
        """The seals that end after an entry, in order, each with the stored hash of the entry that it ends at."""

    def last_seal(self, upto: int | None = None) -> Seal | None:
        """The last seal, or the last that ends at an entry or before it."""


class Store(SealedReading, Protocol):
    """A journal that can be appended to; what is read of it is what was committed when it was asked for."""

    sealer: Sealer | None
    """The key that seals every turn of this process, and that must have sealed whatever others appended."""

    def turn(self, after: int, commands: Collection[str] = ()) -> AbstractContextManager[Turn]:
        """The right to append; on leaving, everything appended is on disk. Any failure is a `StoreError`.

        With a sealer, what the turn appended is sealed, and a journal whose end is not sealed is a `ForeignEntry`.
        """

    def prove(self, end: Head) -> None:
        """Refuse entries that were read up to `end` and are not sealed: a `ForeignEntry`. Without a key none is."""

    def snapshot(self) -> AbstractContextManager[SealedReading]:
        """The journal, the balances and the answers of one moment, whatever is appended meanwhile."""

    def backup(self, to: str) -> None:
        """A copy that is whole, taken while the store is in use."""

    def reopen(self) -> None:
        """Open the journal anew after a failure; it raises as long as the store takes no writes."""

    def close(self) -> None:
        """Let go of the database."""
