-- The house's signature over each turn, in the transaction that appends its entries.
CREATE TABLE seal (
    first     bigint NOT NULL CHECK (first > 0),
    last      bigint PRIMARY KEY CHECK (last >= first),
    hash      bytea NOT NULL CHECK (octet_length(hash) = 32),
    answers   bytea NOT NULL CHECK (octet_length(answers) = 32),
    before    bytea NOT NULL CHECK (octet_length(before) = 32),
    signer    bytea NOT NULL CHECK (octet_length(signer) = 32),
    signature bytea NOT NULL CHECK (octet_length(signature) = 64)
);

CREATE TRIGGER seal_is_not_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON seal
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The first seal begins wherever the house began to seal.
CREATE FUNCTION refuse_seal_gaps() RETURNS trigger LANGUAGE plpgsql
SET search_path FROM CURRENT SET enable_seqscan TO off SET enable_bitmapscan TO off AS $$
BEGIN
    IF NEW.first <> (SELECT max(last) + 1 FROM seal) THEN
        RAISE EXCEPTION 'a seal follows the last one';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER seal_follows_the_last BEFORE INSERT ON seal
    FOR EACH ROW EXECUTE FUNCTION refuse_seal_gaps();

ALTER TABLE seal ENABLE ALWAYS TRIGGER seal_is_not_changed;
ALTER TABLE seal ENABLE ALWAYS TRIGGER seal_follows_the_last;
