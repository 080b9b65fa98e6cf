"""The law for everybody to read: the editions, their clauses and sentences, and what changed between them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from upcard.law.edition import edition_ids
from upcard.web.page import environment, kept_page
from upcard.web.router import ANYONE, Room
from upcard.web.site import site_of
from upcard.web.views import law as views
from upcard.web.views.law import Law, LawSentences
from upcard.web.wire import answer, encode

room = Room("the law")

LONGEST_SEARCH = 200
NO_EDITION = f"There is no such edition here; there are {', '.join(edition_ids())}."


def _known(request: Request, name: str = "edition") -> str:
    """The edition that an address names; where there is none, that is the answer."""
    id = str(request.path_params[name])
    if id not in edition_ids():
        raise HTTPException(404, NO_EDITION)
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
