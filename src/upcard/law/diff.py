"""Two editions of one game, clause by clause and rule by rule: what was added, removed, changed or moved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from upcard.law.clause import Clause
from upcard.law.edition import Edition


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
        "rules": list(_rules(old, new)),
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


def _rules(old: Edition, new: Edition) -> Iterator[dict[str, Any]]:
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
