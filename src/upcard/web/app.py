"""The application: every room's routes, each behind the check of who asks, and what OpenAPI says of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cache

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from upcard import __version__
from upcard.web.encoding import encode
from upcard.web.openapi import openapi
from upcard.web.roles import ANYONE
from upcard.web.router import Room, Route
from upcard.web.routes import (
    acts,
    enrolment,
    fair,
    house,
    law,
    live,
    odds,
    operate,
    pages,
    people,
    recovery,
    surveillance,
    training,
)
from upcard.web.schemas.openapi_document import OpenApi
from upcard.web.security.authorize import guarded
from upcard.web.security.headers import secured
from upcard.web.site import Site, site_of
from upcard.web.static_files import room as statics

about = Room("about")


@about.get("/openapi.json", ANYONE, summary="This document", response=OpenApi)
async def described(request: Request) -> Response:
    """What the site says of itself to programs."""
    if not _described.cache_info().currsize:  # out of the way of whoever plays, the first time
        await site_of(request).in_thread(_described)
    return Response(_described(), media_type="application/json")


@cache
def _described() -> bytes:
    return encode(openapi(routes()))


ROOMS: tuple[Room, ...] = (
    pages.room, live.room, acts.room, people.room, recovery.room, enrolment.room, surveillance.room, law.room,
    odds.room, house.room, training.room, fair.room, operate.room, statics, about,
)  # fmt: skip


def routes() -> tuple[Route, ...]:
    """Everything that can be asked for."""
    return tuple(route for room in ROOMS for route in room.routes)


Running = Callable[[Site], AbstractAsyncContextManager[None]]


def application(site: Site, running: Running | None = None) -> FastAPI:
    """The site as an ASGI application; `running` is what goes on while it is served."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        if running is None:
            yield
            return
        async with running(site):
            yield

    app = FastAPI(
        title="Upcard", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None
    )
    app.state.site = site
    for route in routes():
        app.add_api_route(
            route.path, guarded(route), methods=[route.method], include_in_schema=False, response_model=None
        )
    secured(app)
    return app
