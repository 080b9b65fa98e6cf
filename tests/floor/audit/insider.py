"""An insider with the whole database in hand, but without the house's key: changes a journal and makes all else fit.

What vouches for a journal by a key, or from outside, is a *witness* (`WITNESSES`), and for each there is what the
insider can do about it: signed heads can be cut away behind the forgery, or made anew with another key, but not signed
with the house's; a head that was noted elsewhere stays.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.floor.audit.random_rounds import Walk, walked
from tests.floor.proof.forgeries import signed_line
from upcard.floor.audit.verdict import FAULTS
from upcard.floor.casino import Casino
from upcard.floor.fair.again import Redrawn
from upcard.floor.fair.events import FairEvent
from upcard.floor.fair.state import Fair
from upcard.floor.proof import Heads, heads_beside
from upcard.floor.store.entry import Entry, chained
from upcard.floor.store.store import Head, StoreError
from upcard.rules.house import House
from upcard.tables import Table
from upcard.tables.events import Event, TableOpened

BETWEEN_HEADS = 40
"""Entries from one signed head to the next."""


class Evidence(NamedTuple):
    """A house's journal as it lies on a disk, and what a regulator knows of it."""

    path: Path
    entries: tuple[Entry, ...]
    key: bytes
    heads: tuple[bytes, ...]
    """The lines of the file of signed heads."""
    noted: Head
    """The end of the journal, written down elsewhere."""


def honest(folder: Path, edition: str, mode: str, seed: str, rounds: int, *, sourced: bool) -> Evidence:
    """A night that was signed as it went on, and to its end."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "night.db"
    walk = walked(path, edition, mode, seed, rounds, sourced=sourced)
    return evidence(walk, path)


def evidence(walk: Walk, path: Path) -> Evidence:
    entries = tuple(walk.floor.store.entries())
    walk.floor.store.close()
    heads = Heads(heads_beside(path))
    for entry in entries:
        if entry.seq % BETWEEN_HEADS == 0 or entry is entries[-1]:
            heads.sign(Head(entry.seq, entry.hash), entry.at)
    heads.close()
    lines = heads_beside(path).read_bytes().splitlines(keepends=True)
    return Evidence(path, entries, heads.public, tuple(lines), Head(entries[-1].seq, entries[-1].hash))


WITNESSES = ("heads", "own heads", "no head", "a noted head")
"""Heads as they were signed; from the forgery on made anew with a key of the insider's; from there on cut away; with
them cut away, the last head as it was noted elsewhere."""


def heads_left(found: Evidence, forged: list[Entry], touched: int, witness: str) -> bytes:
    """The file of signed heads as the insider leaves it."""
    if witness == "heads":
        return b"".join(found.heads)
    kept = [line for line in found.heads if _seq(line) < touched]
    if witness == "own heads":
        key = Ed25519PrivateKey.from_private_bytes(bytes(32))
        public = key.public_key().public_bytes_raw().hex()
        for entry in forged[touched - 1 :: BETWEEN_HEADS]:
            before = sha256(kept[-1][:-1]).hexdigest() if kept else "0" * 64
            kept.append(signed_line(key, entry.seq, entry.hash.hex(), entry.at, public, before))
    return b"".join(kept)


def _seq(line: bytes) -> int:
    return int(re.findall(rb'"seq":(\d+)', line)[0])


# ---- everything else is made to fit ------------------------------------------------------------------------------


def remade(entries: Iterable[Entry]) -> tuple[list[Entry], dict[str, int]]:
    """The entries numbered, with the postings that follow from their events where any do, and chained; the balances."""
    casino = Casino(House("", (), {}))
    casino.redrawn = Blind()
    made: list[Entry] = []
    versions: dict[str, int] = {}
    balances: dict[str, int] = {}
    before = bytes(32)
    lost: set[str] = set()
    for place, entry in enumerate(entries, 1):
        version = versions[entry.stream] = versions.get(entry.stream, 0) + 1
        fitting = entry._replace(seq=place, version=version)
        if entry.stream not in lost:
            try:
                fitting = fitting._replace(postings=casino._recorded(entry).postings)
            except (StoreError, msgspec.MsgspecError, *FAULTS):
                lost.add(entry.stream)  # nobody could have recorded it: what it moved is left as it was
        made.append(chained(before, fitting))
        before = made[-1].hash
        for account, micros in msgspec.json.decode(fitting.postings).items():
            balances[account] = balances.get(account, 0) + micros
    return made, balances


class Blind(Redrawn):
    """The insider's own casino does not ask where cards come from."""

    def shuffle(self, fair: Fair, table: Table, event: FairEvent) -> None:
        pass

    def at_table(self, name: str, opened: TableOpened | None, fair: Fair, table: Table, event: Event) -> None:
        pass


def laid_down(found: Evidence, forged: Iterable[Entry], folder: Path) -> tuple[Path, list[Entry]]:
    """The forged journal as a file of its own: triggers put back, answers and balances as they follow."""
    made, balances = remade(forged)
    path = folder / "forged.db"
    path.write_bytes(found.path.read_bytes())
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        guards = database.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        database.execute("BEGIN")
        for name, _ in guards:
            database.execute(f"DROP TRIGGER {name}")
        _rewritten(database, found, made, balances)
        for _, text in guards:
            database.execute(text)
        database.execute("COMMIT")
    return path, made


def _rewritten(database: sqlite3.Connection, found: Evidence, made: list[Entry], balances: dict[str, int]) -> None:
    same = sum(1 for one, other in zip(found.entries, made, strict=False) if one == other)
    database.execute("DELETE FROM entry WHERE seq > ?", (same,))
    database.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", made[same:])
    database.execute("DELETE FROM balance")
    database.executemany("INSERT INTO balance VALUES (?, ?)", balances.items())
    digests = dict(database.execute("SELECT id, digest FROM command WHERE refusal = ''"))
    database.execute("DELETE FROM command WHERE refusal = ''")
    database.executemany("DELETE FROM command WHERE id = ?", [(entry.command,) for entry in made])
    answers = []
    for command, group in groupby(made, key=lambda entry: entry.command):
        places = [entry.seq for entry in group]
        answers.append((command, digests.get(command, bytes(32)), places[0], places[-1], ""))
    database.executemany("INSERT OR IGNORE INTO command VALUES (?, ?, ?, ?, ?)", answers)
