-- The journal, the balances that follow from it, and the answers to commands.
-- Text is compared by its bytes, so that both databases put the same things in the same order.

-- A line break inside a field would let two different entries have one hash, so none is taken.
CREATE TABLE entry (
    seq      bigint PRIMARY KEY CHECK (seq > 0),
    stream   text COLLATE "C" NOT NULL CHECK (stream <> ''),
    version  bigint NOT NULL CHECK (version > 0),
    command  text COLLATE "C" NOT NULL,
    at       text COLLATE "C" NOT NULL,
    by       text COLLATE "C" NOT NULL,
    event    text COLLATE "C" NOT NULL,
    postings text COLLATE "C" NOT NULL CHECK (json_typeof(postings::json) = 'object'),
    hash     bytea NOT NULL CHECK (octet_length(hash) = 32),
    UNIQUE (stream, version),
    CHECK (strpos(stream || command || at || by || event || postings, chr(10)) = 0)
);

CREATE TABLE balance (
    account text COLLATE "C" PRIMARY KEY,
    micros  bigint NOT NULL
);

CREATE TABLE command (
    id      text COLLATE "C" PRIMARY KEY CHECK (id <> ''),
    digest  bytea NOT NULL CHECK (octet_length(digest) = 32),
    first   bigint NOT NULL CHECK (first > 0),
    last    bigint NOT NULL CHECK (last >= first - 1),
    refusal text COLLATE "C" NOT NULL
);

CREATE VIEW posting (seq, account, micros) AS
    SELECT entry.seq, posted.key, posted.value::bigint
    FROM entry, json_each_text(entry.postings::json) AS posted;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on % is refused: the journal and the answers are never changed', TG_OP, TG_TABLE_NAME;
END $$;

CREATE TRIGGER entry_is_not_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON entry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER answer_is_not_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON command
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- One look at all the rows of a statement costs far less than one at each. A plan that was made while the journal was
-- short would read all of it, and go on doing so when it has grown: the indexes are used from the first entry on.
CREATE FUNCTION refuse_gaps() RETURNS trigger LANGUAGE plpgsql
SET search_path FROM CURRENT SET enable_seqscan TO off SET enable_bitmapscan TO off AS $$
DECLARE
    low   bigint;
    high  bigint;
    count bigint;
BEGIN
    SELECT min(added.seq), max(added.seq), count(*) INTO low, high, count FROM added;
    IF count = 0 THEN
        RETURN NULL;
    END IF;
    IF high - low + 1 <> count OR low <> 1 AND (SELECT seq FROM entry WHERE seq = low - 1) IS NULL THEN
        RAISE EXCEPTION 'an entry follows the last one of the journal';
    END IF;
    -- With the one before it there, and no place or version twice, a row can only be the next.
    IF EXISTS (
        SELECT 1
        FROM (
            SELECT stream, min(step) AS least, max(step) AS most
            FROM (
                SELECT stream, version - row_number() OVER (PARTITION BY stream ORDER BY seq) AS step FROM added
            ) AS steps
            GROUP BY stream
        ) AS streams
        WHERE least <> most OR least <> 0 AND (
            SELECT seq FROM entry WHERE entry.stream = streams.stream AND entry.version = streams.least
        ) IS NULL
    ) THEN
        RAISE EXCEPTION 'an entry follows the last one of its stream';
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER entry_follows_the_last AFTER INSERT ON entry
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_gaps();

-- A session that calls itself a replica skips triggers; these it does not skip.
ALTER TABLE entry ENABLE ALWAYS TRIGGER entry_is_not_changed;
ALTER TABLE entry ENABLE ALWAYS TRIGGER entry_follows_the_last;
ALTER TABLE command ENABLE ALWAYS TRIGGER answer_is_not_changed;
