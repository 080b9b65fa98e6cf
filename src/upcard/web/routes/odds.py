"""The odds of a table for everybody, and advice to a player on the own hand."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from upcard.web.page import kept_page
from upcard.web.router import ANYONE, PLAYERS, Room
from upcard.web.site import Site, site_of, who_of
from upcard.web.views import odds as views
from upcard.web.views.odds_types import Advice, Odds
from upcard.web.wire import answer, encode, failure

room = Room("odds and advice")


@room.page("/odds/{slug}", ANYONE)
async def odds_page(request: Request) -> Response:
    """The page at once; with its `figures` once they have been counted."""
    site, slug = site_of(request), request.path_params["slug"]
    name, counted = site.table(request), "figures" in request.query_params
    rules, mark = site.moment.rules[name], site.hub.marks[name]
    found = msgspec.json.decode(await _counted(site, name)) if counted else None
    return kept_page(request, "odds.html", (slug, mark, counted), lambda: {"table": rules, "slug": slug, "odds": found})


@room.get(
    "/api/odds/{slug}", ANYONE, summary="The exact odds of every wager of a table, at its meters as they stand",
    response=Odds,
)  # fmt: skip
async def odds(request: Request) -> Response:
    site = site_of(request)
    return answer(await _counted(site, site.table(request)))


async def _counted(site: Site, name: str) -> bytes:
    """Counted once and kept; the part that hangs on a meter is worked out anew when something happens at the table."""
    now, mark = site.moment, site.hub.marks[name]
    kept = site.odds.get(name)
    if kept is None or kept[0] != mark:
        found = await site.in_thread(views.document, site.house, now.rules[name], now.readings[name])
        kept = site.odds[name] = (mark, encode({"seq": now.seq, "at": now.at, **found}))
    return kept[1]


@room.get(
    "/api/tables/{slug}/advice", PLAYERS, summary="What each decision on your own hand is worth, in dollars",
    response=Advice,
)  # fmt: skip
async def advice(request: Request) -> Response:
    """For the asking player's own hand and nobody else's."""
    site, asking = site_of(request), who_of(request).id
    name = site.table(request)
    rules, table = site.moment.rules[name], site.moment.tables[name]
    said = "You have no seat at this table."
    for seat in (seat for seat, player in table.players.items() if player == asking):
        found = await site.in_thread(views.asked, rules, table, seat)
        if not isinstance(found, str):
            return answer({"seat": seat, **found})
        said = found
    return failure(404, said)
