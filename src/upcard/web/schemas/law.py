"""An edition of the law, clause by clause and sentence by sentence."""

from __future__ import annotations

from typing import Annotated, TypedDict

from upcard.law.clause import Duty
from upcard.law.sentence import Kept
from upcard.web.schemas.schema import Form, one_of
from upcard.web.schemas.types import EditionId, Game, Hash, Value

_DAY = Form(type="string", pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$", examples=["2015-05-13"])


class LawRule(TypedDict):
    """A rule that a clause gives."""

    name: Annotated[str, "Its name."]
    value: Annotated[Value, "What it is set to, or what may be chosen."]
    kind: Annotated[str, one_of("sets", "permits", "leaves"), "Whether it is fixed, a choice, or left to a person."]
    code: Annotated[list[str], "Where the program reads it."]
    tests: Annotated[list[str], "The tests that exercise it."]
    text: Annotated[str, "Its value in words."]
    kind_words: Annotated[str, "Its kind in words."]


class ReadRule(LawRule):
    """A rule that a reading gives."""

    clause: Annotated[str, "The clause that it stands under."]


class LawReading(TypedDict):
    """How we read a text that is silent, unclear or at odds with itself."""

    number: Annotated[int, "Its number."]
    name: Annotated[str, "Its name."]
    reads: Annotated[list[str], "The clauses that it reads."]
    summary: Annotated[str, "The reading."]
    rules: Annotated[list[ReadRule], "The rules that it gives."]


class LawStep(TypedDict):
    """What a clause has done by hand."""

    ids: Annotated[list[str], "Its names: one for each step at which it is said."]
    cites: Annotated[str, "The clause with the part that is meant."]
    do: Annotated[str, "What is done."]
    when: Annotated[dict[str, list[str]], "What has to hold; for each condition one of the values."]


class LawClause(TypedDict):
    """A clause in our words."""

    id: Annotated[str, "Its number, after that of the edition."]
    summary: Annotated[str, "What it says."]
    duty: Annotated[Duty, "What the program does about it."]
    rules: Annotated[list[LawRule], "The rules that it gives."]
    steps: Annotated[list[LawStep], "What it has done by hand."]
    readings: Annotated[list[str], "The readings of it, by name."]
    duty_words: Annotated[str, "Its duty in words."]
    read_by: Annotated[list[LawReading], "The readings of it."]
    cited_for: Annotated[list[str], "The rules that stand under it because of a reading."]


class Law(TypedDict):
    """An edition whole."""

    id: Annotated[EditionId, "Its name here."]
    game: Annotated[Game, "The game that it is about."]
    title: Annotated[str, "Its title."]
    citation: Annotated[str, "How it is cited."]
    jurisdiction: Annotated[str, "Where it holds."]
    effective: Annotated[Annotated[str, _DAY] | None, "From when."]
    ended: Annotated[Annotated[str, _DAY] | None, "Until when."]
    digest: Annotated[Hash, "The hash of its text here."]
    clauses: Annotated[list[LawClause], "Its clauses in legal order."]
    readings: Annotated[list[LawReading], "Our readings of them."]
    game_name: Annotated[str, "The game in words."]
    in_force: Annotated[str, "From when to when, in words."]
    silent: Annotated[list[str], "Rules on which it is silent."]
    others: Annotated[list[EditionId], "Other editions of the same game."]
    code_known: Annotated[bool, "Whether it is known where the program reads the rules."]
    tests_known: Annotated[bool, "Whether it is known which tests exercise them."]
    tests_here: Annotated[bool, "Whether the tests lie beside the program."]


class LawSentence(TypedDict):
    """A sentence in our words."""

    sentence: Annotated[str, "Its clause and its number within it."]
    clause: Annotated[str, "The clause that it stands in."]
    summary: Annotated[str, "What it asks."]
    kept: Annotated[Kept, "How it is kept."]
    proof: Annotated[list[str], "The tests, steps, signs and documents that prove it, or why it is not ours."]
    rules: Annotated[list[str], "The rules that it rests on."]
    says: Annotated[list[str], "What the lines of its steps tell whoever does them."]


class KeptCount(TypedDict):
    """How many sentences are kept in one way."""

    name: Annotated[Kept, "The way."]
    words: Annotated[str, "What that means."]
    count: Annotated[int, "How many sentences."]


class LawSentences(TypedDict):
    """An edition sentence by sentence."""

    id: Annotated[EditionId, "Its name here."]
    title: Annotated[str, "Its title."]
    citation: Annotated[str, "How it is cited."]
    sentences: Annotated[list[LawSentence], "Its sentences in legal order."]
    kept: Annotated[list[KeptCount], "How many are kept in which way."]
