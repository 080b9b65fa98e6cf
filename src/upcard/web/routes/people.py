"""Signing in and out, the own password, the first licensee's welcome, the demonstration, and the logs of people."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated, Any, TypedDict
from urllib.parse import quote

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from upcard.document import Time, doc
from upcard.errors import Refused
from upcard.people import Attempt as Tried
from upcard.people import Change, Person, Signing
from upcard.people.person import Outcome, Purpose
from upcard.web.page import Message, answer, failure, kept_page, page, received
from upcard.web.router import ANYONE, LICENSEES, SIGNED_IN, WATCHERS, Me, Role, Roles, Room
from upcard.web.security.allowed_hosts import local_path
from upcard.web.security.authorize import OWN_PASSWORD, address_of, too_many
from upcard.web.security.rate_limit import network
from upcard.web.security.security import COOKIE, DEMO_PEOPLE, PASSWORD, demo_person, security_of
from upcard.web.site import site_of, who_of


class Attempt(TypedDict):
    """Somebody tried to prove who they are."""

    number: Annotated[int, doc("Its number.")]
    at: Annotated[Time, doc("When.")]
    id: Annotated[str, doc("In whose name.")]
    purpose: Annotated[Purpose, doc("What for.")]
    outcome: Annotated[Outcome, doc("How it came out.")]
    address: Annotated[str, doc("From where.")]
    about: Annotated[str, doc("What an approval was for, or empty.")]


class Attempts(TypedDict):
    """Attempts to sign in or to approve."""

    attempts: Annotated[list[Attempt], doc("The newest first.")]


class PersonChange(TypedDict):
    """Something that was done to an identity."""

    number: Annotated[int, doc("Its number.")]
    at: Annotated[Time, doc("When.")]
    by: Annotated[str, doc("Who did it.")]
    id: Annotated[str, doc("To whose identity.")]
    what: Annotated[str, doc("What was done.")]


class PersonChanges(TypedDict):
    """Changes to people: made, locked, given another role or password."""

    changes: Annotated[list[PersonChange], doc("The newest first.")]


room = Room("people")

HOMES: dict[Role, str] = {
    "dealer": "/dealer",
    "floorperson": "/supervisor",
    "supervisor": "/supervisor",
    "surveillance": "/surveillance",
    "regulator": "/surveillance",
    "licensee": "/house",
}
"""Where somebody finds the own work after signing in; everybody else at the tables."""

READERS: Roles = WATCHERS | LICENSEES
"""Who may read the log of attempts and the log of changes to people."""
MOST_ROWS = 100

WRONG = "The id or the password is not right, or too many were tried and the id is locked for a while."
WRONG_OLD = "The old password is not right, or too many were tried and your id is locked for a while."
FIRST = "This house has its people: a licensee makes new ones."


def _sign_in_page(request: Request, status: int = 200, **context: Any) -> Response:
    shown = {"next": local_path(request.query_params.get("next", "/")), "id": "", "error": "", **context}
    shown |= {"demo": DEMO_PEOPLE if site_of(request).demo else (), "demo_password": PASSWORD}
    return kept_page(request, "sign-in.html", tuple(shown.items()), lambda: shown, status)


async def field(request: Request, name: str) -> str:
    found = (await request.form(max_files=0)).get(name, "")
    return found if isinstance(found, str) else ""


async def signed_in(request: Request, person: Person, next: str) -> Response:
    """A new session in place of the one before: what somebody else may have known of it is worth nothing."""
    home = HOMES.get(person.role, "/")
    session = await _renewed(request, person)
    answer = RedirectResponse(next if next != "/" else home, 303)
    answer.headers.append("Set-Cookie", security_of(request).cookie(COOKIE, session))
    return answer


async def _renewed(request: Request, person: Person) -> str:
    site = site_of(request)
    if request.state.session:
        await site.ask_people(site.people.end, request.state.session)
    return await site.ask_people(site.people.begin, person.id)


def too_often(request: Request) -> Response | None:
    wait = security_of(request).sign_ins.take(network(address_of(request)))
    if wait:
        site_of(request).monitor.log.report("too-many-sign-ins", network=network(address_of(request)))
    return too_many(request, wait, "Too many sign-ins from here") if wait else None


@room.page("/sign-in", ANYONE)
async def ask(request: Request) -> Response:
    """The form, unless nobody exists yet."""
    site = site_of(request)
    if not site.demo and await site.ask_people(lambda: site.people.empty):
        return RedirectResponse("/welcome", 303)
    return _sign_in_page(request)


@room.form("/sign-in", ANYONE)
async def sign_in(request: Request) -> Response:
    """Believes whoever gives the right password."""
    if refused := too_often(request):
        return refused
    people = site_of(request).people
    id, next = (await field(request, "id")).strip().lower(), local_path(await field(request, "next"))
    password = await field(request, "password")
    person = await people.soon(people.check, id, password, address=address_of(request))
    if person is None:
        return _sign_in_page(request, 403, id=id[:40], next=next, error=WRONG)
    if person.signing.password_from > people.now():
        next = f"{OWN_PASSWORD}?next={quote(next, safe='/')}"  # where it says who has set the password, and since when
    return await signed_in(request, person, next)


@room.form("/sign-out", SIGNED_IN)
async def sign_out(request: Request) -> Response:
    """Ends the session, here and wherever else its token may be."""
    site = site_of(request)
    await site.ask_people(site.people.end, request.state.session)
    answer = RedirectResponse("/", 303)
    answer.headers.append("Set-Cookie", security_of(request).cookie(COOKIE, ""))
    return answer


# ---- the own password


class NewOwnPassword(Message, frozen=True):
    """The own password, old and new."""

    old: Annotated[str, doc("The one until now.")]
    password: Annotated[str, doc("The one from now on.")]


async def _own_page(request: Request, status: int = 200, *, next: str, error: str = "") -> Response:
    first, changed = request.state.first_password, "changed" in request.query_params
    site = site_of(request)
    people, person = site.people, await site.ask_people(site.people.get, who_of(request).id)
    signing = person.signing if person else Signing()
    return page(
        request, "password.html", status, first=first, changed=changed and not error, next=next, error=error,
        waits=signing.why(people.now()), taken=signing.password_from > people.now(),
    )  # fmt: skip


@room.page(OWN_PASSWORD, SIGNED_IN)
async def ask_password(request: Request) -> Response:
    """The form; whoever has a first password is led here from everywhere."""
    return await _own_page(request, next=local_path(request.query_params.get("next", "/")))


@room.form(OWN_PASSWORD, SIGNED_IN)
async def choose_password(request: Request) -> Response:
    """Another password, known to nobody else, and a session that is the only one."""
    old, new, again = [await field(request, each) for each in ("old", "password", "again")]
    next = local_path(await field(request, "next"))
    if new != again:
        return await _own_page(request, 422, next=next, error="The two new passwords are not the same.")
    if refused := too_often(request):
        return refused
    try:
        person = await _chosen(request, old, new)
    except Refused as because:
        return await _own_page(request, 422, next=next, error=sentence(because))
    if person is None:
        return await _own_page(request, 403, next=next, error=WRONG_OLD)
    return await signed_in(request, person, next if next != "/" else f"{OWN_PASSWORD}?changed=1")


@room.post(
    "/api/password", SIGNED_IN, summary="The own password, in place of the old one; every other session is over",
    body=NewOwnPassword, response=Me,
)  # fmt: skip
async def choose(request: Request) -> Response:
    """The same for programs, who are given a new cookie and the token of the new session."""
    body = await received(request, NewOwnPassword)
    if refused := too_often(request):
        return refused
    person = await _chosen(request, body.old, body.password)
    if person is None:
        return failure(403, WRONG_OLD)
    security, session = security_of(request), await _renewed(request, person)
    me: Me = {"id": person.id, "role": person.role, "name": person.name, "token": security.token(session)}
    given = answer(me)
    given.headers.append("Set-Cookie", security.cookie(COOKIE, session))
    return given


async def _chosen(request: Request, old: str, new: str) -> Person | None:
    people = site_of(request).people
    return await people.soon(people.choose_password, who_of(request).id, old, new, address=address_of(request))


def sentence(refused: Refused) -> str:
    said = str(refused)
    return f"{said[0].upper()}{said[1:]}."


# ---- the first licensee, and a demonstration


async def _none_yet(request: Request) -> None:
    site = site_of(request)
    if site.demo or not await site.ask_people(lambda: site.people.empty):
        raise HTTPException(404, FIRST)


@room.page("/welcome", ANYONE)
async def welcome(request: Request) -> Response:
    """The first licensee's form, for whoever has the code that the server shows."""
    await _none_yet(request)
    return by_code(request)


@room.form("/welcome", ANYONE)
async def first(request: Request) -> Response:
    """Makes the first licensee, and signs them in."""
    await _none_yet(request)
    return await begin_by_code(request, site_of(request).people.welcome, "/")


def by_code(
    request: Request, status: int = 200, *, id: str = "", name: str = "", error: str = "", **more: str
) -> Response:
    """The form of whoever begins with a code: the first licensee, or the regulator."""
    code = more.get("code", request.query_params.get("code", ""))[:40]
    title, button = ("The regulator", "Enrol") if request.url.path == "/regulator" else ("Welcome", "Begin")
    words = {"title": title, "button": button, "code": code, "id": id[:40], "name": name[:60], "error": error}
    return page(request, "welcome.html", status, **words)


async def begin_by_code(request: Request, begin: Callable[[str, str, str, str], Person], to: str) -> Response:
    """Somebody is made by a code, and signed in."""
    if refused := too_often(request):
        return refused
    code, id, name, password, again = [
        await field(request, each) for each in ("code", "id", "name", "password", "again")
    ]
    id = id.strip().lower()
    try:
        if password != again:
            raise Refused(None, "the two passwords are not the same")
        person = await site_of(request).people.soon(begin, code, id, name, password)
    except Refused as because:
        return by_code(request, 422, code=code, id=id, name=name, error=sentence(because))
    return await signed_in(request, person, to)


@room.form("/demo/{role}", ANYONE)
async def demo(request: Request) -> Response:
    """Signs in as somebody of the demonstration, without a password."""
    site = site_of(request)
    if not site.demo:
        raise HTTPException(404, "This is no demonstration.")
    id, next = await field(request, "id"), local_path(await field(request, "next"))
    try:
        person = await site.ask_people(demo_person, site.people, request.path_params["role"], id)
    except Refused as refused:
        raise HTTPException(404, f"{str(refused).capitalize()}.") from None
    return await signed_in(request, person, next)


# ---- the logs


def _before(request: Request, name: str) -> int | None:
    """The number that is asked for, before which the newest are shown; None for the newest of all."""
    asked = request.query_params.get(name, "")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 16 else None


async def _attempts(request: Request) -> list[Tried]:
    site = site_of(request)
    return list(await site.ask_people(site.people.last_attempts, _before(request, "before"), MOST_ROWS))


async def _changes(request: Request, name: str) -> list[Change]:
    site = site_of(request)
    return list(await site.ask_people(site.people.last_changes, _before(request, name), MOST_ROWS))


def time_of(at: int) -> Time:
    """Milliseconds since 1970 as documents write a time."""
    return datetime.fromtimestamp(at // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _shown(logged: Tried | Change) -> dict[str, Any]:
    return msgspec.structs.asdict(logged) | {"at": time_of(logged.at)}


def _older(found: list[Tried] | list[Change]) -> int | None:
    """The number before which there are older ones."""
    return found[-1].number if len(found) == MOST_ROWS and found[-1].number > 1 else None


@room.page("/attempts", READERS)
async def attempts_page(request: Request) -> Response:
    """Who tried to prove who they are, and what was done to whose identity by whom."""
    attempts, changes = await _attempts(request), await _changes(request, "changes")
    people, site = site_of(request).people, site_of(request)
    now, known = people.now(), await site.ask_people(people.list)
    waiting = [(one.id, one.role, one.signing.why(now)) for one in known if one.signing.waits(now)]
    return page(
        request, "attempts.html",
        attempts=[_shown(each) for each in attempts], older=_older(attempts),
        changes=[_shown(each) for each in changes], older_changes=_older(changes), waiting=waiting,
    )  # fmt: skip


OLDER = {"before": {"type": "integer", "description": "Only those before this one, by its number: the page after."}}


@room.get(
    "/api/attempts", READERS, summary="Attempts to sign in or approve, newest first",
    query=OLDER, response=Attempts,
)  # fmt: skip
async def attempts(request: Request) -> Response:
    """The same for programs."""
    document = {"attempts": [_shown(each) for each in await _attempts(request)]}
    return answer(document)


@room.get(
    "/api/changes", READERS, summary="Changes to people (made, locked, another role or password), newest first",
    query=OLDER, response=PersonChanges,
)  # fmt: skip
async def changes(request: Request) -> Response:
    """The same for programs."""
    document = {"changes": [_shown(each) for each in await _changes(request, "before")]}
    return answer(document)
