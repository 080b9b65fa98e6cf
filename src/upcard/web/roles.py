"""Who may ask for what: the roles of people, and the sets of them that routes and acts are open to."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Role: TypeAlias = Literal["none", "player", "dealer", "supervisor", "surveillance", "regulator", "licensee"]
Roles: TypeAlias = frozenset[Role]

ALL: tuple[Role, ...] = ("none", "player", "dealer", "supervisor", "surveillance", "regulator", "licensee")

ANYONE: Roles = frozenset(ALL)
SIGNED_IN: Roles = ANYONE - {"none"}
PLAYERS: Roles = frozenset({"player"})
DEALERS: Roles = frozenset({"dealer"})
SUPERVISORS: Roles = frozenset({"supervisor"})
PIT: Roles = frozenset({"dealer", "supervisor"})
STAFF: Roles = SIGNED_IN - {"player"}
IN_CHARGE: Roles = frozenset({"supervisor", "licensee"})
WATCHERS: Roles = frozenset({"surveillance", "regulator"})
LICENSEES: Roles = frozenset({"licensee"})


class Who(msgspec.Struct, frozen=True):
    """Whoever asks: a personal identity and its one role. Nobody has the role `none`."""

    id: str
    role: Role
    name: str = ""


NOBODY = Who("", "none", "")
