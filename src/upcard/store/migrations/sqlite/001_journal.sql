-- The journal, the balances that follow from it, and the answers to commands.

-- A line break inside a field would let two different entries have one hash, so none is taken; nor is a NUL, which
-- PostgreSQL does not keep.
CREATE TABLE entry (
    seq      INTEGER PRIMARY KEY CHECK (seq > 0),
    stream   TEXT    NOT NULL CHECK (stream <> ''),
    version  INTEGER NOT NULL CHECK (version > 0),
    command  TEXT    NOT NULL,
    at       TEXT    NOT NULL,
    by       TEXT    NOT NULL,
    event    TEXT    NOT NULL,
    postings TEXT    NOT NULL CHECK (json_type(postings) = 'object'),
    hash     BLOB    NOT NULL CHECK (length(hash) = 32),
    UNIQUE (stream, version),
    CHECK (instr(stream || command || at || by || event || postings, char(10)) = 0),
    CHECK (instr(stream || command || at || by || event || postings, char(0)) = 0)
) STRICT;

CREATE TABLE balance (
    account TEXT    NOT NULL PRIMARY KEY,
    micros  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE command (
    id      TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    digest  BLOB    NOT NULL CHECK (length(digest) = 32),
    first   INTEGER NOT NULL CHECK (first > 0),
    last    INTEGER NOT NULL CHECK (last >= first - 1),
    refusal TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE VIEW posting (seq, account, micros) AS
    SELECT entry.seq, posted.key, posted.value
    FROM entry, json_each(entry.postings) AS posted;

CREATE TRIGGER entry_is_not_changed BEFORE UPDATE ON entry BEGIN
    SELECT RAISE (ABORT, 'the journal is never changed');
END;

CREATE TRIGGER entry_is_not_deleted BEFORE DELETE ON entry BEGIN
    SELECT RAISE (ABORT, 'the journal is never shortened');
END;

-- INSERT OR REPLACE deletes without a word to the triggers above: these two leave it nothing to replace.
CREATE TRIGGER entry_follows_the_last BEFORE INSERT ON entry
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM entry) BEGIN
    SELECT RAISE (ABORT, 'an entry follows the last one of the journal');
END;

CREATE TRIGGER entry_follows_its_stream BEFORE INSERT ON entry
WHEN NEW.version IS NOT (SELECT coalesce(max(version), 0) + 1 FROM entry WHERE stream = NEW.stream) BEGIN
    SELECT RAISE (ABORT, 'an entry follows the last one of its stream');
END;

CREATE TRIGGER answer_is_not_changed BEFORE UPDATE ON command BEGIN
    SELECT RAISE (ABORT, 'an answer is never changed');
END;

CREATE TRIGGER answer_is_not_deleted BEFORE DELETE ON command BEGIN
    SELECT RAISE (ABORT, 'an answer is never deleted');
END;

CREATE TRIGGER answer_is_given_once BEFORE INSERT ON command
WHEN EXISTS (SELECT 1 FROM command WHERE id = NEW.id) BEGIN
    SELECT RAISE (ABORT, 'a command is answered once');
END;
