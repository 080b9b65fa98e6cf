"""The casino as it stood at some entry, kept in a file beside the signed heads.

A journal of years takes hours to play again, and a start should take seconds. So the state is written down now and
then, signed with the key of the heads. It is a convenience and no evidence: where it is missing, was touched, is of
another version, or does not fit the journal, the journal is played from its first entry.
"""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import msgspec

from upcard import __version__
from upcard.journal.casino import Casino
from upcard.journal.proof.heads import Heads
from upcard.money.coupon import Coupons
from upcard.money.link import Link
from upcard.money.meter_contributions import MeterContribution, Spared
from upcard.money.slip import Slip
from upcard.rules.house import House
from upcard.shuffles.state import Fair
from upcard.store.store import Store, StoreError
from upcard.tables.events import TableOpened
from upcard.tables.state import Table


class _Kept(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a casino knows, in the journal's own words and under its names."""

    engine: str
    seq: int
    hash: bytes
    versions: dict[str, int]
    tables: dict[str, Table]
    pinned: dict[str, TableOpened]
    fair: dict[str, Fair]
    house: str
    balances: dict[str, int]
    links: dict[str, Link]
    jackpots_at: dict[str, tuple[str, ...]]
    fed: dict[tuple[str, int], tuple[MeterContribution, ...]]
    spared: dict[str, tuple[Spared, ...]]
    divided: dict[tuple[str, str], int]
    slips: dict[int, Slip]
    coupons: dict[tuple[str, str, str], Coupons]
    down: dict[tuple[str, int, str], str]
    day: str
    shifts: tuple[str, tuple[str, ...]]


OF_CASINO = ("seq", "hash", "versions", "tables", "pinned", "fair")
OF_BOOKS = (
    "house", "balances", "links", "jackpots_at", "fed", "spared", "divided", "slips", "coupons", "down", "day",
    "shifts",
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
