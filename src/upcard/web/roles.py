"""Who may ask for what: the roles of people, and the sets of them that routes and acts are open to."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, TypedDict, get_args

import msgspec

from upcard.web.document import doc


class Me(TypedDict):
    """Who is signed in."""

    id: Annotated[str, doc("The id, or empty for nobody.")]
    role: Annotated[Role, doc("The one role; nobody has none.")]
    name: Annotated[str, doc("The name, or empty.")]
    token: Annotated[str, doc("What every POST carries in X-Upcard-Token.")]


Role: TypeAlias = Literal[
    "none", "player", "dealer", "floorperson", "supervisor", "surveillance", "regulator", "licensee"
]
Roles: TypeAlias = frozenset[Role]

ALL: tuple[Role, ...] = get_args(Role)

ANYONE: Roles = frozenset(ALL)
SIGNED_IN: Roles = ANYONE - {"none"}
PLAYERS: Roles = frozenset({"player"})
DEALERS: Roles = frozenset({"dealer"})
FLOOR: Roles = frozenset({"floorperson", "supervisor"})
PIT: Roles = DEALERS | FLOOR
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
