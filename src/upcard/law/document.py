"""An edition as a document for people and programs: each clause with its rules, where they are read and tested."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

from upcard.law.clause import Clause, Reading
from upcard.law.edition import Edition
from upcard.law.source import official, sources
from upcard.law.trace import Places


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
        "official": _source(edition),
        "clauses": [_clause(one, edition, code, tests) for one in clauses],
        "readings": [_reading(one, edition, code, tests) for one in readings],
    }


def _source(edition: Edition) -> dict[str, str] | None:
    """Where the official text is found, where that is known."""
    found = sources().get(edition.id)
    names = ("rule", "published", "wording", "address")
    return {name: getattr(found, name) for name in names} if found else None


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
        "official": official(edition, clause.id),
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


# ---- Two editions of one game, clause by clause and rule by rule -------------------------------------------
# what was added, removed, changed or moved.


def compare(old: Edition, new: Edition) -> dict[str, Any]:
    """The differences, with clauses named by their numbers alone, as both editions would number them."""
    before = {_number(clause.id, old): clause for clause in old.clauses}
    after = {_number(clause.id, new): clause for clause in new.clauses}
    both = [number for number in after if number in before]
    changed = [_changed(number, before[number], after[number]) for number in both]
    return {
        "from": old.id,
        "to": new.id,
        "clauses": {
            "added": [_whole(number, clause) for number, clause in after.items() if number not in before],
            "removed": [_whole(number, clause) for number, clause in before.items() if number not in after],
            "changed": [change for change in changed if len(change) > 1],
        },
        "rules": list(_changed_rules(old, new)),
    }


def _number(id: str, edition: Edition) -> str:
    return id.removeprefix(edition.id).lstrip("-")


def _kinds(clause: Clause) -> dict[str, tuple[str, Any]]:
    """Each rule of a clause with the kind of its giving and its value."""
    given = (("sets", clause.sets), ("permits", clause.permits), ("leaves", clause.leaves))
    return {rule: (kind, value) for kind, rules in given for rule, value in rules.items()}


def _listed(rules: dict[str, tuple[str, Any]]) -> list[dict[str, Any]]:
    return [{"name": rule, "kind": kind, "value": value} for rule, (kind, value) in rules.items()]


def _whole(number: str, clause: Clause) -> dict[str, Any]:
    return {"clause": number, "duty": clause.duty, "summary": clause.summary, "rules": _listed(_kinds(clause))}


def _changed(number: str, old: Clause, new: Clause) -> dict[str, Any]:
    """What differs between two clauses of one number, field by field."""
    change: dict[str, Any] = {"clause": number}
    if old.summary != new.summary:
        change["summary"] = {"old": old.summary, "new": new.summary}
    if old.duty != new.duty:
        change["duty"] = {"old": old.duty, "new": new.duty}
    before, after = _kinds(old), _kinds(new)
    if before != after:
        change["rules"] = {
            "added": _listed({rule: given for rule, given in after.items() if rule not in before}),
            "removed": _listed({rule: given for rule, given in before.items() if rule not in after}),
            "changed": [
                {"name": rule, "old": _value(before[rule]), "new": _value(after[rule])}
                for rule in before
                if rule in after and before[rule] != after[rule]
            ],
        }
    return change


def _value(given: tuple[str, Any]) -> dict[str, Any]:
    return {"kind": given[0], "value": given[1]}


def _standing(rule: str, edition: Edition) -> dict[str, Any] | None:
    """Where a rule stands: in a clause, or in a reading of ours; None where the edition is silent."""
    citation = edition.citations.get(rule)
    if citation is None:
        return None
    if citation.reading is not None:
        reading = next(r for r in edition.readings if r.name == citation.reading and rule in r.rules)
        return {"clause": None, "reading": citation.reading, "value": reading.rules[rule]}
    clause = edition.clause(citation.clause)
    return {"clause": _number(clause.id, edition), "reading": None, "value": clause.rules[rule]}


def _changed_rules(old: Edition, new: Edition) -> Iterator[dict[str, Any]]:
    """Each rule that says something else, stands elsewhere, or that one edition alone speaks of."""
    for rule in type(old.law).__struct_fields__:
        before, after = _standing(rule, old), _standing(rule, new)
        if before != after:
            yield {"name": rule, "change": _kind_of_change(before, after), "old": before, "new": after}


def _kind_of_change(before: dict[str, Any] | None, after: dict[str, Any] | None) -> str:
    if before is None:
        return "no longer silent"
    if after is None:
        return "now silent"
    moved = (before["clause"], before["reading"]) != (after["clause"], after["reading"])
    if before["value"] == after["value"]:
        return "moved"
    return "moved and changed" if moved else "changed"
