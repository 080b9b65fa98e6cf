"""Pages that are drawn once for everybody who sees the same. Who looks at them is written in afterwards.

What belongs to one person alone (the token of the forms, the id and the name) is never kept: in its place stand marks
that nobody can guess, and each answer has its own words there.
"""

from __future__ import annotations

import re
import secrets
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import NamedTuple

from markupsafe import escape

MOST, LARGEST = 512, 32 * 1024 * 1024
"""How many pages are kept, and how many bytes of them: the one that was asked for longest ago goes first."""

_SECRET = secrets.token_hex(16)
TOKEN, ID, NAME = (f"{_SECRET}-{what}-" for what in ("token", "id", "name"))
"""The marks: letters, digits and hyphens, which stay as they are wherever in a page they stand."""
_MARKS = re.compile(f"({TOKEN}|{ID}|{NAME})".encode())


class Own(NamedTuple):
    """What is each person's own in a page."""

    token: str
    id: str
    name: str


class PageCache:
    """The pages of one site."""

    def __init__(self, most: int = MOST, largest: int = LARGEST) -> None:
        self._most = most
        self._largest = largest
        self._kept: OrderedDict[Hashable, tuple[bytes, ...]] = OrderedDict()
        self._bytes = 0
        self.drawn = 0
        """How many pages were drawn."""

    def page(self, key: Hashable, own: Own, draw: Callable[[], str]) -> bytes:
        """The page under this key, drawn where it is not kept, with each person's own words in it."""
        parts = self._kept.pop(key, None)
        if parts is None:
            self.drawn += 1
            parts = tuple(_MARKS.split(draw().encode()))
            self._bytes += sum(map(len, parts))
        self._kept[key] = parts
        while len(self._kept) > self._most or (self._bytes > self._largest and len(self._kept) > 1):
            self._bytes -= sum(map(len, self._kept.popitem(last=False)[1]))
        words = {mark.encode(): str(escape(word)).encode() for mark, word in zip((TOKEN, ID, NAME), own, strict=True)}
        return b"".join(words.get(part, part) for part in parts)
