"""What the floor asks of a store, whichever database is behind it.

A store holds the journal, the balances that follow from it and the answers to commands. Whoever wants to append takes a
*turn*: nobody else appends meanwhile, the turn begins by telling what others appended since, and it ends with a commit
that is on disk, or with nothing at all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from upcard.floor.store.entry import Answer, Entry


class StoreError(Exception):
    """A store that cannot be opened as it is, or that fails: says what is wrong, and nothing is acknowledged."""

    public = "the journal cannot be written at this moment"
    """What everybody may be told: the full sentence can name files and servers."""


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


class Store(Reading, Protocol):
    """A journal that can be appended to; what is read of it is what was committed when it was asked for."""

    def turn(self, after: int, commands: Collection[str] = ()) -> AbstractContextManager[Turn]:
        """The right to append; on leaving, everything appended is on disk. Any failure is a `StoreError`."""

    def snapshot(self) -> AbstractContextManager[Reading]:
        """The journal, the balances and the answers of one moment, whatever is appended meanwhile."""

    def backup(self, to: str) -> None:
        """A copy that is whole, taken while the store is in use."""

    def reopen(self) -> None:
        """Open the journal anew after a failure; it raises as long as the store takes no writes."""

    def close(self) -> None:
        """Let go of the database."""
