"""`upcard audit verify` and `replay`: that nobody has touched the journal, and that it follows from itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any

from upcard.audit import Difference, Otherwise, Replayed
from upcard.audit import replay as play_again
from upcard.audit.replay import STRIDE
from upcard.cli.options import AsJson, Db, HeadsFile, reading, says, vouched
from upcard.cli.output import show_json, steps, tell
from upcard.errors import Refused
from upcard.journal.proof import Bad, Compared, Verified, Vouched, at_one_moment, attested, compare_approvals
from upcard.journal.proof import verify as verify_moment
from upcard.journal.proof.heads import newest_head, signed_heads
from upcard.people.person import read_approvals
from upcard.store.open import DEFAULT
from upcard.store.store import Head, Reading, StoreError

FINGERPRINT = 16
"""So many digits of a public key tell it from others at a glance."""
DIFFERENT = 1
SHOWN, LONGEST = 20, 300
"""How many differences a screen shows, and how much of each; a document has all of it."""

Settle = Annotated[bool, says("Judge every act and settle each round once more, too.")]


def verify(
    *,
    db: Db = DEFAULT,
    heads: HeadsFile = None,
    key: Annotated[str | None, says("The public key that signed the heads, in hexadecimal.")] = None,
    head: Annotated[str | None, says("SEQ:HASH, a head that you noted down elsewhere.")] = None,
    settle: Settle = False,
    books_only: Annotated[bool, says("Leave out the replay.")] = False,
    as_json: AsJson = False,
) -> int:
    """Prove that nobody has touched the journal.

    First the books: the chain of hashes, every posting, every balance, every
    answer, the signed heads, every seal. Then the triggers that guard them, and
    that each act of two people has its approval. Then the replay: that each
    entry follows from those before it. The exit status is 1 where anything is
    wrong, and whatever is wrong is listed. Whoever names a key or a file of
    heads asks for signatures: without any it is 1, too.

    upcard audit verify
    upcard audit verify --db sqlite:casino.db --books-only --json
    """
    who = vouched(db, heads)._replace(noted=_noted(head), demanded=key is not None or heads is not None)
    if key is not None:
        who = who._replace(key=_bytes(key, f"--key: {key!r} is not a key of 64 hexadecimal digits"))
    proof, approvals, again = proven(db, who, settle=settle, books_only=books_only)
    if isinstance(proof, Bad) or isinstance(approvals, Bad) or isinstance(again, Otherwise):
        return tell_differences(all_differences(proof, approvals, again), as_json=as_json)
    earlier = _earlier(who)
    if as_json:
        show_json(_document(proof, approvals, again, settle=settle) | ({"earlier": earlier} if earlier else {}))
        return 0
    tell(f"The journal is whole: {proof.events:,} entries, {proof.rounds:,} rounds, proven in {proof.seconds:.2f} s.")
    _tell_signed(proof, named=key is not None, earlier=earlier)
    _tell_approvals(approvals)
    if again is not None:
        tell(f"Played again, it comes out the same: {again.events:,} entries, {again.per_second:,} a second.")
        if settle:
            tell_settled(again)
    noted = _to_note(proof, who)
    tell(f"Note this down elsewhere: --head {noted.seq}:{noted.hash.hex()}")
    return 0


def proven(
    db: str, who: Vouched, *, settle: bool, books_only: bool
) -> tuple[Verified | Bad, Compared | Bad, Replayed | Otherwise | None]:
    """The books, the approvals and the replay of one and the same moment, so that there is one number of entries."""
    signed = attested(who)
    with at_one_moment(db) as (snapshot, unguarded, path):
        proof = verify_moment(snapshot, signed, path)
        if not isinstance(proof, Bad) and (what := unguarded()):
            proof = Bad(0, what)
        broken = isinstance(proof, Bad)
        approvals: Compared | Bad = Compared()
        if not isinstance(proof, Bad):
            approvals = compare_approvals(snapshot, proof.sealed, read_approvals(db))
        if books_only:
            return proof, approvals, None
        try:
            return proof, approvals, played_again(snapshot.reading, settle=settle)
        except StoreError:
            if broken:  # what cannot be read has been named already
                return proof, approvals, None
            raise


def all_differences(
    proof: Verified | Bad, approvals: Compared | Bad, again: Replayed | Otherwise | None
) -> list[Difference]:
    """What the books show, then the approvals, then the replay."""
    found = [Difference(each.seq, "", each.what) for each in (proof, approvals) if isinstance(each, Bad)]
    return found + (list(again.differences) if isinstance(again, Otherwise) else [])


def _noted(head: str | None) -> Head | None:
    if head is None:
        return None
    seq, _, digest = head.partition(":")
    refusal = f"--head: {head!r} is not SEQ:HASH with 64 hexadecimal digits"
    if not seq.strip().isdecimal():
        raise Refused(None, refusal)
    return Head(int(seq), _bytes(digest, refusal))


def _bytes(text: str, refusal: str) -> bytes:
    if re.fullmatch("[0-9a-fA-F]{64}", digits := "".join(text.split())) is None:
        raise Refused(None, refusal)
    return bytes.fromhex(digits)


def _document(proof: Verified, approvals: Compared, again: Replayed | None, *, settle: bool) -> dict[str, Any]:
    signed, sealed = proof.signed, proof.sealed
    return {
        "ok": True,
        "events": proof.events,
        "rounds": proof.rounds,
        "head": proof.head.hash.hex(),
        "signed": {"from": signed.first, "to": signed.last, "key": _short(signed.key)} if signed else None,
        "sealed": {"from": sealed.first, "to": sealed.last, "seals": sealed.seals} if sealed else None,
        "approvals": approvals._asdict(),
        "replayed": again.events if again else None,
        **_settled(again if settle else None),
    }


def _short(key: bytes) -> str:
    return key.hex()[:FINGERPRINT]


def _to_note(proof: Verified, who: Vouched) -> Head:
    """The head to note down: the newest that is signed, so that the heads have it whenever somebody looks again."""
    if proof.signed is None or who.heads is None:
        return proof.head
    return newest_head(who.heads, proof.signed.last) or proof.head


def _earlier(who: Vouched) -> list[dict[str, Any]]:
    """The keys that signed before the present one, each with the entries from which and to which it did."""
    found = []
    for path in who.earlier:
        lines = signed_heads(path)
        first = last = next(lines)
        for line in lines:
            last = line
        found.append({"from": first.head.seq, "to": last.head.seq, "key": _short(last.key)})
    return found


def _tell_approvals(found: Compared) -> None:
    """What was held against the log of approvals, and what was not."""
    if found.not_compared:
        tell(f"Acts of two people were not compared with their approvals: {found.not_compared}.")
    elif found.compared or found.unused:
        tell(f"Acts of two people: {found.compared:,}, each with its approval; {found.unused:,} approvals unused.")
    if found.by_bots:
        tell(f"Acts of two people by bots, as which nobody signs in: {found.by_bots:,}; they have no approvals.")


def _begin(entry: int) -> str:
    return "the first" if entry == 1 else f"entry {entry:,}"


def _tell_signed(proof: Verified, *, named: bool, earlier: list[dict[str, Any]]) -> None:
    """From where on somebody vouches for the journal, and who: heads that were begun anew vouch for nothing older."""
    signed, sealed = proof.signed, proof.sealed
    whose = "which you named" if named else "by their own word; name the one that you know with --key"
    if sealed is not None:
        begin = _begin(sealed.first)
        if sealed.seals:
            tell(f"Every entry from {begin} to entry {sealed.last:,} is sealed by the house, {sealed.seals:,} seals.")
        else:
            tell(f"The house seals every entry from {begin} on; there is none yet.")
        if sealed.first > 1:
            tell(
                f"Entries 1 to {sealed.first - 1:,} were there before this key sealed any: it has only taken them over."
            )
    if signed is not None:
        tell(f"Signed heads vouch for it from {_begin(signed.first)} to entry {signed.last:,}.")
    if signed is None and sealed is None:
        tell("No signed heads were found: nobody vouches for it but the database itself.")
        return
    key = signed.key if signed is not None else sealed.key if sealed is not None else b""
    tell(f"Their key is {_short(key)}, {whose}.")
    for each in earlier:
        tell(
            f"Until entry {each['to']:,} another key signed, {each['key']}, from entry {each['from']:,} on: "
            f"the house was brought back from a backup without it."
        )
    if signed is None:
        tell("No signed heads were found: the seals alone do not show what was cut away.")
        return
    if signed.first > 1 and not earlier:
        tell(f"Before entry {signed.first:,} nobody vouches for it: it has the chain, which anybody can make anew.")
    if signed.last < proof.events:
        yet = "nothing is signed yet" if sealed is None else "there are seals, and no signed head yet"
        tell(f"After entry {signed.last:,} {yet}.")


# ---- the journal played again ----------------------------------------------------------------------------------


def replay(*, db: Db = DEFAULT, settle: Settle = False, as_json: AsJson = False) -> int:
    """Play the whole journal again.

    Every event is applied anew, the money that it moves is worked out anew,
    and what comes of it must be the entry that is there, hash and all; in the
    end the balances must be those that are stored. The exit status is 1 where
    it comes out otherwise, and whatever differs is listed.

    upcard audit replay
    upcard audit replay --settle --json
    """
    with reading(db) as journal:
        found = played_again(journal, settle=settle)
    if isinstance(found, Otherwise):
        return tell_differences(found.differences, as_json=as_json)
    if as_json:
        show_json(
            {
                "ok": True,
                "events": found.events,
                "rounds": found.rounds,
                **_settled(found if settle else None),
                "head": found.head.hash.hex(),
                "seconds": f"{found.seconds:.3f}",
                "events_per_second": found.per_second,
            }
        )
        return 0
    tell(f"It comes out the same: {found.events:,} entries, {found.rounds:,} rounds, {found.per_second:,} a second.")
    if settle:
        tell_settled(found)
    return 0


def tell_differences(found: Sequence[Difference], *, as_json: bool) -> int:
    """Everything that differs: all of it in a document, the first of it on a screen."""
    first = found[0]
    if as_json:
        listed = [{"entry": each.seq or None, "round": each.round or None, "what": each.what} for each in found]
        show_json({"ok": False, "entry": first.seq or None, "what": first.what, "differences": listed})
        return DIFFERENT
    tell(f"NOT in order: {_said(first)}.")
    for each in found[1:SHOWN]:
        tell(f"Nor is this: {_said(each)}.")
    if len(found) > SHOWN:
        tell(f"And {len(found) - SHOWN:,} more; --json lists them all.")
    return DIFFERENT


def _said(found: Difference) -> str:
    what = found.what if len(found.what) <= LONGEST else f"{found.what[:LONGEST]}…"
    where = f"entry {found.seq} " if found.seq else ""
    return f"{where}{what}" + (f" (round {found.round})" if found.round else "")


def _settled(found: Replayed | None) -> dict[str, Any]:
    """In how many rounds all, or something, was not settled once more, and why, as a program reads it."""
    if found is None:
        return {"settled": None, "not_compared": None}
    left = [{"rounds": rounds, "because": because} for because, rounds in sorted(found.not_compared.items())]
    return {"settled": found.settled, "not_compared": left}


def tell_settled(found: Replayed) -> None:
    """What was settled once more, and what was not."""
    tell("Judged once more, every act in a round is what the rules make of it.")
    tell(f"Settled once more, {found.settled:,} rounds pay what was paid.")
    for because, rounds in sorted(found.not_compared.items()):
        tell(f"Not all was settled again in {rounds:,} rounds: {because}.")


def played_again(journal: Reading, *, settle: bool = False) -> Replayed | Otherwise:
    """The replay of a journal, with a bar where somebody watches."""
    with steps("Replaying", journal.head().seq // STRIDE) as advance:
        return play_again(journal, settle=settle, advance=advance)
