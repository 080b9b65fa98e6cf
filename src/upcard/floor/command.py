"""A command as it reaches the floor: who asks what of which table or desk, under an id that its sender made."""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple, TypeAlias

import msgspec

from upcard.errors import Conflict, Refused
from upcard.floor.codec import TABLE
from upcard.floor.store.entry import Entry
from upcard.money.commands import MoneyCommand
from upcard.tables.commands import Command as TableCommand
from upcard.tables.person import Person

Asked: TypeAlias = TableCommand | MoneyCommand

LONGEST_ID = 100


class Command(msgspec.Struct, frozen=True):
    """`table` is empty for an act at a jackpot, the cage or a slip.

    `version` is what the sender last saw of the table, where the act is meant for that state and no other.
    """

    id: str
    by: Person
    ask: Asked
    table: str = ""
    version: int | None = None

    @property
    def stream(self) -> str:
        return TABLE + self.table

    @property
    def digest(self) -> bytes:
        """What a retry must repeat to be one."""
        return sha256(_encoder.encode((self.by, self.ask, self.table, self.version))).digest()


_encoder = msgspec.json.Encoder()


class Reply(NamedTuple):
    """What a command led to: entries that are on disk, or why there are none."""

    entries: tuple[Entry, ...] = ()
    error: Refused | Conflict | None = None
    again: bool = False
    """Whether the command had been answered before and this is the first answer."""
