"""An exercise with its answer, and what is made of somebody's answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from upcard.cards import byte_stream
from upcard.cards.random_hand import mixed
from upcard.rules.table import TableRules

Topic = Literal["pay", "next", "irregular", "people", "taken"]

TOPICS: dict[Topic, str] = {
    "pay": "What do you pay?",
    "next": "What comes next?",
    "irregular": "Something went wrong",
    "people": "Who must be there?",
    "taken": "Is it taken?",
}

LEVELS = {1: "Easy", 2: "Usual", 3: "Hard"}


class Ticket(NamedTuple):
    """What an exercise is made from: where, about what, how hard, and the seed of its chance."""

    school: str
    topic: Topic
    subject: str
    level: int
    seed: str

    @property
    def id(self) -> str:
        return "~".join((self.school, self.topic, self.subject, str(self.level), self.seed))

    def stream(self) -> Iterator[int]:
        return byte_stream(self.id.encode())


class Wrong(NamedTuple):
    """A plausible wrong answer, and what whoever gives it has mixed up."""

    text: str
    note: str = ""


class Proof(NamedTuple):
    """A payment exercise as others can check it: the finished round, the seat and the wager, or all wagers."""

    round: dict[str, Any]
    seat: int
    wager: str | None


class Exercise(msgspec.Struct, frozen=True, kw_only=True):
    """One situation, the question, and what is right."""

    ticket: Ticket
    t: TableRules
    question: str
    situation: tuple[str, ...]
    picture: dict[str, Any]
    kind: Literal["choice", "amount"]
    choices: tuple[str, ...] = ()
    answer: str
    """The number of the right choice, or the amount in dollars."""
    correct: str
    """The right answer in words."""
    rule: str
    arithmetic: str | None = None
    told: tuple[tuple[str, str | None], ...] = ()
    """What the engine did, sentence by sentence, each with its rule."""
    notes: dict[str, str] = {}
    """What a wrong answer has mixed up, by the answer."""
    proof: Proof | None = None
    act: str = ""
    """The step that is right, by the name of its command, where a step is asked for."""


def arranged(right: str, wrong: Sequence[Wrong], stream: Iterator[int]) -> tuple[tuple[str, ...], str, dict[str, str]]:
    """The choices in an order of chance, the number of the right one, and the notes by number."""
    order = mixed(range(len(wrong) + 1), stream)
    texts = [right, *(w.text for w in wrong)]
    choices = tuple(texts[place] for place in order)
    notes = {str(at + 1): wrong[place - 1].note for at, place in enumerate(order) if place and wrong[place - 1].note}
    return choices, str(order.index(0) + 1), notes
