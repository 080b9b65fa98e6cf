"""What the people ask of a database, their tables in the words of both, and the logs in them.

Queries have `?` where a value goes. Attempts to prove an identity, changes to identities and approvals are appended,
and never altered or deleted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeAlias, TypeVar

from upcard.people.person import Attempt, Change, Outcome, Purpose

Rows: TypeAlias = list[tuple[Any, ...]]
Run: TypeAlias = Callable[[str, Sequence[object]], Rows]


class Database(Protocol):
    """One of the two; a failure is a `StoreError`, and then nothing of the transaction has happened."""

    def read(self, query: str, values: Sequence[object] = ()) -> Rows:
        """The rows of one query."""

    def write(self) -> AbstractContextManager[Run]:
        """A transaction that no other writer is in; on leaving it is on disk."""

    def close(self) -> None:
        """Let go of it."""


# ---- the tables --------------------------------------------------------------------------------------------------

NUMBER = 6
"""The number of this schema."""
WITH_APPROVALS = 4
"""The first schema that has approvals."""

# Unless somebody says otherwise, a password is one that somebody else has set.
_FIRST_PASSWORD = "first_password {integer} NOT NULL DEFAULT 1"

_TABLES = """
CREATE TABLE person (
    id           TEXT PRIMARY KEY,
    name         TEXT NOT NULL,
    role         TEXT NOT NULL,
    hash         TEXT NOT NULL,
    locked       {integer} NOT NULL,
    demo         {integer} NOT NULL,
    failures     {integer} NOT NULL,
    locked_until {integer} NOT NULL,
    {first_password}
){strict};
CREATE TABLE session (
    token TEXT PRIMARY KEY,
    id    TEXT NOT NULL REFERENCES person (id),
    began {integer} NOT NULL,
    seen  {integer} NOT NULL
){strict};
CREATE INDEX session_of_person ON session (id);
CREATE TABLE attempt (
    number  {integer} PRIMARY KEY,
    at      {integer} NOT NULL,
    id      TEXT NOT NULL,
    purpose TEXT NOT NULL,
    outcome TEXT NOT NULL,
    address TEXT NOT NULL,
    about   TEXT NOT NULL
){strict};
CREATE TABLE change (
    number {integer} PRIMARY KEY,
    at     {integer} NOT NULL,
    by     TEXT NOT NULL,
    id     TEXT NOT NULL,
    what   TEXT NOT NULL
){strict};
CREATE TABLE secret (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
){strict};
"""

# From when on somebody signs, and who made it wait; somebody of whom nothing stands here signs.
_SIGNER = """
CREATE TABLE IF NOT EXISTS signer (
    id            TEXT PRIMARY KEY REFERENCES person (id),
    role_from     {integer} NOT NULL DEFAULT 0,
    role_by       TEXT NOT NULL DEFAULT '',
    password_from {integer} NOT NULL DEFAULT 0,
    password_by   TEXT NOT NULL DEFAULT '',
    recovery      TEXT NOT NULL DEFAULT ''
){strict};
"""

# From when on a password that was chosen in place of a given one is the own one; 0 where there was none since the code.
_OWN = "ALTER TABLE signer ADD COLUMN own_from {integer} NOT NULL DEFAULT 0;"

# A store of schema 2: a password that somebody else has set, and that was never used, signs a day from now.
_FROM_2 = (
    _SIGNER
    + """
INSERT INTO signer (id, password_from, password_by)
    SELECT id, {now} + 86400000, coalesce((
        SELECT change.by FROM change
        WHERE change.id = person.id AND (change.what LIKE 'added as %' OR change.what = 'was given a first password')
        ORDER BY change.number DESC LIMIT 1
    ), 'somebody') FROM person WHERE first_password = 1 AND demo = 0;
"""
)

_APPROVAL = """
CREATE TABLE approval (
    number    {integer} PRIMARY KEY,
    at        {integer} NOT NULL,
    command   TEXT NOT NULL,
    digest    TEXT NOT NULL,
    by        TEXT NOT NULL,
    signer    TEXT NOT NULL,
    signature TEXT NOT NULL
){strict};
CREATE INDEX approval_of_command ON approval (command);
"""

_API_TOKEN = """
CREATE TABLE api_token (
    token  TEXT PRIMARY KEY,
    number {integer} NOT NULL UNIQUE,
    id     TEXT NOT NULL REFERENCES person (id),
    name   TEXT NOT NULL,
    acts   {integer} NOT NULL,
    rate   {integer} NOT NULL,
    made   {integer} NOT NULL,
    ends   {integer} NOT NULL,
    used   {integer} NOT NULL
){strict};
CREATE INDEX api_token_of_person ON api_token (id);
"""

# A store of schema 4: a code is good where its owner had had a password of the own for a day, and no other became one.
_FROM_4 = (
    _OWN
    + """
INSERT INTO signer (id) SELECT id FROM person WHERE NOT EXISTS (SELECT 1 FROM signer WHERE signer.id = person.id);
UPDATE signer SET recovery = '' WHERE EXISTS (
    SELECT 1 FROM change AS given JOIN change AS made ON made.number = (
        SELECT max(number) FROM change WHERE id = given.id AND what = 'made a recovery code'
    ) WHERE given.id = signer.id AND {given} AND (
        (given.number < made.number AND made.at < given.at + 86400000)
        OR (given.number > made.number AND given.at + 86400000 <= {now})
    )
);
UPDATE signer SET own_from = coalesce((
    SELECT max(given.at) + 86400000 FROM change AS given
    WHERE given.id = signer.id AND given.at + 86400000 > {now} AND {given}
), 0) WHERE id IN (SELECT id FROM person WHERE demo = 0);
UPDATE signer SET own_from = password_from WHERE password_from > {now} AND password_from > own_from;
"""
)
_GIVEN = "given.by <> given.id AND (given.what LIKE 'added as %' OR given.what = 'was given a first password')"

# INSERT OR REPLACE deletes without a word to the other triggers: the third leaves it nothing to replace.
_SQLITE_GUARD = """
CREATE TRIGGER {table}_is_not_changed BEFORE UPDATE ON {table} BEGIN
    SELECT RAISE (ABORT, 'the log of people is never changed');
END;
CREATE TRIGGER {table}_is_not_deleted BEFORE DELETE ON {table} BEGIN
    SELECT RAISE (ABORT, 'the log of people is never shortened');
END;
CREATE TRIGGER {table}_follows_the_last BEFORE INSERT ON {table}
WHEN NEW.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM {table}) BEGIN
    SELECT RAISE (ABORT, 'the log of people has no gaps');
END;
"""

_POSTGRES_REFUSE = """
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on % is refused: the log of people is never changed', TG_OP, TG_TABLE_NAME;
END $$;
"""
_POSTGRES_GUARD = """
CREATE TRIGGER {table}_is_not_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_is_not_changed;
"""

LOGS = ("attempt", "change")

# A store of schema 1: whoever was made by somebody of a demonstration is of it too, and so on; and a password is the
# own one where the log says that it was last set in the own name.
_FROM_1 = """
ALTER TABLE person ADD COLUMN {first_password};
WITH RECURSIVE made (id) AS (
    SELECT id FROM person WHERE demo = 1
    UNION
    SELECT change.id FROM change JOIN made ON change.by = made.id WHERE change.what LIKE 'added as %'
)
UPDATE person SET demo = 1 WHERE id IN (SELECT id FROM made);
UPDATE person SET first_password = 0 WHERE demo = 1 OR id = (
    SELECT change.by FROM change
    WHERE change.id = person.id AND (change.what LIKE 'added as %' OR change.what = 'has another password')
    ORDER BY change.number DESC LIMIT 1
);
"""


def _words(text: str, integer: str, strict: str = "", now: str = "") -> str:
    """A text in one database's words."""
    first_password = _FIRST_PASSWORD.format(integer=integer)
    return text.format(integer=integer, strict=strict, first_password=first_password, now=now, given=_GIVEN)


_SQLITE_NOW = "CAST(strftime('%s', 'now') AS INTEGER) * 1000"
_POSTGRES_NOW = "(extract(epoch FROM now()) * 1000)::bigint"
APPROVAL = "approval"


def _sqlite(text: str, *logs: str) -> str:
    made = _words(text, "INTEGER", " STRICT", _SQLITE_NOW)
    return made + "".join(_SQLITE_GUARD.format(table=table) for table in logs)


def _postgres(text: str, *logs: str) -> str:
    made = _words(text, "bigint", "", _POSTGRES_NOW)
    return made + "".join(_POSTGRES_GUARD.format(table=table) for table in logs)


_ALL = _TABLES + _SIGNER + _OWN + _API_TOKEN
SQLITE = _sqlite(_ALL, *LOGS) + _sqlite(_APPROVAL, APPROVAL)
POSTGRES = _postgres(_ALL) + _POSTGRES_REFUSE + _postgres("", *LOGS) + _postgres(_APPROVAL, APPROVAL)

SQLITE_FROM = {
    1: _words(_FROM_1, "INTEGER"),
    2: _sqlite(_FROM_2),
    3: _sqlite(_APPROVAL, APPROVAL),
    4: _sqlite(_FROM_4),
    5: _sqlite(_API_TOKEN),
}
POSTGRES_FROM = {
    1: _words(_FROM_1, "bigint"),
    2: _postgres(_FROM_2),
    3: _postgres(_APPROVAL, APPROVAL),
    4: _postgres(_FROM_4),
    5: _postgres(_API_TOKEN),
}
"""By the number of an older schema, what makes the next one of it."""


# ---- the two logs of what was tried and changed ------------------------------------------------------------------

MOST_ROWS = 1000
LONGEST_ABOUT = 300
NO_END = 2**63 - 1

L = TypeVar("L", Attempt, Change)
"""A line of a log; the table has its name."""


def tried(run: Run, at: int, id: str, purpose: Purpose, outcome: Outcome, address: str, about: str) -> None:
    """Log an attempt."""
    run(
        "INSERT INTO attempt SELECT coalesce(max(number), 0) + 1, ?, ?, ?, ?, ?, ? FROM attempt",
        (at, id, purpose, outcome, clean(address), clean(about)),
    )


def changed(run: Run, at: int, by: str, id: str, what: str) -> None:
    """Log a change."""
    run("INSERT INTO change SELECT coalesce(max(number), 0) + 1, ?, ?, ?, ? FROM change", (at, clean(by), id, what))


def logged(database: Database, line: type[L], after: int, limit: int) -> tuple[L, ...]:
    """The lines of a log in their order, after a number."""
    return _lines(database, line, "WHERE number > ? ORDER BY number", (after, min(limit, MOST_ROWS)))


def last_logged(database: Database, line: type[L], before: int | None, limit: int) -> tuple[L, ...]:
    """The newest first, those before a number where one is given."""
    end = NO_END if before is None else before
    return _lines(database, line, "WHERE number < ? ORDER BY number DESC", (end, min(limit, MOST_ROWS)))


def _lines(database: Database, line: type[L], which: str, values: Sequence[object]) -> tuple[L, ...]:
    columns, table = ", ".join(line.__struct_fields__), line.__name__.lower()
    return tuple(line(*row) for row in database.read(f"SELECT {columns} FROM {table} {which} LIMIT ?", values))


def clean(text: str) -> str:
    """What was said from outside, as one short line that every database keeps."""
    return "".join(letter if letter.isprintable() else "?" for letter in text[:LONGEST_ABOUT])
