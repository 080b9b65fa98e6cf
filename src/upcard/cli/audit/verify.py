"""`upcard audit verify`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from upcard.cli.audit.opened import AsJson, Db, HeadsFile, vouched
from upcard.cli.audit.replay import played_again
from upcard.cli.output import say, show_json
from upcard.errors import Refused
from upcard.floor.store.open import DEFAULT, open_store
from upcard.floor.store.store import Head
from upcard.floor.store.url import SqliteUrl, parse

if TYPE_CHECKING:
    from upcard.floor.audit import Replayed
    from upcard.floor.proof import Bad, Verified, Vouched

BROKEN = 1


def verify(
    *,
    db: Db = DEFAULT,
    heads: HeadsFile = None,
    key: Annotated[str | None, Parameter(help="The public key that signed the heads, in hexadecimal.")] = None,
    head: Annotated[str | None, Parameter(help="SEQ:HASH, a head that you noted down elsewhere.")] = None,
    settle: Annotated[bool, Parameter(help="In the replay, settle each round once more, too.")] = False,
    books_only: Annotated[bool, Parameter(help="Leave out the replay.")] = False,
    as_json: AsJson = False,
) -> int:
    """Prove that nobody has touched the journal.

    First the books: the chain of hashes, every posting, every balance, every
    answer, the signed heads. Then the replay: that each entry follows from
    those before it. The exit status is 1 where anything is wrong, and the
    first bad entry is named.

    upcard audit verify
    upcard audit verify --db sqlite:casino.db --books-only --json
    """
    from upcard.floor.proof import Bad

    who = vouched(db, heads)._replace(noted=_noted(head))
    if key is not None:
        who = who._replace(key=_key(key))
    proof = _books(db, who)
    again = None if books_only or isinstance(proof, Bad) else played_again(db, settle=settle)
    if isinstance(proof, Bad):
        return _tell_bad(proof, as_json=as_json)
    if isinstance(again, Bad):
        return _tell_bad(again, as_json=as_json)
    if as_json:
        show_json(_document(proof, again))
    else:
        _tell(proof, again, signed=who.heads is not None)
    return 0


def _books(db: str, who: Vouched) -> Verified | Bad:
    from upcard.floor.proof import verify_sqlite, verify_store

    match parse(db):
        case SqliteUrl(path, _):
            if not Path(path).exists():
                open_store(db, read_only=True)  # says what is missing
            return verify_sqlite(Path(path), who)
        case _:
            store = open_store(db, read_only=True)
            try:
                return verify_store(store, who)
            finally:
                store.close()


def _noted(head: str | None) -> Head | None:
    if head is None:
        return None
    seq, _, digest = head.partition(":")
    try:
        return Head(int(seq), _bytes(digest))
    except ValueError as error:
        raise Refused(None, f"--head: {head!r} is not SEQ:HASH with 64 hexadecimal digits") from error


def _key(key: str) -> bytes:
    try:
        return _bytes(key)
    except ValueError as error:
        raise Refused(None, f"--key: {key!r} is not a key of 64 hexadecimal digits") from error


def _bytes(text: str) -> bytes:
    found = bytes.fromhex(text)
    if len(found) != 32:
        raise ValueError
    return found


def _document(proof: Verified, again: Replayed | None) -> dict[str, Any]:
    return {
        "ok": True,
        "events": proof.events,
        "rounds": proof.rounds,
        "head": proof.head.hash.hex(),
        "signed": proof.signed,
        "replayed": again.events if again else None,
    }


def _tell_bad(bad: Bad, *, as_json: bool) -> int:
    if as_json:
        show_json({"ok": False, "entry": bad.seq or None, "what": bad.what})
    else:
        say(f"NOT in order: entry {bad.seq} {bad.what}." if bad.seq else f"NOT in order: {bad.what}.")
    return BROKEN


def _tell(proof: Verified, again: Replayed | None, *, signed: bool) -> None:
    say(f"The journal is whole: {proof.events:,} entries, {proof.rounds:,} rounds, proven in {proof.seconds:.2f} s.")
    if signed:
        say(f"Signed heads vouch for it up to entry {proof.signed:,}.")
    else:
        say("No signed heads were found: nobody vouches for it but the database itself.")
    if again is not None:
        say(f"Played again, it comes out the same: {again.events:,} entries, {again.per_second:,} a second.")
    say(f"Note this down elsewhere: --head {proof.head.seq}:{proof.head.hash.hex()}")
