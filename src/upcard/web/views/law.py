"""The law as pages show it: every edition, clause by clause and sentence by sentence, and what lies between two."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from typing import Annotated, Any, TypedDict

from msgspec import Meta

import upcard.law.trace as where
from upcard.document import EditionId, Game, Hash, Value, doc, one_of
from upcard.law import Edition, edition, editions
from upcard.law.clause import DUTIES, Duty
from upcard.law.document import compare, in_force, plain, shown
from upcard.law.sentence import KEPT, Kept, document, sentences
from upcard.rules.table import TableRules

_DAY = Meta(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$", examples=["2015-05-13"])


class LawRule(TypedDict):
    """A rule that a clause gives."""

    name: Annotated[str, doc("Its name.")]
    value: Annotated[Value, doc("What it is set to, or what may be chosen.")]
    kind: Annotated[str, one_of("sets", "permits", "leaves"), doc("Whether it is fixed, a choice, or a person's.")]
    code: Annotated[list[str], doc("Where the program reads it.")]
    tests: Annotated[list[str], doc("The tests that exercise it.")]
    text: Annotated[str, doc("Its value in words.")]
    kind_words: Annotated[str, doc("Its kind in words.")]


class ReadRule(LawRule):
    """A rule that a reading gives."""

    clause: Annotated[str, doc("The clause that it stands under.")]


class LawReading(TypedDict):
    """How we read a text that is silent, unclear or at odds with itself."""

    number: Annotated[int, doc("Its number.")]
    name: Annotated[str, doc("Its name.")]
    reads: Annotated[list[str], doc("The clauses that it reads.")]
    summary: Annotated[str, doc("The reading.")]
    rules: Annotated[list[ReadRule], doc("The rules that it gives.")]


class LawStep(TypedDict):
    """What a clause has done by hand."""

    ids: Annotated[list[str], doc("Its names: one for each step at which it is said.")]
    cites: Annotated[str, doc("The clause with the part that is meant.")]
    do: Annotated[str, doc("What is done.")]
    when: Annotated[dict[str, list[str]], doc("What has to hold; for each condition one of the values.")]


class LawClause(TypedDict):
    """A clause in our words."""

    id: Annotated[str, doc("Its number, after that of the edition.")]
    summary: Annotated[str, doc("What it says.")]
    duty: Annotated[Duty, doc("What the program does about it.")]
    official: Annotated[str, doc("What it is called in the official text.")]
    rules: Annotated[list[LawRule], doc("The rules that it gives.")]
    steps: Annotated[list[LawStep], doc("What it has done by hand.")]
    readings: Annotated[list[str], doc("The readings of it, by name.")]
    duty_words: Annotated[str, doc("Its duty in words.")]
    read_by: Annotated[list[LawReading], doc("The readings of it.")]
    cited_for: Annotated[list[str], doc("The rules that stand under it because of a reading.")]


class LawSource(TypedDict):
    """Where the official text of an edition is found."""

    rule: Annotated[str, doc("The rule by its number and its title.")]
    published: Annotated[str, doc("The publication by its title, and whose it is.")]
    wording: Annotated[str, doc("Which wording of it the edition follows.")]
    address: Annotated[str, doc("Where the publisher has it, or empty.")]


class Law(TypedDict):
    """An edition whole."""

    id: Annotated[EditionId, doc("Its name here.")]
    game: Annotated[Game, doc("The game that it is about.")]
    title: Annotated[str, doc("Its title.")]
    citation: Annotated[str, doc("How it is cited.")]
    jurisdiction: Annotated[str, doc("Where it holds.")]
    effective: Annotated[Annotated[str, _DAY] | None, doc("From when.")]
    ended: Annotated[Annotated[str, _DAY] | None, doc("Until when.")]
    digest: Annotated[Hash, doc("The hash of its text here.")]
    official: Annotated[LawSource | None, doc("Where the official text is found, where that is known.")]
    clauses: Annotated[list[LawClause], doc("Its clauses in legal order.")]
    readings: Annotated[list[LawReading], doc("Our readings of them.")]
    game_name: Annotated[str, doc("The game in words.")]
    in_force: Annotated[str, doc("From when to when, in words.")]
    silent: Annotated[list[str], doc("Rules on which it is silent.")]
    others: Annotated[list[EditionId], doc("Other editions of the same game.")]
    code_known: Annotated[bool, doc("Whether it is known where the program reads the rules.")]
    tests_known: Annotated[bool, doc("Whether it is known which tests exercise them.")]
    tests_here: Annotated[bool, doc("Whether the tests lie beside the program.")]


class LawSentence(TypedDict):
    """A sentence in our words."""

    sentence: Annotated[str, doc("Its clause and its number within it.")]
    clause: Annotated[str, doc("The clause that it stands in.")]
    summary: Annotated[str, doc("What it asks.")]
    kept: Annotated[Kept, doc("How it is kept.")]
    proof: Annotated[list[str], doc("The tests, steps, signs and documents that prove it, or why it is not ours.")]
    rules: Annotated[list[str], doc("The rules that it rests on.")]
    says: Annotated[list[str], doc("What the lines of its steps tell whoever does them.")]


class KeptCount(TypedDict):
    """How many sentences are kept in one way."""

    name: Annotated[Kept, doc("The way.")]
    words: Annotated[str, doc("What that means.")]
    count: Annotated[int, doc("How many sentences.")]


class LawSentences(TypedDict):
    """An edition sentence by sentence."""

    id: Annotated[EditionId, doc("Its name here.")]
    title: Annotated[str, doc("Its title.")]
    citation: Annotated[str, doc("How it is cited.")]
    sentences: Annotated[list[LawSentence], doc("Its sentences in legal order.")]
    kept: Annotated[list[KeptCount], doc("How many are kept in which way.")]


KINDS = {"sets": "sets", "permits": "leaves a choice of", "leaves": "leaves to a person"}


def listed(rules: Iterable[TableRules], slugs: dict[str, str]) -> list[dict[str, Any]]:
    """Every edition, with its dates and size, the tables of the house that play under it, and what to compare it to."""
    tables = list(rules)
    return [
        {
            "id": one.id,
            "title": one.title,
            "game": one.game_name,
            "citation": one.citation,
            "in_force": in_force(one.effective, one.ended),
            "clauses": len(one.clauses),
            "rules": len(one.citations),
            "readings": len(one.readings),
            "sentences": len(sentences(one.id)),
            "tables": [{"name": t.name, "slug": slugs.get(t.name, "")} for t in tables if t.edition.id == one.id],
            "others": [other.id for other in editions() if other.game == one.game and other.id != one.id],
        }
        for one in editions()
    ]


@cache
def edition_document(id: str) -> dict[str, Any]:
    """An edition whole: each clause with its rules, its readings, the code that reads them and the tests they have."""
    found = edition(id)
    code, tests = (where.for_edition(places, found) for places in (_code(), where.read_record()))
    document = shown(found, found.clauses, found.readings, code, tests)
    readings = {reading["name"]: reading for reading in document["readings"]}
    for part in (*document["clauses"], *document["readings"]):
        for rule in part["rules"]:
            rule["text"] = plain(rule["value"])
            rule["kind_words"] = KINDS[rule["kind"]]
    for clause in document["clauses"]:
        clause["duty_words"] = DUTIES[clause["duty"]]
        clause["read_by"] = [readings[name] for name in clause["readings"]]
        clause["cited_for"] = _cited(found, clause["id"])
    return {
        **document,
        "game_name": found.game_name,
        "in_force": in_force(found.effective, found.ended),
        "silent": list(found.silent),
        "others": [other.id for other in editions() if other.game == found.game and other.id != found.id],
        "code_known": bool(code),
        "tests_known": bool(tests),
        "tests_here": tests_here(),
    }


@cache
def _code() -> where.Places:
    return where.read_code(where.every_rule())


def _cited(found: Edition, clause: str) -> list[str]:
    """The rules that stand under this clause because of a reading of ours."""
    return [rule for rule, citation in found.citations.items() if citation.clause == clause and citation.reading]


def tests_here() -> bool:
    """Whether the tests themselves lie beside the package, and not only the record of them."""
    root = Path(where.__file__).resolve().parents[3]
    return (root / "pyproject.toml").is_file() and (root / "tests").is_dir()


def matching(document: dict[str, Any], words: str) -> dict[str, Any]:
    """The edition with the clauses in which every one of these words stands: number, summary, rules or readings."""
    wanted = words.casefold().split()
    if not wanted:
        return document
    texts = _texts(document["id"])
    return {**document, "clauses": [c for c in document["clauses"] if all(w in texts[c["id"]] for w in wanted)]}


@cache
def _texts(id: str) -> dict[str, str]:
    return {clause["id"]: searched(clause) for clause in edition_document(id)["clauses"]}


def searched(clause: dict[str, Any]) -> str:
    """All that is looked through for a clause, in small letters."""
    rules = [*clause["rules"], *(rule for reading in clause["read_by"] for rule in reading["rules"])]
    parts = [clause["id"], clause["duty"], clause["summary"], *(reading["summary"] for reading in clause["read_by"])]
    parts += [part for rule in rules for part in (rule["name"], rule["name"].replace("_", " "), rule["text"])]
    return " ".join(parts).casefold()


@cache
def sentence_document(id: str) -> dict[str, Any]:
    """An edition sentence by sentence: how each is kept, the rules that it rests on and what proves it."""
    found = edition(id)
    listed = document(found, where.read_record())
    counts = Counter(one["kept"] for one in listed)
    lines = {line.id: line.line.do for step in found.steps.values() for line in step}
    return {
        "id": found.id,
        "title": found.title,
        "citation": found.citation,
        "sentences": [
            one
            | {"rules": list(of.rules), "says": list(dict.fromkeys(lines[step] for step in of.steps if step in lines))}
            for one, of in zip(listed, sentences(id), strict=True)
        ],
        "kept": [{"name": name, "words": KEPT[name], "count": counts[name]} for name in KEPT if counts[name]],
    }


def matching_sentences(whole: dict[str, Any], words: str) -> list[dict[str, Any]]:
    """The sentences in which every one of these words stands: number, summary, how it is kept, rules or proof."""
    wanted = words.casefold().split()
    return [one for one in whole["sentences"] if all(word in sentence_text(one) for word in wanted)]


def sentence_text(one: dict[str, Any]) -> str:
    """All that is looked through for a sentence, in small letters."""
    parts = (one["sentence"], one["kept"], one["summary"], *one["says"], *one["rules"], *one["proof"])
    return " ".join(parts).casefold()


def comparable(old: str, new: str) -> bool:
    """Whether two editions are laws of one game."""
    return edition(old).game == edition(new).game


def difference(old: str, new: str) -> dict[str, Any]:
    """What lies between two editions of one game."""
    before, after = edition(old), edition(new)
    document = compare(before, after)
    for change in document["clauses"]["changed"]:
        change["rule_names"] = _names(change.get("rules"))
        if texts := change.get("summary"):
            change["summary"] = dict(zip(("old", "new"), marked(texts["old"], texts["new"]), strict=True))
    for rule in document["rules"]:
        was, now = rule["old_text"], rule["new_text"] = _standing(rule["old"]), _standing(rule["new"])
        if was and now:
            was["words"], now["words"] = marked(was["text"], now["text"])
    ids = {side: {_number(clause.id, one): clause.id for clause in one.clauses} for side, one in
           (("from", before), ("to", after))}  # fmt: skip
    return {**document, "before": before, "after": after, "ids": ids}


Words = list[tuple[bool, str]]
"""A text in parts, each with whether the other text says it too."""


def marked(old: str, new: str) -> tuple[Words, Words]:
    """Two texts, word by word, each with what the other does not say.

    >>> marked("a pair of kings", "a pair of sixes or better")
    ([(True, 'a pair of '), (False, 'kings')], [(True, 'a pair of '), (False, 'sixes or better')])
    """
    texts = [re.findall(r"\S+\s*", text) for text in (old, new)]
    before, after = ([word.strip() for word in words] for words in texts)
    found: tuple[Words, Words] = ([], [])
    for what, *ends in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        for side, words, (first, last) in zip(found, texts, (ends[:2], ends[2:]), strict=True):
            if first < last:
                side.append((what == "equal", "".join(words[first:last])))
    return found


def _number(id: str, of: Edition) -> str:
    return id.removeprefix(of.id).lstrip("-")


def _names(rules: dict[str, Any] | None) -> dict[str, list[str]]:
    return {kind: [rule["name"] for rule in listed] for kind, listed in (rules or {}).items() if listed}


def _standing(side: dict[str, Any] | None) -> dict[str, Any] | None:
    if side is None:
        return None
    text = plain(side["value"])
    return {"clause": side["clause"], "reading": side["reading"], "text": text, "words": [(True, text)]}
