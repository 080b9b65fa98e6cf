"""Exercises by their tickets: what there is to ask, one of it, and the mark for an answer."""

from __future__ import annotations

import re
from typing import Any, NamedTuple, cast

from upcard.cards import below, byte_stream
from upcard.errors import Refused
from upcard.games.exercise import Place
from upcard.rules.table import TableRules
from upcard.units import parse_cents, show_cents, typed_amount
from upcard.web.training.model import LEVELS, TOPICS, Exercise, Ticket, Topic
from upcard.web.training.tables import School
from upcard.web.training.topics import irregularities, next_step, payouts, permitted_acts, who_acts

TRIES = 60
SEED = re.compile("[A-Za-z0-9-]{1,40}")


def subjects(t: TableRules, topic: Topic) -> tuple[str, ...]:
    """What can be asked about a topic at a table."""
    match topic:
        case "pay":
            return payouts.subjects(t)
        case "next":
            return next_step.subjects(t)
        case "irregular":
            return irregularities.subjects(t)
        case "people":
            return who_acts.subjects(t.rules)
        case "taken":
            return permitted_acts.subjects(t)


def of_school(school: School, topic: Topic) -> dict[str, tuple[Place, ...]]:
    """Every subject of a topic, with the tables at which it can be asked."""
    found: dict[str, tuple[Place, ...]] = {}
    for place in school.places:
        for subject in subjects(place.t, topic):
            found[subject] = (*found.get(subject, ()), place)
    return found


def ticket_for(school: School, topic: Topic, level: int, seed: str, wanted: str = "") -> Ticket:
    """A ticket for a topic; the seed picks the subject among those that match what is wanted."""
    listed = [subject for subject in of_school(school, topic) if _matches(subject, wanted)]
    if not listed:
        raise Refused(None, f"subject: there is no {wanted!r} to ask about here")
    return Ticket(school.key, topic, listed[below(len(listed), byte_stream(f"subject {seed}".encode()))], level, seed)


def _matches(subject: str, wanted: str) -> bool:
    """A subject itself, its wager or its hand."""
    return not wanted or wanted == subject or wanted in subject.split(":")


def read_ticket(id: str) -> Ticket:
    """A ticket from the id of an exercise; whatever is no ticket is a `Refused`."""
    parts = id.split("~")
    if len(parts) != 5 or parts[1] not in TOPICS or parts[3] not in map(str, LEVELS) or not SEED.fullmatch(parts[4]):
        raise Refused(None, "exercise: there is none of that id")
    school, topic, subject, level, seed = parts
    return Ticket(school, cast("Topic", topic), subject, int(level), seed)


MAKE = {
    "pay": payouts.exercise,
    "next": next_step.exercise,
    "irregular": irregularities.exercise,
    "people": who_acts.exercise,
    "taken": permitted_acts.exercise,
}


def find(school: School, ticket: Ticket) -> Exercise:
    """The exercise of a ticket, always the same."""
    places = of_school(school, ticket.topic).get(ticket.subject)
    if not places:
        raise Refused(None, "exercise: there is none of that id")
    stream = ticket.stream()
    for _ in range(TRIES):
        found = MAKE[ticket.topic](places[below(len(places), stream)], ticket, stream)
        if found is not None:
            return found
    raise AssertionError(f"chance never comes to {ticket.id}")


def document(exercise: Exercise) -> dict[str, Any]:
    """The exercise as it is put to somebody: everything but its answer, and what would give it away."""
    ticket = exercise.ticket
    return {
        "exercise": ticket.id,
        "school": ticket.school,
        "topic": ticket.topic,
        "subject": ticket.subject,
        "level": ticket.level,
        "question": exercise.question,
        "situation": list(exercise.situation),
        "picture": exercise.picture,
        "kind": exercise.kind,
        "choices": list(exercise.choices),
    }


class Marked(NamedTuple):
    """What is made of an answer: whether it is right, what has been mixed up, and what would have been right."""

    right: bool
    note: str


def mark(exercise: Exercise, answer: str) -> Marked:
    """The mark for an answer; one that cannot be read is a `Refused`."""
    given = answer.strip()
    if exercise.kind == "amount":
        try:
            given = show_cents(parse_cents(typed_amount(given)))
        except ValueError as error:
            raise Refused(None, f"answer: {error}") from error
    elif given not in {str(at + 1) for at in range(len(exercise.choices))}:
        raise Refused(None, f"answer: choose 1 to {len(exercise.choices)}")
    right = given == exercise.answer
    return Marked(right, "" if right else exercise.notes.get(given, ""))
