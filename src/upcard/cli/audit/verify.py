"""`upcard audit verify`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from upcard.cli.audit.opened import AsJson, Db, HeadsFile, vouched
from upcard.cli.audit.replay import not_compared, played_again, tell_differences, tell_settled
from upcard.cli.output import say, show_json
from upcard.errors import Refused
from upcard.floor.store.open import DEFAULT
from upcard.floor.store.store import Head, StoreError

if TYPE_CHECKING:
    from upcard.floor.audit import Difference, Otherwise, Replayed
    from upcard.floor.proof import Bad, Verified, Vouched

FINGERPRINT = 16
"""So many digits of a public key tell it from others at a glance."""


def verify(
    *,
    db: Db = DEFAULT,
    heads: HeadsFile = None,
    key: Annotated[str | None, Parameter(help="The public key that signed the heads, in hexadecimal.")] = None,
    head: Annotated[str | None, Parameter(help="SEQ:HASH, a head that you noted down elsewhere.")] = None,
    settle: Annotated[bool, Parameter(help="Judge every act and settle each round once more, too.")] = False,
    books_only: Annotated[bool, Parameter(help="Leave out the replay.")] = False,
    as_json: AsJson = False,
) -> int:
    """Prove that nobody has touched the journal.

    First the books: the chain of hashes, every posting, every balance, every
    answer, the signed heads. Then the triggers that guard them. Then the
    replay: that each entry follows from those before it. The exit status is 1
    where anything is wrong, and whatever is wrong is listed. Whoever names a
    key or a file of heads asks for signatures: without any it is 1, too.

    upcard audit verify
    upcard audit verify --db sqlite:casino.db --books-only --json
    """
    from upcard.floor.audit import Otherwise
    from upcard.floor.proof import Bad

    who = vouched(db, heads)._replace(noted=_noted(head), demanded=key is not None or heads is not None)
    if key is not None:
        who = who._replace(key=_key(key))
    proof, again = proven(db, who, settle=settle, books_only=books_only)
    if isinstance(proof, Bad) or isinstance(again, Otherwise):
        return tell_differences(all_differences(proof, again), as_json=as_json)
    if as_json:
        earlier = _earlier(who)
        show_json(_document(proof, again, settle=settle) | ({"earlier": earlier} if earlier else {}))
    else:
        _tell(proof, again, settle=settle, named=key is not None, earlier=_earlier(who))
    return 0


def proven(
    db: str, who: Vouched, *, settle: bool, books_only: bool
) -> tuple[Verified | Bad, Replayed | Otherwise | None]:
    """The books and the replay of one and the same moment, so that there is one number of entries."""
    from upcard.floor.proof import Bad, at_one_moment, attested
    from upcard.floor.proof import verify as verify_moment

    signed = attested(who)
    with at_one_moment(db) as (snapshot, unguarded, path):
        proof = verify_moment(snapshot, signed, path)
        if not isinstance(proof, Bad) and (what := unguarded()):
            proof = Bad(0, what)
        if books_only:
            return proof, None
        try:
            return proof, played_again(snapshot.reading, settle=settle)
        except StoreError:
            if isinstance(proof, Bad):  # what cannot be read has been named already
                return proof, None
            raise


def all_differences(proof: Verified | Bad, again: Replayed | Otherwise | None) -> list[Difference]:
    """What the books show, then what the replay shows; an entry that both name is told by the books."""
    from upcard.floor.audit import Difference, Otherwise
    from upcard.floor.proof import Bad

    found = [Difference(proof.seq, "", proof.what)] if isinstance(proof, Bad) else []
    return found + (list(again.differences) if isinstance(again, Otherwise) else [])


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


def _document(proof: Verified, again: Replayed | None, *, settle: bool) -> dict[str, Any]:
    signed = proof.signed
    return {
        "ok": True,
        "events": proof.events,
        "rounds": proof.rounds,
        "head": proof.head.hash.hex(),
        "signed": {"from": signed.first, "to": signed.last, "key": _short(signed.key)} if signed else None,
        "replayed": again.events if again else None,
        "settled": again.settled if again and settle else None,
        "not_compared": not_compared(again) if again and settle else None,
    }


def _short(key: bytes) -> str:
    return key.hex()[:FINGERPRINT]


def _earlier(who: Vouched) -> list[dict[str, Any]]:
    """The keys that signed before the present one, each with the entries from which and to which it did."""
    from upcard.floor.proof.heads import signed_heads

    found = []
    for path in who.earlier:
        lines = signed_heads(path)
        first = last = next(lines)
        for line in lines:
            last = line
        found.append({"from": first.head.seq, "to": last.head.seq, "key": _short(last.key)})
    return found


def _tell(proof: Verified, again: Replayed | None, *, settle: bool, named: bool, earlier: list[dict[str, Any]]) -> None:
    say(f"The journal is whole: {proof.events:,} entries, {proof.rounds:,} rounds, proven in {proof.seconds:.2f} s.")
    _tell_signed(proof, named=named, earlier=earlier)
    if again is not None:
        say(f"Played again, it comes out the same: {again.events:,} entries, {again.per_second:,} a second.")
        if settle:
            tell_settled(again)
    say(f"Note this down elsewhere: --head {proof.head.seq}:{proof.head.hash.hex()}")


def _tell_signed(proof: Verified, *, named: bool, earlier: list[dict[str, Any]]) -> None:
    """From where on somebody vouches for the journal, and who: heads that were begun anew vouch for nothing older."""
    signed = proof.signed
    if signed is None:
        say("No signed heads were found: nobody vouches for it but the database itself.")
        return
    begin = "the first" if signed.first == 1 else f"entry {signed.first:,}"
    whose = "which you named" if named else "by their own word; name the one that you know with --key"
    say(f"Signed heads vouch for it from {begin} to entry {signed.last:,}.")
    say(f"Their key is {_short(signed.key)}, {whose}.")
    for each in earlier:
        say(
            f"Until entry {each['to']:,} another key signed, {each['key']}, from entry {each['from']:,} on: "
            f"the house was brought back from a backup without it."
        )
    if signed.first > 1 and not earlier:
        say(f"Before entry {signed.first:,} nobody vouches for it: it has the chain, which anybody can make anew.")
    if signed.last < proof.events:
        say(f"After entry {signed.last:,} nothing is signed yet.")
