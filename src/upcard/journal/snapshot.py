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
from upcard.money.meter_contributions import MeterContribution
from upcard.money.slip import Slip
from upcard.rules.house import House
from upcard.shuffles.state import Fair
from upcard.store.store import Store, StoreError
from upcard.tables.events import TableOpened
from upcard.tables.state import Table


class _Kept(msgspec.Struct, frozen=True):
    """Everything that a casino knows, in the journal's own words."""

    engine: str
    house: str
    seq: int
    hash: bytes
    versions: dict[str, int]
    tables: dict[str, Table]
    balances: dict[str, int]
    links: dict[str, Link]
    joined: dict[str, tuple[str, ...]]
    fed: list[tuple[str, int, tuple[MeterContribution, ...]]]
    divided: list[tuple[str, str, int]]
    pinned: dict[str, TableOpened]
    slips: dict[int, Slip]
    fair: dict[str, Fair] = {}
    coupons: list[Coupons] = []
    down: list[tuple[str, int, str, str]] = []
    day: str = ""
    shifts: tuple[str, tuple[str, ...]] = ("", ())


_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[_Kept] = msgspec.msgpack.Decoder(_Kept)


def file_of(heads: Heads) -> Path:
    return heads.path.with_suffix(".state")


def keep(heads: Heads, casino: Casino) -> None:
    """Write the state; the old one stays until the new one is whole and on disk."""
    books = casino.books
    body = _encoder.encode(
        _Kept(
            __version__, books.house, casino.seq, casino.hash, casino.versions, casino.tables, books.balances,
            books.links, books.jackpots_at, [(table, seat, fed) for (table, seat), fed in books.fed.items()],
            [(table, jackpot, hit) for (table, jackpot), hit in books.divided.items()], casino.pinned, books.slips,
            casino.fair, list(books.coupons.values()), [(*key, by) for key, by in books.down.items()], books.day,
            books.shifts,
        )
    )  # fmt: skip
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
    casino.seq, casino.hash, casino.versions, casino.tables = found.seq, found.hash, found.versions, found.tables
    books = casino.books
    books.house = found.house
    books.balances, books.links, books.slips = found.balances, found.links, found.slips
    books.fed = {(table, seat): fed for table, seat, fed in found.fed}
    books.divided = {(table, jackpot): hit for table, jackpot, hit in found.divided}
    books.coupons = {one.key: one for one in found.coupons}
    books.down = {(table, seat, kind): by for table, seat, kind, by in found.down}
    books.day, books.shifts = found.day, found.shifts
    casino.pinned, casino.fair = found.pinned, found.fair
    for table, jackpots in found.joined.items():
        for name in jackpots:
            books.join(table, name, found.links[name].members[table].wagers)
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
