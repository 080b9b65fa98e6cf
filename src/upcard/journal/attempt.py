"""An act is attempted: whatever refuses it, however late, leaves the casino exactly as it was."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from operator import attrgetter
from typing import TYPE_CHECKING

from upcard.money.bound import refuse_counters_beyond

if TYPE_CHECKING:
    from upcard.journal.casino import Casino

_MAPPINGS = (
    "tables", "versions", "pinned", "fair", "books.links", "books.jackpot_of", "books.jackpots_at", "books.fed",
    "books.divided", "books.coupons", "books.down",
)  # fmt: skip
_VALUES = ("seq", "hash", "books.house", "books.day", "books.shifts")
"""What an act may change, and few of each. The books themselves keep account of balances and slips, which are many."""

_mappings, _values = attrgetter(*_MAPPINGS), attrgetter(*_VALUES)


@contextmanager
def attempt(casino: Casino) -> Iterator[None]:
    """Nothing that happens within may take an account beyond the bound, and an error undoes all of it."""
    books, links = casino.books, casino.books.links.copy()
    mappings, values = _mappings(casino), _values(casino)
    held = [mapping.copy() for mapping in mappings]
    try:
        with books.trial():
            yield
            refuse_counters_beyond(links, books.links)
    except BaseException:
        casino.redrawn.forget()
        for mapping, before in zip(mappings, held, strict=True):
            mapping.clear()  # the same one is put back: whoever looks at it goes on looking at the same
            mapping.update(before)
        for name, value in zip((*_MAPPINGS, *_VALUES), (*mappings, *values), strict=True):
            setattr(books if name.startswith("books.") else casino, name.removeprefix("books."), value)
        raise
