"""`upcard law diff`: two editions of one game, clause by clause and rule by rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from upcard.cli.law.listing import AsJson

if TYPE_CHECKING:
    from rich.text import Text

    from upcard.law import Clause, Edition


def diff(
    old: Annotated[str, Parameter(name="A", help="The edition to compare from.")],
    new: Annotated[str, Parameter(name="B", help="The edition to compare to.")],
    /,
    *,
    as_json: AsJson = False,
) -> None:
    """Show what changed from one edition to another.

    Clauses added, removed and changed; and rules that changed, that moved to
    another clause, or on which one of the two editions is silent.

    upcard law diff sd-2011 sd-2015
    upcard law diff sd-2015 ma --json
    """
    from upcard.cli.output import show_json
    from upcard.errors import Refused
    from upcard.law import edition

    before, after = edition(old), edition(new)
    if before.game != after.game:
        raise Refused(None, f"B: {after.id} is a law of {after.game} and {before.id} one of {before.game}")
    document = compare(before, after)
    if as_json:
        show_json(document)
    else:
        _print(document)


# ---- the comparison ------------------------------------------------------------------------------------------


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


# ---- for people ----------------------------------------------------------------------------------------------


def _print(document: dict[str, Any]) -> None:
    from upcard.cli.law.show import plain
    from upcard.cli.output import console, say, table

    clauses, rules = document["clauses"], document["rules"]
    if not rules and not any(clauses.values()):
        say(f"{document['from']} and {document['to']} say the same.")
        return
    made = table("clause", "", document["from"], document["to"], title="Clauses")
    for change in clauses["changed"]:
        made.add_row(change["clause"], "changed", _side(change, "old"), _side(change, "new"), end_section=True)
    for clause in clauses["removed"]:
        made.add_row(clause["clause"], "removed", clause["summary"], "", end_section=True)
    for clause in clauses["added"]:
        made.add_row(clause["clause"], "added", "", clause["summary"], end_section=True)
    out = console()
    if made.row_count:
        out.print(made)
    made = table("rule", "", document["from"], document["to"], title="Rules")
    for rule in rules:
        cells = (f"{_where(s)}\n{plain(s['value'])}" if s else "silent" for s in (rule["old"], rule["new"]))
        made.add_row(rule["name"], rule["change"], *cells, end_section=True)
    if made.row_count:
        out.print(made)


def _where(standing: dict[str, Any]) -> str:
    return standing["clause"] or f"our reading {standing['reading']}"


def _side(change: dict[str, Any], side: str) -> Text:
    """What a changed clause said on one side: its duty and its summary where they differ, else its rules."""
    from rich.text import Text

    parts = [change[field][side] for field in ("duty", "summary") if field in change]
    if "summary" not in change and "rules" in change:
        listed = change["rules"]["removed" if side == "old" else "added"]
        names = [rule["name"] for rule in (*listed, *change["rules"]["changed"])]
        parts.append(", ".join(names))
    return Text("\n".join(parts))
