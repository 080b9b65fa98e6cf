"""What the floor asks of a store, whichever database is behind it.

A store holds the journal, the balances that follow from it and the answers to commands. Whoever wants to append takes a
*turn*: nobody else appends meanwhile, the turn begins by telling what others appended since, and it ends with a commit
that is on disk, or with nothing at all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, NamedTuple, Protocol

from upcard.store.entry import Answer, Entry

if TYPE_CHECKING:
    from upcard.store.seal import Seal, Sealer


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
