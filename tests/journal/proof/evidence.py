"""A journal in somebody else's hands: they may write every byte of the database and of the heads, but have no key."""

from __future__ import annotations

import contextlib
import io
import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest.mock import patch

from tests.journal.proof.synthetic import journal
from upcard.audit.standalone import verify_journal
from upcard.journal.proof import Bad, Verified, Vouched, heads_beside, verify_sqlite
from upcard.store import Entry, Head, StoreError, chained

COMMANDS, EVERY = 160, 20
FIELDS = Entry._fields


class Evidence(NamedTuple):
    """What lies in the casino, and what the regulator holds: the public key, and a head noted at the end."""

    database: bytes
    heads: tuple[bytes, ...]
    """The lines, with their line breaks."""
    key: bytes
    noted: Head | None = None

    @property
    def signed(self) -> list[int]:
        """The places that were signed."""
        return [int(re.findall(rb'"seq":(\d+)', line)[0]) for line in self.heads]


@cache
def honest(commands: int = COMMANDS, *, sealed: bool = False) -> Evidence:
    """A journal in order. Its tables have lost their triggers, types and constraints already: that takes no key."""
    with TemporaryDirectory() as folder:
        path, key = journal(Path(folder), commands, every=EVERY, sealed=sealed)
        heads = heads_beside(path).read_bytes().splitlines(keepends=True)
        database = sqlite3.connect(path, isolation_level=None)
        database.execute("PRAGMA journal_mode = delete")
        for (trigger,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            database.execute(f"DROP TRIGGER {trigger}")
        database.execute("DROP VIEW posting")
        for table, columns in (
            ("entry", ", ".join(FIELDS)),
            ("balance", "account, micros"),
            ("command", "id, digest, first, last, refusal"),
        ):
            database.execute(f"CREATE TABLE loose ({columns})")
            database.execute(f"INSERT INTO loose SELECT {columns} FROM {table} ORDER BY 1")
            database.execute(f"DROP TABLE {table}")
            database.execute(f"ALTER TABLE loose RENAME TO {table}")
        database.execute("VACUUM")
        database.close()
        return Evidence(path.read_bytes(), tuple(heads), key)


@contextmanager
def editing(database: bytes) -> Iterator[sqlite3.Connection]:
    """The database as a connection that may do anything; `database_of` gives the bytes back."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        connection.deserialize(database)
        yield connection
    finally:
        connection.close()


def rows(connection: sqlite3.Connection) -> list[list[Any]]:
    """The entries in order."""
    return [list(row) for row in connection.execute(f"SELECT {', '.join(FIELDS)} FROM entry ORDER BY seq")]


def rewrite(connection: sqlite3.Connection, entries: list[list[Any]]) -> bytes:
    """Put other entries in place of all, and give the database back."""
    connection.execute("BEGIN")
    connection.execute("DELETE FROM entry")
    connection.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", entries)
    connection.execute("COMMIT")
    return connection.serialize()


def rehashed(entries: list[list[Any]]) -> list[list[Any]]:
    """The entries chained anew, as anybody can who knows how."""
    before = bytes(32)
    for row in entries:
        row[8] = before = chained(before, Entry(*row)).hash
    return entries


class Verdict(NamedTuple):
    """What the two verifiers say."""

    books: Verified | Bad
    alone: str
    """One line, or empty where the stand-alone verifier found nothing."""

    @property
    def places(self) -> tuple[int, int]:
        """The entries that they name, 0 for none."""
        assert isinstance(self.books, Bad)
        found = re.search(r"entry (-?\d+)", self.alone)
        return self.books.seq, int(found[1]) if found else 0


def judged(folder: Path, evidence: Evidence) -> Verdict:
    """Lay the evidence down and have it verified twice."""
    path, heads = folder / "copy.db", folder / "copy.db.heads"
    path.write_bytes(evidence.database)
    heads.write_bytes(b"".join(evidence.heads))
    try:
        books = verify_sqlite(path, Vouched(heads, evidence.key, evidence.noted, demanded=True))
    except StoreError as error:
        books = Bad(0, str(error))
    arguments = ["verify_journal", str(path), "--heads", str(heads), "--key", evidence.key.hex()]
    if evidence.noted:
        arguments += ["--head", f"{evidence.noted.seq}:{evidence.noted.hash.hex()}"]
    return Verdict(books, alone(arguments))


def alone(arguments: list[str]) -> str:
    """What the stand-alone verifier finds wrong, in this process; empty where it finds nothing."""
    with patch.object(sys, "argv", arguments), contextlib.redirect_stdout(io.StringIO()):
        try:
            verify_journal.main()
        except (verify_journal.Bad, OSError, ValueError, sqlite3.Error) as error:
            return str(error) or type(error).__name__
    return ""
