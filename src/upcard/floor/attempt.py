"""An act is attempted: whatever refuses it, however late, leaves the casino exactly as it was."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from upcard.money.bound import refuse_counters_beyond

if TYPE_CHECKING:
    from upcard.floor.casino import Casino

_CASINO = ("tables", "versions", "pinned", "fair", "seq", "hash")
_BOOKS = ("house", "links", "jackpot_of", "jackpots_at", "fed", "divided", "coupons", "down", "shift")
"""What an act may change, and few of each. The books themselves keep account of balances and slips, which are many."""


@contextmanager
def attempt(casino: Casino) -> Iterator[None]:
    """Nothing that happens within may take an account beyond the bound, and an error undoes all of it."""
    books = casino.books
    before = [
        (of, name, *_kept(getattr(of, name))) for of, names in ((casino, _CASINO), (books, _BOOKS)) for name in names
    ]
    links = dict(books.links)
    try:
        with books.trial():
            yield
            refuse_counters_beyond(links, books.links)
    except BaseException:
        for of, name, value, held in before:
            if isinstance(value, dict):
                value.clear()
                value.update(held)
            setattr(of, name, value)
        raise


def _kept(value: Any) -> tuple[Any, Any]:
    """What was there, and what it held: whoever looks at it goes on looking at the same."""
    return value, dict(value) if isinstance(value, dict) else None
