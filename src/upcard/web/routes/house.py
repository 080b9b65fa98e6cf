"""The licensee's room (tables, jackpots, elections, people), and health and figures for whoever runs the house."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from typing import Annotated, TypedDict, cast

from starlette.requests import Request
from starlette.responses import Response

from upcard.document import doc
from upcard.people import Role
from upcard.people.person import ROLES
from upcard.rules.summary import HouseChecked
from upcard.web.monitor import MEDIA, Health, Status, exposed
from upcard.web.page import Message, answer, encode, failure, page, received
from upcard.web.router import ANYONE, IN_CHARGE, LICENSEES, Roles, Room
from upcard.web.security.allowed_hosts import is_direct, is_loopback, named
from upcard.web.security.authorize import address_of
from upcard.web.site import Site, site_of, who_of
from upcard.web.views import house as views
from upcard.web.views.checklist import checklist
from upcard.web.views.elections import Elections, checked, elected, elections
from upcard.web.views.house import HousePage, HousePerson


class People(TypedDict):
    """Everybody of the house."""

    people: Annotated[list[HousePerson], doc("The people.")]


room = Room("the house")


class HouseText(Message, frozen=True):
    """A house as it is written."""

    toml: Annotated[str, doc("The house as TOML.")]


class NewPerson(Message, frozen=True):
    """A new person."""

    id: Annotated[str, doc("The id.")]
    name: Annotated[str, doc("The name.")]
    role: Annotated[str, doc("The one role.")]
    password: Annotated[str, doc("A first password.")]


class NewRole(Message, frozen=True):
    """Another role."""

    role: Annotated[str, doc("The one role.")]


class NewPassword(Message, frozen=True):
    """A first password."""

    password: Annotated[str, doc("The password.")]


# ---- the page --------------------------------------------------------------------------------------------------


async def _document(request: Request) -> HousePage:
    site, who = site_of(request), who_of(request)
    balances = await site.in_thread(site.journal.store.balances)
    found = views.house_page(site.moment, site.house, site.slugs, who, balances)
    if who.role in LICENSEES:
        found["people"] = await _people(request)
        found["checklist"] = checklist(site.moment, site.house, found["people"], balances)
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
    return answer(await _document(request))


@room.post(
    "/api/house/check", IN_CHARGE, summary="A house as TOML, checked against the law; nothing is changed by it",
    body=HouseText, response=HouseChecked,
)  # fmt: skip
async def check(request: Request) -> Response:
    """What `upcard house check` says of it."""
    body = await received(request, HouseText)
    site = site_of(request)
    return answer(await site.in_thread(checked, body.toml, site.house))


class Election(Message, frozen=True):
    """A house as it is written, and one election of a table to be written into it."""

    toml: Annotated[str, doc("The house as TOML.")]
    table: Annotated[int | None, doc("The number of the table in it, from 0; null to change nothing.")] = None
    field: Annotated[str, doc("The election.")] = ""
    value: Annotated[str, doc("What is elected; empty to elect nothing.")] = ""


@room.post(
    "/api/house/elections", IN_CHARGE, body=Election, response=Elections,
    summary="What the tables of a house may elect, with one election written into its file; nothing is changed by it",
)  # fmt: skip
async def elect(request: Request) -> Response:
    """The file as a form, checked, with what would change."""
    body = await received(request, Election)
    site = site_of(request)

    def work() -> Elections:
        number, house = body.table, site.house
        text = body.toml if number is None else elected(body.toml, number, body.field, body.value, house)
        return elections(text, house)

    return answer(await site.in_thread(work))


# ---- people ----------------------------------------------------------------------------------------------------


@room.post(
    "/api/house/people", LICENSEES, summary="A new person with a role and a first password",
    body=NewPerson, response=People,
)  # fmt: skip
async def add(request: Request) -> Response:
    body = await received(request, NewPerson)
    people, by = site_of(request).people, who_of(request).id
    return await _changed(request, people.add, body.id, body.name, cast("Role", body.role), body.password, by)


@room.post(
    "/api/house/people/{id}/role", LICENSEES, summary="Another role for a person, who is signed out",
    body=NewRole, response=People,
)  # fmt: skip
async def set_role(request: Request) -> Response:
    body = await received(request, NewRole)
    return await _other(request, site_of(request).people.change_role, cast("Role", body.role))


@room.post(
    "/api/house/people/{id}/password", LICENSEES, body=NewPassword, response=People,
    summary="A first password for a person, who is signed out and chooses another",
)  # fmt: skip
async def set_password(request: Request) -> Response:
    body = await received(request, NewPassword)
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
    await site.people.soon(change, *args)
    return answer({"people": await _people(request)})


async def _people(request: Request) -> list[HousePerson]:
    site = site_of(request)
    found, now = await site.ask_people(site.people.list), site.people.now()
    return [views.person_document(person, who_of(request).id, now) for person in found]


# ---- For whoever runs the house ----------------------------------------------------------------------------
# health and figures for programs, and the page *Status*.


READERS: Roles = LICENSEES | frozenset({"regulator"})
JSON = "application/json"
NOT_HERE = "This is told to this machine alone, or with the token of --metrics-token as `Authorization: Bearer …`."


def _may(site: Site, request: Request) -> bool:
    """Whether somebody on this machine asks, whatever stands between, or has the token.

    A proxy that says nothing of itself still sends the name that its visitors called the site by.
    """
    given, kept = request.headers.get("authorization", ""), site.metrics_token
    if kept and hmac.compare_digest(given.encode("utf-8", "replace"), f"Bearer {kept}".encode()):
        return True
    here = is_loopback(named(request.headers.get("host", "")))
    return here and is_direct(request.scope) and is_loopback(address_of(request))


@room.get(
    "/health", ANYONE, summary="Whether acts are taken; on this machine, or with a token", response=Health,
    fails=("403",), otherwise={"503": Health},
)  # fmt: skip
async def health(request: Request) -> Response:
    site = site_of(request)
    if not _may(site, request):
        return failure(403, NOT_HERE)
    found = site.monitor.health()
    return Response(encode(found), 200 if found["ok"] else 503, media_type=JSON)


@room.get(
    "/metrics", ANYONE, summary="Figures for Prometheus; on this machine, or with a token", response="text",
    fails=("403",),
)  # fmt: skip
async def metrics(request: Request) -> Response:
    site = site_of(request)
    if not _may(site, request):
        return failure(403, NOT_HERE)
    return Response(exposed(site.monitor.figures()), headers={"Content-Type": MEDIA})


@room.page("/status", READERS)
async def status_page(request: Request) -> Response:
    """How the server is doing, for people."""
    return page(request, "status.html", view=site_of(request).monitor.status())


@room.get("/api/status", READERS, summary="How the server is doing", response=Status)
async def status(request: Request) -> Response:
    """The same for programs."""
    return answer(site_of(request).monitor.status())
