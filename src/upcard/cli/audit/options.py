"""What the commands of `upcard audit` share: the options, and the journal opened to be read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from upcard.store.open import DEFAULT, open_store
from upcard.store.store import SealedReading

if TYPE_CHECKING:
    from upcard.journal.proof import Vouched

Db = Annotated[str, Parameter(help=f"The store: sqlite:PATH or postgresql://…; {DEFAULT} unless said.")]
AsJson = Annotated[bool, Parameter(name="--json", help="Print one JSON document.")]


@contextmanager
def reading(db: str) -> Iterator[SealedReading]:
    """The journal of one moment, whatever is appended meanwhile."""
    store = open_store(db, read_only=True)
    try:
        with store.snapshot() as snapshot:
            yield snapshot
    finally:
        store.close()


def vouched(db: str, heads: Path | None) -> Vouched:
    """The signed heads that belong to a store, and their public key where it lies beside them."""
    from upcard.journal.journal import heads_of
    from upcard.journal.proof import Vouched, public_key
    from upcard.journal.proof.heads import earlier_heads

    found = heads_of(db, heads)
    if heads is None and not found.exists():
        return Vouched()
    key = public_key(found) if found.with_suffix(".pub").exists() else None
    return Vouched(found, key, earlier=tuple(earlier_heads(found)))
