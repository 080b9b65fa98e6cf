"""An insider with the whole database in hand: changes a journal and makes all else in it fit.

What vouches for the journal by a key, or from outside, and what the insider does about it, is in `witness.py`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.audit.forgery import Forgery
from tests.audit.random_rounds import Walk
from upcard.audit.verdict import FAULTS
from upcard.journal.casino import Casino
from upcard.journal.journal import Journal, opened
from upcard.journal.proof import heads_beside
from upcard.journal.proof.key import load_or_make
from upcard.people.person import Approval, approve, read_approvals
from upcard.people.sqlite import SqlitePeople, beside
from upcard.rules.house import House
from upcard.shuffles.events import FairEvent
from upcard.shuffles.redraw_check import Redrawn
from upcard.shuffles.state import Fair
from upcard.store.store import Entry, Head, Seal, StoreError, chained
from upcard.tables import Table
from upcard.tables.events import Event, TableOpened

BETWEEN_HEADS = 40
"""Entries from one signed head to the next, about."""

Answered = tuple[str, bytes, int, int]
"""A command that was answered with entries: its id, its digest, its first and last entry."""
ANSWERED = "SELECT id, digest, first, last FROM command WHERE last >= first ORDER BY first"


class Evidence(NamedTuple):
    """A house's journal as it lies on a disk, and what vouches for it."""

    path: Path
    entries: tuple[Entry, ...]
    seals: tuple[Seal, ...]
    heads: tuple[bytes, ...]
    """The lines of the file of signed heads."""
    approvals: tuple[Approval, ...]
    """Those of the acts of two people, and one of an act that was never done."""
    house: Ed25519PrivateKey
    """The house's own key."""

    @property
    def key(self) -> bytes:
        """What a regulator knows of it."""
        return self.house.public_key().public_bytes_raw()

    @property
    def noted(self) -> Head:
        """The end of the journal, written down elsewhere."""
        return Head(self.entries[-1].seq, self.entries[-1].hash)


class Laid(NamedTuple):
    """A forged journal on a disk, everything in its database made to fit."""

    path: Path
    entries: list[Entry]
    answers: list[Answered]
    touched: int
    """The first entry that is another one now, or is gone."""


def honest(folder: Path, edition: str, mode: str, seed: str, rounds: int, *, sourced: bool) -> Evidence:
    """A night that was sealed and signed as it went on, and to its end, as the product does it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "night.db"
    with opened(f"sqlite:{path}") as journal:
        walk = Walk(journal.store, edition, mode, seed, sourced=sourced)
        sign_on(walk, journal, rounds)
    return evidence(path)


def sign_on(walk: Walk, journal: Journal, rounds: int) -> None:
    """Walk so many rounds, and sign the end of what was committed now and then."""
    assert journal.heads is not None
    while walk.rounds < rounds:
        walk.step()
        last = journal.heads.last
        if walk.floor.head.seq - (last.seq if last else 0) >= BETWEEN_HEADS:
            journal.sign(walk.floor)
    journal.sign(walk.floor)


def evidence(path: Path) -> Evidence:
    """What lies on the disk, with the approvals that its people gave."""
    with opened(f"sqlite:{path}") as journal:
        entries = tuple(journal.store.entries())
        seals = tuple(seal for seal, _ in journal.store.seals())
    house = load_or_make(heads_beside(path).with_suffix(".key"))
    lines = heads_beside(path).read_bytes().splitlines(keepends=True)
    with closing(sqlite3.connect(path)) as database:
        answers: list[Answered] = database.execute(ANSWERED).fetchall()
    people = SqlitePeople(beside(str(path)))
    with people.write() as run:
        for approval in approved(entries, answers):
            approve(run, approval, (house.public_key().public_bytes_raw(), house.sign))
    people.close()
    approvals = read_approvals(f"sqlite:{path}")
    assert not isinstance(approvals, str)
    return Evidence(path, entries, seals, tuple(lines), tuple(approvals), house)


def approved(entries: Iterable[Entry], answers: list[Answered]) -> list[Approval]:
    """What the people sign who are named in the entries; and once somebody signs what is refused then."""
    digests = {id: digest.hex() for id, digest, _, _ in answers}
    by_two: dict[str, str] = {}
    for entry in entries:
        if " with " in entry.by:
            by_two.setdefault(entry.command, entry.by)
    signed = [Approval(1, command, digests[command], by) for command, by in by_two.items() if command in digests]
    return [*signed, Approval(1, "refused", "00" * 32, "supervisor sue with licensee liz")]


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


def laid_down(found: Evidence, forgery: Forgery, folder: Path) -> Laid:
    """The forged journal as a file of its own: triggers put back, answers and balances as they follow."""
    made, balances = remade(forgery.entries)
    path = folder / "forged.db"
    path.write_bytes(found.path.read_bytes())
    with unguarded(path) as database:
        _rewritten(database, found, made, balances)
        answers = database.execute(ANSWERED).fetchall()
    return Laid(path, made, answers, forgery.touched)


@contextmanager
def unguarded(path: Path) -> Iterator[sqlite3.Connection]:
    """A database without its triggers; they are put back afterwards."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA synchronous = OFF")
        guards = database.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        database.execute("BEGIN")
        for name, _ in guards:
            database.execute(f"DROP TRIGGER {name}")
        yield database
        for _, text in guards:
            database.execute(text)
        database.execute("COMMIT")


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
