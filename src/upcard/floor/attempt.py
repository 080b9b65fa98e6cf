"""An act is attempted: whatever refuses it, however late, leaves the casino exactly as it was."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from upcard.money.bound import refuse_counters_beyond

if TYPE_CHECKING:
    from upcard.floor.casino import Casino

_CASINO = ("tables", "versions", "pinned", "fair", "seq", "hash")
_BOOKS = ("house", "links", "jackpot_of", "jackpots_at", "fed", "divided")
"""What an act may change, and few of each. The books themselves keep account of balances and slips, which are many."""


@contextmanager
def attempt(casino: Casino) -> Iterator[None]:
    """Nothing that happens within may take an account beyond the bound, and an error undoes all of it."""
    books = casino.books
    before = {name: _kept(getattr(casino, name)) for name in _CASINO}
    booked = {name: _kept(getattr(books, name)) for name in _BOOKS}
    try:
        with books.trial():
            yield
            refuse_counters_beyond(booked["links"], books.links)
    except BaseException:
        for of, kept in ((casino, before), (books, booked)):
            for name, value in kept.items():
                setattr(of, name, value)
        raise


def _kept(value: Any) -> Any:
    return dict(value) if isinstance(value, dict) else value
