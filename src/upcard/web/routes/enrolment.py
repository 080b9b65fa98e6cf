"""The regulator is enrolled by a code of the regulator's own: nobody of the house makes one."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from upcard.web.roles import ANYONE
from upcard.web.router import Room
from upcard.web.routes.people import begin_by_code, by_code
from upcard.web.routes.recovery import CODE
from upcard.web.site import site_of

room = Room("enrolment")


@room.page("/regulator", ANYONE)
async def ask_regulator(request: Request) -> Response:
    """The regulator's form, for whoever has the code that was given to the regulator."""
    return by_code(request)


@room.form("/regulator", ANYONE)
async def enrol(request: Request) -> Response:
    """Enrols a regulator, whom nobody of the house makes, changes or locks."""
    return await begin_by_code(request, site_of(request).people.enrol, CODE)
