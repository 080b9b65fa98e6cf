"""Who lost the own password comes back by the own recovery code, which nobody else has."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from upcard.errors import Refused
from upcard.people import Busy
from upcard.web.encoding import encode
from upcard.web.errors import failure
from upcard.web.errors import refusal as told
from upcard.web.roles import ANYONE, SIGNED_IN
from upcard.web.router import Room
from upcard.web.routes.people import WRONG_OLD, field, sentence, signed_in, too_often
from upcard.web.schemas.people import RecoveryCode
from upcard.web.security.authorize import address_of
from upcard.web.security.error_pages import refusal
from upcard.web.site import page, site_of, who_of

room = Room("recovery")

WRONG_CODE = "The id or the code is not right, or somebody has locked the id."
CODE = "/recovery-code"


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The own password."""

    password: str


PROOF = {
    "type": "object", "required": ["password"], "additionalProperties": False,
    "properties": {"password": {"type": "string"}},
}  # fmt: skip


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
    except Busy as busy:
        return refusal(request, 429, f"{str(busy).capitalize()}.", {"Retry-After": "1"})
    except Refused as because:
        return _code_page(request, 422, error=sentence(because))
    return _code_page(request, code=code) if code else _code_page(request, 403, error=WRONG_OLD)


@room.post(
    "/api/recovery-code", SIGNED_IN, summary="A new recovery code of one's own, shown once, in place of the old one",
    body=PROOF, response=RecoveryCode,
)  # fmt: skip
async def code(request: Request) -> Response:
    """The same for programs."""
    try:
        body = msgspec.json.decode(await request.body(), type=Proof)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return failure(400, f"what was sent cannot be read: {error}")
    if refused := too_often(request):
        return refused
    try:
        made = await _made(request, body.password)
    except Busy as busy:
        return failure(429, str(busy), headers={"Retry-After": "1"})
    except Refused as because:
        return told(because)
    if made is None:
        return failure(403, WRONG_OLD)
    return Response(encode({"code": made}), media_type="application/json")


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
    except Busy as busy:
        return refusal(request, 429, f"{str(busy).capitalize()}.", {"Retry-After": "1"})
    except Refused as because:
        return page(request, "recover.html", 422, id=id[:40], error=sentence(because))
    if person is None:
        return page(request, "recover.html", 403, id=id[:40], error=WRONG_CODE)
    return await signed_in(request, person, CODE)
