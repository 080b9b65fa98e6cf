"""An edition as a document for people and programs: each clause with its rules, where they are read and tested."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from upcard.law.clause import Clause, Reading
from upcard.law.edition import Edition
from upcard.law.trace_evidence import Places


def shown(
    edition: Edition, clauses: Iterable[Clause], readings: Iterable[Reading], code: Places, tests: Places
) -> dict[str, Any]:
    """The edition with these clauses and readings of it."""
    return {
        "id": edition.id,
        "game": edition.game,
        "title": edition.title,
        "citation": edition.citation,
        "jurisdiction": edition.jurisdiction,
        "effective": edition.effective and edition.effective.isoformat(),
        "ended": edition.ended and edition.ended.isoformat(),
        "digest": edition.digest,
        "clauses": [_clause(one, edition, code, tests) for one in clauses],
        "readings": [_reading(one, edition, code, tests) for one in readings],
    }


def clauses_read(reading: Reading, edition: Edition) -> set[str]:
    return {edition.id + suffix for suffix in reading.reads}


def clauses_cited(reading: Reading, edition: Edition) -> set[str]:
    return {reading.clause_of(rule, edition.id) for rule in reading.rules}


def _rules(giver: Clause | Reading, code: Places, tests: Places) -> list[dict[str, Any]]:
    kinds = (("sets", giver.sets), ("permits", giver.permits), ("leaves", giver.leaves))
    return [
        {
            "name": rule,
            "value": value,
            "kind": kind,
            "code": list(code.get(rule, ())),
            "tests": list(tests.get(rule, ())),
        }
        for kind, given in kinds
        for rule, value in given.items()
    ]


def _clause(clause: Clause, edition: Edition, code: Places, tests: Places) -> dict[str, Any]:
    return {
        "id": clause.id,
        "summary": clause.summary,
        "duty": clause.duty,
        "rules": _rules(clause, code, tests),
        "steps": _steps(clause, edition),
        "readings": [reading.name for reading in edition.readings if clause.id in clauses_read(reading, edition)],
    }


def _steps(clause: Clause, edition: Edition) -> list[dict[str, Any]]:
    """What the clause has done by hand, with the steps at which it is said."""
    named = [one for lines in edition.steps.values() for one in lines if one.clause == clause.id]
    return [
        {
            "ids": [one.id for one in named if one.line == line],
            "cites": clause.id + line.part,
            "do": line.do,
            "when": {name: list(values) for name, values in line.conditions.items()},
        }
        for line in clause.steps
    ]


def _reading(reading: Reading, edition: Edition, code: Places, tests: Places) -> dict[str, Any]:
    return {
        "number": reading.number,
        "name": reading.name,
        "reads": [edition.id + suffix for suffix in reading.reads],
        "summary": reading.summary,
        "rules": [
            rule | {"clause": reading.clause_of(rule["name"], edition.id)} for rule in _rules(reading, code, tests)
        ],
    }


# ---- in words ------------------------------------------------------------------------------------------------


def plain(value: Any) -> str:
    """A value of the law in one cell: words as they are, lists with commas, tables line by line.

    >>> plain(["hand", "shuffler"]), plain(True), plain({"deal": "singly", "up_card": 5})
    ('hand, shuffler', 'yes', 'deal: singly\\nup_card: 5')
    """
    match value:
        case bool():
            return "yes" if value else "no"
        case dict():
            return "\n".join(f"{key}: {plain(one).replace(chr(10), '; ')}" for key, one in value.items())
        case list() | tuple():
            return ", ".join(map(plain, value))
    return str(value)


def in_force(effective: date | str | None, ended: date | str | None) -> str:
    """From when to when an edition holds, as far as the editions here can tell.

    >>> from datetime import date
    >>> in_force(date(2015, 5, 13), None)
    'since 2015-05-13'
    """
    if effective is None:
        return "undated"
    return f"{effective} to {ended}" if ended else f"since {effective}"
