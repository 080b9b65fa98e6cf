"""Exercises by their tickets: what there is to ask, one of it, and the mark for an answer."""

from __future__ import annotations

import re
from typing import Any, NamedTuple, cast

from upcard.cards import below, byte_stream
from upcard.errors import Refused
from upcard.games.play_round import Place
from upcard.present.payment import wager_name
from upcard.rules.table import TableRules
from upcard.units import parse_cents, show_cents, typed_amount
from upcard.web.training.model import LEVELS, TOPICS, Exercise, Ticket, Topic
from upcard.web.training.tables import School
from upcard.web.training.topics import irregularities, payouts, permitted_acts, steps, who_acts

# ---- What can be chosen, in words --------------------------------------------------------------------------
# topics, levels, and the subjects of each.


GROUPS = {
    "decks": "Decks: opening, shuffle, cut",
    "deal": "Bets, deal and decisions",
    "settlement": "The settlement",
    "awards": "Awards: keys, verification, documents",
    "stub": "The stub: racked or counted",
    "beside": "Recuts, devices, decisions",
}

IRREGULAR = {
    "player-wrong-count": "A player's wrong number of cards",
    "dealer-wrong-count": "The dealer's wrong number of cards",
    "dealer-short": "The dealer one card short",
    "hole-card-exposed": "A hole card seen before 'no more bets'",
    "hole-card-exposed-late": "A hole card seen after 'no more bets'",
    "face-up-card": "A card face up in the deck",
    "face-up-cards": "A second card face up",
    "card-drawn-in-error": "A card drawn in error",
    "shoe-jam": "The dealing shoe jams",
    "wrong-deck": "A card lies there twice",
    "stub-count": "A wrong count of the stub",
    "stub-misdealt": "A wrong count after a misdeal",
    "chips-count": "A wrong count of progressive chips",
    "shuffler-jam": "The shuffler jams",
    "shuffler-count": "The shuffler counts wrong",
    "wrong-count": "A wrong number of cards",
    "card-off-table": "A card off the table",
    "exposed-card": "An exposed card",
    "community-card-exposed": "An exposed community card",
}

TAKEN = {
    "ante": "An ante at the limit",
    "ante-range": "An ante at the posted range",
    "without-ante": "A wager without an ante",
    "amount": "The amount of a progressive wager",
    "insurance": "The amount of the insurance fee",
    "tip": "A tip above the ante",
    "second-hand": "A second hand",
    "late": "A wager taken back late",
    "wager-back": "A progressive wager taken back",
    "decision": "A decision changed",
    "turn": "A decision out of turn",
    "cash": "A spoken wager with cash",
    "getting-up": "Getting up",
    "cut": "The depth of the cut",
    "early-deal": "Dealing before 'no more bets'",
    "drawing-hand": "The hand that draws",
    "shuffle": "The way of shuffling",
    "last-decision": "The last decision",
}

CASES = {
    "no_hand": "dealer without a hand", "win": "wins", "lose": "loses", "push": "tie", "fold": "folded",
    "none": "no paying hand", "coupon": "by coupon", "fold-2": "folded on two cards", "fold-3": "folded on three cards",
    "discard": "hand thrown in", "stand": "hand stands", "winner": "hand wins already", "fee": "card dealt",
}  # fmt: skip

WAGERS = {"hand": "Ante and bets", "card": "Ante and bets with a bonus card"}


def subject_words(topic: Topic, subject: str) -> str:
    """
    >>> subject_words("pay", "bet:full_house"), subject_words("pay", "ante:no_hand")
    ('Bet: full house', 'Ante: dealer without a hand')
    """
    if topic == "irregular":
        return IRREGULAR[subject]
    if topic == "taken":
        return TAKEN[subject]
    if topic in ("next", "people"):
        return GROUPS[subject]
    wager, _, case = subject.partition(":")
    named = WAGERS.get(wager, wager_name(wager).capitalize())
    return f"{named}: {CASES.get(case, case.replace('_', ' '))}" if case else named


def course(schools: tuple[School, ...]) -> dict[str, Any]:
    """All that can be chosen."""
    return {
        "topics": [{"topic": topic, "label": label} for topic, label in TOPICS.items()],
        "levels": [{"level": level, "label": label} for level, label in LEVELS.items()],
        "schools": [
            {
                "school": school.key,
                "title": school.title,
                "subjects": {
                    topic: [
                        {"subject": subject, "label": subject_words(topic, subject)}
                        for subject in of_school(school, topic)
                    ]
                    for topic in TOPICS
                },
            }
            for school in schools
        ],
    }


# ---- exercise ----------------------------------------------------------------------------------------------


TRIES = 60
SEED = re.compile("[A-Za-z0-9-]{1,40}")


def subjects(t: TableRules, topic: Topic) -> tuple[str, ...]:
    """What can be asked about a topic at a table."""
    match topic:
        case "pay":
            return payouts.subjects(t)
        case "next":
            return steps.subjects(t)
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
    "next": steps.exercise,
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
