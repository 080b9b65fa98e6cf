"""Who else says what a journal was: its signed heads, the key that signed them, a head that was noted down elsewhere.

The heads are read before the journal is: a head is signed after the entries that it vouches for are on disk, so every
head that was there before is in a journal that is read later, even while both grow.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import merge
from pathlib import Path
from typing import NamedTuple

from upcard.journal.proof.chain_check import Bad, Witness
from upcard.journal.proof.heads import Forged, SignedHead, proven, signed_heads
from upcard.journal.proof.key import public_key
from upcard.store.store import Head, StoreError


class Vouched(NamedTuple):
    """Who else says what the journal was."""

    heads: Path | None = None
    """The file of signed heads."""
    key: bytes | None = None
    """The public key that must have signed them; without one, the key of the first line."""
    noted: Head | None = None
    """A head that was noted down where nobody here can reach it."""
    earlier: tuple[Path, ...] = ()
    """The heads of earlier keys, the oldest first, each with its public key beside it."""
    demanded: bool = False
    """Whether a journal that nobody signed is at fault: whoever names a key, or heads, wants signatures."""


NOBODY = Vouched()


class Signed(NamedTuple):
    """From where to where signed heads vouch for a journal, and whose they are."""

    first: int
    """1 where nothing was played before the first head, else the entry of the first head: what comes before it nobody
    vouches for beyond the chain, which anybody can make anew."""
    last: int
    key: bytes


class Attested(NamedTuple):
    """Signed heads that were proven to be one hand's."""

    vouched: Vouched
    first: SignedHead | None = None
    last: SignedHead | None = None


def attested(vouched: Vouched) -> Attested | Bad:
    """The heads as they are now, proven; or what is wrong with them."""
    if vouched.heads is None:
        return Attested(vouched)
    try:
        for each in vouched.earlier:
            proven(each, public_key(each))
        last = proven(vouched.heads, vouched.key)
        return Attested(vouched, next(signed_heads(vouched.heads), None) if last else None, last)
    except Forged as error:
        return Bad(error.seq, f"is not vouched for: {error}" if error.seq else str(error))
    except StoreError as error:
        return Bad(0, str(error))


def witnesses(vouched: Vouched, after: int, upto: int) -> Iterator[Witness]:
    """Every head that somebody vouches for in one part of a journal, in order."""
    files = (*vouched.earlier, *((vouched.heads,) if vouched.heads else ()))
    signed = merge(*((Witness(line.head, f"signed at {line.at}") for line in signed_heads(each)) for each in files))
    noted = (Witness(vouched.noted, "noted"),) if vouched.noted else ()
    return (each for each in merge(signed, noted) if after < each.head.seq <= upto)


def unvouched(who: Attested, end: int) -> Bad | None:
    """What was signed, noted or asked for, and is not in a journal that ends at that entry."""
    vouched, last = who.vouched, who.last
    noted = vouched.noted
    if last and last.head.seq > end:
        lines = signed_heads(vouched.heads) if vouched.heads else ()
        line = next(line for line in lines if line.head.seq > end)
        return Bad(line.head.seq, f"was signed at {line.at}, but the journal ends at entry {end}")
    if noted and noted.seq > end:
        return Bad(noted.seq, f"was noted, but the journal ends at entry {end}")
    if noted and vouched.heads and noted.seq > (last.head.seq if last else 0):
        return Bad(noted.seq, "was noted, but no signed head vouches for it")
    if vouched.demanded and last is None:
        return Bad(0, "nobody vouches for the journal: signatures were asked for, and no signed head is there")
    return None
