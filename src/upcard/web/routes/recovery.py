"""By a code that nobody else has: who lost the own password comes back, and the regulator is enrolled."""

from __future__ import annotations

from typing import Annotated, TypedDict

from starlette.requests import Request
from starlette.responses import Response

from upcard.document import doc
from upcard.errors import Refused
from upcard.web.page import page
from upcard.web.router import ANYONE, SIGNED_IN, Room
from upcard.web.routes.people import WRONG_OLD, begin_by_code, by_code, field, sentence, signed_in, too_often
from upcard.web.security.authorize import address_of
from upcard.web.site import site_of, who_of
from upcard.web.wire import Message, answer, failure, received


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
