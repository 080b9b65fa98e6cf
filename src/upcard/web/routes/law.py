"""For everybody to read: the law and what changed in it, the odds of a table, and the manual."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, TypeVar

import msgspec
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from upcard.law.edition import edition_ids
from upcard.web import manual
from upcard.web.manual import context, search_index, served
from upcard.web.manual import document as pages_document
from upcard.web.page import answer, encode, environment, failure, kept_page
from upcard.web.router import ANYONE, PLAYERS, Room
from upcard.web.site import Site, site_of, who_of
from upcard.web.views import law as views
from upcard.web.views import odds as odds_views
from upcard.web.views.law import Law, LawSentences
from upcard.web.views.odds import Advice, Odds

room = Room("the law")

LONGEST_SEARCH = 200


def _known(request: Request, name: str = "edition") -> str:
    """The edition that an address names; where there is none, that is the answer."""
    id = str(request.path_params[name])
    if id not in edition_ids():
        raise HTTPException(404, f"There is no such edition here; there are {', '.join(edition_ids())}.")
    return id


@room.page("/law", ANYONE)
async def index(request: Request) -> Response:
    """Every edition, and which tables play under it."""
    site = site_of(request)
    rules = site.moment.rules
    played = tuple((name, each.edition.id) for name, each in rules.items())
    return kept_page(request, "law/index.html", played, lambda: {"editions": views.listed(rules.values(), site.slugs)})


@room.page("/law/diff/{old}/{new}", ANYONE)
async def diff(request: Request) -> Response:
    """What changed from one edition to another."""
    old, new = _known(request, "old"), _known(request, "new")
    if not views.comparable(old, new):
        raise HTTPException(404, f"{old} and {new} are laws of different games: there is nothing to compare.")
    return kept_page(request, "law/diff.html", (old, new), lambda: {"diff": views.difference(old, new)})


@room.page("/law/{edition}", ANYONE)
async def edition(request: Request) -> Response:
    """An edition, clause by clause, or the clauses that were searched for."""
    id, asked = _known(request), request.query_params.get("q", "")[:LONGEST_SEARCH]
    drawn = await _once(request, _draw, id)
    found: dict[str, Any] = {"whole": drawn.whole, "asked": asked, "drawn": drawn}
    key = (id, asked)
    return kept_page(request, "law/edition.html", key, lambda: found | {"law": views.matching(drawn.whole, asked)})


@room.page("/law/{edition}/sentences", ANYONE)
async def sentences(request: Request) -> Response:
    """An edition sentence by sentence, each with how it is kept and what proves it."""
    id, asked = _known(request), request.query_params.get("q", "")[:LONGEST_SEARCH]
    drawn = await _once(request, _draw_sentences, id)
    found: dict[str, Any] = {"asked": asked, "drawn": drawn}
    key, matching = (id, asked), views.matching_sentences
    return kept_page(request, "law/sentences.html", key, lambda: found | {"found": matching(drawn.whole, asked)})


class Drawn(NamedTuple):
    """An edition, and the parts of its page that are the same whatever was searched for: they are most of it."""

    whole: dict[str, Any]
    encoded: bytes
    clauses: dict[str, Markup]
    readings: Markup


Page = TypeVar("Page")


async def _once(request: Request, draw: Callable[[str], Page], id: str) -> Page:
    """Made once, out of the way of whoever plays: whoever asks while it is made waits for the same one."""
    site = site_of(request)
    drawing: asyncio.Future[Page] | None = site.editions.get((draw, id))
    if drawing is None or (drawing.done() and (drawing.cancelled() or drawing.exception())):
        drawing = site.editions[draw, id] = asyncio.ensure_future(site.in_thread(draw, id))
    return await asyncio.shield(drawing)


def _draw(id: str) -> Drawn:
    whole = views.edition_document(id)
    parts: Any = environment().get_template("law/parts.html").module
    clauses = {one["id"]: parts.clause(one, whole, views.searched(one)) for one in whole["clauses"]}
    return Drawn(whole, encode(whole), clauses, parts.readings(whole))


class DrawnSentences(NamedTuple):
    """An edition sentence by sentence, and each of them as its page has it."""

    whole: dict[str, Any]
    encoded: bytes
    sentences: dict[str, Markup]


def _draw_sentences(id: str) -> DrawnSentences:
    whole = views.sentence_document(id)
    part: Any = environment().get_template("law/sentence.html").module
    drawn = {one["sentence"]: part.sentence(one, id, views.sentence_text(one)) for one in whole["sentences"]}
    return DrawnSentences(whole, encode(whole), drawn)


@room.get(
    "/api/law/{edition}", ANYONE, summary="An edition of the law, clause by clause, with its rules and readings",
    response=Law,
)  # fmt: skip
async def document(request: Request) -> Response:
    """The same for programs."""
    id = _known(request)
    return answer((await _once(request, _draw, id)).encoded)


@room.get(
    "/api/law/{edition}/sentences", ANYONE, summary="An edition of the law sentence by sentence, with how each is kept",
    response=LawSentences,
)  # fmt: skip
async def sentence_document(request: Request) -> Response:
    """The sentences for programs."""
    id = _known(request)
    return answer((await _once(request, _draw_sentences, id)).encoded)


# ---- The odds of a table for everybody, and advice to a player on the own hand -----------------------------


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
        found = await site.in_thread(odds_views.document, site.house, now.rules[name], now.readings[name])
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
        found = await site.in_thread(odds_views.asked, rules, table, seat)
        if not isinstance(found, str):
            return answer({"seat": seat, **found})
        said = found
    return failure(404, said)


# ---- The manual under /help, for everybody -----------------------------------------------------------------
# the same pages as the site that `python3 up.py docs` writes.


NO_PAGE = "The manual has no such page. Search it, or start from its contents."
HOURLY = {"Cache-Control": "public, max-age=3600"}


@room.page("/help", ANYONE)
async def help_index(request: Request) -> Response:
    """What the manual opens with."""
    return await _page(request, manual.INDEX)


@room.page("/help/search.js", ANYONE)
async def search(request: Request) -> Response:
    """What the search box reads when somebody begins to type."""
    found = await site_of(request).in_thread(_index)
    return Response(found, media_type="text/javascript; charset=utf-8", headers=HOURLY)


@room.page("/help/{name}", ANYONE)
async def page(request: Request) -> Response:
    return await _page(request, request.path_params["name"])


@room.page("/help/{folder}/{name}", ANYONE)
async def page_in(request: Request) -> Response:
    """A page, or a picture, in a folder."""
    name = f"{request.path_params['folder']}/{request.path_params['name']}"
    if name in manual.pictures():
        content = await site_of(request).in_thread((manual.docs_folder() / name).read_bytes)
        return Response(content, media_type="image/png", headers=HOURLY)
    return await _page(request, name)


@cache
def _index() -> bytes:
    return search_index(served).encode()


async def _page(request: Request, name: str) -> Response:
    if name not in manual.pages():
        raise HTTPException(404, NO_PAGE)
    drawn = await site_of(request).in_thread(pages_document, name)  # once; out of the way of whoever plays
    await site_of(request).in_thread(_titles)
    return kept_page(request, "help/page.html", name, lambda: context(name, drawn, served))


def _titles() -> None:
    """The contents beside a page name all of them, so that all are drawn with the first."""
    for each in manual.pages():
        pages_document(each)
