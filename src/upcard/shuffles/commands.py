"""What may be asked of the shuffles at a table."""

from __future__ import annotations

from typing import TypeAlias

import msgspec


class Contribute(msgspec.Struct, frozen=True, tag=True):
    """A seated player's own word for the shuffles to come; an empty one takes it back."""

    value: str


class CommitShuffle(msgspec.Struct, frozen=True, tag=True):
    """A table that is open without a commitment gets one; where tables are opened by this floor, they have it."""


FairCommand: TypeAlias = Contribute | CommitShuffle
