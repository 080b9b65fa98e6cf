"""The regulator's room: petitions to end a jackpot early, and the decisions on them."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from upcard.web.page import answer, page
from upcard.web.router import REGULATORS, Room
from upcard.web.site import site_of
from upcard.web.views.petitions import Petitions, petitions_document

room = Room("petitions")


async def _document(request: Request) -> Petitions:
    """As they stand now, each with the entries of the journal that recorded and decided it."""
    site = site_of(request)
    moment = site.moment

    def read() -> Petitions:
        with site.journal.store.snapshot() as reading:
            return petitions_document(moment, site.house, reading)

    return await site.in_thread(read)


@room.page("/petitions", REGULATORS)
async def petitions(request: Request) -> Response:
    """What waits for a decision, and what was decided."""
    return page(request, "petitions.html", view=await _document(request))


@room.get(
    "/api/petitions", REGULATORS, summary="Petitions to end a jackpot early, those that wait first",
    response=Petitions,
)  # fmt: skip
async def document(request: Request) -> Response:
    """The same for programs."""
    return answer(await _document(request))
