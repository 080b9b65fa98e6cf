"""The tables of people in both databases' words. Attempts and changes are appended, and never altered or deleted."""

from __future__ import annotations

NUMBER = 1
"""The number of this schema."""

_TABLES = """
CREATE TABLE person (
    id           TEXT PRIMARY KEY,
    name         TEXT NOT NULL,
    role         TEXT NOT NULL,
    hash         TEXT NOT NULL,
    locked       {integer} NOT NULL,
    demo         {integer} NOT NULL,
    failures     {integer} NOT NULL,
    locked_until {integer} NOT NULL
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

SQLITE = _TABLES.format(integer="INTEGER", strict=" STRICT") + "".join(_SQLITE_GUARD.format(table=t) for t in LOGS)
POSTGRES = (
    _TABLES.format(integer="bigint", strict="")
    + _POSTGRES_REFUSE
    + "".join(_POSTGRES_GUARD.format(table=table) for table in LOGS)
)
