"""Training for those who deal and supervise: exercises on tables in memory; of the floor only the house is read."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from upcard.errors import Refused
from upcard.law import EDITIONS
from upcard.web.encoding import encode
from upcard.web.errors import failure
from upcard.web.roles import LICENSEES, PIT, Roles
from upcard.web.router import Room
from upcard.web.schemas.training import Exercise as ExerciseAsked
from upcard.web.schemas.training import Mark
from upcard.web.site import Site, page, site_of
from upcard.web.training.exercise import SEED, document, find, mark, read_ticket, ticket_for
from upcard.web.training.labels import course
from upcard.web.training.model import LEVELS, TOPICS, Exercise, Ticket
from upcard.web.training.tables import School, at_table, school
from upcard.web.views.citation import why

room = Room("training")

TRAINED: Roles = PIT | LICENSEES
AT = "at-"
"""Before the slug of a table of the house; an edition stands by itself."""

_TEXT = {"type": "string"}
QUERY = {
    "edition": {"enum": list(EDITIONS)}, "table": _TEXT, "topic": {"enum": list(TOPICS)}, "subject": _TEXT,
    "level": {"enum": [str(level) for level in LEVELS]}, "seed": _TEXT, "exercise": _TEXT,
}  # fmt: skip
ANSWER = {
    "type": "object",
    "properties": {"exercise": {**_TEXT, "maxLength": 300}, "answer": {**_TEXT, "maxLength": 40}},
    "required": ["exercise", "answer"],
    "additionalProperties": False,
}


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody answers to an exercise."""

    exercise: str
    answer: str


def _schools(site: Site) -> tuple[School, ...]:
    return (*(school(id) for id in EDITIONS), *(_of_house(site, slug) for slug in site.named))


def _of_house(site: Site, slug: str) -> School:
    return at_table(site.house, site.named[slug], AT + slug)


def _school(site: Site, key: str) -> School:
    if key in EDITIONS:
        return school(key)
    slug = key.removeprefix(AT)
    if not key.startswith(AT) or slug not in site.named:
        raise Refused(None, "there is no such edition or table to train at")
    return _of_house(site, slug)


@room.page("/training", TRAINED)
async def training(request: Request) -> Response:
    """The page; its exercises are asked for one by one."""
    site = site_of(request)
    return page(request, "training/training.html", course=await site.in_thread(lambda: course(_schools(site))))


@room.get(
    "/api/training/exercise", TRAINED, summary="An exercise, always the same for the same seed", query=QUERY,
    response=ExerciseAsked,
)  # fmt: skip
async def exercise(request: Request) -> Response:
    """By its id, or one that chance picks from a seed within what is asked for."""
    site, asked = site_of(request), request.query_params
    try:
        found = await site.in_thread(_asked, site, dict(asked))
    except Refused as error:
        return failure(404, error.because)
    return Response(encode(document(found)), media_type="application/json")


def _asked(site: Site, asked: dict[str, str]) -> Exercise:
    if id := asked.get("exercise"):
        ticket = read_ticket(id)
        return find(_school(site, ticket.school), ticket)
    at = _school(site, AT + asked["table"] if asked.get("table") else asked.get("edition", EDITIONS[0]))
    return find(at, _ticket(at, asked))


def _ticket(at: School, asked: dict[str, str]) -> Ticket:
    topic, level, seed = asked.get("topic", "pay"), asked.get("level", "1"), asked.get("seed", "1")
    if topic not in TOPICS:
        raise Refused(None, f"topic: it is one of {', '.join(TOPICS)}")
    if level not in map(str, LEVELS):
        raise Refused(None, f"level: it is one of {', '.join(map(str, LEVELS))}")
    if not SEED.fullmatch(seed):
        raise Refused(None, "seed: it has up to 40 letters and digits")
    return ticket_for(at, topic, int(level), seed, asked.get("subject", ""))


@room.post(
    "/api/training/answer", TRAINED, summary="The mark for an answer, with its clause", body=ANSWER, response=Mark,
)  # fmt: skip
async def answer(request: Request) -> Response:
    """The exercise is made again from its id; nothing was kept of it."""
    site = site_of(request)
    try:
        sent = msgspec.json.decode(await request.body(), type=Answer)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return failure(400, f"the answer cannot be read: {error}")
    try:
        ticket = read_ticket(sent.exercise)
        found = await site.in_thread(find, _school(site, ticket.school), ticket)
    except Refused as error:
        return failure(404, error.because)
    try:
        return Response(encode(marking(found, sent.answer)), media_type="application/json")
    except Refused as error:
        return failure(400, error.because)


def marking(found: Exercise, given: str) -> dict[str, Any]:
    """The mark as a document: what is right, why, and what the engine did."""
    marked = mark(found, given)
    rules = found.t.rules
    return {
        "right": marked.right,
        "note": marked.note,
        "answer": found.answer,
        "correct": found.correct,
        "why": why(rules, found.rule, found.arithmetic),
        "arithmetic": found.arithmetic,
        "told": [{"text": text, "why": why(rules, rule)} for text, rule in found.told],
        "round": found.proof.round if found.proof else None,
    }
