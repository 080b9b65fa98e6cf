"""What vouches for a journal by a key, or from outside, and what an insider does about it: the *ways* of a forgery.

Seals, signed heads and approvals can each be kept, cut away from the forgery on, or made anew with a key of the
insider's, but not with the house's, unless that is stolen. A head that was noted elsewhere stays.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256
from itertools import pairwise
from typing import Literal, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import astuple, replace

from tests.audit.insider import BETWEEN_HEADS, Evidence, Laid, approved, unguarded
from tests.journal.proof.forgeries import signed_line
from upcard.journal.proof import Vouched, heads_beside
from upcard.people.person import Approval
from upcard.people.sqlite import beside
from upcard.store.store import GENESIS, Entry, Seal, digest_of

STRANGER = Ed25519PrivateKey.from_private_bytes(bytes(32))
"""The insider's own key."""

Done = Literal["kept", "cut", "own", "house", "gone", "all own"]
"""Kept; from the forgery on cut away, made anew with the insider's key, or with the house's; all gone; all made anew
with the insider's key."""


class Way(NamedTuple):
    """What an insider does about the witnesses of a journal, and what the regulator knows."""

    seals: Done
    heads: Done
    approvals: Done = "kept"
    named: bool = True
    """Whether the house's key is named."""
    noted: bool = False
    """Whether the last head was noted elsewhere."""
    by: str = ""
    """What must find whatever was forged; where it is empty, only the journal itself can tell."""


SEALED = {
    "seals kept, heads kept": Way("kept", "kept", by="heads"),
    "seals kept, heads cut": Way("kept", "cut", by="seals"),
    "seals kept, own heads": Way("kept", "own", by="heads"),
    "seals cut, heads kept": Way("cut", "kept", by="heads"),
    "seals cut, heads cut": Way("cut", "cut", by="seals"),
    "seals cut, own heads": Way("cut", "own", by="heads"),
    "own seals, heads kept": Way("own", "kept", by="heads"),
    "own seals, heads cut": Way("own", "cut", by="seals"),
    "own seals, own heads": Way("own", "own", by="heads"),
    "seals cut, heads cut, one noted": Way("cut", "cut", noted=True, by="a noted head"),
    "seals and heads all gone, key named": Way("gone", "gone", by="heads"),
    "seals and heads all gone": Way("gone", "gone", named=False),
    "all with another key, key named": Way("all own", "all own", "all own", by="heads"),
    "all with another key": Way("all own", "all own", "all own", named=False),
    "all with another key, one noted": Way("all own", "all own", "all own", named=False, noted=True, by="a noted head"),
    "house's key, approvals kept": Way("house", "house"),
    "house's key": Way("house", "house", "house"),
    "house's key, one noted": Way("house", "house", "house", noted=True, by="a noted head"),
}
"""A journal that was sealed from its first entry."""

UNSEALED = {
    "unsealed, heads kept": Way("gone", "kept", by="heads"),
    "unsealed, own heads": Way("gone", "own", by="heads"),
    "unsealed, heads cut": Way("gone", "cut"),
    "unsealed, heads cut, one noted": Way("gone", "cut", noted=True, by="a noted head"),
}
"""A journal from before there were seals: no head says that there are any."""

WAYS = SEALED | UNSEALED


def finder(night: Evidence, laid: Laid, name: str) -> str:
    """What must find a forgery that was covered up this way; empty where only the journal itself can tell.

    Where the forgery is that the last entries are gone, there is nothing that an own head could be made for; and where
    the journal ends with a turn, nothing that lacks a seal. So entries, seals and heads that are cut back together to
    an earlier moment are found by nothing but a head that was noted elsewhere.
    """
    way = WAYS[name]
    gone = laid.touched > len(laid.entries)
    if not gone or way.noted or way.heads not in ("cut", "own"):
        return way.by
    if name in UNSEALED:
        return ""
    whole = any(seal.last == len(laid.entries) for seal in night.seals)
    return "" if whole and way.seals != "kept" else "seals"


def covered(night: Evidence, laid: Laid, name: str) -> Vouched:
    """Leave the witnesses of a forgery as the insider leaves them; what a regulator has."""
    way = WAYS[name]
    lay_seals(laid, seals_left(night, laid, way.seals))
    lay_approvals(night, laid, approvals_left(night, laid, way.approvals))
    noted = night.noted if way.noted else None
    if way.heads == "gone":
        return Vouched(key=night.key, demanded=True) if way.named else Vouched()
    heads = heads_beside(laid.path)
    heads.write_bytes(b"".join(heads_left(night, laid, way.heads, sealed=name in SEALED)))
    # Without a name it is the key that lies beside the heads, which is the insider's where everything is.
    return Vouched(heads, night.key if way.named else None, noted)


def lay_seals(laid: Laid, seals: Sequence[Seal]) -> None:
    """These seals and no others in a forged journal."""
    with unguarded(laid.path) as database:
        database.execute("DELETE FROM seal")
        database.executemany("INSERT INTO seal VALUES (?, ?, ?, ?, ?, ?, ?)", seals)


def seals_left(night: Evidence, laid: Laid, done: Done) -> list[Seal]:
    match done:
        case "kept":
            return list(night.seals)
        case "gone":
            return []
        case "all own":
            return _sealed([], laid, STRANGER)
    kept = [seal for seal in night.seals if seal.last < laid.touched]
    if done == "cut":
        return kept
    return _sealed(kept, laid, STRANGER if done == "own" else night.house)


def _sealed(kept: list[Seal], laid: Laid, key: Ed25519PrivateKey) -> list[Seal]:
    """Seals of a key over all entries that have none yet."""
    seals = list(kept)
    start, end = (seals[-1].last if seals else 0), len(laid.entries)
    for before, last in pairwise([*range(start, end, BETWEEN_HEADS), end]):
        answers = digest_of(each for each in laid.answers if before < each[2] <= last)
        stands_on = seals[-1].digest if seals else GENESIS
        signer = key.public_key().public_bytes_raw()
        bare = Seal(before + 1, last, laid.entries[last - 1].hash, answers, stands_on, signer)
        seals.append(bare._replace(signature=key.sign(bare.message)))
    return seals


def heads_left(night: Evidence, laid: Laid, done: Done, *, sealed: bool) -> list[bytes]:
    lines = list(night.heads) if sealed else _signed([], night.entries[BETWEEN_HEADS - 1 :], night.house, None)
    match done:
        case "kept":
            return lines
        case "gone":
            return []
        case "all own":
            return _signed([], laid.entries, STRANGER, 0)
    kept = [line for line in lines if _seq(line) < laid.touched]
    if done == "cut":
        return kept
    key = STRANGER if done == "own" else night.house
    return _signed(kept, laid.entries[laid.touched - 1 :], key, 0 if sealed else None)


def _signed(kept: list[bytes], entries: Sequence[Entry], key: Ed25519PrivateKey, sealed: int | None) -> list[bytes]:
    """Heads of a key on top of others, one now and then and one at the end."""
    lines = list(kept)
    public = key.public_key().public_bytes_raw().hex()
    chosen = entries[::BETWEEN_HEADS]
    for entry in (*chosen, *(each for each in entries[-1:] if each is not chosen[-1])):
        before = sha256(lines[-1][:-1]).hexdigest() if lines else "0" * 64
        lines.append(signed_line(key, entry.seq, entry.hash.hex(), entry.at, public, before, sealed))
    return lines


def _seq(line: bytes) -> int:
    return int(re.findall(rb'"seq":(\d+)', line)[0])


def approvals_left(night: Evidence, laid: Laid, done: Done) -> list[Approval]:
    if done == "kept":
        return list(night.approvals)
    key = STRANGER if done == "all own" else night.house
    return [numbered(each, number, key) for number, each in enumerate(approved(laid.entries, laid.answers), 1)]


def numbered(approval: Approval, number: int, key: Ed25519PrivateKey) -> Approval:
    """An approval signed with a key."""
    bare = replace(approval, signer=key.public_key().public_bytes_raw().hex(), number=number)
    return replace(bare, signature=key.sign(bare.message).hex())


def lay_approvals(night: Evidence, laid: Laid, approvals: list[Approval]) -> None:
    """The people's store beside a forged journal, with these approvals in it."""
    people = beside(str(laid.path))
    people.write_bytes(beside(str(night.path)).read_bytes())
    if tuple(approvals) != night.approvals:
        with unguarded(people) as database:
            database.execute("DELETE FROM approval")
            columns = "at, command, digest, by, signer, signature, number"
            database.executemany(
                f"INSERT INTO approval ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", map(astuple, approvals)
            )
