"""Who may ask for what: roles, and rooms of the site, whose routes are never made without them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, TypedDict, get_args

import msgspec
from starlette.responses import Response

from upcard.document import doc


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
REGULATORS: Roles = frozenset({"regulator"})


class Who(msgspec.Struct, frozen=True):
    """Whoever asks: a personal identity and its one role. Nobody has the role `none`."""

    id: str
    role: Role
    name: str = ""


NOBODY = Who("", "none", "")


Handler: TypeAlias = Callable[..., Awaitable[Response]]
Method: TypeAlias = Literal["GET", "POST"]


class Route(NamedTuple):
    """What is asked for, by whom it may be, and who answers; `described` is what OpenAPI says of it."""

    method: Method
    path: str
    roles: Roles
    handler: Handler
    described: dict[str, Any] | None
    """None for a page, which is for people and not part of the programs' interface."""


class Room:
    """Routes that belong together."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.routes: list[Route] = []

    def page(self, path: str, roles: Roles) -> Callable[[Handler], Handler]:
        """A page for people."""
        return self._route("GET", path, roles, None)

    def form(self, path: str, roles: Roles) -> Callable[[Handler], Handler]:
        """Where a page's own form is sent."""
        return self._route("POST", path, roles, None)

    def get(self, path: str, roles: Roles, **described: Any) -> Callable[[Handler], Handler]:
        """A document for programs."""
        return self._route("GET", path, roles, described)

    def post(self, path: str, roles: Roles, **described: Any) -> Callable[[Handler], Handler]:
        """Something done for programs."""
        return self._route("POST", path, roles, described)

    def _route(
        self, method: Method, path: str, roles: Roles, described: dict[str, Any] | None
    ) -> Callable[[Handler], Handler]:
        def keep(handler: Handler) -> Handler:
            self.routes.append(Route(method, path, roles, handler, described))
            return handler

        return keep
