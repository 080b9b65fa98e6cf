"""A store with its signed heads, opened together: the journal, and what vouches for it outside the database."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from upcard.display import Rows, displayed
from upcard.journal.casino import Casino
from upcard.journal.floor import Floor, now
from upcard.journal.proof.heads import Heads, heads_beside, heads_of_schema
from upcard.journal.proof.push import Push
from upcard.journal.snapshot import keep, kept
from upcard.rules.house import House
from upcard.shuffles.entropy import Source
from upcard.store.open import PostgresUrl, SqliteUrl, open_store, parse
from upcard.store.seal import Sealer
from upcard.store.store import Store, StoreError

BETWEEN_HEADS = 1.0
"""Seconds from one signed head to the next while the journal grows."""

BETWEEN_STATES = 10_000
"""Entries from one state that is kept to the next: as many as a start plays again in less than a second."""

ENTRIES_SHOWN = 20
"""How many of the last entries a notebook is shown."""


@displayed
class Journal:
    """A store and its heads; without heads, where somebody wants none, nothing is signed and nothing is sealed."""

    def __init__(self, store: Store, heads: Heads | None) -> None:
        self.store = store
        self.heads = heads
        self.adopted = (heads.sealed or 0) if heads is not None and heads.began else 0
        """How many entries were there when this process wrote down that the seals begin: they have none of its key."""
        self._due = 0.0
        self._kept = 0
        """The entry after which the state was last kept."""

    def _line(self) -> str:
        end = self.store.head()
        return f"{end.seq:,} entries, the last {end.hash.hex()[:16]}"

    def _rows(self) -> Rows:
        last = self.store.entries(max(0, self.store.head().seq - ENTRIES_SHOWN))
        return ("entry", "stream", "event", "by", "at"), [(e.seq, e.stream, e.kind, e.by, e.at) for e in last]

    def floor(self, house: House, source: Source | None = None) -> Floor:
        """A house on this journal, from the state that was kept last where there is one, else from the first entry.

        With a `source` the floor draws the cards of its virtual tables.
        """
        return Floor(house, self.store, load=lambda: self._load(house), source=source)

    def _load(self, house: House) -> Casino | None:
        found = kept(self.heads, self.store, house) if self.heads is not None else None
        self._kept = found.seq if found is not None else 0
        return found

    def checkpoint(self, floor: Floor, *, now: bool = True) -> None:
        """Sign the end of the journal and keep the state; if not `now`, then each only when it is due."""
        self.sign(floor, now=now)
        self.keep(floor, now=now)

    def keep(self, floor: Floor, *, now: bool = True) -> None:
        """Write down how the casino stands, so that the next start need not play everything again.

        If not `now`, then only when enough was recorded since the last time. A floor that has failed is not kept: what
        it holds in memory may not be on disk.
        """
        if floor.locked or self.heads is None:
            return
        if now or floor.head.seq - self._kept >= BETWEEN_STATES:
            self._kept = floor.head.seq
            keep(self.heads, floor.casino)

    @property
    def key(self) -> tuple[bytes, Callable[[bytes], bytes]] | None:
        """The public key of the house and how to sign with it; None where nothing is signed."""
        return (self.heads.public, self.heads.signature) if self.heads is not None else None

    def caution(self) -> str:
        """What whoever starts the house is to be told about its signatures; empty where all is as it should be."""
        if self.heads is None:
            return "Nothing is signed (--no-heads): whoever may write the database can change the journal unseen."
        if self.adopted:
            return (
                f"{self.heads.path} says from now on what is sealed: nobody has sealed the {self.adopted:,} entries"
                " before it, and they are taken over as they stand."
            )
        if self.heads.standing_by:
            return f"Another process signs {self.heads.path}; this one takes over when that one ends."
        return ""

    def sign(self, floor: Floor, *, now: bool = True) -> None:
        """Sign the end of the journal on disk; if not `now`, then only when the last signature is old enough."""
        if self.heads is None or (not now and time.monotonic() < self._due):
            return
        self.heads.sign(floor.head, floor.clock())
        self._due = time.monotonic() + BETWEEN_HEADS


@contextmanager
def opened(
    url: str, heads: Path | None = None, *, signing: bool = True, new_key: bool = False, push: str = ""
) -> Iterator[Journal]:
    """A journal to write; every head that was ever signed must be in it, and its end must be sealed.

    Not `signing` means neither heads nor seals, for a journal that never had any. With a `new_key` what another key has
    sealed is taken over as it stands, where that key is lost. `push` is where every new head is sent, too.
    """
    with ExitStack() as stack:
        store = stack.enter_context(closing(open_store(url)))
        signed = stack.enter_context(closing(Heads(heads_of(url, heads), sync=True))) if signing else None
        if signed is not None and push:
            signed.told = stack.enter_context(closing(Push(push))).send
        _seal(store, signed, new_key=new_key)
        yield Journal(store, signed)


def _seal(store: Store, heads: Heads | None, *, new_key: bool) -> None:
    """Give the store the key of the house, after proof that nobody without it has written to the journal."""
    if heads is None:
        if (last := store.last_seal()) is not None:
            raise StoreError(
                f"the journal is sealed: it goes on with the key {last.signer.hex()[:16]} and no other way"
            )
        return
    heads.check(store)
    after = heads.sealed if heads.sealed is not None else _first_seal(store, heads, new_key=new_key)
    store.sealer = Sealer(heads.public, heads.signature, heads.signed, after)
    end = store.head()
    store.prove(end)
    heads.begin_seals(end, after, now())


def _first_seal(store: Store, heads: Heads, *, new_key: bool) -> int:
    """The entry after which this key has sealed everything, or is going to."""
    end, last = store.head(), store.last_seal()
    if last is None or (new_key and last.signer != heads.public):
        return end.seq
    if last.signer != heads.public:
        raise StoreError(
            f"the journal is sealed by the key {last.signer.hex()[:16]}, and {heads.path.with_suffix('.key')} is"
            " another: put the house's key and heads there, or say --new-key if the key is lost"
        )
    return next(seal.first for seal, _ in store.seals() if seal.signer == heads.public) - 1


def heads_of(url: str, heads: Path | None = None) -> Path:
    """Where the heads of a store are: where somebody says, else beside an SQLite file, else in the working directory
    under the names of the database and its schema.
    """
    if heads is not None:
        return heads
    match parse(url):
        case SqliteUrl(path, _):
            return heads_beside(Path(path))
        case PostgresUrl(address, schema):
            return heads_of_schema(address, schema)
