"""The licensee's room: tables, jackpots, elections and people of the house."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from upcard.errors import Refused
from upcard.people import Busy, Role
from upcard.people.person import ROLES
from upcard.web.errors import failure, refusal
from upcard.web.roles import IN_CHARGE, LICENSEES
from upcard.web.router import Room
from upcard.web.schemas.elections import HouseChecked
from upcard.web.schemas.house import HousePage
from upcard.web.schemas.people import HousePerson, People
from upcard.web.site import encode, page, site_of, who_of
from upcard.web.views import house as views

T = TypeVar("T")

room = Room("the house")


def _text(*names: str) -> dict[str, Any]:
    """What a document of plain texts looks like to OpenAPI."""
    each = {name: {"type": "string"} for name in names}
    return {"type": "object", "properties": each, "required": list(names), "additionalProperties": False}


class Check(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A house as TOML."""

    toml: str


class Add(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new person."""

    id: str
    name: str
    role: str
    password: str


class SetRole(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    role: str


class SetPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    password: str


# ---- the page --------------------------------------------------------------------------------------------------


async def _document(request: Request) -> HousePage:
    site, who = site_of(request), who_of(request)
    balances = await site.in_thread(site.journal.store.balances)
    found = views.house_page(site.moment, site.house, site.slugs, who, balances)
    if who.role in LICENSEES:
        found["people"] = await _people(request)
        found["roles"] = [role for role in ROLES if role != "regulator"]
    return found


@room.page("/house", IN_CHARGE)
async def house(request: Request) -> Response:
    """The whole house on one page."""
    return page(request, "house.html", view=await _document(request), text=site_of(request).house_text)


@room.get(
    "/api/house", IN_CHARGE, summary="Tables, jackpots and, for a licensee, the people of the house",
    response=HousePage,
)  # fmt: skip
async def document(request: Request) -> Response:
    """The same for programs."""
    return _json(await _document(request))


@room.post(
    "/api/house/check",
    IN_CHARGE,
    summary="A house as TOML, checked against the law; nothing is changed by it",
    body=_text("toml"),
    response=HouseChecked,
)
async def check(request: Request) -> Response:
    """What `upcard house check` says of it."""
    body = await _body(request, Check)
    if isinstance(body, Response):
        return body
    site = site_of(request)
    return _json(await site.in_thread(views.checked, body.toml, site.house))


# ---- people ----------------------------------------------------------------------------------------------------


@room.post(
    "/api/house/people",
    LICENSEES,
    summary="A new person with a role and a first password",
    body=_text("id", "name", "role", "password"),
    response=People,
)
async def add(request: Request) -> Response:
    body = await _body(request, Add)
    if isinstance(body, Response):
        return body
    people, by = site_of(request).people, who_of(request).id
    return await _changed(request, people.add, body.id, body.name, cast("Role", body.role), body.password, by)


@room.post(
    "/api/house/people/{id}/role",
    LICENSEES,
    summary="Another role for a person, who is signed out",
    body=_text("role"),
    response=People,
)
async def set_role(request: Request) -> Response:
    body = await _body(request, SetRole)
    if isinstance(body, Response):
        return body
    return await _other(request, site_of(request).people.change_role, cast("Role", body.role))


@room.post(
    "/api/house/people/{id}/password",
    LICENSEES,
    summary="A first password for a person, who is signed out and chooses another",
    body=_text("password"),
    response=People,
)
async def set_password(request: Request) -> Response:
    body = await _body(request, SetPassword)
    if isinstance(body, Response):
        return body
    people, by, id = site_of(request).people, who_of(request).id, request.path_params["id"]
    if id == by:
        return failure(422, "You choose your own password at /password, where the old one is asked for.")
    return await _changed(request, people.set_password, id, body.password, by)


@room.post(
    "/api/house/people/{id}/lock", LICENSEES, summary="Nobody signs in with this id until it is unlocked",
    response=People,
)  # fmt: skip
async def lock(request: Request) -> Response:
    return await _other(request, site_of(request).people.lock)


@room.post("/api/house/people/{id}/unlock", LICENSEES, summary="The id may be used again", response=People)
async def unlock(request: Request) -> Response:
    return await _other(request, site_of(request).people.unlock)


@room.post(
    "/api/house/people/{id}/confirm", LICENSEES,
    summary="What another licensee did alone to this person is confirmed, who signs from now on", response=People,
)  # fmt: skip
async def confirm(request: Request) -> Response:
    return await _changed(request, site_of(request).people.confirm, request.path_params["id"], who_of(request).id)


async def _other(request: Request, change: Callable[..., object], *more: object) -> Response:
    """A change to somebody else: who locks or demotes the own identity could leave the house without a licensee."""
    id, by = request.path_params["id"], who_of(request).id
    if id == by:
        return failure(422, "Another licensee changes your role or locks your id; you cannot do it yourself.")
    return await _changed(request, change, id, *more, by)


async def _changed(request: Request, change: Callable[..., object], *args: object) -> Response:
    """Done on the one worker for passwords, and answered with everybody there is."""
    site = site_of(request)
    try:
        await site.people.soon(change, *args)
    except Refused as error:
        return refusal(error)
    except Busy as error:
        return failure(429, str(error))
    return _json({"people": await _people(request)})


async def _people(request: Request) -> list[HousePerson]:
    site = site_of(request)
    found, now = await site.ask_people(site.people.list), site.people.now()
    return [views.person_document(person, who_of(request).id, now) for person in found]


# ---- documents -------------------------------------------------------------------------------------------------


async def _body(request: Request, type_: type[T]) -> T | Response:
    """The document that was sent, or the answer to one that cannot be read."""
    try:
        return msgspec.json.decode(await request.body(), type=type_)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return failure(400, f"what was sent cannot be read: {error}")


def _json(found: object) -> Response:
    return Response(encode(found), media_type="application/json")
