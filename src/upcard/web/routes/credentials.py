"""Codes and tokens that only one person has: to come back without a password, to be enrolled, and for programs."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from upcard.document import Time, doc
from upcard.errors import Refused
from upcard.people.api_tokens import FASTEST, LONGEST_DAYS, LONGEST_NAME, ApiToken, Wish
from upcard.web.page import Message, answer, failure, page, received
from upcard.web.router import ANYONE, SIGNED_IN, Role, Room
from upcard.web.routes.people import WRONG_OLD, begin_by_code, by_code, field, sentence, signed_in, time_of, too_often
from upcard.web.security.authorize import address_of
from upcard.web.site import site_of, who_of


class RecoveryCode(TypedDict):
    """A code by which somebody comes back without the own password."""

    code: Annotated[str, doc("The code, which is shown once.")]


room = Room("recovery")

WRONG_CODE = "The id or the code is not right, or somebody has locked the id."
CODE = "/recovery-code"


class OwnPassword(Message, frozen=True):
    """The own password."""

    password: Annotated[str, doc("The password, by which it is known who asks.")]


# ---- the own code


def _code_page(request: Request, status: int = 200, *, code: str = "", error: str = "") -> Response:
    return page(request, "recovery-code.html", status, code=code, error=error)


@room.page(CODE, SIGNED_IN)
async def ask_code(request: Request) -> Response:
    """What the code is for, and the form that makes one."""
    return _code_page(request)


@room.form(CODE, SIGNED_IN)
async def make_code(request: Request) -> Response:
    """A new code, shown on this page alone."""
    if refused := too_often(request):
        return refused
    try:
        code = await _made(request, await field(request, "password"))
    except Refused as because:
        return _code_page(request, 422, error=sentence(because))
    return _code_page(request, code=code) if code else _code_page(request, 403, error=WRONG_OLD)


@room.post(
    "/api/recovery-code", SIGNED_IN, summary="A new recovery code of one's own, shown once, in place of the old one",
    body=OwnPassword, response=RecoveryCode,
)  # fmt: skip
async def code(request: Request) -> Response:
    """The same for programs."""
    body = await received(request, OwnPassword)
    if refused := too_often(request):
        return refused
    made = await _made(request, body.password)
    if made is None:
        return failure(403, WRONG_OLD)
    return answer({"code": made})


async def _made(request: Request, password: str) -> str | None:
    people = site_of(request).people
    return await people.soon(people.recovery_code, who_of(request).id, password, address=address_of(request))


# ---- coming back by it


@room.page("/recover", ANYONE)
async def ask_recovery(request: Request) -> Response:
    """The form for whoever lost the own password, or was given another."""
    return page(request, "recover.html", id="", error="")


@room.form("/recover", ANYONE)
async def recover(request: Request) -> Response:
    """Another password by the own code, and a session that is the only one."""
    if refused := too_often(request):
        return refused
    people = site_of(request).people
    id, code, password, again = [await field(request, name) for name in ("id", "code", "password", "again")]
    id = id.strip().lower()
    try:
        if password != again:
            raise Refused(None, "the two passwords are not the same")
        person = await people.soon(people.recover, id, code, password, address=address_of(request))
    except Refused as because:
        return page(request, "recover.html", 422, id=id[:40], error=sentence(because))
    if person is None:
        return page(request, "recover.html", 403, id=id[:40], error=WRONG_CODE)
    return await signed_in(request, person, CODE)


# ---- the regulator, whom nobody of the house makes, is enrolled by a code of the regulator's own


@room.page("/regulator", ANYONE)
async def ask_regulator(request: Request) -> Response:
    """The regulator's form, for whoever has the code that was given to the regulator."""
    return by_code(request)


@room.form("/regulator", ANYONE)
async def enrol(request: Request) -> Response:
    """Enrols a regulator, whom nobody of the house makes, changes or locks."""
    return await begin_by_code(request, site_of(request).people.enrol, CODE)


# ---- API tokens of one's own -------------------------------------------------------------------------------
# made with the own password, shown once, listed, and revoked.


PAGE = "/tokens"


class HeldToken(TypedDict):
    """An API token that is still good. The token itself is shown once, when it is made."""

    number: Annotated[int, doc("Its number.")]
    name: Annotated[str, doc("What its owner called it.")]
    role: Annotated[Role, doc("The role of its owner, which is its own.")]
    acts: Annotated[bool, doc("Whether it acts, or only reads.")]
    rate: Annotated[int, doc("Requests a minute.")]
    made: Annotated[Time, doc("When it was made.")]
    ends: Annotated[Time, doc("When it ends.")]
    used: Annotated[Time | None, doc("When it was last used, to the minute; null for never.")]


class HeldTokens(TypedDict):
    """API tokens of one's own."""

    tokens: Annotated[list[HeldToken], doc("The oldest first.")]


class MadeToken(TypedDict):
    """A new API token."""

    token: Annotated[str, doc("The token, which is shown once.")]


class NewToken(Message, frozen=True):
    """An API token to be made."""

    password: Annotated[str, doc("The own password, by which it is known who asks.")]
    name: Annotated[str, doc("What the token is called, such as the program that has it.")]
    acts: Annotated[bool, doc("Whether it acts, or only reads.")] = False
    rate: Annotated[int, doc(f"Requests a minute, 1 to {FASTEST}.")] = 60
    days: Annotated[int, doc(f"For how many days it is good, 1 to {LONGEST_DAYS}.")] = 90


async def _held(request: Request) -> list[HeldToken]:
    site, who = site_of(request), who_of(request)
    return [_document(each, who.role) for each in await site.ask_people(site.people.api_tokens_of, who.id)]


def _document(token: ApiToken, role: Role) -> HeldToken:
    used = time_of(token.used) if token.used else None
    return {
        "number": token.number, "name": token.name, "role": role, "acts": token.acts, "rate": token.rate,
        "made": time_of(token.made), "ends": time_of(token.ends), "used": used,
    }  # fmt: skip


async def _made_token(request: Request, password: str, wish: Wish) -> str | None:
    people = site_of(request).people
    return await people.soon(people.api_token, who_of(request).id, password, wish, address=address_of(request))


# ---- for programs


@room.get("/api/tokens", SIGNED_IN, summary="API tokens of one's own", response=HeldTokens)
async def tokens(request: Request) -> Response:
    return answer({"tokens": await _held(request)})


@room.post(
    "/api/tokens", SIGNED_IN, summary="A new API token of one's own, shown once", body=NewToken, response=MadeToken
)
async def make(request: Request) -> Response:
    body = await received(request, NewToken)
    if refused := too_often(request):
        return refused
    made = await _made_token(request, body.password, Wish(body.name, body.acts, body.rate, body.days))
    return answer({"token": made}) if made else failure(403, WRONG_OLD)


@room.post(
    "/api/tokens/{number}/revoke", SIGNED_IN, summary="An API token of one's own is worth nothing from now on",
    response=HeldTokens,
)  # fmt: skip
async def revoke(request: Request) -> Response:
    await _revoked(request)
    return await tokens(request)


async def _revoked(request: Request) -> None:
    site, number = site_of(request), request.path_params["number"]
    if not (number.isascii() and number.isdigit() and len(number) < 16):
        raise Refused(None, "an API token has a number")
    await site.ask_people(site.people.revoke_api_token, who_of(request).id, int(number))


# ---- for people


async def _page(request: Request, status: int = 200, **shown: Any) -> Response:
    form = {"made": "", "error": "", "name": "", "acts": False, "rate": "60", "days": "90", **shown}
    most = {"longest_name": LONGEST_NAME, "fastest": FASTEST, "longest_days": LONGEST_DAYS}
    return page(request, "tokens.html", status, tokens=await _held(request), **form, **most)


@room.page(PAGE, SIGNED_IN)
async def ask(request: Request) -> Response:
    """The own API tokens, and a form for another."""
    return await _page(request)


@room.form(PAGE, SIGNED_IN)
async def make_by_form(request: Request) -> Response:
    """A new token, shown on this page alone."""
    if refused := too_often(request):
        return refused
    name, rate, days = [await field(request, each) for each in ("name", "rate", "days")]
    acts = await field(request, "acts") == "yes"
    form: dict[str, Any] = {"name": name[:LONGEST_NAME], "acts": acts, "rate": rate[:6], "days": days[:6]}
    try:
        if not all(each.isascii() and each.isdigit() and len(each) < 6 for each in (rate, days)):
            raise Refused(None, "rate, days: both are whole numbers")
        made = await _made_token(request, await field(request, "password"), Wish(name, acts, int(rate), int(days)))
    except Refused as because:
        return await _page(request, 422, error=sentence(because), **form)
    return await _page(request, made=made) if made else await _page(request, 403, error=WRONG_OLD, **form)


@room.form("/tokens/{number}/revoke", SIGNED_IN)
async def revoke_by_form(request: Request) -> Response:
    """The token is worth nothing from now on."""
    try:
        await _revoked(request)
    except Refused as because:
        return await _page(request, 422, error=sentence(because))
    return RedirectResponse(PAGE, 303)
