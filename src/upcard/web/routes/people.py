"""Signing in and out, the first licensee's welcome, and the people of a demonstration."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from upcard.errors import Refused
from upcard.floor.people import Attempt, Busy, Person
from upcard.web.encoding import encode
from upcard.web.roles import ANYONE, LICENSEES, SIGNED_IN, WATCHERS, Role, Roles
from upcard.web.room import Room
from upcard.web.security.admit import address_of, too_many
from upcard.web.security.demo import DEMO_PEOPLE, PASSWORD, demo_person
from upcard.web.security.hosts import local_path
from upcard.web.security.rates import network
from upcard.web.security.refusal import refusal
from upcard.web.security.security import COOKIE, security_of
from upcard.web.site import page, site_of

room = Room("people")

HOMES: dict[Role, str] = {
    "dealer": "/dealer",
    "supervisor": "/supervisor",
    "surveillance": "/surveillance",
    "regulator": "/surveillance",
    "licensee": "/house",
}
"""Where somebody finds the own work after signing in; everybody else at the tables."""

READERS: Roles = WATCHERS | LICENSEES
"""Who may read the log of attempts."""
MOST_ATTEMPTS = 100

WRONG = "The id or the password is not right, or too many were tried and the id is locked for a while."
FIRST = "This house has its people: a licensee makes new ones."


def _sign_in_page(request: Request, status: int = 200, **context: Any) -> Response:
    shown = {"next": local_path(request.query_params.get("next", "/")), "id": "", "error": "", **context}
    demo = DEMO_PEOPLE if site_of(request).demo else ()
    return page(request, "sign-in.html", status, demo=demo, demo_password=PASSWORD, **shown)


async def _field(request: Request, name: str) -> str:
    found = (await request.form(max_files=0)).get(name, "")
    return found if isinstance(found, str) else ""


async def _signed_in(request: Request, person: Person, next: str) -> Response:
    """A new session in place of the one before: what somebody else may have known of it is worth nothing."""
    site = site_of(request)
    if request.state.session:
        await site.in_thread(site.people.end, request.state.session)
    token = await site.in_thread(site.people.begin, person.id)
    home = HOMES.get(person.role, "/")
    answer = RedirectResponse(next if next != "/" else home, 303)
    answer.headers.append("Set-Cookie", security_of(request).cookie(COOKIE, token))
    return answer


def _too_often(request: Request) -> Response | None:
    wait = security_of(request).sign_ins.take(network(address_of(request)))
    return too_many(request, wait, "Too many sign-ins from here") if wait else None


@room.page("/sign-in", ANYONE)
async def ask(request: Request) -> Response:
    """The form, unless nobody exists yet."""
    site = site_of(request)
    if await site.in_thread(lambda: site.people.empty) and not site.demo:
        return RedirectResponse("/welcome", 303)
    return _sign_in_page(request)


@room.form("/sign-in", ANYONE)
async def sign_in(request: Request) -> Response:
    """Believes whoever gives the right password."""
    if refused := _too_often(request):
        return refused
    people = site_of(request).people
    id, next = (await _field(request, "id")).strip().lower(), local_path(await _field(request, "next"))
    try:
        password = await _field(request, "password")
        person = await people.soon(people.check, id, password, address=address_of(request))
    except Busy as busy:
        return refusal(request, 429, f"{str(busy).capitalize()}.", {"Retry-After": "1"})
    if person is None:
        return _sign_in_page(request, 403, id=id[:40], next=next, error=WRONG)
    return await _signed_in(request, person, next)


@room.form("/sign-out", SIGNED_IN)
async def sign_out(request: Request) -> Response:
    """Ends the session, here and wherever else its token may be."""
    site = site_of(request)
    await site.in_thread(site.people.end, request.state.session)
    answer = RedirectResponse("/", 303)
    answer.headers.append("Set-Cookie", security_of(request).cookie(COOKIE, ""))
    return answer


async def _none_yet(request: Request) -> None:
    site = site_of(request)
    if site.demo or not await site.in_thread(lambda: site.people.empty):
        raise HTTPException(404, FIRST)


@room.page("/welcome", ANYONE)
async def welcome(request: Request) -> Response:
    """The first licensee's form, for whoever has the code that the server shows."""
    await _none_yet(request)
    return page(request, "welcome.html", code=request.query_params.get("code", "")[:40], id="", name="", error="")


@room.form("/welcome", ANYONE)
async def first(request: Request) -> Response:
    """Makes the first licensee, and signs them in."""
    await _none_yet(request)
    if refused := _too_often(request):
        return refused
    people = site_of(request).people
    code, id, name, password, again = [
        await _field(request, field) for field in ("code", "id", "name", "password", "again")
    ]
    id = id.strip().lower()
    try:
        if password != again:
            raise Refused(None, "the two passwords are not the same")
        person = await people.soon(people.welcome, code, id, name, password)
    except Busy as busy:
        return refusal(request, 429, f"{str(busy).capitalize()}.", {"Retry-After": "1"})
    except Refused as refused:
        said = str(refused)
        error = f"{said[0].upper()}{said[1:]}."
        return page(request, "welcome.html", 422, code=code[:40], id=id[:40], name=name[:60], error=error)
    return await _signed_in(request, person, "/")


@room.form("/demo/{role}", ANYONE)
async def demo(request: Request) -> Response:
    """Signs in as somebody of the demonstration, without a password."""
    site = site_of(request)
    if not site.demo:
        raise HTTPException(404, "This is no demonstration.")
    id, next = await _field(request, "id"), local_path(await _field(request, "next"))
    try:
        person = await site.in_thread(demo_person, site.people, request.path_params["role"], id)
    except Refused as refused:
        raise HTTPException(404, f"{str(refused).capitalize()}.") from None
    return await _signed_in(request, person, next)


# ---- the log of attempts


async def _attempts(request: Request) -> list[Attempt]:
    """The newest of them, or the newest before the number that is asked for."""
    asked = request.query_params.get("before", "")
    before = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 16 else None
    site = site_of(request)
    return list(await site.in_thread(site.people.last_attempts, before, MOST_ATTEMPTS))


def _shown(attempt: Attempt) -> dict[str, Any]:
    at = datetime.fromtimestamp(attempt.at // 1000, UTC)
    return {
        "number": attempt.number,
        "at": at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "id": attempt.id,
        "purpose": attempt.purpose,
        "outcome": attempt.outcome,
        "address": attempt.address,
        "about": attempt.about,
    }


@room.page("/attempts", READERS)
async def attempts_page(request: Request) -> Response:
    """Who tried to prove who they are."""
    found = await _attempts(request)
    older = found[-1].number if len(found) == MOST_ATTEMPTS and found[-1].number > 1 else None
    return page(request, "attempts.html", attempts=[_shown(each) for each in found], older=older)


@room.get(
    "/api/attempts", READERS, summary="Attempts to sign in or approve, newest first",
    query={"before": {"type": "integer"}},
)  # fmt: skip
async def attempts(request: Request) -> Response:
    """The same for programs."""
    document = {"attempts": [_shown(each) for each in await _attempts(request)]}
    return Response(encode(document), media_type="application/json")
