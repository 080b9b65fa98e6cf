"""The application: every room's routes, each behind the check of who asks, and what OpenAPI says of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cache

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route as Registered

from upcard.web.openapi import OpenApi, openapi
from upcard.web.router import ANYONE, Room, Route
from upcard.web.routes import (
    acts,
    fair,
    house,
    law,
    live,
    odds,
    operate,
    people,
    recovery,
    surveillance,
    training,
)
from upcard.web.security.authorize import guarded
from upcard.web.security.headers import secured
from upcard.web.site import Site, site_of
from upcard.web.wire import answer, encode

about = Room("about")


@about.get("/openapi.json", ANYONE, summary="This document", response=OpenApi)
async def described(request: Request) -> Response:
    """What the site says of itself to programs."""
    if not _described.cache_info().currsize:  # out of the way of whoever plays, the first time
        await site_of(request).in_thread(_described)
    return answer(_described())


@cache
def _described() -> bytes:
    return encode(openapi(routes()))


ROOMS: tuple[Room, ...] = (
    live.room, acts.room, people.room, recovery.room, surveillance.room, law.room,
    odds.room, house.room, training.room, fair.room, operate.room, about,
)  # fmt: skip


def routes() -> tuple[Route, ...]:
    """Everything that can be asked for."""
    return tuple(route for room in ROOMS for route in room.routes)


Running = Callable[[Site], AbstractAsyncContextManager[None]]


def registered(these: Iterable[Route]) -> list[Registered]:
    """Routes behind their guard, as the framework keeps them; it would answer HEAD too, which nothing here is asked."""
    found = [Registered(route.path, guarded(route), methods=[route.method]) for route in these]
    for each in found:
        each.methods = (each.methods or set()) - {"HEAD"}
    return found


def application(site: Site, running: Running | None = None) -> Starlette:
    """The site as an ASGI application; `running` is what goes on while it is served."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        if running is None:
            yield
            return
        async with running(site):
            yield

    app = Starlette(routes=registered(routes()), lifespan=lifespan)
    app.state.site = site
    secured(app)
    return app
