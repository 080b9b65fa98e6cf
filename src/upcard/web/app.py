"""The application: every room's routes, each behind the check of who asks, and what OpenAPI says of them.

>>> table("act", {"Fold": frozenset({"player", "dealer"})}).splitlines()[-1]
'| `Fold` | – | yes | yes | – | – | – | – | – |'
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from copy import deepcopy
from functools import cache
from typing import Annotated, Any, Literal, TypedDict

from markupsafe import Markup
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route as Registered

from upcard import __version__
from upcard.document import Schema, Value, derived, doc
from upcard.journal.act_table import ACTS
from upcard.web.act_codec import schemas
from upcard.web.page import Error, answer, encode, environment, kept_page
from upcard.web.router import ALL, ANYONE, Room, Route
from upcard.web.routes import acts, credentials, house, law, live, people, petitions, surveillance, training
from upcard.web.routes.live import MAY_SEE, VIEWS
from upcard.web.security.authorize import BY_API_TOKEN, CHECKED_BY_API_TOKEN, WITH_A_FIRST_PASSWORD, guarded
from upcard.web.security.headers import OPERATORS, secured
from upcard.web.security.security import COOKIE
from upcard.web.site import Site, site_of
from upcard.web.views import api

# ---- what OpenAPI says: made from the routes, their types and the table of acts, so that it cannot say anything else

_STATUSES = {
    "400": "The request cannot be read, or comes from another site.",
    "401": "Nobody is signed in.",
    "403": "Not for this role, the token is missing, or the person must choose a password first.",
    "404": "Not found.",
    "409": "The state has moved on, or the id was used for another act.",
    "413": "The request is too large.",
    "421": "This site has another name (see `--name`).",
    "422": "A rule refuses it; nothing has changed.",
    "429": "Too many requests; `Retry-After` says how long to wait.",
    "503": "Play has stopped, or the server is busy; `Retry-After` says how long to wait.",
}
_SECURITY = {
    "apiToken": {"type": "http", "scheme": "bearer", "description": "An API token, made at /tokens."},
    "session": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "Set by POST /sign-in."},
    "formToken": {
        "type": "apiKey", "in": "header", "name": "X-Upcard-Token",
        "description": "The `token` of GET /api/me, which goes with the cookie of a POST.",
    },
    "metricsToken": {"type": "http", "scheme": "bearer", "description": "What `--metrics-token` says."},
}  # fmt: skip
_IN_PATH = {
    "slug": "The table, by its `slug` in /api/lobby.",
    "number": "The number of the round or of the API token.",
    "edition": "The id of the edition, such as `ma`.",
    "id": "The person's id.",
}


class OpenApi(TypedDict):
    """This document."""

    openapi: Annotated[Literal["3.1.0"], doc("The version of OpenAPI, which says itself what may stand here.")]
    info: Annotated[dict[str, str], doc("What is described.")]
    paths: Annotated[dict[str, dict[str, dict[str, Value]]], doc("By address and method, what can be asked.")]
    components: Annotated[dict[str, dict[str, dict[str, Value]]], doc("Types, and the ways to show who asks.")]


def openapi(routes: tuple[Route, ...]) -> dict[str, Any]:
    """The document that programs read."""
    told = [(route, route.described) for route in routes if route.described is not None]
    types = [Error, *(each for _, said in told for each in _types(said))]
    schemas_, components = derived(types)
    of = dict(zip(map(id, types), schemas_, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route, said in told:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(of, route, said)
    found = {
        "openapi": "3.1.0",
        "info": {
            "title": "Upcard",
            "version": __version__,
            "description": "Regulated casino poker tables, run exactly as the law writes them. Amounts are decimal "
            "strings in dollars, cards are two characters. A program shows an API token as "
            "`Authorization: Bearer …`. One that signs in sends the token of /api/me in X-Upcard-Token with a POST.",
        },
        "paths": paths,
        "components": {"schemas": {**components, **schemas()}, "securitySchemes": _SECURITY},
    }
    return deepcopy(found)  # whoever is given it may change it


def _types(said: dict[str, Any]) -> list[Any]:
    """The types that a route names: what is answered, what is sent, and what else may be answered."""
    each = (said["response"], said.get("body"), *said.get("otherwise", {}).values())
    return [one for one in each if one is not None and not isinstance(one, str)]


def _operation(of: dict[int, Schema], route: Route, said: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "summary": said.get("summary", ""),
        "description": f"For: {_roles(route)}.",
        "security": _security(route),
        "operationId": f"{route.method.lower()}{re.sub('[^a-z]+', '_', route.path.lower())}".rstrip("_"),
        "parameters": [*_path(route.path), *_query(said.get("query", {}))],
        "responses": {"200": _success(of, said["response"]), **_failures(of, route, said)},
    }
    if body := said.get("body"):
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": of[id(body)]}}}
    return found


def _roles(route: Route) -> str:
    return "everybody" if route.roles == ANYONE else ", ".join(role for role in ALL if role in route.roles)


def _security(route: Route) -> list[dict[str, list[str]]]:
    """The ways to show who asks, any one of which is enough; `{}` is to show nothing."""
    open_to_all: list[dict[str, list[str]]] = [{}] if "none" in route.roles else []
    if route.path in OPERATORS:
        return [*open_to_all, {"metricsToken": []}]
    if route.method == "GET":
        return [*open_to_all, {"apiToken": []}, {"session": []}]
    by_token = route.path in BY_API_TOKEN | CHECKED_BY_API_TOKEN
    token: list[dict[str, list[str]]] = [{"apiToken": []}] if by_token else []
    return [*open_to_all, *token, {"session": [], "formToken": []}]


def _success(of: dict[int, Schema], shape: Any) -> dict[str, Any]:
    if shape == "stream":
        words = "Server-sent events: each is a document as a GET of the same view gives it."
        return {"description": words, "content": {"text/event-stream": {"schema": {"type": "string"}}}}
    if shape == "text":
        return {"description": "The answer, as text.", "content": {"text/plain": {"schema": {"type": "string"}}}}
    return {"description": "The answer.", "content": {"application/json": {"schema": of[id(shape)]}}}


def _failures(of: dict[int, Schema], route: Route, said: dict[str, Any]) -> dict[str, Any]:
    """How it may fail: as others of its sort do, and as it says itself in `fails`; nothing else happens."""
    otherwise: dict[str, Any] = said.get("otherwise", {})
    changes, asked = route.method == "POST", bool(said.get("query"))
    happens = {
        "401": "none" not in route.roles,
        "403": changes or asked or set(route.roles) != set(ALL) or route.path not in WITH_A_FIRST_PASSWORD,
        "404": "{" in route.path or asked or changes,
        "409": changes,
        "422": changes,
    }
    return {
        status: {
            "description": words,
            "content": {"application/json": {"schema": of[id(otherwise.get(status, Error))]}},
        }
        for status, words in _STATUSES.items()
        if happens.get(status, True) or status in said.get("fails", ())
    }


def _path(path: str) -> list[dict[str, Any]]:
    names = re.findall("{([a-z]+)", path)
    return [
        {"name": name, "in": "path", "required": True, "description": _IN_PATH[name], "schema": {"type": "string"}}
        for name in names
    ]


def _query(query: dict[str, Any]) -> list[dict[str, Any]]:
    """Each name with its schema, whose `description` says what it is."""
    return [
        {
            "name": name, "in": "query", "required": False, "description": schema["description"],
            "schema": {key: value for key, value in schema.items() if key != "description"},
        }
        for name, schema in query.items()
    ]  # fmt: skip


# ---- the application

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


@about.page("/api", ANYONE)
async def for_programs(request: Request) -> Response:
    """The same for people who write programs."""
    body = await site_of(request).in_thread(_shown)  # out of the way of whoever plays, the first time
    return kept_page(request, "api.html", (), lambda: {"body": body})


@cache
def _shown() -> Markup:
    document = openapi(routes())
    found = {
        "about": document["info"]["description"],
        "operations": api.operations(document),
        "parts": api.parts(document),
    }
    return Markup(environment().get_template("api-body.html").render(found))


ROOMS: tuple[Room, ...] = (
    live.room, acts.room, people.room, credentials.room, surveillance.room, law.room, house.room, training.room,
    petitions.room, about,
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


# ---- Who may ask for what, as tables for people to read ----------------------------------------------------
# drawn from the routes, the permits and the views themselves.
#
# `docs/roles.md` holds them, and a test asks the running site for everything in it as everybody.


YES, NO = "yes", "–"


def table(of: str, rows: Mapping[str, Collection[str]]) -> str:
    """One row for each thing, one column for each role."""
    head = [f"| {of} | {' | '.join(ALL)} |", f"|---|{'---|' * len(ALL)}"]
    each = [
        f"| `{thing}` | {' | '.join(YES if role in roles else NO for role in ALL)} |" for thing, roles in rows.items()
    ]
    return "\n".join(head + each)


def tables() -> dict[str, str]:
    """By the title of its section, each table of the document."""
    asked = {f"{route.method} {route.path}": route.roles for route in routes()}
    return {
        "Pages and addresses": table("address", asked),
        "A table, looked at": table("as", MAY_SEE),
        "Live views": table("view", VIEWS | {f"table:…:{as_}": roles for as_, roles in MAY_SEE.items()}),
        "Acts at a table": table("act", _permits("table")),
        "Acts at a jackpot, the cage or a slip": table("act", _permits("jackpot", "cage", "slips")),
    }


def _permits(*where: str) -> dict[str, Collection[str]]:
    return {name: act.roles for name, act in ACTS.items() if act.where in where}


def written(document: str) -> str:
    """A document with its tables drawn anew, each where it stands under its title."""
    for title, drawn in tables().items():
        section = re.compile(rf"(?:^## {re.escape(title)}\n(?:(?!\||## ).*\n)*)(?P<old>(?:\|.*\n)*)", re.MULTILINE)
        found = list(section.finditer(document))
        if len(found) != 1:
            raise ValueError(f"the document has {len(found)} sections {title!r}")
        start, end = found[0].span("old")
        document = f"{document[:start]}{drawn}\n{document[end:]}"
    return document
