"""Surveillance and the regulator: the journal searched, rounds as films, the proof, copies and documents. All of it
only reads; a proof that is asked for writes nothing either.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from typing import IO, Any, NamedTuple
from urllib.parse import urlencode
from weakref import WeakKeyDictionary

from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from upcard.audit.bundle import bundle
from upcard.audit.shuffles.checks import judged_document
from upcard.audit.shuffles.document import ShuffleProof
from upcard.audit.shuffles.history import trail
from upcard.errors import Refused
from upcard.store.open import Until, between_commands, between_seals
from upcard.web.page import answer, failure, page, refusal
from upcard.web.router import IN_CHARGE, LICENSEES, SIGNED_IN, WATCHERS, Room
from upcard.web.site import NO_ROUND, Site, site_of, who_of
from upcard.web.views.disclosure import Disclosure, Ended
from upcard.web.views.event_kinds import choices
from upcard.web.views.jackpots import still
from upcard.web.views.money_reports import KINDS, STYLE, Dates, Written, dates, par_sheet, style, written
from upcard.web.views.round_replay import Film, film
from upcard.web.views.search import PAGE, Query, Search, listed, ranges, read_query, search
from upcard.web.views.supervisor import variances
from upcard.web.views.verification_job import Proving, Verification

room = Room("surveillance")

JSON = "application/json"
READERS = WATCHERS | LICENSEES
"""Whoever may take a copy of the journal."""

PAPERS = WATCHERS | IN_CHARGE
"""Whoever may ask for a document of money."""

CHUNK = 256 * 1024
"""Bytes of a copy that are sent at once."""

LATEST = 12
"""Rounds that the page offers at once."""


class _Watch(NamedTuple):
    """What surveillance keeps of a site: how far its journal was followed, and the last proof."""

    sealed: Disclosure
    proving: Proving


_watches: WeakKeyDictionary[Site, _Watch] = WeakKeyDictionary()


def _watch(site: Site) -> _Watch:
    found = _watches.get(site)
    if found is None:
        found = _watches[site] = _Watch(Disclosure(), Proving())
    return found


def followed(site: Site) -> Disclosure:
    """In a thread: the journal followed to its end."""
    return _watch(site).sealed.follow(site.journal.store)


# ---- the search ------------------------------------------------------------------------------------------------------


def _searched(site: Site, query: Query) -> dict[str, Any]:
    return search(site.journal.store, followed(site), site.house, query)


def _first_page(site: Site, query: Query) -> tuple[dict[str, Any], list[Ended], dict[str, Any]]:
    found = _searched(site, query)
    sealed = _watch(site).sealed
    return found, sealed.rounds(LATEST), _proof(site, sealed)


def _proof(site: Site, sealed: Disclosure) -> dict[str, Any]:
    """How far the journal is proven, signed and free of secrets."""
    heads = site.journal.heads
    last = heads.last if heads is not None else None
    return _watch(site).proving.document(sealed.seq, sealed.hashes_upto) | {
        "signed_upto": last.seq if last else None,
        "key": heads.public.hex()[:16] if heads is not None else None,
        "locked": site.moment.locked,
        "hashes_upto": sealed.hashes_upto,
        "whole_upto": sealed.whole_upto,
        "chain_upto": sealed.chain_upto,
    }


@room.page("/surveillance", WATCHERS)
async def index(request: Request) -> Response:
    """The search, the latest rounds, and how the proof stands."""
    site, asked = site_of(request), dict(request.query_params)
    error = ""
    try:
        query = read_query(asked)
    except Refused as refused:
        name, _, because = str(refused).partition(": ")
        query, error = Query(), f"{FORM[name]}: {because}"
    found, rounds, proof = await site.in_thread(_first_page, site, query)
    if error:
        found |= {"entries": [], "next": None}
    return page(
        request,
        "surveillance/index.html",
        422 if error else 200,
        asked=asked,
        error=error,
        found=found,
        rounds=rounds,
        proof=proof,
        places=_places(site),
        kinds=choices(),
        more=_more(request.query_params, found["next"]),
        listing="/surveillance/entries.csv?" + str(request.query_params),
        link=_asking(request.query_params, before=asked.get("before") or str(found["seq"] + 1)),
        ranges=[
            (label, _asking(request.query_params, since=since, until=until, before=""))
            for label, since, until in ranges(site.moment.at, site.moment.shifts)
        ],
        page_size=PAGE,
        slugs=site.slugs,
        still=[*still(site.moment), *(text for _, text, _ in variances(site.moment))],
    )


FORM = {"seat": "Seat", "least": "Amount from", "most": "Amount to", "before": "Before entry"}
"""What a search may be refused for, as the form names it."""


def _places(site: Site) -> list[tuple[str, str]]:
    """Where something may have happened: the streams of the journal."""
    streams = sorted(site.moment.versions)
    words = {"cage": "The cage", "slips": "Jackpot slips"}
    return [(stream, words.get(stream) or stream.partition("/")[2] + _sort(stream)) for stream in streams]


def _sort(stream: str) -> str:
    return {"jackpot": " (jackpot)", "shuffle": " (shuffles)"}.get(stream.partition("/")[0], "")


def _more(asked: QueryParams, before: int | None) -> str:
    return "" if before is None else _asking(asked, before=str(before))


def _asking(asked: QueryParams, **other: str) -> str:
    """The address that asks the same but for some fields, without those that ask nothing."""
    return "/surveillance?" + str(QueryParams({name: value for name, value in {**asked, **other}.items() if value}))


SEARCHED = {
    "place": "A stream of the journal: a table, a jackpot, the cage, the slips.",
    "since": "The earliest time, such as 2026-01-31 or 2026-01-31T18:00.",
    "until": "The latest time.",
    "seat": "The number of a seat.",
    "hand": "Words that name a hand, or a card such as As.",
    "least": "The smallest amount, in dollars.",
    "most": "The largest amount, in dollars.",
    "clause": "A clause, as entries cite it.",
    "person": "The id of who did it.",
    "kind": "A kind of event.",
    "before": "The number of an entry: only earlier ones.",
}


@room.get(
    "/api/journal", WATCHERS, summary="Entries of the journal, searched from its end backwards",
    query={name: {"type": "string", "description": said} for name, said in SEARCHED.items()}, response=Search,
)  # fmt: skip
async def journal(request: Request) -> Response:
    """The same for programs: place, since, until, seat, hand, least, most, clause, person, kind, before."""
    site = site_of(request)
    try:
        query = read_query(dict(request.query_params))
    except Refused as error:
        return failure(400, str(error))
    return answer(await site.in_thread(_searched, site, query))


@room.page("/surveillance/entries.csv", WATCHERS)
async def entries_list(request: Request) -> Response:
    """What was looked for as a list for a spreadsheet."""
    site = site_of(request)
    try:
        query = read_query(dict(request.query_params))
    except Refused as error:
        raise HTTPException(400, str(error)) from error
    text = await site.in_thread(lambda: listed(site.journal.store, followed(site), site.house, query))
    headers = {"Content-Disposition": 'attachment; filename="entries.csv"', "Cache-Control": "no-store"}
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)


# ---- films -----------------------------------------------------------------------------------------------------------


def _film(site: Site, table: str, number: int) -> dict[str, Any]:
    sealed = followed(site)
    seats = next((t.seats for t in site.house.tables if t.name == table), 0)
    found = film(site.journal.store, sealed, table, number, site.slugs[table], seats)
    return found | {"proof": _proof(site, sealed)}


async def _asked_film(request: Request) -> dict[str, Any]:
    site = site_of(request)
    asked = site.round(request)
    if asked is None:
        raise HTTPException(404, NO_ROUND)
    try:
        return await site.in_thread(_film, site, *asked)
    except Refused as error:
        raise HTTPException(404, str(error)) from error


@room.page("/surveillance/round/{slug}/{number}", WATCHERS)
async def round_page(request: Request) -> Response:
    """A round as a film."""
    return page(request, "surveillance/round.html", film=await _asked_film(request))


@room.page("/surveillance/round", WATCHERS)
async def round_by_number(request: Request) -> Response:
    """The form that asks for a round by its table and number leads to its film."""
    slug, number = request.query_params.get("table", ""), request.query_params.get("number", "").strip()
    if slug not in site_of(request).named or not (number.isascii() and number.isdigit() and len(number) < 19):
        raise HTTPException(404, "Name a table and the number of one of its rounds.")
    return RedirectResponse(f"/surveillance/round/{slug}/{number}", 303)


@room.get(
    "/api/rounds/{slug}/{number}", WATCHERS, summary="A round as a film: every entry, and the table after it",
    response=Film,
)  # fmt: skip
async def round_document(request: Request) -> Response:
    """The same for programs."""
    return answer(await _asked_film(request))


# ---- the proof -------------------------------------------------------------------------------------------------------


@room.form("/surveillance/verify", WATCHERS)
async def verify(request: Request) -> Response:
    """Begins a proof; how it stands is told by the page that is gone back to."""
    site = site_of(request)
    heads = site.journal.heads
    _watch(site).proving.start(site.url, heads.path if heads is not None else None, who_of(request).id)
    return RedirectResponse("/surveillance#proof", 303)


@room.get(
    "/api/verification", READERS, summary="How the last proof of the journal came out", response=Verification,
)  # fmt: skip
async def verification(request: Request) -> Response:
    """The last proof, the one under way, signed heads, and whether the tables are locked."""
    site = site_of(request)
    return answer(await site.in_thread(lambda: _proof(site, followed(site))))


# ---- copies and documents --------------------------------------------------------------------------------------------


def _bundled(site: Site) -> tuple[IO[bytes], int]:
    """A copy in a file without a name, which is gone with whoever holds it; what is hidden now is left out of it."""
    heads = site.journal.heads
    with ExitStack() as failed:
        output = failed.enter_context(tempfile.TemporaryFile())
        with site.journal.store.snapshot() as reading:
            end = reading.head().seq
            sealed = _watch(site).sealed.follow(reading, end)
            upto = between_seals(reading, between_commands(reading, min(sealed.chain_upto, end)))
            path, after = heads.path if heads is not None else None, reading.entries(upto, upto=end)
            made = bundle(Until(reading, upto), output, path, hides=sealed.hides, after=after)
        failed.pop_all()
    return output, made.events


def _read(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        file.seek(0)
        while part := file.read(CHUNK):
            yield part


@room.page("/surveillance/export", READERS)
async def export(request: Request) -> Response:
    """A copy of the journal for a regulator, with everything that is needed to check it; it is always sent whole."""
    file, entries = await site_of(request).in_thread(_bundled, site_of(request))
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="journal-{entries}.zip"',
        "Content-Length": str(file.seek(0, os.SEEK_END)),
    }
    return StreamingResponse(_read(file), media_type="application/zip", headers=headers)


@room.page("/documents", PAPERS)
async def documents(request: Request) -> Response:
    """Every document that is made from the journal."""
    jackpots, asked = sorted(site_of(request).moment.links), dict(request.query_params)
    error, days = "", Dates()
    try:
        days = dates(asked)
    except Refused as refused:
        error = str(refused)
    return page(
        request,
        "surveillance/documents.html",
        422 if error else 200,
        asked=asked,
        error=error,
        within=urlencode({name: day for name, day in days._asdict().items() if day}),
        kinds=KINDS,
        jackpots=jackpots,
        copies=READERS,
        slugs=site_of(request).slugs,
    )


def _written(site: Site, kind: str, asked: dict[str, str]) -> Written:
    sealed = followed(site)
    with site.journal.store.snapshot() as reading:
        until = Until(reading, sealed.seq)
        form, upto = asked.get("format", "html"), sealed.hashes_upto
        heads = site.journal.heads
        return written(until, kind, form, site.moment.house_name, upto, asked, heads.path if heads else None)


@room.page(STYLE, PAPERS)
async def document_style(request: Request) -> Response:
    """What a document looks like on a screen and on paper."""
    return Response(style(wide="wide" in request.query_params), media_type="text/css")


@room.page("/documents/{kind}", PAPERS)
async def document(request: Request) -> Response:
    """One document, as a page, a print, a list or for programs."""
    site, asked = site_of(request), dict(request.query_params)
    kind, slug = str(request.path_params["kind"]), asked.get("table", "")
    try:
        if kind != "par":
            found = await site.in_thread(_written, site, kind, asked)
        elif slug in site.named:
            table = site.moment.rules[site.named[slug]]
            found = await site.in_thread(par_sheet, site.house, table, asked.get("format", "pdf"))
        else:
            raise Refused(None, f"table: there is no table {slug[:40]!r}")
    except Refused as error:
        if asked.get("format") == "json":
            return refusal(error)
        raise HTTPException(404, str(error)) from error
    headers = {"Content-Disposition": f'inline; filename="{found.name}"', "Cache-Control": "no-store"}
    return Response(found.body, media_type=found.media, headers=headers)


# ---- fair --------------------------------------------------------------------------------------------------
# The proof of a shuffle, for whoever wants to check that the cards of a round that is over were drawn as promised.


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
