"""Training for those who deal and supervise: exercises on tables in memory; of the floor only the house is read."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from upcard.document import (
    CardText,
    EditionId,
    Game,
    Level,
    Money,
    SeatState,
    Stub,
    doc,
    either,
    one_of,
)
from upcard.errors import Refused
from upcard.games.game import CORES
from upcard.law import EDITIONS
from upcard.present.payment import PHASES
from upcard.present.table_document import DealerHand, DeckShown, WagerLine
from upcard.web.page import Message, answer, failure, page, received
from upcard.web.router import LICENSEES, PIT, Roles, Room
from upcard.web.site import Site, site_of
from upcard.web.training.exercise import SEED, course, document, find, mark, of_school, read_ticket, ticket_for
from upcard.web.training.model import LEVELS, TOPICS, Ticket, Topic
from upcard.web.training.model import Exercise as Made
from upcard.web.training.tables import School, at_table, school, trained
from upcard.web.views.labels import Why, why


class PictureTable(TypedDict):
    """The table of an exercise."""

    name: Annotated[str, doc("Its name.")]
    edition: Annotated[EditionId, doc("The law that it plays under.")]
    title: Annotated[str, doc("That law in words.")]
    game: Annotated[Game, doc("Its game.")]


class PictureMeter(TypedDict):
    """A meter of an exercise."""

    level: Annotated[Level, doc("Its name.")]
    label: Annotated[str, doc("Its name in words.")]
    amount: Annotated[Money, doc("What it shows.")]


class PictureSeat(TypedDict):
    """A seat of an exercise."""

    seat: Annotated[int, doc("Its number.")]
    player: Annotated[Literal[""], doc("Nobody is named.")]
    cards: Annotated[list[CardText | None], doc("Its cards; null where one lies face down.")]
    hand: Annotated[str | None, doc("What they are, where that is told.")]
    wagers: Annotated[list[WagerLine], doc("What lies there.")]
    state: Annotated[SeatState, doc("How it stands.")]
    words: Annotated[str, doc("How it stands, in words.")]


class Picture(TypedDict):
    """The table as it lies there."""

    table: Annotated[PictureTable, doc("The table.")]
    phase: Annotated[Annotated[str, one_of("", *PHASES)], doc("How far the round is; empty at a closed table.")]
    words: Annotated[str, doc("The same in words.")]
    back: Annotated[str, doc("The colour of the backs of the cards in play.")]
    decks: Annotated[list[DeckShown], doc("The decks.")]
    devices: Annotated[list[str], doc("The devices.")]
    stub: Annotated[Stub, doc("Where the rest of the deck is.")]
    meters: Annotated[list[PictureMeter], doc("The meters.")]
    dealer: Annotated[DealerHand | None, doc("The dealer's hand, in a round of Caribbean stud.")]
    community: Annotated[CardText | None, doc("The community card, once it is turned.")]
    community_dealt: NotRequired[Annotated[bool, doc("Whether it lies there; only in Bonus 6.")]]
    seats: Annotated[list[PictureSeat], doc("The seats.")]


class Exercise(TypedDict):
    """An exercise without its answer."""

    exercise: Annotated[str, doc("Its id, from which it is made again.")]
    school: Annotated[str, doc("Where: an edition, or a table of the house.")]
    topic: Annotated[Topic, doc("About what.")]
    subject: Annotated[str, doc("About what exactly.")]
    level: Annotated[Literal[1, 2, 3], doc("How hard.")]
    question: Annotated[str, doc("What is asked.")]
    situation: Annotated[list[str], doc("What has happened.")]
    picture: Annotated[Picture, doc("The table.")]
    kind: Annotated[Literal["choice", "amount"], doc("Whether a choice or an amount is asked for.")]
    choices: Annotated[list[str], doc("The choices; the answer is the number of one, from 1.")]


class Told(TypedDict):
    """Something that the program did."""

    text: Annotated[str, doc("In a sentence.")]
    why: Annotated[Why | None, doc("The rule behind it.")]


RoundWritten: TypeAlias = Annotated[Any, either(*(core.Written for core in CORES.values()), None)]


class Mark(TypedDict):
    """The mark for an answer."""

    right: Annotated[bool, doc("Whether it is right.")]
    note: Annotated[str, doc("What was mixed up, or empty.")]
    answer: Annotated[str, doc("The right answer, as it is sent.")]
    correct: Annotated[str, doc("The right answer in words.")]
    why: Annotated[Why | None, doc("The rule behind it.")]
    arithmetic: Annotated[str | None, doc("How an amount was worked out.")]
    told: Annotated[list[Told], doc("What the program did.")]
    round: Annotated[RoundWritten, doc("The finished round, if a payment was asked for.")]


room = Room("training")

TRAINED: Roles = PIT | LICENSEES
AT = "at-"
"""Before the slug of a table of the house; an edition stands by itself."""

QUERY = {
    "edition": {"enum": list(EDITIONS), "description": "The edition; the first of them by default."},
    "table": {"type": "string", "description": "The `slug` of a table of the house, in place of an edition."},
    "topic": {"enum": list(TOPICS), "description": "What is practiced; pay by default."},
    "subject": {"type": "string", "description": "One subject of that topic."},
    "level": {"enum": [str(level) for level in LEVELS], "description": "How hard it is; 1 by default."},
    "seed": {"type": "string", "description": "Up to 40 letters and digits; the same one makes the same exercise."},
    "exercise": {"type": "string", "description": "The id of an exercise that was made before, in place of the rest."},
}


class Answer(Message, frozen=True):
    """What somebody answers to an exercise."""

    exercise: Annotated[str, doc("Its id."), Meta(extra_json_schema={"maxLength": 300})]
    answer: Annotated[str, doc("The answer."), Meta(extra_json_schema={"maxLength": 40})]


def _schools(site: Site) -> tuple[School, ...]:
    own = (_of_house(site, slug) for slug in site.named)
    return (*(school(id) for id in trained()), *(one for one in own if of_school(one, "pay")))


def _of_house(site: Site, slug: str) -> School:
    return at_table(site.house, site.named[slug], AT + slug)


def _school(site: Site, key: str) -> School:
    if key in trained():
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
    response=Exercise,
)  # fmt: skip
async def exercise(request: Request) -> Response:
    """By its id, or one that chance picks from a seed within what is asked for."""
    site, asked = site_of(request), request.query_params
    try:
        found = await site.in_thread(_asked, site, dict(asked))
    except Refused as error:
        return failure(404, error.because)
    return answer(document(found))


def _asked(site: Site, asked: dict[str, str]) -> Made:
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
    "/api/training/answer", TRAINED, summary="The mark for an answer, with its clause", body=Answer, response=Mark,
)  # fmt: skip
async def marked(request: Request) -> Response:
    """The exercise is made again from its id; nothing was kept of it."""
    site = site_of(request)
    sent = await received(request, Answer)
    try:
        ticket = read_ticket(sent.exercise)
        found = await site.in_thread(find, _school(site, ticket.school), ticket)
    except Refused as error:
        return failure(404, error.because)
    try:
        return answer(marking(found, sent.answer))
    except Refused as error:
        return failure(400, error.because)


def marking(found: Made, given: str) -> dict[str, Any]:
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
