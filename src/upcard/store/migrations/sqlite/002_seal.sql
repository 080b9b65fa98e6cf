-- The house's signature over each turn, in the transaction that appends its entries.
CREATE TABLE seal (
    first     INTEGER NOT NULL CHECK (first > 0),
    last      INTEGER PRIMARY KEY CHECK (last >= first),
    hash      BLOB    NOT NULL CHECK (length(hash) = 32),
    answers   BLOB    NOT NULL CHECK (length(answers) = 32),
    before    BLOB    NOT NULL CHECK (length(before) = 32),
    signer    BLOB    NOT NULL CHECK (length(signer) = 32),
    signature BLOB    NOT NULL CHECK (length(signature) = 64)
) STRICT;

CREATE TRIGGER seal_is_not_changed BEFORE UPDATE ON seal BEGIN
    SELECT RAISE (ABORT, 'a seal is never changed');
END;

CREATE TRIGGER seal_is_not_deleted BEFORE DELETE ON seal BEGIN
    SELECT RAISE (ABORT, 'a seal is never removed');
END;

-- The first seal begins wherever the house began to seal.
CREATE TRIGGER seal_follows_the_last BEFORE INSERT ON seal
WHEN NEW.first <> (SELECT max(last) + 1 FROM seal) BEGIN
    SELECT RAISE (ABORT, 'a seal follows the last one');
END;
