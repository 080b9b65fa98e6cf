"""A store with its signed heads, opened together: the journal, and what vouches for it outside the database."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from hashlib import sha256
from pathlib import Path

import msgspec

from upcard import __version__
from upcard.document import Rows, displayed
from upcard.journal.casino import Casino
from upcard.journal.floor import Floor, now
from upcard.journal.proof.heads import Heads, heads_beside, heads_of_schema
from upcard.journal.proof.key import Push
from upcard.money.ledger import Recorded
from upcard.money.link import Link, MeterContribution, Spared
from upcard.money.purse import Purse
from upcard.money.slip import Coupons, Slip
from upcard.rules.house import House
from upcard.shuffles.key_derivation import Source
from upcard.shuffles.state import Fair
from upcard.store.open import PostgresUrl, SqliteUrl, open_store, parse
from upcard.store.store import Sealer, Store, StoreError
from upcard.tables.events import TableOpened
from upcard.tables.state import Table

# ---- The casino as it stood at some entry, kept in a file beside the signed heads --------------------------
# A journal of years takes hours to play again, and a start should take seconds. So the state is written down now and
# then, signed with the key of the heads. It is a convenience and no evidence: where it is missing, was touched, is of
# another version, or does not fit the journal, the journal is played from its first entry.


class _Kept(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a casino knows, in the journal's own words and under its names."""

    engine: str
    seq: int
    hash: bytes
    versions: dict[str, int]
    moved_at: dict[str, str]
    tables: dict[str, Table]
    pinned: dict[str, TableOpened]
    fair: dict[str, Fair]
    house: str
    balances: dict[str, int]
    links: dict[str, Link]
    jackpots_at: dict[str, tuple[str, ...]]
    fed: dict[tuple[str, int], tuple[MeterContribution, ...]]
    spared: dict[str, tuple[Spared, ...]]
    posted: dict[str, tuple[Recorded, ...]]
    divided: dict[tuple[str, str], int]
    slips: dict[int, Slip]
    coupons: dict[tuple[str, str, str], Coupons]
    down: dict[tuple[str, int, str], str]
    purses: dict[tuple[str, int], Purse]
    day: str
    shifts: tuple[str, tuple[str, ...]]


OF_CASINO = ("seq", "hash", "versions", "moved_at", "tables", "pinned", "fair")
OF_BOOKS = (
    "house", "balances", "links", "jackpots_at", "fed", "spared", "posted", "divided", "slips", "coupons", "down",
    "purses", "day", "shifts",
)  # fmt: skip

_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[_Kept] = msgspec.msgpack.Decoder(_Kept)


def file_of(heads: Heads) -> Path:
    return heads.path.with_suffix(".state")


def keep(heads: Heads, casino: Casino) -> None:
    """Write the state; the old one stays until the new one is whole and on disk."""
    books = casino.books
    known = {name: getattr(casino, name) for name in OF_CASINO}
    known |= {name: getattr(books, name) for name in OF_BOOKS}
    body = _encoder.encode(_Kept(engine=__version__, **known))
    path = file_of(heads)
    draft = path.with_suffix(".state-new")
    try:
        with open(draft, "wb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(heads.signature(sha256(body).digest()) + body)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise StoreError(f"{path} cannot be written: {error.strerror}") from error


def kept(heads: Heads, store: Store, house: House) -> Casino | None:
    """A casino in the state that was kept, or None where there is none that can be trusted."""
    found = _read(heads)
    if found is None or found.engine != __version__ or found.seq == 0:
        return None
    entry = next(iter(store.entries(found.seq - 1, upto=found.seq)), None)
    if entry is None or entry.hash != found.hash:
        return None
    casino = Casino(house)
    books = casino.books
    for name in OF_CASINO:
        setattr(casino, name, getattr(found, name))
    for name in OF_BOOKS:
        setattr(books, name, getattr(found, name))
    return casino


SIGNATURE = 64


def _read(heads: Heads) -> _Kept | None:
    try:
        text = file_of(heads).read_bytes()
    except OSError:
        return None
    signature, body = text[:SIGNATURE], text[SIGNATURE:]
    if not heads.signed(signature, sha256(body).digest()):
        return None
    try:
        return _decoder.decode(body)
    except msgspec.MsgspecError:
        return None


# ---- journal -----------------------------------------------------------------------------------------------


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
