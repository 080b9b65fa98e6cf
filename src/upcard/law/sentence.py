"""The law sentence by sentence: what each asks in our own words, how it is kept, and what proves it.

A file for each edition, `sentences/ID.toml`, in legal order. A sentence is numbered within its clause and rests on
rules of the edition; particular tests, steps of the procedure, signs and documents prove it. Where nothing of these is
named, the tests that were recorded for its rules do. `like` takes over a sentence of another edition that says the
same, with tests of its own before the others.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Set
from functools import cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple, get_args

import msgspec

from upcard.errors import LawError
from upcard.law.edition import EDITIONS, Edition, edition
from upcard.law.registry import parts
from upcard.law.trace import Places, for_edition

Kept = Literal["enforced", "computed", "shown", "recorded", "not-ours"]

KEPT: dict[str, str] = {
    "enforced": "nothing else is accepted, and the refusal cites the clause",
    "computed": "the program works it out",
    "shown": "a step of the procedure or a sign says it when its moment comes",
    "recorded": "it is kept in the journal with who and when",
    "not-ours": "no software can keep it, for the reason given",
}
assert tuple(KEPT) == get_args(Kept)

TRANSCRIPTS = "tests/rounds/"


class Sentence(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One sentence of a text, or one item of a list or pay table that has a duty of its own."""

    id: str
    kept: Kept
    summary: str
    rules: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    """Ids of tests and transcripts that would be red if the sentence were broken."""
    steps: tuple[str, ...] = ()
    """Acts of the procedure, or lines that one of them has, that ask for it."""
    signs: tuple[str, ...] = ()
    """Rules under which a sign at the table says it."""
    documents: tuple[str, ...] = ()
    because: str = ""
    """Why it is not ours."""
    todo: str = ""
    """What is still to be named here."""

    @property
    def clause(self) -> str:
        return self.id.rpartition(".")[0]

    @property
    def number(self) -> str:
        return self.id.rpartition(".")[2]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sentence: tuple[dict[str, Any], ...]


@cache
def sentences(id: str) -> tuple[Sentence, ...]:
    """Every sentence of an edition, in legal order; none of one whose package lists none.

    >>> sentences("ma")[0].id
    'ma-1.1'
    """
    file = files(parts(edition(id).game).package).joinpath("sentences", f"{id}.toml")
    if id not in EDITIONS and not file.is_file():
        return ()
    return read_sentences(f"sentences/{id}.toml", file.read_text(encoding="utf-8"))


def read_sentences(file: str, text: str) -> tuple[Sentence, ...]:
    """The sentences of a file; whatever cannot be read is a `LawError`."""
    try:
        parsed = msgspec.convert(tomllib.loads(text), _File)
        return tuple(msgspec.convert(_whole(one), Sentence) for one in parsed.sentence)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise LawError(f"{file}: {error}") from error


def _whole(given: dict[str, Any]) -> dict[str, Any]:
    """A sentence with what it takes over: its own tests first, lines of steps under its own clause, no transcripts."""
    like = given.get("like")
    if like is None:
        return given
    other = next((id for id in EDITIONS if str(like).removeprefix(id)[:1] in ("(", "-")), "")
    if not other or str(given.get("id", "")).startswith(other):
        raise LawError(f"{given.get('id')}: {like!r} is no sentence of another edition")
    for sentence in sentences(other):
        if sentence.id == like:
            taken = msgspec.structs.asdict(sentence)
            tests = (test for test in sentence.tests if not test.startswith(TRANSCRIPTS))
            clause = str(given.get("id", "")).rpartition(".")[0]
            taken["steps"] = [step.replace(f"/{sentence.clause}/", f"/{clause}/") for step in sentence.steps]
            own = {key: value for key, value in given.items() if key != "like"}
            return taken | own | {"tests": [*own.get("tests", ()), *tests]}
    raise LawError(f"{given.get('id')}: there is no sentence {like!r}")


# ---- what proves it ------------------------------------------------------------------------------------------


def proof(sentence: Sentence, edition: Edition, recorded: Places) -> tuple[str, ...]:
    """Tests, steps, signs and documents; for what is not ours the reason."""
    if sentence.kept == "not-ours":
        return (sentence.because,)
    named = (
        *sentence.tests,
        *(f"step {step}" for step in sentence.steps),
        *(f"sign {sign}" for sign in sentence.signs),
        *sentence.documents,
    )
    if named:
        return named
    own = for_edition({rule: recorded.get(rule, ()) for rule in sentence.rules}, edition)
    return tuple(dict.fromkeys(test for tests in own.values() for test in tests if _of(edition, test)))


def _of(edition: Edition, test: str) -> bool:
    return not test.startswith(TRANSCRIPTS) or test.startswith(f"{TRANSCRIPTS}{edition.id}/")


def _strange(edition: Edition, step: str) -> bool:
    """Whether a line of a step stands under a clause of another edition."""
    return "/" in step and f"/{edition.id}" not in step


def document(edition: Edition, recorded: Places) -> list[dict[str, Any]]:
    """The sentences of an edition for programs."""
    return [
        {
            "sentence": one.id,
            "clause": one.clause,
            "summary": one.summary,
            "kept": one.kept,
            "proof": list(proof(one, edition, recorded)),
        }
        for one in sentences(edition.id)
    ]


# ---- what is missing -----------------------------------------------------------------------------------------


class Known(NamedTuple):
    """What there is to be named: where it cannot be known in this installation, None."""

    recorded: Places
    tests: Set[str] | None
    steps: Set[str]
    signs: Set[str] | None
    documents: Set[str] | None


def gaps(edition: Edition, found: tuple[Sentence, ...], known: Known, *, strict: bool = False) -> Iterator[str]:
    """Each thing that is missing, or named and not there, in one sentence; `strict` refuses what is left to do."""
    clauses = [clause.id for clause in edition.clauses]
    yield from _numbering(clauses, found)
    rested = Counter((one.clause, rule) for one in found for rule in one.rules)
    for rule, citation in edition.citations.items():
        if not rested[citation.clause, rule]:
            yield f"{citation.clause}: no sentence rests on {rule}"
    claimed = {step for one in found for step in one.steps}
    lines = (step for step in sorted(known.steps - claimed) if "/" in step and not _strange(edition, step))
    yield from (f"{line}: no sentence names this line of a step" for line in lines)
    for one in found:
        yield from (f"{one.id}: {edition.id} has no rule {rule}" for rule in one.rules if rule not in edition.citations)
        for what, named, there in (
            ("test", one.tests, known.tests),
            ("step", one.steps, known.steps),
            ("sign under", one.signs, known.signs),
            ("document", one.documents, known.documents),
        ):
            yield from (
                f"{one.id}: there is no {what} {name}" for name in named if there is not None and name not in there
            )
        strange = (
            *(test for test in one.tests if not _of(edition, test)),
            *(s for s in one.steps if _strange(edition, s)),
        )
        yield from (f"{one.id}: {name} is of another edition" for name in strange)
        if (one.kept == "not-ours") != bool(one.because):
            yield f"{one.id}: a reason is given where the sentence is not ours, and only there"
        if not any(proof(one, edition, known.recorded)):
            yield f"{one.id}: nothing proves it"
        if one.kept == "shown" and not one.steps and not one.signs and not one.todo:
            yield f"{one.id}: it is shown, and neither a step nor a sign is named"
        if strict and one.todo:
            yield f"{one.id}: still to do: {one.todo}"


def _numbering(clauses: list[str], found: tuple[Sentence, ...]) -> Iterator[str]:
    """Every clause has sentences, they are numbered from 1 without a hole, and stand in legal order."""
    numbers: dict[str, list[str]] = {clause: [] for clause in clauses}
    for one in found:
        if one.clause in numbers:
            numbers[one.clause].append(one.number)
        else:
            yield f"{one.id}: there is no clause {one.clause}"
    for clause, given in numbers.items():
        if not given:
            yield f"{clause}: the clause has no sentence"
        elif given != [str(number) for number in range(1, len(given) + 1)]:
            yield f"{clause}: its sentences are numbered {', '.join(given)}"
    order = [one.clause for one in found if one.clause in numbers]
    if order != sorted(order, key=clauses.index):
        yield "the sentences do not stand in legal order"
