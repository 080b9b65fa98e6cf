"""The proof of a shuffle, for whoever wants to check that the cards of a round that is over were drawn as promised."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from upcard.audit.shuffles.checks import judged_document
from upcard.audit.shuffles.history import trail
from upcard.errors import Refused
from upcard.web.encoding import encode
from upcard.web.errors import failure
from upcard.web.roles import SIGNED_IN
from upcard.web.router import Room
from upcard.web.routes.surveillance import followed
from upcard.web.schemas.fair import ShuffleProof
from upcard.web.site import Site, site_of

room = Room("fair shuffles")

DIGITS = 18


def _judged(site: Site, table: str, number: int) -> dict[str, Any]:
    """The proof, without hashes by which cards at other tables could be guessed: one chain runs through all."""
    with site.journal.store.snapshot() as reading:
        found = judged_document(trail(reading, table, number))
    if "entries" in found:
        found["entries"] = _told(found["entries"], followed(site).hashes_upto)
    return found


def _told(entries: Any, upto: int) -> Any:
    """Entries with their hashes, as far as those may be told."""
    match entries:
        case {"seq": seq}:
            return entries if seq <= upto else entries | {"hash": None}
        case dict():
            return {name: _told(each, upto) for name, each in entries.items()}
        case list():
            return [_told(each, upto) for each in entries]
        case _:
            return entries


@room.get(
    "/api/rounds/{slug}/{number}/shuffle", SIGNED_IN, summary="The proof of the shuffle of a round that is over",
    response=ShuffleProof, fails=("422",),
)  # fmt: skip
async def shuffle(request: Request) -> Response:
    """What was promised, what was drawn and what was dealt; a round in play is refused."""
    site, number = site_of(request), str(request.path_params["number"])
    table = site.named.get(str(request.path_params["slug"]))
    if table is None or not (number.isascii() and number.isdigit() and len(number) <= DIGITS):
        return failure(404, "there is no such table, or that is not the number of a round")
    if not site.moment.has_round(table, int(number)):  # the journal need not be read to know that
        return failure(422, f"ID: {table} has no round {number}")
    try:
        return Response(encode(await site.in_thread(_judged, site, table, int(number))), media_type="application/json")
    except Refused as error:
        return failure(422, str(error), error.rule, error.clause)
