"""Something in a journal that is not as it should be."""

from __future__ import annotations

from typing import NamedTuple


class Difference(NamedTuple):
    seq: int
    """The entry; 0 where every entry is right, and what should follow from them is not."""
    round: str
    """The round that it concerns, or empty."""
    what: str
