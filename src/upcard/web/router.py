"""A room of the site: its routes, each with the roles that it is open to. No route can be made without them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Literal, NamedTuple, TypeAlias

from starlette.responses import Response

from upcard.web.roles import Roles

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
