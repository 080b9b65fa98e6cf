"""The two logs of people: attempts to prove an identity, and changes to identities. Both are only ever appended to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from upcard.people.person import Attempt, Change, Outcome, Purpose

if TYPE_CHECKING:
    from upcard.people.database import Database, Run

MOST_ROWS = 1000
LONGEST_ABOUT = 300


def tried(run: Run, at: int, id: str, purpose: Purpose, outcome: Outcome, address: str, about: str) -> None:
    """Log an attempt."""
    run(
        "INSERT INTO attempt SELECT coalesce(max(number), 0) + 1, ?, ?, ?, ?, ?, ? FROM attempt",
        (at, id, purpose, outcome, clean(address), clean(about)),
    )


def changed(run: Run, at: int, by: str, id: str, what: str) -> None:
    """Log a change."""
    run("INSERT INTO change SELECT coalesce(max(number), 0) + 1, ?, ?, ?, ? FROM change", (at, clean(by), id, what))


def attempts(database: Database, after: int, limit: int) -> list[Attempt]:
    """Attempts in their order, after a number."""
    query = "SELECT number, at, id, purpose, outcome, address, about FROM attempt WHERE number > ? ORDER BY number"
    return [Attempt(*row) for row in database.read(f"{query} LIMIT ?", (after, min(limit, MOST_ROWS)))]


def last_attempts(database: Database, before: int | None, limit: int) -> list[Attempt]:
    """The newest first, those before a number where one is given."""
    where, values = ("WHERE number < ? ", (before,)) if before is not None else ("", ())
    query = f"SELECT number, at, id, purpose, outcome, address, about FROM attempt {where}ORDER BY number DESC LIMIT ?"
    return [Attempt(*row) for row in database.read(query, (*values, min(limit, MOST_ROWS)))]


def last_changes(database: Database, before: int | None, limit: int) -> list[Change]:
    """The newest first, those before a number where one is given."""
    where, values = ("WHERE number < ? ", (before,)) if before is not None else ("", ())
    query = f"SELECT number, at, by, id, what FROM change {where}ORDER BY number DESC LIMIT ?"
    return [Change(*row) for row in database.read(query, (*values, min(limit, MOST_ROWS)))]


def changes(database: Database, after: int, limit: int) -> list[Change]:
    """Changes in their order, after a number."""
    query = "SELECT number, at, by, id, what FROM change WHERE number > ? ORDER BY number LIMIT ?"
    return [Change(*row) for row in database.read(query, (after, min(limit, MOST_ROWS)))]


def clean(text: str) -> str:
    """What was said from outside, as one short line that every database keeps."""
    return "".join(letter if letter.isprintable() else "?" for letter in text[:LONGEST_ABOUT])
