"""Asked before every handler: who is it, may they ask this, and does what they send come from our own page?"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import Annotated, ParamSpec, Protocol, TypeVar, cast
from urllib.parse import quote

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from upcard.document import doc
from upcard.journal.act_table import ACTS
from upcard.journal.command import AnyCommand, Command
from upcard.money.commands import CloseShift, ValidateHit
from upcard.money.jackpot_awards import may_validate
from upcard.money.link import Hit
from upcard.people import Busy, People, Person
from upcard.people import Person as Known
from upcard.people.api_tokens import PREFIX, ApiToken
from upcard.people.person import STAFF
from upcard.store.store import StoreError
from upcard.tables.commands import Actor, Play, TakeBackStep
from upcard.tables.commands import Command as TableCommand
from upcard.tables.commands import Role as TableRole
from upcard.tables.options import voids_late
from upcard.tables.take_back import last_step
from upcard.units import parse_cents
from upcard.web.page import Message, failure, page_refusal
from upcard.web.projection import StateSnapshot
from upcard.web.router import NOBODY, Role, Roles, Route, Who
from upcard.web.security.allowed_hosts import local_path, same_origin
from upcard.web.security.rate_limit import Rate, network
from upcard.web.security.security import COOKIE, Security, is_token, security_of, token_of
from upcard.web.site import asking

# ---- Acts that take two people -----------------------------------------------------------------------------
# which they are, whose the second signature may be, and what exactly it is given for.
#
# The second person proves to be that person with the own password, for one act only. What is signed is bound to the
# state that was shown: the floor does an act at one version of its table or jackpot and at no other, so that a
# signature cannot be used for an amount or a state that the signer did not see, nor a second time.


DEPARTMENTS: dict[Role, str] = {
    "dealer": "dealing",
    "floorperson": "supervision",
    "supervisor": "supervision",
    "surveillance": "surveillance",
    "licensee": "management",
}
"""The two people of an act are of different departments."""

SIGNERS: Roles = frozenset({"supervisor", "surveillance", "licensee"})
"""Who may sign as the second person, unless the first is of the same department."""
_SUPERVISOR: Roles = frozenset({"supervisor"})


class Denied(Exception):
    """What a person may not do, with the status that says so and a sentence that says why."""

    def __init__(self, status: int, message: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.headers = headers


class Second(Message, frozen=True):
    """The second person's own sign-in."""

    id: Annotated[str, doc("The id.")]
    password: Annotated[str, doc("The password.")]


P = ParamSpec("P")
T = TypeVar("T")


class Site(Protocol):
    """What is asked of a site."""

    people: People
    security: Security

    @property
    def moment(self) -> StateSnapshot: ...

    async def ask_people(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T: ...


async def second_of(
    site: Site,
    first: Who,
    table: str,
    asked: AnyCommand,
    version: int | None,
    given: Second | None,
    expects: str | None = None,
    *,
    address: str = "",
    command: str = "",
) -> Actor | None:
    """The second person of an act, or None where it takes only one; `Denied` where there is none or a wrong one."""
    made = asked.command if isinstance(asked, Play) else asked
    sent = Command("-", Actor(first.id, "player"), asked, table)
    name, stream, people = sent.act, sent.stream, ACTS[sent.act].people
    if not ACTS[name].two:
        return None
    now = site.moment.versions.get(stream, 0)
    late = people in SOMETIMES and SOMETIMES[people](site.moment, table, first, asked)
    if (name == "CountStub" and not late) or (isinstance(made, CloseShift) and not made.reason):
        return None
    if version is None:
        raise Denied(400, f"version: {name} is meant for one state, which it names")
    if version > now:
        raise Denied(409, f"{stream} is at {now} here, and not at {version} yet: try again")
    if people in SOMETIMES and not late:
        return None
    keyed_by: tuple[str, ...] = ()
    if isinstance(made, ValidateHit) and version == now:
        # At an older version the floor refuses the act, or has done it already and says so again.
        hit = _shown(site.moment, made, expects)
        keyed_by = (hit.keyed_by,)
        if first.id == hit.keyed_by and may_validate(site.moment.rules, hit, first.id):
            keyed_by = ()  # the second person is the other one
    about = f"{name} {stream} at {version}, command {command}: {msgspec.json.encode(made).decode()}"
    check_signs(site, await site.ask_people(site.people.get, first.id))
    if first.id in keyed_by:
        raise Denied(403, "the person who keyed an award can't approve it")
    with_a_supervisor = people in ("two with a supervisor", "two if relied on")
    roles = _SUPERVISOR if first.role == "dealer" and with_a_supervisor else SIGNERS
    if given is None:
        raise Denied(403, f"{name} takes a second person: {_signers(first, roles)} signs it too")
    who = await second_person(site, first, given, roles, not_by=keyed_by, address=address, about=about)
    return Actor(who.id, cast("TableRole", who.role))


def _late_void(moment: StateSnapshot, table: str, first: Who, asked: AnyCommand) -> bool:
    by = Actor(first.id, cast("TableRole", first.role))
    return voids_late(moment.rules[table], moment.tables[table], by, cast("TableCommand", asked))


def _relied_on(moment: StateSnapshot, table: str, first: Who, asked: AnyCommand) -> bool:
    """Whether others rely on the step that is taken back; one that is not the last is refused in any case."""
    step = last_step(moment.tables[table])
    last = step is not None and isinstance(asked, TakeBackStep) and asked.step == step.command
    return last and bool(step is not None and step.signed(f"{first.role} {first.id}"))


SOMETIMES: dict[str, Callable[[StateSnapshot, str, Who, AnyCommand], bool]] = {
    "two if late": _late_void,
    "two if relied on": _relied_on,
}
"""When an act takes a second person that does not always take one."""


def check_signs(site: Site, person: Known | None) -> None:
    """Refuses somebody whose signature does not count, or not yet."""
    if person is not None and person.role not in STAFF:
        raise Denied(403, f"{person.id} is a {person.role}, who signs nothing")
    if person is not None and (why := person.signing.why(site.people.now())):
        raise Denied(403, f"{person.id} does not sign yet: {why}")


def _shown(moment: StateSnapshot, ask: ValidateHit, expects: str | None) -> Hit:
    """The award, where its amount is the one that was shown."""
    link = moment.links.get(ask.jackpot)
    hit: Hit | None = link.open.get(ask.number) if link else None
    if hit is None:
        raise Denied(409, f"award {ask.number} of {ask.jackpot} is not open")
    try:
        shown = parse_cents(expects or "")
    except ValueError as error:
        raise Denied(400, f"expects: the amount as it was shown: {error}") from None
    if shown != hit.cents:
        raise Denied(409, "the award is another amount than the one that was shown")
    return hit


def _signers(first: Who, roles: Roles) -> str:
    ours = DEPARTMENTS.get(first.role)
    return " or ".join(sorted(role for role in roles if DEPARTMENTS[role] != ours))


async def second_person(
    site: Site,
    first: Who,
    given: Second,
    roles: Roles,
    *,
    not_by: Collection[str] = (),
    address: str = "",
    about: str = "",
) -> Who:
    """Another person than the first, who has just proved it, of one of these roles and of another department."""
    id, password = given.id.strip().lower(), given.password
    if not id or not password:
        raise Denied(400, "second: a second person gives an id and a password")
    if id == first.id:
        raise Denied(403, "a different person must sign")
    if id in not_by:
        raise Denied(403, "the person who keyed an award can't approve it")
    if wait := site.security.approvals.take(first.id):
        raise Denied(429, f"too many approvals were tried: try again in {wait} seconds", {"Retry-After": str(wait)})
    people = site.people
    try:
        found = await people.soon(people.check, id, password, purpose="approval", address=address, about=about)
    except Busy as busy:
        raise Denied(429, str(busy), {"Retry-After": "1"}) from None
    except StoreError as error:
        raise Denied(503, f"the approval could not be logged, so it is none: {error}") from error
    if found is None:
        raise Denied(403, "the second person's id or password is not right, or too many were tried and it is locked")
    if found.first_password:
        raise Denied(403, f"somebody else has set the password of {found.id}, who signs once the own one is chosen")
    if found.role not in roles or DEPARTMENTS.get(found.role) == DEPARTMENTS.get(first.role):
        raise Denied(403, f"{found.id} is a {found.role}; the second person is a {_signers(first, roles)}")
    check_signs(site, found)
    return Who(found.id, found.role, found.name)


# ---- authorize ---------------------------------------------------------------------------------------------


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
BY_API_TOKEN = frozenset(
    {"/api/acts", "/api/tables/{slug}/acts", "/api/tables/{slug}/chips", "/api/tables/{slug}/contribution"}
)
"""What a program does with an API token that acts: never anything to an identity, a password or a token."""
CHECKED_BY_API_TOKEN = frozenset({"/api/house/check", "/api/house/elections", "/api/training/answer"})
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
        return page_refusal(request, 403, "Pages are for people: an API token reads documents and acts.")
    if route.method == "GET" or route.path in CHECKED_BY_API_TOKEN:
        return None
    if route.path not in BY_API_TOKEN:
        return page_refusal(request, 403, "This is not done with an API token: sign in.")
    return _by_rate(request) if program.acts else page_refusal(request, 403, "This API token reads, and does not act.")


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
        return page_refusal(request, 403, f"This is for another role ({_listed(route)}); {mine}.")
    if route.described is None and route.method == "GET":
        return _led("/sign-in", request)
    return page_refusal(request, 401, f"Sign in first ({_listed(route)}).")


def _by_password(request: Request, route: Route) -> Response | None:
    """Whoever else knows a password may not act by it: the own one is chosen before anything else."""
    may = route.path in WITH_A_FIRST_PASSWORD or route.path.startswith(STATIC)
    if may or not request.state.first_password:
        return None
    if route.described is None and route.method == "GET":
        return _led(OWN_PASSWORD, request)
    return page_refusal(
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
    return page_refusal(request, 403, "This was not sent from a page of this site (its Origin is another, or missing).")


def _by_rate(request: Request) -> Response | None:
    security = security_of(request)
    key = request.state.who.id or network(address_of(request))
    wait = security.acts.take(key)
    return too_many(request, wait, "Too many acts at once") if wait else None


def too_many(request: Request, wait: int, what: str) -> Response:
    """Not so fast."""
    after = f"{wait} second{'' if wait == 1 else 's'}"
    return page_refusal(request, 429, f"{what}: try again in {after}.", headers={"Retry-After": str(wait)})


async def _by_token(request: Request) -> Response | None:
    given = request.headers.get(TOKEN_HEADER, "")
    if not given and request.headers.get("content-type", "").split(";")[0].strip().lower() in SENT_BY_FORMS:
        found = (await request.form(max_files=0)).get(TOKEN_FIELD, "")
        given = found if isinstance(found, str) else ""
    if is_token(request, given):
        return None
    if not given:
        return page_refusal(
            request, 403, f"{TOKEN_HEADER} is missing: /api/me gives the token that every POST carries."
        )
    return page_refusal(
        request, 403, "This page is out of date: somebody has signed in or out since. Reload it and try again."
    )


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""
