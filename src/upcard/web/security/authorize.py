"""Asked before every handler: who is it, may they ask this, and does what they send come from our own page?"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from upcard.people import People, Person
from upcard.people.api_tokens import PREFIX, ApiToken
from upcard.store.store import StoreError
from upcard.web.page import refusal
from upcard.web.router import NOBODY, Route, Who
from upcard.web.security.allowed_hosts import local_path, same_origin
from upcard.web.security.rate_limit import Rate, network
from upcard.web.security.security import COOKIE, is_token, security_of, token_of
from upcard.web.site import asking
from upcard.web.wire import failure

TOKEN_HEADER = "x-upcard-token"
TOKEN_FIELD = "token"
ME = "/api/me"
"""Where a program learns its token."""
STATIC = "/static/"
OWN_PASSWORD = "/password"
"""Where somebody chooses the own password."""
WITH_A_FIRST_PASSWORD = frozenset(
    {
        OWN_PASSWORD,
        "/api/password",
        ME,
        "/openapi.json",
        "/favicon.ico",
        "/health",
        "/metrics",
        "/sign-in",
        "/sign-out",
        "/recover",
        "/demo/{role}",
    }
)
"""What is open to somebody whose password another has set: the own one is chosen, or recovered, or it is another.
Health and figures hang on the machine that asks, and not on who is signed in."""
BY_API_TOKEN = frozenset({"/api/acts", "/api/tables/{slug}/acts", "/api/tables/{slug}/contribution"})
"""What a program does with an API token that acts: never anything to an identity, a password or a token."""
CHECKED_BY_API_TOKEN = frozenset({"/api/house/check", "/api/training/answer"})
"""What changes nothing, and is open to every API token."""
BEARER = "Bearer "
SENT_BY_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


def guarded(route: Route) -> Callable[[Request], Awaitable[Response]]:
    """The handler of a route behind its admission."""

    async def answer(request: Request) -> Response:
        refused = await admit(request, route)
        return refused if refused is not None else await route.handler(request)

    answer.__name__ = route.handler.__name__
    answer.__doc__ = route.handler.__doc__
    return answer


async def admit(request: Request, route: Route) -> Response | None:
    """None where the handler may go on, with who it is in `request.state`; otherwise the answer."""
    try:
        await recognise(request)
    except StoreError:
        return failure(503, "The store of people does not answer, so nobody can be recognised. Try again in a moment.")
    if (program := api_token_of(request)) is not None:
        return _by_role(request, route) or _by_api_token(request, route, program)
    if _given_api_token(request):
        known = "This API token is not known: it was revoked, has ended, or its owner has another password or role."
        return failure(401, known, headers={"WWW-Authenticate": "Bearer"})
    page = route.path == ME or (route.described is None and not route.path.startswith(STATIC))
    request.state.token = token_of(request) if page or request.state.session else ""
    refused = _by_role(request, route) or _by_password(request, route)
    if refused is None and route.method == "POST":
        refused = _by_origin(request) or _by_rate(request) or await _by_token(request)
    return refused


async def recognise(request: Request) -> None:
    """Whose session or API token the request carries. The store is asked in a thread, for a session only where memory
    does not know."""
    given, token = _given_api_token(request), request.cookies.get(COOKIE, "")
    people = security_of(request).people
    person: Person | None = None
    request.state.api_token = None
    if given:
        token = given
        if (found := await run_in_threadpool(people.bearer, given)) is not None:
            person, request.state.api_token = found
    elif token:
        person = people.remembered(token) or await run_in_threadpool(people.session, token)
    request.state.session = token if person and not given else ""
    request.state.who = Who(person.id, person.role, person.name) if person else NOBODY
    request.state.first_password = person is not None and person.first_password
    asking.set(request.state.who.id or address_of(request))
    request.state.alive = partial(_alive, request, people, token, person)


def api_token_of(request: Request) -> ApiToken | None:
    """The API token that a program showed, if it is good."""
    found: ApiToken | None = request.state.api_token
    return found


def _given_api_token(request: Request) -> str:
    """What was shown as an API token; the operator's token for health and figures is none."""
    given = request.headers.get("authorization", "").removeprefix(BEARER)
    return given if given.startswith(PREFIX) else ""


def _by_api_token(request: Request, route: Route, program: ApiToken) -> Response | None:
    """A program reads documents, and acts where its token does. It has no cookie that a page could misuse."""
    request.state.token = ""
    wait = security_of(request).tokens.take(str(program.number), rate=Rate(program.rate, program.rate, 60))
    if wait:
        return too_many(request, wait, f"Too many requests with this API token ({program.rate} a minute)")
    if route.described is None and not route.path.startswith(STATIC):
        return refusal(request, 403, "Pages are for people: an API token reads documents and acts.")
    if route.method == "GET" or route.path in CHECKED_BY_API_TOKEN:
        return None
    if route.path not in BY_API_TOKEN:
        return refusal(request, 403, "This is not done with an API token: sign in.")
    return _by_rate(request) if program.acts else refusal(request, 403, "This API token reads, and does not act.")


async def _alive(request: Request, people: People, token: str, person: Person | None) -> bool:
    """Whether a stream may go on that was opened in a session or with an API token; asking prolongs no session.

    Where the store of people is away together with the journal, there is nothing to show but that: it may go on.
    """
    if person is None:
        return True
    try:
        if request.state.api_token is not None:
            found = await run_in_threadpool(people.bearer, token)
            return found is not None and found[0] == person
        known = people.remembered(token, touch=False)
        return (known or await run_in_threadpool(people.session, token, touch=False)) == person
    except StoreError:
        return bool(request.app.state.site.moment.locked)


def _by_role(request: Request, route: Route) -> Response | None:
    who: Who = request.state.who
    if who.role in route.roles:
        return None
    if who.role != "none":
        mine = f"you are signed in as {who.id} ({who.role})"
        return refusal(request, 403, f"This is for another role ({_listed(route)}); {mine}.")
    if route.described is None and route.method == "GET":
        return _led("/sign-in", request)
    return refusal(request, 401, f"Sign in first ({_listed(route)}).")


def _by_password(request: Request, route: Route) -> Response | None:
    """Whoever else knows a password may not act by it: the own one is chosen before anything else."""
    may = route.path in WITH_A_FIRST_PASSWORD or route.path.startswith(STATIC)
    if may or not request.state.first_password:
        return None
    if route.described is None and route.method == "GET":
        return _led(OWN_PASSWORD, request)
    return refusal(
        request, 403, f"Somebody else has set your password: choose your own at {OWN_PASSWORD} before anything else."
    )


def _led(to: str, request: Request) -> Response:
    """To another page first, which leads back to the one that was asked for."""
    asked = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    return RedirectResponse(f"{to}?next={quote(local_path(asked), safe='/')}", 303)


def _listed(route: Route) -> str:
    return " or ".join(sorted(route.roles))


def _by_origin(request: Request) -> Response | None:
    """What changes something comes from a page of this site; a browser says where it comes from."""
    headers, security = request.headers, security_of(request)
    fetched = headers.get("sec-fetch-site", "same-origin")
    origin = headers.get("origin") or headers.get("referer", "")
    if fetched == "same-origin" and same_origin(origin, headers.get("host", ""), https=security.https):
        return None
    return refusal(request, 403, "This was not sent from a page of this site (its Origin is another, or missing).")


def _by_rate(request: Request) -> Response | None:
    security = security_of(request)
    key = request.state.who.id or network(address_of(request))
    wait = security.acts.take(key)
    return too_many(request, wait, "Too many acts at once") if wait else None


def too_many(request: Request, wait: int, what: str) -> Response:
    """Not so fast."""
    after = f"{wait} second{'' if wait == 1 else 's'}"
    return refusal(request, 429, f"{what}: try again in {after}.", headers={"Retry-After": str(wait)})


async def _by_token(request: Request) -> Response | None:
    given = request.headers.get(TOKEN_HEADER, "")
    if not given and request.headers.get("content-type", "").split(";")[0].strip().lower() in SENT_BY_FORMS:
        found = (await request.form(max_files=0)).get(TOKEN_FIELD, "")
        given = found if isinstance(found, str) else ""
    if is_token(request, given):
        return None
    if not given:
        return refusal(request, 403, f"{TOKEN_HEADER} is missing: /api/me gives the token that every POST carries.")
    return refusal(
        request, 403, "This page is out of date: somebody has signed in or out since. Reload it and try again."
    )


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""
