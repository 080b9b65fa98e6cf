"""Who acts at a table. Identities and times come in with each act; nothing here looks them up."""

from __future__ import annotations

from typing import Literal

import msgspec

Role = Literal["player", "dealer", "floorperson", "supervisor", "cage", "licensee", "regulator"]

DEALER: tuple[Role, ...] = ("dealer",)
FLOORPERSON: tuple[Role, ...] = ("floorperson", "supervisor")
"""A floorperson or above."""
SUPERVISOR: tuple[Role, ...] = ("supervisor",)
STAFF: tuple[Role, ...] = ("dealer", "floorperson", "supervisor")


class Actor(msgspec.Struct, frozen=True):
    """A person by a personal identity and the role in which this act is done."""

    id: str
    role: Role
