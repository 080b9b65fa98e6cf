"""The regulator is enrolled by a code of the regulator's own: nobody of the house makes one."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from upcard.errors import Refused
from upcard.floor.people import Busy
from upcard.web.roles import ANYONE
from upcard.web.room import Room
from upcard.web.routes.people import field, sentence, signed_in, too_often
from upcard.web.routes.recovery import CODE
from upcard.web.security.refusal import refusal
from upcard.web.site import page, site_of

room = Room("enrolment")


@room.page("/regulator", ANYONE)
async def ask_regulator(request: Request) -> Response:
    """The regulator's form, for whoever has the code that was given to the regulator."""
    given = request.query_params.get("code", "")[:40]
    return page(request, "regulator.html", code=given, id="", name="", error="")


@room.form("/regulator", ANYONE)
async def enrol(request: Request) -> Response:
    """Enrols a regulator, whom nobody of the house makes, changes or locks."""
    if refused := too_often(request):
        return refused
    people = site_of(request).people
    code, id, name, password, again = [
        await field(request, each) for each in ("code", "id", "name", "password", "again")
    ]
    id = id.strip().lower()
    try:
        if password != again:
            raise Refused(None, "the two passwords are not the same")
        person = await people.soon(people.enrol, code, id, name, password)
    except Busy as busy:
        return refusal(request, 429, f"{str(busy).capitalize()}.", {"Retry-After": "1"})
    except Refused as because:
        error = sentence(because)
        return page(request, "regulator.html", 422, code=code[:40], id=id[:40], name=name[:60], error=error)
    return await signed_in(request, person, CODE)
