"""The proof of a shuffle, for whoever wants to check that the cards of a round that is over were drawn as promised."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from upcard.audit.shuffles.checks import judged_document
from upcard.audit.shuffles.document import ShuffleProof
from upcard.audit.shuffles.history import trail
from upcard.errors import Refused
from upcard.web.router import SIGNED_IN, Room
from upcard.web.routes.surveillance import followed
from upcard.web.site import Site, site_of
from upcard.web.wire import answer

room = Room("fair shuffles")


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
    site = site_of(request)
    asked = site.round(request)
    if asked is None:
        raise Refused(None, f"ID: {site.table(request)} has no round {request.path_params['number']}")
    return answer(await site.in_thread(_judged, site, *asked))
