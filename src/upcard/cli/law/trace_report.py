"""Clause × rule × value × code × test: what an edition needs, what there is of it, and what is missing."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from typing import Any

from upcard.cli.law.evidence import Evidence
from upcard.errors import LawError
from upcard.law import Edition
from upcard.law.edition import read_edition, rules_of
from upcard.law.trace import BROKEN, Recorded, Status, Traced
from upcard.law.trace_evidence import for_edition


@dataclass(frozen=True, slots=True)
class Row:
    """One rule of an edition: the clause that it stands in, where it is read, and what tests it."""

    clause: str
    rule: str
    reading: str | None
    code: tuple[str, ...]
    tests: tuple[str, ...]
    status: Status | None = None
    """What came of changing its value; None where that was not tried."""
    seen_by: tuple[str, ...] = ()
    """What comes out otherwise when its value is changed."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something missing or left over, in one sentence, with the clause, rule and test that it is about."""

    message: str
    clause: str | None = None
    rule: str | None = None
    test: str | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """The file of an edition and what it says."""

    file: str
    text: str
    readings: str


def load(text: Text) -> Edition | tuple[Fault, ...]:
    """The edition, or what keeps it from being loaded, with every rule that nothing gives any more."""
    try:
        return read_edition(text.file, text.text, text.readings)
    except LawError as error:
        silence = "and the text does not call itself silent on it"
        missing = (Fault(f"{text.file}: nothing gives {rule}, {silence}", rule=rule) for rule in _without_giver(text))
        return (Fault(str(error)), *missing)


def _without_giver(text: Text) -> list[str]:
    """The rules of the game that no clause and no reading gives, as far as texts in disorder can tell."""
    try:
        parsed, readings = tomllib.loads(text.text), tomllib.loads(text.readings)
        known = rules_of(parsed["game"])
        read = [reading for reading in readings["reading"] if parsed["id"] in reading["editions"]]
        given = {rule for giver in (*parsed["clause"], *read) for rule in _gifts(giver)}
        return sorted(known - given - set(parsed["silent"]))
    except (tomllib.TOMLDecodeError, LawError, LookupError, TypeError):
        return []


def _gifts(giver: Mapping[str, Any]) -> Iterator[str]:
    for kind in ("sets", "permits", "leaves"):
        yield from giver.get(kind, {})


def rows(edition: Edition, evidence: Evidence, tried: Mapping[str, Traced] | None = None) -> tuple[Row, ...]:
    """Every rule of an edition, in the order of the law, with what came of changing its value where that was tried."""
    known = tried or {}
    place = {clause.id: number for number, clause in enumerate(edition.clauses)}
    code, tests = for_edition(evidence.code, edition), for_edition(evidence.tests, edition)
    cited = sorted(edition.citations.items(), key=lambda item: place[item[1].clause])
    return tuple(
        Row(
            citation.clause,
            rule,
            citation.reading,
            code.get(rule, ()),
            tests.get(rule, ()),
            known[rule].status if rule in known else None,
            known[rule].seen_by if rule in known else (),
        )
        for rule, citation in cited
    )


def empty_cells(rows: Iterable[Row]) -> Iterator[Fault]:
    """Rules that no code reads or no test exercises."""
    for row in rows:
        if not row.code:
            yield Fault(f"{row.clause}: no code reads {row.rule}", row.clause, row.rule)
        if not row.tests:
            yield Fault(f"{row.clause}: no test exercises {row.rule}", row.clause, row.rule)


def without_effect(tried: Mapping[str, Traced]) -> Iterator[Fault]:
    """Values that could be anything: nothing comes out otherwise."""
    for rule, one in tried.items():
        for leaf in one.without_effect:
            yield Fault(f"{one.clause}: {leaf} has no effect: with another value everything stays", one.clause, rule)


def broken(edition: Edition, now: Recorded) -> Iterator[Fault]:
    """Probes that cannot be played by the text as it stands, and so say little."""
    for name, kept in now.probes.items():
        if kept.startswith(BROKEN):
            yield Fault(f"{edition.id}: the probe {name!r} was {kept}")


def other_outcomes(edition: Edition, recorded: Recorded | None, now: Recorded) -> Iterator[Fault]:
    """Where the values of an edition, and what comes of them, are not those that were recorded."""
    if recorded is None:
        yield Fault(f"{edition.id}: what comes of its values is not recorded (--record)")
        return
    probes = [name for name, digest in now.probes.items() if recorded.probes.get(name) != digest]
    probes += [name for name in recorded.probes if name not in now.probes]
    such = (
        f"{len(probes)} probes come out otherwise, such as {probes[0]!r}" if probes else "nothing comes out otherwise"
    )
    changed = [rule for rule in now.rules | recorded.rules if now.rules.get(rule) != recorded.rules.get(rule)]
    for rule in changed:
        clause = edition.citations[rule].clause if rule in edition.citations else None
        is_now, was = now.rules.get(rule, "silent"), recorded.rules.get(rule, "silent")
        yield Fault(f"{clause or edition.id}: {rule} is {is_now}, recorded was {was}: {such} (--record)", clause, rule)
    if probes and not changed:
        yield Fault(f"{edition.id}: by the values that were recorded {such} (--record)")


def unrecorded(editions: Iterable[Edition], evidence: Evidence) -> Iterator[Fault]:
    """Where the tests of a rule and the record of them differ."""
    clauses: dict[str, list[str]] = {}
    for edition in editions:
        for rule, citation in edition.citations.items():
            clauses.setdefault(rule, []).append(citation.clause)
    for rule, cited in clauses.items():
        where, clause = ", ".join(cited), cited[0]
        tests, recorded = set(evidence.tests.get(rule, ())), set(evidence.recorded.get(rule, ()))
        for test in sorted(recorded - tests):
            became = "no longer carries the rule" if test in evidence.known_tests else "no longer exists"
            yield Fault(f"{where}: {test}, recorded for {rule}, {became}", clause, rule, test)
        for test in sorted(tests - recorded):
            yield Fault(f"{where}: {test} exercises {rule} and is not recorded (--record)", clause, rule, test)


def stray(evidence: Evidence, known: Set[str]) -> Iterator[Fault]:
    """Marks that name no rule of any game, or that cannot be read."""
    for rule in sorted(evidence.tests.keys() - known):
        for test in evidence.tests[rule]:
            yield Fault(f"{test}: there is no rule {rule}", rule=rule, test=test)
    for rule in sorted(evidence.recorded.keys() - known):
        yield Fault(f"{rule} is recorded and is no rule of any game (--record)", rule=rule)
    for place in evidence.unclear:
        yield Fault(f"{place}: a mark belongs on a test and names its rules as plain strings")
